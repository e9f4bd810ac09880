//! Local time and back, against a general-purpose parser and known clock changes.

use super::*;
use proptest::prelude::*;

fn parse_time(zone: &Zone, text: &[u8]) -> Result<Reading, TimeFault> {
    ZoneClock::new(zone).read(text)
}

fn zone() -> Zone {
    Zone::new("America/Los_Angeles").unwrap()
}

fn once(text: &str) -> i64 {
    match parse_time(&zone(), text.as_bytes()) {
        Ok(Reading::Once(time)) => time.0,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_spelling_of_one_moment() {
    // 2026-10-31T18:03:22-07:00 is 2026-11-01T01:03:22Z: 20758 days and 3802 seconds since 1970.
    let seconds = 20_758 * 86_400 + 3_802;
    for text in [
        "2026-10-31T18:03:22-07:00",
        "2026-11-01T01:03:22Z",
        "2026-11-01t01:03:22z",
        "2026-11-01 01:03:22+00:00",
        "2026-11-01 06:33:22+05:30",
        "2026-10-31T18:03:22",
        "2026-10-31 18:03:22",
    ] {
        assert_eq!(once(text), seconds * 1_000_000, "{text}");
    }
    assert_eq!(once("2026-10-31T18:03:22.250"), seconds * 1_000_000 + 250_000);
    assert_eq!(once("2026-10-31T18:03:22.5-07:00"), seconds * 1_000_000 + 500_000);
    assert_eq!(once("2026-10-31T18:03:22.1234569Z") - once("2026-10-31T18:03:22Z"), 123_456);
    assert_eq!(once("1969-12-31T23:59:59.999999Z"), -1);
}

/// A date is read once for all times of its day, and never for those of another.
#[test]
fn one_clock_reads_times_of_several_days() {
    let (zone, day) = (zone(), 86_400 * 1_000_000);
    let mut clock = ZoneClock::new(&zone);
    let first = once("2026-10-30T12:00:00Z");
    for (text, days) in [("2026-10-30", 0), ("2026-10-31", 1), ("2026-10-31", 1), ("2026-10-30", 0)]
    {
        let read = clock.read(format!("{text}T12:00:00Z").as_bytes());
        assert_eq!(read, Ok(Reading::Once(Timestamp(first + days * day))), "{text}");
        let none = clock.read(b"2026-02-30T12:00:00Z");
        assert_eq!(none, Err(TimeFault::NotInCalendar));
    }
}

#[test]
fn what_is_not_a_time() {
    let cases = [
        ("", TimeFault::NotATime),
        ("yesterday", TimeFault::NotATime),
        ("2026-10-31", TimeFault::NotATime),
        ("2026-10-31T18:03", TimeFault::NotATime),
        ("10/31/2026 18:03:22", TimeFault::NotATime),
        ("2026-10-31T18:03:22.", TimeFault::NotATime),
        ("2026-10-31T18:03:22.1234567890", TimeFault::NotATime),
        ("2026-10-31T18:03:22+0700", TimeFault::NotATime),
        ("2026-10-31T18:03:22 PDT", TimeFault::NotATime),
        ("2026-10-31T18:03:22x", TimeFault::NotATime),
        ("2026-02-29T00:00:00Z", TimeFault::NotInCalendar),
        ("2026-13-01T00:00:00Z", TimeFault::NotInCalendar),
        ("2026-00-01T00:00:00Z", TimeFault::NotInCalendar),
        ("0000-01-01T00:00:00Z", TimeFault::NotInCalendar),
        ("2026-10-31T24:00:00Z", TimeFault::NotInCalendar),
        ("2026-10-31T23:59:60Z", TimeFault::NotInCalendar),
        ("2026-10-31T18:03:22+24:00", TimeFault::NotInCalendar),
        ("2026-03-08T02:00:00", TimeFault::Skipped),
        ("2026-03-08T02:30:00", TimeFault::Skipped),
        ("2026-03-08T02:59:59", TimeFault::Skipped),
    ];
    for (text, fault) in cases {
        assert_eq!(parse_time(&zone(), text.as_bytes()), Err(fault), "{text}");
    }
}

#[test]
fn both_edges_of_the_gap_and_of_the_fold() {
    assert_eq!(once("2026-03-08T01:59:59"), once("2026-03-08T09:59:59Z"));
    assert_eq!(once("2026-03-08T03:00:00"), once("2026-03-08T10:00:00Z"));
    assert_eq!(once("2026-11-01T00:59:59"), once("2026-11-01T07:59:59Z"));
    assert_eq!(once("2026-11-01T02:00:00"), once("2026-11-01T10:00:00Z"));
    for text in ["2026-11-01T01:00:00", "2026-11-01T01:30:00", "2026-11-01T01:59:59"] {
        let first = Timestamp(once(&format!("{text}-07:00")));
        let second = Timestamp(once(&format!("{text}-08:00")));
        let twice = parse_time(&zone(), text.as_bytes());
        assert_eq!(twice, Ok(Reading::Twice { first, second }), "{text}");
    }
}

#[test]
fn a_zone_that_changes_by_half_an_hour() {
    // Lord Howe Island goes from +11:00 to +10:30 at 02:00 on 2026-04-05: 01:30 to 02:00 repeats.
    let zone = Zone::new("Australia/Lord_Howe").unwrap();
    let mut clock = ZoneClock::new(&zone);
    let at = |text: &str| Timestamp(once(text));
    for (text, reading) in [
        ("2026-04-05T01:29:59", Reading::Once(at("2026-04-05T01:29:59+11:00"))),
        (
            "2026-04-05T01:30:00",
            Reading::Twice {
                first: at("2026-04-05T01:30:00+11:00"),
                second: at("2026-04-05T01:30:00+10:30"),
            },
        ),
        ("2026-04-05T02:00:00", Reading::Once(at("2026-04-05T02:00:00+10:30"))),
    ] {
        assert_eq!(clock.read(text.as_bytes()), Ok(reading), "{text}");
    }
}

#[test]
fn local_time_for_print() {
    let show = |text: &str| zone().format_local(Timestamp(once(text)));
    assert_eq!(show("2026-11-01T01:03:22Z"), "2026-10-31 18:03:22 -07:00");
    assert_eq!(show("2026-11-01T09:30:00.25Z"), "2026-11-01 01:30:00.25 -08:00");
    assert_eq!(show("2026-11-01T09:30:00.000001Z"), "2026-11-01 01:30:00.000001 -08:00");
    let far = Zone::new("UTC").unwrap().format_local(Timestamp(i64::MAX));
    assert_eq!(far, "9223372036854775807 microseconds since 1970");
}

#[test]
fn names_of_zones() {
    assert_eq!(zone().name(), "America/Los_Angeles");
    assert_eq!(Zone::new("america/los_angeles").unwrap().name(), "America/Los_Angeles");
    assert!(Zone::new("America/Harbor").is_none());
    assert!(Zone::new("").is_none());
}

#[test]
fn the_first_moment_of_a_gaming_day() {
    let moment = |date: &str, hour, minute| {
        zone().first_moment(Date::parse(date).unwrap(), hour, minute).unwrap().0
    };
    assert_eq!(moment("2026-10-31", 6, 0), once("2026-10-31T06:00:00-07:00"));
    assert_eq!(moment("2026-11-01", 6, 0), once("2026-11-01T06:00:00-08:00"));
    assert_eq!(moment("2026-11-01", 1, 30), once("2026-11-01T01:30:00-07:00"));
    for minute in [0, 30] {
        // The clock goes from 02:00 to 03:00, so it first passes 02:30 at 10:00 UTC.
        assert_eq!(moment("2026-03-08", 2, minute), once("2026-03-08T10:00:00Z"));
    }
}

proptest! {
    /// The digit parser against the zone library's own parser, from end to end.
    #[test]
    fn agrees_with_the_library(
        seconds in -62_000_000_000_i64..253_000_000_000,
        micros in 0_i64..1_000_000,
        name in prop::sample::select(vec!["America/Los_Angeles", "Australia/Lord_Howe", "UTC"]),
    ) {
        let zone = Zone::new(name).unwrap();
        let stamp = jiff::Timestamp::new(seconds, i32::try_from(micros * 1000).unwrap()).unwrap();
        let local = stamp.to_zoned(zone.zone.clone());
        let time = Timestamp(stamp.as_microsecond());
        // The library writes civil time without an offset, and UTC with Z.
        let reading = parse_time(&zone, local.datetime().to_string().as_bytes()).unwrap();
        match reading {
            Reading::Once(read) => prop_assert_eq!(read, time),
            Reading::Twice { first, second } => prop_assert!(first == time || second == time),
        }
        prop_assert_eq!(parse_time(&zone, stamp.to_string().as_bytes()), Ok(Reading::Once(time)));
        let printed = zone.format_local(time).replacen(' ', "T", 1).replace(' ', "");
        // Offsets with seconds were in use before zones were; they are printed, but not read.
        if printed.len() < 33 && seconds > 0 {
            prop_assert_eq!(parse_time(&zone, printed.as_bytes()), Ok(Reading::Once(time)));
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = parse_time(&zone(), &bytes);
    }
}
