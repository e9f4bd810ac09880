//! Standard output: the one place where results are written to it.

use crate::args::Format;
use crate::{Ending, Result};
use feltproof_report::Style;
use serde::Serialize;
use std::io::{IsTerminal, Write};

/// Writes to standard output. A reader that has gone away (`feltproof regs us-wa | head -1`) is no error: the command
/// goes on and ends with the exit code that it would have had.
pub(crate) fn print(bytes: &[u8]) -> Result<Ending> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Ending::Nothing),
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(Ending::Nothing),
        Err(e) => Err(format!("standard output cannot be written: {e}").into()),
    }
}

/// Prints for people or for programs.
pub(crate) fn print_as<J: Serialize>(
    format: Format,
    text: impl FnOnce() -> String,
    json: impl FnOnce() -> J,
) -> Result<Ending> {
    let text = match format {
        Format::Text => text(),
        Format::Json => serde_json::to_string_pretty(&json())? + "\n",
    };
    print(text.as_bytes())
}

/// How lines are broken: at blanks alone, so that a code or an address is copied as it is.
pub(crate) fn lines_of(width: usize) -> textwrap::Options<'static> {
    textwrap::Options::new(width)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
}

/// Columns of a line where nobody says how wide the terminal is, and the most that are used.
const WIDTH: usize = 100;

/// How text is printed: as wide as the terminal is, up to a limit, and coloured there unless `NO_COLOR` is set to
/// something. Anywhere else it is the same text wherever it is made.
pub(crate) fn style() -> Style {
    if !std::io::stdout().is_terminal() {
        return Style { colour: false, width: WIDTH };
    }
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Style { colour, width: textwrap::termwidth().min(WIDTH) }
}
