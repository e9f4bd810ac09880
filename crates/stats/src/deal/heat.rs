//! Residuals for a picture: every cell less what is expected, in its own standard deviations.

use super::hands::{Hands, HandsBefore};
use super::layout::Layout;
use super::order::Order;
use super::positions::most;
use super::table::{Stratum, Table, ones};
use crate::battery::Heat;

/// Position by label; `labels` are the columns.
pub(super) fn of_order(reference: &'static str, order: &Order, n: usize) -> Option<Heat> {
    let (rows, columns) = most(order);
    let strata = order.shapes.sizes();
    let strata = strata.map(|(k, known, deals)| Stratum::new(deals, ones(k), ones(known)));
    let cut = |row: &[u64]| row[..columns].to_vec();
    let counts = order.table.cells().chunks_exact(64).take(rows).flat_map(cut).collect();
    let table = Table { n, rows, columns, counts, strata: strata.collect() };
    let names = (1..=rows).map(|i| format!("position {i}")).collect();
    heat(reference, &table, names)
}

/// Each packet with its cards.
fn sizes(layout: Layout) -> impl Iterator<Item = (usize, f64)> {
    (0..layout.zones()).map(move |zone| (zone, layout.zone_size(zone) as f64))
}

/// Packet by card.
pub(super) fn of_hands(hands: &Hands, n: usize) -> Option<Heat> {
    let rows = hands.groups.iter().map(|(layout, _)| layout.zones()).max().unwrap_or(0);
    let mut counts = vec![0; rows * n];
    let mut strata = Vec::new();
    for (layout, group) in hands.groups.iter() {
        for zone in 0..layout.zones() {
            super::add(&mut counts[zone * n..(zone + 1) * n], &group.counts[zone * 64..]);
        }
        strata.push(Stratum::new(group.deals, sizes(*layout), ones(n)));
    }
    let names = (1..=rows).map(|i| format!("packet {i}")).collect();
    heat("fixed", &Table { n, rows, columns: n, counts, strata }, names)
}

/// Packet by packet before.
pub(super) fn of_hands_before(hands: &HandsBefore, n: usize) -> Option<Heat> {
    let rows = hands.groups.iter().map(|((now, _), _)| now.zones()).max().unwrap_or(0);
    let columns = hands.groups.iter().map(|((_, before), _)| before.zones()).max().unwrap_or(0);
    let mut counts = vec![0; rows * columns];
    let mut strata = Vec::new();
    for ((now, before), group) in hands.groups.iter() {
        let old = before.zones();
        for zone in 0..now.zones() {
            let row = &mut counts[zone * columns..zone * columns + old];
            super::add(row, &group.counts[zone * old..(zone + 1) * old]);
        }
        strata.push(Stratum::new(group.deals, sizes(*now), sizes(*before)));
    }
    let names = (1..=rows).map(|i| format!("packet {i}")).collect();
    heat("previous", &Table { n, rows, columns, counts, strata }, names)
}

/// Residuals of every cell, and below them those of the cards not dealt, where any are not.
fn heat(reference: &'static str, table: &Table, mut rows: Vec<String>) -> Option<Heat> {
    if table.deals() == 0 {
        return None;
    }
    let columns = table.columns;
    let (expected, variances) = (table.expected(), table.diagonal());
    let residual =
        |off: f64, variance: f64| if variance > 0.0 { off / variance.sqrt() } else { 0.0 };
    let cell = |c: usize| residual(table.counts[c] as f64 - expected[c], variances[c]);
    let mut residuals: Vec<f64> = (0..table.counts.len()).map(cell).collect();
    let n = table.n as f64;
    let dealt = |s: &Stratum| s.rows.iter().map(|(_, places)| places).sum::<f64>();
    if table.strata.iter().all(|s| dealt(s) >= n) {
        return Some(Heat { reference, rows, columns, residuals });
    }
    rows.push("undealt".to_owned());
    for column in 0..columns {
        let (mut cards, mut least, mut variance) = (0.0, 0.0, 0.0);
        for s in &table.strata {
            let Some((_, size)) = s.columns.iter().find(|(j, _)| *j == column) else { continue };
            let rest = n - dealt(s);
            let deals = s.deals as f64;
            cards += deals * size;
            least += deals * size * rest / n;
            variance += deals * rest * (1.0 - rest / n) * size * (1.0 - size / n) / (n - 1.0);
        }
        let seen: u64 = table.counts.iter().skip(column).step_by(columns).sum();
        residuals.push(residual(cards - seen as f64 - least, variance));
    }
    Some(Heat { reference, rows, columns, residuals })
}
