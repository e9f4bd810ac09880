//! Journals of several files at the command line: patterns, sheets, one file that holds two journals.

use crate::common::{audit, copied_day, feltproof, fixtures, json, run};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The lines of a journal by their table, each with the header.
fn by_table(text: &str) -> BTreeMap<String, Vec<String>> {
    let (header, rows) = text.split_once('\n').unwrap();
    let mut all = BTreeMap::<String, Vec<String>>::new();
    for row in rows.lines() {
        let lines = all.entry(row.split(',').nth(2).unwrap().to_owned());
        lines.or_insert_with(|| vec![header.to_owned()]).push(row.to_owned());
    }
    all
}

fn tampered(home: &Path) -> std::path::PathBuf {
    let day = home.join("tampered");
    fs::create_dir(&day).unwrap();
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        fs::copy(fixtures().join("tampered-day").join(file), day.join(file)).unwrap();
    }
    day
}

/// Changes the engagement of a day.
fn engage(day: &Path, from: &str, to: &str) {
    let path = day.join("engagement.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

/// What the report of a day says, without the places.
fn said(home: &Path, day: &Path, out: &str, code: i32) -> BTreeSet<String> {
    let out = home.join(out);
    run(audit(home, &day.join("engagement.toml"), &out).arg("--unsigned"), code);
    let report = json(&out.join("report.json"));
    let exceptions = report["exceptions"].as_array().unwrap().iter();
    let said = exceptions.map(|e| {
        let of = |key: &str| e[key].to_string();
        ["code", "table", "round", "seat", "expected", "recorded", "difference"].map(of).join(" ")
    });
    said.collect()
}

#[test]
fn a_pattern_stands_for_the_files_that_fit_it() {
    let home = tempfile::tempdir().unwrap();
    let day = tampered(home.path());
    let whole = said(home.path(), &day, "whole", 1);
    let text = fs::read_to_string(day.join("hands.csv")).unwrap();
    fs::remove_file(day.join("hands.csv")).unwrap();
    fs::create_dir(day.join("hands")).unwrap();
    for (table, lines) in by_table(&text) {
        fs::write(day.join(format!("hands/{table}.csv")), lines.join("\n") + "\n").unwrap();
    }
    engage(&day, "file = \"hands.csv\"", "file = \"hands/C4P-?.c*\"");
    assert!(whole.len() > 30);
    assert_eq!(said(home.path(), &day, "parts", 1), whole);
    let report = json(&home.path().join("parts/report.json"));
    let wrong = report["exceptions"].as_array().unwrap().iter().find(|e| e["code"] == "PAY-001");
    let (file, line) = (wrong.unwrap()["file"].as_str().unwrap(), &wrong.unwrap()["line"]);
    assert!(file.starts_with("hands/C4P-"), "{file}");
    let place = format!("{}:{line}", day.join(file).display());
    let mut show = feltproof(home.path());
    let engagement = day.join("engagement.toml");
    let (text, _) = run(show.args(["show", &place, "--engagement"]).arg(&engagement), 0);
    assert!(text.contains("  PAY-001 ") && text.contains(&format!("({file})")), "{text}");
    // Each is written for itself.
    let out = home.path().join("converted");
    run(feltproof(home.path()).arg("convert").arg(&engagement).arg("--out").arg(&out), 1);
    let first = fs::read_to_string(out.join("hands-1.csv")).unwrap();
    assert!(first.lines().skip(1).all(|row| row.contains(",C4P-1,")), "{first}");
    assert!(out.join("hands-4.csv").exists() && out.join("controller.csv").exists());
}

#[test]
fn a_pattern_that_fits_nothing_and_a_file_that_is_read_twice_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let day = copied_day(home.path());
    let refused = |pattern: &str| {
        let text = fs::read_to_string(day.join("engagement.toml")).unwrap();
        engage(&day, "file = \"hands.csv\"", pattern);
        let mut read = feltproof(home.path());
        let (_, message) = run(read.arg("read").arg(day.join("engagement.toml")), 2);
        fs::write(day.join("engagement.toml"), text).unwrap();
        message
    };
    let none = refused("file = \"hand-*.csv\"");
    assert!(none.contains("file = \"hand-*.csv\" fits no file in"), "{none}");
    let twice = refused("files = [\"hands.csv\", \"hand*.csv\"]");
    assert!(twice.contains("file = \"hands.csv\" is read by the entry of line"), "{twice}");
    let folder = refused("file = \"d*/hands.csv\"");
    assert!(folder.contains("in the name of a folder"), "{folder}");
}

/// A workbook with these sheets, all cells text.
pub(crate) fn workbook(sheets: &[(String, Vec<String>)]) -> Vec<u8> {
    let mut parts = vec![(
        "[Content_Types].xml".to_owned(),
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"
            .to_owned(),
    )];
    let (mut names, mut links) = (String::new(), String::new());
    for ((name, lines), at) in sheets.iter().zip(1..) {
        names += &format!("<sheet name=\"{name}\" sheetId=\"{at}\" r:id=\"rId{at}\"/>");
        links += &format!(
            "<Relationship Id=\"rId{at}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/\
             relationships/worksheet\" Target=\"worksheets/sheet{at}.xml\"/>"
        );
        let rows = lines.iter().zip(1..).map(|(line, row)| {
            let mut cells = csv::ReaderBuilder::new();
            let mut cells = cells.has_headers(false).from_reader(line.as_bytes());
            let cells = cells.records().next().unwrap().unwrap();
            let cells = cells.iter().zip(0_u8..).map(|(cell, column)| {
                let letter = char::from(b'A' + column);
                let cell = cell.replace('&', "&amp;").replace('<', "&lt;");
                format!("<c r=\"{letter}{row}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>")
            });
            format!("<row r=\"{row}\">{}</row>", cells.collect::<String>())
        });
        let sheet = format!(
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{}\
             </sheetData></worksheet>",
            rows.collect::<String>()
        );
        parts.push((format!("xl/worksheets/sheet{at}.xml"), sheet));
    }
    parts.push((
        "xl/workbook.xml".to_owned(),
        format!(
            "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
             xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{names}\
             </sheets></workbook>"
        ),
    ));
    let relations = |links: &str| {
        format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{links}\
             </Relationships>"
        )
    };
    parts.push(("xl/_rels/workbook.xml.rels".to_owned(), relations(&links)));
    let root = "<Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/\
                relationships/officeDocument\" Target=\"xl/workbook.xml\"/>";
    parts.push(("_rels/.rels".to_owned(), relations(root)));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A profile that takes the columns of a canonical journal by their names.
fn profile(kind: &str, header: &str, more: &str) -> String {
    let columns = header.split(',').map(|name| format!("{name} = \"{name}\"\n"));
    let columns: String = columns.collect();
    format!("schema = 1\nname = \"{kind}\"\nkind = \"{kind}\"\n{more}\n[columns]\n{columns}")
}

#[test]
fn the_sheets_of_a_workbook_are_parts() {
    let home = tempfile::tempdir().unwrap();
    let day = tampered(home.path());
    let text = fs::read_to_string(day.join("controller.csv")).unwrap();
    let numbered = |lines: Vec<String>| -> Vec<String> {
        let lines = lines.into_iter().enumerate().map(|(at, line)| match at {
            0 => line,
            _ => format!("{at},{}", line.split_once(',').unwrap().1),
        });
        lines.collect()
    };
    // The same records in files of text, and in the sheets of a workbook.
    let tables = by_table(&text).into_iter().filter(|(table, _)| table.starts_with("C4P-"));
    let sheets: Vec<(String, Vec<String>)> =
        tables.map(|(table, lines)| (format!("Table {table}"), numbered(lines))).collect();
    for (name, lines) in &sheets {
        fs::write(day.join(format!("{name}.csv")), lines.join("\n") + "\n").unwrap();
    }
    engage(&day, "file = \"controller.csv\"", "file = \"Table*.csv\"");
    let files = said(home.path(), &day, "files", 1);
    let more = "[file]\nformat = \"workbook\"\nsheets = [\"Table *\"]\n";
    let header = text.lines().next().unwrap();
    fs::write(day.join("sheets.toml"), profile("controller", header, more)).unwrap();
    fs::write(day.join("tables.xlsx"), workbook(&sheets)).unwrap();
    let both = "file = \"tables.xlsx\"\nprofile = \"sheets.toml\"";
    engage(&day, "file = \"Table*.csv\"", both);
    let sheets_say = said(home.path(), &day, "sheets", 1);
    let apart: Vec<_> = sheets_say.symmetric_difference(&files).collect();
    assert!(apart.is_empty(), "{apart:#?}");
    let report = json(&home.path().join("sheets/report.json"));
    let wrong = report["exceptions"].as_array().unwrap().iter();
    let places: Vec<&str> = wrong.map(|e| e["file"].as_str().unwrap()).collect();
    assert!(places.iter().any(|file| file.starts_with("tables.xlsx[Table C4P-")), "{places:?}");
    let place = format!("{}[{}]:2", day.join("tables.xlsx").display(), sheets[1].0);
    let (text, _) = run(feltproof(home.path()).args(["show", &place]), 0);
    assert!(text.contains("C4P-2") && !text.contains("C4P-1"), "{text}");
}

#[test]
fn one_file_may_hold_two_journals() {
    let home = tempfile::tempdir().unwrap();
    let day = tampered(home.path());
    let whole = said(home.path(), &day, "whole", 1);
    let [hands, controller] =
        ["hands.csv", "controller.csv"].map(|file| fs::read_to_string(day.join(file)).unwrap());
    let headers = [&hands, &controller].map(|text| text.lines().next().unwrap().to_owned());
    let names: BTreeSet<&str> = headers.iter().flat_map(|header| header.split(',')).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut mixed = format!("rec,{}\n", names.join(","));
    let rows = |of: &'static str, text: &str| -> Vec<(String, String)> {
        let header: Vec<String> =
            text.lines().next().unwrap().split(',').map(str::to_owned).collect();
        let row = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            let cell = |name: &&str| {
                header.iter().position(|own| own == name).and_then(|at| fields.get(at).copied())
            };
            let cells: Vec<&str> = names.iter().map(|name| cell(name).unwrap_or("")).collect();
            (fields.get(1).copied().unwrap_or("").to_owned(), format!("{of},{}\n", cells.join(",")))
        };
        text.lines().skip(1).map(row).collect()
    };
    let (hands_rows, controller_rows) = (rows("H", &hands), rows("C", &controller));
    // One after the other in blocks: a file need not be in order of time between its journals.
    let mut blocks = hands_rows.chunks(500);
    for block in controller_rows.chunks(100) {
        mixed.extend(blocks.next().into_iter().flatten().map(|(_, row)| row.as_str()));
        mixed.extend(block.iter().map(|(_, row)| row.as_str()));
    }
    mixed.extend(blocks.flatten().map(|(_, row)| row.as_str()));
    fs::write(day.join("mixed.csv"), mixed).unwrap();
    for (kind, of, header) in [("hands", "H", &headers[0]), ("controller", "C", &headers[1])] {
        let more = format!("[rows]\nonly = [{{ column = \"rec\", is = [\"{of}\"] }}]");
        fs::write(day.join(format!("{kind}.toml")), profile(kind, header, &more)).unwrap();
        let entry = format!("file = \"mixed.csv\"\nprofile = \"{kind}.toml\"");
        engage(&day, &format!("file = \"{kind}.csv\""), &entry);
    }
    // What could not be read for the width of its record reads differently.
    let readable = |said: BTreeSet<String>| -> BTreeSet<String> {
        said.into_iter().filter(|said| !said.contains("LOG-001")).collect()
    };
    assert_eq!(readable(said(home.path(), &day, "mixed", 1)), readable(whole));
    let report = json(&home.path().join("mixed/report.json"));
    let wrong = report["exceptions"].as_array().unwrap().iter().find(|e| e["code"] == "PAY-001");
    let place = format!("{}:{}", day.join("mixed.csv").display(), wrong.unwrap()["line"]);
    let (text, _) = run(feltproof(home.path()).args(["show", &place]), 0);
    assert!(text.contains("  PAY-001 "), "{text}");
}
