//! Workbooks built here part by part, for what no writer at hand writes: every kind of cell of XLSX,
//! links and macros, and XLSB.

use crate::common::{Table, package, rows_of};
use feltproof_sheets::{Content, Format, open};
use std::io::Cursor;

fn read(bytes: Vec<u8>) -> (Table, Vec<String>) {
    let mut opened = open("f", Box::new(Cursor::new(bytes)), &Format::default()).unwrap();
    let Content::Rows(source) = &mut opened.parts[0].content else { panic!("it has sheets") };
    (rows_of(&mut **source).unwrap(), opened.reading.notes())
}

#[test]
fn every_kind_of_cell_is_text() {
    let cells = [
        ("t=\"s\"", "<v>0</v>", "two runs"),
        ("t=\"s\"", "<v>1</v>", " kept "),
        ("t=\"inlineStr\"", "<is><t>A&amp;B &#x2665;_x000D_</t></is>", "A&B ♥\r"),
        ("t=\"str\"", "<f>\"a\"</f><v>a</v>", "a"),
        ("t=\"b\"", "<v>1</v>", "TRUE"),
        ("t=\"e\"", "<v>#DIV/0!</v>", "#DIV/0!"),
        ("t=\"d\"", "<v>2026-10-31T18:03:22</v>", "2026-10-31 18:03:22"),
        ("s=\"1\"", "<v>46326</v>", "2026-10-31"),
        ("s=\"2\"", "<v>46326.5</v>", "2026-10-31 12:00:00"),
        ("s=\"2\"", "<v>46326</v>", "2026-10-31 00:00:00"),
        ("s=\"3\"", "<v>1.5</v>", "36:00:00"),
        ("s=\"1\"", "<v>-5</v>", "-5"),
        ("", "<v>46326</v>", "46326"),
        ("s=\"99\"", "<v>1.25E3</v>", "1250"),
        ("", "<v>0.30000000000000004</v>", "0.3"),
        ("", "<f>1/0</f>", "=formula without a stored value"),
        ("", "<f>1+1</f><v></v>", "=formula without a stored value"),
        ("t=\"str\"", "<f>\"\"</f><v></v>", ""),
        ("", "<v>x</v>", "x"),
    ];
    let row: String = cells.iter().map(|(a, value, _)| format!("<c {a}>{value}</c>")).collect();
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"m/d/yyyy\\ h:mm\"/>\
        </numFmts><cellStyleXfs><xf numFmtId=\"22\"/></cellStyleXfs><cellXfs><xf numFmtId=\"0\"/>\
        <xf numFmtId=\"14\"/><xf numFmtId=\"170\"/><xf numFmtId=\"46\"/></cellXfs></styleSheet>";
    let strings = "<sst><si><r><t>two</t></r><r><t xml:space=\"preserve\"> runs</t></r>\
        <rPh><t>no</t></rPh></si><si><t xml:space=\"preserve\"> kept </t></si></sst>";
    let related = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"http://x/{kind}\" Target=\"{target}\"/>")
    };
    let own = [
        related("a", "worksheet", "./worksheets/sheet1.xml"),
        related("b", "styles", "styles.xml"),
        related("c", "sharedStrings", "sharedStrings.xml"),
        related("d", "externalLink", "externalLinks/externalLink1.xml"),
        related("e", "chartsheet", "chartsheets/sheet1.xml"),
    ];
    let book = "<workbook><sheets><sheet name=\"Chart\" r:id=\"e\"/>\
        <sheet name=\"S &amp; T\" r:id=\"a\"/></sheets></workbook>";
    let sheet = format!("<worksheet><sheetData><row>{row}</row></sheetData></worksheet>");
    let (rows, notes) = read(package(&[
        ("_rels/.rels", related("r", "officeDocument", "/xl/workbook.xml").as_bytes()),
        ("xl/_rels/workbook.xml.rels", own.concat().as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
        ("xl/vbaProject.bin", b"code"),
    ]));
    let expected: Vec<&str> = cells.iter().map(|(_, _, text)| *text).collect();
    assert_eq!(rows, [(1, expected.into_iter().map(str::to_owned).collect())]);
    let said = notes.join("\n");
    for words in [
        "refers to 1 other workbooks",
        "holds macros",
        "2 cells are formulas; their stored values were read (the first: D1)",
        "2 cells are formulas without a stored value; open the workbook in its program and save it \
         (the first: P1)",
        "1 cells hold an error",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_formula_of_ods_without_a_value_is_no_empty_cell() {
    let none = "=formula without a stored value";
    let cells = [
        ("table:formula=\"of:=1+1\"", "", none),
        ("table:formula=\"of:=1+1\" office:value-type=\"float\"", "<text:p/>", none),
        ("table:formula=\"of:=1+1\" office:value-type=\"float\" office:value=\"2\"", "", "2"),
        ("table:formula=\"of:=A1\" office:value-type=\"string\"", "<text:p/>", ""),
        ("table:formula=\"of:=A1\" office:value-type=\"string\" office:string-value=\"\"", "", ""),
        ("office:value-type=\"string\"", "<text:p>x</text:p>", "x"),
    ];
    let row: String = cells
        .iter()
        .map(|(a, text, _)| format!("<table:table-cell {a}>{text}</table:table-cell>"))
        .collect();
    let content = format!(
        "<office:document-content><table:table table:name=\"S\"><table:table-row>{row}\
         </table:table-row></table:table></office:document-content>"
    );
    let (rows, notes) = read(package(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
    ]));
    let expected: Vec<&str> = cells.iter().map(|(_, _, text)| *text).collect();
    assert_eq!(rows, [(1, expected.into_iter().map(str::to_owned).collect())]);
    let said = notes.join("\n");
    assert!(said.contains("2 cells are formulas without a stored value"), "{said}");
    assert!(said.contains("3 cells are formulas; their stored values were read"), "{said}");
}

/// A record of XLSB: its type and its length in groups of seven bits, and what it holds.
fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let mut bytes = if kind < 128 {
        vec![u8::try_from(kind).unwrap()]
    } else {
        vec![u8::try_from(kind & 0x7F).unwrap() | 0x80, u8::try_from(kind >> 7).unwrap()]
    };
    assert!(data.len() < 128, "one byte of length is enough here");
    bytes.push(u8::try_from(data.len()).unwrap());
    bytes.extend_from_slice(data);
    bytes
}

fn wide(text: &str) -> Vec<u8> {
    let count = u32::try_from(text.encode_utf16().count()).unwrap().to_le_bytes();
    count.into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

fn xlsb(cells: &[Vec<u8>]) -> Vec<u8> {
    let bundle = [&[0_u8; 8][..], &wide("r1"), &wide("Hands")].concat();
    let mut sheet = [record(0x0094, &[0; 16]), record(0x0091, &[])].concat();
    sheet.extend(record(0x0000, &2_u32.to_le_bytes()));
    cells.iter().for_each(|cell| sheet.extend_from_slice(cell));
    sheet.extend(record(0x0092, &[]));
    let related =
        "<Relationships><Relationship Id=\"r1\" Target=\"worksheets/sheet1.bin\"/></Relationships>";
    package(&[
        ("xl/_rels/workbook.bin.rels", related.as_bytes()),
        (
            "xl/workbook.bin",
            &[record(0x009C, &bundle), record(0x0090, &[]), record(0x0084, &[])].concat(),
        ),
        ("xl/worksheets/sheet1.bin", &sheet),
    ])
}

fn at(column: u32, value: &[u8]) -> Vec<u8> {
    [&column.to_le_bytes()[..], &[0; 4], value].concat()
}

#[test]
fn xlsb_is_read() {
    let (rows, _) = read(xlsb(&[
        record(0x0006, &at(0, &wide("C4P-1"))),
        record(0x0005, &at(2, &12.5_f64.to_le_bytes())),
        record(0x0004, &at(3, &[1])),
        record(0x0003, &at(4, &[0x2A])),
    ]));
    let cells = ["C4P-1", "", "12.5", "TRUE", "#N/A"].map(str::to_owned).to_vec();
    assert_eq!(rows, [(3, cells)]);
}

/// The sentence is all that is said: no message of the panic, no backtrace.
#[test]
fn a_panic_of_the_reader_is_not_printed() {
    let name = "built::a_panic_of_the_reader_is_a_sentence";
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    let ran = again.args(["--exact", name, "--nocapture"]).output().unwrap();
    let [out, err] = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(out.contains("1 passed"), "{out}");
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn a_panic_of_the_reader_is_a_sentence() {
    // A shared string where there are none, at which `calamine` panics.
    let bytes = xlsb(&[record(0x0007, &at(0, &7_u32.to_le_bytes()))]);
    let opened = open("f", Box::new(Cursor::new(bytes)), &Format::default());
    let why = opened.map(|_| ()).unwrap_err().to_string();
    assert!(why.starts_with("f: sheet `Hands`: it is damaged;"), "{why}");
}
