//! What a command came to, which becomes the exit code.

/// What a command came to.
pub(crate) enum Ending {
    /// Nothing found.
    Nothing,
    /// Exceptions, or a report that is not what it should be.
    Found,
}
