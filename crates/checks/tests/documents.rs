//! The table of the source documents: each numbered sentence once, each row with an answer that is there.

use crate::bench::cases;
use feltproof_checks::by_code;
use feltproof_regs::{ControlStatus, Pack, builtin_packs};
use std::collections::BTreeSet;

const TABLE: &str = include_str!("../documents.md");

/// The pack under whose controls the sentences of a document fall.
const PACKS: [(&str, &str); 4] = [
    ("## Document 000", "us-ca"),
    ("## Document 004", "document-004"),
    ("## Document 00", "us-wa"),
    ("# What", ""),
];

/// A row: the pack of its document, the sentence, what it demands, and the answer.
struct Row {
    pack: &'static str,
    sentence: &'static str,
    demand: &'static str,
    answer: &'static str,
}

fn rows() -> Vec<Row> {
    let (mut pack, mut rows) = ("", Vec::new());
    for line in TABLE.lines() {
        if let Some((_, of)) = PACKS.iter().find(|(title, _)| line.starts_with(title)) {
            pack = of;
        }
        if !line.starts_with("| ") || line.starts_with("| sentence ") {
            continue;
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [sentence, demand, answer] = cells.try_into().unwrap();
        rows.push(Row { pack, sentence, demand, answer });
    }
    rows
}

fn pack(id: &str) -> Pack {
    builtin_packs().into_iter().find(|pack| pack.id == id).unwrap()
}

/// A code, with the number of the case that shows the sentence.
fn is_there(sentence: &str, named: &str) {
    let (code, shown) = match named.split_once('#') {
        Some((code, number)) => (code, Some(number.parse::<usize>().unwrap())),
        None => (named, None),
    };
    let check = by_code(code).unwrap_or_else(|| panic!("{sentence}: no check {code}"));
    let all = cases(check.doc);
    let raising = |number: usize| !all[number - 1].is_clean();
    assert!(shown.map_or((1..=all.len()).any(raising), raising), "{sentence}: {named}");
}

#[test]
fn each_row_is_answered_by_a_check_a_control_or_a_reason() {
    for row in rows() {
        let Row { pack: id, sentence, demand, answer } = &row;
        assert!(!demand.is_empty(), "{sentence}");
        let (how, what) = answer.split_once(": ").unwrap_or_else(|| panic!("{sentence}: {answer}"));
        match how {
            "checked" | "settled" | "advised" => {
                what.split(' ').for_each(|named| is_there(sentence, named));
                let code = |named: &'static str| named.split('#').next().unwrap();
                let is_of_a_control = |named| pack(id).asks_for(code(named));
                assert!(
                    how == "advised" || what.split(' ').any(is_of_a_control),
                    "{sentence}: no control of {id} names any of {what}"
                );
            }
            "inspected" => {
                let pack = pack(id);
                let control = pack.control(what);
                let control = control.unwrap_or_else(|| panic!("{sentence}: no control {what}"));
                let last = control.versions.last().unwrap();
                assert_ne!(last.status, ControlStatus::Automated, "{sentence}: {what}");
            }
            "none" => assert!(what.len() > 4, "{sentence}"),
            other => panic!("{sentence}: {other}"),
        }
    }
}

/// Whether a row is of a numbered sentence, which may be taken apart: 5a, 5b; 9f1, 9f2.
fn is_of(row: &str, number: &str) -> bool {
    row.strip_prefix(number).is_some_and(|rest| {
        rest.is_empty()
            || rest.len() == 1
                && rest.bytes().all(|b| b.is_ascii_alphanumeric())
                && !(rest.bytes().all(|b| b.is_ascii_digit())
                    && number.ends_with(|c: char| c.is_ascii_digit()))
    })
}

/// Document 000 has seven dealing procedures and two irregularities. 001 has six and two, four rules of its Bad Beat Bonus, and
/// in each of its three chapters on systems ten rules, of which 9 has the letters a to i or a to h and 10 has a to c. 002 has
/// eleven items.
#[test]
fn every_numbered_sentence_stands_in_the_table() {
    let all = rows();
    let there: BTreeSet<&str> = all.iter().map(|row| row.sentence).collect();
    assert_eq!(there.len(), all.len(), "a sentence stands twice");
    let plain = |of: &'static str, last: u32| (1..=last).map(move |n| format!("{of}{n}"));
    let mut numbers: Vec<String> =
        [("0.p", 7), ("0.i", 2), ("D.", 6), ("I.", 2), ("X.", 4), ("2.", 11)]
            .into_iter()
            .flat_map(|(of, last)| plain(of, last))
            .collect();
    for (chapter, last) in [("S", 'i'), ("N", 'h'), ("M", 'h')] {
        numbers.extend((1..=8).map(|n| format!("{chapter}.{n}")));
        numbers.extend(('a'..=last).map(|letter| format!("{chapter}.9{letter}")));
        numbers.extend(('a'..='c').map(|letter| format!("{chapter}.10{letter}")));
    }
    for number in numbers {
        assert!(there.iter().any(|row| is_of(row, &number)), "{number} is not in the table");
    }
}

/// What a document leaves to inspection reaches the checklist once: each such control of the documents stands in the table.
#[test]
fn every_control_of_the_documents_stands_in_the_table() {
    let all = rows();
    let of_documents = |id: &str| {
        ["doc-00", "document-000-", "exhibit-a-"].iter().any(|start| id.starts_with(start))
    };
    for id in ["us-wa", "us-ca", "document-004"] {
        for control in pack(id).controls.iter().filter(|control| of_documents(&control.id)) {
            let version = control.versions.last().unwrap();
            let is_named = all.iter().any(|row| row.answer.ends_with(&control.id));
            let is_checked = version.checks.iter().any(|code| {
                all.iter().any(|row| row.pack == id && row.answer.contains(code.as_str()))
            });
            let is_of_the_law = control.id == "doc-001-limits";
            assert!(is_named || is_checked || is_of_the_law, "{}", control.id);
        }
    }
}
