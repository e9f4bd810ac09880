//! Paid against owed along one dimension, in one line of words.

use crate::words::dollars;
use feltproof_model::workpaper::{Dimension, VarianceGroup, Workpaper};

/// The dimensions along which a supervisor looks for a pattern, in this order.
const DIMENSIONS: [Dimension; 4] =
    [Dimension::Table, Dimension::Dealer, Dimension::Seat, Dimension::GamingDay];

/// For each dimension with settled wagers: its name, whether anything differs, and what.
pub fn lines(w: &Workpaper) -> Vec<(String, bool, String)> {
    DIMENSIONS.into_iter().filter_map(|dimension| line(w, dimension)).collect()
}

fn line(w: &Workpaper, dimension: Dimension) -> Option<(String, bool, String)> {
    let groups: Vec<&VarianceGroup> =
        w.variance.iter().filter(|g| g.dimension == dimension && g.wagers > 0).collect();
    let untested: Vec<&str> = w
        .variance
        .iter()
        .filter(|g| g.dimension == dimension && g.wagers == 0)
        .map(|g| g.key.as_str())
        .collect();
    let only = groups.first()?;
    let differing: Vec<String> =
        groups.iter().filter(|g| g.overpaid + g.underpaid > 0).map(|g| difference(g)).collect();
    let text = match (differing.is_empty(), groups.len()) {
        (false, _) => differing.join("; "),
        (true, 1) => format!("{} paid as owed", only.key),
        (true, n) => format!("all {n} paid as owed"),
    };
    // A group of which nothing was compared is not paid as owed.
    let rest = if untested.is_empty() {
        String::new()
    } else {
        format!("; not tested: {}", untested.join(", "))
    };
    Some((format!("by {}", dimension.name()), !differing.is_empty(), format!("{text}{rest}")))
}

/// `C4P-3 $20.00 over, $5.00 under`.
fn difference(g: &VarianceGroup) -> String {
    let mut parts = Vec::new();
    if g.overpaid > 0 {
        parts.push(format!("{} over", dollars(i128::from(g.over_micros))));
    }
    if g.underpaid > 0 {
        parts.push(format!("{} under", dollars(i128::from(g.under_micros))));
    }
    format!("{} {}", g.key, parts.join(", "))
}
