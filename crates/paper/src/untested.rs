//! What was not tested, and why: not run is never passed.

use crate::cell::{Cell, Tone, Value};
use crate::column::Column;
use crate::coverage::{paid_for, untested_payments, wagers_left_out};
use crate::outputs::Outputs;
use crate::section::Section;
use crate::table::Table;
use crate::words::{Places, control_verdict, grouped};
use feltproof_model::UntestedPayment;
use feltproof_model::workpaper::{ControlVerdict, Outcome, Workpaper};

/// Payments that are printed.
const PRINTED: usize = 200;
/// Gaps and payments on a terminal.
const IN_SHORT: usize = 8;

/// Something that was not tested.
#[derive(Default)]
struct Untested<'a> {
    what: String,
    which: &'a str,
    words: &'a str,
    many: Option<u64>,
    why: String,
    payment: Option<&'a UntestedPayment>,
    paid: Option<i128>,
}

/// All that was not tested.
pub fn untested(w: &Workpaper, places: &Places) -> Section {
    let mut section = Section::new("untested", "What was not tested");
    let all = all(w);
    if all.is_empty() {
        let none = "Every check ran, and nothing on record was left untested.";
        section.say(none).only(Outputs::PAGE);
    }
    let never = "Not run is never passed. Controls that inspection answers are open work.";
    section.say(never).only(Outputs::BOOK);
    let shown = if all.is_empty() { Outputs::BOOK } else { Outputs::PAGE.and(Outputs::BOOK) };
    let name = |of: &Untested<'_>, name: fn(&UntestedPayment) -> String| of.payment.map(name);
    let table = Table::of("", "What was not tested, and why", all)
        .column(Column::name("What").wide(24), |of| of.what.clone())
        .column(Column::prose("Which").wide(26), |of| of.which)
        .column(Column::prose("In words").wide(44), |of| of.words)
        .column(Column::count("How many"), |of| of.many)
        .column(Column::prose("Why").wide(70), |of| of.why.clone())
        .column(Column::line("Place"), |of| of.payment.map(|p| places.line(p.locus)))
        .column(Column::name("Table").wide(10), |of| name(of, |p| p.table.to_string()))
        .column(Column::name("Round").wide(8), |of| name(of, |p| p.round.to_string()))
        .column(Column::name("Seat").wide(6), |of| name(of, |p| p.seat.to_string()))
        .column(Column::money("Paid").summed(), |of| of.paid.map(Value::Money))
        .done()
        .sheet("Not tested", "What was not tested, and why");
    section.table(table).only(shown);
    section
}

fn all(w: &Workpaper) -> Vec<Untested<'_>> {
    let mut all = Vec::new();
    let of = |what: &str| Untested { what: what.to_owned(), ..Untested::default() };
    for check in &w.checks {
        let (which, words) = (check.code, check.title);
        match &check.outcome {
            Outcome::NotRun { reason } => {
                let why = reason.clone();
                all.push(Untested { which, words, why, ..of("Check not run") });
            }
            Outcome::Ran { .. } if check.undecided > 0 => {
                let (many, why) = (Some(check.undecided), check.undecided_reason.clone());
                all.push(Untested { which, words, many, why, ..of("Check left open") });
            }
            Outcome::Ran { .. } => {}
        }
    }
    all.extend(w.gaps.iter().map(|gap| Untested { why: gap.clone(), ..of("Gap in the record") }));
    if let Some(why) = wagers_left_out(w) {
        let many = Some(w.counts.wagers_untested);
        all.push(Untested { many, why, ..of("Wagers not tested") });
    }
    if w.problems_total > 0 {
        let why =
            "They could not be understood: quarantine.csv has each with its reason.".to_owned();
        all.push(Untested { many: Some(w.problems_total), why, ..of("Records not read") });
    }
    let answered =
        [ControlVerdict::NothingFound, ControlVerdict::Exceptions, ControlVerdict::MetByInspection];
    for control in w.controls.iter().filter(|c| !answered.contains(&c.verdict)) {
        all.push(Untested {
            which: &control.citation,
            words: &control.title,
            why: control.note.clone(),
            ..of(&format!("Control: {}", control_verdict(control.verdict)))
        });
    }
    all.extend(payments_of(w));
    all
}

/// The payments, each a row, and one for those that are counted alone.
fn payments_of(w: &Workpaper) -> Vec<Untested<'_>> {
    let all = &w.untested_payments;
    let of = |payment| Untested {
        what: "Payment not tested".to_owned(),
        which: paid_for(payment),
        many: Some(1),
        why: payment.reason.clone(),
        payment: Some(payment),
        paid: Some(payment.amount.micros().into()),
        ..Untested::default()
    };
    let mut rows: Vec<Untested<'_>> = all.listed.iter().map(of).collect();
    let sum: i128 = rows.iter().filter_map(|row| row.paid).sum();
    if let Some(more) = all.total.checked_sub(rows.len() as u64).filter(|more| *more > 0) {
        rows.push(Untested {
            what: "Payment not tested".to_owned(),
            many: Some(more),
            why: "These further payments are counted, not listed.".to_owned(),
            paid: Some(all.micros - sum),
            ..Untested::default()
        });
    }
    rows
}

/// Payments that no check could test, with their sum; `None` where there are none.
pub fn payments(w: &Workpaper, places: &Places) -> Option<Section> {
    let text = untested_payments(w)?;
    let mut section = Section::new("paid-untested", "Paid and not tested");
    section.part(section.title).only(Outputs::TERMINAL);
    section.say(text).tone(Tone::Open);
    let all = &w.untested_payments;
    let beyond = all.total - all.listed.len() as u64;
    if beyond > 0 {
        let said = format!("{} more are in the sum alone.", grouped(beyond));
        section.say(said);
    }
    let table = Table::of("", section.title, &all.listed)
        .column(Column::line("Place"), |p| places.line(p.locus))
        .column(Column::name("Table").fit(70), |p| p.table.as_str())
        .column(Column::digits("Round"), |p| p.round.to_string())
        .column(Column::digits("Seat"), |p| p.seat.to_string())
        .column(Column::prose("Paid for"), |p| paid_for(p))
        .column(Column::money("Amount"), |p| Cell::money(p.amount.micros()))
        .column(Column::prose("Why").note(""), |p| &p.reason)
        .done()
        .notes_from(1)
        .most(Outputs::PRINT, PRINTED)
        .most(Outputs::TERMINAL, IN_SHORT);
    section.table(table);
    Some(section)
}

/// What the record does not cover, for a terminal.
pub fn gaps(w: &Workpaper) -> Section {
    let mut section = Section::new("", "Gaps in the record");
    if w.gaps.is_empty() {
        return section;
    }
    section.part(section.title);
    w.gaps.iter().take(IN_SHORT).for_each(|gap| {
        section.say(gap).tone(Tone::Open);
    });
    if let Some(more) = w.gaps.len().checked_sub(IN_SHORT).filter(|more| *more > 0) {
        section.say(format!("{more} more in the report."));
    }
    section
}
