//! What the tampered day comes to, worked out a second time from its exceptions alone.

use crate::day::{Day, fixture};
use feltproof_checks::by_code;
use feltproof_model::workpaper::{ControlVerdict, Finding, Severity, Verdict};
use feltproof_model::{Exception, Party};
use feltproof_regs::{Control, ControlStatus, Pack};
use std::collections::BTreeMap;

fn tampered() -> Day<()> {
    fixture("tampered-day", |text| text)
}

/// The controls that an exception falls under, in the version of its day: pack, control, citation.
fn controls(day: &Day<()>, e: &Exception) -> Vec<(String, String, String)> {
    let of_pack = |pack: &&Pack| e.pack.as_ref().is_none_or(|id| *id == pack.id);
    let packs = day.scope.law.packs.iter().filter(of_pack);
    let mut found = Vec::new();
    for (pack, control) in packs.flat_map(|pack| pack.controls.iter().map(move |of| (pack, of))) {
        let versions: Vec<usize> = match e.day {
            Some(date) => control.on(date).map(|(at, _)| at).collect(),
            None => standing(day, control).into_iter().collect(),
        };
        for at in versions {
            let version = &control.versions[at];
            let is_of = match &e.control {
                Some(id) => *id == control.id,
                None => version.checks.iter().any(|code| code == e.code),
            };
            if is_of {
                found.push((pack.id.clone(), control.id.clone(), version.citation.clone()));
            }
        }
    }
    found
}

/// The last version that applies on any audited day, else the last of all.
fn standing(day: &Day<()>, control: &Control) -> Option<usize> {
    let days = day.scope.engagement.days.iter();
    let applying = days.flat_map(|day| control.on(day.date).map(|(at, _)| at));
    applying.max().or_else(|| control.versions.len().checked_sub(1))
}

fn money(all: &[&Exception]) -> [i128; 3] {
    let mut sums = [0; 3];
    for e in all {
        let Some((amount, party)) = e.difference.zip(e.favours) else { continue };
        let at = match party {
            Party::Player => 0,
            Party::House => 1,
            Party::Fund => 2,
        };
        sums[at] += i128::from(amount.micros().unsigned_abs());
    }
    sums
}

fn figures(finding: &Finding) -> (u64, [i128; 3]) {
    (finding.exceptions, [finding.over_micros, finding.under_micros, finding.fund_micros])
}

#[test]
fn every_finding_is_the_sum_of_its_exceptions() {
    let day = tampered();
    let w = &day.workpaper;
    let cause_of = |e: &Exception| {
        w.causes.iter().position(|cause| e.cause.is_some_and(|key| cause.keys.contains(&key)))
    };
    let open: Vec<&Exception> = day.exceptions.iter().filter(|e| e.waived.is_none()).collect();
    assert_eq!(w.exceptions_total, open.len() as u64);
    // By cause, else by check and each control that it falls under.
    let mut by_cause = BTreeMap::<usize, Vec<&Exception>>::new();
    let mut by_control = BTreeMap::<(&str, String), Vec<&Exception>>::new();
    for e in open {
        if let Some(cause) = cause_of(e) {
            by_cause.entry(cause).or_default().push(e);
            continue;
        }
        let mut under: Vec<String> =
            controls(&day, e).into_iter().map(|(_, _, citation)| citation).collect();
        if under.is_empty() {
            let pack =
                day.scope.law.packs.iter().find(|pack| e.pack.as_deref() == Some(pack.id.as_str()));
            under.push(pack.map_or("Approved rules of play".to_owned(), |pack| pack.title.clone()));
        }
        for control in under {
            by_control.entry((e.code, control)).or_default().push(e);
        }
    }
    assert!(by_cause.len() + by_control.len() > 30, "too little is compared");
    for finding in &w.findings {
        let own = match finding.cause {
            Some(cause) => by_cause.remove(&cause),
            None => by_control.remove(&(finding.code, finding.control.clone())),
        };
        let own = own.unwrap_or_else(|| panic!("{} {}", finding.code, finding.control));
        assert_eq!(figures(finding), (own.len() as u64, money(&own)), "{}", finding.code);
        let first = finding.first.as_ref().unwrap();
        assert!(own.iter().any(|e| e.locus == first.locus), "{}", finding.code);
    }
    assert!(by_cause.is_empty() && by_control.is_empty(), "{:?}", by_control.keys());
}

#[test]
fn findings_stand_by_severity_then_money_then_number() {
    let findings = tampered().workpaper.findings;
    let mut severities = Vec::new();
    for pair in findings.windows(2) {
        let rank = |of: &Finding| {
            let money: i128 = figures(of).1.iter().sum();
            (of.severity as u8, -money, -i128::from(of.exceptions), of.code)
        };
        assert!(rank(&pair[0]) <= rank(&pair[1]), "{} before {}", pair[0].code, pair[1].code);
    }
    for finding in &findings {
        let has_money = figures(finding).1 != [0; 3];
        let is_law = ["WAC", "CAL", "INS"].iter().any(|family| finding.code.starts_with(family));
        let severity = match (is_law, has_money) {
            (true, _) => Severity::Law,
            (false, true) => Severity::Money,
            (false, false) => Severity::Procedure,
        };
        assert_eq!(finding.severity, severity, "{}", finding.code);
        assert_eq!(has_money, finding.effect != "No amount of money is attached to it.");
        severities.push(severity);
    }
    severities.dedup();
    assert_eq!(severities, Severity::ALL, "each stands together");
}

/// Of each control and day: what fell under it, and the verdict that this allows.
#[test]
fn every_row_of_the_matrix_counts_what_falls_under_it() {
    let day = tampered();
    let w = &day.workpaper;
    let mut under = BTreeMap::<(String, String, String), u64>::new();
    for e in day.exceptions.iter().filter(|e| e.waived.is_none()) {
        for key in controls(&day, e) {
            *under.entry(key).or_default() += 1;
        }
    }
    let mut verdicts = BTreeMap::<String, usize>::new();
    for row in &w.controls {
        let key = (row.pack.clone(), row.id.clone(), row.citation.clone());
        assert_eq!(row.found, under.remove(&key).unwrap_or(0), "{key:?}");
        *verdicts.entry(format!("{:?}", row.verdict)).or_default() += 1;
        let tested: Vec<&str> = row.checks.iter().map(String::as_str).collect();
        assert!(tested.iter().all(|code| by_code(code).is_some()), "{tested:?}");
        if row.status == ControlStatus::Manual.name() {
            assert!(!row.verdict.is_tested(), "{key:?}");
        } else if row.days > 0 {
            assert_eq!(row.found > 0, row.verdict == ControlVerdict::Exceptions, "{key:?}");
        }
        assert_eq!(row.days, row.by_day.len() as u64);
        if row.verdict == ControlVerdict::NothingFound {
            assert!(row.tested > 0 && row.by_day.iter().all(|day| day.found == 0), "{key:?}");
        }
    }
    assert!(under.is_empty(), "{under:?}");
    assert!(verdicts.len() >= 4, "{verdicts:?}");
    assert_eq!(w.verdict, Verdict::Exceptions);
}

/// The same clean rounds with all their journals, and without one.
#[test]
fn only_a_report_with_everything_tested_says_that_nothing_was_found() {
    let clean = fixture::<()>("playthroughs/crazy4-wa", |text| text).workpaper;
    assert_eq!((clean.exceptions_total, clean.findings.len()), (0, 0));
    assert!(clean.gaps.is_empty() && clean.checks.iter().all(|check| check.undecided == 0));
    assert_eq!(clean.verdict, Verdict::NothingFound);
    let controller = "[[journal]]\nkind = \"controller\"\nfile = \"controller.csv\"\n";
    let without = |text: String| {
        assert!(text.contains(controller));
        text.replace(controller, "")
    };
    let without = fixture::<()>("playthroughs/crazy4-wa", without).workpaper;
    assert_eq!((without.exceptions_total, without.verdict), (0, Verdict::Incomplete));
    assert_ne!(without.report_id, clean.report_id, "another evidence, another report");
}

/// A response is of every finding of its check, or of that under its control alone; one without a finding is said.
#[test]
fn a_response_stands_at_its_findings_or_is_named() {
    let response = |check: &str, control: &str| {
        format!(
            "\n[[response]]\ncheck = \"{check}\"\n{control}response = \"Paid back.\"\nby = \"Kim\"\n\
             date = \"2026-11-10\"\n"
        )
    };
    let of_law = tampered().workpaper.findings.into_iter().find(|of| of.code == "WAC-001");
    let control = of_law.unwrap().control_id.unwrap();
    let w = fixture::<()>("tampered-day", |text| {
        let own = response("WAC-001", &format!("control = \"{control}\"\n"));
        let other = response("WAC-001", "control = \"wac-230-15-035\"\n");
        format!("{text}{own}{other}{}{}", response("RND-002", ""), response("WAC-002", ""))
    });
    let w = w.workpaper;
    assert_ne!(control, "wac-230-15-035");
    for finding in &w.findings {
        let is_own = finding.code == "WAC-001" && finding.control_id.as_ref() == Some(&control);
        let count = usize::from(is_own) + usize::from(finding.code == "RND-002");
        assert_eq!(finding.responses.len(), count, "{} {}", finding.code, finding.control);
    }
    assert!(w.findings.iter().any(|of| of.code == "RND-002"));
    assert_eq!(w.responses_unmatched, ["WAC-001", "WAC-002"]);
}
