//! Whether a test raises false alarms as often as it says, and no more.

use crate::battery::{Battery, Law, Outcome};
use crate::special::{binomial_cdf, binomial_sf};
use crate::verdict::{Rule, judge};
use std::collections::BTreeMap;
use std::ops::Range;

/// What replications of a fair source gave for one test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sizes {
    /// Whether it counts to the verdict.
    pub registered: bool,
    /// Replications in which it ran.
    pub ran: u64,
    /// Of these with p at most .05.
    pub at_05: u64,
    /// With p at most .01.
    pub at_01: u64,
    /// Replications in which a fit could be too good.
    pub could_fit: u64,
    /// Of these with that probability at most .01.
    pub too_good: u64,
    /// Replications with too few data.
    pub insufficient: u64,
    /// Replications in which it does not apply.
    pub not_run: u64,
    /// The cells it looks at, where it looks for the most unusual one.
    pub cells: Option<Cells>,
}

/// Sizes of all tests of one kind of battery, and of the verdict; merged in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Replications.
    pub replications: u64,
    /// Of these with a departure by Holm's method at .05.
    pub verdicts_05: u64,
    /// At .01.
    pub verdicts_01: u64,
    /// Of these with a fit that the verdict at .01 calls too good, a tenth of that level.
    pub verdicts_too_good: u64,
    /// By key of the test.
    pub tests: BTreeMap<String, Sizes>,
}

/// Sizes that are known to be below the level, because the p of a count moves in jumps: (end of the
/// key, rounds, size at .05, size at .01). Those at 1,000 rounds of `position_max` were measured by an
/// independent program; [`attainable`] gives the others, and the bound that a calibration is held to.
pub(crate) const TABULATED: &[(&str, u64, f64, f64)] = &[
    (".position_max", 100, 0.0105, 0.0015),
    (".position_max", 1_000, 0.036, 0.006),
    (".position_max", 10_000, 0.0377, 0.0081),
    (".pair_max", 100, 0.0090, 0.0019),
    (".pair_max", 1_000, 0.0304, 0.0065),
    (".pair_max", 10_000, 0.0455, 0.0090),
];

/// The cells of an extreme-cell law: how many, trials of each, probability of each trial.
pub type Cells = (u64, u64, f64);

/// The size that the test of the most unusual cell can have at this level, its cells taken as
/// independent: the probability that any count is as far out as the first one that is called unusual.
pub(crate) fn attainable((cells, trials, chance): Cells, level: f64) -> f64 {
    let mean = trials as f64 * chance;
    // What twice the tail of one cell may be.
    let limit = -((-level).ln_1p() / cells.max(1) as f64).exp_m1();
    let upper = |count: u64| binomial_sf(count, trials, chance).p();
    let lower = |count: u64| binomial_cdf(count, trials, chance).p();
    let above = (mean as u64..trials).map(upper).find(|p| 2.0 * p <= limit).unwrap_or(0.0);
    let below = (0..mean as u64).map(lower).take_while(|p| 2.0 * p <= limit).last().unwrap_or(0.0);
    -(cells as f64 * (-(above + below)).ln_1p()).exp_m1()
}

/// Cells of one table are not quite independent; this share of the attainable size must be there.
/// Only the tests in [`TABULATED`] are held to it: nested cells (every split of a range) hang together
/// far more closely, and their size is smaller with good reason.
const NEARLY: f64 = 0.95;

/// A size that chance does not explain.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfSize {
    /// Key of the test, or `verdict`.
    pub key: String,
    /// What was counted: `p <= .05`, `p <= .01`, `too good`.
    pub what: &'static str,
    /// How often.
    pub seen: u64,
    /// Of so many.
    pub of: u64,
    /// The probability it should have had: at most the level, or at least the attainable size.
    pub nominal: f64,
    /// True: above the level, a false alarm too often. False: below its attainable size,
    /// blind.
    pub above: bool,
    /// Probability of a count at least as far out.
    pub p: f64,
}

impl Calibration {
    /// Counts one replication of a fair source.
    pub(crate) fn record(&mut self, battery: &Battery) {
        self.replications += 1;
        let departs = |level: f64| !judge(battery, Rule::at(level)).departures.is_empty();
        self.verdicts_05 += u64::from(departs(0.05));
        self.verdicts_01 += u64::from(departs(0.01));
        self.verdicts_too_good += u64::from(!judge(battery, Rule::at(0.01)).too_good.is_empty());
        for test in &battery.tests {
            let sizes = self.tests.entry(test.key.clone()).or_default();
            sizes.registered = test.registered;
            match &test.outcome {
                Outcome::Ran(figures) => {
                    sizes.ran += 1;
                    if let Law::ExtremeCell { cells, trials, chance } = figures.law {
                        sizes.cells = Some((cells, trials, chance));
                    }
                    sizes.at_05 += u64::from(figures.p.p() <= 0.05);
                    sizes.at_01 += u64::from(figures.p.p() <= 0.01);
                    if let Some(fit) = figures.too_good {
                        sizes.could_fit += 1;
                        sizes.too_good += u64::from(fit.p() <= 0.01);
                    }
                }
                Outcome::Insufficient { .. } => sizes.insufficient += 1,
                Outcome::NotRun { .. } => sizes.not_run += 1,
            }
        }
    }

    /// Adds other replications of the same kind.
    pub fn merge(&mut self, other: Self) {
        self.replications += other.replications;
        self.verdicts_05 += other.verdicts_05;
        self.verdicts_01 += other.verdicts_01;
        self.verdicts_too_good += other.verdicts_too_good;
        for (key, theirs) in other.tests {
            let ours = self.tests.entry(key).or_default();
            ours.registered |= theirs.registered;
            ours.ran += theirs.ran;
            ours.at_05 += theirs.at_05;
            ours.at_01 += theirs.at_01;
            ours.could_fit += theirs.could_fit;
            ours.too_good += theirs.too_good;
            ours.insufficient += theirs.insufficient;
            ours.not_run += theirs.not_run;
            ours.cells = ours.cells.or(theirs.cells);
        }
    }

    /// Sizes that a sound battery would show with probability below `chance` altogether: each count
    /// is held against its exact binomial law at `chance` divided by the number of counts looked at.
    pub fn out_of_size(&self, chance: f64) -> Vec<OutOfSize> {
        let counts = self.counts();
        let below = self.tests.keys().filter(|key| is_tabulated(key)).count() * 2;
        let each = chance / (counts.len() + below).max(1) as f64;
        let mut out = Vec::new();
        for (key, what, seen, of, nominal) in counts {
            let p = if seen == 0 { 1.0 } else { binomial_sf(seen - 1, of, nominal).p() };
            if p < each {
                out.push(OutOfSize {
                    key: key.to_owned(),
                    what,
                    seen,
                    of,
                    nominal,
                    above: true,
                    p,
                });
            }
        }
        for (key, sizes) in &self.tests {
            let Some(cells) = sizes.cells.filter(|_| is_tabulated(key)) else { continue };
            for (what, seen, level) in
                [("p <= .05", sizes.at_05, 0.05), ("p <= .01", sizes.at_01, 0.01)]
            {
                let nominal = NEARLY * attainable(cells, level);
                let p = binomial_cdf(seen, sizes.ran, nominal).p();
                if p < each {
                    let key = key.clone();
                    out.push(OutOfSize {
                        key,
                        what,
                        seen,
                        of: sizes.ran,
                        nominal,
                        above: false,
                        p,
                    });
                }
            }
        }
        out
    }

    /// (key, what, seen, of, nominal) of every count that must not be above its level.
    fn counts(&self) -> Vec<(&str, &'static str, u64, u64, f64)> {
        let n = self.replications;
        let mut counts = vec![
            ("verdict", "p <= .05", self.verdicts_05, n, 0.05),
            ("verdict", "p <= .01", self.verdicts_01, n, 0.01),
            ("verdict", "too good", self.verdicts_too_good, n, 0.001),
        ];
        for (key, sizes) in &self.tests {
            counts.push((key, "p <= .05", sizes.at_05, sizes.ran, 0.05));
            counts.push((key, "p <= .01", sizes.at_01, sizes.ran, 0.01));
            if sizes.could_fit > 0 {
                counts.push((key, "too good", sizes.too_good, sizes.could_fit, 0.01));
            }
        }
        counts
    }
}

fn is_tabulated(key: &str) -> bool {
    TABULATED.iter().any(|(end, _, _, _)| key.ends_with(end))
}

/// Calibrates the batteries that `make` gives for each seed: one calibration for each of its
/// batteries, which must be of the same kinds in the same order for every seed.
///
/// Work is shared out by giving each worker a range of seeds, and merging.
///
/// # Errors
///
/// The first that `make` gives.
pub fn calibrate<E>(
    seeds: Range<u64>,
    make: impl Fn(u64) -> Result<Vec<Battery>, E>,
) -> Result<Vec<Calibration>, E> {
    let mut all: Vec<Calibration> = Vec::new();
    for seed in seeds {
        for (i, battery) in make(seed)?.iter().enumerate() {
            if all.len() <= i {
                all.push(Calibration::default());
            }
            all[i].record(battery);
        }
    }
    Ok(all)
}

/// Merges the calibrations of two ranges of seeds, kind by kind.
pub fn merge_calibrations(ours: &mut Vec<Calibration>, theirs: Vec<Calibration>) {
    for (i, calibration) in theirs.into_iter().enumerate() {
        match ours.get_mut(i) {
            Some(own) => own.merge(calibration),
            None => ours.push(calibration),
        }
    }
}
