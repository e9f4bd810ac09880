//! What is written as a canonical journal reads as what it was written from.

use crate::common::in_words;
use feltproof_intake::{CanonicalForm, CanonicalWriter, JournalReader, parse_engagement};
use feltproof_model::Engagement;
use std::fs;
use std::path::{Path, PathBuf};

fn fixture(folder: &str) -> (PathBuf, Engagement) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(folder);
    let text = fs::read_to_string(folder.join("engagement.toml")).unwrap();
    let engagement = parse_engagement(&text, "engagement.toml").unwrap();
    (folder, engagement)
}

/// Every record in words, without its line; and what is written of them.
fn read(text: &[u8], engagement: &Engagement, journal: u16) -> (Vec<String>, Vec<u8>) {
    let mut reader = JournalReader::new(text, engagement, journal).unwrap();
    let columns = reader.columns().clone();
    let mut writer =
        CanonicalWriter::new(Vec::new(), CanonicalForm::Csv, engagement, journal, &columns)
            .unwrap();
    let mut words = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        writer.push(&block).unwrap();
        words.extend(in_words(block));
    }
    (words, writer.finish().unwrap())
}

#[test]
fn every_fixture_comes_back() {
    let mut records = 0;
    for name in ["harbor-card-room", "tampered-day", "riffled-shuffler"] {
        let (folder, engagement) = fixture(name);
        for (at, journal) in (0_u16..).zip(&engagement.journals) {
            let text = fs::read(folder.join(&journal.file)).unwrap();
            let (words, written) = read(&text, &engagement, at);
            assert_ne!(written, text, "times are written another way: {name} {}", journal.file);
            let (again, _) = read(&written, &engagement, at);
            assert_eq!(words.len(), again.len(), "{name} {}", journal.file);
            for (before, after) in words.iter().zip(&again) {
                assert_eq!(before, after, "{name} {}", journal.file);
            }
            records += words.len();
        }
    }
    assert!(records > 10_000, "{records}");
}

/// The in-meter, written at some of the records.
#[test]
fn an_in_meter_comes_back() {
    let (folder, engagement) = fixture("harbor-card-room");
    let at = engagement.journals.iter().position(|j| j.file == "manager.csv").unwrap();
    let text = fs::read_to_string(folder.join("manager.csv")).unwrap();
    let with = |count: &dyn Fn(usize) -> String| -> String {
        let lines = text.lines().enumerate();
        let cell = |n: usize| if n == 0 { "in_meter".to_owned() } else { count(n) };
        lines.map(|(n, line)| format!("{line},{}\n", cell(n))).collect()
    };
    let dollars = with(&|n| if n % 3 == 0 { String::new() } else { format!("{n}.25") });
    let journal = u16::try_from(at).unwrap();
    let (words, written) = read(dollars.as_bytes(), &engagement, journal);
    let (again, _) = read(&written, &engagement, journal);
    assert_eq!(words, again);
    let is_written = |words: &&String| words.contains("in_meter: Some(");
    assert_eq!(words.iter().filter(is_written).count(), words.len() - words.len() / 3);
}

/// A text that a spreadsheet would run is written behind an apostrophe and read without it: names of dealers, of tables
/// and of links alike.
#[test]
fn text_that_a_spreadsheet_would_run_comes_back() {
    let (folder, mut engagement) = fixture("harbor-card-room");
    let first = engagement.tables[0].id.clone();
    engagement.tables[0].id = "=C4P-1".into();
    for link in &mut engagement.links {
        link.name = "@HARBOR".into();
    }
    let mut guarded = 0;
    for (at, journal) in (0_u16..).zip(&engagement.journals) {
        let text = fs::read_to_string(folder.join(&journal.file)).unwrap();
        let (header, rows) = text.split_once('\n').unwrap();
        let rows: String = rows.lines().take(400).map(|row| format!("{row}\n")).collect();
        let rows =
            rows.replace(&format!(",{first},"), ",=C4P-1,").replace(",HARBOR-1,", ",@HARBOR,");
        let rows = rows.replace(",D01,", ",-D01,").replace("S. Park", "+S. Park");
        let (words, written) = read(format!("{header}\n{rows}").as_bytes(), &engagement, at);
        assert!(words.len() > 300, "{}: {}", journal.file, words.len());
        let (again, _) = read(&written, &engagement, at);
        assert_eq!(words, again, "{}", journal.file);
        let cells = String::from_utf8(written).unwrap();
        for cell in cells.lines().flat_map(|line| line.split(',')) {
            let number = cell.trim_start_matches('-').parse::<f64>().is_ok();
            assert!(number || !cell.starts_with(['=', '+', '-', '@']), "{}: {cell}", journal.file);
            guarded += usize::from(cell.starts_with('\''));
        }
    }
    assert!(guarded > 300, "{guarded}");
}
