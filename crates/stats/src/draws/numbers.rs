//! How often each number and each pair of numbers came, over all draws and block by block.

use super::{Game, members};
use crate::battery::{Drift, Figures, Most};
use crate::laws::graph::{self, Graph};
use crate::special::binomial_both;
use crate::symbols::report::{self, Report};

/// Occurrences that a cell of a chi-square must expect.
const EXPECTS: f64 = 5.0;
/// The same of a pair: there are many cells of the same expectation.
const PAIR_EXPECTS: f64 = 2.0;
/// Blocks over time at most.
const BLOCKS_MAX: u64 = 20;
const DEVIATION: &str = "rms relative deviation of a number's frequency";

pub(super) fn counts(game: Game, sets: &[u128]) -> Vec<u64> {
    let mut counts = vec![0; usize::from(game.numbers)];
    sets.iter().flat_map(|set| members(*set)).for_each(|i| counts[i] += 1);
    counts
}

/// Sum of squares of the counts less their means, over what makes its mean `numbers - 1`: the counts of
/// draws without replacement have the covariance of a multinomial times (n - k)/(n - 1).
pub(super) fn quadratic(game: Game, counts: &[u64], draws: u64) -> f64 {
    let (n, k) = game.sizes();
    let mean = draws as f64 * game.chance();
    let squares: f64 = counts.iter().map(|c| (*c as f64 - mean) * (*c as f64 - mean)).sum();
    squares / mean * (n - 1.0) / (n - k)
}

/// Draws that have the noncentrality of a chi-square of independent numbers.
fn weight(game: Game, draws: u64) -> u64 {
    let (n, k) = game.sizes();
    (draws as f64 * k * (n - 1.0) / (n - k)).round() as u64
}

/// The most unusual of many equal binomial counts, by Bonferroni's bound: safe if they depend.
pub(super) fn most_unusual(
    counts: impl Iterator<Item = u64>,
    trials: u64,
    chance: f64,
    measure: &'static str,
) -> Option<Figures> {
    let (mut cells, mut most, mut least) = (0, 0, u64::MAX);
    for count in counts {
        (cells, most, least) = (cells + 1, most.max(count), least.min(count));
    }
    let ends = [most, least].map(|count| (count, trials, chance));
    let mut figures = report::extreme_of(&ends, cells, measure)?;
    let alone = ends.map(|(count, trials, chance)| binomial_both(count, trials, chance));
    figures.p = alone[0].least(alone[1]).times(cells as f64);
    Some(figures)
}

/// The number furthest from its mean.
pub(super) fn most_unusual_number(game: Game, sets: &[u128]) -> Option<Most> {
    report::furthest(&counts(game, sets), |_| sets.len() as f64 * game.chance())
}

/// The pair of numbers furthest from its mean.
pub(super) fn most_unusual_pair(game: Game, sets: &[u128]) -> Option<Most> {
    let table = pair_counts(game, sets);
    let rows = (0..).zip(&table);
    let pairs: Vec<([usize; 2], u64)> = rows
        .flat_map(|(i, row)| (0..).zip(row).skip(i + 1).map(move |(j, count)| ([i, j], *count)))
        .collect();
    let counts: Vec<u64> = pairs.iter().map(|(_, count)| *count).collect();
    match report::furthest(&counts, |_| sets.len() as f64 * game.pair_chance())? {
        Most::Label { label, count, expected } if game.drawn > 1 => {
            Some(Most::Pair { labels: pairs[label].0, count, expected })
        }
        _ => None,
    }
}

/// How often each pair came, i < j, row by row.
fn pair_counts(game: Game, sets: &[u128]) -> Vec<Vec<u64>> {
    let n = usize::from(game.numbers);
    let mut pairs = vec![vec![0; n]; n];
    for set in sets {
        for i in members(*set) {
            members(*set >> i >> 1).for_each(|step| pairs[i][i + 1 + step] += 1);
        }
    }
    pairs
}

/// Variance of the counts of pairs, once the part that the numbers' own frequencies explain is taken
/// out, of one draw: the eigenvalue p2 - 2 p3 + p4 of their covariance on the representation
/// (n - 2, 2), p_m the chance of m given numbers.
pub(super) fn pair_eigenvalue(game: Game) -> f64 {
    graph::pair_eigenvalue(game.numbers.into(), Graph::hands(1, game.drawn.into()))
}

/// Sum of squares of what the pairs have beyond the frequencies of their numbers, over its eigenvalue:
/// chi-square with n (n - 3) / 2 degrees of freedom.
pub(super) fn pairs_quadratic(game: Game, sets: &[u128]) -> f64 {
    let (n, k) = game.sizes();
    let pairs = pair_counts(game, sets);
    // With k numbers a draw the pairs of a number add up to k - 1 times its count.
    let draws = sets.len() as f64;
    let beyond: Vec<f64> = counts(game, sets)
        .iter()
        .map(|c| (k - 1.0) * (*c as f64 - draws * game.chance()) / (n - 2.0))
        .collect();
    let mut squares = 0.0;
    for (i, row) in pairs.iter().enumerate() {
        for (j, count) in row.iter().enumerate().skip(i + 1) {
            let left = *count as f64 - draws * game.pair_chance() - beyond[i] - beyond[j];
            squares += left * left;
        }
    }
    squares / (draws * pair_eigenvalue(game))
}

/// Where each block of the draws ends; there are as many blocks as expect enough of each number.
fn blocks(game: Game, draws: u64) -> Vec<usize> {
    let blocks = (draws / block_needs(game)).min(BLOCKS_MAX);
    (1..=blocks).map(|b| (b * draws / blocks) as usize).collect()
}

/// Draws of one block.
fn block_needs(game: Game) -> u64 {
    let rare = game.chance().min(1.0 - game.chance());
    (EXPECTS / rare).ceil() as u64
}

/// What each block adds: (draws up to its end, its quadratic form).
fn by_block(game: Game, sets: &[u128]) -> Vec<(u64, f64)> {
    let mut from = 0;
    let mut parts = Vec::new();
    for to in blocks(game, sets.len() as u64) {
        let part = &sets[from..to];
        parts.push((to as u64, quadratic(game, &counts(game, part), part.len() as u64)));
        from = to;
    }
    parts
}

/// The number that came most unusually often or seldom in one block, by its chance and by how often it came in all draws.
fn most_of_a_block(game: Game, sets: &[u128]) -> Option<Most> {
    let all = counts(game, sets);
    let mut found: Option<(f64, Most)> = None;
    let mut from = 0;
    for to in blocks(game, sets.len() as u64) {
        let length = (to - from) as f64;
        let expected = length * game.chance();
        for (label, count) in counts(game, &sets[from..to]).into_iter().enumerate() {
            let of_all = all[label] as f64 * length / sets.len() as f64;
            let off = |mean: f64| (count as f64 - mean).abs() / mean.max(1.0).sqrt();
            let off = off(expected).min(off(of_all));
            if found.as_ref().is_none_or(|(most, _)| off > *most) {
                let (from, length) = (from as u64, length as u64);
                found = Some((off, Most::Stretch { label, from, length, count, expected }));
            }
        }
        from = to;
    }
    found.map(|(_, most)| most)
}

pub(super) fn drift(game: Game, sets: &[u128]) -> Option<Drift> {
    let df = f64::from(game.numbers) - 1.0;
    let blocks: Vec<(u64, f64)> = by_block(game, sets)
        .into_iter()
        .map(|(draws, q)| (draws, (q - df) / (2.0 * df).sqrt()))
        .collect();
    (blocks.len() >= 2).then(|| Drift {
        key: "draws.drift".to_owned(),
        name: "Chi-square of the numbers' frequencies in blocks, standardised".to_owned(),
        blocks,
    })
}

pub(super) fn report(game: Game, sets: &[u128], say: &mut Report) {
    let draws = sets.len() as u64;
    let n = u64::from(game.numbers);
    let df = n as f64 - 1.0;
    let counted = counts(game, sets);
    say.test("draws.frequency", draws, block_needs(game), || {
        let q = quadratic(game, &counted, draws);
        Some(report::chi_square(q, df, weight(game, draws), DEVIATION))
    });
    say.test("draws.max_number", draws, 10, || {
        let measure = "relative deviation of one number's frequency";
        most_unusual(counted.iter().copied(), draws, game.chance(), measure)
    });
    pairs(game, sets, say);
    say.most("draws.drift", most_of_a_block(game, sets));
    say.test("draws.drift", draws, 2 * block_needs(game), || {
        let parts = by_block(game, sets);
        // What all draws together have is taken out: the blocks are compared with one another.
        let within: f64 = parts.iter().map(|(_, q)| q).sum();
        let q = within - quadratic(game, &counted, draws);
        let df = (parts.len() as f64 - 1.0) * df;
        let measure = "rms relative deviation of a number's frequency in a block";
        Some(report::chi_square(q, df, weight(game, draws), measure))
    });
}

fn pairs(game: Game, sets: &[u128], say: &mut Report) {
    let draws = sets.len() as u64;
    let n = u64::from(game.numbers);
    if game.drawn < 2 {
        for key in ["draws.pairs", "draws.max_pair"] {
            say.not_run(key, "a draw of one number has no pairs");
        }
        return;
    }
    if game.numbers - game.drawn < 2 || game.numbers < 4 {
        say.not_run(
            "draws.pairs",
            "what a draw leaves out is one number, and says all of its pairs",
        );
    } else {
        // Pairs that came, pairs that stayed away and pairs of which one came are alike.
        let rare = game.pair_chance().min(1.0 - game.pair_chance());
        let needs = (PAIR_EXPECTS / rare).ceil() as u64;
        say.test("draws.pairs", draws, needs, || {
            let cells = n as f64 * (n as f64 - 1.0) / 2.0;
            let p2 = game.pair_chance();
            let weight = draws as f64 * p2 * p2 * cells / pair_eigenvalue(game);
            Some(report::chi_square(
                pairs_quadratic(game, sets),
                n as f64 * (n as f64 - 3.0) / 2.0,
                weight.round() as u64,
                "rms relative deviation of a pair's frequency beyond its numbers'",
            ))
        });
    }
    say.test("draws.max_pair", draws, 10, || {
        let table = pair_counts(game, sets);
        let above = table.iter().enumerate().flat_map(|(i, row)| row.iter().skip(i + 1).copied());
        let measure = "relative deviation of one pair's frequency";
        most_unusual(above, draws, game.pair_chance(), measure)
    });
}
