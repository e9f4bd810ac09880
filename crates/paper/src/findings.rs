//! Findings: all exceptions of one cause, or of one check under one control. By rank in a table, and one by one on paper;
//! and the causes themselves.

use crate::cell::{Anchor, Cell, Tone, Value};
use crate::clock::Clock;
use crate::column::Column;
use crate::outputs::{BOOK, Outputs, PAGE, PRINT, TERMINAL};
use crate::section::Section;
use crate::table::Table;
use crate::words::{Places, dollars, grouped, plural, position};
use feltproof_model::workpaper::{Finding, Severity, Workpaper};
use feltproof_model::{Cause, CompactString, Exception, Extent};
use std::collections::BTreeSet;

/// Findings in the table of the second page.
const LEADING: usize = 12;
/// Names listed of tables, links or dealers on paper.
const NAMES: usize = 4;

/// The findings by rank.
pub fn by_rank(w: &Workpaper, places: &Places) -> Section {
    let mut section = Section::new("", "Findings that matter");
    if w.findings.is_empty() {
        let none = "No check that ran found an exception.";
        section.say(none).tone(Tone::Quiet).only(PRINT.and(PAGE));
    } else {
        section.say(format!("{} The section Findings has all.", by_severity(w))).only(PRINT);
    }
    section
        .say(
            "One finding for each cause, and one for each check with exceptions and each control they fall under: the law \
             first, then money.",
        )
        .only(BOOK);
    let shown = if w.findings.is_empty() { BOOK } else { Outputs::ALL.without(TERMINAL) };
    section.table(table(w, places)).only(shown);
    section
}

fn table(w: &Workpaper, places: &Places) -> Table {
    let amount = |head| Column::money(head).only(BOOK);
    Table::of("", "Findings", w.findings.iter().enumerate())
        .column(Column::count("").only(PRINT), |(at, _)| {
            Cell::from(*at as u64 + 1).tone(Tone::Quiet)
        })
        .column(Column::name("No.").only(BOOK).wide(6), |(at, _)| name(*at))
        .column(Column::name("First exception").only(BOOK).wide(12), |(_, f)| {
            f.first.as_ref().map_or_else(Cell::default, |e| {
                Cell::from(format!("No. {}", e.number)).to(Some(Anchor::Exception(e.number)))
            })
        })
        .column(Column::name("Severity").only(BOOK).wide(19), |(_, f)| f.severity.name())
        .column(Column::code("Check").note(""), |(_, f)| f.code)
        .column(Column::prose("Finding").wide(34), |(at, f)| {
            Cell::from(&f.title).strong().to(Some(Anchor::Finding(*at)))
        })
        .column(Column::prose("Falls under").note("").wide(26), |(_, f)| &f.control)
        .column(Column::prose("Condition").only(BOOK).wide(60), |(_, f)| &f.condition)
        .column(Column::prose("Criteria").only(BOOK).wide(60), |(_, f)| &f.criteria)
        .column(amount("In favour of players"), |(_, f)| Cell::money(f.over_micros))
        .column(amount("In favour of the house"), |(_, f)| Cell::money(f.under_micros))
        .column(amount("In favour of the fund"), |(_, f)| Cell::money(f.fund_micros))
        .column(Column::name("First at").note("first at ").not(PAGE).wide(26), |(_, f)| {
            f.first.as_ref().map(|e| places.place(e.locus))
        })
        .column(Column::name("Where").fit(84).only(PRINT), |(_, f)| whereabouts(&f.extent))
        .column(Column::name("Dealer").fit(60).only(PRINT), |(_, f)| few(&f.extent.dealers))
        .column(Column::time("Since").not(PAGE), |(_, f)| f.extent.since)
        .column(Column::time("Until").only(BOOK), |(_, f)| f.extent.until)
        .column(Column::prose("Tables or links, dealers").only(BOOK).wide(30), |(_, f)| {
            let all = [&f.extent.tables, &f.extent.links, &f.extent.dealers];
            let named = all.into_iter().filter(|names| !names.is_empty()).map(|names| {
                names.iter().map(CompactString::as_str).collect::<Vec<_>>().join(", ")
            });
            named.collect::<Vec<_>>().join("; ")
        })
        .column(Column::count("Tested").only(BOOK), |(_, f)| f.tested)
        .column(Column::count("Exceptions"), |(_, f)| f.exceptions)
        .column(
            Column::digits("Money, in favour of").fit(92).only(PRINT).tones(Tone::Bad, Tone::Bad),
            |(_, f)| money(f).join("\n"),
        )
        .column(Column::prose("Effect").not(PRINT).wide(34), |(_, f)| &f.effect)
        .column(Column::name("Cause").only(BOOK).wide(7), |(_, f)| f.cause.map(cause_id))
        .column(Column::code("Repeated from report").only(BOOK).wide(24), |(_, f)| {
            f.repeated.clone()
        })
        .column(Column::prose("Response").only(BOOK), |(_, f)| f.responses.join(" "))
        .done()
        .notes_from(1)
        .most(PRINT, LEADING)
        .sheet("Findings", "Every finding with its control, condition, criteria and effect")
}

/// What a finding is called in a workbook, by its place: `F1`.
pub fn name(at: usize) -> String {
    format!("F{}", at + 1)
}

/// The id of a cause, by its place: `C1`.
pub fn cause_id(at: usize) -> String {
    format!("C{}", at + 1)
}

/// `42 exceptions in 41 findings: 5 law, 20 money, 17 procedure and record.`
pub fn by_severity(w: &Workpaper) -> String {
    let sum = |of: &dyn Fn(&&Finding) -> bool| -> u64 {
        w.findings.iter().filter(of).map(|f| f.exceptions).sum()
    };
    let of = |severity: Severity| match sum(&|f| f.severity == severity) {
        0 => None,
        some => Some(format!("{} {}", grouped(some), severity.name())),
    };
    let twice = if sum(&|_| true) == w.exceptions_total {
        ""
    } else {
        " An exception that breaks two demands of the law counts to both."
    };
    format!(
        "{} in {}: {}.{twice}",
        plural(w.exceptions_total, "exception"),
        plural(w.findings.len() as u64, "finding"),
        Severity::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
    )
}

/// The findings one by one, for paper; `None` where there is nothing to say.
pub fn one_by_one(w: &Workpaper, places: &Places, clock: &Clock) -> Option<Section> {
    // That there are none stands on the second page.
    if w.findings.is_empty() && w.responses_unmatched.is_empty() {
        return None;
    }
    let mut section = Section::new("findings", "Findings");
    if !w.findings.is_empty() {
        section.say(by_severity(w));
    }
    for (at, f) in w.findings.iter().enumerate() {
        section.part(format!("{}. {} ({})", at + 1, f.title, f.code));
        section.details(Anchor::Finding(at), details(w, f, (places, clock)));
    }
    if !w.responses_unmatched.is_empty() {
        let codes = w.responses_unmatched.join(", ");
        section.say(format!("The licensee responds to what is no finding: {codes}."));
    }
    Some(section)
}

fn details(
    w: &Workpaper,
    f: &Finding,
    (places, clock): (&Places, &Clock),
) -> Vec<(&'static str, Cell)> {
    let control = w
        .controls
        .iter()
        .position(|c| Some(&c.id) == f.control_id.as_ref() && c.citation == f.control);
    let register = f.first.as_ref().map(|first| Anchor::Exception(first.number));
    let bad = |text: String| Cell::from(text).tone(Tone::Bad);
    let mut lines = vec![
        ("Extent", bad(extent(w, f, places)).strong()),
        ("Control", Cell::from(&f.control).to(control.map(Anchor::Control))),
        ("Where", Cell::from(place(f, places, clock)).to(register)),
        ("Condition", (&f.condition).into()),
        ("Criteria", (&f.criteria).into()),
    ];
    let repeated = f.repeated.as_ref().map(|of| bad(format!("Also a finding of report {of}.")));
    lines.extend(repeated.map(|said| ("Repeated", said)));
    lines.extend(f.responses.iter().map(|said| ("Response", said.into())));
    lines.retain(|(_, cell)| cell.value != Value::Empty);
    lines
}

/// How much it matters, how many exceptions, what they are worth.
fn extent(w: &Workpaper, f: &Finding, places: &Places) -> String {
    let count = match f.cause.and_then(|at| w.causes.get(at)) {
        Some(cause) => explained(cause, places),
        None => format!("{} in {} tested", plural(f.exceptions, "exception"), grouped(f.tested)),
    };
    let money = match money(f) {
        none if none.is_empty() => "no amount is attached to it".to_owned(),
        some => format!("in favour of: {}", some.join(", ")),
    };
    let severity = match f.severity {
        Severity::Law => "Law",
        Severity::Money => "Money",
        Severity::Procedure => "Procedure and record",
    };
    format!("{severity}. {count}; {money}.")
}

/// What a cause explains: how many exceptions of which checks, and where they begin and end.
fn explained(cause: &Cause, places: &Places) -> String {
    let codes = cause.explains.iter().map(|of| format!("{} {}", grouped(of.exceptions), of.code));
    format!(
        "One cause of {} ({}), from {} to {}",
        plural(cause.exceptions(), "exception"),
        codes.collect::<Vec<_>>().join(", "),
        places.place(cause.first),
        places.place(cause.last)
    )
}

/// Of one exception where it stands; of several the first, and how far they reach.
fn place(f: &Finding, places: &Places, clock: &Clock) -> String {
    let Some(first) = &f.first else { return String::new() };
    let of_first = of_exception(first, places, clock);
    if f.exceptions < 2 {
        return of_first;
    }
    let mut parts = vec![format!("First {of_first}.")];
    let (where_else, dealers) = (whereabouts(&f.extent), few(&f.extent.dealers));
    if !where_else.is_empty() {
        parts.push(format!("At {where_else}."));
    }
    if !dealers.is_empty() {
        parts.push(format!("Dealers {dealers}."));
    }
    if let (Some(since), Some(until)) = (f.extent.since, f.extent.until)
        && since != until
    {
        parts.push(format!("{} to {}.", clock.full(since), clock.full(until)));
    }
    parts.join(" ")
}

fn of_exception(e: &Exception, places: &Places, clock: &Clock) -> String {
    let time = e.time.map(|time| clock.full(time));
    let position = Some(position(e).replace('\n', ", ")).filter(|position| !position.is_empty());
    [Some(places.place(e.locus)), time, position]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// A few tables, or links where it is of none.
fn whereabouts(extent: &Extent) -> String {
    few(if extent.tables.is_empty() { &extent.links } else { &extent.tables })
}

/// The first few names, and how many more.
fn few(all: &BTreeSet<CompactString>) -> String {
    let mut listed: Vec<String> = all.iter().take(NAMES).map(ToString::to_string).collect();
    if all.len() > NAMES {
        listed.push(format!("{} more", all.len() - NAMES));
    }
    listed.join(", ")
}

/// What it is worth, by whom it favours.
fn money(f: &Finding) -> Vec<String> {
    let sides =
        [(f.over_micros, "players"), (f.under_micros, "the house"), (f.fund_micros, "the fund")];
    let some = sides.into_iter().filter(|(micros, _)| *micros != 0);
    some.map(|(micros, side)| format!("{} {side}", dollars(micros))).collect()
}

/// What explains many exceptions at once, for a terminal; `None` where nothing does.
pub fn causes(w: &Workpaper, places: &Places) -> Option<Section> {
    let mut section = Section::new("", "Causes of many exceptions");
    section.part(section.title);
    for cause in &w.causes {
        let title = format!("{} ({})", cause.title, plural(cause.exceptions(), "exception"));
        section.say(title).tone(Tone::Bad);
        section.point(&cause.evidence);
        let (first, last) = (places.place(cause.first), places.place(cause.last));
        section.point(format!("From {first} to {last}. {}", cause.remedy));
    }
    (!w.causes.is_empty()).then_some(section)
}
