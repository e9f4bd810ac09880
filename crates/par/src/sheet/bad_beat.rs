//! The Bad Beat Bonus: two pair or better that is beaten, the player's or the dealer's, pays by the
//! beaten hand.

use super::SheetError;
use super::bet::Bet;
use super::distribution::Distribution;
use crate::count::FiveAgainstFive;
use feltproof_engine::{Category, Facts, Line, Outcome, Place, Rule, Showdown};
use std::cmp::Ordering;

/// Deals by who is beaten with what.
pub(crate) struct BadBeat {
    pub bet: Bet,
    /// The row that pays each category beaten.
    row_of: [Place; 8],
    /// By row: the player's hand beaten, the dealer's hand beaten.
    beaten: Vec<[u64; 2]>,
    tied: u64,
    lost: u64,
    folded: u64,
}

/// A hand of this row that stayed in, against one of that row.
const fn facts(own: Place, order: Ordering, dealers: Place) -> Facts {
    let showdown = Some(Showdown { order, qualifies: true });
    Facts { line: Line::Played, own: Some(own), dealers, showdown }
}

impl BadBeat {
    /// `Err`: a row is for part of a category, which is not counted apart.
    pub(crate) fn new(bet: Bet) -> Result<Self, SheetError> {
        let mut row_of: [Place; 8] = [None; 8];
        for (place, row) in (0_u8..).zip(&bet.table.rows) {
            let mut is_whole = false;
            for category in Category::ALL.into_iter().filter(|c| row.hand.covers(Outcome::of(*c))) {
                row_of[category as usize].get_or_insert(place);
                is_whole = true;
            }
            if !is_whole {
                let counted =
                    "the Bad Beat Bonus knows whole categories and straight_flush_or_higher";
                return Err(SheetError::NotCounted(bet.table.id.clone(), row.hand.key(), counted));
            }
        }
        let beaten = vec![[0; 2]; bet.table.rows.len()];
        Ok(Self { bet, row_of, beaten, tied: 0, lost: 0, folded: 0 })
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
        let own = self.row_of[hand.rank.category() as usize];
        self.count(&facts(own, Ordering::Less, None), 0, above);
        self.count(&facts(own, Ordering::Equal, None), 0, equal);
        for (category, count) in hand.below.iter().enumerate() {
            let dealers = self.row_of.get(category).copied().flatten();
            self.count(&facts(own, Ordering::Greater, dealers), 1, u64::from(*count) * weight);
        }
    }

    fn count(&mut self, facts: &Facts, side: usize, deals: u64) {
        let decision = self.bet.decide(facts);
        let row = decision.and_then(|d| self.beaten.get_mut(usize::from(d.row?)));
        match (row, decision.map(|d| d.rule)) {
            (Some(sides), _) => sides[side] += deals,
            (None, Some(Rule::Tie)) => self.tied += deals,
            (None, _) => self.lost += deals,
        }
    }

    /// The distribution in units of the stake: two lines a row. `Err`: a row has no fixed payout.
    pub(crate) fn distribution(&self) -> Result<Distribution, SheetError> {
        let mut all = Distribution::default();
        for ((place, row), sides) in (0..).zip(&self.bet.table.rows).zip(&self.beaten) {
            let row_beaten = [
                ("player", facts(Some(place), Ordering::Less, None)),
                ("dealer", facts(Some(place), Ordering::Greater, Some(place))),
            ];
            for ((side, facts), count) in row_beaten.into_iter().zip(sides) {
                let event = format!("{}_of_{side}", row.hand.key());
                let title = format!("{} of the {side}'s beaten", row.hand.title());
                all.push((&event, &title), self.bet.net(&facts)?, *count);
            }
        }
        let tie = self.bet.net(&facts(Some(0), Ordering::Equal, None))?;
        all.push(("tie", "tie of two pair or better"), tie, self.tied);
        let loss = self.bet.net(&facts(None, Ordering::Equal, None))?;
        all.push(("loss", "loss"), loss, self.lost);
        if self.folded > 0 {
            let folded = Facts { line: Line::Folded, ..facts(None, Ordering::Equal, None) };
            all.push(("fold", "lost with a folded hand"), self.bet.net(&folded)?, self.folded);
        }
        Ok(all)
    }
}
