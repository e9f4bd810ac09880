//! `report.sarif`: every exception as a result of SARIF 2.1.0 (OASIS), for programs that collect what tools find.
//!
//! A check is a rule, an exception a result at its file and line, a waived one a suppressed result, advice that is not
//! followed a note. A check that did not run, and what was left undecided, are notifications of the run: a log without
//! results says nothing of them. Results are streamed out of the spool, one a line.

mod artifacts;
mod results;
mod rules;

use crate::belongs::Belongs;
use crate::clock::Clock;
use crate::error::JsonError;
use crate::json::{Form, SpoolReader};
use crate::json_text::pretty;
use crate::words::{Places, verdict_sentence};
use artifacts::{Artifacts, BASE};
use feltproof_model::Timestamp;
use feltproof_model::workpaper::Workpaper;
use results::Results;
pub use rules::SarifRule;
use rules::{Rules, packs};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// The schema that the standard publishes with its text.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes the report as one SARIF log; `rules` has what is to be said of each check. `Err`: as
/// [`crate::write_json`].
pub fn write_sarif<R: BufRead, W: Write>(
    w: &Workpaper,
    rules: &[SarifRule],
    spool: R,
    mut out: W,
) -> Result<(), JsonError> {
    let (rules, artifacts) = (Rules::new(w, rules), Artifacts::new(w));
    let head = pretty(&run(w, &rules, &artifacts))?;
    // The run stays open for the results.
    let head = head.strip_suffix('}').unwrap_or(&head).trim_end();
    let start = json!({ "$schema": SCHEMA, "version": "2.1.0" }).to_string();
    let start = start.strip_suffix('}').unwrap_or(&start);
    let mut put = |text: &str| out.write_all(text.as_bytes());
    put(&format!("{start},\"runs\":[\n{head},\n  \"results\": ["))?;
    let results = Results { w, rules: &rules, artifacts: &artifacts, belongs: Belongs::new(w) };
    let (mut spool, mut lead) = (SpoolReader::new(spool), "\n    ");
    while let Some(exception) = spool.next()? {
        let result = Form::File.encode_line(&results.exception(&exception))?;
        put(&format!("{lead}{result}"))?;
        lead = ",\n    ";
    }
    let places = Places::of(w);
    for advisory in &w.advisories {
        let result = Form::File.encode_line(&results.advisory(advisory, &places))?;
        put(&format!("{lead}{result}"))?;
        lead = ",\n    ";
    }
    put("\n  ]\n}]}\n")?;
    out.flush()?;
    spool.ended(w)
}

fn run(w: &Workpaper, rules: &Rules<'_>, artifacts: &Artifacts) -> Value {
    let utc = Clock::new("UTC").rfc3339(Timestamp::from_seconds(w.issued_unix));
    let utc = utc.strip_suffix("+00:00").map_or_else(|| utc.clone(), |utc| format!("{utc}Z"));
    json!({
        "tool": {
            "driver": {
                "name": "feltproof",
                "version": w.tool_version,
                "rules": rules.wire(),
            },
            "extensions": packs(w),
        },
        "automationDetails": {
            "id": format!("feltproof/{}/{}", w.engagement.id, w.report_id),
            "description": { "text": format!("Audit of {}, engagement {}", w.engagement.property, w.engagement.id) },
        },
        "invocations": [{
            "executionSuccessful": true,
            "endTimeUtc": utc,
            "toolExecutionNotifications": rules.notifications(w),
        }],
        "originalUriBaseIds": {
            BASE: { "description": { "text": "The folder of the engagement file." } },
        },
        "artifacts": artifacts.wire(),
        "properties": {
            "report_id": w.report_id,
            "evidence_sha256": w.evidence_sha256,
            "verdict": verdict_sentence(w),
            "exceptions_total": w.exceptions_total,
            "exceptions_waived": w.waived_total,
        },
    })
}
