//! Records that are not tidy, as the program reports them: gaps, causes of many exceptions, texts of
//! megabytes, journals that cannot be read.

use crate::common::{audit, copied_day, feltproof, json, run};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn a_record_with_gaps_is_incomplete_and_never_clean() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let ending = |text: &str, code: i32| {
        fs::write(day.join("hands.csv"), text).unwrap();
        run(audit(home.path(), &engagement, &out).arg("--unsigned"), code).0
    };
    // Nothing was found, but a script must not take that for a pass.
    let verdict = |text: &str| ending(text, 3);
    let without_table: String =
        hands.lines().filter(|l| !l.contains(",C4P-4,")).map(|l| format!("{l}\n")).collect();
    let text = verdict(&without_table);
    assert!(text.contains("INCOMPLETE") && text.contains("Table C4P-4 has no round"), "{text}");

    let first_round_cut: String = hands
        .lines()
        .filter(|l| !(l.starts_with("1,") && l.contains(",C4P-4,")))
        .map(|l| format!("{l}\n"))
        .collect();
    let text = verdict(&first_round_cut);
    assert!(text.contains("INCOMPLETE") && text.contains("begins with round 2"), "{text}");

    // A folded hand without cards, and with a side bet that may have won.
    let mut cut = false;
    let blank = |line: &str| -> String {
        let fields: Vec<&str> = line.split(',').collect();
        if !cut && fields.get(6) == Some(&"fold") && fields.get(13).is_some_and(|f| !f.is_empty()) {
            cut = true;
            let mut fields = fields.clone();
            fields[5] = "";
            return fields.join(",");
        }
        line.to_owned()
    };
    let folded: Vec<String> = hands.lines().map(blank).collect();
    let text = verdict(&(folded.join("\n") + "\n"));
    assert!(text.contains("INCOMPLETE"), "{text}");
    assert!(text.contains("was not tested"), "{text}");
    assert_eq!(ending(&hands, 0).matches("NO EXCEPTIONS FOUND").count(), 1);
}

/// Awards of rounds that the hands journal does not reach carry no amount: nothing shows that they were
/// not won.
#[test]
fn an_award_without_a_hand_on_record_claims_no_money() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let half: String =
        hands.lines().take(hands.lines().count() / 2).map(|l| format!("{l}\n")).collect();
    fs::write(day.join("hands.csv"), half).unwrap();
    let (text, _) = run(audit(home.path(), &engagement, &out).arg("--unsigned"), 3);
    let report = json(&out.join("report.json"));
    assert_eq!(report["exceptions"], serde_json::json!([]), "{text}");
    let checks = report["checks"].as_array().unwrap();
    let of_code = |code: &str| checks.iter().find(|row| row["code"] == code).unwrap();
    // Two awards after the end of the half: open, and listed as paid and not tested.
    assert_eq!(of_code("AWD-002")["undecided"], 2, "{text}");
    assert_eq!(of_code("AWD-002")["favours_players_dollars"], "0.00");
    let why = of_code("AWD-003")["reason_not_run"].as_str().unwrap();
    assert!(why.starts_with("No award on record was left standing with a winning hand"), "{why}");
    let payments = report["untested_payments"]["shown"].as_array().unwrap();
    assert_eq!(payments.iter().filter(|p| p["paid_for"] == "award").count(), 2, "{text}");
}

/// What cannot be printed is cut where it is printed, and kept whole in the quarantine.
#[test]
fn one_cause_is_one_finding_and_the_report_stays_small() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    let text = fs::read_to_string(&engagement).unwrap();
    assert!(text.contains("contribution = \"18.5%\", reserve"));
    let wrong =
        text.replace("contribution = \"18.5%\", reserve", "contribution = \"17%\", reserve");
    fs::write(&engagement, wrong).unwrap();
    let (text, _) = run(&mut audit(home.path(), &engagement, &out), 1);
    assert!(text.contains("Meter of link HARBOR-1 runs at 18.5%, not 17%"), "{text}");
    let report = json(&out.join("report.json"));
    let causes = report["causes"].as_array().unwrap();
    assert_eq!(causes.len(), 1, "{causes:#?}");
    let cause = &causes[0];
    let (all, hidden) = (&cause["exceptions"], &cause["exceptions_not_listed"]);
    assert!(all.as_u64().unwrap() > 500 && hidden.as_u64() == Some(all.as_u64().unwrap() - 100));
    // What is listed and what is counted come to what was found, also in money.
    let listed = report["exceptions"].as_array().unwrap();
    let of_cause = listed.iter().filter(|e| e["cause"] == "C1").count();
    assert_eq!(of_cause, 100);
    let total = report["exceptions_total"].as_u64().unwrap();
    assert_eq!(listed.len() as u64 + hidden.as_u64().unwrap(), total);
    let findings = report["findings"].as_array().unwrap();
    let of = findings.iter().find(|f| f["cause"] == "C1").unwrap();
    assert_eq!(&of["exceptions"], all);
    let codes: BTreeSet<&str> = findings.iter().map(|f| f["code"].as_str().unwrap()).collect();
    assert!(codes.len() <= 3, "{codes:?}");
    assert!(fs::metadata(out.join("report.json")).unwrap().len() < 1_000_000);
    run(feltproof(home.path()).arg("verify").arg(out.join("report.pdf")), 0);
}

#[test]
fn a_record_of_megabytes_is_an_excerpt_in_the_report() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let unreadable = "no record of anything ".repeat(150_000);
    fs::write(day.join("hands.csv"), format!("{hands}{unreadable}\n")).unwrap();
    let (text, _) = run(audit(home.path(), &engagement, &out).arg("--unsigned"), 1);
    assert!(text.len() < 20_000, "{} bytes on the terminal", text.len());
    let size = |name: &str| fs::metadata(out.join(name)).unwrap().len();
    assert!(size("quarantine.csv") > 3_000_000);
    assert!(size("report.json") < 1_000_000, "{}", size("report.json"));
    assert!(size("report.pdf") < 1_000_000, "{}", size("report.pdf"));
    let report = json(&out.join("report.json"));
    let recorded = report["exceptions"][0]["recorded"].as_str().unwrap();
    assert!(recorded.ends_with("characters)") && recorded.chars().count() < 540, "{recorded}");
}

/// An export whose every row fails is no record to judge.
#[test]
fn a_journal_that_cannot_be_read_is_refused_with_the_reasons_counted() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let (engagement, out) = (day.join("engagement.toml"), home.path().join("out"));
    let hands = fs::read_to_string(day.join("hands.csv")).unwrap();
    let records = hands.lines().count() - 1;
    // A number format of another country: every amount is two fields.
    let broken = |text: &str, is_sound: &dyn Fn(usize) -> bool| -> String {
        let lines = text.lines().enumerate();
        lines
            .map(
                |(at, l)| {
                    if at == 0 || is_sound(at) { format!("{l}\n") } else { format!("{l},00\n") }
                },
            )
            .collect()
    };
    fs::write(day.join("hands.csv"), broken(&hands, &|_| false)).unwrap();
    let (text, message) = run(&mut audit(home.path(), &engagement, &out), 2);
    assert_eq!(text, "");
    let first = format!("hands.csv: 0 of its {records} records could be read, too few to audit");
    assert!(message.contains(&first), "{message}");
    let reason = format!("  {records} records, the first hands.csv:2: the record has ");
    assert!(message.contains(&reason) && message.contains("; quote fields"), "{message}");
    assert_eq!(message.lines().count(), 2, "{message}");
    assert!(!out.exists(), "nothing is written, nothing signed");
    // It begins readable and turns bad: a little of it is too few, and much of it is another layout.
    for (sound, said) in
        [(records / 10, "too few to audit"), (records / 2, "as if they were laid out")]
    {
        fs::write(day.join("hands.csv"), broken(&hands, &|at| at < sound)).unwrap();
        let (_, message) = run(&mut audit(home.path(), &engagement, &out), 2);
        assert!(message.contains(said), "{message}");
    }
    fs::write(day.join("hands.csv"), broken(&hands, &|at| at % 8 == 0)).unwrap();
    run(audit(home.path(), &engagement, &out).arg("--unsigned"), 1);
    // Two journals under each other's name.
    let other = fs::read(day.join("controller.csv")).unwrap();
    fs::write(day.join("hands.csv"), &hands).unwrap();
    fs::write(day.join("manager.csv"), other).unwrap();
    let (_, message) = run(&mut audit(home.path(), &engagement, &out), 2);
    assert!(message.contains("its header is that of a controller journal; exchange"), "{message}");
}
