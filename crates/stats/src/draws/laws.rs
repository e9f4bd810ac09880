//! Exact laws of one draw, and of one number over time.

use super::{Bonus, Game};
use crate::special::{Prob, ln_choose};

/// Draws at the beginning with fewer numbers are spoken of below this chance.
const NO_CHANCE: f64 = 1e-6;

impl Game {
    pub(super) fn chance(self) -> f64 {
        f64::from(self.drawn) / f64::from(self.numbers)
    }

    pub(super) fn pair_chance(self) -> f64 {
        let (n, k) = self.sizes();
        k * (k - 1.0) / (n * (n - 1.0))
    }

    /// The numbers that a bonus number is one of: 1 to this.
    pub(super) fn bonus_numbers(self, from: Bonus) -> u8 {
        match from {
            Bonus::Rest => self.numbers,
            Bonus::Wheel(last) => last,
        }
    }

    pub(super) fn sizes(self) -> (f64, f64) {
        (f64::from(self.numbers), f64::from(self.drawn))
    }

    /// ln of the number of different draws.
    pub(super) fn ln_draws(self) -> f64 {
        ln_choose(self.numbers.into(), self.drawn.into())
    }

    /// P(j numbers in common with a given set of as many), j from none to all: hypergeometric.
    pub(super) fn overlap_law(self) -> Vec<f64> {
        let (n, k) = (u64::from(self.numbers), u64::from(self.drawn));
        let ln = |j: u64| ln_choose(k, j) + ln_choose(n - k, k - j) - self.ln_draws();
        (0..=k).map(|j| ln(j).exp()).collect()
    }

    /// P(j pairs of neighbouring numbers i, i + 1 in a draw): the k numbers make k - j runs, which cut
    /// at j of k - 1 places and stand at k - j of the n - k + 1 places between the others.
    pub(super) fn neighbours_law(self) -> Vec<f64> {
        let (n, k) = (u64::from(self.numbers), u64::from(self.drawn));
        let ln = |j: u64| ln_choose(k - 1, j) + ln_choose(n - k + 1, k - j) - self.ln_draws();
        (0..k).map(|j| ln(j).exp()).collect()
    }

    /// P(the numbers of a draw add up to s), from zero on: of C(90, 45) = 1.0e26 draws at most.
    pub(super) fn sum_law(self) -> Vec<f64> {
        let (n, k) = (usize::from(self.numbers), usize::from(self.drawn));
        let most = k * (2 * n - k + 1) / 2;
        // ways[j][s]: sets of j of the numbers so far that add up to s.
        let mut ways = vec![vec![0_u128; most + 1]; k + 1];
        ways[0][0] = 1;
        for number in 1..=n {
            for j in (1..=k.min(number)).rev() {
                let (below, now) = ways.split_at_mut(j);
                for s in number..=most {
                    now[0][s] += below[j - 1][s - number];
                }
            }
        }
        let all: u128 = ways[k].iter().sum();
        ways[k].iter().map(|w| *w as f64 / all as f64).collect()
    }
}

/// P(an event of this chance stays away for `length` draws in a row, somewhere in `draws`).
///
/// It stays away for the first time up to draw t either before, or just then: t - length was the event
/// (or the beginning), and no such stretch before it. All terms are positive, so small tails are exact.
pub(super) fn absence(draws: u64, length: u64, chance: f64) -> Prob {
    if length == 0 {
        return Prob::new(1.0);
    }
    let Some(more) = draws.checked_sub(length) else { return Prob::new(0.0) };
    let stays = (length as f64 * (-chance).ln_1p()).exp();
    // seen[i]: probability of such a stretch within the first `length + i` draws.
    let mut seen = vec![stays];
    for t in 1..=more as usize {
        // The draw before the stretch is the event; before that draw there was no such stretch.
        let before = t.checked_sub(length as usize + 1).map_or(0.0, |i| seen[i]);
        seen.push(seen[t - 1] + chance * stays * (1.0 - before));
    }
    Prob::new(seen[more as usize])
}

pub(super) fn fewer_at_first(game: Game, sets: impl Iterator<Item = u128>) -> Option<(u64, u8)> {
    let (mut highest, mut best) = (0, None);
    let mut least = NO_CHANCE.ln() - f64::from(game.numbers).ln();
    for (draws, set) in (1_u64..).zip(sets) {
        highest = highest.max(u128::BITS - set.leading_zeros());
        if highest == u32::from(game.numbers) {
            break;
        }
        let each = ln_choose(highest.into(), game.drawn.into()) - game.ln_draws();
        let ln = draws as f64 * each;
        if ln < least {
            (least, best) = (ln, Some((draws, u8::try_from(highest).unwrap_or(game.numbers))));
        }
    }
    best
}
