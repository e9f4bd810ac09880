//! Rows in another order than that in which they were recorded, by a profile: read as the same rows in order.

use super::*;
use crate::Profile;
use feltproof_sheets::Dialect;

/// A text with commas through a profile, opened.
pub(super) fn by_profile<'t>(
    text: &'t str,
    profile: &str,
    engagement: &Engagement,
) -> Result<JournalReader<&'t [u8]>, String> {
    let profile = Profile::parse(profile, "profile.toml").unwrap();
    let content = Content::Text(text.as_bytes(), Dialect::CSV);
    let names = ColumnNames::Row(profile.file.header_row.unwrap_or(1));
    let export = Export { content, names, evidence: None };
    JournalReader::mapped(export, &profile, engagement, 0).map_err(|e| e.to_string())
}

/// Rounds of two tables through the night of 2026-11-01, when the clock is set back at two, a player and the dealer in
/// each: round, local time, table, and the hour by which it is later than its first reading.
const NIGHT: [(u32, &str, &str, bool); 8] = [
    (1, "2026-11-01T00:40:00", "C4P-1", false),
    (1, "2026-11-01T00:50:00", "Tíjuana", false),
    (2, "2026-11-01T01:20:00", "C4P-1", false),
    (2, "2026-11-01T01:55:00", "Tíjuana", false),
    (3, "2026-11-01T01:05:00", "C4P-1", true),
    (3, "2026-11-01T01:30:00", "Tíjuana", true),
    (4, "2026-11-01T02:10:00", "C4P-1", false),
    (4, "2026-11-01T02:20:00", "Tíjuana", false),
];

fn rows() -> Vec<String> {
    let row = |(round, time, table, _): (u32, &str, &str, bool), rest: &str| {
        format!("{round},{time},{table},D07,{rest}\n")
    };
    let both = |of| [row(of, "1,As Ks Qs Js 2d,play,5.00"), row(of, "D,Th 9h 8h 7h 2c,deal,")];
    NIGHT.into_iter().flat_map(both).collect()
}

fn read_in(order: &str, rows: &[String]) -> Result<Whole, String> {
    let text = format!("round,time,table,dealer,seat,cards,action,ante\n{}", rows.concat());
    let columns: String = ["round", "time", "table", "dealer", "seat", "cards", "action", "ante"]
        .map(|name| format!("{name} = \"{name}\"\n"))
        .concat();
    let profile = format!(
        "schema = 1\nname = \"x\"\nkind = \"hands\"\n[rows]\norder = \"{order}\"\n[columns]\n{columns}"
    );
    let keys = "repeated_hour = \"record-order\"";
    by_profile(&text, &profile, &engagement("hands", keys)).map(read_all)
}

/// Rounds as they come: number, time, seats.
fn rounds(whole: &Whole) -> Vec<(u32, Timestamp, Vec<String>)> {
    let heads = whole.hands.rows.as_rows().heads();
    let of = |run: &Fragment| {
        let rows = &heads[run.rows.start as usize..run.rows.end as usize];
        assert!(rows.iter().all(|row| row.time == run.time), "{run:?}");
        (run.round, run.time, rows.iter().map(|row| row.seat.to_string()).collect())
    };
    whole.hands.fragments.iter().map(of).collect()
}

fn expected() -> Vec<(u32, Timestamp, Vec<String>)> {
    let of = |(round, time, _, is_second): (u32, &str, &str, bool)| {
        let is_winter = is_second || time.contains("T02");
        let offset = if is_winter { "-08:00" } else { "-07:00" };
        (round, at(&format!("{time}{offset}")), ["1", "D"].map(str::to_owned).to_vec())
    };
    NIGHT.map(of).to_vec()
}

#[test]
fn rows_with_the_newest_first_are_read_backwards_and_rounds_stay_whole() {
    let mut backwards = rows();
    backwards.reverse();
    assert_eq!(rounds(&read_in("newest-first", &backwards).unwrap()), expected());
    // Sorted by time alone: the rows of a round stand as they did.
    let pairs: Vec<String> = rows().chunks(2).rev().flatten().cloned().collect();
    let whole = read_in("newest-first", &pairs).unwrap();
    assert_eq!(rounds(&whole), expected());
    // Lines are those of the file: the first round stands last.
    let lines: Vec<u32> = whole.hands.rows.as_rows().heads().iter().map(|row| row.line).collect();
    assert_eq!(lines[..4], [16, 17, 14, 15]);
    let span = (whole.summary.first, whole.summary.last);
    assert_eq!(span, (Some(expected()[0].1), Some(expected()[7].1)));
}

#[test]
fn rows_in_no_order_are_sorted_by_time_and_the_repeated_hour_is_read_by_the_numbers_of_the_rounds()
{
    let cell = |row: &String, at: usize| row.split(',').nth(at).unwrap().to_owned();
    for column in [0, 1, 2, 4, 5] {
        let mut sorted = rows();
        sorted.sort_by_key(|row| cell(row, column));
        assert_eq!(rounds(&read_in("unordered", &sorted).unwrap()), expected(), "{column}");
    }
}

#[test]
fn a_repeated_time_that_no_number_tells_is_refused() {
    // Of one table round 2 alone is left in the repeated hour.
    let some: Vec<String> = rows().into_iter().filter(|row| !row.starts_with("3,")).collect();
    let why = read_in("unordered", &some).unwrap_err();
    assert!(why.starts_with("hands.csv: line 6: its time happened twice"), "{why}");
    assert!(why.contains("repeated_hour = \"first\""), "{why}");
}

#[test]
fn what_cannot_be_read_stands_beside_the_records_of_its_time() {
    let mut broken = rows();
    broken[6] = broken[6].replace("play", "plaid");
    broken.sort();
    let whole = read_in("unordered", &broken).unwrap();
    assert_eq!((whole.problems.len(), whole.seen), (1, 16));
    let at = broken.iter().position(|row| row.contains("plaid")).unwrap();
    assert_eq!(whole.problems[0].line as usize, at + 2);
    // Where its time cannot be read either, nobody knows where it stands.
    let mut timeless = rows();
    timeless[6] = timeless[6].replace("2026-11-01", "20261101");
    let why = read_in("unordered", &timeless).unwrap_err();
    assert!(why.contains("line 8: time `") && why.contains("leave it out by `ignore`"), "{why}");
    timeless.reverse();
    assert_eq!(read_in("newest-first", &timeless).unwrap().problems.len(), 1);
}

#[test]
fn events_are_put_in_order_by_their_running_numbers() {
    let mut rows: Vec<String> = (1..=9)
        .map(|n| format!("{n},2026-10-31T18:0{}:00,C4P-1,{n},end_game,,,\n", 9 - n.min(8)))
        .collect();
    rows.sort_by_key(|row| row.bytes().map(u32::from).sum::<u32>() % 7);
    let text = format!("{CONTROLLER}{}", rows.concat());
    let columns: String = ["seq", "time", "table", "round", "event", "seat", "value", "actor"]
        .map(|name| format!("{name} = \"{name}\"\n"))
        .concat();
    let profile = format!(
        "schema = 1\nname = \"x\"\nkind = \"controller\"\n[rows]\norder = \"unordered\"\n[columns]\n{columns}"
    );
    let whole = read_all(by_profile(&text, &profile, &engagement("controller", "")).unwrap());
    let numbers: Vec<u64> = whole.controller.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=9).collect::<Vec<_>>());
}
