//! How often a defect is seen, beside how often the reference sees it.

use super::reference::{REPLICATIONS, ROUNDS, SECTION_4, SECTION_4_STREAMS};
use crate::battery::Battery;
use crate::special::{ln_choose, normal_sf};
use crate::verdict::{Rule, State, judge};
use std::collections::BTreeMap;
use std::ops::Range;

/// Level of the verdict that counts as seen.
pub const LEVEL: f64 = 0.01;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// Whole decks.
    Full,
    /// The first cards of each deck: as many whole hands of five as there are, the last of them the
    /// dealer's.
    First(u8),
    /// A stream of draws.
    Stream,
}

/// How often a defect was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Replications.
    pub replications: u64,
    /// Of these with a departure by Holm's method at [`LEVEL`], or a certain fault.
    pub rejected: u64,
}

/// A table of power: by view, name of the defect and rounds; merged in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Power {
    /// The cells.
    pub cells: BTreeMap<(View, String, u64), Seen>,
}

impl Power {
    /// Counts one replication.
    pub(crate) fn record(&mut self, view: View, defect: &str, rounds: u64, battery: &Battery) {
        let cell = self.cells.entry((view, defect.to_owned(), rounds)).or_default();
        let verdict = judge(battery, Rule::at(LEVEL));
        cell.replications += 1;
        cell.rejected += u64::from(!verdict.departures.is_empty() || verdict.state == State::Fault);
    }

    /// Adds other replications.
    pub fn merge(&mut self, other: Self) {
        for (key, theirs) in other.cells {
            let ours = self.cells.entry(key).or_default();
            ours.replications += theirs.replications;
            ours.rejected += theirs.rejected;
        }
    }

    /// The cell, if it was tried.
    pub fn cell(&self, view: View, defect: &str, rounds: u64) -> Option<Seen> {
        self.cells.get(&(view, defect.to_owned(), rounds)).copied()
    }
}

/// Tries one defect at this number of rounds, once for each seed; `make` gives one battery for each
/// view.
///
/// # Errors
///
/// The first that `make` gives.
pub fn power<E>(
    defect: &str,
    rounds: u64,
    views: &[View],
    seeds: Range<u64>,
    make: impl Fn(u64) -> Result<Vec<Battery>, E>,
) -> Result<Power, E> {
    let mut power = Power::default();
    for seed in seeds {
        for (view, battery) in views.iter().zip(make(seed)?) {
            power.record(*view, defect, rounds, &battery);
        }
    }
    Ok(power)
}

/// One cell beside the reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What was looked at.
    pub view: View,
    /// Name of the defect.
    pub defect: String,
    /// Rounds, or draws.
    pub rounds: u64,
    /// Ours.
    pub ours: Seen,
    /// The reference.
    pub reference: Seen,
    /// Probability of a share as low as ours, were both programs equally good (Fisher's exact test,
    /// one-sided).
    pub p_lower: f64,
}

/// Our whole table beside the reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Every cell that both have.
    pub cells: Vec<Compared>,
    /// Indexes of the cells that are lower: Fisher's test at one in a thousand over the whole table.
    pub lower: Vec<usize>,
    /// Probability of rejections as few as ours over the whole table (Mantel and Haenszel); one where
    /// no cell differs.
    pub pooled: f64,
}

impl Comparison {
    /// Whether nothing is lower than the reference, cell by cell and as a whole.
    pub fn holds(&self) -> bool {
        self.lower.is_empty() && self.pooled >= FALSE_ALARM
    }
}

/// Chance of calling an equally good program worse, for each of the two looks.
pub const FALSE_ALARM: f64 = 1e-3;

/// The reference for this cell.
fn reference(view: View, defect: &str, rounds: u64) -> Option<Seen> {
    let column = ROUNDS.iter().position(|r| *r == rounds)?;
    let row = || SECTION_4.iter().find(|row| row.defect == defect);
    let share = match view {
        View::Full => row()?.full[column],
        View::First(35) => row()?.first_35[column],
        View::First(10) => row()?.first_10[column],
        View::First(_) => return None,
        View::Stream => SECTION_4_STREAMS.iter().find(|(name, _)| *name == defect)?.1[column],
    };
    let replications = REPLICATIONS[column];
    Some(Seen { replications, rejected: (share * replications as f64).round() as u64 })
}

/// Our power beside the reference.
pub fn compare(ours: &Power) -> Comparison {
    let mut cells = Vec::new();
    for ((view, defect, rounds), seen) in &ours.cells {
        if let Some(reference) = reference(*view, defect, *rounds) {
            cells.push(Compared {
                view: *view,
                defect: defect.clone(),
                rounds: *rounds,
                ours: *seen,
                reference,
                p_lower: fisher_lower(*seen, reference),
            });
        }
    }
    let each = FALSE_ALARM / cells.len().max(1) as f64;
    let lower = (0..cells.len()).filter(|i| cells[*i].p_lower < each).collect();
    let pooled = mantel_haenszel_lower(&cells);
    Comparison { cells, lower, pooled }
}

/// P(X <= ours.rejected) for X hypergeometric: the rejections of both, dealt out to the replications
/// at random.
pub(crate) fn fisher_lower(ours: Seen, reference: Seen) -> f64 {
    let (n, m) = (ours.replications, reference.replications);
    let rejected = ours.rejected + reference.rejected;
    let all = ln_choose(n + m, rejected);
    let chance = |x: u64| (ln_choose(n, x) + ln_choose(m, rejected - x) - all).exp();
    (rejected.saturating_sub(m)..=ours.rejected).map(chance).sum::<f64>().min(1.0)
}

/// P of a sum of rejections as low as ours, by the normal law of Mantel and Haenszel's statistic with
/// a correction for continuity.
fn mantel_haenszel_lower(cells: &[Compared]) -> f64 {
    let (mut excess, mut variance) = (0.0, 0.0);
    for cell in cells {
        let (n, m) = (cell.ours.replications as f64, cell.reference.replications as f64);
        let rejected = (cell.ours.rejected + cell.reference.rejected) as f64;
        let all = n + m;
        if all > 1.0 {
            excess += cell.ours.rejected as f64 - rejected * n / all;
            variance += n * m * rejected * (all - rejected) / (all * all * (all - 1.0));
        }
    }
    if variance <= 0.0 { 1.0 } else { normal_sf(-(excess + 0.5) / variance.sqrt()).p() }
}
