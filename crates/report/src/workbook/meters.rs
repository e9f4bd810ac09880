//! Each meter and reserve by gaming day: opening and all that moved come to the closing, by a formula to follow.

use super::cell::Cell;
use super::error::WorkbookError;
use super::sheet::{Column, Sheet};
use crate::coverage;
use crate::words::Places;
use feltproof_model::workpaper::{MeterReconciliation, Workpaper};
use feltproof_model::{MeterDay, Sum};

pub(super) const METERS: &str = "Meter reconciliation";

pub(super) const COLUMNS: [Column; 21] = [
    Column::new("Link", 14),
    Column::new("Account", 9),
    Column::new("Gaming day", 11),
    Column::new("Opened by", 18),
    Column::summed("Coin-in"),
    Column::summed("Left to the house"),
    Column::money("Opening"),
    Column::summed("Contributions"),
    Column::summed("Awards"),
    Column::money("Reseeds due"),
    Column::money("Back-outs"),
    Column::money("Other adjustments"),
    Column::money("Closing by this row"),
    Column::money("Closing as kept"),
    Column::money("Rounding of shares"),
    Column::money("To be displayed"),
    Column::money("Reading"),
    Column::money("Variance"),
    Column::wrapped("What the closing difference is made of", 40),
    Column::wrapped("Cannot be told", 40),
    Column::new("Events", 9),
];

pub(super) const NOTES: [&str; 3] = [
    "Closing by this row = opening + contributions - awards + reseeds due + back-outs + other adjustments. Contributions \
     are rounded down to a micro-dollar in this row; the closing as kept is exact, and their difference is rounding.",
    "Variance = reading - what is to be displayed; none where the record does not tell it.",
    "Reseeds due are what they should have added (of a reserve: drawn); what they did add stands in the sheet of awards.",
];

pub(super) fn write(
    sheet: &mut Sheet<'_>,
    w: &Workpaper,
    places: &Places,
) -> Result<(), WorkbookError> {
    let days = &w.registers.days;
    days.iter().enumerate().try_for_each(|(at, day)| {
        let is_same = |of: &MeterDay| of.link == day.link && of.account == day.account;
        let is_of =
            |m: &&MeterReconciliation| m.link == day.link.as_str() && m.account == day.account;
        // The difference at the end is that of the last day.
        let is_last = !days[at + 1..].iter().any(is_same);
        let of = w.meters.iter().find(is_of).filter(|_| is_last);
        let made_of = of.and_then(|m| coverage::closing_made_of(w, places, m));
        sheet.push(&row(sheet, day, made_of))
    })
}

fn row(sheet: &Sheet<'_>, d: &MeterDay, made_of: Option<String>) -> [Cell; 21] {
    let cell = |column: usize| sheet.cell(column);
    let money = |sum: Sum| Cell::Money(sum.micros());
    let moved = d.contributions - d.awards + d.reseeds + d.back_outs() + d.other_adjustments();
    let by_row = (moved + d.opening).micros();
    let closing = i128::from(d.closing.micros());
    let (shown, reading) = (d.shown.micros().into(), d.reading.micros().into());
    let variance = d.variance().map_or(Cell::Empty, |variance| Cell::Sum {
        formula: format!("ROUND({}-{},6)", cell(16), cell(15)),
        micros: variance.micros(),
    });
    [
        Cell::text(&d.link),
        Cell::text(d.account),
        Cell::Day(d.date),
        Cell::text(if d.is_opened_by_display { "a display" } else { "closing of the day before" }),
        d.wagered.map_or(Cell::Empty, |wagered| money(wagered.coin_in)),
        d.wagered.and_then(|wagered| wagered.left_to_house).map_or(Cell::Empty, money),
        Cell::Money(d.opening.micros().into()),
        money(d.contributions),
        money(d.awards),
        money(d.reseeds),
        money(d.back_outs()),
        money(d.other_adjustments()),
        Cell::Sum {
            formula: format!(
                "ROUND({}+{}-{}+{}+{}+{},6)",
                cell(6),
                cell(7),
                cell(8),
                cell(9),
                cell(10),
                cell(11)
            ),
            micros: by_row,
        },
        Cell::Money(closing),
        Cell::Sum {
            formula: format!("ROUND({}-{},6)", cell(13), cell(12)),
            micros: closing - by_row,
        },
        Cell::Money(shown),
        Cell::Money(reading),
        variance,
        Cell::maybe(made_of),
        Cell::maybe(d.undetermined.as_deref()),
        Cell::Count(d.events),
    ]
}
