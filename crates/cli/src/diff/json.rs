//! A comparison of two reports for programs: schema `feltproof-diff/1`.

use feltproof_report::plain_dollars;
use feltproof_verdict::diff::{
    CheckState, Comparison, Figures, FindingChange, MONEYS, Report, State,
};
use serde_json::{Map, Value, json};

/// For programs: what differs, and what each report is.
pub(crate) fn wire(found: &Comparison, a: &Report, b: &Report) -> Value {
    let count = |state: State| {
        let count = found.findings.iter().filter(|of| of.state == state).count();
        (state.key().to_owned(), json!(count))
    };
    let basis = found.basis.iter().map(|of| json!({ "what": of.what, "a": of.a, "b": of.b }));
    let figures =
        found.figures.iter().map(|of| json!({ "figure": of.figure, "a": of.a, "b": of.b }));
    let checks = found.checks.iter().map(
        |of| json!({ "code": of.code, "title": of.title, "a": check(&of.a), "b": check(&of.b) }),
    );
    let controls = found.controls.iter().map(
        |of| json!({ "pack": of.pack, "id": of.id, "citation": of.citation, "a": of.a, "b": of.b }),
    );
    json!({
        "schema": "feltproof-diff/1",
        "same": found.is_same(),
        "a": named(a),
        "b": named(b),
        "warnings": found.warnings,
        "basis": basis.collect::<Value>(),
        "counts": State::ALL.map(count).into_iter().collect::<Map<_, _>>(),
        "findings": found.findings.iter().map(finding).collect::<Value>(),
        "figures": figures.collect::<Value>(),
        "checks": checks.collect::<Value>(),
        "controls": controls.collect::<Value>(),
    })
}

fn named(of: &Report) -> Value {
    json!({
        "file": of.file,
        "report_id": of.text("/report/id"),
        "issued": of.text("/report/issued"),
        "tool_version": of.text("/report/tool_version"),
        "engagement": of.text("/engagement/id"),
        "property": of.text("/engagement/property"),
        "gaming_days": of.days(),
        "outcome": of.text("/verdict/outcome"),
    })
}

fn finding(of: &FindingChange) -> Value {
    let exceptions = |figures: &Option<Figures>| figures.map(|figures| figures.exceptions);
    let mut value = json!({
        "code": of.key.code,
        "control": of.key.control,
        "title": of.title,
        "severity": of.severity,
        "state": of.state.key(),
        "exceptions": { "a": exceptions(&of.a), "b": exceptions(&of.b) },
    });
    let [a, b] = [of.a, of.b].map(|figures| figures.map(|of| of.micros.map(plain_dollars)));
    for (at, name) in MONEYS.into_iter().enumerate() {
        let amount = |of: &Option<[String; 3]>| of.as_ref().and_then(|all| all.get(at)).cloned();
        value[name] = json!({ "a": amount(&a), "b": amount(&b) });
    }
    value["note"] = json!(of.note);
    value
}

fn check(of: &CheckState) -> Value {
    json!({
        "ran": of.ran,
        "reason_not_run": of.reason_not_run,
        "tested": of.tested,
        "undecided": of.undecided,
    })
}
