//! What follows from a battery: one verdict over the registered list, and beside it what a reader may
//! explore.
//!
//! The registered tests are fixed before the data are seen; Holm's method keeps the probability of a
//! false alarm over the whole list at the level, whatever the dependence between the tests. A test
//! that could not run keeps its place in the list, so too few data never make the others stricter or
//! laxer. A fit that is too good has a list of its own, at a tenth of the level.

use crate::battery::{Battery, Outcome, Test};

/// The rule, written down beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// Probability of a false alarm over the whole list.
    pub level: f64,
    /// The same for fits that are too good.
    pub too_good_level: f64,
}

impl Rule {
    /// The rule of a level given as a fraction, as a document states it.
    pub fn of_fraction(numerator: u64, denominator: u64) -> Self {
        Self::at(numerator as f64 / denominator as f64)
    }

    /// The rule of a level: too good a fit is looked for at a tenth of it.
    pub fn at(level: f64) -> Self {
        Self { level, too_good_level: level / 10.0 }
    }
}

/// The answer, in the only four forms it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Something is wrong with certainty: a card twice in one deck.
    Fault,
    /// At least one registered test departs from chance.
    Departure,
    /// No registered test departs, but not all of them had enough data.
    Insufficient,
    /// All registered tests that apply ran, and none departs.
    NothingFound,
}

/// One rejected test.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// Its key.
    pub key: String,
    /// Natural logarithm of its p-value adjusted by Holm's method.
    pub ln_adjusted: f64,
}

/// The verdict on one battery.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The rule it was reached by.
    pub rule: Rule,
    /// Length of the registered list.
    pub registered: usize,
    /// How many of them ran.
    pub ran: usize,
    /// How many had too few data.
    pub insufficient: usize,
    /// How many do not apply to this source.
    pub not_applicable: usize,
    /// Registered tests rejected by Holm's method, the most unusual first.
    pub departures: Vec<Rejected>,
    /// Registered tests whose fit is too good, the most unusual first.
    pub too_good: Vec<Rejected>,
    /// All tests that ran, registered or not, by Benjamini and Hochberg's method: where to look next.
    pub explore: Vec<String>,
    /// Cauchy combination of the registered tests that ran: one number, not the verdict.
    pub combined: Option<f64>,
    /// The answer.
    pub state: State,
}

/// Holm's method over a list of `listed` tests, of which these ran: (index, ln of the adjusted p).
/// The most unusual first; stops at the first that is not rejected.
fn holm(ln_ps: &[(usize, f64)], listed: usize, level: f64) -> Vec<(usize, f64)> {
    let mut sorted = ln_ps.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut rejected: Vec<(usize, f64)> = Vec::new();
    let mut running = f64::NEG_INFINITY;
    for (done, (index, ln)) in sorted.into_iter().enumerate() {
        running = running.max((ln + ((listed - done) as f64).ln()).min(0.0));
        if running > level.ln() {
            break;
        }
        rejected.push((index, running));
    }
    rejected
}

/// Benjamini and Hochberg's method at `level` over these tests.
fn benjamini_hochberg(ln_ps: &[(usize, f64)], level: f64) -> Vec<usize> {
    let mut sorted = ln_ps.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let m = sorted.len() as f64;
    let within =
        |(rank, (_, ln)): (usize, &(usize, f64))| *ln <= (level * (rank + 1) as f64 / m).ln();
    let last = (0..sorted.len()).rev().find(|i| within((*i, &sorted[*i])));
    last.map_or_else(Vec::new, |last| sorted[..=last].iter().map(|(i, _)| *i).collect())
}

/// Liu and Xie's Cauchy combination with equal weights.
fn cauchy(ps: &[f64]) -> Option<f64> {
    if ps.is_empty() {
        return None;
    }
    // tan((1/2 - p) pi) = 1 / tan(p pi), written so that a small p does not lose its digits.
    let term = |p: f64| {
        let p = p.clamp(1e-300, 1.0 - 1e-15);
        1.0 / (p * std::f64::consts::PI).tan()
    };
    let mean = ps.iter().map(|p| term(*p)).sum::<f64>() / ps.len() as f64;
    Some(if mean > 1e8 {
        1.0 / (mean * std::f64::consts::PI)
    } else {
        0.5 - mean.atan() / std::f64::consts::PI
    })
}

/// Natural logarithm of the p-value adjusted by Holm's method, for each test in the order of the
/// battery; `None` for those that are not registered or did not run.
pub fn adjusted(battery: &Battery) -> Vec<Option<f64>> {
    let registered = || battery.tests.iter().enumerate().filter(|(_, test)| test.registered);
    let ln_ps: Vec<(usize, f64)> =
        registered().filter_map(|(at, test)| Some((at, test.figures()?.p.ln()))).collect();
    let mut all = vec![None; battery.tests.len()];
    // At a level of one nothing stops the method before the end of the list.
    for (at, ln) in holm(&ln_ps, registered().count(), 1.0) {
        all[at] = Some(ln);
    }
    all
}

/// The verdict on `battery` by `rule`.
pub fn judge(battery: &Battery, rule: Rule) -> Verdict {
    let registered: Vec<&Test> = battery.tests.iter().filter(|t| t.registered).collect();
    let count =
        |wanted: fn(&Outcome) -> bool| registered.iter().filter(|t| wanted(&t.outcome)).count();
    let ran = count(|o| matches!(o, Outcome::Ran(_)));
    let insufficient = count(|o| matches!(o, Outcome::Insufficient { .. }));
    let of = |too_good: bool| -> Vec<(usize, f64)> {
        let figures = |t: &Test| {
            let f = t.figures()?;
            if too_good { f.too_good.map(|p| p.ln()) } else { Some(f.p.ln()) }
        };
        registered.iter().enumerate().filter_map(|(i, t)| Some((i, figures(t)?))).collect()
    };
    let named = |list: Vec<(usize, f64)>| -> Vec<Rejected> {
        list.into_iter()
            .map(|(i, ln_adjusted)| Rejected { key: registered[i].key.clone(), ln_adjusted })
            .collect()
    };
    let departures = named(holm(&of(false), registered.len(), rule.level));
    let too_good = named(holm(&of(true), registered.len(), rule.too_good_level));
    let all: Vec<(usize, f64)> = battery
        .tests
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((i, t.figures()?.p.ln())))
        .collect();
    let explore = benjamini_hochberg(&all, rule.level);
    let ps: Vec<f64> = registered.iter().filter_map(|t| Some(t.figures()?.p.p())).collect();
    let state = if !battery.faults.is_empty() {
        State::Fault
    } else if !departures.is_empty() || !too_good.is_empty() {
        State::Departure
    } else if insufficient > 0 || ran == 0 {
        State::Insufficient
    } else {
        State::NothingFound
    };
    Verdict {
        rule,
        registered: registered.len(),
        ran,
        insufficient,
        not_applicable: registered.len() - ran - insufficient,
        departures,
        too_good,
        explore: explore.into_iter().map(|i| battery.tests[i].key.clone()).collect(),
        combined: cauchy(&ps),
        state,
    }
}
