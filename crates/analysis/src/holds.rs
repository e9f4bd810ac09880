//! Results of side bets and the base game beside what their PAR sheets expect, by wager, by table and by dealer.

use crate::contrast::{decide, with_lost_wagers};
use crate::error::AnalysisError;
use crate::expected::{Known, Sheets};
use crate::groups::{Group, summed_up};
use crate::partial::Partial;
use crate::played::PlayedCell;
use crate::variance::Names;
use feltproof_model::Wager;
use feltproof_model::analysis::{HoldGroup, Holds, title_of_played};
use std::collections::BTreeMap;

/// Results of side bets with an expectation, and the base game. Fails as [`crate::variance`] does.
pub fn holds(partial: &Partial, names: &Names, sheets: Sheets<'_>) -> Result<Holds, AnalysisError> {
    let mut known = Known::new(sheets);
    let (cells, without) = with_expectation(partial, names, &mut known);
    let all = summed_up(&cells, names, &mut known)?;
    let mut holds =
        Holds { rounds_left_out: partial.rounds_left_out(), without, ..Holds::default() };
    holds.tested = all.iter().filter(|group| group.held.p.is_some()).count() as u64;
    holds.groups = all.into_iter().map(|group: Group| group.held).collect();
    if holds.groups.iter().any(HoldGroup::departs) {
        let on_record = summed_up(&with_lost_wagers(cells), names, &mut known)?;
        decide(&mut holds.groups, &on_record, &mut known)?;
    }
    Ok(holds)
}

/// The cells whose wager has an expectation at their table, and why the others have none.
fn with_expectation<'a>(
    partial: &'a Partial,
    names: &Names,
    known: &mut Known<'_>,
) -> (Vec<PlayedCell<'a>>, Vec<String>) {
    let mut without: BTreeMap<(Wager, String), Vec<String>> = BTreeMap::new();
    let mut cells = Vec::new();
    for cell in partial.played() {
        match known.at(cell.table, cell.key.wager, cell.key.hands) {
            Ok(_) => cells.push(cell),
            Err(why) => {
                let table = names.tables[usize::from(cell.table.0)].clone();
                let tables = without.entry((cell.key.wager, why)).or_default();
                if !tables.contains(&table) {
                    tables.push(table);
                }
            }
        }
    }
    let said = |((wager, why), tables): ((Wager, String), Vec<String>)| {
        format!("{} at {}: {why}", title_of_played(wager), tables.join(", "))
    };
    (cells, without.into_iter().map(said).collect())
}
