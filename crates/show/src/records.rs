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
    /// A day that is not audited, by its time: the round that it names is another, unless its clock is wrong.
    AnotherDay(Option<RoundKey>),
}

impl Of {
    /// The round of an audited day that it names.
    pub(crate) const fn round(self) -> Option<RoundKey> {
        match self {
            Self::Round(key) => Some(key),
            Self::NoRound | Self::AnotherDay(_) => None,
        }
    }

    /// The round that it may have been put to.
    pub(crate) const fn possible_round(self) -> Option<RoundKey> {
        match self {
            Self::Round(key) => Some(key),
            Self::AnotherDay(key) => key,
            Self::NoRound => None,
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
    let of = |table: Option<TableId>, round: Option<u32>, time| {
        let key = table.zip(round).map(|(table, round)| (table, round, subject.nearest_day(time)));
        match key {
            _ if subject.is_of_another_day(time) => Of::AnotherDay(key),
            Some(key) => Of::Round(key),
            None => Of::NoRound,
        }
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
