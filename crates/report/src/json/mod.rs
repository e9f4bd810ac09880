//! `report.json`: everything the workpaper says and every exception, streamed.
//!
//! The run writes exceptions one by one into an [`ExceptionSpool`] (JSON lines, bounded memory); at
//! the end [`write_json`] writes the workpaper and copies the spool into the `exceptions` array.
//! The schema is described key by key in this crate's README.

mod engagement;
mod figures;
mod spool;
mod wire;

pub use spool::ExceptionSpool;

use crate::clock::Clock;
use crate::error::JsonError;
use crate::randomness::RandomnessWire;
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use serde::Serialize;
use spool::ExceptionWire;
use std::io::{BufRead, Write};

/// Name and version of the schema; the number changes when a reader would have to.
pub const SCHEMA: &str = "feltproof-report/1";

/// Writes the whole report as one JSON object: the workpaper's keys in a fixed order, then every
/// exception of `spool` (one a line, in the order in which the run pushed them).
///
/// # Errors
/// When writer or spool fail, or when the spool does not hold exactly
/// [`Workpaper::exceptions_total`] exceptions: then the output is incomplete and must be discarded.
pub fn write_json<R: BufRead, W: Write>(
    w: &Workpaper,
    spool: R,
    mut out: W,
) -> Result<(), JsonError> {
    let clock = Clock::new(&w.engagement.time_zone);
    let places = Places::of(w);
    let mut object = ObjectWriter { out: &mut out };
    object.out.write_all(b"{").map_err(JsonError::Write)?;
    object.first("schema", &SCHEMA)?;
    object.next("report", &wire::Report::new(w, &clock))?;
    object.next("verdict", &wire::VerdictWire::new(w))?;
    object.next("engagement", &engagement::EngagementWire::new(w, &clock))?;
    object.next("inputs", &wire::inputs(w, &clock))?;
    object.next("packs", &wire::packs(w))?;
    object.next("games", &wire::games(w))?;
    object.next("rulings", &wire::rulings(w))?;
    object.next("counts", &wire::CountsWire::new(w))?;
    object.next("settled", &figures::Settled::new(w))?;
    object.next("checks", &wire::checks(w))?;
    object.next("gaps", &w.gaps)?;
    object.next("findings", &wire::findings(w))?;
    object.next("controls", &wire::controls(w))?;
    object.next("meters", &figures::meters(w, &clock))?;
    object.next("variance", &figures::variance(w))?;
    object.next("hand_categories", &figures::categories(w))?;
    object.next("randomness", &RandomnessWire::new(&w.randomness))?;
    object.next("problems_total", &w.problems_total)?;
    object.next("problems_shown", &wire::problems(w, &places))?;
    object.next("signer", &wire::SignerWire::new(w))?;
    object.next("exceptions_total", &w.exceptions_total)?;
    let found = copy_exceptions(spool, object.out)?;
    out.write_all(b"}\n").map_err(JsonError::Write)?;
    out.flush().map_err(JsonError::Write)?;
    if found != w.exceptions_total {
        return Err(JsonError::Count { expected: w.exceptions_total, found });
    }
    Ok(())
}

/// Writes the members of the top-level object, each pretty-printed and indented once.
struct ObjectWriter<'a, W: Write> {
    out: &'a mut W,
}

impl<W: Write> ObjectWriter<'_, W> {
    fn first<T: Serialize>(&mut self, key: &str, value: &T) -> Result<(), JsonError> {
        self.member("\n  ", key, value)
    }

    fn next<T: Serialize>(&mut self, key: &str, value: &T) -> Result<(), JsonError> {
        self.member(",\n  ", key, value)
    }

    fn member<T: Serialize>(&mut self, lead: &str, key: &str, value: &T) -> Result<(), JsonError> {
        let text = serde_json::to_string_pretty(value).map_err(JsonError::Encode)?;
        // JSON strings hold no raw line end, so every one of them is layout.
        let indented = text.replace('\n', "\n  ");
        write!(self.out, "{lead}\"{key}\": {indented}").map_err(JsonError::Write)
    }
}

/// Copies the spool into the `exceptions` array, each line checked to be an exception.
fn copy_exceptions<R: BufRead, W: Write>(mut spool: R, out: &mut W) -> Result<u64, JsonError> {
    out.write_all(b",\n  \"exceptions\": [").map_err(JsonError::Write)?;
    let mut found: u64 = 0;
    let mut text = String::new();
    loop {
        text.clear();
        let line = found + 1;
        let read =
            spool.read_line(&mut text).map_err(|source| JsonError::SpoolRead { line, source })?;
        if read == 0 {
            break;
        }
        let exception: ExceptionWire = serde_json::from_str(&text)
            .map_err(|error| JsonError::SpoolLine { line, reason: error.to_string() })?;
        let lead = if found == 0 { "\n    " } else { ",\n    " };
        let json = serde_json::to_string(&exception).map_err(JsonError::Encode)?;
        write!(out, "{lead}{json}").map_err(JsonError::Write)?;
        found = line;
    }
    let end: &[u8] = if found == 0 { b"]\n" } else { b"\n  ]\n" };
    out.write_all(end).map_err(JsonError::Write)?;
    Ok(found)
}
