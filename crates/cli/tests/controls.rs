//! The controls of the rule packs in a report: each with its own word, and judged by every audited day.

use crate::common::{audit, copied_day, json, run};
use feltproof_model::Date;
use feltproof_regs::builtin_packs;
use serde_json::{Value, json as value};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: &str = "round,time,table,dealer,seat,cards,action,ante,ante_returned,super_bonus,super_bonus_returned,play,\
                    play_returned,queens_up,queens_up_returned\n";

/// A card room with one table, whose gaming days, largest posted Ante and rounds are given.
fn room(home: &Path, days: &[&str], most: &str, rounds: &[String]) -> PathBuf {
    let list: Vec<String> = days.iter().map(|day| format!("\"{day}\"")).collect();
    let engagement = format!(
        r#"schema = 1

[engagement]
id = "SPAN"
property = "Harbor Card Room"
licence = "67-00000"
location = "Port Example, Washington"
prepared_for = "a test"
prepared_by = "a test"
gaming_days = [{}]
gaming_day_start = "06:00"
time_zone = "America/Los_Angeles"
packs = ["us-wa"]

[[table]]
id = "T1"
game = "crazy4-wa"
seats = 6
paytables = {{ super_bonus = "SB", queens_up = "C4P-09" }}
posted = {{ ante = ["5.00", "{most}"], queens_up = ["5.00", "100.00"] }}
aggregate = {{ queens_up = "3000.00" }}

[[journal]]
kind = "hands"
file = "hands.csv"
"#,
        list.join(", ")
    );
    fs::write(home.join("hands.csv"), format!("{HEAD}{}", rounds.concat())).unwrap();
    let file = home.join("engagement.toml");
    fs::write(&file, engagement).unwrap();
    file
}

/// A round in which one seat folds with this Ante and Queens Up, so that both are lost.
fn round(number: usize, time: &str, ante: &str, queens_up: &str) -> String {
    format!(
        "{number},{time},T1,D01,1,Ks Jd 9h 7c 2s,fold,{ante},,{ante},,,,{queens_up},\n\
         {number},{time},T1,D01,D,As Ad Qc 8h 5d,deal,,,,,,,,\n"
    )
}

fn report(home: &Path, engagement: &Path) -> Value {
    let out = home.join("out");
    let ran = audit(home, engagement, &out).arg("--unsigned").output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.code().is_some_and(|code| code != 2), "{said}");
    json(&out.join("report.json"))
}

/// A law begins with its calendar day, also in the middle of a gaming day: the same wager, once before and once after
/// the midnight on which the limit of $300 was certainly replaced.
#[test]
fn a_law_begins_at_midnight_and_not_with_the_gaming_day() {
    let home = tempfile::tempdir().unwrap();
    let rounds = [
        round(1, "2009-12-31T23:59:59", "300", "5"),
        round(2, "2010-01-01T00:00:00", "300", "5"),
        round(3, "2010-01-01T05:59:59", "300.01", "5"),
    ];
    let report = report(home.path(), &room(home.path(), &["2009-12-31"], "300.00", &rounds));
    let rows = report["controls"].as_array().unwrap().iter();
    let cap = rows.filter(|row| row["id"] == "wac-230-15-140");
    let mut days: Vec<(&str, &str)> = cap
        .flat_map(|row| row["by_day"].as_array().unwrap())
        .map(|day| (day["date"].as_str().unwrap(), day["verdict"].as_str().unwrap()))
        .collect();
    // A day in 2009 is the first of a version, so the last of that year stands in both.
    days.dedup();
    // Which of $200 and $300 was in force in 2009 is not known; from 2010-01-01 on it is $300.
    assert_eq!(days, [("2009-12-31", "not decidable"), ("2010-01-01", "exceptions")]);
    let exceptions = report["exceptions"].as_array().unwrap().iter();
    let found: Vec<&str> = exceptions
        .filter(|e| e["code"] == "WAC-001")
        .map(|e| e["explanation"].as_str().unwrap())
        .collect();
    // Ante and Super Bonus of the third round.
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|says| says.contains("$300.00 on 2010-01-01")), "{found:?}");
}

/// What hangs at a table hangs there after midnight too, where a round was played by then: judged by the law of the new
/// day, and by one law once.
#[test]
fn a_posting_stands_on_every_calendar_day_that_its_gaming_day_touches() {
    let judged = |day: &str, times: &[&str]| {
        let home = tempfile::tempdir().unwrap();
        let rounds: Vec<String> =
            (1..).zip(times).map(|(n, time)| round(n, time, "5", "5")).collect();
        let report = report(home.path(), &room(home.path(), &[day], "350.00", &rounds));
        let all = report["exceptions"].as_array().unwrap().iter();
        let posted = all.filter(|e| e["code"] == "WAC-006").count();
        let rows = report["controls"].as_array().unwrap().iter();
        let of = rows.filter(|row| row["id"] == "wac-230-15-140");
        let days = of.flat_map(|row| row["by_day"].as_array().unwrap().clone());
        let days = days.map(|of| (of["date"].to_string(), of["verdict"].to_string()));
        (posted, days.collect::<BTreeSet<_>>())
    };
    let days = |days: &[(&str, &str)]| {
        let quoted = |word: &str| format!("\"{word}\"");
        let all = days.iter().map(|(day, verdict)| (quoted(day), quoted(verdict)));
        all.collect::<BTreeSet<_>>()
    };
    // In 2012 the limit is $300: one posting of $350, one law.
    let noon = "2012-06-15T12:00:00";
    assert_eq!(judged("2012-06-15", &[noon]), (1, days(&[("2012-06-15", "exceptions")])));
    assert_eq!(
        judged("2012-06-15", &[noon, "2012-06-16T01:00:00"]),
        (1, days(&[("2012-06-15", "exceptions"), ("2012-06-16", "exceptions")]))
    );
    // Of 2009 it is not known whether it was $200 or $300; both are less than $350. From 2010 on it is $300: two laws.
    assert_eq!(
        judged("2009-12-31", &["2009-12-31T12:00:00", "2010-01-01T01:00:00"]),
        (2, days(&[("2009-12-31", "exceptions"), ("2010-01-01", "exceptions")]))
    );
    // Nothing was played after midnight, or only then.
    let late = judged("2009-12-31", &["2010-01-01T01:00:00"]);
    assert_eq!(late.1.len(), 2, "{late:?}");
    assert_eq!(judged("2009-12-31", &["2009-12-31T12:00:00"]).0, 1);
}

/// The days before and of each change that a pack knows of, from 2004 to 2026.
fn changes() -> Vec<String> {
    let mut days = BTreeSet::new();
    let pack = &builtin_packs().into_iter().find(|pack| pack.id == "us-wa").unwrap();
    let values = pack.limits.iter().flat_map(|limit| &limit.values).map(|value| value.since);
    let versions = pack.controls.iter().flat_map(|c| &c.versions).filter_map(|v| v.from);
    for since in values.chain(versions) {
        for edge in [Some(since.earliest()), since.certain()].into_iter().flatten() {
            days.extend([day_before(edge).to_string(), edge.to_string()]);
        }
    }
    days.extend(["2004-01-02".to_owned(), "2026-10-31".to_owned()]);
    days.into_iter().collect()
}

/// The last day of the calendar, counted down, that is before this one.
fn day_before(Date { year, month, day }: Date) -> Date {
    let of = |year, month| (1..32).rev().map(move |day| Date { year, month, day });
    let this = of(year, month).filter(|other| other.day < day);
    let earlier = this.chain(of(year, month - 1)).chain(of(year - 1, 12));
    earlier.into_iter().find(|date| Date::parse(&date.to_string()).is_some()).unwrap()
}

/// An engagement over every change of law: for each day the verdict, and what was tested and found, of an audit of that
/// day alone.
#[test]
fn a_span_over_every_change_of_law_gives_each_day_the_verdict_of_that_day_alone() {
    let home = tempfile::tempdir().unwrap();
    let days = changes();
    let of_day = |at: usize| -> String {
        let wagers =
            [("100", "5"), ("100.01", "25"), ("250", "100"), ("300.01", "5"), ("350", "5")];
        let rounds = wagers.iter().zip(1..).map(|((ante, queens_up), n)| {
            round(n, &format!("{}T12:0{n}:00", days[at]), ante, queens_up)
        });
        rounds.collect()
    };
    let names: Vec<&str> = days.iter().map(String::as_str).collect();
    let rounds: Vec<String> = (0..days.len()).map(of_day).collect();
    let span = report(home.path(), &room(home.path(), &names, "350.00", &rounds));
    let (mut compared, mut words) = (0, BTreeSet::new());
    for (at, day) in days.iter().enumerate() {
        let alone = tempfile::tempdir().unwrap();
        let alone = report(alone.path(), &room(alone.path(), &[day], "350.00", &[of_day(at)]));
        let of_alone = alone["controls"].as_array().unwrap();
        let of_span = |control: &Value| {
            let same = |c: &&Value| {
                ["pack", "id", "citation", "period"].iter().all(|key| c[*key] == control[*key])
            };
            let row = span["controls"].as_array().unwrap().iter().find(same)?;
            row["by_day"].as_array().unwrap().iter().find(|of| of["date"] == day.as_str()).cloned()
        };
        for control in of_alone {
            let Some(found) = of_span(control) else {
                // It applies on none of the days: then it does not on this one.
                assert_eq!(control["verdict"], "not applicable", "{day} {control}");
                continue;
            };
            for key in ["verdict", "tested", "exceptions"] {
                assert_eq!(found[key], control[key], "{day} {key} of {control}");
            }
            compared += 1;
            words.insert(control["verdict"].as_str().unwrap().to_owned());
        }
    }
    assert!(compared > 250, "{compared}");
    for word in ["exceptions", "not decidable", "nothing found", "by inspection", "partly tested"] {
        assert!(words.contains(word), "{word} in {words:?}");
    }
}

/// The same where play goes on after midnight, over each day on which the cap of a wager or the number of games changed:
/// for both calendar days of a gaming day the verdict of that gaming day alone.
#[test]
fn after_midnight_too_each_day_has_the_verdict_of_that_day_alone() {
    let days = ["2007-12-31", "2009-09-13", "2009-12-31", "2012-06-15", "2023-08-18", "2026-06-15"];
    let of_day = |day: &str| {
        let next = day_after(Date::parse(day).unwrap());
        let times = [format!("{day}T12:00:00"), format!("{next}T01:00:00")];
        let all = times.iter().zip(1..).map(|(time, n)| round(n, time, "250", "100"));
        all.collect::<String>()
    };
    let home = tempfile::tempdir().unwrap();
    let span = room(home.path(), &days, "350.00", &days.map(of_day));
    let span = report(home.path(), &span);
    let mut compared = 0;
    for day in days {
        let alone = tempfile::tempdir().unwrap();
        let alone = report(alone.path(), &room(alone.path(), &[day], "350.00", &[of_day(day)]));
        for control in alone["controls"].as_array().unwrap() {
            for of in control["by_day"].as_array().unwrap() {
                let same = |c: &&Value| ["id", "period"].iter().all(|key| c[*key] == control[*key]);
                let row = span["controls"].as_array().unwrap().iter().find(same).unwrap();
                let mut of_span = row["by_day"].as_array().unwrap().iter();
                let of_span = of_span.find(|other| other["date"] == of["date"]).unwrap();
                assert_eq!(of_span, of, "{day} of {control}");
                compared += usize::from(of["date"] != day);
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The first day of the calendar, counted up, that is after this one.
fn day_after(Date { year, month, day }: Date) -> Date {
    let later = [
        Date { year, month, day: day + 1 },
        Date { year, month: month + 1, day: 1 },
        Date { year: year + 1, month: 1, day: 1 },
    ];
    later.into_iter().find(|date| Date::parse(&date.to_string()).is_some()).unwrap()
}

/// The finding of each limit stands under the version of its own day.
#[test]
fn a_finding_reaches_the_row_of_its_day() {
    let home = tempfile::tempdir().unwrap();
    let days = ["2007-12-31", "2008-01-01", "2026-10-31"];
    let rounds: Vec<String> =
        (1..).zip(days).map(|(n, day)| round(n, &format!("{day}T12:00:00"), "500", "5")).collect();
    let report = report(home.path(), &room(home.path(), &days, "350.00", &rounds));
    let rows: Vec<&Value> = report["controls"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|c| c["checks"].as_array().unwrap().iter().any(|code| code == "WAC-001"))
        .collect();
    let found: u64 = rows.iter().map(|row| row["exceptions"].as_u64().unwrap()).sum();
    assert!(rows.iter().any(|row| row["verdict"] == "exceptions") && found >= 4, "{rows:?}");
    let findings = report["findings"].as_array().unwrap();
    let of_cap: Vec<&Value> = findings.iter().filter(|f| f["code"] == "WAC-001").collect();
    let all = report["exceptions"].as_array().unwrap();
    let all = all.iter().filter(|e| e["code"] == "WAC-001").count() as u64;
    let under: u64 = of_cap.iter().map(|f| f["exceptions"].as_u64().unwrap()).sum();
    assert_eq!(under, all, "{of_cap:?}");
    for row in &rows {
        if row["verdict"] == "exceptions" {
            assert!(of_cap.iter().any(|f| f["control"] == row["citation"]), "{row}");
        }
    }
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

/// A figure of the master games report that is not what the journals say falls under the section that asks for it; where
/// none is given, that section is seen by inspection.
#[test]
fn a_figure_of_a_daily_record_falls_under_the_custody_of_prizes() {
    let custody = |of: &Value| {
        let rows = of["controls"].as_array().unwrap().iter();
        let mut rows = rows.filter(|row| row["id"] == "wac-230-15-671");
        (rows.next().unwrap()["verdict"].clone(), rows.count())
    };
    // The seat lost Ante, Super Bonus and Queens Up: $5.00 each and $10.00.
    for (win, verdict) in [("20.00", "nothing found"), ("19.99", "exceptions")] {
        let home = tempfile::tempdir().unwrap();
        let rounds = [round(1, "2026-06-15T12:00:00", "5", "10")];
        let file = room(home.path(), &["2026-06-15"], "300.00", &rounds);
        assert_eq!(custody(&report(home.path(), &file)), (value!("by inspection"), 0));
        let text = fs::read_to_string(&file).unwrap();
        let figure = format!(
            "\n[[record]]\nkind = \"table-win\"\nday = \"2026-06-15\"\ntable = \"T1\"\namount = \"{win}\"\n\
             document = \"GC2-263\"\n"
        );
        fs::write(&file, text + &figure).unwrap();
        fs::remove_dir_all(home.path().join("out")).unwrap();
        let report = report(home.path(), &file);
        assert_eq!(custody(&report), (value!(verdict), 0));
        let findings = report["findings"].as_array().unwrap().iter();
        let of: Vec<&Value> =
            findings.filter(|f| f["code"] == "REC-001").map(|f| &f["control"]).collect();
        let under = if verdict == "exceptions" { vec!["WAC 230-15-671"] } else { vec![] };
        assert_eq!(of, under);
    }
}

/// Posted odds and a bank account are there to be seen, though the engagement states no figure and gives no journal of them;
/// a limit that no table posts is not.
#[test]
fn what_is_only_not_given_is_open_work_and_not_inapplicable() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let report = report(home.path(), &day.join("engagement.toml"));
    let verdict = |id: &str| {
        let rows = report["controls"].as_array().unwrap().iter();
        rows.filter(|row| row["id"] == id).map(|row| row["verdict"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(verdict("wac-230-15-060"), ["by inspection"]);
    assert_eq!(verdict("wac-230-15-455"), ["by inspection"]);
    assert_eq!(verdict("wac-230-15-490"), ["not applicable"]);
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
