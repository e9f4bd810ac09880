//! Standard output and standard error: the one place where results and complaints are written to them.

use crate::args::Format;
use crate::{Ending, Result};
use feltproof_printable::lines;
use feltproof_report::Style;
use serde::Serialize;
use std::io::{IsTerminal, Write};

/// Prints lines for people: nothing in them moves a cursor, hides or goes on without end, whatever they quote.
pub(crate) fn print(text: &str) -> Result<Ending> {
    print_bytes(lines(text).as_bytes())
}

/// Prints lines that were made with a [`style`]: its colours stay, where it has any. What such lines quote was made
/// visible where they were made.
pub(crate) fn print_styled(text: &str) -> Result<Ending> {
    if !style().colour {
        return print(text);
    }
    let mut parts = text.split("\x1b[");
    let mut out = lines(parts.next().unwrap_or_default());
    for part in parts {
        let code = CODES.iter().find_map(|code| Some((*code, part.strip_prefix(code)?)));
        match code {
            Some((code, rest)) => out.extend(["\x1b[", code, &lines(rest)]),
            None => out.push_str(&lines(&format!("\x1b[{part}"))),
        }
    }
    print_bytes(out.as_bytes())
}

/// The codes of colours, and of their end, that lines are made with.
const CODES: [&str; 6] = ["0m", "1m", "22m", "1;31m", "1;32m", "1;33m"];

/// Writes data to standard output as it is. A reader that has gone away (`feltproof regs us-wa | head -1`) is no error:
/// the command goes on and ends with the exit code that it would have had.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<Ending> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(Ending::Nothing),
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(Ending::Nothing),
        Err(e) => Err(format!("standard output cannot be written: {e}").into()),
    }
}

/// Says something on standard error, made safe as all that is printed for people.
pub(crate) fn complain(message: &str) {
    // Whoever closed standard error can be shown nothing.
    let _ = writeln!(std::io::stderr(), "{}", lines(message));
}

/// Prints for people or for programs.
pub(crate) fn print_as<J: Serialize>(
    format: Format,
    text: impl FnOnce() -> String,
    json: impl FnOnce() -> J,
) -> Result<Ending> {
    match format {
        Format::Text => print(&text()),
        Format::Json => print_json(&json()),
    }
}

/// The same, of lines made with a [`style`].
pub(crate) fn print_styled_as<J: Serialize>(
    format: Format,
    text: impl FnOnce() -> String,
    json: impl FnOnce() -> J,
) -> Result<Ending> {
    match format {
        Format::Text => print_styled(&text()),
        Format::Json => print_json(&json()),
    }
}

fn print_json(value: &impl Serialize) -> Result<Ending> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    print_bytes(feltproof_printable::json(&text).as_bytes())
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
