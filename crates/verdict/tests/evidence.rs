//! What stands for the evidence, and what is taken from it for the reader: the digest, the hours covered, the places explained.

use crate::day::fixture;
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_model::{Locus, TableId};
use feltproof_verdict::{Coverage, TableDay, places_to_explain, sha256_hex};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn the_digest_is_of_one_line_for_each_piece_of_evidence() {
    let w = fixture::<()>("playthroughs/crazy4-wa", |text| text).workpaper;
    let mut lines =
        vec![("engagement", w.engagement_file.file.as_str(), &w.engagement_file.sha256)];
    lines.extend(w.inputs.iter().map(|of| (of.kind, of.digest.file.as_str(), &of.digest.sha256)));
    lines.extend(w.packs.iter().map(|of| ("pack", of.id.as_str(), &of.sha256)));
    lines.extend(w.games.iter().map(|of| ("game", of.id.as_str(), &of.sha256)));
    let text = lines.iter().map(|(what, name, sha256)| format!("{what} {name} {sha256}\n"));
    assert_eq!(w.evidence_sha256, sha256_hex(text.collect::<String>().as_bytes()));
    assert_eq!(w.report_id, format!("{}-{}", w.engagement.id, &w.evidence_sha256[..12]));
    assert_eq!(w.inputs.len(), 3);
}

/// Rounds in each hour that passed, counted again from the cells: the gaming day begins at 06:00.
#[test]
fn the_hours_covered_are_those_of_the_rounds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/harbor-card-room");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let engagement = parse_engagement(&read("engagement.toml"), "engagement.toml").unwrap();
    let hands = read("hands.csv");
    let mut coverage = Coverage::default();
    let mut reader = JournalReader::new(hands.as_bytes(), &engagement, 0).unwrap();
    while let Some(block) = reader.next_block().unwrap() {
        coverage.count(&engagement, &block);
    }
    // The clock is set back at 02:00: where the times of a table go back, an hour more has passed.
    let (mut rounds, mut last) = (BTreeMap::<(&str, &str), u64>::new(), BTreeMap::new());
    let mut set_back = BTreeSet::new();
    for row in hands.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let (round, at, table) = (cells[0], cells[1], cells[2]);
        if last.insert(table, at).is_some_and(|before| at < before) {
            set_back.insert(table);
        }
        let (date, time) = at.split_once('T').unwrap();
        let hour: u64 = time[..2].parse().unwrap();
        let since = if date == "2026-10-31" { hour - 6 } else { hour + 18 };
        rounds.entry((table, round)).or_insert(since + u64::from(set_back.contains(table)));
    }
    assert!(!set_back.is_empty(), "the night of the fixture has the repeated hour");
    let mut expected = BTreeMap::<TableDay, Vec<u64>>::new();
    for ((table, _), hour) in rounds {
        let table = engagement.tables.iter().position(|of| of.id == table).unwrap();
        let table = TableId(u16::try_from(table).unwrap());
        let hours = expected.entry(TableDay { journal: 0, day: 0, table }).or_default();
        let hour = usize::try_from(hour).unwrap();
        hours.resize(hours.len().max(hour + 1), 0);
        hours[hour] += 1;
    }
    assert_eq!(coverage.hours, expected);
    assert!(coverage.outside.is_empty() && expected.len() > 1);
}

#[test]
fn the_page_explains_every_finding_and_every_check() {
    let w = fixture::<()>("tampered-day", |text| text).workpaper;
    let places = places_to_explain(&w);
    let all: BTreeSet<Locus> = places.iter().copied().collect();
    assert!(places.is_sorted() && all.len() == places.len() && places.len() <= 400);
    for check in w.findings.iter().map(|of| of.code) {
        let own = w.exceptions.iter().filter(|e| e.code == check);
        assert!(own.clone().count() == 0 || own.clone().any(|e| all.contains(&e.locus)), "{check}");
    }
    for cause in &w.causes {
        assert!(all.contains(&cause.first), "{}", cause.title);
    }
}
