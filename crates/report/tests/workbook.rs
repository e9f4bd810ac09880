//! `workpapers.xlsx`, read back by another library: amounts, links, formulas worked out again, hostile text.

use crate::common;
use crate::xlsx;
use crate::xlsx::Book;
use calamine::{Data, Range, Reader, Xlsx};
use feltproof_model::workpaper::{Finding, Workpaper};
use feltproof_model::{Date, Exception, FallsUnder, Party};
use feltproof_report::{ExceptionSpool, JsonError, WorkbookError, write_workbook};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

fn written(w: &Workpaper, exceptions: &[Exception]) -> Vec<u8> {
    let mut spool = ExceptionSpool::new(&w.engagement, &w.engagement_file.file, Vec::new());
    for exception in exceptions {
        spool.push(exception).unwrap();
    }
    let spool = spool.finish().unwrap();
    let mut out = Vec::new();
    let sources = [common::battery::battery("Shuffler of C4P-1", 0.0)];
    write_workbook(w, &sources, &*spool, &std::env::temp_dir(), &mut out).unwrap();
    out
}

/// Rows of a table by the names of its columns, without totals.
fn table(book: &mut Xlsx<Cursor<Vec<u8>>>, sheet: &str) -> Vec<BTreeMap<String, Data>> {
    let range: Range<Data> = book.worksheet_range(sheet).unwrap();
    let rows: Vec<&[Data]> = range.rows().collect();
    let head = rows.iter().position(|row| row.contains(&Data::String("Tickmark".into()))).unwrap();
    let named = |row: &&&[Data]| -> BTreeMap<String, Data> {
        let names = rows[head].iter().map(ToString::to_string);
        names.zip(row.iter().cloned()).collect()
    };
    let is_row = |row: &&&[Data]| row[0] != Data::String("Total".into());
    rows[head + 1..].iter().take_while(is_row).map(|row| named(&row)).collect()
}

fn micros(cell: &Data) -> i128 {
    match cell {
        Data::Empty => 0,
        Data::Float(number) => xlsx::micros(&number.to_string()),
        Data::Int(number) => i128::from(*number) * 1_000_000,
        other => panic!("{other:?}"),
    }
}

#[test]
fn amounts_and_totals_are_those_of_the_exceptions() {
    let w = common::sample();
    let all = common::exceptions();
    let mut book = Xlsx::new(Cursor::new(written(&w, &all))).unwrap();
    let rows = table(&mut book, "Exceptions");
    assert_eq!(rows.len(), all.len());
    for (row, exception) in rows.iter().zip(&all) {
        assert_eq!(row["Check"], Data::String(exception.code.to_owned()));
        let difference = exception.difference.map_or(0, |money| money.micros().into());
        assert_eq!(micros(&row["Recorded minus expected"]), difference);
        assert_eq!(row["Why"].to_string(), exception.explanation);
    }
    // By hand: 24 times $100.00 too much, 24 times $7.50 too little; the meter's exceptions are no debt to a seat.
    let settlements = table(&mut book, "Settlements that differ");
    assert_eq!(settlements.len(), 48);
    let sum = |rows: &[BTreeMap<String, Data>], name: &str| -> i128 {
        rows.iter().map(|row| micros(&row[name])).sum()
    };
    assert_eq!(sum(&settlements, "Paid to players too much"), 2_400_000_000);
    assert_eq!(sum(&settlements, "Owed to players"), 180_000_000);
    assert_eq!(sum(&settlements, "Recorded minus owed"), 2_220_000_000);
    let owed = table(&mut book, "Money owed");
    assert_eq!(owed.len(), 48);
    assert_eq!(sum(&owed, "Owed to players"), 180_000_000);
    assert_eq!(sum(&owed, "Paid to players too much"), 2_400_000_000);
    assert_eq!(sum(&owed, "Of this seat net, owed if positive"), -2_220_000_000);
    let first = &rows[0];
    assert_eq!(first["UTC offset"], Data::String("-07:00".into()));
    // 2026-10-31 06:32:10.25 is 46326 days and 23530.25 seconds after day 0.
    let Data::DateTime(time) = &first["Local time"] else { panic!("{first:?}") };
    assert!((time.as_f64() - (46_326.0 + 23_530.25 / 86_400.0)).abs() < 1e-9);
    let Data::DateTime(day) = &first["Gaming day"] else { panic!("{first:?}") };
    assert_eq!(day.as_f64().to_string(), "46326");
}

/// Every formula is worked out again in whole micro-dollars from the cells that it names.
#[test]
fn every_formula_comes_to_the_value_stored_with_it() {
    let w = common::sample();
    let book = Book::open(&written(&w, &common::exceptions()));
    let mut worked = BTreeMap::<&str, u32>::new();
    for (sheet, cells) in &book.sheets {
        for (place, cell) in cells.iter().filter(|(_, cell)| cell.formula.is_some()) {
            let formula = cell.formula.as_deref().unwrap();
            if formula.starts_with("HYPERLINK(") {
                continue;
            }
            let sum = xlsx::worked_out(&book, sheet, formula);
            assert_eq!(xlsx::micros(&cell.value), sum, "{sheet}!{place}: {formula}");
            *worked.entry(sheet).or_default() += 1;
        }
    }
    // Each movement of a meter's day, each total, each difference.
    for sheet in ["Summary", "Money owed", "Settlements that differ", "Meter reconciliation"] {
        assert!(worked.get(sheet).is_some_and(|count| *count >= 2), "{sheet}: {worked:?}");
    }
    let days = &book.sheets["Meter reconciliation"];
    let movement = days.values().filter_map(|cell| cell.formula.as_deref());
    assert_eq!(movement.filter(|f| f.matches('+').count() == 4).count(), w.registers.days.len());
}

#[test]
fn findings_and_exceptions_lead_to_each_other() {
    let mut w = common::sample();
    let mut all = common::exceptions();
    // Two findings of one check, told apart by their day, and one exception that a waiver covers.
    let day = Date::parse("2026-10-31").unwrap();
    let at = w.findings.iter().position(|f| f.code == "PAY-003").unwrap();
    let other = Finding {
        of: vec![FallsUnder { day: Some(day), ..FallsUnder::default() }],
        ..w.findings[at].clone()
    };
    w.findings.push(other);
    let mut own = all.iter_mut().filter(|e| e.code == "PAY-003");
    own.next().unwrap().waived = Some(0);
    own.next().unwrap().day = Some(day);
    drop(own);
    (w.exceptions_total, w.waived_total) = (w.exceptions_total - 1, 1);
    w.exceptions_of_no_control = w.exceptions_total;
    w.money = common::money(&all);
    // The first of each by its number: the waived one is the first of its check, and the second is of the other finding.
    let listed = common::listed(&all);
    for (finding, number) in w.findings.iter_mut().zip([27, 49, 1, 26]) {
        finding.first = Some(listed[number - 1].clone());
    }
    let book = Book::open(&written(&w, &all));
    let (findings, exceptions) = (&book.sheets["Findings"], &book.sheets["Exceptions"]);
    let mut led = 0;
    for at in 0..w.findings.len() {
        // Title, a sentence, link, head: the first finding stands in row 5.
        let row = 5 + at;
        assert_eq!(findings[&format!("A{row}")].value, format!("F{}", at + 1));
        let Some(cell) = findings.get(&format!("B{row}")) else { continue };
        let (sheet, place) = xlsx::target(cell.formula.as_deref().unwrap());
        assert_eq!(sheet, "Exceptions");
        let back = &exceptions[&place.replace('A', "B")];
        assert_eq!(back.value, format!("F{}", at + 1));
        let to = xlsx::target(back.formula.as_deref().unwrap());
        assert_eq!(to, ("Findings".to_owned(), format!("A{row}")));
        led += 1;
    }
    assert_eq!(led, 4);
    let waived: Vec<&String> = exceptions
        .iter()
        .filter(|(place, cell)| place.starts_with('X') && cell.value == "1")
        .map(|(place, _)| place)
        .collect();
    assert_eq!(waived.len(), 1);
    assert!(!exceptions.contains_key(&waived[0].replace('X', "B")), "it is of no finding");
    // 23 of the check are left, of which one is of the second finding; the waived one is owed by nobody.
    assert_eq!(xlsx::cells_with_formula(&book.sheets["Settlements that differ"], "ROUND(K"), 47);
    // Every sheet stands in the contents, and every link leads to a cell that is there.
    for (sheet, cells) in &book.sheets {
        for cell in cells.values() {
            let Some(link) = cell.formula.as_deref().filter(|f| f.starts_with("HYPERLINK(")) else {
                continue;
            };
            let (to, place) = xlsx::target(link);
            assert!(book.sheets[&to].contains_key(&place), "{sheet}: {link}");
        }
    }
    let listed = book.sheets["Summary"].values().filter_map(|cell| cell.formula.as_deref());
    assert_eq!(listed.filter(|f| f.starts_with("HYPERLINK(")).count(), book.sheets.len() - 1);
}

#[test]
fn text_of_the_record_never_becomes_a_formula() {
    let hostile = [
        "=1+1",
        "+1",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "=HYPERLINK(\"file:///etc/passwd\")",
        "_x0041_",
        "<c><f>1</f></c>&amp;",
        "]]>",
    ];
    let mut w = common::sample();
    let one = common::exceptions().remove(0);
    let all: Vec<Exception> = hostile
        .iter()
        .map(|text| Exception {
            expected: (*text).to_owned(),
            recorded: (*text).to_owned(),
            explanation: (*text).to_owned(),
            dealer: Some((*text).into()),
            table: Some((*text).into()),
            difference: Some(common::usd(100)),
            favours: Some(Party::Player),
            code: "PAY-003",
            ..one.clone()
        })
        .collect();
    w.exceptions_total = all.len() as u64;
    w.exceptions_of_no_control = w.exceptions_total;
    w.money = common::money(&all);
    w.report_id = "=A&B".to_owned();
    w.engagement.property = "=cmd|' /C calc'!A0".to_owned();
    w.gaps = vec!["=1".to_owned()];
    w.findings[0].condition = "@x".to_owned();
    let bytes = written(&w, &all);
    let book = Book::open(&bytes);
    for (sheet, cells) in &book.sheets {
        for (place, cell) in cells {
            let ours = ["HYPERLINK(\"#'", "ROUND("];
            let formula = cell.formula.as_deref();
            let is_ours = |f: &str| ours.iter().any(|own| f.starts_with(own));
            assert!(formula.is_none_or(is_ours), "{sheet}!{place}: {formula:?}");
        }
    }
    let why: Vec<String> = (5..15)
        .map(|row| book.sheets["Exceptions"][&format!("V{row}")].clone())
        .inspect(|cell| assert!(cell.is_text && cell.formula.is_none()))
        .map(|cell| cell.value)
        .collect();
    let expected: Vec<String> = hostile.iter().map(|t| t.replace(['\t', '\r'], " ")).collect();
    assert_eq!(why, expected);
    let mut other = Xlsx::new(Cursor::new(bytes)).unwrap();
    assert_eq!(table(&mut other, "Exceptions").len(), hostile.len());
}

#[test]
fn what_no_cell_holds_is_cut_with_a_word() {
    let mut w = common::sample();
    let long =
        Exception { explanation: "\u{1}é".repeat(20_000), ..common::exceptions().remove(0) };
    w.exceptions_total = 1;
    w.exceptions_of_no_control = 1;
    w.money = common::money(std::slice::from_ref(&long));
    let mut book = Xlsx::new(Cursor::new(written(&w, &[long]))).unwrap();
    let rows = table(&mut book, "Exceptions");
    let why = rows[0]["Why"].to_string();
    assert!(why.starts_with("\\x01é\\x01é"), "{}", &why[..20]);
    assert!(why.ends_with("[cut here: 100000 characters do not fit into a cell]"));
    assert_eq!(why.encode_utf16().count(), 32_767);
}

#[test]
fn the_same_report_is_the_same_bytes_and_its_time_is_the_reports() {
    let (w, all) = (common::sample(), common::exceptions());
    let bytes = written(&w, &all);
    assert_eq!(bytes, written(&w, &all));
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    let mut core = String::new();
    archive.by_name("docProps/core.xml").unwrap().read_to_string(&mut core).unwrap();
    // DAY_START (2026-10-31T13:00Z) and 33 hours.
    assert!(core.contains("2026-11-01T22:00:00Z"), "{core}");
}

#[test]
fn it_prints_landscape_with_its_head_on_every_page() {
    let book = Book::open(&written(&common::sample(), &common::exceptions()));
    assert_eq!(book.sheets.len(), 19);
    for (name, xml) in &book.xml {
        assert!(xml.contains("orientation=\"landscape\""), "{name}");
        assert!(xml.contains("fitToWidth") || xml.contains("fitToHeight=\"0\""), "{name}: {xml}");
        assert!(xml.contains("Report HCR-2026-10-31-3f9a12bc"), "{name}");
        assert!(xml.contains("state=\"frozen\""), "{name}");
        assert_eq!(xml.contains("<autoFilter"), name != "Summary", "{name}");
    }
    assert_eq!(book.workbook.matches("_xlnm.Print_Titles").count(), 19);
}

#[test]
fn a_spool_that_lacks_an_exception_makes_no_workbook() {
    let mut w = common::sample();
    w.exceptions_total += 1;
    let mut spool = ExceptionSpool::new(&w.engagement, "audit.toml", Vec::new());
    for exception in common::exceptions() {
        spool.push(&exception).unwrap();
    }
    let spool = spool.finish().unwrap();
    let error = write_workbook(&w, &[], &*spool, &std::env::temp_dir(), Vec::new()).unwrap_err();
    let expected = JsonError::Count { expected: 73, found: 72 };
    assert_eq!(error.to_string(), WorkbookError::Spool(expected).to_string());
}
