//! Whole decks: faults, the list, from how many decks tests run, marked cards at a place.

use std::ops::Range;

use super::{Fair, counting, replayed};
use crate::battery::{Battery, Outcome};
use crate::deal::{Contrast, Deals, Layout, Options};
use crate::verdict::{Rule, State, judge};

#[test]
fn faults_name_the_card_and_its_positions() {
    let mut decks = counting(5, 1);
    let mut what = |deck: &[u8]| decks.push_deck(deck).map_err(|fault| fault.to_string());
    assert_eq!(what(&[4, 3, 2, 1, 0]), Ok(()));
    for (deck, words) in [
        (&[0, 3, 2, 3, 1][..], "card 3 stands at positions 2 and 4; card 4 is missing"),
        (&[0, 1, 2, 3, 68], "no card 68 in a deck of 5, at position 5; card 4 is missing"),
        (&[0, 1, 2, 3], "4 cards where there should be 5; card 4 is missing"),
    ] {
        assert_eq!(what(deck), Err(words.to_owned()));
    }
    let many = what(&[1; 300]).unwrap_err();
    assert!(many.starts_with("300 cards where there should be 5; card 1 stands"), "{many}");
    assert_eq!(what(&[0, 1, 2, 3, 4]), Ok(()));
    assert_eq!(what(&[4, 0, 1, 2, 3]), Ok(()));
    let part = decks.push(Layout::Ordered { dealt: 3 }, &[0, 1, 2], &[]);
    assert_eq!(part.unwrap_err().to_string(), "a part of a deck among whole decks of 5 cards");
    let battery = decks.battery();
    assert_eq!((battery.n, battery.faults.len(), battery.faults[1].at), (3, 5, 2));
    // Only the last deck has one directly before it.
    assert_eq!(battery.test("previous.rises").unwrap().n, 1);
}

#[test]
fn a_fault_or_a_break_leaves_the_next_decks_without_one_before() {
    for (lag, skips) in (1..=8).flat_map(|lag| [(lag, false), (lag, true)]) {
        let mut fair = Fair::new(7);
        let mut decks = counting(52, lag);
        for i in 0..62 {
            match i {
                20 => drop(decks.push_deck(&[0; 52]).unwrap_err()),
                41 if skips => decks.skip(),
                41 => decks.break_chain(),
                _ => decks.push_deck(&fair.deck(52)).unwrap(),
            }
        }
        let battery = decks.battery();
        assert_eq!(battery.n, 60);
        assert_eq!(battery.test("previous.rises").unwrap().n, 3 * (20 - lag as u64));
    }
}

/// Whole decks, some shuffled alike, in two parts of every size; what is drawn at random in
/// `tests/partial_deals/parts.rs` seldom has so short parts.
#[test]
fn any_cut_gives_the_same_counts() {
    let all = replayed::decks(&[5, 1, 2, 5, 3, 5, 4, 2, 6, 5, 7]);
    // The third is skipped in half of the cases.
    let count = |decks: &mut Deals, of: Range<usize>, skipped: Option<usize>| {
        for at in of {
            if Some(at) == skipped {
                decks.skip();
            } else {
                decks.push_deck(&all[at]).unwrap();
            }
        }
    };
    for (lag, cut) in (1..=3).flat_map(|lag| (0..=all.len()).map(move |cut| (lag, cut))) {
        for skipped in [None, Some(2)] {
            let (mut left, mut whole) = (counting(52, lag), counting(52, lag));
            count(&mut left, 0..cut, skipped);
            let mut right = left.part(cut as u64);
            count(&mut right, cut..all.len(), skipped);
            left.merge(right).unwrap();
            count(&mut whole, 0..all.len(), skipped);
            assert_eq!(left, whole, "{lag} {cut}");
        }
    }
}

#[test]
fn every_size_from_nothing_to_many_gives_a_battery_of_finite_figures() {
    for n in [2, 3, 4, 5, 12, 52, 64] {
        let mut fair = Fair::new(n as u64);
        let mut decks = counting(n, 1);
        for count in 0..400 {
            if [0, 1, 2, 31, 32, 33, 104, 399].contains(&count) {
                let battery = decks.battery();
                assert_eq!(battery.tests.len(), 40);
                for figures in battery.tests.iter().filter_map(|test| test.figures()) {
                    assert!(figures.statistic.is_finite());
                    assert!((0.0..=1.0).contains(&figures.p.p()));
                    assert!(figures.effect.observed.is_finite());
                }
            }
            decks.push_deck(&fair.deck(n)).unwrap();
        }
    }
}

/// 14 tests of each reference, the mean positions of cards and ranks, four of the last and of the deck two before, the
/// search for identical decks and that for identical shuffles count to the verdict; reported beside are the tables by
/// rank and by suit.
#[test]
fn the_registered_list() {
    let battery = counting(52, 1).battery();
    let mut keys: Vec<&String> = battery.tests.iter().map(|test| &test.key).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 40);
    assert_eq!(battery.tests.iter().filter(|test| test.registered).count(), 38);
    // Nothing was counted: nothing ran, and everything says how much it needs or why it cannot.
    assert!(battery.tests.iter().all(|test| test.figures().is_none()));
}

#[test]
fn a_test_runs_from_the_number_it_says() {
    let mut fair = Fair::new(1);
    let mut decks = counting(52, 1);
    for _ in 0..300 {
        for test in decks.battery().tests {
            match test.outcome {
                Outcome::Insufficient { needs } => assert!(test.n < needs, "{}", test.key),
                Outcome::Ran(_) => assert!(test.n >= 1, "{}", test.key),
                Outcome::NotRun { .. } => panic!("{}", test.key),
            }
        }
        decks.push_deck(&fair.deck(52)).unwrap();
    }
    assert!(decks.battery().tests.iter().all(|test| test.figures().is_some()));
    let mut decks = counting(52, 1);
    let mut from = std::collections::BTreeMap::new();
    for count in 0..261 {
        for test in decks.battery().tests.iter().filter(|test| test.figures().is_some()) {
            from.entry(test.key.clone()).or_insert(count);
        }
        decks.push_deck(&fair.deck(52)).unwrap();
    }
    for (key, count) in [
        ("fixed.position_card", 100),
        ("fixed.adjacency", 100),
        ("fixed.rises", 30),
        ("fixed.parity", 100),
        ("fixed.cycles", 100),
        ("fixed.lehmer", 260),
        ("previous.rises", 31),
        ("decks.duplicates", 2),
    ] {
        assert_eq!(from[key], count, "{key}");
    }
}

/// Of two and three cards some counts never change: that is said, and no number of decks asked for.
#[test]
fn what_never_changes_is_not_run() {
    for (n, key) in [(2, "valleys"), (2, "adjacency"), (3, "adjacency"), (2, "pair_max")] {
        let mut decks = counting(n, 1);
        (0..2000).for_each(|i| decks.push_deck(&Fair::new(i).deck(n)).unwrap());
        let outcome = &decks.battery().test(&format!("fixed.{key}")).unwrap().outcome.clone();
        assert!(matches!(outcome, Outcome::NotRun { .. }), "{n} {key} {outcome:?}");
    }
}

/// The list fits the number of decks, and never the cards: twenty decks, and a hundred, are not judged, and their list is
/// whole; from a hundred and one on what is left off is said, and no shuffle can put itself off the list.
#[test]
fn the_list_fits_the_number_of_decks() {
    let of = |decks: u64, riffled: bool| {
        let mut fair = Fair::new(decks);
        let (mut deals, mut deck) = (counting(52, 1), fair.deck(52));
        for _ in 0..decks {
            deck = if riffled { cut_in_two(&mut fair, &deck) } else { fair.deck(52) };
            deals.push_deck(&deck).unwrap();
        }
        let battery = deals.battery();
        (judge(&battery, Rule::at(0.01)).state, battery)
    };
    for (decks, listed, state) in [
        (0, 38, State::Insufficient),
        (20, 38, State::Insufficient),
        (100, 38, State::Insufficient),
        (101, 36, State::NothingFound),
        (261, 38, State::NothingFound),
    ] {
        let (found, battery) = of(decks, false);
        let keys = |battery: &Battery| -> Vec<String> {
            let listed = battery.tests.iter().filter(|test| test.registered);
            listed.map(|test| test.key.clone()).collect()
        };
        assert_eq!((keys(&battery).len(), found), (listed, state), "{decks}");
        assert_eq!(
            battery.notes.iter().any(|note| note.contains("by that number alone")),
            (101..261).contains(&decks)
        );
        let (found, faulty) = of(decks, true);
        assert_eq!(keys(&battery), keys(&faulty), "{decks}");
        assert!(decks < 20 || found == State::Departure, "{decks}: {found:?}");
    }
}

/// The deck after one cut and one riffle.
fn cut_in_two(fair: &mut Fair, deck: &[u8]) -> Vec<u8> {
    let (left, right) = deck.split_at(26);
    let (mut left, mut right, mut out) = (left.to_vec(), right.to_vec(), Vec::new());
    while out.len() < 52 {
        let of =
            if fair.below(left.len() + right.len()) < left.len() { &mut left } else { &mut right };
        out.push(of.remove(0));
    }
    out
}

fn with_aces(places: Range<usize>) -> Deals {
    let labels = [12, 25, 38, 51].iter().fold(0, |mask, card| mask | 1 << card);
    let contrast = Some(Contrast { labels, places: Some(places), name: "aces".into() });
    Deals::new(52, 1, Options { contrast, ..Options::decks(52) }).unwrap()
}

/// One sorted deck again and again: each suit's ace stands last of its thirteen, so positions 31 to 39
/// hold one ace, where 9 x 4 / 52 are due. Variance of a deck by hand: 9 (1/13) (12/13) (43/51).
#[test]
fn marked_cards_at_a_place_by_hand() {
    let mut decks = with_aces(30..39);
    let sorted: Vec<u8> = (0..52).collect();
    (0..100).for_each(|_| decks.push_deck(&sorted).unwrap());
    let battery = decks.battery();
    let test = battery.test("fixed.contrast").unwrap();
    let variance: f64 = 9.0 / 13.0 * 12.0 / 13.0 * 43.0 / 51.0;
    let z = (100.0 - 100.0 * 9.0 / 13.0) / (100.0 * variance).sqrt();
    assert!((test.figures().unwrap().statistic - z).abs() < 1e-12);
    assert!(test.registered && test.name == "aces");
}

/// Over fair decks the statistic has variance one.
#[test]
fn marked_cards_spread_as_the_law_says() {
    let mut fair = Fair::new(4);
    let (mut sum, runs) = (0.0, 400);
    for _ in 0..runs {
        let mut decks = with_aces(30..35);
        (0..100).for_each(|_| decks.push_deck(&fair.deck(52)).unwrap());
        let battery = decks.battery();
        sum += battery.test("fixed.contrast").unwrap().figures().unwrap().statistic.powi(2);
    }
    // Standard deviation of a mean of 400 squares of normals: sqrt(2 / 400).
    assert!((sum / f64::from(runs) - 1.0).abs() < 5.0 * 0.0707, "{sum}");
}

#[test]
fn declarations_that_no_deck_fits_are_refused() {
    let chances = |n| Options { categories: Some(vec![0.5; n]), ..Options::default() };
    assert!(Deals::new(52, 1, chances(2)).is_ok());
    for (n, lag, options) in [
        (1, 1, Options::decks(1)),
        (3, 1, Options::default()),
        (65, 1, Options::decks(65)),
        (52, 0, Options::decks(52)),
        (52, 9, Options::decks(52)),
        (40, 1, Options::cards_52()),
        (52, 1, chances(3)),
    ] {
        assert!(Deals::new(n, lag, options).is_err(), "{n} {lag}");
    }
    let with = |places, labels| {
        let contrast = Some(Contrast { labels, places: Some(places), name: String::new() });
        Deals::new(5, 1, Options { contrast, ..Options::decks(5) }).is_ok()
    };
    assert!(with(1..3, 0b11));
    for (places, labels) in [(1..1, 1), (3..6, 1), (0..5, 1), (0..2, 0), (0..2, 31), (0..2, 32)] {
        assert!(!with(places.clone(), labels), "{places:?} {labels:b}");
    }
}
