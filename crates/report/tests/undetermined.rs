//! A meter whose day cannot be told, and whose check accuses nothing, differs in no output; one that it accuses does in all.

use crate::common;
use feltproof_model::Exception;
use feltproof_model::workpaper::{Outcome, Workpaper};
use feltproof_report::{ExceptionSpool, Fonts, Style, render, terminal_summary, write_json};
use lopdf::Document;
use serde_json::Value;

/// The sample, whose meter ends a cent above what was kept and lacks a record on its second day, with the exceptions of
/// MTR-001 that `keeps` lets stand.
fn sample(keeps: impl Fn(&Exception) -> bool) -> Workpaper {
    let mut w = common::sample();
    w.exceptions.retain(|e| e.code != "MTR-001" || keeps(e));
    w.exceptions_total = w.exceptions.len().try_into().unwrap();
    w.exceptions_of_no_control = w.exceptions_total;
    let accused = w.exceptions.iter().filter(|e| e.code == "MTR-001").count();
    for check in w.checks.iter_mut().filter(|check| check.code == "MTR-001") {
        let exceptions = accused.try_into().unwrap();
        check.outcome = Outcome::Ran { tested: 9_876, exceptions };
    }
    w
}

/// Spaces and line ends are one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What the terminal, the JSON and the PDF say of the first meter; spaces and line ends of the first and the last are one.
fn said(w: &Workpaper) -> (String, Value, String) {
    let terminal = terminal_summary(w, &[], Style { colour: true, width: 200 });
    let mut spool = ExceptionSpool::new(&w.engagement, &w.engagement_file.file, Vec::new());
    for exception in &w.exceptions {
        spool.push(exception).unwrap();
    }
    let mut json = Vec::new();
    write_json(w, &[], &*spool.finish().unwrap(), &mut json).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    let pdf = render(w, &[], &Fonts::embedded().unwrap()).unwrap().bytes;
    let pdf = Document::load_mem(&pdf).unwrap();
    let pages = pdf.get_pages();
    let text: String = pages.keys().map(|page| pdf.extract_text(&[*page]).unwrap()).collect();
    (one_line(&terminal), json["meters"][0].clone(), one_line(&text))
}

/// The row of the terminal for a meter that does not join up: expected, recorded, difference.
const DIFFERS: &str = "! HARBOR-1 grand, meter $2,926.44 $2,926.45 +$0.01";

const WHY: &str = "records are missing before line 412 of the manager journal";

#[test]
fn a_difference_of_a_day_that_cannot_be_told_is_said_to_be_none() {
    let (terminal, json, pdf) = said(&sample(|_| false));
    let amber =
        format!("\x1b[1;33mHARBOR-1 grand, meter: The difference cannot be told: {WHY}.\x1b[0m");
    assert!(terminal.contains(&amber) && !terminal.contains("+$0.01"), "{terminal}");
    assert!(json["difference_dollars"].is_null(), "{json}");
    assert_eq!(json["untold"], WHY);
    let of_summary = format!("cannot be told: {WHY}");
    let of_section = format!("The difference cannot be told: {WHY}.");
    assert!(pdf.contains(&of_section), "{pdf}");
    assert!(pdf.replace(&of_section, "").contains(&of_summary), "{pdf}");
}

#[test]
fn a_difference_that_a_check_accuses_is_one() {
    let one = common::exceptions().into_iter().find(|e| e.code == "MTR-001").unwrap();
    let listed = sample(|e| e.locus == one.locus);
    // One that is not kept for print may be of any link.
    let mut unlisted = sample(|e| e.locus == one.locus);
    unlisted.exceptions.retain(|e| e.code != "MTR-001");
    let (terminal, json, pdf) = said(&listed);
    let of_unlisted = terminal_summary(&unlisted, &[], Style { colour: false, width: 200 });
    for text in [&terminal, &of_unlisted] {
        assert!(one_line(text).replace("\x1b[1;31m", "").contains(DIFFERS), "{text}");
    }
    assert_eq!((&json["difference_dollars"], &json["untold"]), (&"0.01".into(), &Value::Null));
    assert!(!pdf.contains("difference cannot be told"), "{pdf}");
    // Of another link it accuses nobody here.
    let mut of_other = sample(|e| e.locus == one.locus);
    for e in of_other.exceptions.iter_mut().filter(|e| e.code == "MTR-001") {
        e.exception.link = Some("BAY-1".into());
    }
    let text = terminal_summary(&of_other, &[], Style { colour: false, width: 200 });
    assert!(text.contains(&format!("cannot be told: {WHY}")), "{text}");
}
