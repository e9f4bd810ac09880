//! Columns that only the first row of a block fills: cells merged downwards, or a round, time and table written once
//! above the rows they hold for.
//!
//! Looked at are columns that all rows of a round or of a link share, never money, cards or seats. They are filled
//! together, the first row of the file and the row behind every interruption fills them, and no row that fills them
//! says what the one before says: whoever leaves out by mistake also repeats. In a block of hands no seat stands
//! twice. It is certain where one of them is a column that every record needs; else it is asked.

use super::fit::{Column, Source};
use super::kind::Kinds;
use super::sample::{FIRST_ROWS, Row, Sample};
use crate::journal::kinds::{self, Presence};
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeSet;

/// Canonical columns that rows may share.
const SHARED: [&str; 7] = ["round", "time", "table", "dealer", "link", "level", "actor"];

/// Columns that are filled together, by their places in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) columns: Vec<usize>,
    pub(super) is_certain: bool,
}

/// The groups of columns that only first rows fill, by the journal that the file is stated to be, or is most likely.
pub(super) fn of(
    (kinds, stated): (&Kinds, Option<JournalKind>),
    columns: &[Column],
    sample: &Sample,
    records: &[&Row],
) -> Vec<Block> {
    let mut fits = kinds.fits.iter().filter(|fit| stated.is_none_or(|kind| fit.kind == kind));
    let Some(fit) = fits.next() else { return Vec::new() };
    let is_record: BTreeSet<u64> = records.iter().map(|row| row.number).collect();
    let rows: Vec<&Row> = sample.rows.iter().take(FIRST_ROWS).collect();
    let own: Vec<&Row> =
        rows.iter().copied().filter(|row| is_record.contains(&row.number)).collect();
    let mut groups: Vec<(Vec<bool>, Vec<usize>, bool)> = Vec::new();
    let needed = |target: &str| {
        kinds::column(fit.kind, target).is_some_and(|column| column.presence == Presence::Needed)
    };
    // Times are in doubt for other reasons.
    let is_known = |s: &&Source| s.is_certain || s.agrees && s.target == "time";
    let shared = fit.sources.iter().filter(|s| SHARED.contains(&s.target));
    let sources = shared.filter(is_known);
    let sources: Vec<_> = sources.collect();
    for source in &sources {
        let places = source.columns.iter().filter_map(|at| columns.get(*at));
        for place in
            places.filter(|column| !column.is_of_seats()).flat_map(|c| c.places.iter().copied())
        {
            let filled: Vec<bool> = own.iter().map(|row| !row.cell(place).is_empty()).collect();
            if filled.iter().all(|is| *is) || !filled.contains(&true) {
                continue;
            }
            let is_needed = needed(source.target);
            match groups.iter_mut().find(|(pattern, ..)| *pattern == filled) {
                Some((_, all, any)) => {
                    if !all.contains(&place) {
                        all.push(place);
                    }
                    *any |= is_needed;
                }
                None => groups.push((filled, vec![place], is_needed)),
            }
        }
    }
    let place_of = |target: &str| {
        let source = sources.iter().find(|source| source.target == target)?;
        columns.get(*source.columns.first()?)?.places.first().copied()
    };
    let seat =
        fit.certain("seat").and_then(|s| columns.get(*s.columns.first()?)?.places.first().copied());
    let [round, actor, dealer] = ["round", "actor", "dealer"].map(place_of);
    let block = |(_, places, is_needed): (Vec<bool>, Vec<usize>, bool)| {
        // Other columns that may be empty mostly are because there is nothing to say.
        if !is_needed && Some(&places[..]) != dealer.as_ref().map(std::slice::from_ref) {
            return None;
        }
        let seat = seat.filter(|_| round.is_some_and(|round| places.contains(&round)));
        // Who did an event nobody knows from the one above it.
        let is_certain = is_needed && !actor.is_some_and(|actor| places.contains(&actor));
        stands(&rows, &is_record, &places, seat).then_some(Block { columns: places, is_certain })
    };
    groups.into_iter().filter_map(block).collect()
}

/// Whether these columns stand as those of blocks do.
fn stands(rows: &[&Row], is_record: &BTreeSet<u64>, places: &[usize], seat: Option<usize>) -> bool {
    let (mut above, mut seats, mut blocks): (Option<Vec<&str>>, _, _) = (None, BTreeSet::new(), 0);
    for row in rows {
        if !is_record.contains(&row.number) {
            above = None;
            continue;
        }
        let cells: Vec<&str> = places.iter().map(|at| row.cell(*at)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            if above.as_ref() == Some(&cells) {
                return false;
            }
            above = Some(cells);
            seats.clear();
            blocks += 1;
        } else if above.is_none() {
            return false;
        }
        if seat.is_some_and(|at| !seats.insert(row.cell(at))) {
            return false;
        }
    }
    blocks > 0
}

/// The records with what they repeat, where that is certain.
pub(super) fn filled(blocks: &[Block], sample: &Sample, records: &[&Row]) -> Vec<Row> {
    let is_record: BTreeSet<u64> = records.iter().map(|row| row.number).collect();
    let mut above: Vec<Option<Row>> = vec![None; blocks.len()];
    let mut before = 0;
    let mut rows = Vec::new();
    for (at, row) in sample.rows.iter().enumerate() {
        // Nothing is known across rows that are not looked at.
        let is_behind_gap = at >= FIRST_ROWS && row.number != before + 1;
        if is_behind_gap || !is_record.contains(&row.number) {
            above.fill(None);
        }
        before = row.number;
        if !is_record.contains(&row.number) {
            continue;
        }
        let mut whole = row.clone();
        for (block, above) in blocks.iter().zip(&mut above).filter(|(block, _)| block.is_certain) {
            let width = block.columns.iter().max().map_or(0, |at| at + 1);
            whole.cells.resize(whole.cells.len().max(width), String::new());
            match above {
                Some(above) if block.columns.iter().all(|at| row.cell(*at).is_empty()) => {
                    for at in &block.columns {
                        above.cell(*at).clone_into(&mut whole.cells[*at]);
                    }
                }
                above => *above = Some(row.clone()),
            }
        }
        rows.push(whole);
    }
    rows
}
