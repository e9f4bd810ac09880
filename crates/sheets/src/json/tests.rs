//! What is written in JSON lines comes out as text, and nothing of it is lost.

use super::*;
use crate::rows::tests::table;
use proptest::prelude::*;

fn read(text: &str) -> (Vec<(u32, Vec<String>)>, Vec<String>) {
    let notes = Notes::default();
    let text = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let mut source = JsonLines::new("day.jsonl", text, None, 0, notes.clone());
    (table(&mut source), notes.sentences())
}

fn rows(text: &str) -> Vec<(u32, Vec<String>)> {
    read(text).0
}

#[test]
fn keys_are_columns_and_objects_are_flattened() {
    let text = "{\"t\":\"C4P-1\",\"bet\":{\"ante\":5.00,\"paid\":{\"x\":null}},\"on\":true}\n\n\
                {\"on\":false,\"cards\":[\"AS\",\"10h\"],\"t\":\"\\u2665\\n\",\"bet\":{\"ante\":1.25e3}}\n";
    let expected = [
        (0, vec!["t", "bet.ante", "bet.paid.x", "on", "cards"]),
        (1, vec!["C4P-1", "5.00", "", "TRUE", ""]),
        (3, vec!["\u{2665}\n", "1250", "", "FALSE", "AS 10h"]),
    ];
    let expected = expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect()));
    assert_eq!(rows(text), expected);
}

#[test]
fn numbers_keep_their_digits() {
    for (json, text) in [
        ("12345678901234567890.10", "12345678901234567890.10"),
        ("0.1", "0.1"),
        ("-0", "-0"),
        ("1e-3", "0.001"),
        ("-1.5E+2", "-150"),
        ("1e999999999", "1e999999999"),
    ] {
        assert_eq!(rows(&format!("{{\"a\":{json}}}"))[1].1, [text]);
    }
}

#[test]
fn lists_that_are_not_plain_stay_json() {
    for list in ["[{\"a\":1}]", "[[1]]", "[\"a b\"]", "[\"\"]"] {
        assert_eq!(rows(&format!("{{\"a\":{list}}}"))[1].1, [list]);
    }
    assert_eq!(rows("{\"a\":[]}")[1].1, [""]);
    let deep = format!("{}1{}", "{\"a\":".repeat(9), "}".repeat(9));
    assert_eq!(rows(&deep)[1].1, ["{\"a\":1}"]);
}

#[test]
fn what_has_no_column_stands_behind_the_last() {
    let mut text = "{\"a\":1}\n".repeat(NAMED_BY);
    text.push_str("{\"b\":2,\"a\":3}\nnot json\n{\"a\":4,\"a\":5}\n[1]\n{\"a\":6} x\n");
    let (rows, notes) = read(&text);
    let cells: Vec<&[String]> = rows[NAMED_BY + 1..].iter().map(|r| r.1.as_slice()).collect();
    let expected: [&[&str]; 5] =
        [&["3", "b=2"], &["", "not json"], &["4", "a=5"], &["", "[1]"], &["", "{\"a\":6} x"]];
    assert_eq!(cells, expected);
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(
        notes[0].starts_with("1 values have keys") && notes[0].contains("line 1001"),
        "{notes:?}"
    );
}

#[test]
fn what_is_no_json_lines_is_refused() {
    let refused = |text: &str| {
        let text = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        JsonLines::new("day.jsonl", text, None, 0, Notes::default())
            .next_rows()
            .map(|_| ())
            .unwrap_err()
    };
    assert!(refused("[\n1,\n2]").contains("write one object a line"));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(LINE_MAX));
    assert!(refused(&long).contains("line 1 is longer"), "a line without end is not kept");
    let keys: Vec<String> =
        (0..=crate::bounds::COLUMNS_MAX).map(|k| format!("\"k{k}\":1")).collect();
    assert!(refused(&format!("{{{}}}", keys.join(","))).contains("16385 columns, more than 16384"));
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(refused(&deep).contains("JSON object"), "no stack is deep enough for this");
    assert_eq!(rows(""), []);
}

proptest! {
    /// Against `serde_json::Value`, for objects whose keys have no dots.
    #[test]
    fn values_are_those_of_serde_json(values in prop::collection::vec(("[a-f]{1,3}", "\\PC{0,9}"), 1..9)) {
        let object: serde_json::Map<String, serde_json::Value> =
            values.into_iter().map(|(k, v)| (k, v.into())).collect();
        let read = rows(&serde_json::to_string(&object).unwrap());
        let keys: Vec<&String> = object.keys().collect();
        prop_assert_eq!(read[0].1.iter().collect::<Vec<_>>(), keys);
        let texts: Vec<&str> = object.values().map(|v| v.as_str().unwrap()).collect();
        prop_assert_eq!(&read[1].1, &texts);
    }
}

/// What is opened as it is found.
fn found(text: &str) -> (Vec<(u32, Vec<String>)>, Vec<String>) {
    let notes = Notes::default();
    let bytes = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let place = place(text).unwrap();
    let mut source = JsonLines::new("day.json", bytes, place.as_ref(), 0, notes);
    (table(&mut source), place.iter().map(Place::in_words).collect())
}

#[test]
fn records_within_a_list_or_an_object_are_records() {
    let expected = [(0, vec!["t", "n"]), (1, vec!["C4P-1", "5.00"]), (2, vec!["[2]{", ""])];
    let expected = expected.map(|(n, c)| (n, c.into_iter().map(str::to_owned).collect::<Vec<_>>()));
    let list = "[{\"t\":\"C4P-1\",\"n\":5.00},{\"t\":\"[2]{\"}]";
    let pretty =
        "[\n  {\n    \"t\": \"C4P-1\",\n    \"n\": 5.00\n  },\n  {\n    \"t\": \"[2]{\"\n  }\n]\n";
    let beside = |text: &str| {
        format!(
            "{{\"at\":\"x\\\"[{{\",\"columns\":[{{\"c\":1}}],\"a\":{{\"b c\":{text},\"k\":[[{{}},{{}},{{}}]]}},\"n\":2}}"
        )
    };
    for (text, words) in [
        (list.to_owned(), ""),
        (pretty.to_owned(), ""),
        ("{\n\"t\":\"C4P-1\",\"n\":5.00}\n{\n\"t\":\r\n\"[2]{\"}".to_owned(), ""),
        ("[\n{\"t\":\"C4P-1\",\"n\":5.00},\n{\"t\":\"[2]{\"}\n]\n".to_owned(), ""),
        (beside(list), " of `a` / `b c`"),
        (beside(pretty), " of `a` / `b c`"),
        (format!("{{\"rows\":{list}}}\n"), " of `rows`"),
    ] {
        let (rows, said) = found(&text);
        assert_eq!(rows, expected, "{text}");
        let beside = match words.contains("b c") {
            true => "; what stands beside them is not read: `at`, `columns`, `k`, `n`",
            false => "",
        };
        assert_eq!(
            said,
            [format!("its records are the objects{words}, numbered from 1, and no lines{beside}")]
        );
    }
    for text in [
        "{\"t\":1}\n",
        "{\"t\":[{\"a\":1}]}\n{\"t\":[]}\n",
        "{\"t\":1\n{\"t\":2}\n{\"t\":3}\n{\"t\":4}\n",
        "{\"t\":1}",
    ] {
        assert_eq!(place(text), Ok(None), "{text}");
    }
}

#[test]
fn records_without_names_are_refused() {
    let why = place("{\"columns\":[\"a\",\"b\"],\"data\":[[1,2],[3,4]]}").unwrap_err();
    assert!(why.contains("lists of values without names"), "{why}");
    // Lists within the objects of lines are values.
    assert_eq!(place(&"{\"a\":[[1],[2]]}\n".repeat(60)), Ok(None));
}

#[test]
fn a_list_that_breaks_off_loses_nothing_in_silence() {
    let (rows, _) = found("{\"rows\": [{\"t\":1},{\"t\":2},\n 7, {\"t\":");
    assert_eq!(
        rows[2..],
        [
            (2, vec!["2".to_owned()]),
            (3, vec![String::new(), "7".into()]),
            (4, vec![String::new(), "{\"t\":".into()])
        ]
    );
}

proptest! {
    #[test]
    fn values_that_are_cut_anywhere_are_whole(cells in prop::collection::vec("[a\\\\\"{}\\[\\],: é]{0,6}", 1..8), blanks in "[ \n\t]{0,3}") {
        let value = |cell: &String| serde_json::json!({ "a": cell, "b": { "c": [cell] } }).to_string();
        let records: Vec<String> = cells.iter().map(value).collect();
        let text = format!("{{\"x\":{{\"y\":[{blanks}{}{blanks}]}}}}", records.join(&format!(",{blanks}")));
        struct Drops(std::io::Cursor<Vec<u8>>);
        impl std::io::Read for Drops {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let most = buffer.len().min(3);
                self.0.read(&mut buffer[..most])
            }
        }
        let place = Place { path: vec!["x".into(), "y".into()], beside: Vec::new() };
        let bytes = Box::new(Drops(std::io::Cursor::new(text.into_bytes())));
        let mut values = Values::new(bytes, &place);
        for record in &records {
            prop_assert_eq!(values.next_value().unwrap().unwrap().1, record.as_bytes());
        }
        prop_assert!(values.next_value().unwrap().is_none());
    }
}

/// The records of two layouts, joined: nothing of the second is read as empty.
#[test]
fn a_key_that_goes_on_under_another_name_is_no_column() {
    let lines = |from: u32, note: &str| -> String {
        let line = |n: u32| format!("{{\"n\":{n},\"{note}\":\"x{n}\"}}\n");
        (from..from + 3).map(line).collect()
    };
    let cells = |row: &(u32, Vec<String>)| row.1.join("|");
    let joined: Vec<String> =
        rows(&(lines(1, "note") + &lines(4, "remark"))).iter().map(cells).collect();
    assert_eq!(joined[..2], ["n|note", "1|x1"]);
    assert_eq!(joined[4..], ["4||remark=x4", "5||remark=x5", "6||remark=x6"]);
    // The second part by itself has its own.
    let text =
        Box::new(std::io::Cursor::new((lines(1, "note") + &lines(4, "remark")).into_bytes()));
    let mut second = JsonLines::new("day.jsonl", text, None, 3, Notes::default());
    let second: Vec<String> = table(&mut second).iter().map(cells).collect();
    assert_eq!(second, ["n|remark", "4|x4", "5|x5", "6|x6"]);
    // One that ends where no other begins, or that some lines lack, was left out.
    let mut ends =
        lines(1, "note") + "{\"n\":4}\n{\"n\":5,\"remark\":\"x\"}\n{\"n\":6,\"remark\":\"x\"}\n";
    ends.push_str("{\"n\":7,\"remark\":\"x\"}\n");
    assert_eq!(cells(&rows(&ends)[0]), "n|note|remark");
}
