//! From a statistic to the figures of a test: its law, its tail, the size of the departure and the
//! smallest one that would have been seen.

use super::tables::{Extremes, Form};
use crate::battery::{Effect, Figures, Law};
use crate::laws::CountLaw;
use crate::special::{self, Prob};
use std::sync::OnceLock;

/// Level and power of the smallest effect a test would have seen.
const ALPHA: f64 = 0.01;
const POWER: f64 = 0.9;
/// Expected in a cell of a histogram at least; what has less is pooled with its neighbours.
const POOLED: f64 = 5.0;

/// The non-centrality that a chi-square of `df` degrees of freedom needs to be seen. It takes longer
/// than all the rest of a battery, so it is found once for each `df`.
fn needed(df: f64) -> f64 {
    static FOUND: [OnceLock<f64>; 4096] = [const { OnceLock::new() }; 4096];
    let find = || special::needed_noncentrality(df, ALPHA, POWER);
    let place = if df.fract() == 0.0 { FOUND.get(df as usize) } else { None };
    place.map_or_else(find, |found| *found.get_or_init(find))
}

/// Degrees of freedom from which a fit can be too good.
const LEAST_TOO_GOOD: f64 = 15.0;

/// A chi-square whose non-centrality is `scale` times the square of the effect.
pub(super) fn chi_square(form: Form, measure: &'static str, scale: f64) -> Figures {
    let Form { q, df } = form;
    Figures {
        statistic: q,
        law: Law::ChiSquare { df },
        p: special::chi2_sf(q, df),
        // Of few degrees of freedom an exact fit is common: the counts are whole numbers.
        too_good: (df >= LEAST_TOO_GOOD).then(|| special::chi2_cdf(q, df)),
        effect: Effect {
            measure,
            observed: ((q - df).max(0.0) / scale).sqrt(),
            smallest_seen: Some((needed(df) / scale).sqrt()),
        },
    }
}

/// The mean of `n` independent values of which the sum is `apart` from its expectation, in the unit
/// of the values.
pub(super) fn mean(apart: f64, variance: f64, n: u64, measure: &'static str) -> Figures {
    let n = n as f64;
    let z = apart / (n * variance).sqrt();
    let needed = needed(1.0);
    Figures {
        statistic: z,
        law: Law::Normal,
        p: special::normal_two_sided(z),
        too_good: None,
        effect: Effect {
            measure,
            observed: apart / n,
            smallest_seen: Some((needed * variance / n).sqrt()),
        },
    }
}

/// The most unusual of `cells` cells, each binomial of `trials` and `chance`.
pub(super) fn extreme(seen: Extremes, cells: u64, trials: u64, chance: f64) -> Figures {
    let Extremes { largest, smallest } = seen;
    let above = match largest {
        0 => Prob::new(1.0),
        _ => special::binomial_sf(largest - 1, trials, chance),
    };
    let below = special::binomial_cdf(smallest, trials, chance);
    let cell = if above.ln() <= below.ln() { largest } else { smallest };
    let expected = trials as f64 * chance;
    // One cell alone, at the level that Šidák's method leaves it.
    let level = -((-ALPHA).ln_1p() / cells as f64).exp_m1();
    Figures {
        statistic: cell as f64,
        law: Law::ExtremeCell { cells, trials, chance },
        p: special::extreme_cells(largest, smallest, cells, trials, chance),
        too_good: None,
        effect: Effect {
            measure: "relative excess of the most unusual cell",
            observed: cell as f64 / expected - 1.0,
            smallest_seen: special::detectable_excess(trials, chance, level / 2.0, POWER),
        },
    }
}

/// The histogram of a count pooled so that at least [`POOLED`] are expected in every cell, from the
/// smallest value up: (observed, probability) of each cell. What is left over at the end joins the
/// last cell.
fn pooled(histogram: &[u64], pmf: &[f64], n: u64) -> Vec<(u64, f64)> {
    let mut cells: Vec<(u64, f64)> = Vec::new();
    let mut open = (0, 0.0);
    for (value, observed) in histogram.iter().enumerate() {
        open.0 += observed;
        open.1 += pmf.get(value).copied().unwrap_or(0.0);
        if open.1 * n as f64 >= POOLED {
            cells.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = cells.last_mut() {
        last.0 += open.0;
        last.1 += open.1;
    }
    cells
}

/// Decks needed for two cells of five expected.
pub(super) fn needed_for_law(law: &CountLaw) -> u64 {
    let mut below = 0.0;
    let best = law.pmf.iter().map(|p| {
        below += p;
        f64::min(below, 1.0 - below)
    });
    let best = best.fold(0.0, f64::max);
    if best > 0.0 { (POOLED / best).ceil() as u64 } else { u64::MAX }
}

/// Goodness of fit of a histogram; `None` if not even two cells are left.
pub(super) fn whole_law(histogram: &[u64], law: &CountLaw, n: u64) -> Option<Figures> {
    let cells = pooled(histogram, &law.pmf, n);
    if cells.len() < 2 {
        return None;
    }
    let n = n as f64;
    let q = cells.iter().map(|(o, p)| (*o as f64 - n * p).powi(2) / (n * p)).sum();
    let form = Form { q, df: (cells.len() - 1) as f64 };
    Some(chi_square(form, "rms relative deviation of a frequency", n))
}
