//! The aggregate limits of side bets in one round: what each win is still allowed, by the order of
//! settlement or in proportion to what was won (rulings `aggregate_counts` and `aggregate_shortfall`).

use crate::readings::Shortfall;
use crate::rules::TableRules;
use feltproof_model::{Money, Rounding, Wager};

/// A wager that won: its row, its stake and its winnings in micro-dollars.
#[derive(Clone, Copy)]
pub(crate) struct Win {
    pub(crate) row: usize,
    pub(crate) stake: i64,
    pub(crate) won: i64,
}

/// Micro-dollars still there; `None` is without limit.
#[derive(Clone)]
pub(crate) struct Aggregates<'a> {
    rules: &'a TableRules,
    left: [Option<i64>; Wager::COUNT],
    /// What shared limits allow: wager, row, winnings.
    shares: Vec<(Wager, usize, i64)>,
}

impl<'a> Aggregates<'a> {
    pub(crate) fn new(rules: &'a TableRules) -> Self {
        let left = Wager::ALL.map(|w| rules.aggregate(w).map(Money::micros));
        Self { rules, left, shares: Vec::new() }
    }

    /// True when all winners of a side bet share its limit.
    pub(crate) fn is_shared(&self, wager: Wager) -> bool {
        let in_order = self.rules.readings.shortfall == Shortfall::OrderOfSettlement;
        self.concern(wager) && !in_order
    }

    /// True when a limit concerns this wager.
    pub(crate) fn concern(&self, wager: Wager) -> bool {
        self.left[wager as usize].is_some()
    }

    /// True when no limit is below what was won of these sums.
    pub(crate) fn cover(&self, counted: &[i128; Wager::COUNT]) -> bool {
        let limits = self.left.iter().zip(counted);
        limits.into_iter().all(|(limit, sum)| limit.is_none_or(|limit| *sum <= i128::from(limit)))
    }

    /// What a win counts against the limit beside its winnings: the stake that comes back, by ruling.
    pub(crate) fn beside(&self, stake: i64) -> i64 {
        if self.rules.readings.aggregate_counts_stakes { stake } else { 0 }
    }

    /// Shares the limit of a side bet among all its winners, who stand in the order of settlement.
    pub(crate) fn share(&mut self, wager: Wager, wins: &[Win]) {
        let Some(limit) = self.left[wager as usize] else { return };
        let total: i128 = wins.iter().map(|win| i128::from(win.won)).sum();
        let stakes: i128 = wins.iter().map(|win| i128::from(self.beside(win.stake))).sum();
        // Stakes come back to winners in any case; what the limit has left beside them is shared.
        let pool = (i128::from(limit) - stakes).max(0);
        if total <= pool {
            return;
        }
        let chip = self.rules.readings.share_chip.micros();
        let first = self.shares.len();
        let mut left = pool;
        for win in wins {
            let chips = Rounding::Down.divide(i128::from(win.won) * pool, total * i128::from(chip));
            let share = chips.expect("a chip is worth something") * i128::from(chip);
            left -= share;
            let share = i64::try_from(share).expect("a share is no more than was won");
            self.shares.push((wager, win.row, share));
        }
        if self.rules.readings.shortfall != Shortfall::ProRataInOrder {
            return;
        }
        for ((_, _, share), win) in self.shares.iter_mut().skip(first).zip(wins) {
            if left >= i128::from(chip) && win.won - *share >= chip {
                *share += chip;
                left -= i128::from(chip);
            }
        }
    }

    /// The winnings that the limit allows.
    pub(crate) fn allowed(&self, wager: Wager, win: Win) -> i64 {
        if self.is_shared(wager) {
            let share = self.shares.iter().find(|(w, row, _)| *w == wager && *row == win.row);
            return share.map_or(win.won, |(_, _, share)| *share);
        }
        let Some(left) = self.left[wager as usize] else { return win.won };
        win.won.min((left - self.beside(win.stake)).max(0))
    }

    /// Takes what was paid of a win from the limit: what a bank cannot pay is paid to nobody.
    pub(crate) fn paid(&mut self, wager: Wager, win: Win, paid: i64) {
        let counted = paid + self.beside(win.stake);
        let left = &mut self.left[wager as usize];
        *left = left.map(|left| (left - counted).max(0));
    }
}
