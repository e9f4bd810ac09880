//! `report.json`: everything the workpaper says and every exception, streamed.
//!
//! The run writes exceptions one by one into an [`ExceptionSpool`] (JSON lines, bounded memory); at
//! the end [`write_json`] writes the workpaper and copies the spool into the `exceptions` array.
//! The schema is described key by key in this crate's README.

mod analysis;
mod engagement;
mod figures;
mod previous;
mod registers;
mod spool;
mod wire;

pub use previous::{carried_findings, carried_links};
pub use spool::ExceptionSpool;

use crate::belongs::Belongs;
use crate::clock::Clock;
use crate::error::JsonError;
use crate::randomness::randomness_member;
use crate::words::Places;
use feltproof_model::workpaper::Workpaper;
use feltproof_stats::Randomness;
use serde::Serialize;
use serde_json::json;
pub(crate) use spool::{ExceptionWire, SpoolReader};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
pub(crate) use wire::{cause_id, severity_key};

/// Exceptions that one cause explains and that are listed with it; the rest is counted.
pub(crate) const LISTED_OF_CAUSE_MAX: u64 = 100;

/// Name and version of the schema; the number changes when a reader would have to.
pub const SCHEMA: &str = "feltproof-report/3";

/// Writes the whole report as one JSON object: the workpaper's keys in a fixed order, among them the
/// randomness of each source that was tested, then the exceptions of `spool` (one a line, in the order
/// in which the run pushed them): all that no cause explains, and the first of each cause.
///
/// # Errors
/// When writer or spool fail, or when the spool does not hold exactly
/// [`Workpaper::exceptions_total`] and [`Workpaper::waived_total`] exceptions: then the output is incomplete and must be discarded.
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
        let text = match self {
            Self::File => serde_json::to_string_pretty(value),
            Self::Page => serde_json::to_string(value).map(|text| inert(&text)),
        };
        text.map_err(JsonError::Encode)
    }

    /// On one line.
    pub(crate) fn encode_line(self, value: &impl Serialize) -> Result<String, JsonError> {
        let text = serde_json::to_string(value).map_err(JsonError::Encode)?;
        Ok(if self == Self::Page { inert(&text) } else { text })
    }
}

/// JSON in which no character can end a script block, begin markup, break a line, or hide and rearrange what stands
/// beside it: such a character stands only inside strings, where `\uXXXX` says the same.
pub(crate) fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<'
            | '>'
            | '&'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// Writes the report in one of its forms.
pub(crate) fn write_report<R: BufRead, W: Write>(
    w: &Workpaper,
    randomness: &[Randomness],
    spool: R,
    mut out: W,
    form: Form,
) -> Result<(), JsonError> {
    let clock = Clock::new(&w.engagement.time_zone);
    let places = Places::of(w);
    let head = json!({
        "schema": SCHEMA,
        "report": wire::report(w, &clock),
        "verdict": wire::verdict(w),
        "engagement": engagement::engagement(w, &clock),
        "inputs": wire::inputs(w, &clock),
        "packs": wire::packs(w),
        "games": wire::games(w),
        "rulings": wire::rulings(w),
        "counts": figures::counts(w),
        "settled": figures::settled(w),
        "untested_payments": figures::untested_payments(w, &places),
        "checks": wire::checks(&w.checks),
        "gaps": w.gaps,
        "advice": wire::checks(&w.advice),
        "advisories": wire::advisories(w, &places),
        "causes": wire::causes(w, &places),
        "explained_exceptions_listed_max": LISTED_OF_CAUSE_MAX,
        "waivers": wire::waivers(w),
        "findings": wire::findings(w, &clock),
        "responses_unmatched": w.responses_unmatched,
        "controls": wire::controls(w),
        "meters": figures::meters(w, &clock),
        "meter_days": registers::days(w),
        "registers": registers::registers(w, &clock, &places),
        "variance": figures::variance(w),
        "analysis": analysis::analysis(w),
        "hand_categories": figures::categories(w),
        "randomness": randomness_member(randomness),
        "problems_total": w.problems_total,
        "problems_shown": wire::problems(w, &places),
        "signer": wire::signer(w),
        "exceptions_total": w.exceptions_total,
        "exceptions_waived": w.waived_total,
    });
    let head = form.encode(&head)?;
    // The object stays open for the exceptions.
    let head = head.strip_suffix('}').unwrap_or(&head).trim_end();
    out.write_all(head.as_bytes()).map_err(JsonError::Write)?;
    let found = copy_exceptions(spool, &Belongs::new(w), &mut out, form)?;
    out.write_all(b"}\n").map_err(JsonError::Write)?;
    out.flush().map_err(JsonError::Write)?;
    let expected = w.exceptions_total + w.waived_total;
    if found != expected {
        return Err(JsonError::Count { expected, found });
    }
    Ok(())
}

/// Copies the spool into the `exceptions` array, each line checked to be an exception; of those that a
/// cause explains the first [`LISTED_OF_CAUSE_MAX`] of each cause. Gives how many the spool holds.
fn copy_exceptions<R: BufRead, W: Write>(
    spool: R,
    belongs: &Belongs,
    out: &mut W,
    form: Form,
) -> Result<u64, JsonError> {
    out.write_all(b",\n  \"exceptions\": [").map_err(JsonError::Write)?;
    let mut listed = BTreeMap::new();
    let (mut spool, mut lead) = (SpoolReader::new(spool), "\n    ");
    while let Some(mut exception) = spool.next()? {
        exception.findings = belongs.findings(&exception).iter().map(|at| at + 1).collect();
        let of = belongs.cause(&exception);
        (exception.under, exception.cause) = (None, of.map(wire::cause_id));
        if let Some(of) = of {
            let number = listed.entry(of).or_insert(0);
            *number += 1;
            if *number > LISTED_OF_CAUSE_MAX {
                continue;
            }
        }
        let json = form.encode_line(&exception)?;
        write!(out, "{lead}{json}").map_err(JsonError::Write)?;
        lead = ",\n    ";
    }
    let found = spool.read();
    let end: &[u8] = if found == 0 { b"]\n" } else { b"\n  ]\n" };
    out.write_all(end).map_err(JsonError::Write)?;
    Ok(found)
}
