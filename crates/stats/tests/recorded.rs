//! No fair machine is accused by the way its cards were written down, and no bad one is excused by it.
//!
//! By default twenty data sets of each way; `CALIBRATION_REPLICATIONS=200` is the whole (release build).

use feltproof_stats::Battery;
use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::defects::moves::{Deck, riffle};
use feltproof_stats::defects::{Chance, Endless, fair_decks, lab};
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, State, judge};

/// Deals of one data set.
const DEALS: usize = 400;

fn replications() -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(20)
}

/// How the cards of one deck are written down; the deal's number, the deck.
type Way = fn(usize, &mut Vec<u8>) -> Layout;

const HANDS: u8 = 5;

fn hands(cards: &mut Vec<u8>) -> Layout {
    cards.truncate(usize::from(HANDS) * 5);
    Layout::packets(HANDS, 5).in_order()
}

/// Hands, each sorted by this key.
fn sorted_hands(cards: &mut Vec<u8>, key: fn(&u8) -> u8) -> Layout {
    let layout = hands(cards);
    cards.chunks_mut(5).for_each(|hand| hand.sort_by_key(key));
    layout
}

fn row(cards: &mut Vec<u8>, length: usize) -> Layout {
    cards.truncate(length);
    Layout::Ordered { dealt: length as u8 }
}

/// Every way in which records were seen to be sorted.
const SORTED: [(&str, Way); 13] = [
    ("hands as poker hands, pairs first", |_, cards| {
        let layout = hands(cards);
        for hand in cards.chunks_mut(5) {
            let old = hand.to_vec();
            let alike = |c: u8| old.iter().filter(|other| *other % 13 == c % 13).count();
            hand.sort_by_key(|c| std::cmp::Reverse((alike(*c), c % 13)));
        }
        layout
    }),
    ("hands by rank, the ace high", |_, cards| sorted_hands(cards, |c| c % 13)),
    ("hands by rank, the highest first", |_, cards| sorted_hands(cards, |c| 13 - c % 13)),
    ("hands by rank, the ace low", |_, cards| sorted_hands(cards, |c| (c % 13 + 1) % 13)),
    ("hands by suit", |_, cards| sorted_hands(cards, |c| c / 13)),
    ("hands by suits in another order", |_, cards| {
        sorted_hands(cards, |c| [2, 0, 3, 1][usize::from(c / 13)])
    }),
    ("hands by number", |_, cards| sorted_hands(cards, |c| *c)),
    ("every tenth hand", |at, cards| {
        let layout = hands(cards);
        if at % 2 == 0 {
            cards[..5].sort_by_key(|c| c % 13);
        }
        layout
    }),
    ("rows by rank", |_, cards| {
        let layout = row(cards, 20);
        cards.sort_by_key(|c| c % 13);
        layout
    }),
    ("rows by number, every third", |at, cards| {
        let layout = row(cards, 10);
        if at % 3 == 0 {
            cards.sort_unstable();
        }
        layout
    }),
    ("rows of any length by number", |at, cards| {
        let layout = row(cards, 4 + at * 7 % 9);
        cards.sort_unstable();
        layout
    }),
    ("rows sorted and cut into hands", |_, cards| {
        let layout = hands(cards);
        cards.sort_unstable();
        layout
    }),
    ("hands and the dealer's, by rank", |_, cards| {
        cards.truncate(16);
        cards.chunks_mut(5).for_each(|hand| hand.sort_by_key(|c| c % 13));
        Layout::packets(4, 5).with_last(1).in_order()
    }),
];

/// Ways in which nothing is sorted.
const UNSORTED: [(&str, Way); 5] = [
    ("hands", |_, cards| hands(cards)),
    ("rows", |_, cards| row(cards, 10)),
    ("rows of any length", |at, cards| row(cards, 4 + at * 7 % 9)),
    ("pairs", |_, cards| {
        cards.truncate(12);
        Layout::packets(6, 2).in_order()
    }),
    ("sorted hands declared without order", |_, cards| {
        sorted_hands(cards, |c| *c);
        Layout::packets(HANDS, 5)
    }),
];

/// Hands of this size, sorted by this key, in a row of which nobody said that it is hands.
fn undeclared(cards: &mut [u8], size: usize, key: fn(&u8) -> u8) {
    cards.chunks_exact_mut(size).for_each(|hand| hand.sort_by_key(key));
}

/// Ways in which hands are sorted that nobody declared, and the option that reads them.
const UNDECLARED: [(&str, &str, Way); 12] = [
    ("seven hands of five by rank", "--packets 5,", |_, cards| {
        undeclared(&mut cards[..35], 5, |c| c % 13);
        row(cards, 35)
    }),
    ("five hands of seven, the highest first", "--packets 7,", |_, cards| {
        undeclared(&mut cards[..35], 7, |c| 13 - c % 13);
        row(cards, 35)
    }),
    ("hands by suit and rank, the ace low", "--packets 4,", |_, cards| {
        undeclared(&mut cards[..24], 4, |c| c / 13 * 13 + (c % 13 + 1) % 13);
        row(cards, 24)
    }),
    ("hands by suits in another order", "--packets 6,", |_, cards| {
        undeclared(&mut cards[..36], 6, |c| [2, 0, 3, 1][usize::from(c / 13)]);
        row(cards, 36)
    }),
    ("hands as poker hands, pairs first", "--packets 5,", |_, cards| {
        for hand in cards[..35].chunks_mut(5) {
            let old = hand.to_vec();
            let alike = |c: u8| old.iter().filter(|other| *other % 13 == c % 13).count();
            hand.sort_by_key(|c| std::cmp::Reverse((alike(*c), c % 13)));
        }
        row(cards, 35)
    }),
    (
        "two cards of nine seats, the higher first, and the board",
        "--packets 2 --last-packet 5,",
        |_, cards| {
            undeclared(&mut cards[..18], 2, |c| 13 - c % 13);
            row(cards, 23)
        },
    ),
    ("pairs", "--packets 2,", |_, cards| {
        undeclared(&mut cards[..14], 2, |c| c % 13);
        row(cards, 14)
    }),
    ("pairs in a row of any length", "--packets 2,", |at, cards| {
        undeclared(&mut cards[..20], 2, |c| c % 13);
        row(cards, 8 + at * 6 % 14)
    }),
    ("every tenth hand", "--packets 5,", |at, cards| {
        let hand = at * 7 % 10;
        if hand < 7 {
            cards[hand * 5..hand * 5 + 5].sort_by_key(|c| c % 13);
        }
        row(cards, 35)
    }),
    ("all hands of every thirtieth row", "--packets 5,", |at, cards| {
        if at % 30 == 0 {
            undeclared(&mut cards[..35], 5, |c| c % 13);
        }
        row(cards, 35)
    }),
    ("hands behind three other cards", "in the order in which they were dealt", |_, cards| {
        undeclared(&mut cards[3..28], 5, |c| *c);
        row(cards, 28)
    }),
    ("whole decks, four hands of thirteen", "--packets 13,", |_, cards| {
        undeclared(cards, 13, |c| 51 - *c);
        row(cards, 52)
    }),
];

/// Games that stop at a card.
const STOPPED: [(&str, Way); 3] = [
    ("at the first ace", |_, cards| {
        let length = cards.iter().position(|c| c % 13 == 12).unwrap() + 1;
        row(cards, length)
    }),
    ("at a sum of 30", |_, cards| {
        let (mut sum, mut length) = (0, 0);
        while sum < 30 {
            sum += cards[length] % 13 + 1;
            length += 1;
        }
        row(cards, length)
    }),
    ("five more after a high first card", |_, cards| {
        let more = usize::from(cards[0] % 13 > 6) * 5;
        row(cards, 5 + more)
    }),
];

fn battery(mut decks: Endless<Deck>, count: usize, way: Way) -> Battery {
    let whole = way(0, &mut (0..52).collect()) == Layout::Ordered { dealt: 52 };
    let options = if whole { Options::decks(52) } else { Options::cards_52() };
    let mut deals = Deals::new(52, 1, options).unwrap();
    for at in 0..count {
        let mut cards = decks().to_vec();
        let layout = way(at, &mut cards);
        deals.push(layout, &cards, &[]).unwrap();
    }
    deals.battery()
}

fn fair(rng_seed: u64, way: Way) -> Battery {
    battery(fair_decks(rng_seed), DEALS, way)
}

/// The verdict at a level at which a fair source is accused in none of 200.
fn state(battery: &Battery) -> State {
    judge(battery, Rule::at(1e-5)).state
}

fn ran(battery: &Battery, key: &str) -> bool {
    battery.test(key).unwrap().figures().is_some()
}

#[test]
fn no_fair_source_is_accused_by_its_order_on_record() {
    for (name, way) in SORTED {
        for rng_seed in 0..replications() {
            let battery = fair(rng_seed, way);
            let why = battery.refused.as_deref().unwrap_or_default();
            assert!(why.contains("sorted when written"), "{name}, {rng_seed}: {why}");
            assert_eq!(state(&battery), State::Insufficient, "{name}, {rng_seed}");
            assert!(!ran(&battery, "fixed.rises"), "{name}");
            assert!(ran(&battery, "previous.overlap"), "{name}: what order cannot touch goes on");
            assert_eq!(ran(&battery, "fixed.zone_card"), !name.contains("cut into"), "{name}");
        }
    }
}

#[test]
fn no_fair_source_is_accused_by_hands_that_nobody_declared() {
    for (name, option, way) in UNDECLARED {
        for rng_seed in 0..replications() {
            let battery = fair(rng_seed, way);
            let why = battery.refused.as_deref().unwrap_or_default();
            assert!(why.contains("sorted when written"), "{name}, {rng_seed}: {why}");
            assert!(why.contains(option), "{name}, {rng_seed}: {why}");
            assert_eq!(state(&battery), State::Insufficient, "{name}, {rng_seed}");
            assert!(!ran(&battery, "fixed.rises"), "{name}");
            if !option.contains("13") {
                assert!(
                    ran(&battery, "previous.overlap"),
                    "{name}: what order cannot touch goes on"
                );
            }
        }
    }
}

/// Few hands sorted: found, or too few for any test to depart.
#[test]
fn no_fair_source_is_accused_by_a_few_sorted_hands() {
    let few: [(&str, Way); 6] = [
        ("one hand of five in a hundred", |at, cards| {
            if at * 7 % 100 < 7 {
                let hand = at * 3 % 7;
                cards[hand * 5..hand * 5 + 5].sort_by_key(|c| c % 13);
            }
            row(cards, 35)
        }),
        ("three pairs in a hundred", |at, cards| {
            if at * 9 % 100 < 27 {
                let pair = at * 4 % 9;
                cards[pair * 2..pair * 2 + 2].sort_by_key(|c| c % 13);
            }
            row(cards, 18)
        }),
        ("a fifth of all pairs", |at, cards| {
            for pair in (0..9).filter(|pair| (at + pair * 3) % 5 == 0) {
                cards[pair * 2..pair * 2 + 2].sort_by_key(|c| 51 - *c);
            }
            row(cards, 18)
        }),
        ("a tenth of all hands by suits in another order, then by rank", |at, cards| {
            for hand in (0..7).filter(|hand| (at + hand * 3) % 10 == 0) {
                cards[hand * 5..hand * 5 + 5]
                    .sort_by_key(|c| ([2, 0, 3, 1][usize::from(c / 13)], *c));
            }
            row(cards, 35)
        }),
        ("one hand of ten in a hundred, of rows that lack one card", |at, cards| {
            if at % 100 == 3 {
                cards[10..20].sort_unstable();
            }
            row(cards, 51)
        }),
        ("one hand of thirteen in a hundred whole decks", |at, cards| {
            if at % 100 == 3 {
                cards[13..26].sort_unstable();
            }
            row(cards, 52)
        }),
    ];
    for (name, way) in few {
        for rng_seed in 0..replications() {
            for decks in [DEALS, 3 * DEALS] {
                let battery = battery(fair_decks(rng_seed), decks, way);
                assert_ne!(state(&battery), State::Departure, "{name}, {rng_seed}");
            }
        }
    }
}

/// At the level of a report pairs of which some are sorted by suit accuse hardly more often than pairs that are not.
#[test]
fn pairs_sorted_now_and_then_accuse_nobody_at_the_level_of_a_report() {
    let sorted: Way = |at, cards| {
        for pair in (0..3).filter(|pair| (at * 3 + pair) % 5 == 0) {
            cards[pair * 2..pair * 2 + 2].sort_by_key(|c| [2, 0, 3, 1][usize::from(c / 13)]);
        }
        row(cards, 7)
    };
    let accused = |way: Way| {
        let batteries = (0..40).map(|rng_seed| battery(fair_decks(rng_seed), 300, way));
        let departs = |b: &Battery| judge(b, Rule::at(0.01)).state == State::Departure;
        batteries.filter(departs).count()
    };
    let (with, without) = (accused(sorted), accused(|_, cards| row(cards, 7)));
    assert!(with <= without + 1, "{with} of 40, and {without} where nothing is sorted");
}

#[test]
fn no_fair_source_is_accused_by_a_game_that_stops() {
    for (name, way) in STOPPED {
        for rng_seed in 0..replications() {
            let battery = battery(fair_decks(rng_seed), 2 * DEALS, way);
            let why = battery.refused.as_deref().unwrap_or_default();
            assert!(why.contains("depends on the cards"), "{name}, {rng_seed}: {why}");
            assert_eq!(state(&battery), State::Insufficient, "{name}, {rng_seed}");
            assert!(battery.tests.iter().all(|test| test.figures().is_none()), "{name}");
        }
    }
}

#[test]
fn what_is_not_sorted_is_not_refused() {
    for (name, way) in UNSORTED {
        for rng_seed in 0..replications() {
            let battery = fair(rng_seed, way);
            assert_eq!(battery.refused, None, "{name}, {rng_seed}");
            assert_ne!(state(&battery), State::Departure, "{name}, {rng_seed}");
        }
    }
}

/// A machine that riffles a new deck puts hands in order too; it is still accused, in order and without.
#[test]
fn a_bad_shuffle_is_not_taken_for_a_sorted_record() {
    let sorted_by_number = SORTED[6].1;
    for times in [1, 2, 4] {
        for (name, way) in UNSORTED.iter().copied().chain([("sorted", sorted_by_number)]) {
            for rng_seed in 0..replications().div_ceil(10) {
                let decks = lab(Chance::new(rng_seed), move |deck, chance| {
                    (0..times).for_each(|_| riffle(deck, chance));
                });
                let battery = battery(decks, DEALS, way);
                assert_eq!(state(&battery), State::Departure, "{name}, {times} riffles");
            }
        }
    }
}

/// The same of hands that nobody declared: rows in order stay tests of order, and rows that were sorted are tested by what
/// order cannot touch.
#[test]
fn a_bad_shuffle_is_not_excused_by_hands_that_nobody_declared() {
    for times in [1, 2, 4] {
        for (name, _, way) in UNDECLARED.into_iter().filter(|(_, option, _)| !option.contains("13"))
        {
            let decks = lab(Chance::new(times), move |deck, chance| {
                (0..times).for_each(|_| riffle(deck, chance));
            });
            let battery = battery(decks, DEALS, way);
            assert_eq!(state(&battery), State::Departure, "{name}, {times} riffles");
        }
    }
    // The upper half is never shuffled; cards that stick to their places.
    let stuck: [fn(&mut Deck, &mut Chance); 2] = [
        |deck, chance| {
            (1..26).rev().for_each(|i| deck.swap(i, chance.below(i as u32 + 1) as usize))
        },
        |deck, chance| {
            (1..52).rev().for_each(|i| deck.swap(i, chance.below(i as u32 + 1) as usize));
            for (card, place) in [(51, 10), (38, 17), (25, 22)] {
                let at = deck.iter().position(|other| *other == card).unwrap();
                deck.swap(at, place);
            }
        },
    ];
    for bad in stuck {
        for way in [(|_, cards| row(cards, 35)) as Way, |_, cards| row(cards, 52)] {
            let battery = battery(lab(Chance::new(1), bad), DEALS, way);
            assert_eq!(battery.refused, None);
            assert_eq!(state(&battery), State::Departure);
        }
    }
}

/// Plays of five draws, each play in order or not; what only looks at which symbols came goes on.
#[test]
fn sorted_plays_are_recognised_and_their_contents_tested() {
    for rng_seed in 0..replications().div_ceil(4) {
        for (different, sorted) in [(false, true), (true, true), (false, false), (true, false)] {
            let mut symbols = Symbols::new_grouped(40, 5).unwrap();
            if different {
                symbols = symbols.without_replacement().unwrap();
            }
            let mut chance = Chance::new(rng_seed);
            for _ in 0..2_000 {
                let mut play: Vec<u32> = Vec::new();
                while play.len() < 5 {
                    let draw = chance.below(40);
                    if !different || !play.contains(&draw) {
                        play.push(draw);
                    }
                }
                if sorted {
                    play.sort_unstable();
                }
                symbols.push_all(&play);
            }
            let battery = symbols.finish();
            assert_eq!(battery.refused.is_some(), sorted, "{rng_seed}: {:?}", battery.refused);
            assert_ne!(state(&battery), State::Departure, "{rng_seed}");
            assert_eq!(ran(&battery, "play.frequency"), !sorted);
            if !different {
                assert!(ran(&battery, "stream.frequency"));
            }
        }
    }
}

/// One deck that was not shuffled, and decks that are only cut, are no hands sorted when written: their tests run and say so.
#[test]
fn decks_left_as_they_were_are_no_sorted_hands() {
    let one = |at: usize, deck: Deck| -> Deck {
        if at == 701 { std::array::from_fn(|i| i as u8) } else { deck }
    };
    let downwards = |at: usize, deck: Deck| -> Deck {
        if at == 701 { std::array::from_fn(|i| 51 - i as u8) } else { deck }
    };
    let cut = |at: usize, deck: Deck| -> Deck {
        let mut first = if at == 0 { deck } else { fair_decks(5)() };
        first.rotate_left(at * 7 % 52);
        first
    };
    type Way = (fn(usize, Deck) -> Deck, usize, Option<&'static str>);
    let ways: [Way; 4] = [
        (one, 1000, Some("fixed.rises_min")),
        (downwards, 1000, None),
        (cut, 1000, Some("previous.successions")),
        // So few that no cut comes again.
        (cut, 40, Some("previous.rises")),
    ];
    for (way, decks, seen_by) in ways {
        let (mut source, mut all) = (fair_decks(5), Deals::new(52, 1, Options::decks(52)).unwrap());
        (0..decks).for_each(|at| all.push_deck(&way(at, source())).unwrap());
        let battery = all.battery();
        assert_eq!(battery.refused, None, "{seen_by:?}");
        let verdict = judge(&battery, Rule::at(0.01));
        assert!(seen_by.is_none_or(|key| verdict.departs(key)), "{seen_by:?}: {verdict:?}");
    }
}
