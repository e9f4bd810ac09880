//! What a draw has of the draws before: numbers shared, how long ago each number came, identical draws.

use super::laws;
use super::{Draw, Game, members};
use crate::battery::{Copies, Effect, Figures, Law, Most};
use crate::laws::CountLaw;
use crate::special;
use crate::symbols::report::{self, Report};

/// Gaps from this length on are one class, with the numbers that have not come yet.
const AGES: usize = 32;
const EXPECTS: f64 = 10.0;
/// Identical draws are Poisson where there are so many times more different draws than draws.
const SPARSE: f64 = 20.0;
/// And a table of whole draws where each expects so many.
const DENSE: f64 = 5.0;

/// Numbers shared with the draw `lag` before, of all draws that have one. Given the draws before, a draw
/// is any set with the same chance, so these counts are independent, whatever the lag.
pub(super) fn overlaps(game: Game, all: &[Draw], lag: usize) -> Vec<u64> {
    let mut law = vec![0; usize::from(game.drawn) + 1];
    for (before, now) in all.iter().zip(all.iter().skip(lag)) {
        if before.set != 0 && now.set != 0 {
            law[(before.set & now.set).count_ones() as usize] += 1;
        }
    }
    law
}

/// Mean and law of counts whose exact law is known: two tests. A cell of the second holds this `share` of
/// the observations at least, which keeps a wide law to a few cells.
pub(super) fn mean_and_law(
    keys: [&'static str; 2],
    counts: &[u64],
    law: &[f64],
    share: f64,
    say: &mut Report,
) {
    let seen: u64 = counts.iter().sum();
    let CountLaw { mean, variance, .. } = CountLaw::from_pmf(law.to_vec());
    // So many that the sum is near enough to normal also where a count is rarely above zero.
    let needs = (25.0 / variance).ceil().max(30.0) as u64;
    say.test_of(keys[0], (seen, seen), needs, || {
        let sum: u64 = (0_u64..).zip(counts).map(|(x, times)| x * times).sum();
        let spread = (seen as f64 * variance).sqrt();
        let z = (sum as f64 - seen as f64 * mean) / spread;
        Some(report::normal(z, spread / seen as f64))
    });
    say.test_of(keys[1], (seen, seen), report::pooled_needs(law, 5.0).max(30), || {
        let (q, df) = report::pooled(counts, law, (seen as f64 * share).max(5.0))?;
        Some(report::chi_square(q, df, seen))
    });
}

/// How long ago the numbers of a draw came last, against all numbers: of the m numbers of one age the
/// next draw holds m k / n, given everything before, with the covariance of a draw without replacement.
/// The sums over all draws are a martingale of known variance; this is the law of all gaps together,
/// which are geometric but, of the numbers of one draw, not independent.
#[derive(Clone, Debug)]
pub(super) struct Ages {
    /// Numbers drawn, of each age.
    pub(super) drawn: Vec<u64>,
    /// Numbers there were, of each age, summed over the draws.
    pub(super) there: Vec<u64>,
    /// Products of these, summed over the draws.
    pub(super) products: Vec<Vec<u64>>,
}

impl Ages {
    pub(super) fn of(game: Game, sets: &[u128]) -> Self {
        let mut ages = Self {
            drawn: vec![0; AGES],
            there: vec![0; AGES],
            products: vec![vec![0; AGES]; AGES],
        };
        let mut age_of = vec![AGES - 1; usize::from(game.numbers)];
        for set in sets {
            let mut now = [0_u64; AGES];
            age_of.iter().for_each(|age| now[*age] += 1);
            for (a, m) in now.iter().enumerate().filter(|(_, m)| **m > 0) {
                ages.there[a] += m;
                now.iter().zip(&mut ages.products[a]).for_each(|(other, sum)| *sum += m * other);
            }
            members(*set).for_each(|i| ages.drawn[age_of[i]] += 1);
            age_of.iter_mut().for_each(|age| *age = (*age + 1).min(AGES - 1));
            members(*set).for_each(|i| age_of[i] = 0);
        }
        ages
    }

    /// The ages taken together until each class expects enough; which, the number of draws says alone.
    fn classes(game: Game, draws: u64) -> Vec<usize> {
        let (p, hits) = (game.chance(), draws as f64 * f64::from(game.drawn));
        let mut class_of = vec![0; AGES];
        let (mut class, mut open, mut rest) = (0, 0.0, 1.0);
        for place in &mut class_of {
            *place = class;
            open += hits * rest * p;
            rest *= 1.0 - p;
            if open >= EXPECTS && hits * rest >= EXPECTS {
                (class, open) = (class + 1, 0.0);
            }
        }
        class_of
    }

    fn needs(game: Game) -> u64 {
        let p = game.chance();
        (EXPECTS / (f64::from(game.drawn) * p.min(1.0 - p))).ceil().max(30.0) as u64
    }

    /// The age whose numbers come again most unusually often or seldom; not the last, which is all the older ones.
    fn most(&self, game: Game) -> Option<Most> {
        let of = |((distance, drawn), there): ((u64, &u64), &u64)| {
            let expected = *there as f64 * game.chance();
            let off = (*drawn as f64 - expected).abs() / expected.max(1.0).sqrt();
            (off, Most::Distance { distance, count: *drawn, trials: *there, expected })
        };
        let all = (1..).zip(&self.drawn).zip(&self.there).take(AGES - 1).map(of);
        all.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, most)| most)
    }

    /// The quadratic form and its degrees of freedom; `None` where some class never was there.
    fn quadratic(&self, game: Game, draws: u64) -> Option<(f64, f64)> {
        let class_of = Self::classes(game, draws);
        let df = *class_of.last()?;
        let (n, k) = game.sizes();
        let scale = k * (n - k) / (n * n * (n - 1.0));
        // The last class is what the others leave.
        let mut off = vec![0.0; df];
        let mut covariance = vec![vec![0.0; df]; df];
        for (a, class) in class_of.iter().enumerate().filter(|(_, class)| **class < df) {
            off[*class] += self.drawn[a] as f64 - k / n * self.there[a] as f64;
            covariance[*class][*class] += scale * n * self.there[a] as f64;
            for (b, other) in class_of.iter().enumerate().filter(|(_, other)| **other < df) {
                covariance[*class][*other] -= scale * self.products[a][b] as f64;
            }
        }
        Some((special::inverse_form(covariance, &off)?, df as f64))
    }
}

/// The longest stretch of draws without one number, over all numbers: the number less one, the place of the first of
/// these draws, and how many.
pub(super) fn longest_absence(game: Game, sets: &[u128]) -> (usize, u64, u64) {
    let draws = sets.len() as u64;
    let mut last = vec![0; usize::from(game.numbers)];
    let mut longest = (0, 0, 0);
    let mut see = |number, from, length| {
        if length > longest.2 {
            longest = (number, from, length);
        }
    };
    for (place, set) in (1_u64..).zip(sets) {
        for i in members(*set) {
            see(i, last[i], place - 1 - last[i]);
            last[i] = place;
        }
    }
    last.iter().enumerate().for_each(|(i, place)| see(i, *place, draws - place));
    longest
}

fn absence_figures(game: Game, draws: u64, longest: u64) -> Figures {
    let p = |length| laws::absence(draws, length, game.chance()).times(f64::from(game.numbers));
    let unusual = |length: u64| p(length).p() <= 0.01;
    let shortest = special::first(0, draws, unusual);
    let effect = report::effect(longest as f64, unusual(shortest).then_some(shortest as f64));
    let law = Law::Named("the longest absence of any number, exact for each, Bonferroni");
    Figures::new(longest as f64, law, p(longest), effect)
}

/// Identical draws: pairs of them, Poisson, where draws are many more than were made; a table of all
/// draws there can be where each comes several times.
fn repeats(game: Game, sets: &[u128], say: &mut Report) {
    let draws = sets.len() as u64;
    let ln_each = (draws.max(1) as f64).ln() - game.ln_draws();
    let dense = ln_each >= DENSE.ln();
    if !dense && ln_each > -SPARSE.ln() {
        let why = "so many draws of so small a game repeat by right, and yet too few to count each";
        return say.not_run("draws.repeats", why);
    }
    say.test("draws.repeats", draws, 30, || {
        let mut sorted = sets.to_vec();
        sorted.sort_unstable();
        let runs = sorted.chunk_by(|a, b| a == b).map(|same| same.len() as u64);
        let equal: u64 = runs.map(|times| times * (times - 1) / 2).sum();
        if !dense {
            let mean = (2.0 * ln_each + game.ln_draws()).exp() / 2.0 * (1.0 - 1.0 / draws as f64);
            let effect =
                report::effect(equal as f64 / mean, special::detectable_times(mean, 0.01, 0.9));
            let p = special::poisson_at_least(equal, mean);
            return Some(Figures::new(equal as f64, Law::Poisson { mean }, p, effect));
        }
        let expected = ln_each.exp();
        let q = (2 * equal + draws) as f64 / expected - draws as f64;
        let df = game.ln_draws().exp().round() - 1.0;
        let figures = report::chi_square(q, df, draws);
        let measure = "rms relative deviation of a draw's frequency";
        Some(Figures { effect: Effect { measure, ..figures.effect }, ..figures })
    });
}

/// Draws that are like an earlier one, by their places.
fn copies(all: &[Draw]) -> Option<Most> {
    let places = (0..).zip(all).filter(|(_, draw)| draw.set != 0);
    let mut draws: Vec<(u128, u64)> = places.map(|(at, draw)| (draw.set, at)).collect();
    draws.sort_unstable();
    let alike = draws.windows(2).filter(|two| two[0].0 == two[1].0);
    let pairs: Vec<(u64, u64)> = alike.map(|two| (two[0].1, two[1].1)).collect();
    (!pairs.is_empty()).then(|| Most::Copies(Copies::of(pairs)))
}

pub(super) fn report(game: Game, all: &[Draw], sets: &[u128], say: &mut Report) {
    let law = game.overlap_law();
    let keys =
        [["draws.overlap_1", "draws.overlap_1_law"], ["draws.overlap_2", "draws.overlap_2_law"]];
    for (lag, keys) in (1..).zip(keys) {
        mean_and_law(keys, &overlaps(game, all, lag), &law, 0.0, say);
    }
    let draws = sets.len() as u64;
    let ages = Ages::of(game, sets);
    say.most("draws.gaps", ages.most(game));
    say.test("draws.gaps", draws, Ages::needs(game), || {
        let (q, df) = ages.quadratic(game, draws)?;
        let hits = draws * u64::from(game.drawn);
        Some(report::chi_square(q, df, hits))
    });
    let (label, from, length) = longest_absence(game, sets);
    say.test("draws.longest_absence", draws, 10, || Some(absence_figures(game, draws, length)));
    let expected = length as f64 * game.chance();
    let most = Most::Stretch { label, from, length, count: 0, expected };
    say.most("draws.longest_absence", (length > 0).then_some(most));
    repeats(game, sets, say);
    say.most("draws.repeats", copies(all));
}
