//! Standard output: the one place where results are written to it.

use crate::Ending;
use crate::args::Format;
use feltproof_report::Style;
use serde_json::Value;
use std::io::{IsTerminal, Write};

/// Writes to standard output; a reader that has gone away is not an error.
pub(crate) fn print(bytes: &[u8]) -> Result<Ending, String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Ending::Nothing),
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(Ending::Nothing),
        Err(e) => Err(format!("standard output cannot be written: {e}")),
    }
}

/// Prints for people or for programs.
pub(crate) fn print_as(
    format: Format,
    text: impl FnOnce() -> String,
    json: impl FnOnce() -> Value,
) -> Result<Ending, String> {
    let text = match format {
        Format::Text => text(),
        Format::Json => serde_json::to_string_pretty(&json()).map_err(|e| e.to_string())? + "\n",
    };
    print(text.as_bytes())
}

/// How a report is printed: coloured on a terminal, unless `NO_COLOR` is set.
pub(crate) fn style() -> Style {
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Style { colour, width: 100 }
}
