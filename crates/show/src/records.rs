//! The records of a block one by one, each with its line and the round it names.

use feltproof_intake::{Block, Records};
use feltproof_model::{ManagerEvent, ShufflerEvent, TableId};
use feltproof_record::Subject;

/// A round by its table, its number and its gaming day (by its place in the engagement).
pub(crate) type RoundKey = (TableId, u32, u16);

/// What a record is of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Of {
    /// No round.
    #[default]
    NoRound,
    /// The round that it names.
    Round(RoundKey),
    /// A day that is not audited, whatever it names.
    AnotherDay,
}

impl Of {
    pub(crate) const fn round(self) -> Option<RoundKey> {
        match self {
            Self::Round(key) => Some(key),
            Self::NoRound | Self::AnotherDay => None,
        }
    }
}

/// What is needed of a record beside its line and its round.
pub(crate) enum Content<'a> {
    /// A row of hands or an event of a controller: its round has it.
    OfRound,
    /// An event of the manager.
    Manager(&'a ManagerEvent),
    /// A deck, a packet, a mode or a fault of a shuffler.
    Shuffler(&'a ShufflerEvent),
}

/// Calls `hear` with the line of each record of a block, what it is of and its content.
pub(crate) fn each(subject: &Subject, block: &Block, mut hear: impl FnMut(u32, Of, Content<'_>)) {
    let of = |table: Option<TableId>, round: Option<u32>, time| match table.zip(round) {
        _ if subject.is_of_another_day(time) => Of::AnotherDay,
        Some((table, round)) => Of::Round((table, round, subject.nearest_day(time))),
        None => Of::NoRound,
    };
    match &block.records {
        Records::Hands(hands) => {
            for run in &hands.fragments {
                let of = of(Some(run.table), Some(run.round), run.time);
                let places = run.rows.start as usize..run.rows.end as usize;
                for row in hands.rows.as_rows().range(places).heads() {
                    hear(row.line, of, Content::OfRound);
                }
            }
        }
        Records::Manager(events) => {
            for e in events {
                hear(e.line, of(e.table, e.round, e.time), Content::Manager(e));
            }
        }
        Records::Shuffler(events) => {
            for e in events {
                hear(e.line, of(Some(e.table), e.round, e.time), Content::Shuffler(e));
            }
        }
        // A record that is of no round, as those of the bank account, is not explained.
        other => {
            for e in other.events().filter(|e| e.table.is_some() && e.round.is_some()) {
                hear(e.line, of(e.table, e.round, e.time), Content::OfRound);
            }
        }
    }
}
