//! The findings that matter most, ranked by law and money: what, where, with whom, since when, how much.

use super::{ReportInput, titles};
use crate::draw::{BODY, CELL, Face, GREY, RED, SMALL};
use crate::pdf::flow::Flow;
use crate::pdf::links::Target;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{dollars, grouped, plural};
use feltproof_model::workpaper::{Finding, Severity, Workpaper};
use feltproof_model::{CompactString, Extent};
use std::collections::BTreeSet;

/// Findings on the second page; the section of findings has all.
const LEADING: usize = 12;
/// Names listed of tables, links or dealers.
const NAMES: usize = 4;

pub(super) fn leading(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    flow.section(titles::LEADING, false);
    if w.findings.is_empty() {
        flow.nothing("No check that ran found an exception.");
        return;
    }
    flow.paragraph(BODY, &by_severity(w));
    let mut table = PrintedTable::new(vec![
        Column::number(""),
        Column::share("Finding", 1.0),
        Column::fit("Where", 84.0),
        Column::fit("Dealer", 60.0),
        Column::fit("Since", 96.0),
        Column::number("Exceptions"),
        Column::fit("Money, in favour of", 92.0),
    ])
    .notes_from(1);
    for (at, finding) in w.findings.iter().enumerate().take(LEADING) {
        table.row(row(input, at, finding));
    }
    table.draw(flow);
    if let Some(more) = w.findings.len().checked_sub(LEADING).filter(|more| *more > 0) {
        let more = u64::try_from(more).unwrap_or(u64::MAX);
        flow.paragraph(
            SMALL,
            &format!(
                "{} more in the section Findings, in the same order.",
                plural(more, "finding")
            ),
        );
    }
}

/// `42 findings: 5 of law, 20 of money, 17 of procedure and record.`
pub(super) fn by_severity(w: &Workpaper) -> String {
    let counts = Severity::ALL.map(|severity| {
        let of = w.findings.iter().filter(|f| f.severity == severity);
        let exceptions: u64 = of.map(|f| f.exceptions).sum();
        (exceptions > 0).then(|| format!("{} {}", grouped(exceptions), severity.name()))
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let findings = u64::try_from(w.findings.len()).unwrap_or(u64::MAX);
    let indicated: u64 = w.findings.iter().map(|f| f.exceptions).sum();
    let twice = if indicated == w.exceptions_total {
        ""
    } else {
        " An exception that breaks two demands of the law counts to both."
    };
    format!(
        "{} in {}: {}.{twice}",
        plural(w.exceptions_total, "exception"),
        plural(findings, "finding"),
        counts.join(", ")
    )
}

fn row(input: &ReportInput<'_>, at: usize, f: &Finding) -> Row {
    let money = money(f);
    let row = row![
        Cell::new((at + 1).to_string()).colour(GREY),
        Cell::new(&*f.title).face(Face::Bold).to(Target::Finding(at)),
        places(&f.extent),
        names(&f.extent.dealers),
        f.extent.since.map_or_else(String::new, |t| input.clock.minute(t)),
        grouped(f.exceptions),
        if money.is_empty() {
            Cell::new("-").colour(GREY)
        } else {
            Cell::new(money.join("\n")).colour(RED)
        }
    ];
    let first = f.first.as_ref().map(|e| format!(", first at {}", input.places.place(e.locus)));
    row.note(CELL.colour(GREY), format!("{} ({}){}", f.code, f.control, first.unwrap_or_default()))
}

/// Tables and links.
pub(super) fn places(extent: &Extent) -> String {
    let tables = names(&extent.tables);
    if tables.is_empty() { names(&extent.links) } else { tables }
}

/// The first few names, and how many more.
pub(super) fn names(all: &BTreeSet<CompactString>) -> String {
    let mut listed: Vec<String> = all.iter().take(NAMES).map(ToString::to_string).collect();
    if let Some(more) = all.len().checked_sub(NAMES).filter(|more| *more > 0) {
        listed.push(format!("{more} more"));
    }
    listed.join(", ")
}

/// What it is worth, by whom it favours.
pub(super) fn money(f: &Finding) -> Vec<String> {
    let sides =
        [(f.over_micros, "players"), (f.under_micros, "the house"), (f.fund_micros, "the fund")];
    let some = sides.into_iter().filter(|(micros, _)| *micros != 0);
    some.map(|(micros, side)| format!("{} {side}", dollars(micros))).collect()
}
