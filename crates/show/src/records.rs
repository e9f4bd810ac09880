//! The records of a block one by one, each with its line and the round it names.

use feltproof_intake::{Block, Records};
use feltproof_model::{ManagerEvent, ShufflerEvent, TableId};
use feltproof_record::Subject;

/// A round by its table, its number and its gaming day (by its place in the engagement).
pub(crate) type RoundKey = (TableId, u32, u16);

/// What is needed of a record beside its line and its round.
pub(crate) enum Content<'a> {
    /// A row of hands or an event of a controller: its round has it.
    OfRound,
    /// An event of the manager.
    Manager(&'a ManagerEvent),
    /// A deck, a packet, a mode or a fault of a shuffler.
    Shuffler(&'a ShufflerEvent),
}

/// Calls `hear` with the line of each record of a block, the round that it names and its content.
pub(crate) fn each(
    subject: &Subject,
    block: &Block,
    mut hear: impl FnMut(u32, Option<RoundKey>, Content<'_>),
) {
    let day = |time| subject.nearest_day(time);
    match &block.records {
        Records::Hands(hands) => {
            for run in &hands.fragments {
                let key = Some((run.table, run.round, day(run.time)));
                let places = run.rows.start as usize..run.rows.end as usize;
                for row in hands.rows.as_rows().range(places).heads() {
                    hear(row.line, key, Content::OfRound);
                }
            }
        }
        Records::Manager(events) => {
            for e in events {
                let key = e.table.zip(e.round).map(|(table, round)| (table, round, day(e.time)));
                hear(e.line, key, Content::Manager(e));
            }
        }
        Records::Shuffler(events) => {
            for e in events {
                let key = e.round.map(|round| (e.table, round, day(e.time)));
                hear(e.line, key, Content::Shuffler(e));
            }
        }
        // A record that is of no round, as those of the bank account, is not explained.
        other => {
            for e in other.events() {
                if let Some((table, round)) = e.table.zip(e.round) {
                    hear(e.line, Some((table, round, day(e.time))), Content::OfRound);
                }
            }
        }
    }
}
