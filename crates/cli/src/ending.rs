//! How a command ends: with a verdict, or with a sentence that says why it could not run.

use std::error::Error;
use std::process::ExitCode;

/// Whatever went wrong: it says so in a sentence of its own.
pub(crate) type Trouble = Box<dyn Error + Send + Sync>;
/// What a command gives, or why it could not.
pub(crate) type Result<T, E = Trouble> = std::result::Result<T, E>;

/// How a command ended that could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Nothing found, and nothing left untested.
    Nothing,
    /// Exceptions, or a report that is not what it should be.
    Found,
    /// Nothing found, but something could not be tested: never to be taken for the first.
    Untested,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        // 2 is left to commands that could not run.
        Self::from(match ending {
            Ending::Nothing => 0,
            Ending::Found => 1,
            Ending::Untested => 3,
        })
    }
}
