//! The spool: exceptions as JSON lines, written while the audit runs, so that memory stays bounded
//! however many there are.

use crate::clock::Clock;
use crate::error::JsonError;
use crate::words::{Places, micros, plain_dollars};
use feltproof_model::exception::MoneyFound;
use feltproof_model::{CompactString, Date, Engagement, Exception, FallsUnder, Party};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// One exception as `report.json` has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExceptionWire {
    /// What every output calls it.
    pub(crate) number: u64,
    pub(crate) code: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) time: Option<String>,
    pub(crate) table: Option<String>,
    pub(crate) link: Option<String>,
    pub(crate) round: Option<u32>,
    pub(crate) seat: Option<String>,
    pub(crate) dealer: Option<String>,
    pub(crate) expected: String,
    pub(crate) recorded: String,
    pub(crate) difference_dollars: Option<String>,
    pub(crate) favours: Option<String>,
    pub(crate) explanation: String,
    /// In the spool the key of what may have caused it; in the report the id of the cause that did.
    pub(crate) cause: Option<String>,
    /// In the report the findings that it belongs to, by their numbers.
    #[serde(default)]
    pub(crate) findings: Vec<usize>,
    /// The waiver that covers it, by its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) waiver: Option<u16>,
    /// What decides under which findings it falls; in the spool alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) under: Option<UnderWire>,
}

/// [`FallsUnder`] in the spool.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnderWire {
    day: Option<String>,
    pack: Option<String>,
    control: Option<String>,
}

impl UnderWire {
    fn new(of: FallsUnder) -> Option<Self> {
        let FallsUnder { day, pack, control } = of;
        let text = |text: Option<CompactString>| text.map(String::from);
        let wire =
            Self { day: day.map(|day| day.to_string()), pack: text(pack), control: text(control) };
        (wire.day.is_some() || wire.pack.is_some() || wire.control.is_some()).then_some(wire)
    }

    /// As it was before it went into the spool.
    pub(crate) fn falls_under(&self) -> FallsUnder {
        FallsUnder {
            day: self.day.as_deref().and_then(Date::parse),
            pack: self.pack.as_deref().map(CompactString::from),
            control: self.control.as_deref().map(CompactString::from),
        }
    }
}

/// The exceptions of a spool, one after the other.
pub(crate) struct SpoolReader<R> {
    spool: R,
    text: String,
    read: u64,
}

impl<R: BufRead> SpoolReader<R> {
    pub(crate) fn new(spool: R) -> Self {
        Self { spool, text: String::new(), read: 0 }
    }

    /// The next; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<ExceptionWire>, JsonError> {
        self.text.clear();
        let line = self.read + 1;
        let read = self.spool.read_line(&mut self.text);
        if read.map_err(|source| JsonError::SpoolRead { line, source })? == 0 {
            return Ok(None);
        }
        self.read = line;
        let wire = serde_json::from_str(&self.text);
        wire.map(Some).map_err(|error| JsonError::SpoolLine { line, reason: error.to_string() })
    }

    /// How many were read.
    pub(crate) const fn read(&self) -> u64 {
        self.read
    }
}

impl ExceptionWire {
    /// What it comes to; nothing where a waiver covers it.
    pub(crate) fn money(&self) -> MoneyFound {
        let favours = self.favours.as_deref().filter(|_| self.waiver.is_none());
        let difference = self.difference_dollars.as_deref().and_then(micros);
        MoneyFound::of(&self.code, difference, favours.and_then(Party::named))
    }

    fn new(number: u64, e: &Exception, places: &Places, clock: &Clock) -> Self {
        let (file, line) = places.file_and_line(e.locus);
        Self {
            number,
            code: e.code.to_owned(),
            file: file.into_owned(),
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
            findings: Vec::new(),
            waiver: e.waived.map(|at| at + 1),
            under: UnderWire::new(FallsUnder::of(e)),
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

    /// The next exception; gives the number by which every output names it.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn push(&mut self, exception: &Exception) -> Result<u64, JsonError> {
        let number = self.count + 1;
        let wire = ExceptionWire::new(number, exception, &self.places, &self.clock);
        serde_json::to_writer(&mut self.out, &wire)
            .map_err(|error| JsonError::Write(error.into()))?;
        self.out.write_all(b"\n").map_err(JsonError::Write)?;
        self.count = number;
        Ok(number)
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
