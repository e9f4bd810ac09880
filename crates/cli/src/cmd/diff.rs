//! `diff`: two reports compared, and whether anything differs.

use crate::args::Diff;
use crate::diff::{ReportDiff, text};
use crate::print::print_as;
use crate::reports::EarlierReport;
use crate::{Ending, Result};
use feltproof_report::{SCHEMA, carried_findings};
use feltproof_verdict::diff::{Comparison, Report};
use feltproof_verdict::sha256_hex;
use serde_json::Value;
use std::path::Path;

pub(super) fn run(args: &Diff) -> Result<Ending> {
    let (a, b) = (report(&args.a)?, report(&args.b)?);
    let found = Comparison::of(&a, &b);
    print_as(args.format, || text(&found, &a, &b), || ReportDiff::new(&found, &a, &b))?;
    Ok(if found.is_same() { Ending::Nothing } else { Ending::Found })
}

/// An earlier report, if it is of the form that this program writes.
fn report(path: &Path) -> Result<Report, String> {
    let bytes = EarlierReport::read(path)?.bytes;
    let wrong = |what: String| format!("{} cannot be compared: {what}", path.display());
    let value: Value =
        serde_json::from_slice(&bytes).map_err(|e| wrong(format!("it is no JSON: {e}")))?;
    match value["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => {
            return Err(wrong(format!(
                "it is of the form {other}, and this program compares {SCHEMA}; audit that engagement again"
            )));
        }
        None => return Err(wrong("it is no report.json of an audit; it names no form".to_owned())),
    }
    let (_, keys) = carried_findings(&bytes).map_err(wrong)?;
    Report::of(path.display().to_string(), sha256_hex(&bytes), value, keys).map_err(wrong)
}
