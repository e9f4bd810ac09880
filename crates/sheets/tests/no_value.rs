//! A cell without a value is never read as an empty one: one table of such cells, in every format that can
//! hold them.

use crate::common::{Table, package, rows_of, split};
use feltproof_sheets::{Content, Format, NOT_CALCULATED, no_value, open};
use std::io::Cursor;
use std::path::Path;

/// What programs write where there is no value.
const WORDS: [&str; 14] = [
    "#N/A",
    "#NULL!",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NAME?",
    "#NUM!",
    "#GETTING_DATA",
    "#SPILL!",
    "#CALC!",
    "#WERT!",
    "Err:502",
    "########",
    "NaN",
];

fn rows(bytes: Vec<u8>) -> Table {
    let mut opened = open("f", Box::new(Cursor::new(bytes)), &Format::default()).unwrap();
    match &mut opened.parts[0].content {
        Content::Rows(source) => rows_of(&mut **source).unwrap(),
        Content::Text { text, dialect } => {
            let mut bytes = Vec::new();
            text.read_to_end(&mut bytes).unwrap();
            split(&bytes, *dialect)
        }
    }
}

/// The rows under the names have no value in the first column, and an ante in the last.
fn check(what: &str, bytes: Vec<u8>, count: usize) {
    let mut rows = rows(bytes);
    rows.retain(|(_, cells)| cells[0] != "Doc");
    assert_eq!(rows.len(), count, "{what}: {rows:?}");
    for (number, cells) in &rows {
        assert_eq!(cells.last().map(String::as_str), Some("5"), "{what}, row {number}");
        for cell in &cells[..cells.len() - 1] {
            assert!(no_value(cell.as_bytes()).is_some(), "{what}, row {number}: `{cell}`");
        }
    }
}

fn xlsx(cells: &[String]) -> Vec<u8> {
    let row = |cell: &String| format!("<row>{cell}<c><v>5</v></c></row>");
    let rows: String = cells.iter().map(row).collect();
    let text = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let names = format!("<row>{}{}</row>", text("Doc"), text("Ante"));
    let sheet = format!("<worksheet><sheetData>{names}{rows}</sheetData></worksheet>");
    let related = "<Relationship Id=\"a\" Type=\"x/worksheet\" Target=\"sheet1.xml\"/>";
    package(&[
        ("xl/_rels/workbook.xml.rels", related.as_bytes()),
        (
            "xl/workbook.xml",
            b"<workbook><sheets><sheet name=\"S\" r:id=\"a\"/></sheets></workbook>",
        ),
        ("xl/sheet1.xml", sheet.as_bytes()),
    ])
}

fn ods(cells: &[String]) -> Vec<u8> {
    let cell = |attributes: &str, text: &str| {
        format!("<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>")
    };
    let row = |first: &str, last: &str| format!("<table:table-row>{first}{last}</table:table-row>");
    let five = cell("office:value-type=\"float\" office:value=\"5\"", "5");
    let rows: String = cells.iter().map(|first| row(first, &five)).collect();
    let names = row(&cell("", "Doc"), &cell("", "Ante"));
    let content = format!("<x><table:table table:name=\"S\">{names}{rows}</table:table></x>");
    package(&[("content.xml", content.as_bytes())])
}

#[test]
fn workbooks_store_errors_in_many_ways() {
    let stored = |word: &&str| format!("<c t=\"e\"><v>{word}</v></c>");
    let formula = |word: &&str| format!("<c t=\"e\"><f>A1</f><v>{word}</v></c>");
    let mut cells: Vec<String> = WORDS.iter().flat_map(|w| [stored(w), formula(w)]).collect();
    cells.extend(WORDS.map(|word| format!("<c t=\"str\"><f>A1</f><v>{word}</v></c>")));
    cells.extend(
        ["<c t=\"e\"/>", "<c t=\"e\"><v></v></c>", "<c><f>A1</f></c>", "<c><f>A1</f><v/></c>"]
            .map(str::to_owned),
    );
    check("XLSX", xlsx(&cells), cells.len());
    let errors = WORDS.iter().filter(|word| word.starts_with(['#', 'E']) && **word != "########");
    let ways = [
        "office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"",
        "calcext:value-type=\"error\" office:value-type=\"string\" office:string-value=\"\"",
        "table:formula=\"of:=A1\" office:value-type=\"float\" office:value=\"0\"",
        "table:formula=\"of:=A1\" office:value-type=\"string\" office:string-value=\"\"",
        "table:formula=\"of:=A1\" office:value-type=\"float\" calcext:value-type=\"error\"",
        "office:value-type=\"string\"",
    ];
    let cell = |way: &str, word: &str| {
        format!("<table:table-cell {way}><text:p>{word}</text:p></table:table-cell>")
    };
    let mut cells: Vec<String> = errors.flat_map(|word| ways.map(|way| cell(way, word))).collect();
    for way in [
        "table:formula=\"of:=A1\"",
        "table:formula=\"of:=A1\" office:value-type=\"float\"",
        "office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"",
        "office:value-type=\"float\" office:value=\"\"",
        "office:value-type=\"float\"",
        "office:value-type=\"date\" office:date-value=\"\"",
        "office:value-type=\"time\" office:time-value=\"x\"",
        "office:value-type=\"boolean\"",
    ] {
        cells.push(format!("<table:table-cell {way}/>"));
    }
    cells.extend(["########", "NaN"].map(|word| cell("office:value-type=\"string\"", word)));
    check("ODS", ods(&cells), cells.len());
}

#[test]
fn programs_store_errors_in_their_ways() {
    for (name, count) in
        [("errors.xlsx", 7), ("errors.xls", 7), ("errors.ods", 7), ("errors.parquet", 3)]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name);
        check(name, std::fs::read(path).unwrap(), count);
    }
}

#[test]
fn text_holds_what_a_program_showed() {
    let lines = |line: &dyn Fn(&str) -> String| WORDS.map(line).concat().into_bytes();
    let with = |names: &str, rows: Vec<u8>| [names.as_bytes(), &rows].concat();
    let json = lines(&|word| format!("{{\"Doc\":\"{word}\",\"Ante\":5}}\n"));
    for (what, bytes) in [
        ("CSV", with("Doc,Ante\n", lines(&|word| format!("{word},5\n")))),
        ("quoted CSV", with("Doc,Ante\n", lines(&|word| format!("\"{word}\",5\n")))),
        ("fixed width", with("Doc           Ante\n", lines(&|word| format!("{word:14}5\n")))),
        ("JSON", json),
    ] {
        check(what, bytes, WORDS.len());
    }
    let why = no_value(NOT_CALCULATED.as_bytes());
    assert_eq!(why, Some("is not calculated; open the workbook in its program and save it"));
}
