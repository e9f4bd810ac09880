//! The exceptions register: each with its place in the evidence, both values, the difference, whom
//! it favours, and the calculation in words.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face, GREY, SMALL};
use crate::json::LISTED_OF_CAUSE_MAX;
use crate::pdf::flow::Flow;
use crate::pdf::links::Target;
use crate::pdf::table::{Cell, Column, PrintedTable, Row, row};
use crate::words::{grouped, signed_dollars};
use feltproof_model::Exception;
use feltproof_model::workpaper::Finding;
use std::collections::BTreeMap;

/// Exceptions printed at most, so that a file of very many stays small enough to be sent. The first of each check always
/// are, and of each check as many as of any other that has them.
pub(super) const PRINTED: usize = 800;

/// What the register prints, each with its place in the workpaper.
pub(super) fn printed(all: &[Exception], most: usize) -> Vec<(usize, &Exception)> {
    let mut of_check = BTreeMap::<&str, usize>::new();
    for e in all {
        *of_check.entry(e.code).or_default() += 1;
    }
    let with = |each: usize| of_check.values().map(|number| each.min(*number)).sum::<usize>();
    let largest = of_check.values().copied().max().unwrap_or(0);
    let each = (1..=largest).rev().find(|each| with(*each) <= most).unwrap_or(1);
    let mut so_far = BTreeMap::<&str, usize>::new();
    let is_printed = |(_, e): &(usize, &Exception)| {
        let number = so_far.entry(e.code).or_default();
        *number += 1;
        *number <= each
    };
    all.iter().enumerate().filter(is_printed).collect()
}

pub(super) fn register(flow: &mut Flow<'_>, input: &ReportInput<'_>) {
    let w = input.w;
    if w.exceptions_total == 0 {
        return;
    }
    flow.section(titles::REGISTER, false);
    let shown = printed(&w.exceptions, PRINTED);
    let listed = u64::try_from(shown.len()).unwrap_or(u64::MAX);
    let text = if listed == w.exceptions_total {
        format!("All {} exceptions, by code, then place in the evidence.", grouped(listed))
    } else {
        format!(
            "{} of {} exceptions, by code, then place in the evidence. The JSON report made with \
             this one holds all of them, but for those that a cause explains: of each cause the first {}.",
            grouped(listed),
            grouped(w.exceptions_total),
            LISTED_OF_CAUSE_MAX
        )
    };
    flow.paragraph(BODY, &text);
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
    for (number, (at, e)) in shown.into_iter().enumerate() {
        table.row(row(input, number + 1, e).target(Target::Exception(at)));
    }
    table.draw(flow);
}

fn row(input: &ReportInput<'_>, number: usize, e: &Exception) -> Row {
    let is_first = |f: &Finding| {
        let first = f.first.as_ref();
        f.cause.is_none()
            && first.is_some_and(|first| first.code == e.code && first.locus == e.locus)
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
        Cell::new(number.to_string()).colour(GREY),
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

#[cfg(test)]
mod tests {
    use super::printed;
    use feltproof_model::{Exception, Locus};

    fn of(codes: &[(&'static str, usize)]) -> Vec<Exception> {
        let one = crate::common::exceptions().remove(0);
        let list = |(code, number): &(&'static str, usize)| {
            let e =
                Exception { code, locus: Locus::Journal { journal: 0, line: 2 }, ..one.clone() };
            std::iter::repeat_n(e, *number)
        };
        codes.iter().flat_map(list).collect()
    }

    #[test]
    fn every_check_has_its_share_of_the_register() {
        let of_each = |all: &[Exception], most: usize| -> Vec<usize> {
            printed(all, most).into_iter().map(|(at, _)| at).collect()
        };
        let all = of(&[("A", 1), ("B", 5), ("C", 4)]);
        assert_eq!(of_each(&all, 10), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        // 1 + 4 + 4 are nine.
        assert_eq!(of_each(&all, 9), [0, 1, 2, 3, 4, 6, 7, 8, 9]);
        // 1 + 3 + 3 would be too many for six: two of each remain.
        assert_eq!(of_each(&all, 6), [0, 1, 2, 6, 7]);
        // The first of each check always stands there.
        assert_eq!(of_each(&all, 1), [0, 1, 6]);
        assert!(printed(&[], 5).is_empty());
    }
}
