//! The workpaper's parts as `report.json` has them: keys in print order, money as decimal strings of
//! dollars, rates as exact fractions, times as RFC 3339.

use super::LISTED_OF_CAUSE_MAX;
use crate::clock::Clock;
use crate::words::{
    CheckCounts, Places, check_counts, control_verdict, controls_sentence, controls_tested,
    plain_dollars, verdict_sentence,
};
use feltproof_model::workpaper::{
    CheckResult, FileDigest, InputSummary, Outcome, Severity, Verdict, Workpaper,
};
use feltproof_model::{Explained, TEXT_CHARS_MAX, Timestamp, excerpt};
use serde_json::{Value, json};

pub(super) fn report(w: &Workpaper, clock: &Clock) -> Value {
    json!({
        "id": w.report_id,
        "issued": clock.rfc3339(Timestamp::from_seconds(w.issued_unix)),
        "issued_unix": w.issued_unix,
        "tool": "feltproof",
        "tool_version": w.tool_version,
        "evidence_sha256": w.evidence_sha256,
    })
}

pub(super) fn verdict(w: &Workpaper) -> Value {
    let CheckCounts { clean, found, not_run, undecided } = check_counts(w);
    let outcome = match w.verdict {
        Verdict::NothingFound => "nothing_found",
        Verdict::Incomplete => "incomplete",
        Verdict::Exceptions => "exceptions",
    };
    json!({
        "outcome": outcome,
        "sentence": verdict_sentence(w),
        "checks_clean": clean,
        "checks_with_exceptions": found,
        "checks_not_decidable": undecided,
        "checks_not_run": not_run,
        "controls_tested": controls_tested(w).0,
        "controls_applicable": controls_tested(w).1,
        "controls_sentence": controls_sentence(w),
    })
}

pub(super) fn inputs(w: &Workpaper, clock: &Clock) -> Value {
    let input = |i: &InputSummary| {
        let mut input = json!({
            "file": i.digest.file,
            "kind": i.kind,
            "sha256": i.digest.sha256,
            "size_bytes": i.digest.size_bytes,
            "records": i.records,
            "problems": i.problems,
            "unmapped_columns": i.unmapped_columns,
            "first": i.first.map(|t| clock.rfc3339(t)),
            "last": i.last.map(|t| clock.rfc3339(t)),
        });
        // Only an export of another program is read by a profile.
        if let (Some(export), Some(input)) = (&i.export, input.as_object_mut()) {
            input.insert("sheet".to_owned(), json!(export.sheet));
            input.insert("rows_left_out".to_owned(), json!(export.rows_left_out));
            input.insert("notes".to_owned(), json!(export.notes));
            let FileDigest { file, sha256, size_bytes } = &export.profile;
            let profile = json!({
                "name": export.name,
                "file": file,
                "sha256": sha256,
                "size_bytes": size_bytes,
            });
            input.insert("profile".to_owned(), profile);
        }
        input
    };
    w.inputs.iter().map(input).collect()
}

pub(super) fn packs(w: &Workpaper) -> Value {
    let pack = w.packs.iter().map(|p| {
        let mut pack = json!({
            "id": p.id,
            "title": p.title,
            "authority": p.authority,
            "version": p.version,
            "sha256": p.sha256,
        });
        // Only a pack that does not come with the program has a file.
        if let Some(file) = w.engagement.pack_files.get(&p.id) {
            pack["file"] = json!(file);
        }
        pack
    });
    pack.collect()
}

pub(super) fn games(w: &Workpaper) -> Value {
    let game = w
        .games
        .iter()
        .map(|g| json!({ "id": g.id, "title": g.title, "source": g.source, "sha256": g.sha256 }));
    game.collect()
}

pub(super) fn rulings(w: &Workpaper) -> Value {
    let ruling = w.rulings.iter().map(|r| {
        json!({
            "game": r.game,
            "id": r.id,
            "question": r.question,
            "applied": r.applied,
            "chosen": r.chosen,
            "source": r.source,
        })
    });
    ruling.collect()
}

pub(super) fn checks(list: &[CheckResult]) -> Value {
    let check = |c: &CheckResult| {
        let (tested, exceptions, reason_not_run) = match &c.outcome {
            Outcome::Ran { tested, exceptions } => (Some(*tested), Some(*exceptions), None),
            Outcome::NotRun { reason } => (None, None, Some(reason.as_str())),
        };
        json!({
            "code": c.code,
            "title": c.title,
            "unit": c.unit,
            "ran": tested.is_some(),
            "reason_not_run": reason_not_run,
            "tested": tested,
            "exceptions": exceptions,
            "undecided": c.undecided,
            "undecided_reason": (c.undecided > 0).then_some(c.undecided_reason.as_str()),
            "favours_players_dollars": plain_dollars(c.over_micros),
            "favours_house_dollars": plain_dollars(c.under_micros),
            "favours_fund_dollars": plain_dollars(c.fund_micros),
        })
    };
    list.iter().map(check).collect()
}

pub(super) fn advisories(w: &Workpaper, places: &Places) -> Value {
    let advisory = w.advisories.iter().map(|e| {
        let (file, line) = places.file_and_line(e.locus);
        json!({
            "code": e.code,
            "file": file,
            "line": line,
            "link": e.link.as_deref(),
            "table": e.table.as_deref(),
            "advised": e.expected,
            "set_to": e.recorded,
            "explanation": e.explanation,
        })
    });
    advisory.collect()
}

/// The id of a cause, by its place: `C1`.
pub(crate) fn cause_id(at: usize) -> String {
    format!("C{}", at + 1)
}

pub(super) fn causes(w: &Workpaper, places: &Places) -> Value {
    let at = |locus| {
        let (file, line) = places.file_and_line(locus);
        json!({ "file": file, "line": line })
    };
    let of_check = |of: &Explained| {
        json!({
            "code": of.code,
            "exceptions": of.exceptions,
            "favours_players_dollars": plain_dollars(of.over_micros),
            "favours_house_dollars": plain_dollars(of.under_micros),
            "favours_fund_dollars": plain_dollars(of.fund_micros),
        })
    };
    let cause = w.causes.iter().enumerate().map(|(number, cause)| {
        let (all, most) = (cause.exceptions(), LISTED_OF_CAUSE_MAX);
        json!({
            "id": cause_id(number),
            "title": cause.title,
            "evidence": cause.evidence,
            "remedy": cause.remedy,
            "first": at(cause.first),
            "last": at(cause.last),
            "exceptions": all,
            "exceptions_not_listed": all.saturating_sub(most),
            "explains": cause.explains.iter().map(of_check).collect::<Value>(),
        })
    });
    cause.collect()
}

/// How much a finding matters, for programs.
pub(crate) const fn severity_key(severity: Severity) -> &'static str {
    match severity {
        Severity::Law => "law",
        Severity::Money => "money",
        Severity::Procedure => "procedure",
    }
}

pub(super) fn findings(w: &Workpaper, clock: &Clock) -> Value {
    let places = Places::of(w);
    let finding = w.findings.iter().map(|f| {
        json!({
            "code": f.code,
            "title": f.title,
            "cause": f.cause.map(cause_id),
            "control": f.control,
            "condition": f.condition,
            "criteria": f.criteria,
            "effect": f.effect,
            "severity": severity_key(f.severity),
            "favours_players_dollars": plain_dollars(f.over_micros),
            "favours_house_dollars": plain_dollars(f.under_micros),
            "favours_fund_dollars": plain_dollars(f.fund_micros),
            "first": f.first.as_ref().map(|e| places.place(e.locus)),
            "since": f.extent.since.map(|t| clock.rfc3339(t)),
            "until": f.extent.until.map(|t| clock.rfc3339(t)),
            "tables": f.extent.tables.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
            "links": f.extent.links.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
            "dealers": f.extent.dealers.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
            "tested": f.tested,
            "exceptions": f.exceptions,
            "repeated": f.repeated,
            "responses": f.responses,
        })
    });
    finding.collect()
}

pub(super) fn waivers(w: &Workpaper) -> Value {
    let waiver = w.waivers.iter().zip(1..).map(|(of, number)| {
        json!({
            "number": number,
            "of": of.of,
            "approver": of.approver,
            "justification": of.justification,
            "document": of.document,
            "expires": of.expires.to_string(),
            "exceptions": of.waived,
        })
    });
    waiver.collect()
}

pub(super) fn controls(w: &Workpaper) -> Value {
    let control = w.controls.iter().map(|c| {
        json!({
            "pack": c.pack,
            "citation": c.citation,
            "title": c.title,
            "status": c.status,
            "evidence": c.evidence,
            "id": c.id,
            "demand": c.demand,
            "address": c.address,
            "read": c.read.map(|day| day.to_string()),
            "period": c.period,
            "values": c.values,
            "days": c.days,
            "tested": c.tested,
            "exceptions": c.found,
            "inspected": c.inspected.as_ref().map(|of| json!({
                "answer": of.answer.name(),
                "reason": of.reason,
                "by": of.by.name(),
                "initials": of.initials,
                "date": of.date.to_string(),
                "document": of.document,
            })),
            "checks": c.checks,
            "verdict": control_verdict(c.verdict),
            "by_day": c.by_day.iter().map(|day| json!({
                "date": day.date.to_string(),
                "verdict": control_verdict(day.verdict),
                "tested": day.tested,
                "exceptions": day.found,
            })).collect::<Value>(),
            "note": c.note,
        })
    });
    control.collect()
}

pub(super) fn problems(w: &Workpaper, places: &Places) -> Value {
    let problem = w.problems.iter().map(|p| {
        json!({
            "file": places.journal(p.journal),
            "line": p.line,
            "reason": p.reason,
            "raw": excerpt(p.raw.clone(), TEXT_CHARS_MAX),
        })
    });
    problem.collect()
}

pub(super) fn signer(w: &Workpaper) -> Option<Value> {
    w.signer.as_ref().map(|s| {
        json!({
            "subject": s.subject,
            "certificate_sha256": s.fingerprint,
            "created_now": s.created_now,
            "local": s.local,
        })
    })
}
