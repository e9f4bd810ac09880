//! The spool: exceptions as JSON lines, written while the audit runs, so that memory stays bounded
//! however many there are.

use crate::clock::Clock;
use crate::error::JsonError;
use crate::words::{Places, plain_dollars};
use feltproof_model::{Engagement, Exception};
use serde::{Deserialize, Serialize};
use std::io::Write;

/// One exception as `report.json` has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExceptionWire {
    code: String,
    file: String,
    line: u32,
    time: Option<String>,
    table: Option<String>,
    link: Option<String>,
    round: Option<u32>,
    seat: Option<String>,
    dealer: Option<String>,
    expected: String,
    recorded: String,
    difference_dollars: Option<String>,
    favours: Option<String>,
    explanation: String,
    /// In the spool the key of what may have caused it; in the report the id of the cause that did.
    pub(super) cause: Option<String>,
    /// The waiver that covers it, by its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    waiver: Option<u16>,
}

impl ExceptionWire {
    fn new(e: &Exception, places: &Places, clock: &Clock) -> Self {
        let (file, line) = places.file_and_line(e.locus);
        Self {
            code: e.code.to_owned(),
            file,
            line,
            time: e.time.map(|time| clock.rfc3339(time)),
            table: e.table.as_ref().map(ToString::to_string),
            link: e.link.as_ref().map(ToString::to_string),
            round: e.round,
            seat: e.seat.map(|seat| seat.to_string()),
            dealer: e.dealer.as_ref().map(ToString::to_string),
            expected: e.expected.clone(),
            recorded: e.recorded.clone(),
            difference_dollars: e.difference.map(|d| plain_dollars(i128::from(d.micros()))),
            favours: e.favours.map(|party| party.name().to_owned()),
            explanation: e.explanation.clone(),
            cause: e.cause.map(|key| key.to_string()),
            waiver: e.waived.map(|at| at + 1),
        }
    }
}

/// Takes the exceptions of a run one by one and writes each as one line of JSON.
pub struct ExceptionSpool<W: Write> {
    out: W,
    places: Places,
    clock: Clock,
    count: u64,
}

impl<W: Write> ExceptionSpool<W> {
    /// A spool into `out` (a buffered temporary file, say). `engagement_file` is the name printed
    /// for exceptions that stand in the engagement file.
    pub fn new(engagement: &Engagement, engagement_file: &str, out: W) -> Self {
        Self {
            out,
            places: Places::new(engagement, engagement_file),
            clock: Clock::new(&engagement.time_zone),
            count: 0,
        }
    }

    /// One exception.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn push(&mut self, exception: &Exception) -> Result<(), JsonError> {
        let wire = ExceptionWire::new(exception, &self.places, &self.clock);
        serde_json::to_writer(&mut self.out, &wire)
            .map_err(|error| JsonError::Write(error.into()))?;
        self.out.write_all(b"\n").map_err(JsonError::Write)?;
        self.count += 1;
        Ok(())
    }

    /// Exceptions pushed so far: what [`feltproof_model::workpaper::Workpaper::exceptions_total`]
    /// must be.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Flushes and gives the writer back, to be rewound and read by [`crate::write_json`].
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn finish(mut self) -> Result<W, JsonError> {
        self.out.flush().map_err(JsonError::Write)?;
        Ok(self.out)
    }
}
