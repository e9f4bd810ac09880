//! Where records end, against a slow byte-by-byte splitter.

use super::*;
use proptest::prelude::*;

/// Every record and its fault, by walking from the start.
fn walk(text: &[u8]) -> Vec<(String, Option<QuoteFault>)> {
    let (mut here, mut out) = (0, Vec::new());
    while here < text.len() {
        let (end, next, fault) = match step(text, here, true, Dialect::CSV) {
            Step::Record { end, next, .. } => (end, next, None),
            Step::Faulty { end, next, fault, .. } => (end, next, Some(fault)),
            Step::NeedMore => panic!("more is needed at the end"),
        };
        out.push((String::from_utf8_lossy(&text[here..end]).into_owned(), fault));
        here = next;
    }
    out
}

fn sound(text: &str) -> Vec<String> {
    walk(text.as_bytes())
        .into_iter()
        .map(|(record, fault)| {
            assert_eq!(fault, None, "{record}");
            record
        })
        .collect()
}

#[test]
fn line_feeds_end_records_outside_quotes() {
    assert_eq!(sound("a,b\nc,d"), ["a,b", "c,d"]);
    assert_eq!(sound("a,b\r\n\r\nc\n"), ["a,b", "", "c"]);
    assert_eq!(sound("a,\"x\ny\r\nz\",b\nc"), ["a,\"x\ny\r\nz\",b", "c"]);
    assert_eq!(sound("\"a\"\"b\"\n\"\"\nc"), ["\"a\"\"b\"", "\"\"", "c"]);
    assert_eq!(sound("\"a\"\r\nb"), ["\"a\"", "b"]);
    assert_eq!(sound("a,\"b\""), ["a,\"b\""]);
    // A quote within a field is text, as in 5" screen.
    assert_eq!(sound("a,5\" screen\nb"), ["a,5\" screen", "b"]);
}

#[test]
fn a_faulty_quote_costs_one_line() {
    let faulty = |text: &str| walk(text.as_bytes());
    let record = |text: &str, fault| (text.to_owned(), fault);
    assert_eq!(
        faulty("a,\"b\nc,d\ne"),
        [record("a,\"b", Some(QuoteFault::NotClosed)), record("c,d", None), record("e", None)]
    );
    // The quote that opens on the next line is not the end of the one before.
    assert_eq!(
        faulty("a,\"b\nc,\"d\",x\ne"),
        [
            record("a,\"b", Some(QuoteFault::TextAfter)),
            record("c,\"d\",x", None),
            record("e", None)
        ]
    );
    assert_eq!(
        faulty("a,\"b\"c\r\nd"),
        [record("a,\"b\"c", Some(QuoteFault::TextAfter)), record("d", None)]
    );
    let long = format!("a,\"{}\n\"\nb", "x".repeat(QUOTED_BYTES_MAX));
    let records = faulty(&long);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].1, Some(QuoteFault::TooLong));
    let just = format!("a,\"{}\"\nb", "x".repeat(QUOTED_BYTES_MAX - 1));
    assert_eq!(sound(&just).len(), 2);
}

#[test]
fn the_longest_quoted_field_is_told_from_one_byte_more() {
    for (length, fault) in
        [(QUOTED_BYTES_MAX - 1, None), (QUOTED_BYTES_MAX, Some(QuoteFault::TooLong))]
    {
        let text = format!("\"{}\",b\n", "x".repeat(length));
        assert_eq!(walk(text.as_bytes())[0].1, fault, "{length}");
    }
}

fn text_with_quotes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(b"ab,,\"\"\n\n\r".to_vec()), 0..120)
}

proptest! {
    /// What is said of a record never changes when more of the file is seen.
    #[test]
    fn seeing_more_changes_nothing(text in text_with_quotes(), more in text_with_quotes()) {
        let whole = [text.as_slice(), more.as_slice()].concat();
        let mut here = 0;
        loop {
            let part = step(&text, here, false, Dialect::CSV);
            if part == Step::NeedMore {
                break;
            }
            prop_assert_eq!(part, step(&whole, here, true, Dialect::CSV));
            here = match part {
                Step::Record { next, .. } | Step::Faulty { next, .. } => next,
                Step::NeedMore => break,
            };
        }
    }

    /// Pieces are made of whole records, in order, and leave nothing out.
    #[test]
    fn pieces_are_whole_records(text in text_with_quotes(), pieces in 1_usize..9) {
        let mut boundaries = vec![0];
        let mut here = 0;
        while here < text.len() {
            here = match step(&text, here, true, Dialect::CSV) {
                Step::Record { next, .. } | Step::Faulty { next, .. } => next,
                Step::NeedMore => break,
            };
            boundaries.push(here);
        }
        let cuts = cut(&text, true, pieces, Dialect::CSV);
        prop_assert_eq!(cuts.end(), text.len());
        prop_assert!(cuts.at.len() <= pieces + 1);
        prop_assert!(cuts.at.is_sorted());
        prop_assert!(cuts.at.iter().all(|at| boundaries.contains(at)));
    }

    /// On text whose quotes are in order, the records are those of the `csv` crate.
    #[test]
    fn sound_files_split_as_the_csv_crate_does(
        rows in prop::collection::vec(prop::collection::vec("[a\",\n\r é]{0,6}", 2..4), 1..8),
        style in prop::sample::select(vec![csv::QuoteStyle::Necessary, csv::QuoteStyle::Always]),
    ) {
        let mut writer = csv::WriterBuilder::new()
            .flexible(true).quote_style(style).from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let text = writer.into_inner().unwrap();
        let records = walk(&text);
        prop_assert!(records.iter().all(|(_, fault)| fault.is_none()));
        prop_assert_eq!(records.len(), rows.len());
    }
}
