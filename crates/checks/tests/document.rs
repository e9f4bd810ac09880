//! The table of document 001: each numbered sentence once, each code one of the list, each row with an answer.

use feltproof_checks::by_code;
use std::collections::BTreeSet;

const TABLE: &str = include_str!("../document_001.md");

/// The rows: sentence, demand, answer.
fn rows() -> Vec<[&'static str; 3]> {
    let cells = |line: &'static str| -> [&'static str; 3] {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("three cells: {line}"))
    };
    TABLE.lines().filter(|line| line.starts_with("| ")).skip(1).map(cells).collect()
}

#[test]
fn each_row_is_answered_by_checks_of_the_list_or_says_why_none_can() {
    for [sentence, demand, answer] in rows() {
        assert!(!demand.is_empty(), "{sentence}");
        if let Some(why) = answer.strip_prefix("none: ") {
            assert!(why.len() > 4, "{sentence}");
            continue;
        }
        assert!(!answer.is_empty(), "{sentence}");
        for code in answer.split(' ') {
            assert!(by_code(code).is_some(), "{sentence}: no check {code}");
        }
    }
}

/// The document numbers its rules of play 1 to 10 in each of three chapters; 9 has the letters a to i in the
/// first and a to h in the others, 10 has a to c.
#[test]
fn every_numbered_sentence_stands_in_the_table() {
    let all = rows();
    let there: BTreeSet<&str> = all.iter().map(|[sentence, ..]| *sentence).collect();
    assert_eq!(there.len(), all.len(), "a sentence stands twice");
    for (chapter, last) in [("S", 'i'), ("N", 'h'), ("M", 'h')] {
        let plain = (1..=8).map(|n| format!("{chapter}.{n}"));
        let ninth = ('a'..=last).map(|letter| format!("{chapter}.9{letter}"));
        let tenth = ('a'..='c').map(|letter| format!("{chapter}.10{letter}"));
        for number in plain.chain(ninth).chain(tenth) {
            // A sentence may be taken apart: 5a, 5b; 9f1, 9f2.
            let is_of = |row: &&str| {
                row.strip_prefix(&number).is_some_and(|rest| {
                    rest.is_empty()
                        || rest.len() == 1
                            && rest.bytes().all(|b| b.is_ascii_alphanumeric())
                            && !(rest == "0" && number.ends_with('1'))
                })
            };
            assert!(there.iter().any(is_of), "{number} is not in the table");
        }
    }
}
