//! What only the order of a journal tells: running numbers, times, copies.

use crate::journals::{Journals, clock};

/// Coin-ins and ends of so many rounds at T1, numbered from one on.
fn events(rounds: u32) -> Vec<String> {
    let event = |at: u32| {
        let (round, kind) =
            (at / 2 + 1, if at.is_multiple_of(2) { "coin_in,,3" } else { "end_game,," });
        format!("{},{},T1,{round},{kind},D01", at + 1, clock(at * 30))
    };
    (0..2 * rounds).map(event).collect()
}

#[test]
fn a_record_in_order_tells_nothing_of_itself() {
    let heard = Journals::new().controller(&events(20)).follow();
    assert_eq!((heard.facts.len(), heard.timed), (0, 40), "{:?}", heard.facts);
    assert_eq!(heard.keys(), (1..=20).map(|round| (0, 0, round)).collect::<Vec<_>>());
}

#[test]
fn numbers_that_are_missing_are_told_at_the_next_record() {
    let mut rows = events(20);
    rows.drain(10..13);
    let heard = Journals::new().controller(&rows).follow();
    assert_eq!(heard.facts_of("NumbersMissing"), [12]);
    assert_eq!(heard.timed, 37);
}

/// The largest number that there is, and one below it: no step leads beyond.
#[test]
fn a_number_at_the_end_of_the_range_is_out_of_line() {
    for wrong in [u64::MAX, u64::MAX - 1, 0] {
        let mut rows = events(20);
        rows[20] = rows[20].replacen("21,", &format!("{wrong},"), 1);
        let heard = Journals::new().controller(&rows).follow();
        assert_eq!(heard.facts_of("NumbersOutOfLine"), [22], "{wrong}: {:?}", heard.facts);
        assert!(heard.facts_of("NumbersMissing").is_empty(), "{wrong}: {:?}", heard.facts);
    }
    // A journal that begins there has nothing after it.
    let mut rows = events(2);
    for (at, row) in rows.iter_mut().enumerate() {
        *row = row.replacen(&(at + 1).to_string(), &(u64::MAX - 3 + at as u64).to_string(), 1);
    }
    let heard = Journals::new().controller(&rows).follow();
    assert_eq!((heard.facts.len(), heard.timed), (0, 4), "{:?}", heard.facts);
}

#[test]
fn a_block_that_stands_twice_is_one_fact() {
    let mut rows = events(30);
    let again = rows[20..36].to_vec();
    rows.splice(36..36, again);
    let heard = Journals::new().controller(&rows).follow();
    assert_eq!(heard.facts_of("Copied"), [38], "{:?}", heard.facts);
    assert_eq!((heard.facts.len(), heard.timed), (1, 60));
    assert!(heard.rounds.iter().all(|round| round.controller == ["coin_in", "end_game"]));
}

#[test]
fn a_time_out_of_line_takes_its_place_among_its_neighbours() {
    let mut rows = events(30);
    let right = clock(24 * 30);
    for wrong in [clock(5 * 3_600), clock(0)] {
        rows[24] = rows[24].replace(&right, &wrong);
        let heard = Journals::new().controller(&rows).follow();
        assert_eq!(heard.facts_of("TimesOutOfLine"), [26], "{:?}", heard.facts);
        assert_eq!(heard.keys(), (1..=30).map(|round| (0, 0, round)).collect::<Vec<_>>());
        rows[24] = rows[24].replace(&wrong, &right);
    }
}

/// Times of other centuries are outside the audited days, whatever is computed of them.
#[test]
fn times_at_the_ends_of_the_calendar_are_outside_the_audited_days() {
    for year in ["0001", "1900", "2112", "2113", "9999"] {
        let mut rows = events(10);
        rows.push(format!("21,{year}-01-02T00:00:00,T1,11,coin_in,,3,D01"));
        let heard = Journals::new().controller(&rows).follow();
        assert_eq!(heard.facts_of("Outside"), [22], "{year}: {:?}", heard.facts);
        assert!(heard.keys().starts_with(&(1..=10).map(|n| (0, 0, n)).collect::<Vec<_>>()));
    }
}

/// Two files of a manager without running numbers, one after the other, are ordered by their times.
/// Where they overlap the order of a meter's events is not known: the eleven up to where the second begins are followed.
#[test]
fn files_without_numbers_are_put_in_order_by_their_times() {
    let header =
        "time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document,seq";
    let readings = |year: &str, minutes: std::ops::Range<u32>| -> Vec<String> {
        let reading = |minute: u32| {
            let time = clock(minute * 60);
            format!("{year}-06-15T{time},L1,grand,reading,,,,,2000.00,0.00,A01,,,")
        };
        minutes.map(reading).collect()
    };
    // Of other centuries nobody hears.
    for (year, second, events) in
        [("2026", 20..40, 40), ("1950", 20..40, 0), ("9000", 20..40, 0), ("2026", 10..30, 11)]
    {
        let heard = Journals::new()
            .and("manager", header, &readings(year, 0..20))
            .declared("sequence = \"none\"")
            .and("manager", header, &readings(year, second))
            .declared("sequence = \"none\"")
            .follow();
        assert_eq!(heard.meters.len(), events, "{year}: {:?}", heard.facts);
        let overlap = heard.gaps.iter().any(|gap| gap.contains("files that overlap in time"));
        assert_eq!(overlap, events == 11, "{:?}", heard.gaps);
    }
}
