//! The spool: exceptions as JSON lines, written while the audit runs, so that memory stays bounded
//! however many there are.

use super::named::PartyName;
use super::wire::CauseId;
use crate::clock::Clock;
use crate::error::JsonError;
use crate::words::{Places, micros, plain_dollars};
use feltproof_model::exception::MoneyFound;
use feltproof_model::workpaper::Workpaper;
use feltproof_model::{CompactString, Date, Engagement, Exception, FallsUnder, Party};
use feltproof_wire::{Code, Dollars, Line, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// One departure of the record from what should be.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExceptionWire {
    /// Its number in every output, in the order of the run.
    #[schemars(range(min = 1))]
    pub(crate) number: u64,
    #[schemars(with = "Code")]
    pub(crate) code: String,
    /// The journal or engagement file.
    #[schemars(length(min = 1))]
    pub(crate) file: String,
    #[schemars(with = "Line")]
    pub(crate) line: u32,
    /// When; null where the record does not say.
    #[schemars(with = "Option<Time>")]
    pub(crate) time: Option<String>,
    /// Id of the table.
    pub(crate) table: Option<String>,
    /// Id of the progressive link.
    pub(crate) link: Option<String>,
    /// Number of the round.
    pub(crate) round: Option<u32>,
    /// The seat.
    pub(crate) seat: Option<String>,
    /// Id of the dealer.
    pub(crate) dealer: Option<String>,
    /// What should be, in words or as an amount.
    pub(crate) expected: String,
    /// What is recorded.
    pub(crate) recorded: String,
    /// Recorded minus expected, where both are money; else null.
    #[schemars(with = "Option<Dollars>")]
    pub(crate) difference_dollars: Option<String>,
    /// Whom the difference favours; null where it is no money.
    #[schemars(with = "Option<PartyName>")]
    pub(crate) favours: Option<String>,
    /// The calculation in words.
    #[schemars(length(min = 1))]
    pub(crate) explanation: String,
    /// Id of the cause that explains it; null where none does.
    // In the spool it is the key of what may have caused it.
    #[schemars(with = "Option<CauseId>")]
    pub(crate) cause: Option<String>,
    /// The findings that it belongs to, by their places, from 1.
    // In the spool there are none yet.
    #[serde(default)]
    #[schemars(inner(range(min = 1)))]
    pub(crate) findings: Vec<usize>,
    /// Number of the waiver that covers it; absent where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u16", range(min = 1))]
    pub(crate) waiver: Option<u16>,
    // Day, rule pack and control, which decide under which findings it falls; in the spool alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub(crate) under: Option<[Option<String>; 3]>,
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

    /// `Err` where not as many were read as the workpaper counts.
    pub(crate) fn ended(&self, w: &Workpaper) -> Result<(), JsonError> {
        let (expected, found) = (w.exceptions_total + w.waived_total, self.read);
        if found == expected { Ok(()) } else { Err(JsonError::Count { expected, found }) }
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
        MoneyFound::of(&self.code, difference, favours.and_then(Party::parse))
    }

    /// Under which findings it falls, as it was before it went into the spool.
    pub(crate) fn falls_under(&self) -> FallsUnder {
        let [day, pack, control] =
            self.under.as_ref().map_or([None; 3], |under| under.each_ref().map(Option::as_deref));
        FallsUnder {
            day: day.and_then(Date::parse),
            pack: pack.map(CompactString::from),
            control: control.map(CompactString::from),
        }
    }

    fn new(number: u64, e: &Exception, places: &Places, clock: &Clock) -> Self {
        let (file, line) = places.file_and_line(e.locus);
        let FallsUnder { day, pack, control } = FallsUnder::of(e);
        let under = [day.map(|day| day.to_string()), pack.map(Into::into), control.map(Into::into)];
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
            under: under.iter().any(Option::is_some).then_some(under),
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
    /// A spool into `out`; exceptions that stand in the engagement file are printed with its name.
    pub fn new(engagement: &Engagement, engagement_file: &str, out: W) -> Self {
        Self {
            out,
            places: Places::new(engagement, engagement_file),
            clock: Clock::new(&engagement.time_zone),
            count: 0,
        }
    }

    /// Adds one; gives the number by which every output names it. `Err`: when the writer refuses.
    pub fn push(&mut self, exception: &Exception) -> Result<u64, JsonError> {
        let number = self.count + 1;
        let wire = ExceptionWire::new(number, exception, &self.places, &self.clock);
        serde_json::to_writer(&mut self.out, &wire)
            .map_err(|error| JsonError::Write(error.into()))?;
        self.out.write_all(b"\n")?;
        self.count = number;
        Ok(number)
    }

    /// Exceptions pushed so far.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Flushes and gives the writer back. `Err`: when the writer refuses.
    pub fn finish(mut self) -> Result<W, JsonError> {
        self.out.flush()?;
        Ok(self.out)
    }
}
