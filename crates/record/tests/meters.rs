//! Meters kept from the manager journal: worked out by hand from the rules of document 001, and by a second bookkeeping in
//! whole tenths of a cent.

use crate::journals::{Heard, HeardMeter, Journals, clock, money};
use feltproof_model::{Money, Seat};

fn kept(heard: &Heard) -> Vec<(String, String)> {
    let text = |event: &HeardMeter| (event.kept.0.plain(), event.kept.1.plain());
    heard.meters.iter().map(text).collect()
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(meter, reserve)| ((*meter).to_owned(), (*reserve).to_owned())).collect()
}

/// A fifth of $5.00 is $1.00, a twentieth $0.25; four aces take the whole display, and the reseed adds the seed of
/// $2,000.00 and all of the reserve.
#[test]
fn an_award_of_the_whole_meter_is_followed_by_seed_and_reserve() {
    let heard = Journals::new()
        .hands(&[
            "1,10:00:40,T1,D01,3,As Ah Ac Ad 2s,play,10,,10,,10,,5",
            "1,10:00:40,T1,D01,D,Kc Qd 9h 5s 2c,deal",
        ])
        .manager(&[
            "1,10:00:00,L1,grand,reading,,,,,2344.00,41.00,A01",
            "2,10:00:10,L1,grand,coin_in,T1,1,,5.00,2345.00,41.25",
            "3,10:00:45,L1,grand,award,T1,1,3,2345.00,0.00,41.25",
            "4,10:00:50,L1,grand,reseed,T1,1,,2041.25,2041.25,0.00",
            "5,10:05:00,L1,grand,coin_in,T1,2,,10.00,2043.25,0.50",
        ])
        .follow();
    let by_hand = [
        ("2344.00", "41.00"),
        ("2345.00", "41.25"),
        ("0.00", "41.25"),
        ("2041.25", "0.00"),
        ("2043.25", "0.50"),
    ];
    assert_eq!(kept(&heard), pairs(&by_hand));
    assert!(heard.meters.iter().all(|event| event.kept == event.recorded));
    let reseeds: Vec<_> = heard.meters.iter().filter_map(|event| event.reseed).collect();
    assert_eq!(reseeds.len(), 1);
    assert!(reseeds[0].0 <= money("2041.25") && money("2041.25") <= reseeds[0].1, "{reseeds:?}");
    let [award] = heard.awards.as_slice() else { panic!("{:?}", heard.awards) };
    assert_eq!((award.table.0, award.round, award.seat), (0, 1, Seat::Player(3)));
    let added = award.reseed.map(|reseed| reseed.added);
    assert_eq!((award.display_before, added), (money("2345.00"), Some(money("2041.25"))));
    let hand = award.hand.as_ref().unwrap();
    assert_eq!((hand.stake, hand.void, hand.wins()), (money("5.00"), false, true));
    // Opening, contributions, awards and reseeds add up to what is displayed at the end.
    let [meter, reserve] = heard.reconciled.as_slice() else { panic!("{:?}", heard.reconciled) };
    let sums = |of: &feltproof_model::workpaper::MeterReconciliation| {
        [
            of.opening,
            of.contributions,
            of.awards,
            of.reseeds,
            of.adjustments,
            of.expected,
            of.recorded,
        ]
        .map(Money::plain)
    };
    assert_eq!(
        sums(meter),
        ["2344.00", "3.00", "2345.00", "2041.25", "0.00", "2043.25", "2043.25"]
    );
    assert_eq!(sums(reserve), ["41.00", "0.75", "0.00", "-41.25", "0.00", "0.50", "0.50"]);
    let [registered] = heard.registers.awards.as_slice() else { panic!("{:?}", heard.registers) };
    assert_eq!(registered.before, Some(money("2345.00")));
    let reseed = registered.reseed.as_ref().unwrap();
    assert_eq!((reseed.added, reseed.reserve), (money("2041.25"), money("41.25")));
}

/// A display that is one dollar off is one departure: the next event goes on from what was recorded.
#[test]
fn a_departure_is_told_once_and_the_next_event_goes_on_from_the_record() {
    let heard = Journals::new()
        .manager(&[
            "1,10:00:00,L1,grand,reading,,,,,2000.00,10.00,A01",
            "2,10:01:00,L1,grand,coin_in,T1,1,,5.00,2001.00,10.25",
            "3,10:02:00,L1,grand,coin_in,T1,2,,5.00,2003.00,10.50",
            "4,10:03:00,L1,grand,coin_in,T1,3,,5.00,2004.00,10.75",
        ])
        .follow();
    let departs: Vec<u32> = heard
        .meters
        .iter()
        .filter(|event| event.kept != event.recorded)
        .map(|event| event.line)
        .collect();
    assert_eq!(departs, [4]);
    assert_eq!(heard.meters[2].kept.0, money("2002.00"));
    // The books that are never set back stay a dollar behind the display.
    assert_eq!(heard.reconciled[0].expected, money("2003.00"));
    assert_eq!(heard.reconciled[0].recorded, money("2004.00"));
}

#[test]
fn what_follows_a_missing_number_is_an_open_question() {
    let heard = Journals::new()
        .manager(&[
            "1,10:00:00,L1,grand,reading,,,,,2000.00,10.00,A01",
            "2,10:01:00,L1,grand,coin_in,T1,1,,5.00,2001.00,10.25",
            "4,10:03:00,L1,grand,coin_in,T1,3,,5.00,2004.00,10.75",
            "5,10:04:00,L1,grand,coin_in,T1,4,,5.00,2005.00,11.00",
        ])
        .follow();
    let open: Vec<bool> = heard.meters.iter().map(|event| event.is_open_question).collect();
    assert_eq!(open[..3], [false, false, true], "{:?}", heard.meters);
}

/// Wagers of all sizes at rates of whole tenths of a per cent, each followed by whole tenths of a cent: a display rounded
/// down to the cent is kept right, however many fractions it hides. A dollar too much is told where it stands, and nowhere else.
#[test]
fn a_second_bookkeeping_agrees_at_every_rate() {
    let mut state = 7_u64;
    let mut number = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for trial in 0..40_u64 {
        let [to_meter, to_reserve] = [number(400) + 1, number(100)];
        let per_cent = |thousandths: u64| format!("{}.{}%", thousandths / 10, thousandths % 10);
        let rates = format!(
            "contribution = \"{}\", reserve = \"{}\"",
            per_cent(to_meter),
            per_cent(to_reserve)
        );
        // Of whole dollars a tenth of a per cent is a tenth of a cent.
        let (mut meter, mut reserve) = (2_000_000 + number(10_000) * 10, number(500) * 10);
        let cents = |tenths: u64| format!("{}.{:02}", tenths / 1_000, tenths / 10 % 100);
        let mut rows = vec![format!(
            "1,10:00:00,L1,grand,reading,,,,,{},{},A01",
            cents(meter),
            cents(reserve)
        )];
        let wrong = trial.is_multiple_of(2).then(|| number(58) as usize + 1);
        for at in 1..60_usize {
            let dollars = 5 * (number(6) + 1);
            meter += dollars * to_meter;
            reserve += dollars * to_reserve;
            let shown = meter + if wrong == Some(at) { 1_000 } else { 0 };
            rows.push(format!(
                "{},{},L1,grand,coin_in,T1,{at},,{dollars},{},{}",
                at + 1,
                clock(at as u32 * 30),
                cents(shown),
                cents(reserve)
            ));
        }
        let rates_of = "contribution = \"20%\", reserve = \"5%\"";
        let heard = Journals::new().with(rates_of, &rates).manager(&rows).follow();
        let departs: Vec<u32> = heard
            .meters
            .iter()
            .filter(|event| event.kept != event.recorded)
            .map(|event| event.line)
            .collect();
        let indicated: Vec<u32> = wrong.iter().map(|at| *at as u32 + 2).collect();
        assert_eq!(departs, indicated, "{rates}: {:?}", heard.meters);
        assert_eq!(heard.reconciled[0].expected.plain(), cents(meter), "{rates}");
        // Of a reserve nothing is rounded: a tenth of a cent is a thousand micro-dollars.
        let exact = Money::from_micros(i64::try_from(reserve).unwrap() * 1_000);
        assert_eq!(heard.reconciled[1].expected, exact, "{rates}");
    }
}

/// Adjustments of the largest amount that a record may say: the books that are never set back cannot hold ten thousand of
/// them, and say so once, with the line. Nothing stops.
#[test]
fn amounts_beyond_the_books_are_told_with_their_line() {
    let mut rows = vec!["1,10:00:00,L1,grand,reading,,,,,2000.00,0.00,A01".to_owned()];
    rows.extend((2..10_000_u32).map(|seq| {
        format!(
            "{seq},{},L1,grand,adjustment,,,,1000000000.00,2000.00,0.00,A01,other,MA-{seq}",
            clock(seq)
        )
    }));
    let heard = Journals::new().manager(&rows).follow();
    let indicated: Vec<&String> =
        heard.gaps.iter().filter(|gap| gap.contains("cannot be re-kept from here")).collect();
    let [indicated] = indicated.as_slice() else { panic!("{:?}", heard.gaps) };
    // $2,000.00 and 9,223 times $1,000,000,000.00 are less than 2^63 micro-dollars, one more is not.
    assert!(
        indicated.starts_with("manager journal line 9226: the meter of link L1"),
        "{indicated}"
    );
    assert!(indicated.contains("beyond 9223372036854.775807 dollars"), "{indicated}");
}

/// Documents numbered one after the other; a number that is skipped is told at the next, by both its ends.
#[test]
fn a_number_of_the_series_of_documents_may_be_missing() {
    let mut rows = vec!["1,10:00:00,L1,grand,reading,,,,,2000.00,0.00,A01".to_owned()];
    let mut display = 2000;
    for (seq, number) in (2..).zip([1, 2, 3, 4, 6, 7, 8, 9]) {
        display += 10;
        rows.push(format!(
            "{seq},{},L1,grand,adjustment,,,,10.00,{display}.00,0.00,A01,other,MA-{number:04}",
            clock(seq * 60)
        ));
    }
    let heard = Journals::new().manager(&rows).follow();
    let gaps: Vec<&String> =
        heard.documents.iter().filter(|document| !document.ends_with("None")).collect();
    assert_eq!(gaps, ["MA-0006 Some((\"MA-0005\", \"MA-0005\"))"], "{:?}", heard.documents);
}
