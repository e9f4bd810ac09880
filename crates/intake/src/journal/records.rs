//! The records of a piece or a block of one journal: made empty, filled, joined and used again.

use super::key::Key;
use super::kinds::{Cell, Event, event_kinds, write_hand};
use super::times::{RecordOrder, Times};
use super::{Columns, HandsBlock};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Engagement, TableId, Timestamp};

/// What every event says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventHead {
    /// Line in the journal.
    pub line: u32,
    /// When.
    pub time: Timestamp,
    /// The table that it names.
    pub table: Option<TableId>,
    /// The round that it names.
    pub round: Option<u32>,
}

macro_rules! records {
    ($($kind:ident $module:ident $event:ident,)*) => {
        /// The records of one block, by kind of journal.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Records {
            /// Of a hands journal.
            Hands(HandsBlock),
            $(
                #[doc = concat!("Of a ", stringify!($module), " journal.")]
                $kind(Vec<feltproof_model::$event>),
            )*
        }

        impl Records {
            /// None yet, with room for so many.
            pub(super) fn with_capacity(kind: JournalKind, count: usize) -> Self {
                match kind {
                    JournalKind::Hands => {
                        let mut hands = HandsBlock::default();
                        hands.rows.reserve(count, 0);
                        Self::Hands(hands)
                    }
                    $(JournalKind::$kind => Self::$kind(Vec::with_capacity(count)),)*
                }
            }

            pub(super) fn len(&self) -> usize {
                match self {
                    Self::Hands(hands) => hands.rows.len(),
                    $(Self::$kind(events) => events.len(),)*
                }
            }

            pub(super) fn last_line(&self) -> Option<u32> {
                match self {
                    Self::Hands(hands) => hands.rows.as_rows().heads().last().map(|row| row.line),
                    $(Self::$kind(events) => events.last().map(|event| event.line),)*
                }
            }

            /// What each event of a journal of events says of itself, one after the other.
            pub fn events(&self) -> Box<dyn Iterator<Item = EventHead> + '_> {
                match self {
                    Self::Hands(_) => Box::new(std::iter::empty()),
                    $(Self::$kind(events) => Box::new(events.iter().map(|event| {
                        let (table, round) = event.of_round();
                        EventHead { line: event.line, time: event.time, table, round }
                    })),)*
                }
            }

            /// Its lines, to be counted otherwise.
            pub(super) fn lines_mut(&mut self) -> Box<dyn Iterator<Item = &mut u32> + '_> {
                match self {
                    Self::Hands(hands) => {
                        Box::new(hands.rows.heads_mut().iter_mut().map(|row| &mut row.line))
                    }
                    $(Self::$kind(events) => Box::new(events.iter_mut().map(|e| &mut e.line)),)*
                }
            }

            /// Their times, to be read otherwise.
            pub(super) fn times_mut(&mut self) -> Box<dyn Iterator<Item = &mut Timestamp> + '_> {
                match self {
                    Self::Hands(hands) => {
                        Box::new(hands.rows.heads_mut().iter_mut().map(|row| &mut row.time))
                    }
                    $(Self::$kind(events) => Box::new(events.iter_mut().map(|e| &mut e.time)),)*
                }
            }

            /// What each is put in order by.
            pub(super) fn keys(&self) -> Vec<Key> {
                match self {
                    Self::Hands(hands) => hands.keys(),
                    $(Self::$kind(events) => {
                        let key = |event: &feltproof_model::$event| {
                            let ((table, round), link, seq) = (event.of_round(), event.link(), event.seq());
                            let (line, time) = (event.line, event.time);
                            Key { line, time, second: None, seq, table, link, round, seat: None }
                        };
                        events.iter().map(key).collect()
                    })*
                }
            }

            /// Those at these places, in this order.
            pub(super) fn picked(&self, places: &[usize]) -> Self {
                match self {
                    Self::Hands(hands) => Self::Hands(hands.picked(places)),
                    $(Self::$kind(events) => {
                        Self::$kind(places.iter().map(|at| events[*at].clone()).collect())
                    })*
                }
            }

            /// Those that stand in one line or row, and no others.
            pub(super) fn at_line(&self, line: u32) -> Self {
                match self {
                    Self::Hands(hands) => Self::Hands(hands.at_line(line)),
                    $(Self::$kind(events) => {
                        Self::$kind(events.iter().filter(|e| e.line == line).cloned().collect())
                    })*
                }
            }

            /// Appends what follows in the file and leaves nothing in it but its memory: records take more
            /// room than their text, and memory fresh from the system costs as much as filling it.
            pub(super) fn append(&mut self, more: &mut Self) {
                match (self, more) {
                    (Self::Hands(all), Self::Hands(more)) => all.append(more),
                    $((Self::$kind(all), Self::$kind(more)) => all.append(more),)*
                    _ => panic!("a journal has one kind, and its pieces the same"),
                }
            }

            /// Decides the times that only the order of the records tells.
            pub(super) fn resolve(&mut self, order: &mut RecordOrder, times: &mut Times) {
                match self {
                    Self::Hands(hands) => {
                        order.resolve(times, hands.rows.heads_mut(), |row| &mut row.time);
                        hands.settle_times();
                    }
                    $(Self::$kind(events) => order.resolve(times, events, |e| &mut e.time),)*
                }
            }

            /// Gives `put` the cells of each as a canonical journal with these columns writes it.
            pub(crate) fn write<E>(
                &self,
                of: &Engagement,
                columns: &Columns,
                mut put: impl FnMut(&[Cell]) -> Result<(), E>,
            ) -> Result<(), E> {
                let mut cells = Vec::new();
                match self {
                    Self::Hands(hands) => hands.each_row(|round, row| {
                        cells.clear();
                        write_hand((round, row), columns, of, &mut cells);
                        put(&cells)
                    }),
                    $(Self::$kind(events) => events.iter().try_for_each(|event| {
                        cells.clear();
                        event.write(of, &mut cells);
                        put(&cells)
                    }),)*
                }
            }
        }
    };
}

event_kinds!(records);

impl Records {
    /// The rows of a hands journal.
    pub const fn hands(&self) -> Option<&HandsBlock> {
        match self {
            Self::Hands(hands) => Some(hands),
            _ => None,
        }
    }

    /// Takes away what the block after this one may go on with: the rows of the last round.
    pub(super) fn take_last_round(&mut self) -> Option<Self> {
        match self {
            Self::Hands(hands) => hands.take_last().map(Self::Hands),
            _ => None,
        }
    }
}
