//! The law: every control of every rule pack with its verdict, the standing of its text and the limits applied.

use crate::cell::{Anchor, Cell, Sign, Tone};
use crate::column::Column;
use crate::outputs::{BOOK, Outputs, PAGE, PRINT};
use crate::section::Section;
use crate::table::Table;
use crate::words::{
    code_ranges, control_verdict, controls_sentence, exceptions_under_controls, inspection_sentence,
};
use feltproof_model::Inspected;
use feltproof_model::workpaper::{ControlDay, ControlResult, ControlVerdict, Workpaper};

/// What an evidence tag says about the text of a control.
const EVIDENCE: [(&str, &str); 9] = [
    ("V", "text read on a copy of the official page"),
    ("E", "stated by the engagement as confirmed, with its source"),
    ("V-part", "only the opening, a title or a table of contents was readable"),
    ("V-copy", "text, or a part of it, read on a third party's copy"),
    ("S", "secondary source, such as news or a third-party summary"),
    ("R", "recalled; not verified"),
    ("C", "computed"),
    ("SEED", "from the source documents of the games"),
    ("I", "inference or design advice"),
];

/// Results in the order in which they matter.
const FIRST_TO_LAST: [ControlVerdict; 9] = [
    ControlVerdict::Exceptions,
    ControlVerdict::NotDecidable,
    ControlVerdict::InputMissing,
    ControlVerdict::PartlyTested,
    ControlVerdict::NothingFound,
    ControlVerdict::NothingToTest,
    ControlVerdict::MetByInspection,
    ControlVerdict::ByInspection,
    ControlVerdict::NotApplicable,
];

/// Title of the section of all controls.
pub(crate) const COMPLIANCE: &str = "Compliance matrix";
/// Rows of the short matrix named one by one.
const NAMED: usize = 9;

/// The matrix in short: how many controls came to which result, and those with exceptions or open points by name.
pub fn short(w: &Workpaper) -> Section {
    let mut section = Section::new("", "Controls in short");
    section.say(controls_sentence(w));
    if w.controls.is_empty() {
        return section;
    }
    section.say(inspection_sentence(w)).only(PAGE);
    let count = |of: ControlVerdict| w.controls.iter().filter(|c| c.verdict == of).count() as u64;
    let results = FIRST_TO_LAST.into_iter().filter(|of| count(*of) > 0);
    let table = Table::of("", "Controls of the law by result", results)
        .column(Column::name("Result").fit(110), |of| {
            Cell::from(control_verdict(*of)).sign(sign(*of).0)
        })
        .column(Column::count("Controls"), |of| count(*of))
        .column(Column::prose("Meaning"), |of| meaning(*of));
    section.table(table.done());
    let matters =
        [ControlVerdict::Exceptions, ControlVerdict::NotDecidable, ControlVerdict::InputMissing];
    let all = || w.controls.iter().enumerate();
    let named = matters.iter().flat_map(|of| all().filter(move |(_, c)| c.verdict == *of));
    let named: Vec<(usize, &ControlResult)> = named.collect();
    if let (false, more) = (named.is_empty(), named.len().max(NAMED) - NAMED) {
        let table = Table::of("", "Controls that matter most", named.into_iter().take(NAMED))
            .column(Column::code("Citation").fit(130), |(at, c)| {
                let cell = Cell::from(&c.citation).sign(sign(c.verdict).0);
                cell.to(Some(Anchor::Control(*at)))
            })
            .column(Column::prose("Control"), |(_, c)| &c.title)
            .column(Column::count("Exceptions").fit(48), |(_, c)| c.found)
            .column(Column::name("Result").fit(70), |(_, c)| result(c));
        section.table(table.done()).only(PRINT);
        if more > 0 {
            section.say(format!("{more} more in the compliance matrix.")).only(PRINT);
        }
    }
    if w.exceptions_total > 0 {
        section.say(exceptions_under_controls(w)).only(PRINT);
    }
    section
}

fn result(c: &ControlResult) -> Cell {
    Cell::from(control_verdict(c.verdict)).tone(sign(c.verdict).1)
}

/// The whole matrix.
pub fn matrix(w: &Workpaper) -> Section {
    let mut section = Section::new("controls", COMPLIANCE);
    if w.controls.is_empty() {
        let none = "No rule pack was applied: the law was not part of this audit.";
        section.say(none).tone(Tone::Quiet).only(PRINT.and(PAGE));
    } else {
        section.say(MATRIX).only(PRINT.and(PAGE));
        let counted = format!("{} {}", controls_sentence(w), inspection_sentence(w));
        section.say(counted).only(PRINT);
    }
    let all = by_pack(w);
    let shown = if w.controls.is_empty() { BOOK } else { PAGE.and(BOOK) };
    section.table(table(w, all.clone())).only(shown);
    if !w.controls.is_empty() {
        let is_open = |c: &ControlResult, of| c.verdict == of && particulars(w, c).is_empty();
        let parts = [
            (ControlVerdict::ByInspection, "Controls that inspection alone answers"),
            (ControlVerdict::NotApplicable, "Controls that do not apply"),
        ];
        let is_whole = |c: &ControlResult| !parts.iter().any(|(of, _)| is_open(c, *of));
        let whole = all.iter().copied().filter(|(_, c)| is_whole(c)).collect();
        section.table(table(w, whole)).only(PRINT);
        for (of, title) in parts {
            let open: Vec<_> = all.iter().filter(|(_, c)| is_open(c, of)).collect();
            if !open.is_empty() {
                section.part(title).only(PRINT);
                section.table(titles(open)).only(PRINT);
            }
        }
        let tags = EVIDENCE.iter().map(|(tag, meaning)| format!("{tag}: {meaning}"));
        let tags = tags.collect::<Vec<_>>().join("; ");
        section
            .say(format!("How the text of a control is known. {tags}."))
            .small()
            .only(PRINT.and(PAGE));
        if w.exceptions_total > 0 {
            section.say(exceptions_under_controls(w)).only(PAGE);
        }
    }
    section
}

const MATRIX: &str = "Every control of the rule packs used, in each version that applied on an audited day, whether or not it \
    could be tested. A law is applied from the first moment of its calendar day at the property: what was played after \
    midnight is judged by the law of the new day, though it belongs to the gaming day before. What stands for days on end, \
    such as a posting, is judged on each of them, counted as tested on each, and is one exception at most by one law. Days \
    are calendar days. What a control demands that inspection has yet to answer, or that does not apply, stands in the workbook \
    and on the form of inspection.";

/// A control with its place among all.
type Placed<'a> = (usize, &'a ControlResult);

/// All controls, pack by pack, in the order in which they come.
fn by_pack(w: &Workpaper) -> Vec<Placed<'_>> {
    let mut packs: Vec<&str> = Vec::new();
    for control in &w.controls {
        if !packs.contains(&control.pack.as_str()) {
            packs.push(&control.pack);
        }
    }
    let of = |pack: &'_ str| {
        let pack = pack.to_owned();
        w.controls.iter().enumerate().filter(move |(_, c)| c.pack == pack)
    };
    packs.into_iter().flat_map(of).collect()
}

/// Controls of which nothing else is to be said.
fn titles(controls: Vec<&Placed<'_>>) -> Table {
    let table = Table::of("", "Controls by their titles", controls)
        .column(Column::code("Citation").fit(104), |(_, c)| {
            Cell::from(&c.citation).sign(sign(c.verdict).0)
        })
        .column(Column::prose("Title"), |(_, c)| &c.title)
        .column(Column::name("Evidence").fit(36), |(_, c)| &c.evidence);
    table.done().twofold()
}

fn table(w: &Workpaper, rows: Vec<Placed<'_>>) -> Table {
    let pack_title = |c: &ControlResult| {
        let pack = w.packs.iter().find(|p| p.id == c.pack);
        format!("{} ({})", pack.map_or(&c.pack, |p| &p.title), c.pack)
    };
    Table::of("matrix", "Every control of every rule pack, with its result", rows)
        .column(Column::name("").key("pack").only(Outputs::NONE), |(_, c)| pack_title(c))
        .column(Column::code("Pack").only(BOOK).wide(9), |(_, c)| &c.pack)
        .column(Column::code("Citation").fit(142).wide(26), |(_, c)| {
            Cell::from(&c.citation).sign(sign(c.verdict).0)
        })
        .column(Column::prose("Title").wide(30), |(_, c)| &c.title)
        .column(Column::name("Verdict").fit(60).wide(18), |(_, c)| result(c))
        .column(Column::prose("Applies").not(PRINT).wide(28), |(_, c)| &c.period)
        .column(Column::count("Days").fit(26).wide(7), |(_, c)| c.days)
        .column(Column::count("Tested").fit(38), |(_, c)| c.tested)
        .column(Column::count("Exceptions"), |(_, c)| c.found)
        .column(
            Column::prose("Limits applied, each with the tag of its evidence").not(PRINT).wide(46),
            |(_, c)| c.values.join("; "),
        )
        .column(Column::prose("Demand").only(BOOK).wide(60), |(_, c)| &c.demand)
        .column(Column::name("Answered").only(BOOK).wide(11), |(_, c)| &c.status)
        .column(Column::prose("Checks").not(PRINT).wide(30), |(_, c)| code_ranges(&c.checks))
        .column(Column::prose("Answered by inspection").only(BOOK).wide(36), |(_, c)| {
            c.inspected.as_ref().map(inspected)
        })
        .column(Column::prose("Note").not(PRINT).wide(50), |(_, c)| &c.note)
        .column(Column::name("Evidence").fit(38).not(PAGE).wide(9), |(_, c)| &c.evidence)
        .column(Column::prose("Where it stands").only(BOOK), |(_, c)| &c.address)
        .column(Column::day("Read on").only(BOOK), |(_, c)| c.read)
        .column(Column::name("Control").only(BOOK).wide(26), |(_, c)| &c.id)
        .each(|(at, c), row| {
            let particulars = particulars(w, c);
            if !particulars.is_empty() {
                row.notes.push((Tone::Quiet, particulars));
            }
            (row.at, row.result) = (Some(Anchor::Control(*at)), control_verdict(c.verdict));
        })
        .done()
        .notes_from(1)
        .banded("pack")
        .sheet(
            "Limits and law",
            "Every control of the rule packs with its verdict and the limits applied",
        )
}

/// What paper has no columns for: the demand, when it applies, how it was tested, by which values, on which days what.
fn particulars(w: &Workpaper, c: &ControlResult) -> String {
    let is_of_several = w.controls.iter().filter(|o| o.pack == c.pack && o.id == c.id).count() > 1;
    // The form of inspection has the demands that are open work, and says more of each.
    let is_open = matches!(c.verdict, ControlVerdict::ByInspection | ControlVerdict::NotApplicable);
    let mut parts = if is_open { Vec::new() } else { vec![c.demand.clone()] };
    if is_of_several || c.verdict == ControlVerdict::NotDecidable {
        parts.push(format!("Applies {}.", c.period));
    }
    if !c.checks.is_empty() {
        parts.push(format!("Tested by {}.", code_ranges(&c.checks)));
    }
    parts.extend(c.values.iter().map(|value| format!("Applied: {value}.")));
    parts.extend(days_in_words(&c.by_day));
    parts.extend(c.inspected.as_ref().map(|of| format!("Inspection: {}.", inspected(of))));
    // What is known of a text that nothing was found under stands in the workbook and in the JSON.
    if matches!(
        c.verdict,
        ControlVerdict::Exceptions
            | ControlVerdict::NotDecidable
            | ControlVerdict::InputMissing
            | ControlVerdict::PartlyTested
    ) {
        parts.push(c.note.clone());
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// What inspection answered: `yes by inquiry, AB on 2026-11-03, reason, kept in binder 4`.
fn inspected(of: &Inspected) -> String {
    let reason = of.reason.as_ref().map(|reason| format!(", {reason}")).unwrap_or_default();
    let document = of.document.as_ref().map(|kept| format!(", kept in {kept}")).unwrap_or_default();
    let (answer, by) = (of.answer.name(), of.by.name());
    format!("{answer} by {by}, {} on {}{reason}{document}", of.initials, of.date)
}

/// Which days came to what, where they differ.
fn days_in_words(days: &[ControlDay]) -> Option<String> {
    let mut runs: Vec<(&ControlDay, &ControlDay)> = Vec::new();
    for day in days {
        match runs.last_mut() {
            Some((_, last)) if last.verdict == day.verdict => *last = day,
            _ => runs.push((day, day)),
        }
    }
    let run = |(first, last): &(&ControlDay, &ControlDay)| {
        let word = control_verdict(first.verdict);
        if first.date == last.date {
            format!("{} {word}", first.date)
        } else {
            format!("{} to {} {word}", first.date, last.date)
        }
    };
    let said: Vec<String> = runs.iter().map(run).collect();
    (runs.len() > 1).then(|| format!("By day: {}.", said.join(", ")))
}

const fn sign(verdict: ControlVerdict) -> (Sign, Tone) {
    match verdict {
        ControlVerdict::NothingFound => (Sign::Clear, Tone::Plain),
        ControlVerdict::Exceptions => (Sign::Found, Tone::Bad),
        ControlVerdict::PartlyTested => (Sign::Partly, Tone::Open),
        ControlVerdict::NotDecidable => (Sign::Open, Tone::Open),
        ControlVerdict::InputMissing => (Sign::NotRun, Tone::Open),
        ControlVerdict::NothingToTest => (Sign::Nothing, Tone::Quiet),
        ControlVerdict::MetByInspection => (Sign::Met, Tone::Plain),
        ControlVerdict::ByInspection => (Sign::Seen, Tone::Plain),
        ControlVerdict::NotApplicable => (Sign::Off, Tone::Quiet),
    }
}

const fn meaning(verdict: ControlVerdict) -> &'static str {
    match verdict {
        ControlVerdict::NothingFound => "its checks ran and found nothing",
        ControlVerdict::Exceptions => "at least one of its checks found an exception",
        ControlVerdict::PartlyTested => "some of its checks did not run",
        ControlVerdict::NotDecidable => {
            "the law's own value on the day is not known for some of what was tested"
        }
        ControlVerdict::InputMissing => {
            "none of its checks ran: the audit lacks an input of theirs"
        }
        ControlVerdict::NothingToTest => {
            "the record, or the law on these days, holds nothing for its checks to test"
        }
        ControlVerdict::MetByInspection => {
            "inspection alone answers it, and found it met: the engagement's word"
        }
        ControlVerdict::ByInspection => {
            "inspection alone answers it, and has not: open work, outside this report"
        }
        ControlVerdict::NotApplicable => {
            "it was not in force on any audited day, or is about what the property does not have"
        }
    }
}
