//! Batteries of shoes: fair ones of two generators, and bad ones.

use super::super::tests::Fair;
use super::{DECKS_MAX, Rows, ShoeForm, Shoes};
use crate::battery::Battery;
use crate::deal::Options;
use crate::verdict::{Rule, State, judge};

pub(super) fn form(decks: u8, rows: Rows) -> ShoeForm {
    let classes = Options::cards_52().classes;
    ShoeForm {
        types: 52,
        decks,
        lag: 1,
        whole: false,
        ordered: true,
        hands: 1,
        rows,
        classes,
        results: Vec::new(),
    }
}

/// A fair order of what stands in the shoe.
pub(super) fn shuffled(shoe: &mut [u8], fair: &mut Fair) {
    for i in (1..shoe.len()).rev() {
        shoe.swap(i, fair.below(i + 1));
    }
}

pub(super) fn new_shoe(decks: u8) -> Vec<u8> {
    (0..decks).flat_map(|_| 0..52).collect()
}

pub(super) fn battery(form: ShoeForm, shoes: usize, mut next: impl FnMut(&mut Vec<u8>)) -> Battery {
    let mut shoe = new_shoe(form.decks);
    let mut all = Shoes::new(form).unwrap();
    for _ in 0..shoes {
        next(&mut shoe);
        all.push(&shoe, &[], 416).unwrap();
    }
    all.battery()
}

pub(super) fn departures(battery: &Battery) -> Vec<String> {
    let verdict = judge(battery, Rule::at(0.01));
    verdict.departures.into_iter().chain(verdict.too_good).map(|test| test.key).collect()
}

/// Of fair sources, all ways of record together, one in a hundred departs: 0 to 8 of 240 with a probability
/// beyond 99.8 %.
#[test]
fn fair_shoes_depart_as_seldom_as_the_level_says() {
    let mut fair = Fair::new(41);
    let mut departed = Vec::new();
    for (decks, seen, rows) in
        [(2, 104, Rows::Shoes), (4, 160, Rows::Shoes), (6, 5, Rows::Continuous)]
    {
        for _ in 0..80 {
            let mut whole = new_shoe(decks);
            let one = battery(form(decks, rows), 120, |shoe| {
                shuffled(&mut whole, &mut fair);
                shoe.clone_from(&whole[..seen].to_vec());
            });
            departed.extend(departures(&one));
        }
    }
    assert!(departed.len() <= 8, "{departed:?}");
}

/// Coups of baccarat out of shared shoes, as long as its rules make them: never accused, whatever is said of
/// the rows but that each is a shoe of its own.
#[test]
fn rounds_of_shared_shoes_are_not_accused() {
    let mut fair = Fair::new(42);
    for _ in 0..20 {
        let mut all = Shoes::new(form(8, Rows::Rounds)).unwrap();
        for _ in 0..25 {
            let mut shoe = new_shoe(8);
            shuffled(&mut shoe, &mut fair);
            let mut at = 0;
            while at < 400 {
                let length =
                    4 + usize::from(shoe[at] % 13 < 6) + usize::from(shoe[at + 1] % 13 < 5);
                all.push(&shoe[at..at + length], &[], 416).unwrap();
                at += length;
            }
        }
        let battery = all.battery();
        assert_eq!(
            judge(&battery, Rule::at(1e-4)).state,
            State::NothingFound,
            "{:?}",
            battery.tests
        );
        assert!(battery.test("previous.overlap").is_none());
    }
}

/// A round of six cards out of six decks, sorted when written.
#[test]
fn sorted_rounds_are_recognised() {
    let mut fair = Fair::new(46);
    let battery = battery(form(6, Rows::Continuous), 200, |round| {
        let mut shoe = new_shoe(6);
        shuffled(&mut shoe, &mut fair);
        *round = shoe[..6].to_vec();
        round.sort_by_key(|card| card % 13);
    });
    assert!(battery.refused.as_ref().unwrap().contains("sorted when written"));
    assert_eq!(judge(&battery, Rule::at(0.01)).state, State::Insufficient);
}

/// Two hands dealt by turns, of which the first draws where the second shows a high card: in the order dealt no departure, and
/// hand by hand no accusation.
#[test]
fn hands_one_behind_the_other_are_recognised() {
    for (decks, by_hand) in [(6, false), (6, true)] {
        let mut fair = Fair::new(49);
        let mut all = Shoes::new(form(decks, Rows::Rounds)).unwrap();
        for _ in 0..400 {
            let mut shoe = new_shoe(decks);
            shuffled(&mut shoe, &mut fair);
            let (mut at, rank) = (0, |card: u8| card % 13);
            while at < 240 {
                let draws = usize::from(rank(shoe[at]) < 8 && rank(shoe[at + 1]) > 5);
                let cards = &shoe[at..at + 4 + draws];
                let hand = [&[cards[0], cards[2]], &cards[4..], &[cards[1], cards[3]]].concat();
                all.push(if by_hand { &hand } else { cards }, &[], 416).unwrap();
                at += cards.len();
            }
        }
        let battery = all.battery();
        let state = judge(&battery, Rule::at(0.01)).state;
        let why = battery.refused.unwrap_or_default();
        assert_eq!(why.contains("one behind the other"), by_hand, "{why}");
        assert_eq!(state, if by_hand { State::Insufficient } else { State::NothingFound });
    }
}

/// Pairs in the first two cards of rounds of four or five cards that share shoes: the chi-square of one degree of freedom has
/// its mean, over 200 sources within five standard errors, and a tenth where 0.0747 is due is seen.
#[test]
fn results_of_rounds_that_share_a_shoe_have_their_law() {
    let mut fair = Fair::new(50);
    let pair = 31.0 / 415.0;
    let tables = ShoeForm { results: vec![vec![1.0 - pair, pair]], ..form(8, Rows::Rounds) };
    let mut sum = 0.0;
    for _ in 0..200 {
        let mut all = Shoes::new(tables.clone()).unwrap();
        for _ in 0..15 {
            let mut shoe = new_shoe(8);
            shuffled(&mut shoe, &mut fair);
            let mut at = 0;
            while at < 330 {
                let cards = &shoe[at..at + 4 + usize::from(shoe[at] % 13 < 6)];
                all.push(cards, &[], 416).unwrap();
                all.push_result(0, usize::from(cards[0] % 13 == cards[1] % 13));
                at += cards.len();
            }
        }
        let battery = all.battery();
        let test = battery.test("fixed.results").unwrap();
        let times = &all.results()[0];
        assert_eq!(test.n, times.iter().sum::<u64>());
        let expected = test.n as f64 * pair;
        let plain = (times[1] as f64 - expected).powi(2) / (expected * (1.0 - pair));
        let q = test.figures().unwrap().statistic;
        assert!((q * (1.0 + 6.0 / 416.0) - plain).abs() < 1e-9, "{q} {plain}");
        sum += q;
    }
    assert!((sum - 200.0).abs() < 5.0 * (2.0_f64 * 200.0).sqrt(), "{sum}");
    let found = super::dealt::results(&[9_000, 1_000], &[1.0 - pair, pair], 416);
    let crate::battery::Outcome::Ran(found) = found else { panic!("too few") };
    assert!(found.p.p() < 1e-6);
}

pub(super) fn riffle(shoe: &mut [u8], fair: &mut Fair) {
    let cut = (0..shoe.len()).filter(|_| fair.below(2) == 0).count();
    let old = shoe.to_vec();
    let (left, right) = old.split_at(cut);
    let (mut left, mut right) = (left.iter().copied(), right.iter().copied());
    for card in shoe.iter_mut() {
        let (a, b) = (left.len(), right.len());
        let from_left = fair.below(a + b) < a;
        *card = if from_left { left.next() } else { right.next() }.unwrap();
    }
}

#[test]
fn bad_shuffles_of_a_shoe_are_seen() {
    let mut fair = Fair::new(43);
    // Seven riffles of the shoe of the round before, and of new decks.
    let chained =
        battery(form(8, Rows::Shoes), 300, |shoe| (0..7).for_each(|_| riffle(shoe, &mut fair)));
    let seen = departures(&chained);
    assert!(seen.contains(&"previous.neighbours_kept".to_owned()), "{seen:?}");
    // The order of what followed shows it in a tenth of the shoes, and turned round as well.
    for turned in [false, true] {
        let few = battery(form(8, Rows::Shoes), 31, |shoe| {
            (0..7).for_each(|_| riffle(shoe, &mut fair));
            if turned {
                shoe.reverse();
            }
        });
        let seen = departures(&few);
        assert!(seen.contains(&"previous.order_kept".to_owned()), "{seen:?}");
    }
    let new = battery(form(8, Rows::Shoes), 300, |shoe| {
        *shoe = new_shoe(8);
        (0..7).for_each(|_| riffle(shoe, &mut fair));
    });
    let seen = departures(&new);
    assert!(seen.contains(&"fixed.next_card".to_owned()), "{seen:?}");
    // The second half is never shuffled.
    let half = battery(form(6, Rows::Shoes), 100, |shoe| shuffled(&mut shoe[..156], &mut fair));
    let seen = departures(&half);
    assert!(seen.contains(&"previous.fixed_points".to_owned()), "{seen:?}");
    // By turns: only two before shows it.
    let mut shoes = [new_shoe(2), new_shoe(2)];
    shoes.iter_mut().for_each(|shoe| shuffled(shoe, &mut fair));
    let turns = battery(form(2, Rows::Shoes), 400, |shoe| {
        shoes.swap(0, 1);
        (0..5).for_each(|_| riffle(&mut shoes[0], &mut fair));
        shoe.clone_from(&shoes[0]);
    });
    let seen = departures(&turns);
    assert!(seen.contains(&"lag_2.neighbours_kept".to_owned()), "{seen:?}");
    // A card that a shuffler holds back for a round, and one that is missing from the part that is dealt.
    let mut before: Vec<u8> = Vec::new();
    let held = battery(form(6, Rows::Continuous), 3_000, |round| {
        let mut shoe = new_shoe(6);
        for card in &before {
            let at = shoe.iter().position(|other| other == card).unwrap();
            shoe.remove(at);
        }
        shuffled(&mut shoe, &mut fair);
        *round = shoe[..20].to_vec();
        before.clone_from(round);
    });
    let seen = departures(&held);
    assert!(seen.contains(&"previous.overlap".to_owned()), "{seen:?}");
    let missing = battery(form(8, Rows::Shoes), 100, |shoe| {
        *shoe = new_shoe(8);
        shoe.remove(415);
        shuffled(shoe, &mut fair);
        shoe.truncate(360);
    });
    let seen = departures(&missing);
    assert!(seen.contains(&"fixed.dealt_card".to_owned()), "{seen:?}");
}

#[test]
fn only_what_no_shoe_holds_is_a_fault() {
    let whole = ShoeForm { whole: true, ..form(2, Rows::Shoes) };
    let mut shoes = Shoes::new(whole).unwrap();
    let mut shoe = new_shoe(2);
    shoes.push(&shoe, &[], 416).unwrap();
    shoe[0] = 7;
    let third = shoes.push(&shoe, &[], 416).unwrap_err();
    assert_eq!(third.to_string(), "card 7 stands 3 times in a shoe of 2 decks");
    let short = shoes.push(&shoe[..103], &[], 416).unwrap_err();
    assert_eq!(short.to_string(), "103 cards, where a shoe has 104");
    assert_eq!((shoes.count(), shoes.battery().faults_total), (1, 2));
    let mut part = Shoes::new(form(2, Rows::Shoes)).unwrap();
    part.push(&[7, 7, 3], &[], 416).unwrap();
    part.push(&[7, 7, 7], &[], 416).unwrap_err();
    part.push(&[], &[], 416).unwrap_err();
    part.push(&[52], &[], 416).unwrap_err();
    for decks in [0, 1, DECKS_MAX + 1] {
        assert!(Shoes::new(form(decks, Rows::Shoes)).is_err());
    }
}

#[test]
fn any_cut_gives_the_same_battery() {
    let mut fair = Fair::new(44);
    let mut shoe = new_shoe(2);
    let all: Vec<Vec<u8>> = (0..60)
        .map(|at| {
            shuffled(&mut shoe, &mut fair);
            if at == 20 { vec![5; 3] } else { shoe[..60 + at % 3].to_vec() }
        })
        .collect();
    let whole = |cuts: &[usize]| {
        let mut sum = Shoes::new(form(2, Rows::Shoes)).unwrap();
        for ends in cuts.windows(2) {
            let mut part = sum.part(ends[0] as u64);
            all[ends[0]..ends[1]].iter().for_each(|cards| drop(part.push(cards, &[], 416)));
            sum.merge(part).unwrap();
        }
        sum.battery()
    };
    let once = whole(&[0, 60]);
    assert_eq!(once, whole(&[0, 19, 20, 21, 22, 60]));
    assert_eq!(once, whole(&[0, 1, 60]));
    assert_eq!(
        once.test("previous.trend").unwrap().n,
        57,
        "none before the first, none about the fault"
    );
    assert!(once.notes.iter().any(|note| note.starts_with("The first 60 cards")));
}

#[test]
fn copied_shoes_are_named() {
    let mut fair = Fair::new(45);
    let mut kept = Vec::new();
    let battery = battery(form(3, Rows::Shoes), 40, |shoe| {
        shuffled(shoe, &mut fair);
        kept.push(shoe.clone());
        if kept.len() == 31 {
            shoe.clone_from(&kept[4]);
        }
    });
    assert!(departures(&battery).contains(&"fixed.duplicates".to_owned()));
    assert!(
        battery.notes.contains(&"Identical records: 5 and 31.".to_owned()),
        "{:?}",
        battery.notes
    );
}

/// Shoes of six decks of which some end where a row was misread, as by a coin; the misread ones as pushed or as skipped.
fn with_misread(rows_of: usize, misread: &[usize], is_part: bool, seed: u64) -> Battery {
    let mut fair = Fair::new(seed);
    // Of cards without ranks, of which nothing is hidden.
    let form = ShoeForm { classes: None, ..form(6, Rows::Shoes) };
    let mut all = Shoes::new(form).unwrap();
    for at in 0..120 {
        let mut shoe = new_shoe(6);
        shuffled(&mut shoe, &mut fair);
        let rows = fair.below(rows_of - 1) + 1;
        let sizes = |rows: usize| vec![(240 / rows_of) as u16; rows];
        if !misread.contains(&at) {
            all.push(&shoe[..240], &sizes(rows_of), 312).unwrap();
        } else if is_part {
            all.push_part(&shoe[..rows * (240 / rows_of)], &sizes(rows), 312).unwrap();
        } else {
            all.skip();
        }
    }
    all.battery()
}

/// The first part of a shoe adds to which cards came, and to no other test: these say the same as without the shoe.
#[test]
fn a_part_of_a_shoe_is_tested_by_which_cards_came() {
    let [parts, none] = [true, false].map(|is_part| with_misread(40, &[17, 80, 119], is_part, 51));
    assert_eq!((parts.n, none.n, &parts.refused), (120, 117, &None));
    for (test, without) in parts.tests.iter().zip(&none.tests) {
        let is_of_cards = test.key.starts_with("fixed.dealt_");
        assert_eq!(test.outcome == without.outcome, !is_of_cards, "{}", test.key);
    }
    assert!(parts.notes.iter().any(|note| note.starts_with("Shoes known up to")));
    assert_eq!(parts.drifts, none.drifts);
    // Four of 120 are more than a third of the square root of the others, and not of 4,700 rows: what goes on is which cards came.
    let four = with_misread(40, &[17, 50, 80, 119], true, 51);
    assert!(four.refused.as_ref().unwrap().contains("beside 116 others at most 3 may be"));
    assert!(four.drifts.is_empty());
    for test in &four.tests {
        assert_eq!(test.figures().is_some(), test.key.starts_with("fixed.dealt_"), "{}", test.key);
    }
    // Of some 470 rows seven may be misread: eight are too many for any test.
    let many = with_misread(4, &[1, 17, 33, 50, 66, 80, 99, 119], true, 51);
    assert!(many.refused.as_ref().unwrap().contains("at most 7 may be"), "{:?}", many.refused);
    assert!(many.tests.iter().all(|test| test.figures().is_none()));
}

/// Of 200 fair files with misread rows two depart by chance, and 0 to 7 with a probability beyond 99.8 %.
#[test]
fn fair_parts_accuse_nobody() {
    let mut departed = Vec::new();
    for seed in 0..200 {
        departed.extend(departures(&with_misread(40, &[3, 60, 99], true, 100 + seed)));
    }
    assert!(departed.len() <= 7, "{departed:?}");
}
