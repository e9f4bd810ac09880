//! What a command came to, which becomes the exit code.

pub(crate) enum Ending {
    /// Nothing found.
    Nothing,
    /// Exceptions, or a report that is not what it should be.
    Found,
}
