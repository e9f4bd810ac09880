//! What reads the records of one kind of journal: rows of hands, or events with running numbers.

use super::setup::Setup;
use super::times::{StampReader, Times};
use super::values;
use feltproof_model::Timestamp;
use feltproof_sheets::Fields;

/// Reads the records of one kind of journal.
pub(super) trait RecordReader {
    /// What its records are added to.
    type Out;

    /// Adds the record that `bytes` start with, if it has the usual form, and gives its length with
    /// its line ending. `None` where another way must tell: nothing was added then.
    #[inline]
    fn read_usual(
        &mut self,
        _line: u32,
        _bytes: &[u8],
        _times: &mut Times,
        _out: &mut Self::Out,
    ) -> Option<usize> {
        None
    }

    /// Adds what one record says; a record that fails adds nothing.
    fn read(
        &mut self,
        line: u32,
        fields: Fields<'_>,
        times: &mut Times,
        out: &mut Self::Out,
    ) -> Result<(), String>;
}

/// The columns of a journal of events, and what its records say.
pub(super) trait EventColumns {
    type Event;

    /// The columns of the running number and of the time.
    fn start(&self) -> [usize; 2];

    /// The event that a record says.
    fn event(
        &self,
        start: EventStart,
        fields: Fields<'_>,
        setup: &Setup,
    ) -> Result<Self::Event, String>;
}

/// What every event begins with.
pub(super) struct EventStart {
    pub(super) line: u32,
    pub(super) seq: u64,
    pub(super) time: Timestamp,
}

/// Reads the events of one piece.
pub(super) struct EventReader<'a, C> {
    setup: &'a Setup,
    columns: &'a C,
    stamps: StampReader<'a>,
}

impl<'a, C> EventReader<'a, C> {
    pub(super) const fn new(setup: &'a Setup, columns: &'a C) -> Self {
        Self { setup, columns, stamps: StampReader::new(setup) }
    }
}

impl<C: EventColumns> RecordReader for EventReader<'_, C> {
    type Out = Vec<C::Event>;

    fn read(
        &mut self,
        line: u32,
        fields: Fields<'_>,
        times: &mut Times,
        out: &mut Vec<C::Event>,
    ) -> Result<(), String> {
        let [seq, time] = self.columns.start().map(|at| fields.get(at));
        let seq = if self.setup.is_numbered { values::seq(seq)? } else { 0 };
        let stamp = self.stamps.read(time)?;
        let start = EventStart { line, seq, time: stamp.time };
        let event = self.columns.event(start, fields, self.setup)?;
        times.note(out.len(), stamp);
        out.push(event);
        Ok(())
    }
}
