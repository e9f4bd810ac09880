//! Files that were made to do harm, or that broke on the way: each is refused in one sentence or
//! read as far as it goes, in little memory, and none ends the program.

use crate::common::{Table, package, rows_of};
use feltproof_sheets::{Content, Format, open, sniff};
use std::fs;
use std::io::Cursor;
use std::path::Path;

/// A workbook of one sheet.
fn xlsx(sheet: &str, strings: &str) -> Vec<u8> {
    let related = |kind: &str, target: &str| {
        format!("<Relationship Id=\"r{kind}\" Type=\"x/{kind}\" Target=\"{target}\"/>")
    };
    let root = format!("<Relationships>{}</Relationships>", related("officeDocument", "xl/w.xml"));
    let own = [related("worksheet", "s.xml"), related("sharedStrings", "/xl/t.xml")].concat();
    package(&[
        ("_rels/.rels", root.as_bytes()),
        ("xl/_rels/w.xml.rels", format!("<Relationships>{own}</Relationships>").as_bytes()),
        (
            "xl/w.xml",
            b"<workbook><sheets><sheet name=\"S\" r:id=\"rworksheet\"/></sheets></workbook>",
        ),
        ("xl/s.xml", format!("<worksheet>{sheet}</worksheet>").as_bytes()),
        ("xl/t.xml", format!("<sst>{strings}</sst>").as_bytes()),
    ])
}

/// All rows of a file, or the first sentence that says why not.
fn read(bytes: &[u8]) -> Result<Table, String> {
    let file = Box::new(Cursor::new(bytes.to_vec()));
    // The header is stated: nothing is read before it is asked for.
    let format = Format { header_row: Some(1), sheets: vec!["*".to_owned()], ..Format::default() };
    let opened = open("f", file, &format).map_err(|e| e.to_string())?;
    let mut table = Table::new();
    for part in opened.parts {
        match part.content {
            Content::Rows(mut source) => table.extend(rows_of(&mut *source)?),
            Content::Text { mut text, .. } => {
                std::io::copy(&mut text, &mut std::io::sink()).map_err(|e| e.to_string())?;
            }
        }
    }
    Ok(table)
}

fn refused(bytes: &[u8], words: &str) {
    let why = read(bytes).unwrap_err();
    assert!(why.contains(words) && why.starts_with("f:") && !why.contains('\n'), "{why}");
}

#[test]
fn a_sheet_is_as_large_as_its_cells() {
    let cell = "<row r=\"3\"><c r=\"B3\"><v>5</v></c></row>";
    let stated = format!("<dimension ref=\"A1:XFD1048576\"/><sheetData>{cell}</sheetData>");
    let expected = [(3, vec![String::new(), "5".to_owned()])];
    assert_eq!(read(&xlsx(&stated, "")).unwrap(), expected);
    let empty: String = (4..200_000)
        .map(|r| {
            format!("<row r=\"{r}\" s=\"1\"><c r=\"A{r}\" s=\"1\"/><c r=\"XFD{r}\" s=\"1\"/></row>")
        })
        .collect();
    assert_eq!(
        read(&xlsx(&format!("<sheetData>{cell}{empty}</sheetData>"), "")).unwrap(),
        expected
    );
}

#[test]
fn cells_stand_where_a_sheet_has_them() {
    let refused = |rows: &str, words: &str| {
        refused(&xlsx(&format!("<sheetData>{rows}</sheetData>"), "<si><t>x</t></si>"), words);
    };
    refused("<row r=\"1\"><c r=\"XFE1\"><v>1</v></c></row>", "a cell at `XFE1`");
    refused(
        "<row r=\"1\"><c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>1</v></c></row>",
        "A1 is out of order",
    );
    refused("<row r=\"2\"></row><row r=\"2\"></row>", "row `2` follows row 2");
    refused("<row r=\"1048577\"></row>", "row `1048577`");
    refused("<row r=\"1\"><c r=\"A1\" t=\"s\"><v>7</v></c></row>", "the shared string 7");
    refused(
        "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>&evil;</v></c></row>",
        "unknown entity `&evil;`",
    );
    refused("<row r=\"1\"><c r=\"A1\"><v>1", "damaged");
}

#[test]
fn what_was_read_before_a_sheet_breaks_off_is_not_lost() {
    let rows = "<row><c><v>1</v></c></row><row><c><v>2</v></c></row><row r=\"1\"/>";
    let bytes = xlsx(&format!("<sheetData>{rows}</sheetData>"), "");
    let mut opened = open("f", Box::new(Cursor::new(bytes)), &Format::default()).unwrap();
    let Content::Rows(source) = &mut opened.parts[0].content else { panic!() };
    assert_eq!(source.next_rows().unwrap().unwrap().count(), 2);
    let why = source.next_rows().unwrap_err();
    assert!(why.starts_with("f: sheet `S`, row 2 or after:"), "{why}");
    assert!(source.next_rows().unwrap().is_none(), "and then it is at its end");
}

#[test]
fn texts_that_grow_are_refused() {
    let long = "x".repeat(5 << 20);
    refused(&xlsx("<sheetData/>", &format!("<si><t>{long}</t></si>")), "a text of more than");
    let many = format!("<si><t>{}</t></si>", "x".repeat(4_000)).repeat(20_000);
    refused(&xlsx("<sheetData/>", &many), "decompression bomb");
    let cells = "<c t=\"s\"><v>0</v></c>".repeat(16_384);
    let one = format!("<si><t>{}</t></si>", "x".repeat(30_000));
    refused(&xlsx(&format!("<sheetData><row>{cells}</row></sheetData>"), &one), "MiB of text");
}

#[test]
fn sizes_that_are_stated_are_not_believed() {
    let mut bytes = xlsx("<sheetData><row><c><v>1</v></c></row></sheetData>", "");
    // The uncompressed size of every part, in its own header and in the directory.
    let signatures: [(&[u8], usize); 2] = [(b"PK\x03\x04", 22), (b"PK\x01\x02", 24)];
    for (signature, at) in signatures {
        for found in 0..bytes.len() - 46 {
            if bytes[found..].starts_with(signature) {
                bytes[found + at..found + at + 4].copy_from_slice(&0xFFFF_FFF0_u32.to_le_bytes());
            }
        }
    }
    refused(&bytes, "it is not as long as the file says");
}

#[test]
fn repeated_cells_are_bounded() {
    let sheet = |rows: &str| {
        let content = format!(
            "<office:document-content><table:table table:name=\"S\">{rows}\
             </table:table></office:document-content>"
        );
        package(&[("content.xml", content.as_bytes())])
    };
    let cell = |times: u64| {
        format!(
            "<table:table-cell office:value-type=\"float\" office:value=\"1\" \
             table:number-columns-repeated=\"{times}\"/>"
        )
    };
    let row = |times: u64, cells: &str| {
        format!("<table:table-row table:number-rows-repeated=\"{times}\">{cells}</table:table-row>")
    };
    assert_eq!(read(&sheet(&row(3, &cell(2)))).unwrap().len(), 3);
    refused(&sheet(&row(1_048_576, &cell(16_384))), "decompression bomb");
    refused(&sheet(&row(1, &cell(16_385))), "more than 16384 columns");
    refused(&sheet(&row(1_048_577, &cell(1))), "more than 1048576 rows");
    refused(&sheet(&row(u64::MAX, &cell(u64::MAX))), "columns");
    let empty = "<table:table-cell table:number-columns-repeated=\"99999999999\"/>";
    assert_eq!(read(&sheet(&row(u64::MAX, empty))).unwrap(), []);
}

/// A compound file with one stream.
fn compound(name: &str, stream: &[u8]) -> Vec<u8> {
    let sectors = stream.len().div_ceil(512).max(8);
    let mut header = vec![0; 512];
    header[..8].copy_from_slice(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]);
    header[24..34].copy_from_slice(&[0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0]);
    let none = u32::MAX - 1;
    for (at, value) in [(44, 1_u32), (48, 1), (56, 4096), (60, none), (68, none), (76, 0)] {
        header[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    header[80..].fill(0xFF);
    let mut next: Vec<u32> = vec![u32::MAX - 2, none];
    next.extend((3..).take(sectors - 1).chain([none]));
    next.resize(128, u32::MAX);
    let mut directory = vec![0; 512];
    for (entry, name, start, bytes) in [(0, "Root Entry", none, 0), (1, name, 2, sectors * 512)] {
        let entry = &mut directory[entry * 128..][..128];
        let units: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        entry[..units.len()].copy_from_slice(&units);
        entry[64] = u8::try_from(units.len() + 2).unwrap();
        entry[116..120].copy_from_slice(&start.to_le_bytes());
        entry[120..124].copy_from_slice(&u32::try_from(bytes).unwrap().to_le_bytes());
    }
    let next = next.into_iter().flat_map(u32::to_le_bytes);
    let mut file: Vec<u8> = header.into_iter().chain(next).chain(directory).collect();
    file.extend_from_slice(stream);
    file.resize(512 * (3 + sectors), 0);
    file
}

/// Records of XLS.
fn biff(records: &[(u16, &[u8])]) -> Vec<u8> {
    let record = |(kind, data): &(u16, &[u8])| {
        let length = u16::try_from(data.len()).unwrap();
        [&kind.to_le_bytes()[..], &length.to_le_bytes(), data].concat()
    };
    records.iter().flat_map(record).collect()
}

#[test]
fn what_is_encrypted_says_how_to_open_it() {
    refused(&compound("EncryptedPackage", b"secret"), "encrypted with a password");
    let bof: &[u8] = &[0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let pass = biff(&[(0x0809, bof), (0x002F, &[1, 0, 1, 0]), (0x000A, &[])]);
    refused(&compound("Workbook", &pass), "encrypted with a password");
    let manifest = b"<m><f><manifest:encryption-data/></f></m>";
    refused(&package(&[("content.xml", b"x"), ("META-INF/manifest.xml", manifest)]), "password");
    refused(&compound("Anything", b""), "no workbook");
    refused(&package(&[("readme.txt", b"x")]), "no workbook");
    refused(b"PAR1....PARE", "footer is encrypted");
}

#[test]
fn a_sheet_of_xls_that_would_be_laid_out_is_refused() {
    let bof: &[u8] = &[0, 6, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let cell =
        |row: u16, column: u16| [&row.to_le_bytes()[..], &column.to_le_bytes(), &[0; 10]].concat();
    let far =
        biff(&[(0x0809, bof), (0x0203, &cell(0, 0)), (0x0203, &cell(1, 60_000)), (0x000A, &[])]);
    refused(&compound("Workbook", &far), "a cell in column 60001");
    // A sheet that says it ends before it begins.
    let backwards = [9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5, 0, 0, 0];
    let stated = biff(&[(0x0809, bof), (0x0200, &backwards), (0x000A, &[])]);
    refused(&compound("Workbook", &stated), "save it as XLSX");
    let (first, last) = (cell(0, 0), cell(65_535, 255));
    let sheet: [(u16, &[u8]); 4] =
        [(0x0809, bof), (0x0203, &first), (0x0203, &last), (0x000A, &[])];
    refused(&compound("Workbook", &biff(&sheet.repeat(3))), "save it as XLSX");
}

#[test]
fn a_schema_that_contradicts_itself_is_refused() {
    // A footer of one list: an element that says it has two thousand million children.
    let element = [0x55, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0x00];
    let footer = [&[0x29, 0x1C][..], &element, &[0x00]].concat();
    let size = u32::try_from(footer.len()).unwrap().to_le_bytes();
    let file = [&b"PAR1"[..], &footer, &size, b"PAR1"].concat();
    refused(&file, "its schema contradicts itself");
    refused(&[&b"PAR1"[..], &[0xFF; 4], b"PAR1"].concat(), "breaks off");
    refused(b"PAR1", "breaks off");
}

#[test]
fn what_holds_no_rows_says_what_to_do() {
    for (bytes, words) in [
        (&b"%PDF-1.7"[..], "only drawn"),
        (b"<?xml version=\"1.0\"?><Workbook/>", "save it as XLSX"),
        (b" <HTML><table>", "save it as XLSX"),
        (b"SQLite format 3\0", "database"),
        (b"\x00\x01\x02\x03\x00\x00\x10binary\x00\x00\x00\x07\x00", "neither text nor"),
    ] {
        refused(bytes, words);
    }
}

fn fixtures() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let name = |p: &Path| p.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|p| (name(p), fs::read(p).unwrap())).collect()
}

/// Every file ends too early at some place: workbooks and Parquet say so, and nothing panics.
#[test]
fn what_breaks_off_is_said() {
    let mut tried = 0;
    for (name, bytes) in fixtures() {
        let kinds = ["xlsx", "xls", "ods", "parquet", "gz", "zst"];
        let is_framed = kinds.iter().any(|kind| name.ends_with(kind));
        for part in 0..40 {
            let cut = &bytes[..bytes.len() * part / 40];
            let result = read(cut);
            assert!(!is_framed || result.is_err() || cut.is_empty(), "{name}, {} bytes", cut.len());
            tried += 1;
        }
    }
    assert!(tried > 600);
}

/// Bytes change on the way: whatever comes out, it comes out.
#[test]
fn damaged_files_end_no_program() {
    let mut seed = 12_u64;
    let mut random = |below: usize| {
        // The generator of Knuth's MMIX.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut refused = 0;
    for (name, bytes) in fixtures() {
        for _ in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..=random(4) {
                let at = random(damaged.len());
                damaged[at] = u8::try_from(random(256)).unwrap();
            }
            let file = Box::new(Cursor::new(damaged.clone()));
            let _ = sniff(&name, file, &Format::default()).map(|found| found.reasons.len());
            if let Err(why) = read(&damaged) {
                assert!(!why.is_empty() && !why.contains('\n'), "{name}: {why}");
                refused += 1;
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

/// One digit of an amount in a part that is stored as it is: the checksum of the part alone tells.
#[test]
fn a_part_whose_checksum_is_not_that_of_its_content_is_not_read() {
    let sheet = "<sheetData><row r=\"1\"><c r=\"A1\"><v>1250</v></c></row></sheetData>";
    let mut bytes = stored(&xlsx(sheet, ""));
    assert_eq!(read(&bytes).unwrap(), [(1, vec!["1250".to_owned()])]);
    let at = bytes.windows(4).position(|four| four == b"1250").unwrap();
    bytes[at] = b'9';
    refused(
        &bytes,
        "its part `xl/s.xml` was altered or is damaged (its checksum is not that of its content)",
    );
}

/// The parts of a ZIP file once more, none compressed.
fn stored(zip: &[u8]) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for index in 0..from.len() {
        let mut part = from.by_index(index).unwrap();
        to.start_file(part.name().unwrap(), options).unwrap();
        std::io::copy(&mut part, &mut to).unwrap();
    }
    to.finish().unwrap().into_inner()
}

/// A workbook of more sheets than any room keeps in one, and one whose sheets are one part named a million times.
#[test]
fn sheets_have_an_end() {
    let many = |count: u32| {
        let table = |at| {
            format!(
                "<table:table table:name=\"S{at}\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>a</text:p></table:table-cell></table:table-row></table:table>"
            )
        };
        let tables: String = (0..count).map(table).collect();
        let content = format!(
            "<office:document-content><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
        );
        package(&[("content.xml", content.as_bytes())])
    };
    let said = |bytes: Vec<u8>| {
        let found = sniff("f", Box::new(Cursor::new(bytes)), &Format::default());
        found.map(|found| found.sheets.len()).map_err(|e| e.to_string())
    };
    assert_eq!(said(many(1_000)), Ok(1_000));
    let found = said(many(1_001)).unwrap_err();
    assert!(
        found.contains("it has 1001 sheets or more, above 1000; save those that matter"),
        "{found}"
    );

    let related = |count: u32| {
        let relation =
            |at| format!("<Relationship Id=\"r{at}\" Type=\"x/worksheet\" Target=\"s.xml\"/>");
        let relations: String = (0..count).map(relation).collect();
        let relations = format!("<Relationships>{relations}</Relationships>");
        let sheets: String =
            (0..1_001).map(|at| format!("<sheet name=\"S{at}\" r:id=\"r{at}\"/>")).collect();
        let book = format!("<workbook><sheets>{sheets}</sheets></workbook>");
        package(&[
            ("xl/workbook.xml", book.as_bytes()),
            ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
            ("xl/s.xml", b"<worksheet><sheetData/></worksheet>"),
        ])
    };
    let found = said(related(1_001)).unwrap_err();
    assert!(found.contains("it has 1001 sheets or more, above 1000"), "{found}");
    let found = said(related(65_536)).unwrap_err();
    assert!(found.contains("it has 65536 parts, above 65535"), "{found}");
}
