//! Residuals for a picture: every cell less what is expected, in its own standard deviations.

use super::table::{Stratum, Table};
use crate::battery::Heat;

/// Residuals of every cell, and below them those of the cards not dealt, where any are not. A row is a `zone`.
pub(super) fn heat(reference: &'static str, table: &Table, zone: &str) -> Option<Heat> {
    if table.deals() == 0 {
        return None;
    }
    let most = |part: fn(&Stratum) -> &[(usize, f64)]| {
        let all = table.strata.iter().flat_map(|s| part(s).iter().map(|(at, _)| at + 1));
        all.max().unwrap_or(0)
    };
    let (rows, columns) = (most(|s| &s.rows), most(|s| &s.columns));
    let (expected, variances) = (table.expected(), table.variances());
    let residual =
        |off: f64, variance: f64| if variance > 0.0 { off / variance.sqrt() } else { 0.0 };
    let cell = |c: usize| residual(table.counts[c] as f64 - expected[c], variances[c]);
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut residuals: Vec<f64> =
        all.map(|(row, column)| cell(row * table.columns + column)).collect();
    let mut rows: Vec<String> = (1..=rows).map(|row| format!("{zone} {row}")).collect();
    let n = table.n as f64;
    let rest = |s: &Stratum| n - s.rows.iter().map(|(_, places)| places).sum::<f64>();
    if table.strata.iter().any(|s| rest(s) > 0.0) {
        rows.push("undealt".to_owned());
        residuals.extend((0..columns).map(|column| {
            let (mut off, mut variance) = (0.0, 0.0);
            for s in &table.strata {
                let Some((_, size)) = s.columns.iter().find(|(j, _)| *j == column) else {
                    continue;
                };
                let (rest, deals) = (rest(s), s.deals as f64);
                off += deals * size * (1.0 - rest / n);
                variance += deals * rest * (1.0 - rest / n) * size * (1.0 - size / n) / (n - 1.0);
            }
            let seen: u64 = table.counts.iter().skip(column).step_by(table.columns).sum();
            residual(off - seen as f64, variance)
        }));
    }
    Some(Heat { reference, rows, columns, residuals })
}
