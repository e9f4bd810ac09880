//! The appendix: what the checks and advice with exceptions compare, in the first sentences of their own documents.

use super::{ReportInput, titles};
use crate::draw::{BODY, Face};
use crate::pdf::CheckDoc;
use crate::pdf::flow::Flow;
use crate::pdf::links::Target;
use crate::pdf::table::{Cell, Column, PrintedTable, row};
use feltproof_model::workpaper::Outcome;

pub(super) fn appendix(flow: &mut Flow<'_>, input: &ReportInput<'_>, docs: &[CheckDoc<'_>]) {
    let w = input.w;
    let needed = |doc: &&CheckDoc<'_>| {
        let check = w.checks.iter().find(|c| c.code == doc.code);
        let found =
            check.is_some_and(|c| matches!(c.outcome, Outcome::Ran { exceptions: 1.., .. }));
        let waived = check.is_some_and(|c| c.waived > 0);
        found || waived || w.advisories.iter().any(|e| e.code == doc.code)
    };
    let docs: Vec<&CheckDoc<'_>> = docs.iter().filter(needed).collect();
    if docs.is_empty() {
        return;
    }
    flow.section(titles::APPENDIX, false);
    let text = "The whole document of each check, with what it does not see and its test cases, is printed by \
                `feltproof explain CODE` of the version that made this report.";
    flow.paragraph(BODY, &text.replace('`', "\""));
    let mut table = PrintedTable::new(vec![
        Column::fit("Code", 50.0),
        Column::share("Looks for", 1.0),
        Column::share("Compares with", 2.6),
    ]);
    for doc in docs {
        let code = Cell::new(doc.code).face(Face::Bold);
        let row = row![code, doc.title, doc.criteria];
        table.row(row.target(Target::Check(doc.code.to_owned())));
    }
    table.draw(flow);
}
