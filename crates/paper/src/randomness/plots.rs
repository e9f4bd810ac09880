//! What the plots of a battery show, and the JSON beside them: names of the rows and columns of its
//! tables, and its most unusual statistic beside its law.

use feltproof_stats::curve::{Curve, curve};
use feltproof_stats::{Figures, Heat, Randomness, Test};

/// A table of residuals with the words around it.
pub struct HeatMap<'a> {
    /// The table.
    pub heat: &'a Heat,
    /// Which reference.
    pub title: &'static str,
    /// The title as part of a file's name.
    pub stem: &'static str,
    /// What a row is: `position`, or `packet`; a last row may be the cards not dealt.
    pub row_is: &'static str,
    /// What a column is: `card`, `position in the deck before`, `packet of the deal before`.
    pub column_is: &'static str,
    /// Names of the columns: the labels, or what the rows are.
    pub columns: Vec<String>,
}

/// Every table of a battery.
pub fn heat_maps(r: &Randomness) -> impl Iterator<Item = HeatMap<'_>> {
    r.battery.heats.iter().map(|heat| {
        let is_fixed = heat.reference == "fixed";
        // Rows are named `packet 1`, `position 1` or `1`.
        let of_packets = heat.rows.iter().any(|row| row.starts_with("packet"));
        let (title, stem) = match is_fixed {
            true => ("Place by card", "place-by-card"),
            false => ("Place by place in the deck before", "place-by-place-in-the-deck-before"),
        };
        HeatMap {
            heat,
            title,
            stem,
            row_is: if of_packets { "packet" } else { "position" },
            column_is: match (is_fixed, of_packets) {
                (true, _) => "card",
                (false, true) => "packet of the deal before",
                (false, false) => "position in the deck before",
            },
            columns: columns(heat, if is_fixed { &r.labels } else { &heat.rows }, is_fixed),
        }
    })
}

/// The columns of the fixed reference are the labels, if there are as many; those of another are what
/// its rows are, and a number where there is no such row.
fn columns(heat: &Heat, names: &[String], is_fixed: bool) -> Vec<String> {
    let names = if is_fixed && names.len() != heat.columns { &[] } else { names };
    let name = |at: usize| names.get(at).filter(|name| is_fixed || *name != "undealt").cloned();
    (0..heat.columns).map(|at| name(at).unwrap_or_else(|| (at + 1).to_string())).collect()
}

/// A test with its law as a curve.
pub struct Unusual<'a> {
    /// The test.
    pub test: &'a Test,
    /// Its figures.
    pub figures: &'a Figures,
    /// Its law.
    pub curve: Curve,
}

/// The most unusual test that has a curve to draw: among the registered, if any of them ran.
pub fn unusual(r: &Randomness) -> Option<Unusual<'_>> {
    let least = |registered: bool| {
        let tests = r.battery.tests.iter().filter(|t| t.registered == registered);
        let drawn = tests.filter_map(|test| {
            let figures = test.figures()?;
            Some(Unusual { test, figures, curve: curve(&figures.law, figures.statistic)? })
        });
        drawn.min_by(|a, b| a.figures.p.ln().total_cmp(&b.figures.p.ln()))
    };
    least(true).or_else(|| least(false))
}
