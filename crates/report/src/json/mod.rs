//! `report.json`: everything the workpaper says and every exception, streamed.
//!
//! The run writes exceptions one by one into an [`ExceptionSpool`] (JSON lines, bounded memory); at
//! the end [`write_json`] writes the workpaper and copies the spool into the `exceptions` array.
//! The schema is described key by key in this crate's README.

mod engagement;
mod figures;
mod previous;
mod registers;
mod spool;
mod wire;

pub use previous::{carried_findings, carried_links};
pub use spool::ExceptionSpool;

use crate::clock::Clock;
use crate::error::JsonError;
use crate::randomness::randomness_member;
use crate::words::Places;
use feltproof_model::Cause;
use feltproof_model::workpaper::Workpaper;
use feltproof_stats::Randomness;
use serde_json::json;
pub(crate) use spool::{ExceptionWire, SpoolReader};
use std::io::{BufRead, Write};
pub(crate) use wire::cause_id;

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
    mut out: W,
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
        "hand_categories": figures::categories(w),
        "randomness": randomness_member(randomness),
        "problems_total": w.problems_total,
        "problems_shown": wire::problems(w, &places),
        "signer": wire::signer(w),
        "exceptions_total": w.exceptions_total,
        "exceptions_waived": w.waived_total,
    });
    let head = serde_json::to_string_pretty(&head).map_err(JsonError::Encode)?;
    // The object stays open for the exceptions.
    let head = head.strip_suffix("\n}").unwrap_or(&head);
    out.write_all(head.as_bytes()).map_err(JsonError::Write)?;
    let found = copy_exceptions(spool, &w.causes, &mut out)?;
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
    causes: &[Cause],
    out: &mut W,
) -> Result<u64, JsonError> {
    out.write_all(b",\n  \"exceptions\": [").map_err(JsonError::Write)?;
    let causes_of = |cause: &Cause| cause.keys.iter().map(ToString::to_string).collect();
    let keys: Vec<Vec<String>> = causes.iter().map(causes_of).collect();
    let mut listed = vec![0; causes.len()];
    let (mut spool, mut lead) = (SpoolReader::new(spool), "\n    ");
    while let Some(mut exception) = spool.next()? {
        exception.under = None;
        let of =
            exception.cause.take().and_then(|key| keys.iter().position(|of| of.contains(&key)));
        if let Some(of) = of {
            listed[of] += 1;
            if listed[of] > LISTED_OF_CAUSE_MAX {
                continue;
            }
            exception.cause = Some(wire::cause_id(of));
        }
        let json = serde_json::to_string(&exception).map_err(JsonError::Encode)?;
        write!(out, "{lead}{json}").map_err(JsonError::Write)?;
        lead = ",\n    ";
    }
    let found = spool.read();
    let end: &[u8] = if found == 0 { b"]\n" } else { b"\n  ]\n" };
    out.write_all(end).map_err(JsonError::Write)?;
    Ok(found)
}
