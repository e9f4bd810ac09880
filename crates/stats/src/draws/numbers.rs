//! How often each number and each pair of numbers came, over all draws and block by block.

use super::{Game, members};
use crate::battery::{Drift, Figures, Most};
use crate::laws::graph::{self, Graph};
use crate::special::{binomial_both, least_likely};
use crate::symbols::report::{self, Report};

/// Occurrences that a cell of a chi-square must expect.
const EXPECTS: f64 = 5.0;
/// The same of a pair: there are many cells of the same expectation.
const PAIR_EXPECTS: f64 = 2.0;
const BLOCKS_MAX: u64 = 20;

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
pub(super) fn most_unusual(counts: &[u64], trials: u64, chance: f64) -> Option<Figures> {
    let (most, least, cells) = (counts.iter().max()?, counts.iter().min()?, counts.len());
    let ends = [most, least].map(|count| (*count, trials, chance));
    let figures = report::extreme_of(&ends, cells as u64)?;
    let (_, p) = least_likely(&ends, |(count, n, chance)| binomial_both(*count, *n, *chance))?;
    Some(Figures { p: p.times(cells as f64), ..figures })
}

/// What is said of the place of a pair in a list of them, as said of the pair.
fn of_pair(pairs: &[[usize; 2]], most: Most) -> Most {
    match most {
        Most::Label { label, count, expected } => {
            Most::Pair { labels: pairs[label], count, expected }
        }
        other => other,
    }
}

fn pair_counts(game: Game, sets: &[u128]) -> Vec<([usize; 2], u64)> {
    let n = usize::from(game.numbers);
    let mut pairs = vec![vec![0; n]; n];
    for set in sets {
        for i in members(*set) {
            members(*set >> i >> 1).for_each(|step| pairs[i][i + 1 + step] += 1);
        }
    }
    let both = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j]));
    both.map(|[i, j]| ([i, j], pairs[i][j])).collect()
}

/// Variance of the counts of pairs, once the part that the numbers' own frequencies explain is taken out, of one draw:
/// the eigenvalue p2 - 2 p3 + p4 of their covariance on the representation (n - 2, 2), p_m the chance of m given numbers.
pub(super) fn pair_eigenvalue(game: Game) -> f64 {
    graph::pair_eigenvalue(game.numbers.into(), Graph::hands(1, game.drawn.into()))
}

/// Sum of squares of what the pairs have beyond the frequencies of their numbers, over its eigenvalue:
/// chi-square with n (n - 3) / 2 degrees of freedom.
pub(super) fn pairs_quadratic(game: Game, sets: &[u128]) -> f64 {
    let (n, k) = game.sizes();
    // With k numbers a draw the pairs of a number add up to k - 1 times its count.
    let draws = sets.len() as f64;
    let beyond: Vec<f64> = counts(game, sets)
        .iter()
        .map(|c| (k - 1.0) * (*c as f64 - draws * game.chance()) / (n - 2.0))
        .collect();
    let square = |([i, j], count): ([usize; 2], u64)| {
        let left = count as f64 - draws * game.pair_chance() - beyond[i] - beyond[j];
        left * left
    };
    let squares: f64 = pair_counts(game, sets).into_iter().map(square).sum();
    squares / (draws * pair_eigenvalue(game))
}

/// The draws in as many blocks as expect enough of each number: where each begins, and how often each number came there.
fn blocks(game: Game, sets: &[u128]) -> Vec<(usize, usize, Vec<u64>)> {
    let draws = sets.len() as u64;
    let blocks = (draws / block_needs(game)).min(BLOCKS_MAX);
    let end = |b: u64| (b * draws / blocks) as usize;
    let block = |b| (end(b - 1), end(b), counts(game, &sets[end(b - 1)..end(b)]));
    (1..=blocks).map(block).collect()
}

fn block_needs(game: Game) -> u64 {
    let rare = game.chance().min(1.0 - game.chance());
    (EXPECTS / rare).ceil() as u64
}

/// What each block adds: (draws up to its end, its quadratic form).
fn by_block(game: Game, sets: &[u128]) -> Vec<(u64, f64)> {
    let form = |(from, to, counts): (usize, usize, Vec<u64>)| {
        (to as u64, quadratic(game, &counts, (to - from) as u64))
    };
    blocks(game, sets).into_iter().map(form).collect()
}

/// The number that came most unusually often or seldom in one block, by its chance and by how often it came in all draws.
fn most_of_a_block(game: Game, sets: &[u128]) -> Option<Most> {
    let all = counts(game, sets);
    let each = |(from, to, counts): (usize, usize, Vec<u64>)| {
        let length = (to - from) as f64;
        let expected = length * game.chance();
        let stretch = |(label, count): (usize, u64)| {
            let of_all = all[label] as f64 * length / sets.len() as f64;
            let off = |mean: f64| (count as f64 - mean).abs() / mean.max(1.0).sqrt();
            let (from, length) = (from as u64, length as u64);
            let most = Most::Stretch { label, from, length, count, expected };
            (off(expected).min(off(of_all)), most)
        };
        counts.into_iter().enumerate().map(stretch).collect::<Vec<_>>()
    };
    // The first of several that are as far off.
    let all = blocks(game, sets).into_iter().flat_map(each);
    all.reduce(|most, one| if one.0 > most.0 { one } else { most }).map(|(_, most)| most)
}

pub(super) fn drift(game: Game, sets: &[u128]) -> Option<Drift> {
    let df = f64::from(game.numbers) - 1.0;
    let point = |(draws, q): (u64, f64)| (draws, (q - df) / (2.0 * df).sqrt());
    let blocks: Vec<(u64, f64)> = by_block(game, sets).into_iter().map(point).collect();
    (blocks.len() >= 2).then(|| Drift {
        key: "draws.drift".to_owned(),
        name: "Chi-square of the numbers' frequencies in blocks, standardised".to_owned(),
        blocks,
    })
}

pub(super) fn report(game: Game, sets: &[u128], say: &mut Report) {
    let draws = sets.len() as u64;
    let df = f64::from(game.numbers) - 1.0;
    let counted = counts(game, sets);
    let form = quadratic(game, &counted, draws);
    say.test("draws.frequency", draws, block_needs(game), || {
        Some(report::chi_square(form, df, weight(game, draws)))
    });
    say.test("draws.max_number", draws, 10, || most_unusual(&counted, draws, game.chance()));
    say.most("draws.max_number", report::furthest(&counted, |_| draws as f64 * game.chance()));
    pairs(game, sets, say);
    say.most("draws.drift", most_of_a_block(game, sets));
    say.test("draws.drift", draws, 2 * block_needs(game), || {
        let parts = by_block(game, sets);
        // What all draws together have is taken out: the blocks are compared with one another.
        let q = parts.iter().map(|(_, q)| q).sum::<f64>() - form;
        Some(report::chi_square(q, (parts.len() as f64 - 1.0) * df, weight(game, draws)))
    });
}

fn pairs(game: Game, sets: &[u128], say: &mut Report) {
    if game.drawn < 2 {
        for key in ["draws.pairs", "draws.max_pair"] {
            say.not_run(key, "a draw of one number has no pairs");
        }
        return;
    }
    let draws = sets.len() as u64;
    let (n, chance) = (f64::from(game.numbers), game.pair_chance());
    if game.numbers - game.drawn < 2 || game.numbers < 4 {
        let why = "what a draw leaves out is one number, and says all of its pairs";
        say.not_run("draws.pairs", why);
    } else {
        // Pairs that came, pairs that stayed away and pairs of which one came are alike.
        let needs = (PAIR_EXPECTS / chance.min(1.0 - chance)).ceil() as u64;
        say.test("draws.pairs", draws, needs, || {
            let cells = n * (n - 1.0) / 2.0;
            let weight = draws as f64 * chance * chance * cells / pair_eigenvalue(game);
            let (q, df) = (pairs_quadratic(game, sets), n * (n - 3.0) / 2.0);
            Some(report::chi_square(q, df, weight.round() as u64))
        });
    }
    let (both, counts): (Vec<_>, Vec<u64>) = pair_counts(game, sets).into_iter().unzip();
    say.test("draws.max_pair", draws, 10, || most_unusual(&counts, draws, chance));
    let most = report::furthest(&counts, |_| draws as f64 * chance);
    say.most("draws.max_pair", most.map(|most| of_pair(&both, most)));
}
