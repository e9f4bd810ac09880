//! `report.json`: everything the workpaper says and every exception, streamed.
//!
//! The run writes exceptions one by one into an [`ExceptionSpool`] (JSON lines, bounded memory); at
//! the end [`write_json`] writes the workpaper and copies the spool into the `exceptions` array.
//! Its schema is derived from the types of its parts, which say what each key means.

mod analysis;
mod engagement;
mod figures;
mod findings;
mod named;
mod previous;
mod spool;
mod wire;

pub use previous::{carried_findings, carried_links};
pub use spool::ExceptionSpool;

use crate::belongs::Belongs;
use crate::clock::Clock;
use crate::error::JsonError;
use crate::json_text::{inert, pretty};
use crate::randomness::RandomnessPart;
use crate::words::Places;
use analysis::Results;
use engagement::Scope;
use feltproof_model::workpaper::Workpaper;
use feltproof_paper::exceptions::LISTED_OF_CAUSE_MAX;
use feltproof_paper::findings::cause_id;
use feltproof_stats::Randomness;
use feltproof_wire::{Code, Form as _, Text, form, list};
use figures::{
    CategoryDealt, Counted, DayOfMeter, Group, Meter, Registered, Settled, UntestedPaid,
};
use findings::{ControlVersion, ListedFinding, ListedWaiver, ShownProblem, SignedBy};
pub(crate) use named::severity_key;
pub use named::{ControlVerdictName, OutcomeName, SeverityName};
use serde::Serialize;
pub(crate) use spool::{ExceptionWire, SpoolReader};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use wire::{
    Advisory, CheckOutcome, Game, Input, Issued, ListedCause, OverallVerdict, Pack, Ruling,
};

/// Name and version of the schema; the number changes when a reader would have to.
pub const SCHEMA: &str = AuditReport::NAME;

/// Writes the whole report as one JSON object: the workpaper's keys in a fixed order, among them
/// the randomness of each source that was tested, then the exceptions of `spool` (one a line, in
/// the order in which the run pushed them): all that no cause explains, and the first of each
/// cause. `Err`: when writer or spool fail, or when the spool does not hold exactly
/// [`Workpaper::exceptions_total`] and [`Workpaper::waived_total`] exceptions: then the output is
/// incomplete and must be discarded.
pub fn write_json<R: BufRead, W: Write>(
    w: &Workpaper,
    randomness: &[Randomness],
    spool: R,
    out: W,
) -> Result<(), JsonError> {
    write_report(w, randomness, spool, out, Form::File)
}

/// How the report stands where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A file that people read too: indented.
    File,
    /// Data inside a page: short, and without a character that means something to the page.
    Page,
}

impl Form {
    fn encode(self, value: &impl Serialize) -> Result<String, JsonError> {
        match self {
            Self::File => pretty(value),
            Self::Page => self.encode_line(value),
        }
    }

    /// On one line.
    pub(crate) fn encode_line(self, value: &impl Serialize) -> Result<String, JsonError> {
        let text = serde_json::to_string(value).map_err(JsonError::Encode)?;
        Ok(if self == Self::Page { inert(&text) } else { feltproof_printable::json(&text) })
    }
}

form! {
    /// report.json of `feltproof audit`: everything the report says, and the exceptions.
    #[schemars(title = "Feltproof audit report")]
    pub AuditReport as "feltproof-report/4"(
        w: &Workpaper, randomness: &[Randomness];
        (clock, places) = (Clock::new(&w.engagement.time_zone), Places::of(w))
    ) {
        report: Issued = Issued::new(w, &clock) => "Which report.",
        verdict: OverallVerdict = w.into() => "The verdict.",
        engagement: Scope = Scope::new(w, &clock) => "The scope, as the engagement states it.",
        inputs: Vec<Input> = w.inputs.iter().map(|input| Input::new(input, &clock)).collect()
            => "Each journal as read.",
        packs: Vec<Pack> = w.packs.iter().map(|pack| Pack::new(w, pack)).collect() => "Rule packs.",
        games: Vec<Game> = list(&w.games) => "Game definitions.",
        rulings: Vec<Ruling> = list(&w.rulings)
            => "Open points of the documents and the readings applied.",
        counts: Counted = w.into() => "What was counted.",
        settled: Settled = w.into() => "Totals over the wagers that a check compared.",
        untested_payments: UntestedPaid = UntestedPaid::new(w, &places)
            => "What was paid and no check could test.",
        checks: Vec<CheckOutcome> = list(&w.checks) => "Every check, in the order of their list.",
        gaps: Vec<Text> = list(&w.gaps)
            => "What the record does not cover: silent days, tables and links, records cut off, \
                wagers that could not be decided.",
        advice: Vec<CheckOutcome> = list(&w.advice)
            => "What a source advises, in the form of checks; advice that is not followed counts under `exceptions`.",
        advisories: Vec<Advisory> = w.advisories.iter().map(|e| Advisory::new(e, &places)).collect()
            => "Advice that is not followed: no exception, no part of the verdict.",
        causes: Vec<ListedCause> =
            w.causes.iter().enumerate().map(|(at, cause)| ListedCause::new(at, cause, &places)).collect()
            => "What explains many exceptions at once.",
        explained_exceptions_listed_max: u64 = LISTED_OF_CAUSE_MAX
            => "How many exceptions of one cause are listed; the rest is counted.",
        waivers: Vec<ListedWaiver> = (1..).zip(&w.waivers).map(|(number, of)| ListedWaiver::new(number, of)).collect()
            => "Waivers.",
        findings: Vec<ListedFinding> = w.findings.iter().map(|f| ListedFinding::new(f, &places, &clock)).collect()
            => "Findings, by rank: one for each cause, then one for each check with exceptions that \
                no cause explains and each control that it falls under.",
        responses_unmatched: Vec<Code> = list(&w.responses_unmatched)
            => "Checks of responses to which there is no finding.",
        controls: Vec<ControlVersion> = list(&w.controls)
            => "The compliance matrix: each version of a control that applied on an audited day.",
        meters: Vec<Meter> = w.meters.iter().map(|m| Meter::new(w, m, &clock, &places)).collect()
            => "Meters and reserves as logged against as re-kept.",
        meter_days: Vec<DayOfMeter> = list(&w.registers.days)
            => "Meters and reserves by gaming day.",
        registers: Registered = Registered::new(w, &clock, &places)
            => "Registers of the manager journal, in its order.",
        variance: Vec<Group> = list(&w.variance)
            => "Paid against owed. A hand of a void round is compared as a whole; a wager that did \
                not occur has no entry, nor has the bank of a player banker.",
        analysis: Results = (&w.analysis).into()
            => "Results beside their expectation, trends, what is owed to whom, and what explains most of the money.",
        hand_categories: Vec<CategoryDealt> = list(&w.categories)
            => "How often each category was dealt.",
        randomness: RandomnessPart = randomness.into()
            => "Tests of randomness, in the form feltproof-randomness/1.",
        problems_total: u64 = w.problems_total
            => "Records that could not be understood; all are in quarantine.csv.",
        problems_shown: Vec<ShownProblem> = w.problems.iter().map(|p| ShownProblem::new(p, &places)).collect()
            => "Those that the PDF prints.",
        signer: Option<SignedBy> = w.signer.as_ref().map(SignedBy::from)
            => "Who signs; null when unsigned.",
        exceptions_total: u64 = w.exceptions_total
            => "Exceptions that no waiver covers: those listed, and of each cause those not listed.",
        exceptions_waived: u64 = w.waived_total => "Exceptions that a waiver covers.",
        exceptions: Vec<ExceptionWire> = Vec::new()
            => "All that no cause explains, and the first of each cause, in the order of the run.",
    }
}

/// Writes the report in one of its forms.
pub(crate) fn write_report<R: BufRead, W: Write>(
    w: &Workpaper,
    randomness: &[Randomness],
    spool: R,
    mut out: W,
    form: Form,
) -> Result<(), JsonError> {
    let head = form.encode(&AuditReport::new(w, randomness))?;
    // The last key is the list of exceptions, empty so far: they are streamed out of the spool in its place.
    let head = head.rfind(',').and_then(|at| head.get(..at)).unwrap_or(&head);
    out.write_all(head.as_bytes())?;
    let lists = || w.findings.iter().map(|f| f.exceptions).chain([w.waived_total]).collect();
    let mut room = (form == Form::Page).then(|| Room::new(lists()));
    let spool = copy_exceptions(spool, &Belongs::new(w), &mut out, form, room.as_mut())?;
    if let Some(room) = room {
        write!(out, ",\"exceptions_not_on_page\":{}", room.left_out)?;
    }
    out.write_all(b"}\n")?;
    out.flush()?;
    spool.ended(w)
}

/// Exceptions of a page, some kilobyte each: a browser reads more only with trouble.
const ON_PAGE_MAX: u64 = 30_000;

/// What a page has room for.
struct Room {
    /// Exceptions left by finding; last of those that a waiver covers, which belong to none.
    left: Vec<u64>,
    /// Exceptions that found none.
    left_out: u64,
}

impl Room {
    /// A list of so many exceptions each has all of them, or as many as any other list that is cut.
    fn new(lists: Vec<u64>) -> Self {
        let mut ascending = lists.clone();
        ascending.sort_unstable();
        let (mut room, mut others) = (ON_PAGE_MAX, lists.len() as u64);
        let share = ascending.into_iter().find_map(|length| {
            let share = room / others;
            (length > share).then_some(share).or_else(|| {
                (room, others) = (room - length, others - 1);
                None
            })
        });
        let left = lists.into_iter().map(|length| share.map_or(length, |share| length.min(share)));
        Self { left: left.collect(), left_out: 0 }
    }

    /// Whether there is room for an exception of these findings, numbered from 1; then it takes it.
    fn takes(&mut self, findings: &[usize]) -> bool {
        let own = findings.first().map_or(self.left.len(), |number| *number) - 1;
        let takes = self.left[own] > 0;
        self.left[own] -= u64::from(takes);
        self.left_out += u64::from(!takes);
        takes
    }
}

/// Copies the spool, of those that a cause explains the first [`LISTED_OF_CAUSE_MAX`], and of a page what it has room for.
fn copy_exceptions<R: BufRead, W: Write>(
    spool: R,
    belongs: &Belongs,
    out: &mut W,
    form: Form,
    mut room: Option<&mut Room>,
) -> Result<SpoolReader<R>, JsonError> {
    out.write_all(b",\n  \"exceptions\": [")?;
    let mut listed = BTreeMap::new();
    let (mut spool, mut lead) = (SpoolReader::new(spool), "\n    ");
    while let Some(mut exception) = spool.next()? {
        exception.findings = belongs.findings(&exception).iter().map(|at| at + 1).collect();
        let of = belongs.cause(&exception);
        (exception.under, exception.cause) = (None, of.map(cause_id));
        if let Some(of) = of {
            let number = listed.entry(of).or_insert(0);
            *number += 1;
            if *number > LISTED_OF_CAUSE_MAX {
                continue;
            }
        }
        if room.as_mut().is_some_and(|room| !room.takes(&exception.findings)) {
            continue;
        }
        let json = form.encode_line(&exception)?;
        write!(out, "{lead}{json}")?;
        lead = ",\n    ";
    }
    let end: &[u8] = if spool.read() == 0 { b"]\n" } else { b"\n  ]\n" };
    out.write_all(end)?;
    Ok(spool)
}
