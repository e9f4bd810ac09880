//! Draws that come again: within a few draws, or several in a row.

use super::{Draw, Game};
use crate::battery::{Figures, Law};
use crate::special::{self, Prob};
use crate::symbols::report::{self, Report};

/// Draws before one that it is compared with.
const NEAR: usize = 10;
/// Earlier places of the same draws that each place is compared with, the nearest first.
const EARLIER_MAX: usize = 50;
/// So many earlier places of the same draws are nothing unusual: so many more draws in a row are looked for.
const EARLIER_EXPECTED: f64 = 10.0;
const LONGEST: usize = 400;

/// Draws in a row that came before in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// Index of the first of them, counted from zero in the order of the draws.
    pub from: usize,
    /// Index from which on they come again.
    pub again: usize,
    /// How many.
    pub draws: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Chance {
    draws: usize,
    /// Logarithm of the number of draws there can be.
    ln_each: f64,
    /// Draws in a row that are looked for at least.
    least: usize,
}

impl Chance {
    pub(super) fn new(game: Game, draws: usize) -> Self {
        let (ln_each, ln_draws) = (game.ln_draws(), (draws.max(1) as f64).ln());
        let above = (ln_draws - (2.0 * EARLIER_EXPECTED).ln()).max(0.0);
        Self { draws, ln_each, least: 1 + (above / ln_each) as usize }
    }

    /// How many pairs of places are so near, and begin so many equal draws, by chance: an upper bound, which orders
    /// them from the most unusual on.
    fn ln_expected(self, distance: usize, draws: usize) -> f64 {
        (self.draws.max(1) as f64).ln() + (distance as f64).ln()
            - draws.min(LONGEST) as f64 * self.ln_each
    }

    /// Probability of any draws that come again as unusually as this: at most the expected number of such pairs of
    /// places, each of which has `draws` equalities of chance one in all draws there can be.
    fn p(self, ln_expected: f64) -> Prob {
        let ln_pairs = |draws: usize| {
            let ln_reach = ln_expected + draws as f64 * self.ln_each - (self.draws as f64).ln();
            // The pair itself is within its own reach, whatever the last digit.
            let reach = (ln_reach.exp() * (1.0 + 1e-9)).floor().min((self.draws - draws) as f64);
            let places = (self.draws - draws + 1) as f64;
            let pairs = reach * places - reach * (reach + 1.0) / 2.0;
            (pairs > 0.0).then(|| pairs.ln() - draws as f64 * self.ln_each)
        };
        let terms: Vec<f64> = (self.least..=LONGEST.min(self.draws)).filter_map(ln_pairs).collect();
        let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum = terms.iter().map(|ln| (ln - most).exp()).sum::<f64>();
        Prob::from_ln((most + sum.ln()).min(0.0))
    }
}

/// All draws in a row that came before, the most unusual first.
pub(super) fn again(chance: Chance, all: &[Draw]) -> Vec<Again> {
    let least = chance.least;
    let window = |at: &usize| all[*at..*at + least].iter().map(|draw| draw.set);
    let is_usable = |at: &usize| window(at).all(|set| set != 0);
    let mut places: Vec<usize> =
        (0..(all.len() + 1).max(least) - least).filter(is_usable).collect();
    places.sort_by(|a, b| window(a).cmp(window(b)).then(a.cmp(b)));
    let is_equal = |a: usize, b: usize| all[a].set == all[b].set && all[a].set != 0;
    let mut found = Vec::new();
    for same in places.chunk_by(|a, b| window(a).eq(window(b))) {
        for (at, later) in same.iter().enumerate() {
            for earlier in same[..at].iter().rev().take(EARLIER_MAX) {
                let begins_before = *earlier > 0 && is_equal(*earlier - 1, *later - 1);
                if !begins_before {
                    let draws = (0..all.len() - later)
                        .take_while(|step| is_equal(earlier + step, later + step))
                        .count();
                    found.push(Again { from: *earlier, again: *later, draws });
                }
            }
        }
    }
    let rank = |one: &Again| chance.ln_expected(one.again - one.from, one.draws);
    found.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then(a.again.cmp(&b.again)));
    found
}

/// Draws equal to one of the `near` before, and draws that have one before.
fn near_again(all: &[Draw], near: usize) -> (u64, u64) {
    let comes_again = |(at, draw): (usize, &Draw)| {
        let before = &all[at.max(near) - near..at];
        (draw.set != 0 && at > 0).then(|| before.iter().any(|old| old.set == draw.set))
    };
    let seen = || all.iter().enumerate().filter_map(comes_again);
    (seen().filter(|again| *again).count() as u64, seen().count() as u64)
}

/// Given the draws before, a draw is one of the last few with this chance at most.
fn near_figures(all: &[Draw], near: usize, ln_each: f64) -> Figures {
    let (again, trials) = near_again(all, near);
    let chance = near as f64 * (-ln_each).exp();
    let mean = trials as f64 * chance;
    let effect = report::effect(again as f64 / mean, special::detectable_times(mean, 0.01, 0.9));
    let p = special::binomial_at_least(again, trials, chance);
    Figures::new(again as f64, Law::Binomial { trials, chance }, p, effect)
}

fn run_figures(chance: Chance, all: &[Draw]) -> Figures {
    let best = again(chance, all).into_iter().next();
    let expected = |one: Again| chance.ln_expected(one.again - one.from, one.draws);
    let p = best.map_or(Prob::new(1.0), |one| chance.p(expected(one)));
    let draws = best.map_or(0.0, |one| one.draws as f64);
    let seen = |draws: &usize| chance.p(chance.ln_expected(1, *draws)).p() <= 0.01;
    let effect = report::effect(draws, (1..=LONGEST).find(seen).map(|draws| draws as f64));
    let law = Law::Named("expected number of draws that come again so near and so long");
    Figures::new(draws, law, p, effect)
}

pub(super) fn report(game: Game, all: &[Draw], draws: u64, say: &mut Report) {
    let ln_each = game.ln_draws();
    if ln_each < (10.0 * NEAR as f64).ln() {
        say.not_run(
            "draws.repeats_near",
            "draws of so small a game come again within ten by right",
        );
    } else {
        say.test("draws.repeats_near", draws, 30, || Some(near_figures(all, NEAR, ln_each)));
    }
    let chance = Chance::new(game, all.len());
    say.test("draws.repeated_runs", draws, 30, || Some(run_figures(chance, all)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Game = Game { numbers: 4, drawn: 2, bonus: None };

    /// Every sequence of so many draws of the six there are.
    fn sequences(draws: u32) -> impl Iterator<Item = Vec<Draw>> {
        let sets = [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100];
        let draw = move |code: u32, at: u32| sets[(code / 6_u32.pow(at) % 6) as usize];
        let one = move |code| (0..draws).map(|at| Draw { set: draw(code, at), bonus: 0 }).collect();
        (0..6_u32.pow(draws)).map(one)
    }

    /// A probability that is no less than it says, over everything that can happen.
    fn is_no_less(ps: &mut [f64], what: &str) {
        ps.sort_by(f64::total_cmp);
        let all = ps.len() as f64;
        for (at, p) in ps.iter().enumerate() {
            let is_last = ps.get(at + 1).is_none_or(|next| next > p);
            let share = (at + 1) as f64 / all;
            assert!(!is_last || share <= p * (1.0 + 1e-9), "{what}: {share} at {p}");
        }
    }

    #[test]
    fn probabilities_hold_over_every_sequence_of_draws() {
        let chance = Chance::new(GAME, 7);
        let (mut runs, mut near) = (Vec::new(), Vec::new());
        for all in sequences(7) {
            runs.push(run_figures(chance, &all).p.p());
            near.push(near_figures(&all, 2, GAME.ln_draws()).p.p());
        }
        is_no_less(&mut runs, "runs");
        is_no_less(&mut near, "near");
        assert!(runs[0] < 2e-3 && runs[0] > 0.0, "seven equal draws: {}", runs[0]);
    }

    /// Pairs of places with so many equal draws, counted over every sequence of six draws.
    #[test]
    fn the_expected_number_of_pairs_is_that_of_all_sequences() {
        for (distance, draws) in [(1, 1), (1, 2), (2, 3), (3, 1), (4, 2)] {
            let mut pairs = 0.0;
            for all in sequences(6) {
                let equal = |from: usize| {
                    (from..from + draws).all(|at| all[at].set == all[at + distance].set)
                };
                pairs += (0..7 - distance - draws).filter(|from| equal(*from)).count() as f64;
            }
            let expected = (7 - distance - draws) as f64 * 6_f64.powi(-(draws as i32));
            assert!((pairs / 6_f64.powi(6) - expected).abs() < 1e-9, "{distance} {draws}");
        }
    }

    /// Worked by hand: a b c a b d e e, of which b is also the sixth but one.
    #[test]
    fn runs_are_found_whole_and_the_most_unusual_first() {
        let of = |set: &u128| Draw { set: *set, bonus: 0 };
        let all: Vec<Draw> = [1, 2, 3, 1, 2, 4, 5, 5, 0, 0].iter().map(of).collect();
        let game = Game { numbers: 39, drawn: 5, bonus: None };
        let found = again(Chance::new(game, all.len()), &all);
        let expected =
            [Again { from: 0, again: 3, draws: 2 }, Again { from: 6, again: 7, draws: 1 }];
        assert_eq!(found, expected);
        assert_eq!(near_again(&all, 10), (3, 7));
        // However long, with a probability that is no nought.
        let stuck = vec![of(&31); 1_000];
        let ln = run_figures(Chance::new(game, 1_000), &stuck).p.ln();
        assert!(ln.is_finite() && ln < -5_000.0, "{ln}");
    }
}
