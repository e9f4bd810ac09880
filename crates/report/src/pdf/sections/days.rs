//! Each meter and reserve by gaming day: what moved it, its closing and its last display.

use crate::draw::{AMBER, Face, GREY, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{dollars, signed_dollars, visible};
use feltproof_model::workpaper::{MeterReconciliation, Workpaper};
use feltproof_model::{MeterDay, Sum};

/// Days of one account that are printed.
const PRINTED: usize = 40;

/// The days of one account; `tested`: a check of its movements ran.
pub(super) fn by_day(flow: &mut Flow<'_>, w: &Workpaper, m: &MeterReconciliation, tested: bool) {
    let of = |day: &&MeterDay| day.link == m.link && day.account == m.account;
    let days: Vec<&MeterDay> = w.registers.days.iter().filter(of).collect();
    // The statement above has the figures of the only day.
    if let [only] = days.as_slice() {
        let notes = notes(only);
        if !notes.is_empty() {
            flow.paragraph(SMALL, &format!("{}: {}.", only.date, notes.join("; ")));
        }
        return;
    }
    if days.is_empty() {
        return;
    }
    let mut table = PrintedTable::new(vec![
        Column::fit("Gaming day", 60.0),
        Column::number("Opening"),
        Column::number("Contributions"),
        Column::number("Awards"),
        Column::number("Reseeds due"),
        Column::number("Adjustments"),
        Column::number("Closing"),
        Column::number("Last display"),
        Column::number("Variance"),
    ]);
    for day in days.iter().take(PRINTED) {
        table.row(day_row(day, tested));
    }
    table.draw(flow);
    if days.len() > PRINTED {
        let text = format!(
            "The first {PRINTED} of {} gaming days; the JSON report made with this one holds all of them.",
            days.len()
        );
        flow.paragraph(SMALL, &text);
    }
}

fn day_row(day: &MeterDay, tested: bool) -> Row {
    let signed = |sum: Sum| signed_dollars(sum.micros());
    let variance = match day.variance() {
        None => Cell::new("not tellable").colour(AMBER),
        Some(_) if !tested => Cell::new("not tested").colour(GREY),
        Some(Sum::ZERO) => Cell::new(signed(Sum::ZERO)),
        Some(variance) => Cell::new(signed(variance)).colour(RED).face(Face::Bold),
    };
    let row = row![
        day.date.to_string(),
        day.opening.to_string(),
        signed(day.contributions),
        signed(-day.awards),
        signed(day.reseeds),
        signed(day.back_outs() + day.other_adjustments()),
        day.closing.to_string(),
        day.reading.to_string(),
        variance
    ];
    let notes = notes(day);
    if notes.is_empty() { row } else { row.note(SMALL, notes.join("; ")) }
}

/// What the columns have no room for.
fn notes(day: &MeterDay) -> Vec<String> {
    let signed = |sum: Sum| signed_dollars(sum.micros());
    let wagered = day.wagered.map(|wagered| {
        let coin_in = dollars(wagered.coin_in.micros());
        match wagered.left_to_house {
            Some(left) => format!(
                "{coin_in} wagered, of which {} is left to the house",
                dollars(left.micros())
            ),
            None => format!("{coin_in} wagered, which other meters have shares of, too"),
        }
    });
    let kinds = day.adjustments.iter().map(|(reason, amount)| {
        let reason = if reason.trim().is_empty() { "no reason recorded" } else { reason };
        format!("{} {}", visible(reason), signed(*amount))
    });
    let hidden = (day.undetermined.is_none() && day.shown != day.closing).then(|| {
        format!(
            "{} is displayed of the closing, with what the display hid at the opening",
            day.shown
        )
    });
    let undetermined = day.undetermined.iter().map(|why| format!("not tellable, since {why}"));
    wagered.into_iter().chain(kinds).chain(hidden).chain(undetermined).collect()
}
