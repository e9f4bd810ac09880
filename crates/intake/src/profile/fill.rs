//! `[fill]`: columns whose empty cells repeat the value above, since cells are merged or a block says once what all its
//! rows share.
//!
//! The columns of a group are filled together: a row in which only some of them stand begins no block that can be
//! known, and is a problem with the rows under it. Nothing is repeated across a blank row, the column names once more, a
//! row that the profile leaves out, or one that cannot be cut into cells.

use super::plan::Plan;
use super::translate::InText;
use super::values::trimmed;
use crate::journal::fault::{Fault, Understood};
use feltproof_sheets::Fields;

/// The values that stand above the next row, for each group of columns, and the latest row with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Carried {
    /// `None`: nothing that may be repeated.
    above: Vec<Option<Vec<Vec<u8>>>>,
    /// The cells of the row, a blank before each.
    text: Vec<u8>,
    spans: Vec<(usize, usize)>,
}

impl Carried {
    /// The next row may repeat nothing.
    pub(crate) fn end(&mut self) {
        self.above.clear();
    }

    /// The row with the values that it repeats, unless it is one that ends what is repeated.
    pub(crate) fn filled<'c>(
        &'c mut self,
        plan: &Plan,
        row: Fields<'c>,
        text: Option<InText>,
    ) -> Understood<Fields<'c>> {
        if !plan.has_fill() {
            return Ok(row);
        }
        if plan.is_blank_or_header(row) || plan.refuse_width(row, text).is_err() {
            self.end();
            return Ok(row);
        }
        self.above.resize(plan.fill.len(), None);
        let is_empty = |at: &usize| {
            let cell = trimmed(row.get(*at));
            cell.is_empty() || plan.is_listed(cell)
        };
        let mut doubt = None;
        for (group, above) in plan.fill.iter().zip(&mut self.above) {
            let empty: Vec<usize> = group.iter().copied().filter(is_empty).collect();
            if empty.is_empty() {
                *above = Some(group.iter().map(|at| trimmed(row.get(*at)).to_vec()).collect());
            } else if empty.len() < group.len() {
                *above = None;
            }
            if above.is_none() {
                doubt = doubt
                    .or_else(|| empty.first().copied().map(|at| (at, empty.len() == group.len())));
            }
        }
        self.write(plan, row);
        let filled = Fields::new(&self.text, &self.spans);
        if plan.leaves_out(filled) {
            self.above.clear();
            return Ok(Fields::new(&self.text, &self.spans));
        }
        match doubt {
            None => Ok(filled),
            Some((at, is_all)) => Err(Box::new(plan.nothing_to_fill(at, is_all))),
        }
    }

    fn write(&mut self, plan: &Plan, row: Fields<'_>) {
        self.text.clear();
        self.spans.clear();
        let last = plan.fill.iter().flatten().max().map_or(0, |at| at + 1);
        for at in 0..row.count().max(last) {
            let own = if at < row.count() { row.get(at) } else { b"" };
            let repeated = || {
                let groups = plan.fill.iter().zip(&self.above);
                let mut of = groups.filter_map(|(group, above)| {
                    let place = group.iter().position(|column| *column == at)?;
                    above.as_ref()?.get(place)
                });
                of.next()
            };
            let own_is_empty = trimmed(own).is_empty() || plan.is_listed(trimmed(own));
            let cell = match own_is_empty {
                true => repeated().map_or(own, Vec::as_slice),
                false => own,
            };
            self.text.push(b' ');
            let from = self.text.len();
            self.text.extend_from_slice(cell);
            self.spans.push((from, self.text.len()));
        }
    }
}

impl Plan {
    /// Whether empty cells repeat what stands above them.
    pub(crate) const fn has_fill(&self) -> bool {
        !self.fill.is_empty()
    }

    #[cold]
    fn nothing_to_fill(&self, at: usize, is_all: bool) -> Fault {
        let from = self.column(at);
        let profile = self.profile.digest.file.clone();
        match is_all {
            true => Fault::NothingAbove { from, profile },
            false => Fault::FilledInPart { from, profile },
        }
    }
}
