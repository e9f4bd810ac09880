//! What each kind of journal is: a file a kind, with its columns, how a record is read and how a canonical journal
//! writes it. Whatever else depends on the kind is made from the columns.

mod bank;
mod cell;
mod column;
mod controller;
mod event;
mod hands;
mod manager;
mod shuffler;

pub(crate) use cell::Cell;
pub(crate) use column::{Column, Presence, SEATS, Value, Words};
pub(in crate::journal) use event::{Event, EventReader, RecordReader};
pub(in crate::journal) use hands::{HandsCell, HandsColumns, write as write_hand};

use feltproof_model::engagement::JournalKind;

/// Gives `$then` every kind of journals of events: its variant, its file and its event.
macro_rules! event_kinds {
    ($then:ident) => {
        $then! {
            Controller controller ControllerEvent,
            Manager manager ManagerEvent,
            Shuffler shuffler ShufflerEvent,
            Bank bank BankEvent,
        }
    };
}

pub(crate) use event_kinds;

/// By what the columns of a file are taken for those of a kind of journal.
pub(crate) enum Sign {
    /// It has rounds, seats, and cards or stakes.
    Rounds,
    /// It has events that no other kind has, and these columns beside them.
    Events(&'static [&'static str]),
    /// None: its columns are those of many books, and the user says which is the journal.
    Unknown,
}

macro_rules! kinds {
    ($($kind:ident $module:ident $event:ident,)*) => {
        /// The places of the columns, by kind of journal.
        #[derive(Clone, Debug)]
        pub(in crate::journal) enum Places {
            Hands(HandsColumns),
            $($kind($module::Places),)*
        }

        impl Places {
            /// `place` looks a column up by its name; the file has `width` columns.
            pub(in crate::journal) fn of(
                kind: JournalKind,
                width: usize,
                place: impl FnMut(&str) -> Option<usize>,
            ) -> Self {
                match kind {
                    JournalKind::Hands => Self::Hands(HandsColumns::of(width, place)),
                    $(JournalKind::$kind => Self::$kind($module::Places::of(place)),)*
                }
            }
        }

        /// All columns of a kind of journal, in the order in which a record is read fastest.
        pub(crate) fn columns(kind: JournalKind) -> &'static [Column] {
            match kind {
                JournalKind::Hands => &hands::COLUMNS,
                $(JournalKind::$kind => $module::COLUMNS,)*
            }
        }

        /// By what a file is taken for a journal of this kind.
        pub(crate) const fn sign(kind: JournalKind) -> Sign {
            match kind {
                JournalKind::Hands => Sign::Rounds,
                $(JournalKind::$kind => $module::SIGN,)*
            }
        }
    };
}

event_kinds!(kinds);

/// A column by its name.
pub(crate) fn column(kind: JournalKind, name: &str) -> Option<&'static Column> {
    columns(kind).iter().find(|column| column.name == name)
}

/// What exports call a column, of whatever kind of journal.
pub(crate) fn called(name: &str) -> impl Iterator<Item = &'static str> {
    let mut columns = JournalKind::ALL.into_iter().filter_map(|kind| column(kind, name));
    let called = columns.next().map(|column| column.called).unwrap_or_default();
    called.into_iter().flat_map(|list| list.split('|')).filter(|name| !name.is_empty())
}

/// What the values of a column are; a text where the kind has no such column.
pub(crate) fn value(kind: JournalKind, name: &str) -> Value {
    column(kind, name).map_or(Value::Text, |column| column.value)
}
