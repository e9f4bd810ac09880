//! The register of exceptions: each with its place in the evidence, both values, their difference, whom it favours, and
//! the calculation in words. What has no room for all lists those that matter most.

use crate::cell::{Anchor, Cell, Tone};
use crate::column::Column;
use crate::outputs::{PRINT, TERMINAL};
use crate::section::Section;
use crate::table::Table;
use crate::words::{Places, grouped, position, signed_dollars};
use feltproof_model::workpaper::{Finding, Outcome, Severity, Workpaper};
use feltproof_model::{Exception, ListedException};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Exceptions that one cause explains and that `report.json` lists; the rest is counted.
pub const LISTED_OF_CAUSE_MAX: u64 = 100;
/// Exceptions printed at most, so that a file of very many stays small enough to be sent.
const PRINTED: usize = 800;
/// On a terminal.
const IN_SHORT: usize = 20;
/// The order in which they are chosen.
const ORDER: &str =
    "the law first, then the largest amounts, and one of each check before a second of any";

/// The register; `None` where there is no exception.
pub fn register(w: &Workpaper, places: &Places) -> Option<Section> {
    if w.exceptions_total == 0 {
        return None;
    }
    let mut section = Section::new("register", "Exceptions register");
    let all = grouped(w.exceptions_total);
    let mut shown = chosen(&w.exceptions, PRINTED);
    let text = match shown.len() as u64 {
        most if most == w.exceptions_total => {
            format!("All {all} exceptions, by the numbers that they have in every output.")
        }
        some => format!(
            "{} of {all} exceptions ({ORDER}), by the numbers that they have in every output; of these checks not all: {}. \
             The JSON report made with this one has {}.",
            grouped(some),
            cut(w, &shown).join(", "),
            all_but_of_causes(w)
        ),
    };
    section.say(text).only(PRINT);
    shown.sort_by_key(|e| e.number);
    section.table(table(w, places, shown)).only(PRINT);
    in_short(&mut section, w, places);
    Some(section)
}

/// Those that matter most, for a terminal.
fn in_short(section: &mut Section, w: &Workpaper, places: &Places) {
    let some = chosen(&w.exceptions, IN_SHORT);
    let (listed, all) = (some.len() as u64, grouped(w.exceptions_total));
    let is_all = listed == w.exceptions_total;
    let title = if is_all { all } else { format!("{listed} of {all}") };
    section.part(format!("Exceptions ({title})")).only(TERMINAL);
    section.say(format!("In this order: {ORDER}.")).only(TERMINAL);
    section.table(table(w, places, some)).only(TERMINAL);
    if !is_all {
        let whole = format!("report.json has {}.", all_but_of_causes(w));
        section.say(whole).only(TERMINAL);
    }
}

/// How many are printed, where that is not all of them, and where the others are, as a sentence.
pub(crate) fn left_out(w: &Workpaper) -> Option<String> {
    let (printed, all) = (chosen(&w.exceptions, PRINTED).len() as u64, w.exceptions_total);
    (printed < all).then(|| {
        let (printed, all) = (grouped(printed), grouped(all));
        let whole = all_but_of_causes(w);
        format!("The register prints {printed} of {all} exceptions; the JSON report has {whole}.")
    })
}

/// What `report.json` has.
fn all_but_of_causes(w: &Workpaper) -> String {
    let of_causes = match w.causes.is_empty() {
        true => String::new(),
        false => format!(", but of each cause the first {LISTED_OF_CAUSE_MAX}"),
    };
    format!("all of them{of_causes}")
}

fn table(w: &Workpaper, places: &Places, shown: Vec<&ListedException>) -> Table {
    // The calculation of a finding's first exception is its condition, and is not printed twice.
    let first = |e: &ListedException| {
        w.findings.iter().position(|f| {
            f.cause.is_none() && f.first.as_ref().is_some_and(|first| first.number == e.number)
        })
    };
    let code = |e: &ListedException| {
        let of_code = |f: &Finding| f.cause.is_none() && f.code == e.code;
        let (text, near) = match first(e) {
            Some(at) => (format!("{}\nfinding {}", e.code, at + 1), Some(at)),
            None => (e.code.to_owned(), w.findings.iter().position(of_code)),
        };
        Cell::from(text).strong().to(near.map(Anchor::Finding))
    };
    Table::of("", "Exceptions register", shown)
        .column(Column::count("No."), |e| Cell::from(e.number).tone(Tone::Quiet))
        .column(Column::code("Code").fit(50), |e| code(e))
        .column(Column::line("File and line").fit(80), |e| places.line(e.locus))
        .column(Column::time("Time").fit(70).only(PRINT), |e| e.time)
        .column(Column::name("Table, round, seat").fit(88), |e| position(e))
        .column(Column::prose("Expected").share(11).only(PRINT), |e| &*e.expected)
        .column(Column::prose("Recorded").share(11).only(PRINT), |e| &*e.recorded)
        .column(Column::digits("Difference, in favour of"), |e| difference(e))
        .column(Column::prose("Both").note("").only(TERMINAL), |e| {
            format!("expected {}, recorded {}", e.expected, e.recorded)
        })
        .each(|e, row| {
            row.at = Some(Anchor::Exception(e.number));
            if first(e).is_none() && !e.explanation.is_empty() {
                row.notes.push((Tone::Plain, e.explanation.clone()));
            }
        })
        .done()
        .notes_from(1)
}

fn difference(e: &Exception) -> String {
    let amount = e.difference.map(|d| signed_dollars(d.micros().into()));
    let party = e.favours.map(|party| party.name().to_owned());
    amount.into_iter().chain(party).collect::<Vec<_>>().join("\n")
}

/// So many at most, in [`ORDER`]: neither does a check that found a thousand hide one that found a single one, nor the code
/// of a check the largest amount.
fn chosen(all: &[ListedException], most: usize) -> Vec<&ListedException> {
    let mut list: Vec<&ListedException> = all.iter().collect();
    list.sort_by_key(|e| {
        let amount = e.difference.map(|amount| amount.micros().unsigned_abs());
        (Severity::of(e.code, amount.is_some()), Reverse(amount), e.number)
    });
    let mut turns = BTreeMap::<&str, usize>::new();
    // The order within a turn stays.
    list.sort_by_cached_key(|e| {
        let turn = turns.entry(e.code).or_default();
        *turn += 1;
        *turn
    });
    list.truncate(most);
    list
}

/// The checks of which fewer are listed than were found: `PAY-001 200 of 1,234`.
fn cut(w: &Workpaper, listed: &[&ListedException]) -> Vec<String> {
    let of_check = w.checks.iter().filter_map(|check| {
        let Outcome::Ran { exceptions, .. } = check.outcome else { return None };
        let here = listed.iter().filter(|e| e.code == check.code).count() as u64;
        (here < exceptions)
            .then(|| format!("{} {} of {}", check.code, grouped(here), grouped(exceptions)))
    });
    of_check.collect()
}

#[cfg(test)]
mod tests {
    use super::chosen;
    use feltproof_model::{ListedException, Money, Party};

    /// Exceptions of these codes and dollars, none where they are 0.
    fn of(list: &[(&'static str, i64)]) -> Vec<ListedException> {
        let one = crate::common::exceptions().remove(0);
        let listed = |(at, (code, dollars)): (u64, &(&'static str, i64))| {
            let mut listed = ListedException { number: at, exception: one.clone() };
            let exception = &mut listed.exception;
            exception.code = code;
            exception.difference = (*dollars != 0).then(|| Money::from_micros(*dollars));
            exception.favours = exception.difference.map(|_| Party::House);
            listed
        };
        (1..).zip(list).map(listed).collect()
    }

    #[test]
    fn the_law_and_the_largest_amount_are_always_among_them() {
        let all = of(&[
            ("LOG-001", 0),
            ("LOG-001", 0),
            ("PAY-001", -5),
            ("PAY-001", 700),
            ("PAY-001", 6),
            ("PAY-002", 20),
            ("WAC-001", 0),
            ("WAC-003", 0),
        ]);
        let numbers = |most: usize| -> Vec<u64> {
            chosen(&all, most).into_iter().map(|e| e.number).collect()
        };
        assert_eq!(numbers(8), [7, 8, 4, 6, 1, 5, 2, 3]);
        assert_eq!(numbers(3), [7, 8, 4]);
        assert!(chosen(&[], 5).is_empty());
    }
}
