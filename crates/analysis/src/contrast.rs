//! Whether an excess says something of the group that has it.
//!
//! A terminal that writes a wager only when it won, and a journal without the rows of those who lost, show the same
//! excess as players who were dealt or paid too much. Two things on record tell these apart: whether lost wagers are
//! written down at all, and whether the others have the excess as well.

use crate::error::Result;
use crate::expected::Known;
use crate::groups::{Group, together};
use crate::played::{GroupRow, PlayedCell, PlayedSums};
use feltproof_model::Wager;
use feltproof_model::analysis::{HoldGroup, Holds, Undecided};
use feltproof_model::workpaper::Dimension;
use std::collections::BTreeSet;

/// The cells of dealers at tables with a lost wager on record; of the base game, folded and beaten.
pub(crate) fn with_lost_wagers(mut cells: Vec<PlayedCell<'_>>) -> Vec<PlayedCell<'_>> {
    let of = |cell: &PlayedCell<'_>| (cell.key.wager, cell.table, cell.dealer.to_owned());
    let with = |lost: fn(&PlayedSums) -> u64| -> BTreeSet<_> {
        cells.iter().filter(|cell| lost(&cell.sums) > 0).map(of).collect()
    };
    let (folded, beaten) = (with(|sums| sums.folded), with(|sums| sums.beaten));
    cells.retain(|cell| folded.contains(&of(cell)) && beaten.contains(&of(cell)));
    cells
}

/// Says of each group that departs why that is undecided, if it is; `on_record` are groups of
/// dealers and tables with lost wagers on record. Errors: amounts beyond the range of a sum.
pub(crate) fn decide(
    groups: &mut [HoldGroup],
    on_record: &[Group],
    known: &mut Known<'_>,
) -> Result<()> {
    let departing: Vec<Identity> = groups.iter().filter(|g| g.departs()).map(identity).collect();
    for group in groups.iter_mut().filter(|group| group.departs()) {
        let same = |of: &&Group| identity(&of.held) == identity(group);
        group.undecided = if !on_record.iter().find(same).is_some_and(|of| of.held.departs()) {
            Some(Undecided::NoLostWagers)
        } else if group.dimension == Dimension::Wager
            || others_are_in_order(group, on_record, &departing, known)?
        {
            None
        } else {
            Some(Undecided::NotAlone)
        };
    }
    Ok(())
}

/// Whether the tables or dealers that do not depart by themselves have enough rounds to be compared with, and do not
/// depart together. Their one probability is not adjusted: the doubt is in favour of the group.
fn others_are_in_order(
    of: &HoldGroup,
    on_record: &[Group],
    departing: &[Identity],
    known: &mut Known<'_>,
) -> Result<bool> {
    let is_other = |other: &&Group| {
        (other.held.wager, other.held.dimension) == (of.wager, of.dimension)
            && !departing.contains(&identity(&other.held))
    };
    let rows = on_record.iter().filter(is_other).flat_map(|other| other.rows.iter().copied());
    let p = together(of.wager, &rows.collect::<Vec<GroupRow>>(), known)?;
    Ok(p.is_some_and(|p| p > Holds::LEVEL))
}

type Identity = (Wager, Dimension, String);

fn identity(group: &HoldGroup) -> Identity {
    (group.wager, group.dimension, group.key.clone())
}
