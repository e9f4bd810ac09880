//! Standard output: the one place where results are written to it.

use crate::Ending;
use std::io::Write;

/// Writes to standard output; a reader that has gone away is not an error.
///
/// # Errors
/// A sentence, when it cannot be written.
pub(crate) fn print(bytes: &[u8]) -> Result<Ending, String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Ending::Nothing),
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(Ending::Nothing),
        Err(e) => Err(format!("standard output cannot be written: {e}")),
    }
}
