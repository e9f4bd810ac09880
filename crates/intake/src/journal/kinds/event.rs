//! Journals of events: what an event is as a record, and how the records of a piece are read.

use super::Cell;
use crate::journal::fault::Understood;
use crate::journal::setup::Setup;
use crate::journal::times::{StampReader, Times};
use crate::journal::values;
use feltproof_model::{Engagement, LinkId, TableId, Timestamp};
use feltproof_sheets::Fields;

/// The columns of a kind of journal of events, in the order in which a record is read fastest, and a type with
/// their places in a file: a field for each, by its name.
macro_rules! columns {
    ($($name:ident: $column:expr,)*) => {
        pub(super) const COLUMNS: &[$crate::journal::kinds::Column] =
            &[$($column.named(stringify!($name))),*];

        /// Places of the columns, 0 the first; `None` where the file lacks one.
        #[derive(Clone, Debug)]
        pub(in crate::journal) struct Places {
            $($name: Option<usize>,)*
        }

        impl Places {
            pub(super) fn of(mut place: impl FnMut(&str) -> Option<usize>) -> Self {
                Self { $($name: place(stringify!($name)),)* }
            }
        }
    };
}

pub(super) use columns;

/// The event that a record of a journal says.
pub(in crate::journal) trait Event: Sized {
    /// Places of the columns in its file.
    type Places;

    /// The places of the running number and of the time.
    fn start(at: &Self::Places) -> [Option<usize>; 2];

    fn read(at: &Self::Places, start: Start, fields: Fields<'_>, setup: &Setup)
    -> Understood<Self>;

    /// The table and the round that it names.
    fn of_round(&self) -> (Option<TableId>, Option<u32>);

    /// Its running number, 0 where it has none.
    fn seq(&self) -> u64;

    /// The meter of which it tells, where events of its kind do.
    fn link(&self) -> Option<LinkId> {
        None
    }

    /// Its cells, one for each column.
    fn write(&self, of: &Engagement, row: &mut Vec<Cell>);
}

/// What every event begins with.
pub(in crate::journal) struct Start {
    pub(super) line: u32,
    /// 0 in a journal without running numbers.
    pub(super) seq: u64,
    pub(super) time: Timestamp,
}

/// Reads the records of one kind of journal, and adds them to those of its piece.
pub(in crate::journal) trait RecordReader {
    /// Adds the record that `bytes` start with, if it is usual; gives its length with the line end.
    #[inline]
    fn read_usual(&mut self, _line: u32, _bytes: &[u8]) -> Option<usize> {
        None
    }

    /// Adds what one record says; a record that fails adds nothing.
    fn read(&mut self, line: u32, fields: Fields<'_>) -> Understood<()>;
}

/// Reads the events of one piece.
pub(in crate::journal) struct EventReader<'a, E: Event> {
    setup: &'a Setup,
    at: &'a E::Places,
    stamps: StampReader<'a>,
    times: &'a mut Times,
    out: &'a mut Vec<E>,
}

impl<'a, E: Event> EventReader<'a, E> {
    pub(in crate::journal) const fn new(
        setup: &'a Setup,
        at: &'a E::Places,
        times: &'a mut Times,
        out: &'a mut Vec<E>,
    ) -> Self {
        Self { setup, at, stamps: StampReader::new(setup), times, out }
    }
}

impl<E: Event> RecordReader for EventReader<'_, E> {
    fn read(&mut self, line: u32, fields: Fields<'_>) -> Understood<()> {
        let [seq, time] = E::start(self.at);
        let seq = match seq {
            Some(at) if self.setup.is_numbered => values::seq(fields.get(at))?,
            Some(_) | None => 0,
        };
        let stamp = self.stamps.read(fields.optional(time))?;
        let event = E::read(self.at, Start { line, seq, time: stamp.time }, fields, self.setup)?;
        self.times.note(self.out.len(), stamp);
        self.out.push(event);
        Ok(())
    }
}
