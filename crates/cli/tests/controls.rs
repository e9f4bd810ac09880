//! The controls of the rule packs in a report: each with its own word, and judged by every audited day.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod common;

use common::{audit, copied_day, json, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

const HEAD: &str = "round,time,table,dealer,seat,cards,action,ante,ante_returned,super_bonus,super_bonus_returned,play,play_returned\n";

/// Two days on either side of a change of the law, with one ante of $500 on the second.
fn span(home: &Path) -> Value {
    let engagement = r#"schema = 1

[engagement]
id = "SPAN"
property = "Harbor Card Room"
licence = "67-00000"
location = "Port Example, Washington"
prepared_for = "a test"
prepared_by = "a test"
gaming_days = ["2007-12-31", "2008-01-01"]
gaming_day_start = "06:00"
time_zone = "America/Los_Angeles"
packs = ["us-wa"]

[[table]]
id = "T1"
game = "crazy4-wa"
seats = 6
paytables = { super_bonus = "SB" }
posted = { ante = ["5.00", "1000.00"] }

[[journal]]
kind = "hands"
file = "hands.csv"
"#;
    let round = |round: u32, day: &str, ante: u32| {
        format!(
            "{round},{day}T12:00:00,T1,D01,1,Ks Jd 9h 7c 2s,fold,{ante},,{ante},,,\n\
             {round},{day}T12:00:00,T1,D01,D,As Ad Qc 8h 5d,deal,,,,,,\n"
        )
    };
    let hands = format!("{HEAD}{}{}", round(1, "2007-12-31", 5), round(2, "2008-01-01", 500));
    fs::write(home.join("hands.csv"), hands).unwrap();
    fs::write(home.join("engagement.toml"), engagement).unwrap();
    let out = home.join("out");
    run(audit(home, &home.join("engagement.toml"), &out).arg("--unsigned"), 1);
    json(&out.join("report.json"))
}

fn verdict<'r>(report: &'r Value, citation: &str) -> &'r Value {
    let controls = report["controls"].as_array().unwrap();
    controls.iter().find(|c| c["citation"] == citation).unwrap()
}

#[test]
fn a_control_that_begins_within_the_audited_days_is_judged() {
    let home = tempfile::tempdir().unwrap();
    let report = span(home.path());
    let cap = verdict(&report, "WAC 230-15-140");
    assert_eq!(cap["verdict"], "exceptions", "{cap}");
    let note = cap["note"].as_str().unwrap();
    assert!(note.contains("In force on 1 of the 2 audited days"), "{note}");
    // Different games could be linked from 2015 on.
    assert_eq!(verdict(&report, "WAC 230-15-685(6)")["verdict"], "not applicable");
}

#[test]
fn each_control_has_the_word_for_what_became_of_it() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let out = home.path().join("out");
    let printed =
        run(audit(home.path(), &day.join("engagement.toml"), &out).arg("--unsigned"), 0).0;
    let report = json(&out.join("report.json"));
    let words: Vec<&str> = report["controls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["verdict"].as_str().unwrap())
        .collect();
    let count = |word: &str| words.iter().filter(|of| **of == word).count();
    assert!(count("by inspection") > 0 && count("nothing found") > 0, "{words:?}");
    let tested = ["nothing found", "exceptions", "partly tested", "not decidable"].map(count);
    let tested: usize = tested.iter().sum();
    let applied = words.len() - count("not applicable");
    assert_eq!(report["verdict"]["controls_tested"], tested);
    assert_eq!(report["verdict"]["controls_applicable"], applied);
    let sentence = report["verdict"]["controls_sentence"].as_str().unwrap();
    assert!(
        sentence.starts_with(&format!("{tested} of {applied} regulatory controls")),
        "{sentence}"
    );
    let whole = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(whole.contains(sentence), "{printed}");
}

#[test]
fn without_a_rule_pack_the_report_says_that_no_law_was_applied() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let file = day.join("engagement.toml");
    let text = fs::read_to_string(&file).unwrap().replace("packs = [\"us-wa\"]", "packs = []");
    fs::write(&file, text).unwrap();
    let printed = run(audit(home.path(), &file, &home.path().join("out")).arg("--unsigned"), 0).0;
    assert!(
        printed.contains("No rule pack was applied: nothing was judged by a law."),
        "{printed}"
    );
}
