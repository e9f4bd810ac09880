//! Two reports compared: what became of each finding, and what cannot be told.

use crate::common::rich::{copied, rich_day};
use crate::common::{audit, feltproof, fixtures, json, run};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Audits a day, unsigned, into a folder beside it.
fn audited(home: &Path, engagement: &Path, name: &str) -> PathBuf {
    let out = home.join(name);
    let mut run = audit(home, engagement, &out);
    let ran = run.args(["--unsigned", "--report", "json", "--quiet"]).output().unwrap();
    assert_ne!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
    out
}

fn diff(home: &Path, a: &Path, b: &Path, code: i32) -> (Value, String) {
    let typed = || {
        let mut command = feltproof(home);
        command.arg("diff").arg(a).arg(b);
        command
    };
    let (text, _) = run(&mut typed(), code);
    let (found, _) = run(typed().args(["--format", "json"]), code);
    (serde_json::from_str(&found).unwrap(), text)
}

fn states<'d>(diff: &'d Value, state: &str) -> Vec<&'d Value> {
    diff["findings"].as_array().unwrap().iter().filter(|of| of["state"] == state).collect()
}

fn figure<'d>(diff: &'d Value, name: &str) -> (&'d Value, &'d Value) {
    let mut figures = diff["figures"].as_array().unwrap().iter();
    let found = figures.find(|of| of["figure"] == name).unwrap_or_else(|| panic!("{name}: {diff}"));
    (&found["a"], &found["b"])
}

/// The tampered day, in which a row of the hands journal says something else.
fn mended(home: &Path, name: &str, lines: &[(usize, &str, &str)]) -> PathBuf {
    let engagement = copied("tampered-day", &home.join(name));
    let hands = engagement.with_file_name("hands.csv");
    let text = fs::read_to_string(&hands).unwrap();
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    for (line, old, new) in lines {
        let row = &mut rows[line - 1];
        assert_eq!(row.matches(old).count(), 1, "{row}");
        *row = row.replace(old, new);
    }
    fs::write(&hands, rows.join("\n") + "\n").unwrap();
    engagement
}

#[test]
fn the_same_report_is_the_same_in_every_form() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("playthroughs/crazy4-v2/engagement.toml");
    let (signed, unsigned) = (home.path().join("signed"), home.path().join("unsigned"));
    run(audit(home.path(), &engagement, &signed).args(["--report", "pdf,json", "-q"]), 0);
    let mut later = audit(home.path(), &engagement, &unsigned);
    later.env("SOURCE_DATE_EPOCH", "1793750400").args(["--unsigned", "--report", "pdf", "-q"]);
    run(&mut later, 0);
    // Another hour and another signer are no difference.
    for (a, b) in [
        (signed.join("report.json"), signed.clone()),
        (signed.join("report.pdf"), unsigned.join("report.pdf")),
        (signed.clone(), unsigned.clone()),
    ] {
        let (found, text) = diff(home.path(), &a, &b, 0);
        assert_eq!(
            (&found["same"], found["warnings"].as_array().unwrap().len()),
            (&true.into(), 0)
        );
        assert!(text.contains("The same: "), "{text}");
    }
}

#[test]
fn what_was_mended_is_gone_or_moved_and_the_figures_say_by_how_much() {
    let home = tempfile::tempdir().unwrap();
    let tampered = audited(home.path(), &fixtures().join("tampered-day/engagement.toml"), "a");
    // Of two wrong Super Bonuses, $5.00 and $10.00 too much, the first is right now.
    let one = mended(home.path(), "one", &[(5000, ",10.00,25.00,", ",10.00,20.00,")]);
    let (found, text) = diff(home.path(), &tampered, &audited(home.path(), &one, "b"), 1);
    assert_eq!(found["counts"]["moved"], 1);
    assert_eq!(found["counts"]["unchanged"], 40);
    for other in ["new", "gone", "not_tested", "waived"] {
        assert_eq!(found["counts"][other], 0, "{other}");
    }
    let moved = states(&found, "moved")[0];
    assert_eq!(moved["code"], "PAY-003");
    assert_eq!((&moved["exceptions"]["a"], &moved["exceptions"]["b"]), (&2.into(), &1.into()));
    let money = &moved["favours_players_dollars"];
    assert_eq!((&money["a"], &money["b"]), (&"15.00".into(), &"10.00".into()));
    assert_eq!(figure(&found, "settled.over_dollars"), (&"65.00".into(), &"60.00".into()));
    assert_eq!(figure(&found, "settled.overpaid_wagers"), (&"5".into(), &"4".into()));
    assert_eq!(
        figure(&found, "variance[wager Super Bonus].over_dollars"),
        (&"15.00".into(), &"10.00".into())
    );
    // The journal is another, and it alone.
    let basis = found["basis"].as_array().unwrap();
    assert_eq!(basis.len(), 1, "{basis:?}");
    assert_eq!(basis[0]["what"], "hands journal hands.csv");
    assert!(
        text.contains("MOVED: PAY-003") && text.contains("settled.over_dollars: 65.00 -> 60.00"),
        "{text}"
    );

    // Both are right: gone, since its check ran; the other way round it is new.
    let both = [(5000, ",10.00,25.00,", ",10.00,20.00,"), (5273, ",10.00,10.00,", ",10.00,0.00,")];
    let both = audited(home.path(), &mended(home.path(), "both", &both), "c");
    let (found, _) = diff(home.path(), &tampered, &both, 1);
    let gone = states(&found, "gone");
    assert_eq!(
        (gone.len(), &gone[0]["code"], &gone[0]["exceptions"]["b"]),
        (1, &"PAY-003".into(), &Value::Null)
    );
    let (found, _) = diff(home.path(), &both, &tampered, 1);
    assert_eq!(
        states(&found, "new").iter().map(|of| of["code"].clone()).collect::<Vec<_>>(),
        ["PAY-003"]
    );
}

/// Rows that are not there any more were not tested again, which the same check over the same day shows by its count.
#[test]
fn a_row_that_was_taken_out_is_not_passed_over() {
    let home = tempfile::tempdir().unwrap();
    let tampered = audited(home.path(), &fixtures().join("tampered-day/engagement.toml"), "a");
    let cut = copied("tampered-day", &home.path().join("cut"));
    let hands = cut.with_file_name("hands.csv");
    let text = fs::read_to_string(&hands).unwrap();
    // The round of PAY-001.
    let rows = text.lines().filter(|row| !(row.starts_with("206,") && row.contains(",C4P-4,")));
    fs::write(&hands, rows.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let (found, _) = diff(home.path(), &tampered, &audited(home.path(), &cut, "b"), 1);
    let all = found["findings"].as_array().unwrap();
    let lost = all.iter().find(|of| of["code"] == "PAY-001").unwrap();
    assert!(["gone", "not_tested"].contains(&lost["state"].as_str().unwrap()), "{lost}");
    let note = lost["note"].as_str().unwrap();
    assert!(note.contains("tested") && note.contains("not known"), "{note}");
    // And that a round is missing now is new.
    assert!(
        states(&found, "moved")
            .iter()
            .chain(&states(&found, "new"))
            .any(|of| of["code"] == "RND-002")
    );
}

/// Without the manager's journal nothing is known of meters and awards: not one of their findings is gone.
#[test]
fn what_was_not_tested_again_is_never_gone() {
    let home = tempfile::tempdir().unwrap();
    let tampered = audited(home.path(), &fixtures().join("tampered-day/engagement.toml"), "a");
    let less = copied("tampered-day", &home.path().join("less"));
    let text = fs::read_to_string(&less).unwrap();
    let journal = "[[journal]]\nkind = \"manager\"\nfile = \"manager.csv\"\n";
    assert!(text.contains(journal));
    fs::write(&less, text.replace(journal, "")).unwrap();
    let less = audited(home.path(), &less, "b");
    let (found, text) = diff(home.path(), &tampered, &less, 1);
    let report = json(&less.join("report.json"));
    let check = |code: &Value| {
        report["checks"]
            .as_array()
            .unwrap()
            .iter()
            .find(|check| check["code"] == *code)
            .unwrap()
            .clone()
    };
    let open = states(&found, "not_tested");
    assert!(open.len() > 10, "{}", open.len());
    for finding in &open {
        let check = check(&finding["code"]);
        let is_open = check["ran"] == false || finding["code"] == "LOG-004";
        assert!(is_open && finding["note"].is_string(), "{finding}");
    }
    // Whatever A found in the manager's journal, whichever check it was; and nothing else.
    let had = json(&tampered.join("report.json"));
    let had = had["findings"].as_array().unwrap().iter();
    let had = had.filter(|of| of["first"].as_str().unwrap().starts_with("manager.csv:"));
    let codes =
        |all: Vec<&Value>| all.iter().map(|of| of["code"].to_string()).collect::<BTreeSet<_>>();
    let had = codes(had.collect());
    assert!(had.contains("\"LOG-004\""), "{had:?}");
    assert_eq!(codes(open.clone()), had);
    assert!(states(&found, "gone").is_empty());
    assert!(
        text.contains("NOT TESTED IN B: MTR-001") && text.contains("MTR-001 did not run in B: "),
        "{text}"
    );
    let stopped = found["checks"].as_array().unwrap().iter();
    assert!(stopped.filter(|of| of["a"]["ran"] == true && of["b"]["ran"] == false).count() > 10);

    // A day with fewer tables could not find what was found at the others.
    let (found, _) = diff(home.path(), &tampered, &audited_without_table(home.path()), 1);
    for finding in states(&found, "gone") {
        assert_ne!(finding["code"], "PAY-004", "{finding}");
    }
    let at_table = states(&found, "not_tested");
    let found = at_table.iter().find(|of| of["code"] == "PAY-004").unwrap();
    assert!(found["note"].as_str().unwrap().contains("C4P-3"), "{found}");
}

/// The tampered day without its table C4P-3, where PAY-004 was found.
fn audited_without_table(home: &Path) -> PathBuf {
    let engagement = copied("tampered-day", &home.join("three"));
    let text = fs::read_to_string(&engagement).unwrap();
    let start = text.find("[[table]]\nid = \"C4P-3\"").unwrap();
    let end = start + 1 + text[start + 1..].find("[[table]]").unwrap();
    fs::write(&engagement, format!("{}{}", &text[..start], &text[end..])).unwrap();
    for journal in ["hands.csv", "controller.csv"] {
        let file = engagement.with_file_name(journal);
        let rows = fs::read_to_string(&file).unwrap();
        let rows = rows.lines().filter(|row| !row.contains(",C4P-3,"));
        fs::write(&file, rows.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    }
    audited(home, &engagement, "d")
}

#[test]
fn other_days_and_waivers_are_said() {
    let home = tempfile::tempdir().unwrap();
    let rich = rich_day(home.path());
    let tampered = home.path().join("before");
    let (found, text) =
        diff(home.path(), &tampered, &audited(home.path(), &rich, "rich-report"), 1);
    let moved = states(&found, "moved");
    let waived = moved.iter().find(|of| of["code"] == "PAY-003").unwrap();
    assert_eq!(waived["note"], "1 of PAY-003 is waived in B");
    let basis: Vec<&str> =
        found["basis"].as_array().unwrap().iter().map(|of| of["what"].as_str().unwrap()).collect();
    assert!(basis.contains(&"house file") && basis.contains(&"engagement file"), "{basis:?}");
    // The rich day names the tampered one as the report before: that is no difference between the two.
    assert!(!basis.contains(&"report before"), "{basis:?}");
    assert!(text.contains("They do not rest on the same"), "{text}");

    let other = fixtures().join("playthroughs/crazy4-v2/engagement.toml");
    let other = audited(home.path(), &other, "other");
    let (found, text) = diff(home.path(), &tampered, &other, 1);
    let said = found["warnings"].as_array().unwrap();
    assert_eq!(said.len(), 3, "{said:?}");
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(at("of different gaming days: A of 2026-10-31, B of 2026-09-12") < at("Findings: "));
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("playthroughs/crazy4-v2/engagement.toml");
    let out = home.path().join("out");
    run(audit(home.path(), &engagement, &out).args(["--report", "pdf,json", "-q"]), 0);
    let refused = |b: &Path| {
        let (_, said) = run(feltproof(home.path()).arg("diff").arg(&out).arg(b), 2);
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        said
    };
    let file = |name: &str, bytes: &[u8]| {
        let path = home.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    assert!(refused(&home.path().join("none.json")).contains("none.json"));
    assert!(refused(&file("a.json", b"{")).contains("it is no JSON"));
    assert!(refused(&file("b.json", b"{}")).contains("it names no form"));
    let older = fs::read_to_string(out.join("report.json")).unwrap();
    let older = older.replacen("feltproof-report/4", "feltproof-report/3", 1);
    assert!(refused(&file("c.json", older.as_bytes())).contains("of the form feltproof-report/3"));
    assert!(refused(home.path()).contains("holds neither report.json nor report.pdf"));
    let mut pdf = fs::read(out.join("report.pdf")).unwrap();
    let at = pdf.len() / 2;
    pdf[at] ^= 1;
    assert!(refused(&file("altered.pdf", &pdf)).contains("altered.pdf is not intact"));
}

/// Whatever of a report differs is said, also where no list of figures has it; a report.json that its own PDF disowns is
/// no report to compare with.
#[test]
fn nothing_that_differs_is_called_the_same() {
    let home = tempfile::tempdir().unwrap();
    let engagement = fixtures().join("tampered-day/engagement.toml");
    let out = audited(home.path(), &engagement, "a");
    let original = json(&out.join("report.json"));
    let edits = [
        ("/analysis/restitution/owed_dollars", "analysis.restitution.owed_dollars"),
        (
            "/analysis/holds/groups/0/excess_dollars",
            "analysis.holds.groups[base_game wager Base game].excess_dollars",
        ),
        ("/analysis/restitution/shown/0/seat", "/analysis/restitution/shown/0/seat"),
        ("/registers/awards/0/amount_dollars", "/registers/awards/0/amount_dollars"),
        ("/exceptions/0/recorded", "/exceptions/0/recorded"),
        ("/engagement/tables/0/id", "/engagement/tables/0/id"),
    ];
    let edited = home.path().join("edited.json");
    for (pointer, figure) in edits {
        let mut report = original.clone();
        *report.pointer_mut(pointer).unwrap() = "1.23".into();
        fs::write(&edited, report.to_string()).unwrap();
        let (found, text) = diff(home.path(), &out, &edited, 1);
        let figures: Vec<&str> = found["figures"]
            .as_array()
            .unwrap()
            .iter()
            .map(|of| of["figure"].as_str().unwrap())
            .collect();
        assert_eq!(figures, [figure], "{found}");
        assert!(text.contains(figure) && !text.contains("The same"), "{text}");
    }
    let signed = home.path().join("signed");
    run(audit(home.path(), &engagement, &signed).args(["--report", "pdf,json", "-q"]), 1);
    fs::copy(&edited, signed.join("report.json")).unwrap();
    let mut typed = feltproof(home.path());
    let (_, said) = run(typed.arg("diff").arg(&out).arg(&signed), 2);
    assert!(said.contains("is not the one that report.pdf beside it states"), "{said}");
}
