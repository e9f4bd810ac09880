//! The bonus number. Drawn from a wheel of its own or from what a fair draw left, it is any number with
//! the same chance, and independent from draw to draw.

use super::numbers::most_unusual;
use super::{Draw, Game};
use crate::symbols::report::{self, Report};

/// The tests; none where the game has no bonus number.
pub(super) fn report(game: Game, all: &[Draw], say: &mut Report) {
    let Some(from) = game.bonus else { return };
    let there = game.bonus_numbers(from);
    let mut counts = vec![0_u64; usize::from(there)];
    all.iter().filter(|d| d.bonus != 0).for_each(|d| counts[usize::from(d.bonus) - 1] += 1);
    let drawn: u64 = counts.iter().sum();
    let chance = 1.0 / f64::from(there);
    let df = f64::from(there) - 1.0;
    // Archives may hold a bonus number for a part of the draws only: these tests need so many of them.
    let needs = 5 * u64::from(there);
    say.test_of("draws.bonus_frequency", (drawn, drawn), needs, || {
        Some(report::chi_square(report::uniform(&counts), df, drawn))
    });
    say.test_of("draws.bonus_max", (drawn, drawn), 10, || most_unusual(&counts, drawn, chance));
    let both = || all.iter().zip(all.iter().skip(1)).filter(|(a, b)| a.bonus != 0 && b.bonus != 0);
    let pairs = both().count() as u64;
    say.test_of("draws.bonus_again", (pairs, pairs), needs, || {
        let again = both().filter(|(a, b)| a.bonus == b.bonus).count() as u64;
        report::extreme(&[(again, pairs, chance)])
    });
}
