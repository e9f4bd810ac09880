//! What has no part in the verdict: advice that is not followed, and what an authority waived.

use crate::cell::{Cell, Tone};
use crate::column::Column;
use crate::outputs::Outputs;
use crate::section::Section;
use crate::table::Table;
use crate::words::{ADVICE, Places, grouped, position};
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{Exception, ListedException};

/// Advice of the sources that is not followed; `None` where all is.
pub fn advice(w: &Workpaper, places: &Places) -> Option<Section> {
    if w.advisories.is_empty() {
        return None;
    }
    let mut section = Section::new("advisories", "Advisories");
    section.part(section.title).only(Outputs::TERMINAL);
    section.say(ADVICE);
    let found = w.advisories.iter().map(|e| (e.code.to_owned(), e));
    section.table(listed(found, places, ["Advised", "Set to"]));
    Some(section)
}

/// What was found at lines of the engagement or of journals, each with its name, and what it is called on either side.
fn listed<'e>(
    found: impl Iterator<Item = (String, &'e Exception)>,
    places: &Places,
    [expected, recorded]: [&'static str; 2],
) -> Table {
    Table::of("", "Advisories", found)
        .column(Column::code("Code").fit(50), |(name, _)| Cell::from(name).strong())
        .column(Column::line("Place"), |(_, e)| places.line(e.locus))
        .column(Column::name("Link, table"), |(_, e)| position(e))
        .column(Column::prose(expected), |(_, e)| &*e.expected)
        .column(Column::prose(recorded), |(_, e)| &*e.recorded)
        .column(Column::prose("Why").note(""), |(_, e)| &*e.explanation)
        .done()
        .notes_from(1)
}

/// What an authority let the property depart from, and what that covers; `None` where it let nothing.
pub fn waivers(w: &Workpaper, places: &Places) -> Option<Section> {
    if w.waivers.is_empty() {
        return None;
    }
    let mut section = Section::new("waivers", "Waivers");
    section.say(WAIVERS);
    let table = Table::of("", "Waivers", (1_u64..).zip(&w.waivers))
        .column(Column::count("No."), |(number, _)| *number)
        .column(Column::prose("Waived"), |(_, of)| &*of.of)
        .column(Column::name("Granted by").fit(110), |(_, of)| &*of.approver)
        .column(Column::name("Document"), |(_, of)| &*of.document)
        .column(Column::count("Exceptions"), |(_, of)| Cell::from(of.waived).tone(Tone::Open))
        .column(Column::prose("Justification").note(""), |(_, of)| &*of.justification);
    section.table(table.done().notes_from(1));
    if !w.waived.is_empty() {
        let named = |e: &ListedException| format!("{}\nNo. {}", e.code, grouped(e.number));
        let found = w.waived.iter().map(|e| (named(e), &e.exception));
        section.table(listed(found, places, ["Expected", "Recorded"]));
        let printed = w.waived.len() as u64;
        if printed < w.waived_total {
            let (printed, all) = (grouped(printed), grouped(w.waived_total));
            section.say(format!("{printed} of {all}; the JSON report holds all."));
        }
    }
    Some(section)
}

const WAIVERS: &str = "What the engagement says an authority let the property depart from. An exception that a waiver covers is \
    listed here and is no part of the verdict, of a control's result or of a finding. That a waiver was granted is seen in its \
    document.";
