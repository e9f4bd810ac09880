//! The exceptions register: each with its place in the evidence, both values, the difference, whom
//! it favours, and the calculation in words.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face, GREY, SMALL};
use crate::json::LISTED_OF_CAUSE_MAX;
use crate::listed::{ORDER, chosen, cut};
use crate::pdf::flow::Flow;
use crate::pdf::links::Target;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{grouped, signed_dollars};
use feltproof_model::workpaper::Finding;
use feltproof_model::{Exception, ListedException};

/// Exceptions printed at most, so that a file of very many stays small enough to be sent.
pub(super) const PRINTED: usize = 800;

pub(super) fn register(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    if w.exceptions_total == 0 {
        return;
    }
    flow.section(titles::REGISTER, false);
    let mut shown = chosen(&w.exceptions, PRINTED);
    let listed = shown.len() as u64;
    let text = if listed == w.exceptions_total {
        format!(
            "All {} exceptions, by the numbers that they have in every output.",
            grouped(listed)
        )
    } else {
        format!(
            "{} of {} exceptions ({ORDER}), by the numbers that they have in every output; of these checks not all: {}. \
             The JSON report made with this one holds all of them, but for those that a cause explains: of each cause \
             the first {LISTED_OF_CAUSE_MAX}.",
            grouped(listed),
            grouped(w.exceptions_total),
            cut(w, &shown).join(", ")
        )
    };
    flow.paragraph(BODY, &text);
    shown.sort_by_key(|(_, e)| e.number);
    let mut table = PrintedTable::new(vec![
        Column::number("No."),
        Column::fit("Code", 50.0),
        Column::fit("File and line", 80.0).face(Face::Mono),
        Column::fit("Time", 70.0),
        Column::fit("Table, round, seat", 88.0),
        Column::share("Expected", 1.1),
        Column::share("Recorded", 1.1),
        Column::number("Difference, in favour of"),
    ])
    .notes_from(1);
    for (at, e) in shown {
        table.row(row(input, e).target(Target::Exception(at)));
    }
    table.draw(flow);
}

fn row(input: &ReportInput<'_>, e: &ListedException) -> Row {
    let is_first = |f: &Finding| {
        let first = f.first.as_ref();
        f.cause.is_none() && first.is_some_and(|first| first.number == e.number)
    };
    // Its calculation is the condition of that finding, and is not printed twice.
    let finding = input.w.findings.iter().position(is_first);
    let of_code = |f: &Finding| f.cause.is_none() && f.code == e.code;
    let near = finding.or_else(|| input.w.findings.iter().position(of_code));
    let code = Cell::new(match finding {
        Some(at) => format!("{}\nfinding {}", e.code, at + 1),
        None => e.code.to_owned(),
    });
    let code = near.map_or_else(|| code.clone(), |at| code.clone().to(Target::Finding(at)));
    let row = row![
        Cell::new(grouped(e.number)).colour(GREY),
        code.face(Face::Bold),
        input.places.place(e.locus),
        e.time.map_or_else(String::new, |t| input.clock.on_two_lines(t)),
        position(e),
        &*e.expected,
        &*e.recorded,
        difference(e)
    ];
    if finding.is_some() || e.explanation.is_empty() {
        return row;
    }
    row.note(SMALL, e.explanation.clone())
}

fn difference(e: &Exception) -> Cell {
    let amount = e.difference.map(|d| signed_dollars(i128::from(d.micros())));
    let party = e.favours.map(|party| party.name().to_owned());
    let lines: Vec<String> = amount.into_iter().chain(party).collect();
    if lines.is_empty() { Cell::new("-").colour(GREY) } else { Cell::new(lines.join("\n")) }
}

/// Table and dealer or link, then round and seat.
fn position(e: &Exception) -> String {
    let mut lines = Vec::new();
    let table = e.table.as_ref().map(ToString::to_string);
    let link = e.link.as_ref().map(ToString::to_string);
    let dealer = e.dealer.as_ref().map(|d| format!("dealer {d}"));
    let whose: Vec<String> = table.into_iter().chain(link).chain(dealer).collect();
    if !whose.is_empty() {
        lines.push(whose.join(", "));
    }
    let round = e.round.map(|r| format!("round {r}"));
    let seat = e.seat.map(|s| format!("seat {s}"));
    let both: Vec<String> = round.into_iter().chain(seat).collect();
    if !both.is_empty() {
        lines.push(both.join(", "));
    }
    lines.join("\n")
}
