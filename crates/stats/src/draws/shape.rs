//! What a draw looks like by itself: the sum of its numbers, and neighbours among them.

use super::order::mean_and_law;
use super::{Game, members};
use crate::symbols::report::Report;

pub(super) fn neighbours(set: u128) -> usize {
    (set & set >> 1).count_ones() as usize
}

pub(super) fn sum(set: u128) -> usize {
    members(set).map(|i| i + 1).sum()
}

pub(super) fn report(game: Game, sets: &[u128], say: &mut Report) {
    let law = game.sum_law();
    let mut sums = vec![0; law.len()];
    sets.iter().for_each(|set| sums[sum(*set)] += 1);
    mean_and_law(["draws.sum", "draws.sum_law"], &sums, &law, 0.05, say);
    if game.drawn < 2 {
        for key in ["draws.neighbours", "draws.neighbours_law"] {
            say.not_run(key, "a draw of one number has no neighbours");
        }
        return;
    }
    let law = game.neighbours_law();
    let mut counts = vec![0; law.len()];
    sets.iter().for_each(|set| counts[neighbours(*set)] += 1);
    mean_and_law(["draws.neighbours", "draws.neighbours_law"], &counts, &law, 0.0, say);
}
