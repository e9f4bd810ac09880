//! What reads the records of one kind of journal: hands, controller, manager, shuffler.

use super::fields::Fields;
use super::times::Times;

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
