//! The Bad Beat Bonus: two pair or better that is beaten, the player's or the dealer's, pays by the
//! beaten hand.

use super::distribution::Distribution;
use super::exact::ratio;
use super::own_hand::net_of;
use super::readings::Readings;
use crate::count::FiveAgainstFive;
use feltproof_engine::game::{Paytable, Prize};
use feltproof_engine::{Category, Outcome};

/// Deals by who is beaten with what.
pub(crate) struct BadBeat {
    pub table: Paytable,
    tie_pushes: bool,
    /// The row that pays each category beaten.
    row_of: [Option<usize>; 8],
    /// By row: the player's hand beaten, the dealer's hand beaten.
    beaten: Vec<[u64; 2]>,
    tied: u64,
    lost: u64,
    folded: u64,
}

impl BadBeat {
    /// # Errors
    /// One sentence when a row is for part of a category, which is not counted apart.
    pub(crate) fn new(table: &Paytable, readings: &Readings) -> Result<Self, String> {
        let mut row_of = [None; 8];
        for (place, row) in table.rows.iter().enumerate().rev() {
            let categories: &[Category] = match &row.hand {
                Outcome::Of(category) => std::slice::from_ref(category),
                Outcome::StraightFlushOrHigher => &[Category::StraightFlush, Category::FourOfAKind],
                other => {
                    return Err(format!(
                        "paytable {} has a row {}; the exact count of the Bad Beat Bonus knows \
                         whole categories and straight_flush_or_higher",
                        table.id,
                        other.key()
                    ));
                }
            };
            for category in categories {
                row_of[*category as usize] = Some(place);
            }
        }
        Ok(Self {
            table: table.clone(),
            tie_pushes: readings.is("bad_beat_on_tie", "pushes"),
            row_of,
            beaten: vec![[0; 2]; table.rows.len()],
            tied: 0,
            lost: 0,
            folded: 0,
        })
    }

    /// Counts one class of the player's hands; `folded` when the bet went with a fold.
    pub(crate) fn add(&mut self, hand: &FiveAgainstFive, folded: bool) {
        let weight = u64::from(hand.weight);
        let deals = |counts: &[u32]| counts.iter().map(|n| u64::from(*n)).sum::<u64>() * weight;
        let (below, equal, above) = (deals(&hand.below), deals(&[hand.equal]), deals(&hand.above));
        if folded {
            self.folded += below + equal + above;
            return;
        }
        if hand.rank.category() < Category::TwoPair {
            // Such a hand beats no paid hand and is none.
            self.lost += below + equal + above;
            return;
        }
        self.tied += equal;
        self.count(self.row_of[hand.rank.category() as usize], 0, above);
        for (category, count) in hand.below.iter().enumerate() {
            let row = self.row_of.get(category).copied().flatten();
            self.count(row, 1, u64::from(*count) * weight);
        }
    }

    fn count(&mut self, row: Option<usize>, side: usize, deals: u64) {
        match row.and_then(|row| self.beaten.get_mut(row)) {
            Some(sides) => sides[side] += deals,
            None => self.lost += deals,
        }
    }

    /// The bet's distribution in units of its stake: two lines for each row.
    pub(crate) fn distribution(&self) -> Result<Distribution, String> {
        let mut all = Distribution::default();
        for (row, sides) in self.table.rows.iter().zip(&self.beaten) {
            let Prize::Fixed(payout) = row.prize else {
                return Err(format!(
                    "paytable {} has a row {} without one fixed payout, which the Bad Beat Bonus \
                     cannot have",
                    self.table.id,
                    row.hand.key()
                ));
            };
            for (side, count) in ["player", "dealer"].into_iter().zip(sides) {
                let event = format!("{}_of_{side}", row.hand.key());
                let title = format!("{} of the {side}'s beaten", row.hand.title());
                all.push((&event, &title), net_of(payout), *count);
            }
        }
        let tie = if self.tie_pushes { 0 } else { -1 };
        all.push(("tie", "tie of two pair or better"), ratio(tie, 1), self.tied);
        all.push(("loss", "loss"), ratio(-1, 1), self.lost);
        if self.folded > 0 {
            all.push(("fold", "lost with a folded hand"), ratio(-1, 1), self.folded);
        }
        Ok(all)
    }
}
