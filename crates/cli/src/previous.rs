//! The report of the engagement before, read for what its meters carry over.

use crate::evidence::sha256_hex;
use crate::files;
use feltproof_model::Engagement;
use feltproof_report::{carried_findings, carried_links};
use std::path::Path;

/// Reads the report that the engagement names, if it names one, and notes what each link carries over.
///
/// # Errors
/// One sentence: the file cannot be opened, is not the one of the digest stated, or is no such report.
pub(crate) fn carry_over(
    engagement: &mut Engagement,
    folder: &Path,
    file: &str,
) -> Result<(), String> {
    let Some(previous) = &mut engagement.previous else { return Ok(()) };
    let wrong = |what: String| {
        format!(
            "{file}:{}: [previous]: report is `{}`, but {what}",
            previous.line.number, previous.report
        )
    };
    let bytes = files::read_bytes(&folder.join(&previous.report)).map_err(wrong)?;
    let sha256 = sha256_hex(&bytes);
    if sha256 != previous.sha256 {
        return Err(wrong(format!(
            "its SHA-256 is {sha256} and not {}; give the report that was issued, or its own digest",
            previous.sha256
        )));
    }
    let links = carried_links(&bytes).map_err(&wrong)?;
    let (report_id, findings) = carried_findings(&bytes).map_err(wrong)?;
    (previous.links, previous.report_id, previous.findings) = (links, report_id, findings);
    Ok(())
}
