//! The repeated hour of 2026-11-01 and the skipped one of 2026-03-08, under every policy.

use super::*;

fn journal(times: &[&str]) -> String {
    let mut text = CONTROLLER.to_owned();
    for (seq, time) in times.iter().enumerate() {
        text += &format!("{seq},{time},C4P-1,7,end_game,,,\n");
    }
    text
}

/// The times as read, under every size of blocks and pieces that makes a difference.
fn times(keys: &str, times: &[&str]) -> Vec<Timestamp> {
    let text = journal(times);
    let engagement = engagement("controller", keys);
    let whole = read_sized(text.as_bytes(), &engagement, 1 << 20, 1);
    assert_eq!(whole.problems, []);
    for block in [1, 50, 100, 1 << 20] {
        for pieces in [1, 2, 16] {
            assert_eq!(read_sized(text.as_bytes(), &engagement, block, pieces), whole);
        }
    }
    let read: Vec<Timestamp> = whole.controller.iter().map(|e| e.time).collect();
    assert_eq!(whole.summary.first, read.iter().min().copied());
    assert_eq!(whole.summary.last, read.iter().max().copied());
    read
}

#[track_caller]
fn read_as(keys: &str, cases: &[(&str, &str)]) {
    let written: Vec<&str> = cases.iter().map(|(written, _)| *written).collect();
    let expected: Vec<Timestamp> = cases.iter().map(|(_, meant)| at(meant)).collect();
    assert_eq!(times(keys, &written), expected);
}

const RECORD_ORDER: &str = "repeated_hour = \"record-order\"";

#[test]
fn refused_unless_declared() {
    let whole =
        read("controller", "", journal(&["2026-11-01T01:30:00", "2026-11-01T01:30:00-08:00"]));
    assert_eq!(whole.controller.len(), 1);
    assert_eq!(
        whole.problems[0].reason,
        "time `2026-11-01T01:30:00` happened twice, since the clock was set back; export times \
         with an offset or declare repeated_hour for this journal"
    );
}

#[test]
fn first_and_second() {
    let written = "2026-11-01 01:30:00";
    read_as("repeated_hour = \"first\"", &[(written, "2026-11-01T01:30:00-07:00")]);
    read_as("repeated_hour = \"second\"", &[(written, "2026-11-01T01:30:00-08:00")]);
    // Times with an offset need no policy.
    let offset = "2026-11-01T01:30:00-07:00";
    read_as("repeated_hour = \"second\"", &[(offset, offset)]);
}

#[test]
fn the_order_of_the_records_tells() {
    read_as(
        RECORD_ORDER,
        &[
            ("2026-11-01T00:59:00", "2026-11-01T00:59:00-07:00"),
            ("2026-11-01T01:00:00", "2026-11-01T01:00:00-07:00"),
            ("2026-11-01T01:30:00", "2026-11-01T01:30:00-07:00"),
            ("2026-11-01T01:29:00", "2026-11-01T01:29:00-07:00"),
            ("2026-11-01T01:59:50", "2026-11-01T01:59:50-07:00"),
            ("2026-11-01T01:00:05", "2026-11-01T01:00:05-08:00"),
            // Late by fifteen seconds, so still of the first pass.
            ("2026-11-01T01:59:50", "2026-11-01T01:59:50-07:00"),
            ("2026-11-01T01:00:20", "2026-11-01T01:00:20-08:00"),
            ("2026-11-01T01:30:00", "2026-11-01T01:30:00-08:00"),
            ("2026-11-01T01:59:59", "2026-11-01T01:59:59-08:00"),
            ("2026-11-01T02:00:00", "2026-11-01T02:00:00-08:00"),
            ("2026-11-01T01:59:59", "2026-11-01T01:59:59-08:00"),
        ],
    );
}

#[test]
fn both_sides_of_the_window() {
    for (seconds, back, meant) in [
        (120, "01:28:00", "01:28:00-07:00"),
        (120, "01:27:59", "01:27:59-08:00"),
        (0, "01:30:00", "01:30:00-07:00"),
        (0, "01:29:59", "01:29:59-08:00"),
    ] {
        let keys = format!("{RECORD_ORDER}\ndisorder_seconds = {seconds}");
        read_as(
            &keys,
            &[
                ("2026-11-01T01:30:00", "2026-11-01T01:30:00-07:00"),
                (&format!("2026-11-01T{back}"), &format!("2026-11-01T{meant}")),
            ],
        );
    }
}

#[test]
fn a_record_dated_far_ahead_decides_nothing() {
    read_as(
        RECORD_ORDER,
        &[
            ("2027-11-01T00:00:00", "2027-11-01T00:00:00-07:00"),
            ("2026-11-01T07:00:00", "2026-11-01T07:00:00-08:00"),
            ("2026-11-01T01:10:00", "2026-11-01T01:10:00-07:00"),
            ("2026-11-01T01:20:00", "2026-11-01T01:20:00-07:00"),
            ("2026-11-01T01:10:00", "2026-11-01T01:10:00-08:00"),
        ],
    );
}

/// Records of a repeated hour, or after it, that stand hours before it: a block moved there, or one clock
/// that was wrong. What goes on behind them is read as though they were not there.
#[test]
fn records_moved_ahead_decide_nothing() {
    for ahead in [
        &["2026-11-01T01:10:00-07:00", "2026-11-01T01:50:00-07:00"][..],
        &["2026-11-01T01:40:00-07:00", "2026-11-01T03:00:00-08:00"],
        &["2026-11-01T02:20:00-08:00"],
    ] {
        for start in ["2026-10-31T16:0", "2026-11-01T00:4"] {
            let mut cases: Vec<(String, String)> = Vec::new();
            let mut add = |time: &str, offset: &str| {
                cases.push((time.to_owned(), format!("{time}{offset}")));
            };
            add(&format!("{start}0:00"), "-07:00");
            ahead.iter().for_each(|time| add(&time[..19], &time[19..]));
            (1..10).for_each(|minute| add(&format!("{start}{minute}:00"), "-07:00"));
            add("2026-11-01T01:05:00", "-07:00");
            add("2026-11-01T01:55:00", "-07:00");
            add("2026-11-01T01:05:00", "-08:00");
            let cases: Vec<(&str, &str)> =
                cases.iter().map(|(written, meant)| (&**written, &**meant)).collect();
            read_as(RECORD_ORDER, &cases);
        }
    }
}

#[test]
fn the_fragments_of_hands_take_the_time_told() {
    let text = "round,time,table,dealer,seat\n\
                1,2026-11-01T01:50:00,C4P-1,D07,D\n2,2026-11-01T01:05:00,C4P-1,D07,D\n";
    for pieces in [1, 2] {
        let whole =
            read_sized(text.as_bytes(), &engagement("hands", RECORD_ORDER), 1 << 20, pieces);
        let times: Vec<Timestamp> = whole.hands.fragments.iter().map(|f| f.time).collect();
        assert_eq!(times, [at("2026-11-01T01:50:00-07:00"), at("2026-11-01T01:05:00-08:00")]);
        assert_eq!(whole.row(1).time, times[1]);
    }
}

#[test]
fn a_skipped_time_is_a_problem_under_every_policy() {
    for policy in ["refuse", "first", "second", "record-order"] {
        let keys = format!("repeated_hour = \"{policy}\"");
        let whole =
            read("controller", &keys, journal(&["2026-03-08T02:30:00", "2026-03-08T03:00:00"]));
        assert_eq!((whole.problems.len(), whole.controller.len()), (1, 1));
        assert!(whole.problems[0].reason.contains("never happened"));
    }
}

#[test]
fn the_zone_of_the_journal_counts() {
    let keys = "time_zone = \"America/New_York\"";
    read_as(keys, &[("2026-10-31T18:00:00", "2026-10-31T18:00:00-04:00")]);
}
