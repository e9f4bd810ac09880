//! Waivers and answers of inspection, through the whole program: on the tampered day, whose exceptions are known.

use crate::common::{audit, fixtures, json};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// The tampered day with more at the end of its engagement, audited; report and what the program printed.
fn audited(home: &Path, more: &str) -> (Value, String) {
    let day = home.join("day");
    fs::create_dir_all(&day).unwrap();
    for entry in fs::read_dir(fixtures().join("tampered-day")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, day.join(path.file_name().unwrap())).unwrap();
    }
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    fs::write(&engagement, format!("{text}\n{more}")).unwrap();
    let out = home.join("out");
    let ran = audit(home, &engagement, &out).arg("--unsigned").output().unwrap();
    let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!(ran.status.code(), Some(1), "{printed}{}", String::from_utf8_lossy(&ran.stderr));
    (json(&out.join("report.json")), printed)
}

fn of<'r>(report: &'r Value, list: &str, key: &str, value: &str) -> Vec<&'r Value> {
    report[list].as_array().unwrap().iter().filter(|one| one[key] == value).collect()
}

fn waiver(of: &str, bounds: &str, expires: &str) -> String {
    format!(
        "[[waiver]]\n{of}\n{bounds}granted = \"2026-10-01\"\nexpires = \"{expires}\"\n\
         justification = \"trial of a higher cap\"\napprover = \"the commission\"\n"
    )
}

#[test]
fn a_waived_exception_stays_visible_and_leaves_the_verdict() {
    let home = tempfile::tempdir().unwrap();
    let (before, _) = audited(home.path(), "");
    let total = before["exceptions_total"].as_u64().unwrap();
    let (one, other) =
        (of(&before, "exceptions", "code", "PAY-003"), "table = \"C4P-4\"\nup_to = \"5.00\"\n");
    assert_eq!(one.len(), 2);
    let (after, printed) =
        audited(home.path(), &waiver("check = \"PAY-003\"", other, "2026-12-31"));
    assert_eq!(
        (&after["exceptions_total"], &after["exceptions_waived"]),
        (&(total - 1).into(), &1.into())
    );
    // The one of $5.00 and not that of $10.00.
    let listed = of(&after, "exceptions", "code", "PAY-003");
    let waived: Vec<_> = listed.iter().map(|e| (&e["difference_dollars"], &e["waiver"])).collect();
    assert_eq!(waived, [(&"5.00".into(), &1.into()), (&"10.00".into(), &Value::Null)]);
    assert!(
        listed[0]["explanation"]
            .as_str()
            .unwrap()
            .contains("Waived by the commission until 2026-12-31")
    );
    let check = of(&after, "checks", "code", "PAY-003")[0];
    assert_eq!(
        (&check["exceptions"], &check["favours_players_dollars"]),
        (&1.into(), &"10.00".into())
    );
    let finding = of(&after, "findings", "code", "PAY-003")[0];
    assert_eq!(finding["exceptions"], 1);
    let said = "1 exception was covered by 1 waiver: listed, and no part of the verdict.";
    assert!(printed.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{printed}");
    assert_eq!(after["waivers"][0]["exceptions"], 1);
}

#[test]
fn a_waiver_of_a_control_covers_what_its_checks_find_on_its_days() {
    let home = tempfile::tempdir().unwrap();
    // The wager was made after midnight, on the first of November; the posting hangs on the thirty-first and, since play went
    // on, on the first: a waiver that ran out with the thirty-first covers neither.
    let of_control = |expires: &str| {
        audited(
            home.path(),
            &waiver("control = \"wac-230-15-140\"", "table = \"C4P-3\"\n", expires),
        )
        .0
    };
    let codes = |report: &Value, code: &str| {
        of(report, "exceptions", "code", code).iter().map(|e| e["waiver"] == 1).collect::<Vec<_>>()
    };
    let row = |report: &Value| {
        let mut rows = report["controls"].as_array().unwrap().iter();
        let row = rows.rfind(|c| c["id"] == "wac-230-15-140").unwrap().clone();
        (row["verdict"].clone(), row["exceptions"].clone())
    };
    let both = of_control("2026-11-01");
    assert_eq!((codes(&both, "WAC-006"), codes(&both, "WAC-001")), (vec![true], vec![true]));
    assert_eq!(row(&both), ("nothing found".into(), 0.into()));
    let first = of_control("2026-10-31");
    assert_eq!((codes(&first, "WAC-006"), codes(&first, "WAC-001")), (vec![false], vec![false]));
    // In all of the row each once: the posting, though it counts on both of its days, and the wager.
    assert_eq!(row(&first), ("exceptions".into(), 2.into()));
    let posted = of(&first, "findings", "code", "WAC-006");
    assert_eq!(posted.iter().map(|f| f["exceptions"].clone()).collect::<Vec<_>>(), [1]);
    // That it had run out is an exception of its own.
    assert_eq!(of(&first, "exceptions", "code", "WVR-002").len(), 1);
}

#[test]
fn what_inspection_answers_stands_in_its_row() {
    let home = tempfile::tempdir().unwrap();
    let answer = |control: &str, answer: &str, reason: &str| {
        format!(
            "[[inspected]]\ncontrol = \"{control}\"\nanswer = \"{answer}\"\n{reason}by = \"examination\"\n\
             initials = \"JD\"\ndate = \"2026-11-02\"\ndocument = \"GC2-263\"\n\n"
        )
    };
    let more = answer("wac-230-15-730", "yes", "")
        + &answer("wac-230-15-671", "no", "reason = \"accruals were booked weekly\"\n")
        + &answer("wac-230-15-685-7", "not applicable", "reason = \"one manufacturer\"\n");
    let (report, _) = audited(home.path(), &more);
    let verdict = |id: &str| {
        let rows = of(&report, "controls", "id", id);
        rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert!(verdict("wac-230-15-730").iter().all(|word| *word == "met by inspection"));
    assert_eq!(verdict("wac-230-15-671").last(), Some(&"exceptions"));
    assert!(verdict("wac-230-15-685-7").iter().all(|word| *word == "not applicable"));
    assert!(verdict("wac-230-15-685-2").iter().all(|word| *word == "by inspection"));
    // The finding stands under the control that it is about.
    let finding = of(&report, "findings", "code", "INS-001");
    assert_eq!(finding.len(), 1);
    assert!(finding[0]["control"].as_str().unwrap().starts_with("WAC 230-15-671"), "{finding:?}");
    let row = of(&report, "controls", "id", "wac-230-15-730")[0];
    assert_eq!(
        (&row["inspected"]["answer"], &row["inspected"]["by"]),
        (&"yes".into(), &"examination".into())
    );
}

#[test]
fn a_waiver_of_what_does_not_exist_is_refused_with_its_line() {
    let home = tempfile::tempdir().unwrap();
    let day = home.path().join("day");
    fs::create_dir(&day).unwrap();
    for entry in fs::read_dir(fixtures().join("tampered-day")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, day.join(path.file_name().unwrap())).unwrap();
    }
    let engagement = day.join("engagement.toml");
    let text = fs::read_to_string(&engagement).unwrap();
    let line = text.lines().count() + 2;
    let refused = |more: &str| {
        fs::write(&engagement, format!("{text}\n{more}")).unwrap();
        let ran = audit(home.path(), &engagement, &home.path().join("out")).output().unwrap();
        assert_eq!(ran.status.code(), Some(2));
        String::from_utf8(ran.stderr).unwrap()
    };
    let check = refused(&waiver("check = \"PAY-093\"", "", "2026-12-31"));
    assert!(
        check.contains(&format!(
            "engagement.toml:{line}: waiver, check: is `PAY-093` (did you mean"
        )),
        "{check}"
    );
    let control = refused(&waiver("control = \"wac-230-15-14\"", "", "2026-12-31"));
    assert!(control.contains("waiver, control: is `wac-230-15-14` (did you mean"), "{control}");
    for (text, said) in [
        (
            waiver("check = \"WVR-001\"", "", "2026-12-31"),
            "is WVR-001, which looks at waivers and cannot be waived",
        ),
        (waiver("", "", "2026-12-31"), "is unclear; write either check or control"),
        (
            waiver("check = \"PAY-003\"", "", "2026-09-30"),
            "is 2026-09-30, before the first day on which it holds",
        ),
        (
            waiver("check = \"PAY-003\"", "from = \"2026-09-30\"\n", "2026-12-31"),
            "is 2026-09-30, before the waiver was granted (2026-10-01); nothing is waived afterwards",
        ),
        (
            waiver("check = \"PAY-003\"", "table = \"C4P-9\"\n", "2026-12-31"),
            "the tables are C4P-1, ",
        ),
    ] {
        let err = refused(&text);
        assert!(err.contains(said), "{said}\n{err}");
    }
}

#[test]
fn the_licensee_responds_to_findings_and_a_repeated_one_says_so() {
    let home = tempfile::tempdir().unwrap();
    let (before, _) = audited(home.path(), "");
    let bytes = fs::read(home.path().join("out/report.json")).unwrap();
    let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let response = |check: &str, more: &str| {
        format!(
            "[[response]]\ncheck = \"{check}\"\n{more}response = \"The dealer was retrained.\"\n\
             corrective_action = \"Paytable on the layout replaced.\"\nby = \"Card room manager\"\n\
             date = \"2026-11-10\"\ndue = \"2026-12-01\"\n\n"
        )
    };
    let second = tempfile::tempdir().unwrap();
    fs::create_dir(second.path().join("day")).unwrap();
    fs::write(second.path().join("day/before.json"), &bytes).unwrap();
    let more = format!("[previous]\nreport = \"before.json\"\nsha256 = \"{digest}\"\n\n")
        + &response("PAY-003", "control = \"wac-230-15-035\"\n")
        + &response("PAY-009", "");
    let (report, _) = audited(second.path(), &more);
    let finding = of(&report, "findings", "code", "PAY-003")[0];
    assert_eq!(
        finding["responses"],
        serde_json::json!([
            "The dealer was retrained. Corrective action: Paytable on the layout replaced. Due 2026-12-01. \
             (Card room manager, 2026-11-10)"
        ])
    );
    assert_eq!(finding["repeated"], before["report"]["id"]);
    assert_eq!(report["responses_unmatched"], serde_json::json!(["PAY-009"]));
    let none = of(&before, "findings", "code", "PAY-003")[0];
    assert_eq!((&none["repeated"], &none["responses"]), (&Value::Null, &serde_json::json!([])));
}
