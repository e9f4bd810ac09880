//! Any splitting of a stream into parts, and what cannot be.

use feltproof_stats::deal::{Deals, Layout, NO_CATEGORY, Options};
use proptest::prelude::*;

use super::Fair;

const N: u8 = 20;

/// What happens at one observation.
#[derive(Clone, Debug)]
enum Event {
    Deal(Layout),
    /// The second card is the first once more.
    Twice(Layout),
    Gap,
}

impl Event {
    /// The same of whole decks.
    fn of(self, whole_decks: bool) -> Self {
        match self {
            Self::Deal(_) if whole_decks => Self::Deal(Layout::Ordered { dealt: N }),
            Self::Twice(_) if whole_decks => Self::Twice(Layout::Ordered { dealt: N }),
            other => other,
        }
    }
}

fn layout() -> impl Strategy<Value = Layout> {
    prop_oneof![
        (1..=N).prop_map(|dealt| Layout::Ordered { dealt }),
        (1..=4u8, 1..=5u8).prop_map(|(packets, size)| Layout::packets(packets, size)),
        (1..=3u8, 1..=5u8, 1..=4u8)
            .prop_map(|(packets, size, last)| Layout::packets(packets, size).with_last(last)),
        (1..=4u8, 1..=5u8).prop_map(|(packets, size)| Layout::packets(packets, size).in_order()),
    ]
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        20 => layout().prop_map(Event::Deal),
        1 => layout().prop_map(Event::Twice),
        1 => Just(Event::Gap),
    ]
}

fn options() -> Options {
    Options { categories: Some(vec![0.25; 4]), ..Options::default() }
}

/// Counts the events; the cards follow from the index in the stream alone.
fn count(deals: &mut Deals, events: &[Event], mut at: u64) {
    for event in events {
        let (layout, twice) = match event {
            Event::Gap => {
                deals.break_chain();
                continue;
            }
            Event::Deal(layout) => (*layout, false),
            Event::Twice(layout) => (*layout, layout.cards() > 1),
        };
        let mut cards = Fair::new(N, at).deal(layout.cards()).to_vec();
        if twice {
            cards[1] = cards[0];
        }
        let category = |z: usize| if z == 2 { NO_CATEGORY } else { (z as u64 + at) as u8 % 4 };
        let categories: Vec<u8> = (0..layout.zones()).map(category).collect();
        assert_eq!(deals.push(layout, &cards, &categories).is_err(), twice);
        at += 1;
    }
}

fn observed(events: &[Event]) -> u64 {
    events.iter().filter(|event| !matches!(event, Event::Gap)).count() as u64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn parts_add_up_to_the_whole(
        events in prop::collection::vec(event(), 0..700),
        cuts in prop::collection::vec(0..700usize, 0..6),
        lag in 1..=8usize,
        whole_decks: bool,
    ) {
        let n = usize::from(N);
        let options = if whole_decks { Options::decks(n) } else { options() };
        let events: Vec<Event> = events.into_iter().map(|e| e.of(whole_decks)).collect();
        let empty = Deals::new(n, lag, options).unwrap();
        let mut whole = empty.clone();
        count(&mut whole, &events, 0);
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(events.len())).collect();
        cuts.extend([0, events.len()]);
        cuts.sort_unstable();
        let parts: Vec<Deals> = cuts
            .windows(2)
            .map(|cut| {
                let at = observed(&events[..cut[0]]);
                let mut part = empty.part(at);
                count(&mut part, &events[cut[0]..cut[1]], at);
                part
            })
            .collect();
        // From the left, and from the right.
        let mut left = empty.clone();
        for part in parts.clone() {
            left.merge(part).unwrap();
        }
        let mut right = parts.last().unwrap().clone();
        for part in parts.iter().rev().skip(1) {
            let mut before = part.clone();
            before.merge(right).unwrap();
            right = before;
        }
        prop_assert_eq!(&left, &whole);
        prop_assert_eq!(&right, &whole);
        prop_assert_eq!(left.battery(), whole.battery());
    }

    /// Whatever is pushed, nothing panics and nothing is lost.
    #[test]
    fn nothing_passes_in_silence(
        deals in prop::collection::vec(
            (layout(), prop::collection::vec(0..25u8, 0..22), prop::collection::vec(0..6u8, 0..5)),
            0..40,
        ),
        n in 4..=64usize,
    ) {
        let mut counted = Deals::new(n, 2, options()).unwrap();
        let mut good = 0;
        for (layout, cards, categories) in &deals {
            good += u64::from(counted.push(*layout, cards, categories).is_ok());
        }
        prop_assert_eq!(counted.count(), good);
        prop_assert_eq!(counted.fault_count() + good, deals.len() as u64);
        prop_assert_eq!(counted.battery().faults.len() as u64, counted.fault_count());
    }
}

#[test]
fn parts_must_follow_one_another() {
    let mut deals = Deals::new(52, 1, Options::default()).unwrap();
    deals.push(Layout::Ordered { dealt: 2 }, &[3, 4], &[]).unwrap();
    assert!(deals.merge(deals.part(7)).is_err());
    assert!(deals.merge(Deals::new(52, 2, Options::default()).unwrap().part(1)).is_err());
    assert!(deals.merge(deals.part(1)).is_ok());
}

#[test]
fn what_cannot_be_is_a_certain_fault() {
    let mut deals = Deals::new(52, 1, options()).unwrap();
    let three = Layout::Ordered { dealt: 3 };
    let packets = Layout::packets(2, 2);
    deals.push(three, &[0, 1, 2], &[]).unwrap();
    for (layout, cards, categories, words) in [
        (three, &[5, 9, 5][..], &[][..], "card 5 stands at positions 1 and 3"),
        (three, &[5, 9, 52], &[], "no card 52 in a deck of 52, at position 3"),
        (three, &[5, 9], &[], "2 cards where there should be 3"),
        (Layout::Ordered { dealt: 53 }, &[0; 53], &[], "53 cards of a deck of 52"),
        (Layout::Ordered { dealt: 0 }, &[], &[], "a deal without cards"),
        (Layout::packets(13, 1), &[0; 13], &[], "13 packets; 1 to 12 can be tested"),
        (Layout::packets(2, 0), &[], &[], "a packet without cards"),
        (packets, &[0, 1, 2, 3], &[1], "1 hand categories of 2 packets"),
        (packets, &[0, 1, 2, 3], &[1, 4], "no hand category 4 among 4"),
    ] {
        assert_eq!(deals.push(layout, cards, categories).unwrap_err().to_string(), words);
    }
    let battery = deals.battery();
    assert_eq!((deals.count(), deals.fault_count(), battery.n), (1, 9, 1));
    assert_eq!(battery.faults[0].at, 1);
    assert_eq!(battery.faults[8].at, 9);
    assert!(battery.notes[0].starts_with("9 of 10 deals are left out of all statistics, and "));
}

/// The deal after a fault has none before it, nor the `lag` after it.
#[test]
fn a_fault_breaks_the_chain() {
    let three = Layout::Ordered { dealt: 3 };
    let chained = |lag: usize, faulty: usize| {
        let mut deals = Deals::new(52, lag, Options::default()).unwrap();
        for i in 0..10 {
            let second = if i == faulty { 0 } else { 1 };
            let _ = deals.push(three, &[0, second, 2], &[]);
        }
        deals.battery().test("previous.overlap").unwrap().n
    };
    assert_eq!(chained(1, 99), 9);
    assert_eq!(chained(3, 99), 7);
    assert_eq!(chained(1, 4), 3 + 4);
    assert_eq!(chained(3, 4), 1 + 2);
}
