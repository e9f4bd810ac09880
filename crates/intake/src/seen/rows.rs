//! The records of a journal as canonical cells, one after the other, before any engagement is known.

use crate::journal::heading::{Heading, Names};
use crate::journal::{ColumnNames, Content, Export};
use crate::profile::{Carried, Cells, InText, Plan, Profile, Translation, trimmed};
use feltproof_sheets::Fields;
use std::io::Read;
use std::ops::ControlFlow;

/// Before there is an engagement, a gaming day is taken to start then.
const USUAL_START: &str = "06:00";

/// The canonical cells of one record.
pub(super) struct Record<'a> {
    columns: &'a [String],
    cells: Fields<'a>,
}

impl Record<'_> {
    pub(super) const fn columns(&self) -> &[String] {
        self.columns
    }

    /// The cell of a column, without the blanks around it; empty where there is none.
    pub(super) fn cell(&self, column: &str) -> String {
        let at = self.columns.iter().position(|name| name == column);
        at.map_or_else(String::new, |at| self.at(at))
    }

    pub(super) fn at(&self, at: usize) -> String {
        let cell = if at < self.cells.count() { self.cells.get(at) } else { b"" };
        String::from_utf8_lossy(trimmed(cell)).into_owned()
    }
}

/// Where the columns of a file are.
enum Layout {
    /// Its header is that of a canonical journal.
    Canonical(Vec<String>),
    Mapped(Box<Plan>, Vec<String>),
}

/// Gives `record` each record of a file, or why a row is none, unless the profile does not fit.
pub(super) fn each<R: Read>(
    export: Export<R>,
    profile: Option<&Profile>,
    mut record: impl FnMut(Result<Record<'_>, String>),
) -> Result<(), String> {
    let (names, is_text) = (export.names, matches!(export.content, Content::Text(..)));
    let mut layout: Option<Layout> = None;
    let mut room = (Cells::default(), Carried::default());
    let mut heading = Heading::new(names, profile.map_or(1, |profile| profile.header_rows));
    let take = |number: u64, row: Fields<'_>| -> Result<ControlFlow<()>, String> {
        match &layout {
            None => {
                let Some(named) = heading.take(number, row) else {
                    return Ok(ControlFlow::Continue(()));
                };
                let found = Layout::of(named, profile)?;
                if names == ColumnNames::None {
                    found.record(number, row, is_text, &mut room, &mut record);
                }
                layout = Some(found);
            }
            Some(layout) => layout.record(number, row, is_text, &mut room, &mut record),
        }
        Ok(ControlFlow::Continue(()))
    };
    let _ = export.content.each_row(take)?;
    if layout.is_none() { Err("it has no row with column names".to_owned()) } else { Ok(()) }
}

impl Layout {
    fn of(names: Names, profile: Option<&Profile>) -> Result<Self, String> {
        let Some(profile) = profile else { return Ok(Self::Canonical(names.names)) };
        let plan = Plan::new(profile, names, USUAL_START);
        let plan = plan.map_err(|faults| faults.join("; "))?;
        let columns = plan.canonical().iter().map(|name| (*name).to_owned()).collect();
        Ok(Self::Mapped(Box::new(plan), columns))
    }

    fn record(
        &self,
        number: u64,
        row: Fields<'_>,
        is_text: bool,
        (room, carried): &mut (Cells, Carried),
        record: &mut impl FnMut(Result<Record<'_>, String>),
    ) {
        match self {
            Self::Canonical(columns) => {
                let is_blank = || (0..row.count()).all(|at| trimmed(row.get(at)).is_empty());
                if row.count() == columns.len() && !is_blank() {
                    record(Ok(Record { columns, cells: row }));
                } else if !is_blank() {
                    record(Err(format!("row {number} has {} cells", row.count())));
                }
            }
            Self::Mapped(plan, columns) => {
                let text = is_text.then_some(InText { is_cut_off: false });
                if !plan.reads(number) {
                    return;
                }
                let row = match carried.filled(plan, row, text) {
                    Ok(row) => row,
                    Err(why) => return record(Err(format!("row {number}: {why}"))),
                };
                if plan.leaves_out(row) {
                    return;
                }
                if let Err(why) = plan.refuse(row, text) {
                    return record(Err(format!("row {number}: {why}")));
                }
                for slot in 0..plan.slots() {
                    match plan.translate(row, slot, room) {
                        Ok(Translation::Absent) => {}
                        Ok(Translation::Ready) => {
                            record(Ok(Record { columns, cells: room.fields() }));
                        }
                        Err(why) => record(Err(format!("row {number}: {why}"))),
                    }
                }
            }
        }
    }
}
