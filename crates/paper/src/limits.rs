//! What a report does not say: its limits in general, those of its own figures, and the records it could not read.

use crate::cell::Value;
use crate::checks::RESULTS_BY_AREA;
use crate::column::Column;
use crate::exceptions;
use crate::law::COMPLIANCE;
use crate::outputs::Outputs;
use crate::section::Section;
use crate::table::Table;
use crate::words::{Places, check_counts, grouped, plural};
use feltproof_model::workpaper::{ControlVerdict, Workpaper};
use feltproof_printable::{TEXT_CHARS_MAX, cut};

/// Controls that are named one by one.
const NAMED: usize = 12;

const ALWAYS: [&str; 4] = [
    "This report states procedures performed on the files listed under Scope and the exceptions they found. It gives no opinion \
     on fairness and certifies no random number generator.",
    "Whether the procedures suffice is for the reader to decide. Events that left no record, and records that were not \
     supplied, are outside it.",
    "The engagement file is the property's own statement of its tables, links, settings, limits and people; what it states was \
     compared with the journals, not with the floor.",
    "Times are those of the journals, read by the policies listed under Scope.",
];

/// The records that could not be understood; `None` where all could.
pub fn quarantine(w: &Workpaper, places: &Places) -> Option<Section> {
    if w.problems_total == 0 {
        return None;
    }
    let mut section = Section::new("quarantine", "Quarantine");
    let listed = w.problems.len() as u64;
    let rest = match listed == w.problems_total {
        true => String::new(),
        false => format!(" The first {} are listed.", grouped(listed)),
    };
    section.part(section.title).only(Outputs::TERMINAL);
    section.say(format!(
        "{} could not be understood and took no part in any check. Each is an exception; the quarantine file made with this \
         report holds all of them.{rest}",
        plural(w.problems_total, "record")
    ));
    let table = Table::of("", section.title, &w.problems)
        .column(Column::line("Place").fit(150), |p| Value::Line {
            file: places.journal(p.journal).into_owned(),
            line: p.line,
        })
        .column(Column::prose("Why"), |p| &*p.reason)
        .column(Column::file("Record").note(""), |p| cut(p.raw.clone(), TEXT_CHARS_MAX));
    section.table(table.done()).only(Outputs::PRINT);
    Some(section)
}

/// What this report does not say.
pub fn limitations(w: &Workpaper, is_random_tested: bool) -> Section {
    let mut section = Section::new("limitations", "Limitations");
    ALWAYS.iter().for_each(|text| {
        section.point(*text);
    });
    if w.problems_total == 0 {
        section.point("Every record of the files was understood; none was set aside.");
    }
    if !is_random_tested {
        section.point(format!(
            "Randomness was not tested: the records supplied hold no source of cards that these tests could judge. \
             {RESULTS_BY_AREA} says why."
        ));
    }
    particular(&mut section, w);
    if let Some(said) = exceptions::left_out(w) {
        section.point(said);
    }
    section
}

/// The limits that come from this audit's own figures.
fn particular(section: &mut Section, w: &Workpaper) {
    let not_run = check_counts(w).not_run;
    if not_run > 0 {
        let checks = plural(not_run, "check");
        section.point(format!("{checks} did not run: {RESULTS_BY_AREA}, at its end, says why."));
    }
    for gap in &w.gaps {
        section.point(format!("Not covered: {gap}"));
    }
    if w.counts.hands_untestable > 0 {
        section.point(format!(
            "{} folded without recorded cards: what was owed on them could not be tested.",
            plural(w.counts.hands_untestable, "hand")
        ));
    }
    if w.problems_total > 0 {
        section.point(format!(
            "{} could not be understood; the rounds and meters they belong to may be incomplete.",
            plural(w.problems_total, "record")
        ));
    }
    for (verdict, words) in [
        (ControlVerdict::ByInspection, "Open work: controls that inspection alone answers"),
        (ControlVerdict::InputMissing, "Controls not tested for lack of an input"),
        (ControlVerdict::NothingToTest, "Controls with nothing to test in the record"),
        (ControlVerdict::NotApplicable, "Controls that do not apply"),
        (ControlVerdict::PartlyTested, "Controls tested in part"),
        (ControlVerdict::NotDecidable, "Controls not decidable on the text known"),
    ] {
        let of = w.controls.iter().filter(|c| c.verdict == verdict);
        let citations: Vec<&str> = of.map(|c| c.citation.as_str()).collect();
        match citations.len() {
            0 => {}
            few @ ..=NAMED => {
                section.point(format!("{words} ({few}): {}.", citations.join("; ")));
            }
            many => {
                section.point(format!("{words}: {many}, each in {COMPLIANCE}."));
            }
        }
    }
    for input in w.inputs.iter().filter(|i| !i.unmapped_columns.is_empty()) {
        let columns = input.unmapped_columns.join(", ");
        section.point(format!("Columns of {} not read: {columns}.", input.digest.file));
    }
}
