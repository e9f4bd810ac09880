//! Exceptions and advice as results, each with its identity and its waiver.

use super::artifacts::Artifacts;
use super::rules::{Rules, level};
use crate::belongs::Belongs;
use crate::json::{ExceptionWire, severity_key};
use crate::words::Places;
use feltproof_model::Exception;
use feltproof_model::waiver::WaiverUse;
use feltproof_model::workpaper::{Finding, Severity, Workpaper};
use feltproof_paper::findings::cause_id;
use feltproof_printable::visible;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// What an identity of a result is made of; the number changes when that does.
const FINGERPRINT: &str = "feltproofException/v1";

pub(super) struct Results<'a> {
    pub(super) w: &'a Workpaper,
    pub(super) rules: &'a Rules<'a>,
    pub(super) artifacts: &'a Artifacts,
    pub(super) belongs: Belongs,
}

impl Results<'_> {
    pub(super) fn exception(&self, e: &ExceptionWire) -> Value {
        let findings = self.belongs.findings(e);
        let own: Vec<&Finding> =
            findings.iter().filter_map(|at| self.w.findings.get(*at)).collect();
        let alone = || Severity::of(&e.code, e.difference_dollars.is_some());
        let severity = own.first().map_or_else(alone, |finding| finding.severity);
        let mut text = format!(
            "{}: expected {}, recorded {}.",
            self.rules.title(&e.code),
            e.expected,
            e.recorded
        );
        if let Some(difference) = &e.difference_dollars {
            let party = e.favours.as_deref().unwrap_or("nobody");
            text.push_str(&format!(" The difference is {difference} dollars, for the {party}."));
        }
        text.push_str(&format!(" {}", e.explanation));
        let (place, sheet) = self.artifacts.at(&e.file, e.line);
        let mut result = json!({
            "ruleId": e.code,
            "ruleIndex": self.rules.index(&e.code),
            "level": level(severity),
            "message": { "text": visible(&text) },
            "locations": [{ "physicalLocation": place }],
            "fingerprints": { FINGERPRINT: fingerprint(e) },
            "properties": {
                "number": e.number,
                "severity": severity_key(severity),
                "expected": e.expected,
                "recorded": e.recorded,
                "difference_dollars": e.difference_dollars,
                "favours": e.favours,
                "time": e.time,
                "table": e.table,
                "link": e.link,
                "round": e.round,
                "seat": e.seat,
                "dealer": e.dealer,
                "sheet": sheet,
                "cause": self.belongs.cause(e).map(cause_id),
                "controls": own.iter().map(|finding| finding.control.as_str()).collect::<Vec<_>>(),
                "repeated": own.iter().find_map(|finding| finding.repeated.as_deref()),
            },
        });
        let waiver = e.waiver.map(|number| (number, self.waiver(number)));
        if let Some((number, Some(waiver))) = waiver {
            result["suppressions"] = json!([suppression(number, waiver)]);
        }
        result
    }

    fn waiver(&self, number: u16) -> Option<&WaiverUse> {
        self.w.waivers.get(usize::from(number.checked_sub(1)?))
    }

    pub(super) fn advisory(&self, e: &Exception, places: &Places) -> Value {
        let (file, line) = places.file_and_line(e.locus);
        let text = format!(
            "{}: advised {}, set to {}. {}",
            self.rules.title(e.code),
            e.expected,
            e.recorded,
            e.explanation
        );
        json!({
            "ruleId": e.code,
            "ruleIndex": self.rules.index(e.code),
            "level": "note",
            "message": { "text": visible(&text) },
            "locations": [{ "physicalLocation": self.artifacts.at(&file, line).0 }],
            "properties": {
                "advice": true,
                "expected": e.expected,
                "recorded": e.recorded,
                "table": e.table.as_deref(),
                "link": e.link.as_deref(),
            },
        })
    }
}

fn suppression(number: u16, waiver: &WaiverUse) -> Value {
    let document = match waiver.document.as_str() {
        "" => String::new(),
        document => format!(", {document}"),
    };
    let text = format!(
        "Waiver {number} by {} until {}{document}: {}",
        waiver.approver, waiver.expires, waiver.justification
    );
    json!({ "kind": "external", "status": "accepted", "justification": visible(&text) })
}

/// The same wherever the row stands: its line counts only where neither time nor round is on record.
fn fingerprint(e: &ExceptionWire) -> String {
    let line = (e.time.is_none() && e.round.is_none()).then_some(e.line);
    let of = json!([
        e.code, e.file, e.table, e.link, e.round, e.seat, e.time, e.expected, e.recorded, line
    ]);
    Sha256::digest(of.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}
