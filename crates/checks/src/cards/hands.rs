//! The hands of one table, and the refusal of a record that chooses hands by their outcome.
//!
//! **Refusal.** Where the cards of losing or folded hands are not recorded, what is left is no sample of
//! what was dealt: it has too many good hands, and a fair shuffle would be found to depart. Rounds that
//! lack the cards of a hand are therefore left out, and when they are too many the table is not
//! tested at all. How many do no harm: leaving out a share `s` of the rounds by their outcome moves the
//! probability of a cell by about `s` of itself, and so adds `R s^2` to the non-centrality of one hand's
//! tests over `R` rounds. With at most one round in a thousand, and never more rounds than the square
//! root of `R`, that is at most 1 for a hand, where no test sees less than 14.9 nine times in ten. One
//! round alone is always allowed.

use super::dealt::{Dealt, LeftOut};
use super::runs::Chain;
use feltproof_model::Timestamp;
use feltproof_stats::deal::Options;
use std::collections::VecDeque;

/// Hands from which a record without any that folded, or any that lost, is one of chosen hands: with one
/// in ten folding, chance alone leaves none with a probability of 7e-10.
const OUTCOMES_FROM: u64 = 200;

/// The hands of one table.
#[derive(Clone)]
pub(super) struct HandSource {
    pub(super) chain: Chain,
    /// Rounds played, those left out included.
    pub(super) rounds: u64,
    pub(super) left_out: [u64; LeftOut::WORDS.len()],
    acted: u64,
    folded: u64,
    staked: u64,
    lost: u64,
    /// When the shuffler was set to a mode or reported a fault, not yet passed.
    breaks: VecDeque<Timestamp>,
    /// The round before broke the chain behind it, too.
    breaks_next: bool,
}

impl HandSource {
    /// `None` only for a lag that cannot be.
    pub(super) fn new(lag: usize) -> Option<Self> {
        let options = Options::cards_52().with_category_counts(&super::CATEGORIES_OF_FIVE);
        Some(Self {
            chain: Chain::new(lag, options)?,
            rounds: 0,
            left_out: [0; LeftOut::WORDS.len()],
            acted: 0,
            folded: 0,
            staked: 0,
            lost: 0,
            breaks: VecDeque::new(),
            breaks_next: false,
        })
    }

    /// The shuffler broke the chain at a time: before the first round settled after it, and behind that.
    pub(super) fn break_at(&mut self, time: Timestamp) {
        self.breaks.push_back(time);
    }

    pub(super) fn push(&mut self, round: &Dealt) {
        self.rounds += 1;
        self.acted += u64::from(round.acted);
        self.folded += u64::from(round.folded);
        self.staked += u64::from(round.staked);
        self.lost += u64::from(round.lost);
        let mut breaks = round.sets_mode;
        while self.breaks.front().is_some_and(|time| *time <= round.time) {
            self.breaks.pop_front();
            breaks = true;
        }
        let now = Some((round.day, round.round));
        self.chain.go_on(now);
        if breaks || self.breaks_next || round.left_out.is_some() {
            self.chain.deals.break_chain();
        }
        self.breaks_next = breaks;
        if let Some(why) = round.left_out {
            self.left_out[why as usize] += 1;
            return;
        }
        let zones = round.layout.zones();
        self.chain.runs.push(now);
        let cards = round.cards.get(..round.layout.cards()).unwrap_or_default();
        // What cannot be was left out before.
        let _ = self.chain.deals.push(round.layout, cards, &round.categories[..zones]);
    }

    /// Rounds left out that had cards to take: void ones and repeated ones are no rounds of play.
    fn withheld(&self) -> u64 {
        self.left_out[LeftOut::Withheld as usize]
    }

    /// Rounds that could have been taken, had every hand its cards.
    fn played(&self) -> u64 {
        self.chain.deals.count() + self.withheld()
    }

    /// Why the hands of the table are no sample of what was dealt, as the rest of a sentence.
    pub(super) fn refusal(&self) -> Option<String> {
        let (withheld, played) = (self.withheld(), self.played());
        let allowed = (played / 1_000).min(played.isqrt()).max(1);
        if withheld > allowed {
            return Some(format!(
                "{withheld} of {played} rounds lack the cards of a hand that was dealt, and at most \
                 {allowed} may: cards recorded by the outcome of a hand say nothing of the shuffle"
            ));
        }
        for (hands, seen, what) in
            [(self.acted, self.folded, "folded"), (self.staked, self.lost, "lost its Ante")]
        {
            if hands >= OUTCOMES_FROM && seen == 0 {
                return Some(format!(
                    "of {hands} hands of players not one {what}: hands recorded by their outcome say \
                     nothing of the shuffle"
                ));
            }
        }
        None
    }

    /// How many rounds were left out, and why: a sentence, if any were.
    pub(super) fn left_out_in_words(&self) -> Option<String> {
        let reasons = LeftOut::WORDS.iter().zip(self.left_out).filter(|(_, count)| *count > 0);
        let reasons: Vec<String> = reasons.map(|(why, count)| format!("{count} {why}")).collect();
        (!reasons.is_empty()).then(|| {
            format!("Of {} rounds on record left out: {}.", self.rounds, reasons.join("; "))
        })
    }
}
