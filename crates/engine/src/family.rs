//! What a family of games is: how many cards, which wagers, paytables and open points. Each family's
//! values stand in its own file beside its rules; `families` lists them.

use crate::decision::{Decide, Terms, not_offered};
use crate::paytable::{Payout, Paytable};
use crate::rank::HandRank;
use crate::ranking::{Outcome, Ranking};
use crate::readings::Readings;
use feltproof_model::Wager;
use std::fmt;

/// Games that one piece of code settles, and what tells them from others.
pub struct Family {
    /// The name in definitions.
    pub key: &'static str,
    /// Its games that come with the toolkit: file name and text of each definition.
    pub(crate) definitions: &'static [(&'static str, &'static str)],
    /// The wager made after seeing the cards.
    pub raise: Wager,
    /// Whether any hand may make the largest raise, or only a pair of aces or better.
    pub any_hand_raises: bool,
    /// The second mandatory wager, equal to the Ante.
    pub second: Option<Wager>,
    /// How hands are ranked at the showdown.
    pub ranking: &'static Ranking,
    pub(crate) player_cards: usize,
    /// Cards of the hand that the players play against.
    pub opponent_cards: usize,
    /// What that hand must be to play; `None` where any hand plays.
    pub(crate) qualifies: Option<Qualifier>,
    /// The wager that a table must name a paytable for.
    pub needs_paytable: Wager,
    /// What becomes of the Ante and the raise.
    pub(crate) base: Decide,
    /// The wagers for which definitions have paytables, each with the lowest hand it pays where the best
    /// four cards decide, and with what becomes of it. The progressive's paytable is named by its link,
    /// every other by the table.
    pub(crate) paytables: &'static [(Wager, Outcome, Decide)],
    pub(crate) rulings: &'static [Known],
}

/// An open point by its name, with all the readings that the code knows.
pub(crate) type Known = (&'static str, &'static [&'static str]);

/// The hand that the dealer must have to play.
pub(crate) struct Qualifier {
    /// The lowest.
    pub(crate) from: HandRank,
    /// The same in words.
    pub(crate) from_in_words: &'static str,
    /// The verb of the document, when the hand plays and when it does not.
    pub(crate) words: [&'static str; 2],
}

impl Family {
    /// Whether the hand to beat plays, in the game's word; `None` where any hand does.
    pub fn qualification(&self, qualifies: bool) -> Option<&'static str> {
        let [yes, no] = self.qualifies.as_ref()?.words;
        Some(if qualifies { yes } else { no })
    }

    /// Whether an automatic bonus is paid beside the Ante.
    pub fn has_ante_bonus(&self) -> bool {
        self.needs_paytable == Wager::AnteBonus
    }

    /// The wagers of the base game: Ante, second wager or automatic bonus, Play (Raise).
    pub const fn base_wagers(&self) -> [Wager; 3] {
        [Wager::Ante, self.needs_paytable, self.raise]
    }

    /// The wagers for which definitions of this family have paytables.
    pub(crate) fn paytable_wagers(&self) -> Vec<Wager> {
        self.paytables.iter().map(|(wager, ..)| *wager).collect()
    }

    /// The lowest hand that a wager pays: the meaning of its name in the documents.
    pub(crate) fn lowest_paid(&self, wager: Wager) -> Option<Outcome> {
        self.paytables.iter().find(|(paid, ..)| *paid == wager).map(|(_, lowest, _)| *lowest)
    }

    /// The multiples of the Ante that a Play (Raise) may be with this hand, ascending.
    pub fn play_multiples(&self, readings: &Readings, rank: HandRank) -> &'static [i64] {
        let all = self.any_hand_raises || rank.is_pair_of_aces_or_better();
        if all { readings.play_multiples() } else { &[1] }
    }

    /// What a wager is settled by; `payout` is what it pays without a paytable (Ante, raise).
    pub fn terms(
        &self,
        wager: Wager,
        readings: &Readings,
        payout: Payout,
        table: Option<Paytable>,
    ) -> Terms {
        let paid = self.paytables.iter().find(|(paid, ..)| *paid == wager && table.is_some());
        let decide = match paid {
            _ if wager == Wager::Ante || wager == self.raise => self.base,
            Some((.., decide)) => *decide,
            None => not_offered,
        };
        Terms::new(wager, readings, payout, table, decide)
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Family {}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}
