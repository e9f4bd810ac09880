//! Meters and reserves: how each stands at the end, and day by day. The plots are the script's.

use super::Input;
use super::markup::{Column, Markup, Table};
use crate::coverage::{self, Closing};
use crate::words::{Places, dollars, grouped, signed_dollars};
use feltproof_model::MeterDay;
use feltproof_model::workpaper::{MeterReconciliation, Workpaper};

pub(super) fn section(page: &mut Markup, Input { w, .. }: &Input<'_>) {
    if w.meters.is_empty() {
        page.paragraph("The record has no meter.");
        return;
    }
    page.open("div", &[("id", "plots"), ("hidden", "hidden")]);
    page.close("div");
    page.table(&reconciliation(w));
    let notes: Vec<String> = w.meters.iter().flat_map(|m| notes(w, m)).collect();
    if !notes.is_empty() {
        page.list(notes);
    }
    if !w.registers.days.is_empty() {
        page.table(&days(w));
    }
}

fn name(m: &MeterReconciliation) -> String {
    format!("{}, {}", m.name(), m.account)
}

fn reconciliation(w: &Workpaper) -> Table<'static> {
    let columns = vec![
        Column::Text("Meter"),
        Column::Number("Opening"),
        Column::Number("Contributions"),
        Column::Number("Awards"),
        Column::Number("Reseeds due"),
        Column::Number("Reseeds on record"),
        Column::Number("Adjustments"),
        Column::Number("Expected"),
        Column::Number("Recorded"),
        Column::Number("Difference"),
    ];
    let mut table = Table::new("Meter reconciliation", columns).named("reconciliation");
    for m in &w.meters {
        let signed = |micros: i64| signed_dollars(i128::from(micros));
        let difference = match coverage::closing(w, m) {
            Closing::NotTested => "not tested".to_owned(),
            Closing::JoinsUp => dollars(0),
            Closing::Differs(by) => signed_dollars(by),
            Closing::Undetermined(_) => "cannot be told".to_owned(),
        };
        table.row(vec![
            name(m),
            m.opening.to_string(),
            signed(m.contributions.micros()),
            signed(-m.awards.micros()),
            signed(m.reseeds.micros()),
            signed(m.reseeds_recorded.micros()),
            signed(m.adjustments.micros()),
            m.expected.to_string(),
            m.recorded.to_string(),
            difference,
        ]);
    }
    table
}

/// What a reader must know before a meter is relied on.
fn notes(w: &Workpaper, m: &MeterReconciliation) -> Vec<String> {
    let undetermined = match coverage::closing(w, m) {
        Closing::Undetermined(why) => Some(format!("the difference cannot be told, since {why}.")),
        _ => None,
    };
    let made_of = coverage::closing_made_of(w, &Places::of(w), m);
    let reservations = coverage::meter_reservations(w, m);
    undetermined
        .into_iter()
        .chain(made_of)
        .chain(reservations)
        .map(|note| format!("{}: {note}", name(m)))
        .collect()
}

fn days(w: &Workpaper) -> Table<'static> {
    let columns = vec![
        Column::Text("Gaming day"),
        Column::Text("Link"),
        Column::Text("Account"),
        Column::Number("Opening"),
        Column::Number("Contributions"),
        Column::Number("Awards"),
        Column::Number("Reseeds due"),
        Column::Number("Adjustments"),
        Column::Number("Closing"),
        Column::Number("Last display"),
        Column::Number("Variance"),
        Column::Number("Events"),
        Column::Text("Why it cannot be told"),
    ];
    let mut table = Table::new("Each meter and reserve by gaming day", columns);
    for day in &w.registers.days {
        let adjusted = day.back_outs() + day.other_adjustments();
        table.row(vec![
            day.date.to_string(),
            day.link.to_string(),
            day.account.to_owned(),
            day.opening.to_string(),
            signed_dollars(day.contributions.micros()),
            signed_dollars((-day.awards).micros()),
            signed_dollars(day.reseeds.micros()),
            signed_dollars(adjusted.micros()),
            day.closing.to_string(),
            day.reading.to_string(),
            variance(w, day),
            grouped(day.events),
            day.undetermined.clone().unwrap_or_default(),
        ]);
    }
    table
}

fn variance(w: &Workpaper, day: &MeterDay) -> String {
    let of = w.meters.iter().find(|m| m.link == day.link.as_str() && m.account == day.account);
    match day.variance() {
        None => "cannot be told".to_owned(),
        Some(_) if !of.is_some_and(|m| coverage::is_meter_tested(w, m)) => "not tested".to_owned(),
        Some(variance) => signed_dollars(variance.micros()),
    }
}
