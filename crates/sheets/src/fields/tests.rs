//! Records into fields, against the `csv` crate and by hand.

use super::*;
use proptest::prelude::*;

fn fields(record: &[u8], quoted: bool) -> Vec<Vec<u8>> {
    let mut splitter = Splitter::new(Dialect::CSV);
    // Something before, so that memory is reused as in a file.
    let _ = splitter.split(b"\"before\",\"\",x,y,z", true).count();
    let fields = splitter.split(record, quoted);
    (0..fields.count()).map(|at| fields.get(at).to_vec()).collect()
}

#[test]
fn quoted_fields_lose_their_quotes() {
    let record = b"a,\"b,c\",\"d \"\"e\"\"\",\"\",f";
    assert_eq!(fields(record, true), [&b"a"[..], b"b,c", b"d \"e\"", b"", b"f"]);
    assert_eq!(fields(b"\"x\ny\rz\"", true), [b"x\ny\rz"]);
    assert_eq!(fields(b"\xEF\xBB\xBF\"x,1\"", true).len(), 2);
}

/// A dialect of database dumps.
const DUMP: Dialect = Dialect { escape: Some(b'\\'), ..Dialect::CSV };

#[test]
fn an_escape_keeps_what_divides() {
    let record = br#""Smith, \"Ace\"",\N,a\,b,"C:\\","say ""hi""",\t,x\"y"#;
    let mut splitter = Splitter::new(DUMP);
    let found = splitter.split(record, true);
    let found: Vec<&[u8]> = (0..found.count()).map(|at| found.get(at)).collect();
    let expected: [&[u8]; 7] =
        [b"Smith, \"Ace\"", b"\\N", b"a,b", b"C:\\", b"say \"hi\"", b"\\t", b"x\"y"];
    assert_eq!(found, expected);
}

#[test]
fn what_is_not_there_is_empty() {
    let mut splitter = Splitter::new(Dialect::CSV);
    let fields = splitter.split(b"a,b", false);
    assert_eq!(
        (fields.get(5), fields.optional(None), fields.optional(Some(1))),
        (&b""[..], &b""[..], &b"b"[..])
    );
}

#[test]
fn a_run_of_columns_keeps_its_commas() {
    let mut splitter = Splitter::new(Dialect::CSV);
    let fields = splitter.split(b"1,12,,z", false);
    assert_eq!(fields.run(&(0..=1)), Some(&b"1,12"[..]));
    assert_eq!(fields.run(&(1..=2)), Some(&b"12,"[..]));
    assert_eq!(fields.run(&(2..=4)), None);
    assert_eq!(splitter.split(b"\"1\",12,,z", true).run(&(0..=1)), None);
}

proptest! {
    /// Two ways to cut a record without quoted fields: at commas, and by the state machine.
    #[test]
    fn both_ways_agree_without_quoted_fields(
        parts in prop::collection::vec("[a-c\r é\u{feff}]{0,3}(\"[a\"])?", 1..8),
    ) {
        let record = parts.join(",");
        // A field of its own quote would be a quoted field.
        prop_assume!(!record.starts_with('"') && !record.contains(",\""));
        prop_assume!(!record.is_empty());
        prop_assert_eq!(fields(record.as_bytes(), false), fields(record.as_bytes(), true));
    }

    /// The same by the `csv` crate with its escape, wherever it stands and however it is cut.
    #[test]
    fn reads_what_the_csv_crate_escapes(
        rows in prop::collection::vec(prop::collection::vec("[ab,\"\n\r;\u{e9}\\\\]{0,8}", 2..5), 1..6),
        pieces in 1_usize..5,
    ) {
        let style = csv::QuoteStyle::Always;
        let mut writer = csv::WriterBuilder::new()
            .quote_style(style).double_quote(false).escape(b'\\').flexible(true).from_writer(Vec::new());
        // The crate does not escape its escape.
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|f| f.replace('\\', "\\\\")).collect()).collect();
        rows.iter().for_each(|row| writer.write_record(row).unwrap());
        let text = writer.into_inner().unwrap();
        let cuts = crate::cut(&text, true, pieces, DUMP);
        let (mut splitter, mut read, mut at) = (Splitter::new(DUMP), Vec::new(), 0);
        let mut begins = vec![0];
        while at < text.len() {
            let step = crate::step(&text, at, true, DUMP);
            let crate::Step::Record { end, next, quoted } = step else { panic!("{step:?}") };
            let part = crate::step(&text[..next - 1], at, false, DUMP);
            prop_assert!(part == crate::Step::NeedMore || part == step, "{part:?}");
            let fields = splitter.split(&text[at..end], quoted);
            let texts = |c| String::from_utf8(fields.get(c).to_vec()).unwrap().replace('\\', "\\\\");
            read.push((0..fields.count()).map(texts).collect::<Vec<String>>());
            at = next;
            begins.push(at);
        }
        prop_assert_eq!(read, rows);
        prop_assert!(cuts.at.iter().all(|at| begins.contains(at)));
    }

    /// The `csv` crate writes, we read.
    #[test]
    fn reads_what_the_csv_crate_writes(row in prop::collection::vec("[ab,\"\n\r;é]{0,8}", 2..9)) {
        let mut writer = csv::WriterBuilder::new()
            .quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
        writer.write_record(&row).unwrap();
        let text = writer.into_inner().unwrap();
        let record = text.strip_suffix(b"\n").unwrap();
        let expected: Vec<Vec<u8>> = row.iter().map(|f| f.as_bytes().to_vec()).collect();
        prop_assert_eq!(fields(record, true), expected);
    }
}
