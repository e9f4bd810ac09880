//! The report before, read for the findings that it has and for what its meters carry over.

use crate::files::{self, Limit};
use crate::reports::EarlierReport;
use feltproof_model::{Engagement, EngagementLine, Previous};
use feltproof_report::{carried_findings, carried_links};
use feltproof_verdict::{is_before, sha256_hex};
use std::path::Path;

/// Reads the report that the engagement names, or the one `given` beside it, and notes its findings and what each link
/// carries over. `file` is the engagement in messages. An error is one sentence: the file cannot be opened, is not the
/// one of the digest stated, or is no such report; or two are named.
pub(crate) fn carry_over(
    engagement: &mut Engagement,
    folder: &Path,
    file: &str,
    given: Option<&Path>,
) -> Result<(), String> {
    if let Some(given) = given {
        return follow(engagement, file, given);
    }
    let Some(previous) = &mut engagement.previous else { return Ok(()) };
    let (line, report) = (previous.line.number, &previous.report);
    let wrong =
        |what: String| format!("{file}:{line}: [previous]: report is `{report}`, but {what}");
    let bytes = files::read_bytes(&folder.join(report), &Limit::JSON).map_err(wrong)?;
    let (sha256, stated) = (sha256_hex(&bytes), &previous.sha256);
    if sha256 != *stated {
        return Err(wrong(format!(
            "its SHA-256 is {sha256} and not {stated}; give the report that was issued, or its own digest"
        )));
    }
    let links = carried_links(&bytes).map_err(wrong)?;
    let (report_id, findings) = carried_findings(&bytes).map_err(wrong)?;
    (previous.links, previous.report_id, previous.findings) = (links, report_id, findings);
    Ok(())
}

/// Takes the report of `--previous`. Where the engagement names one, it must be the same.
fn follow(engagement: &mut Engagement, file: &str, given: &Path) -> Result<(), String> {
    let EarlierReport { name, bytes } = EarlierReport::read(given)?;
    let sha256 = sha256_hex(&bytes);
    let wrong = |what: String| format!("--previous is {}, but {what}", given.display());
    if let Some(stated) = engagement.previous.as_ref().filter(|of| of.sha256 != sha256) {
        let (line, report) = (stated.line.number, &stated.report);
        return Err(wrong(format!(
            "[previous] of {file}:{line} names {report}, which is another report; give one of them"
        )));
    }
    let (report_id, findings) = carried_findings(&bytes).map_err(wrong)?;
    let report =
        serde_json::from_slice(&bytes).map_err(|e| wrong(format!("it is no JSON: {e}")))?;
    let carries_meters = engagement.previous.is_some() || is_before(&report, engagement);
    let links = if carries_meters { carried_links(&bytes).map_err(wrong)? } else { Vec::new() };
    let (report, line) = match engagement.previous.take() {
        Some(stated) => (stated.report, stated.line),
        None => (name, EngagementLine::default()),
    };
    engagement.previous = Some(Previous { report, sha256, line, links, report_id, findings });
    Ok(())
}
