//! How a count becomes a [`Test`]: figures, effects and the smallest effect that would have been seen.

use super::registered::Entry;
use crate::battery::{Effect, Figures, Law, Most, Outcome, Test};
use crate::special::{self, least_likely};

/// Level and power at which the smallest effect is stated, for one test alone.
const SEEN_LEVEL: f64 = 0.01;
const SEEN_POWER: f64 = 0.9;
/// Degrees of freedom from which a fit can be too good: below, a perfect fit has a probability of its own (one in forty
/// for two symbols and a thousand draws) where the law of chi-square has none.
const TOO_GOOD_DF: f64 = 5.0;

/// The tests of one stream while they are being collected.
pub(crate) struct Report {
    list: &'static [Entry],
    draws: u64,
    tests: Vec<Test>,
    most: Vec<(&'static str, Most)>,
}

impl Report {
    /// An empty one for `draws` draws, which the tests of `list` are for.
    pub(crate) fn new(list: &'static [Entry], draws: u64) -> Self {
        Self { list, draws, tests: Vec::new(), most: Vec::new() }
    }

    /// One test that counted `n` observations and is valid from `needs` draws on; of too few of these it has the draws.
    ///
    /// `needs` depends on what was declared alone, never on what was drawn, because it decides whether the
    /// test is on the list at this size ([`Battery::fitted`](crate::Battery)). `figures` is `None` where the stream is so far from chance
    /// that what the test counts hardly ever happened; the frequencies then say what is wrong.
    pub(crate) fn test(
        &mut self,
        key: &str,
        n: u64,
        needs: u64,
        figures: impl FnOnce() -> Option<Figures>,
    ) {
        let n = if self.draws >= needs { n } else { self.draws };
        self.test_of(key, (n, self.draws), needs, figures);
    }

    /// The same where what it needs is counted otherwise: `n` observations, and how many there are of what it needs.
    pub(crate) fn test_of(
        &mut self,
        key: &str,
        (n, there): (u64, u64),
        needs: u64,
        figures: impl FnOnce() -> Option<Figures>,
    ) {
        let why = "what this test counts hardly ever happens at the frequencies that were drawn";
        let outcome = if there < needs {
            Outcome::Insufficient { needs }
        } else {
            figures().map_or_else(|| Outcome::not_run(why), Outcome::Ran)
        };
        self.add(key, n, true, outcome);
    }

    /// A chi-square over `n` observations: statistic and degrees of freedom.
    pub(crate) fn chi(
        &mut self,
        key: &str,
        n: u64,
        needs: u64,
        form: impl FnOnce() -> Option<(f64, f64)>,
    ) {
        self.test(key, n, needs, || form().map(|(q, df)| chi_square(q, df, n)));
    }

    /// Counts that are all equally likely.
    pub(crate) fn uniform(&mut self, key: &str, counts: &[u64], needs: u64) {
        let df = counts.len() as f64 - 1.0;
        self.chi(key, counts.iter().sum(), needs, || Some((uniform(counts), df)));
    }

    /// Counts of this law, [`pooled`] until each cell expects `least` or that share of all.
    pub(crate) fn law(
        &mut self,
        key: &str,
        counts: &[u64],
        law: &[f64],
        least: (f64, f64),
        needs: u64,
    ) {
        let n = counts.iter().sum();
        let least = least.0.max(n as f64 * least.1);
        self.chi(key, n, needs, || pooled(counts, law, least));
    }

    pub(crate) fn most(&mut self, key: &'static str, most: Option<Most>) {
        self.most.extend(most.map(|most| (key, most)));
    }

    /// One test that does not apply to the declared range.
    pub(crate) fn not_run(&mut self, key: &str, why: impl Into<String>) {
        self.add(key, 0, false, Outcome::not_run(why));
    }

    fn add(&mut self, key: &str, n: u64, may_register: bool, mut outcome: Outcome) {
        let entry = self.list.iter().find(|e| e.key == key).expect("a test stands in its list");
        if let Outcome::Ran(Figures { effect, .. }) = &mut outcome
            && effect.measure.is_empty()
        {
            effect.measure = entry.measure;
        }
        self.tests.push(Test {
            key: key.to_owned(),
            name: entry.name.to_owned(),
            catches: entry.catches,
            n,
            registered: may_register && entry.registered.is_some(),
            outcome,
        });
    }

    /// The tests in the order of the list, and what is most unusual in them.
    pub(crate) fn finish(mut self) -> (Vec<Test>, Vec<(&'static str, Most)>) {
        let place = |t: &Test| self.list.iter().position(|e| e.key == t.key);
        self.tests.sort_by_key(place);
        (self.tests, self.most)
    }
}

/// What was observed, and the smallest that would have been seen, of what the list says.
pub(crate) fn effect(observed: f64, smallest_seen: impl Into<Option<f64>>) -> Effect {
    Effect::new("", observed, smallest_seen)
}

/// Deviations at which the most unusual of `cells` normal values is seen nine times in ten.
pub(crate) fn deviations_seen(cells: u64) -> f64 {
    special::normal_isf(SEEN_LEVEL / 2.0 / cells.max(1) as f64)
        + special::normal_isf(1.0 - SEEN_POWER)
}

/// Figures of a chi-square over `n` observations whose noncentrality is n times the mean square of
/// the relative deviations of its cells.
pub(crate) fn chi_square(q: f64, df: f64, n: u64) -> Figures {
    let effect = rms_effect(q, df, n, 1);
    // With few cells equal counts are no rarity, and the lower tail of the law of no use.
    let too_good = (df >= TOO_GOOD_DF).then(|| special::chi2_cdf(q, df));
    let figures = Figures::new(q, Law::ChiSquare { df }, special::chi2_sf(q, df), effect);
    Figures { too_good, ..figures }
}

/// Figures of the most unusual of several chi-squares, each with its own degrees of freedom:
/// `parts` holds (statistic, degrees of freedom, observations).
pub(crate) fn largest_chi_square(parts: &[(f64, f64, u64)], law: &'static str) -> Option<Figures> {
    let cells = parts.len() as u64;
    let ((q, df, n), p) = least_likely(parts, |(q, df, _)| special::chi2_sf(*q, *df))?;
    let effect = rms_effect(*q, *df, *n, cells);
    Some(Figures::new(*q, Law::Named(law), special::sidak(p, cells), effect))
}

fn rms_effect(q: f64, df: f64, n: u64, cells: u64) -> Effect {
    let n = n.max(1) as f64;
    let needed = special::needed_noncentrality(df, SEEN_LEVEL / cells as f64, SEEN_POWER);
    effect(((q - df).max(0.0) / n).sqrt(), (needed / n).sqrt())
}

/// Figures of a standardised sum; `unit` is the effect that moves it by one standard deviation.
pub(crate) fn normal(z: f64, unit: f64) -> Figures {
    let effect = effect(z * unit, deviations_seen(1) * unit);
    Figures::new(z, Law::Normal, special::normal_two_sided(z), effect)
}

/// Figures of the largest |z| among `cells` standardised sums.
pub(crate) fn largest_normal(z: f64, cells: u64, unit: f64) -> Figures {
    let law = Law::Named("the largest of several half normals, Sidak");
    let p = special::sidak(special::normal_two_sided(z), cells);
    Figures::new(z.abs(), law, p, effect(z * unit, deviations_seen(cells) * unit))
}

/// Figures of the most unusual of several binomial counts (count, trials, chance).
pub(crate) fn extreme(cells: &[(u64, u64, f64)]) -> Option<Figures> {
    extreme_of(cells, cells.len() as u64)
}

/// The same where `cells` holds only the candidates among `looked_at` cells.
pub(crate) fn extreme_of(cells: &[(u64, u64, f64)], looked_at: u64) -> Option<Figures> {
    let both = |(k, n, chance): &(u64, u64, f64)| special::binomial_both(*k, *n, *chance);
    let ((count, trials, chance), p) = least_likely(cells, both)?;
    let (count, trials, chance) = (*count, *trials, *chance);
    let mean = trials as f64 * chance;
    let level = SEEN_LEVEL / 2.0 / looked_at.max(1) as f64;
    let law = if looked_at == 1 {
        Law::Binomial { trials, chance }
    } else {
        Law::ExtremeCell { cells: looked_at, trials, chance }
    };
    let seen = special::detectable_excess(trials, chance, level, SEEN_POWER);
    let effect = effect(count as f64 / mean - 1.0, seen);
    Some(Figures::new(count as f64, law, special::sidak(p, looked_at), effect))
}

/// The label whose count is furthest from what chance gives it, measured by the root of that.
pub(crate) fn furthest(counts: &[u64], expected: impl Fn(usize) -> f64) -> Option<Most> {
    let off = |of: &(usize, u64)| (of.1 as f64 - expected(of.0)).abs() / expected(of.0).sqrt();
    let possible = counts.iter().copied().enumerate().filter(|of| expected(of.0) > 0.0);
    let (label, count) = possible.max_by(|a, b| off(a).total_cmp(&off(b)))?;
    Some(Most::Label { label, count, expected: expected(label) })
}

/// Figures of one Poisson count, both tails.
pub(crate) fn poisson(k: u64, mean: f64) -> Figures {
    let p = special::poisson_cdf(k, mean).either(special::poisson_at_least(k, mean));
    let seen = special::detectable_times(mean, SEEN_LEVEL / 2.0, SEEN_POWER);
    let effect = effect(k as f64 / mean, seen);
    Figures::new(k as f64, Law::Poisson { mean }, p, effect)
}

pub(crate) struct Bin {
    cells: std::ops::Range<usize>,
    observed: f64,
    pub(crate) expected: f64,
}

impl Bin {
    pub(crate) fn places(&self) -> std::ops::Range<usize> {
        self.cells.clone()
    }

    /// What it adds to Pearson's statistic.
    pub(crate) fn pearson(&self) -> f64 {
        (self.observed - self.expected).powi(2) / self.expected
    }
}

/// Neighbouring cells put together until each expects at least `least`; `None` where fewer than two remain.
/// Which cells are put together depends on the expectations alone.
pub(crate) fn pooled_cells(observed: &[u64], chances: &[f64], least: f64) -> Option<Vec<Bin>> {
    let n = observed.iter().sum::<u64>() as f64;
    let mut bins: Vec<Bin> = Vec::new();
    let mut open = Bin { cells: 0..0, observed: 0.0, expected: 0.0 };
    for (at, (count, chance)) in observed.iter().zip(chances).enumerate() {
        open.observed += *count as f64;
        open.expected += n * chance;
        open.cells.end = at + 1;
        if open.expected >= least {
            let next = Bin { cells: at + 1..at + 1, observed: 0.0, expected: 0.0 };
            bins.push(std::mem::replace(&mut open, next));
        }
    }
    if let Some(last) = bins.last_mut() {
        last.observed += open.observed;
        last.expected += open.expected;
        last.cells.end = open.cells.end;
    }
    (bins.len() >= 2).then_some(bins)
}

/// Pearson's statistic of `observed` against the law of `chances`, [`pooled_cells`], and its degrees of freedom.
pub(crate) fn pooled(observed: &[u64], chances: &[f64], least: f64) -> Option<(f64, f64)> {
    let bins = pooled_cells(observed, chances, least)?;
    Some((bins.iter().map(Bin::pearson).sum(), bins.len() as f64 - 1.0))
}

/// Observations from which [`pooled`] leaves at least two cells.
pub(crate) fn pooled_needs(chances: &[f64], least: f64) -> u64 {
    let mut below = 0.0;
    let mut best = 0.0_f64;
    for chance in chances {
        below += chance;
        best = best.max(below.min(1.0 - below));
    }
    if best <= 0.0 { u64::MAX } else { (least / best).ceil() as u64 }
}

/// Pearson's statistic of counts that are all equally likely.
pub(crate) fn uniform(counts: &[u64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let expected = n / counts.len() as f64;
    counts.iter().map(|c| (*c as f64 - expected) * (*c as f64 - expected) / expected).sum()
}
