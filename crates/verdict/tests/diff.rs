//! Two reports compared: made-up reports that differ in one thing each.

use feltproof_model::FindingKey;
use feltproof_verdict::diff::{Comparison, Report, State, first_difference_of_reports};
use serde_json::{Value, json};

/// A report with one finding of PAY-001 under WAC 1, of which a table is T1.
fn whole() -> Value {
    json!({
        "schema": "feltproof-report/4",
        "report": { "id": "r", "tool_version": "1", "issued": "2026" },
        "engagement": {
            "property": "House", "id": "E", "file_sha256": "e",
            "gaming_days": [{ "date": "2026-10-31" }],
            "tables": [{ "id": "T1" }], "links": [{ "id": "L1" }],
        },
        "inputs": [{ "kind": "hands", "file": "hands.csv", "sha256": "h" }],
        "packs": [{ "id": "us-wa", "version": "3", "sha256": "p" }],
        "verdict": { "outcome": "exceptions", "checks_clean": 4 },
        "checks": [
            { "code": "PAY-001", "title": "Ante", "ran": true, "tested": 10, "undecided": 0 },
            { "code": "MTR-001", "title": "Meter", "ran": true, "tested": 5, "undecided": 0 },
        ],
        "causes": [{ "id": "C1", "explains": [{ "code": "PAY-001" }, { "code": "MTR-001" }] }],
        "findings": [finding()],
        "controls": [
            { "pack": "us-wa", "id": "c1", "period": "always", "citation": "WAC 1", "verdict": "exceptions" },
        ],
        "exceptions": [{ "code": "PAY-001", "file": "hands.csv" }],
    })
}

fn finding() -> Value {
    json!({
        "code": "PAY-001", "control": "WAC 1", "title": "Ante", "severity": "money", "cause": null,
        "exceptions": 2, "favours_players_dollars": "5.00", "favours_house_dollars": "0.00",
        "favours_fund_dollars": "0.00", "tables": ["T1"], "links": [],
    })
}

fn report(value: Value) -> Report {
    let key = |of: &Value| {
        let text = |name: &str| of[name].as_str().unwrap().to_owned();
        FindingKey { code: text("code"), control: text("control") }
    };
    let keys = value["findings"].as_array().unwrap().iter().map(key).collect();
    Report::of("report.json".into(), value.to_string(), value, keys).unwrap()
}

/// What becomes of the one finding of A where B is changed so.
fn became(change: impl FnOnce(&mut Value)) -> (State, String) {
    let mut b = whole();
    change(&mut b);
    let found = Comparison::of(&report(whole()), &report(b));
    let of =
        found.findings.into_iter().find(|of| of.key.code == "PAY-001" && of.key.control == "WAC 1");
    let of = of.unwrap();
    (of.state, of.note.unwrap_or_default())
}

fn without_findings(b: &mut Value) {
    b["findings"] = json!([]);
}

#[test]
fn a_report_is_the_same_as_itself() {
    let found = Comparison::of(&report(whole()), &report(whole()));
    assert!(found.is_same());
    assert_eq!(became(|_| {}), (State::Unchanged, String::new()));
}

#[test]
fn a_finding_is_gone_only_where_it_could_have_been_found() {
    assert_eq!(became(without_findings), (State::Gone, String::new()));
    let untested = |change: fn(&mut Value), why: &str| {
        let (state, note) = became(|b| {
            without_findings(b);
            change(b);
        });
        assert_eq!(state, State::NotTested, "{note}");
        assert!(note.contains(why), "{note}");
    };
    untested(|b| b["checks"][0]["ran"] = json!(false), "PAY-001 did not run in B");
    untested(|b| b["checks"] = json!([]), "that version of the program has no such check");
    untested(|b| b["checks"][0]["undecided"] = json!(1), "PAY-001 left 1 undecided in B, 0 in A");
    untested(
        |b| b["inputs"][0]["kind"] = json!("manager"),
        "in the hands journal, which B has not",
    );
    untested(|b| b["engagement"]["tables"][0]["id"] = json!("T2"), "of table T1, which B does not");
}

#[test]
fn a_finding_of_a_link_is_gone_only_where_b_has_the_link() {
    let mut a = whole();
    a["findings"][0]["links"] = json!(["L1"]);
    let mut b = whole();
    without_findings(&mut b);
    b["engagement"]["links"] = json!([]);
    let found = Comparison::of(&report(a), &report(b));
    assert_eq!(found.findings[0].state, State::NotTested);
    let note = found.findings[0].note.as_deref();
    assert_eq!(note, Some("some of it is of link L1, which B does not audit"));
}

/// What a cause explains is of several checks: all of them must have run.
#[test]
fn a_cause_is_gone_only_where_each_of_its_checks_ran() {
    let mut a = whole();
    a["findings"][0]["cause"] = json!("C1");
    let mut b = whole();
    without_findings(&mut b);
    assert_eq!(
        Comparison::of(&report(a.clone()), &report(b.clone())).findings[0].state,
        State::Gone
    );
    b["checks"][1]["ran"] = json!(false);
    let found = Comparison::of(&report(a), &report(b));
    assert_eq!(found.findings[0].state, State::NotTested);
}

#[test]
fn what_is_said_beside_a_finding_that_is_gone() {
    let (state, note) = became(|b| {
        without_findings(b);
        b["checks"][0]["tested"] = json!(9);
    });
    assert_eq!(state, State::Gone);
    assert_eq!(note, "PAY-001 tested 9 in B and 10 in A: whether this was among them is not known");
    let (state, note) = became(|b| b["findings"][0]["control"] = json!("WAC 2"));
    assert_eq!((state, note.as_str()), (State::Gone, "what PAY-001 finds in B falls under WAC 2"));
    let (state, note) = became(|b| {
        without_findings(b);
        b["exceptions"][0]["waiver"] = json!(1);
    });
    assert_eq!((state, note.as_str()), (State::Waived, "1 of PAY-001 is waived in B"));
}

#[test]
fn what_both_have_moved_where_a_figure_is_another() {
    for (key, value) in [
        ("exceptions", json!(3)),
        ("favours_players_dollars", json!("5.01")),
        ("favours_fund_dollars", json!("-0.000001")),
    ] {
        assert_eq!(became(|b| b["findings"][0][key] = value).0, State::Moved, "{key}");
    }
    // Two findings of one key count together.
    let (state, _) = became(|b| {
        let mut half = finding();
        half["exceptions"] = json!(1);
        half["favours_players_dollars"] = json!("2.50");
        b["findings"] = json!([half, half]);
    });
    assert_eq!(state, State::Unchanged);
}

#[test]
fn what_only_b_has_is_new_and_says_where_a_did_not_look() {
    let mut a = whole();
    without_findings(&mut a);
    a["checks"][0]["ran"] = json!(false);
    a["checks"][0]["reason_not_run"] = json!("no column");
    let found = Comparison::of(&report(a), &report(whole()));
    assert_eq!(found.findings[0].state, State::New);
    assert_eq!(found.findings[0].note.as_deref(), Some("PAY-001 did not run in A: no column"));
    let stopped: Vec<_> =
        found.checks.iter().map(|of| (of.code.as_str(), of.a.ran, of.b.ran)).collect();
    assert_eq!(stopped, [("PAY-001", false, true)]);
}

/// One change each; what the comparison says of it, and nothing else.
#[test]
fn every_kind_of_difference_is_said_where_it_belongs() {
    let said = |change: &dyn Fn(&mut Value)| {
        let mut b = whole();
        change(&mut b);
        let found = Comparison::of(&report(whole()), &report(b));
        assert!(!found.is_same());
        let basis = found.basis.iter().map(|of| format!("rests on {}", of.what));
        let figures = found.figures.iter().map(|of| format!("figure {}", of.figure));
        let checks = found.checks.iter().map(|of| format!("check {}", of.code));
        let controls = found.controls.iter().map(|of| format!("control {}", of.id));
        let warnings = found.warnings.iter().map(|_| "warning".to_owned());
        basis.chain(figures).chain(checks).chain(controls).chain(warnings).collect::<Vec<_>>()
    };
    assert_eq!(
        said(&|b| b["inputs"][0]["sha256"] = json!("x")),
        ["rests on hands journal hands.csv"]
    );
    assert_eq!(said(&|b| b["packs"][0]["version"] = json!("4")), ["rests on rule pack us-wa"]);
    assert_eq!(said(&|b| b["engagement"]["property"] = json!("Other")), ["warning"]);
    assert_eq!(said(&|b| b["verdict"]["checks_clean"] = json!(5)), ["figure verdict.checks_clean"]);
    assert_eq!(said(&|b| b["checks"][0]["tested"] = json!(11)), ["figure checks[PAY-001].tested"]);
    assert_eq!(said(&|b| b["checks"][1]["undecided"] = json!(1)), ["check MTR-001"]);
    assert_eq!(said(&|b| b["controls"][0]["verdict"] = json!("nothing found")), ["control c1"]);
    assert_eq!(said(&|b| b["controls"][0]["period"] = json!("now")), ["control c1", "control c1"]);
    // What no part above compares is found all the same.
    assert_eq!(
        said(&|b| b["exceptions"][0]["file"] = json!("h.csv")),
        ["figure /exceptions/0/file"]
    );
    assert_eq!(
        said(&|b| b["hand_categories"] = json!([{ "category": "pair", "hands": 3 }])),
        ["figure hand_categories[pair]"]
    );
}

#[test]
fn when_and_by_whom_a_report_was_issued_is_no_difference() {
    let mut b = whole();
    b["report"]["id"] = json!("s");
    b["report"]["issued"] = json!("2027");
    b["signer"] = json!({ "subject": "Kim" });
    b["findings"][0]["responses"] = json!(["paid back"]);
    b["findings"][0]["repeated"] = json!("r");
    assert!(Comparison::of(&report(whole()), &report(b)).is_same());
}

/// A report that only marks what the one before has, too, rests on nothing more.
#[test]
fn the_report_before_is_no_difference_to_itself() {
    let a = report(whole());
    let mut b = whole();
    b["engagement"]["previous"] = json!({ "sha256": whole().to_string() });
    assert!(Comparison::of(&a, &report(b.clone())).is_same());
    b["engagement"]["previous"] = json!({ "sha256": "another" });
    let found = Comparison::of(&a, &report(b));
    assert_eq!(
        found.basis.iter().map(|of| of.what.as_str()).collect::<Vec<_>>(),
        ["report before"]
    );
}

#[test]
fn where_two_reports_differ_their_evidence_is_named_first() {
    let mut b = whole();
    b["report"]["id"] = json!("s");
    let place = |b: &Value| first_difference_of_reports(&whole(), b).unwrap().place;
    assert_eq!(place(&b), "/report/id");
    b["inputs"][0]["sha256"] = json!("x");
    assert_eq!(place(&b), "/inputs/0/sha256");
}
