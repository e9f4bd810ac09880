//! The exports in `fixtures/vendors`, read through their profiles, say what the canonical journals say
//! that they were made from.

use crate::common::{engagement, journal};
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/vendors").join(name)
}

/// Each journal of the system that is an export: file, records, rows left out, columns not read.
#[track_caller]
fn reads_as_canonical(name: &str, exports: &[(&str, usize, u64, &[&str])]) {
    let (here, canonical) = (folder(name), folder(name).join("canonical"));
    let (ours, theirs) = (engagement(&here), engagement(&canonical));
    assert_eq!(ours.tables, theirs.tables);
    let mut seen = Vec::new();
    for (at, entry) in (0_u16..).zip(&ours.journals) {
        let export = journal(&here, &ours, at);
        let same = theirs.journals.iter().position(|other| other.kind == entry.kind).unwrap();
        let original = journal(&canonical, &theirs, u16::try_from(same).unwrap());
        let file = &*entry.file;
        assert_eq!(export.problems, [], "{file}");
        assert_eq!(original.problems, [], "{file}");
        for (place, (read, written)) in export.records.iter().zip(&original.records).enumerate() {
            assert_eq!(read, written, "{file}, record {}", place + 1);
        }
        assert_eq!(export.records.len(), original.records.len(), "{file}");
        if entry.profile.is_some() {
            let unmapped = export.unmapped.clone();
            seen.push((file, export.records.len(), export.rows_left_out, unmapped));
        }
    }
    let owned = |columns: &[&str]| columns.iter().map(|c| (*c).to_owned()).collect();
    let expected = exports.iter().map(|(file, records, out, c)| (*file, *records, *out, owned(c)));
    assert_eq!(seen, expected.collect::<Vec<_>>());
}

/// Fixed width in Windows-1252 with repeated headers and rules; CSV with a title, dollars and a total.
#[test]
fn shfl_game_manager_with_aquarius() {
    reads_as_canonical(
        "shfl-game-manager",
        &[("aquarius-events.txt", 139, 8, &[]), ("game-manager-activity.csv", 93, 1, &[])],
    );
}

/// UTF-16 with tabs; semicolons in Windows-1252; local times of the night when the clock is set back.
#[test]
fn nexus_command() {
    reads_as_canonical(
        "nexus-command",
        &[("table-controller.txt", 136, 0, &[]), ("meter-history.csv", 95, 3, &[])],
    );
}

/// Everything quoted, a column for each sensor, heartbeats; two links in one file, days first.
#[test]
fn nexus_command_2() {
    reads_as_canonical(
        "nexus-command-2",
        &[("tc2-events.csv", 222, 9, &[]), ("gm2-transactions.psv", 123, 11, &[])],
    );
}

/// A row a round, cards by number.
#[test]
fn a_shoe_that_reads_cards() {
    reads_as_canonical("card-shoe", &[("shoe-7.txt", 626, 3, &["Cards"])]);
}

/// A workbook: dates and times as such, net results, cards with suit signs.
#[test]
fn an_observation_sheet() {
    reads_as_canonical("observation-sheet", &[("table-observation.xlsx", 264, 3, &["Observer"])]);
}
