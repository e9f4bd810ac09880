//! Nine defects of public reports, each with the first sentence that a reader is given: what departs by its name, and one
//! cause. Sources that show nothing at this size have no sentence.

use super::departures::departures;
use feltproof_stats::bits::{Bits, Params, pack};
use feltproof_stats::deal::{Deals, Options};
use feltproof_stats::defects::moves::{Deck, naive_swap, sattolo};
use feltproof_stats::defects::{Chance, chained, fair_decks, lab};
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, judge};
use feltproof_stats::{Battery, Copies, Randomness, Stretch};
use std::collections::BTreeMap;

const DECKS: usize = 1_000;

fn judged(battery: Battery, labels: Vec<String>) -> Randomness {
    Randomness {
        source: "decks.txt".to_owned(),
        labels,
        verdict: judge(&battery, Rule::at(0.01)),
        battery,
        level_alone: 0.01,
        faults: Vec::new(),
        profile: None,
        registered: None,
        rows: vec![(700, 36_401, 36_452)],
    }
}

fn of_decks(mut source: impl FnMut() -> Deck) -> Randomness {
    let mut all = Deals::new(52, 1, Options::decks(52)).unwrap();
    for _ in 0..DECKS {
        all.push_deck(&source()).unwrap();
    }
    let ranks = "23456789TJQKA";
    let names =
        "cdhs".chars().flat_map(|suit| ranks.chars().map(move |rank| format!("{rank}{suit}")));
    judged(all.battery(), names.collect())
}

/// The sentences; of all but the first none has a cause that the first does not leave room for.
fn sentences(r: &Randomness) -> Vec<String> {
    departures(r).iter().map(super::departures::Departure::sentence).collect()
}

fn causes(r: &Randomness) -> usize {
    departures(r).iter().filter(|departure| departure.says.is_some()).count()
}

/// The first sentence has all of these words, and is the only one with a cause.
#[track_caller]
fn first_says(r: &Randomness, words: &[&str]) {
    let all = sentences(r);
    let first = all.first().map_or("", String::as_str);
    for words in words {
        assert!(first.contains(words), "`{words}` is not in: {first}\n{all:#?}");
    }
    assert_eq!(causes(r), 1, "{all:#?}");
}

#[test]
fn exchanges_with_any_card_are_a_wrong_program() {
    let r = of_decks(lab(Chance::new(1), |deck, chance| naive_swap(deck, |n| chance.index(n))));
    first_says(
        &r,
        &[
            "Rank correlation of position and label: 0.0561",
            "Low cards tend to one end",
            "wrong shuffling program",
        ],
    );
}

#[test]
fn sattolo_is_one_circle() {
    let r = of_decks(lab(Chance::new(1), |deck, chance| sattolo(deck, |n| chance.index(n))));
    first_says(&r, &["all 52 cards round in one single circle", "(Sattolo's fault) does that"]);
    // A machine that does it to the deck it holds.
    let r = of_decks(chained(Chance::new(1), |deck, chance| sattolo(deck, |n| chance.index(n))));
    first_says(&r, &["all 52 cards round in one single circle", "(Sattolo's fault) does that"]);
}

/// Three pairs of places of each deck, the lower card of each laid first: low cards come early by a little, and no card to
/// any place.
#[test]
fn a_rank_correlation_is_named_by_its_number_and_no_card() {
    let (mut source, mut chance) = (fair_decks(1), Chance::new(2));
    let r = of_decks(move || {
        let mut deck = source();
        for _ in 0..3 {
            let [one, other] = [chance.index(52), chance.index(52)];
            let (early, late) = (one.min(other), one.max(other));
            if deck[early] > deck[late] {
                deck.swap(early, late);
            }
        }
        deck
    });
    first_says(&r, &["Rank correlation of position and label", "Low cards tend to one end"]);
    assert!(!sentences(&r)[0].contains("comes to position"), "{:#?}", sentences(&r));
}

/// Merge sort with an answer by chance to every comparison.
fn sort_by_chance(deck: &mut [u8], chance: &mut Chance) {
    if deck.len() < 2 {
        return;
    }
    let (left, right) = deck.split_at_mut(deck.len() / 2);
    sort_by_chance(left, chance);
    sort_by_chance(right, chance);
    let halves = [left.to_vec(), right.to_vec()];
    let [mut left, mut right] = halves.map(|half| half.into_iter().peekable());
    for card in deck {
        let is_left = right.peek().is_none() || (left.peek().is_some() && chance.below(2) == 0);
        *card = if is_left { left.next() } else { right.next() }.unwrap();
    }
}

#[test]
fn a_sort_by_chance_answers_is_a_wrong_program() {
    let r = of_decks(lab(Chance::new(1), |deck, chance| sort_by_chance(deck, chance)));
    first_says(&r, &["where chance gives", "wrong shuffling program"]);
}

/// Seeds of 32 bits or milliseconds are often not seen: then nothing is said.
#[test]
fn seeds_that_do_not_show_have_no_sentence() {
    let mut seeds = Chance::new(1);
    let r = of_decks(move || fair_decks(u64::from(seeds.word()))());
    assert_eq!(sentences(&r), [""; 0]);
    let (mut seeds, mut milliseconds) = (Chance::new(2), 1_700_000_000_000);
    let r = of_decks(move || {
        milliseconds += 20_000 + u64::from(seeds.below(20_000));
        fair_decks(milliseconds)()
    });
    assert_eq!(sentences(&r), [""; 0]);
}

#[test]
fn a_seed_used_again_is_copies_and_nothing_else() {
    let (mut source, mut at) = (fair_decks(1), 0);
    let r = of_decks(move || {
        if at == 600 {
            source = fair_decks(1);
        }
        at += 1;
        source()
    });
    let copies = "400 of 1,000 decks came before, card for card: decks 601 to 1,000 are decks 1 to 400 again.";
    first_says(&r, &[copies, "old seed", "test the file without them before any other cause"]);
}

#[test]
fn one_deck_in_factory_order_is_named_with_its_rows() {
    let (mut source, mut at) = (fair_decks(1), 0);
    let r = of_decks(move || {
        at += 1;
        let deck = source();
        if at == 701 { std::array::from_fn(|i| i as u8) } else { deck }
    });
    let deck = "Deck 701 (rows 36,401 to 36,452) lies in factory order: 1 rising sequence, where chance gives 26.5.";
    first_says(&r, &[deck, "a shuffle left out"]);
}

#[test]
fn a_cut_alone_is_no_riffle() {
    let cut = |deck: &mut Deck, chance: &mut Chance| deck.rotate_left(10 + chance.index(32));
    let r = of_decks(chained(Chance::new(1), cut));
    first_says(
        &r,
        &["of 51 neighbours a deck follow each other as they did in the deck before", "it is cut"],
    );
    let r = of_decks(lab(Chance::new(1), cut));
    first_says(
        &r,
        &["of 51 neighbours a deck follow each other as they did in a new deck", "it is cut"],
    );
}

/// Each card in turn falls into a compartment drawn at random, above or below what lies there; the compartments are
/// emptied in random order.
fn carousel(
    deck: &mut Deck,
    compartments: usize,
    is_above: fn(&mut Chance) -> bool,
    chance: &mut Chance,
) {
    let mut held = vec![Vec::new(); compartments];
    for card in deck.iter() {
        let into: &mut Vec<u8> = &mut held[chance.index(compartments)];
        let at = if is_above(chance) { into.len() } else { 0 };
        into.insert(at, *card);
    }
    for at in (1..compartments).rev() {
        held.swap(at, chance.index(at + 1));
    }
    deck.iter_mut().zip(held.into_iter().flatten()).for_each(|(to, card)| *to = card);
}

#[test]
fn a_carousel_is_no_riffle() {
    let both = |chance: &mut Chance| chance.below(2) == 0;
    let ways: [fn(&mut Chance) -> bool; 3] = [both, |_| true, |_| false];
    for (compartments, is_above) in ways.into_iter().flat_map(|way| [(10, way), (20, way)]) {
        let r = of_decks(chained(Chance::new(1), move |deck, chance| {
            carousel(deck, compartments, is_above, chance);
        }));
        first_says(&r, &["compartments"]);
    }
}

#[test]
fn riffles_are_riffles() {
    for times in [3, 7] {
        let r = of_decks(chained(Chance::new(1), move |deck, chance| {
            (0..times).for_each(|_| feltproof_stats::defects::moves::riffle(deck, chance));
        }));
        first_says(&r, &["Cards stay near the card they lay beside before", "too few riffles"]);
    }
}

#[test]
fn a_number_that_never_comes_is_named() {
    let (mut chance, mut all) = (Chance::new(1), Symbols::new(37).unwrap());
    (0..10_000).for_each(|_| all.push(chance.below(36)));
    let labels = (0..37).map(|number| number.to_string()).collect();
    let r = judged(all.finish(), labels);
    first_says(
        &r,
        &[
            "36 never came in 10,000 draws, where chance gives 270. The numbers do not come equally often",
        ],
    );
}

/// A stream of 37 numbers, of which each may be changed by what came before.
fn of_draws(count: usize, change: impl Fn(&[u32], u32, &mut Chance) -> u32) -> Randomness {
    let (mut chance, mut all, mut past) = (Chance::new(1), Symbols::new(37).unwrap(), Vec::new());
    for _ in 0..count {
        let fair = chance.below(37);
        let draw = change(&past, fair, &mut chance);
        past.push(draw);
        all.push(draw);
    }
    judged(all.finish(), (0..37).map(|number| number.to_string()).collect())
}

#[test]
fn draws_that_are_kept_are_no_seed_used_again() {
    for distance in [1, 5] {
        let r = of_draws(20_000, |past, fair, chance| match chance.below(33) {
            0 if past.len() >= distance => past[past.len() - distance],
            _ => fair,
        });
        let before = if distance == 1 {
            "the draw before,".to_owned()
        } else {
            format!("the draw {distance} before,")
        };
        first_says(&r, &[" draws are like ", &before, "a result that is kept or copied"]);
    }
}

#[test]
fn a_number_that_stays_is_named() {
    let r = of_draws(20_000, |past, fair, chance| match past.last() {
        Some(23) if chance.below(5) == 0 => 23,
        _ => fair,
    });
    first_says(&r, &["23 comes in ", " stretches of itself alone, where chance gives "]);
}

#[test]
fn a_number_that_comes_more_for_a_time_is_named_with_the_draws() {
    let r = of_draws(20_000, |past, fair, chance| match chance.below(5) {
        0 if (12_000..13_000).contains(&past.len()) => 5,
        _ => fair,
    });
    first_says(
        &r,
        &["5 came ", " times in draws 12,001 to 13,000, where chance gives ", "changes over time"],
    );
}

#[test]
fn a_passage_that_comes_again_is_named() {
    let r =
        of_draws(12_000, |past, fair, _| past.len().checked_sub(3_000).map_or(fair, |at| past[at]));
    first_says(
        &r,
        &[
            "9,000 of 12,000 draws came before, number for number: draws 3,001 to 12,000 are draws 1 to 9,000 again.",
        ],
    );
}

/// Stretches that overlap count a draw twice: 50 rows of 0 to 6 in turn were said to be 804,261 copies among 800,000.
#[test]
fn no_more_draws_are_copies_than_there_are() {
    let r = of_draws(100, |_, fair, _| fair);
    let of = |copies| {
        let stretches = vec![Stretch { earlier: 0, later: 7, length: 93 }];
        super::named::copied(
            &r,
            "stream.repeated_stretches",
            &Copies { copies, stretches, more: 0 },
        )
    };
    let rest = "came before, number for number: draws 8 to 100 are draws 1 to 93 again";
    assert_eq!(of(99), format!("99 of 100 draws {rest}"));
    for copies in [100, 104] {
        assert_eq!(of(copies), format!("Nearly all of 100 draws {rest}"));
    }
}

#[test]
fn a_wave_is_named_by_its_length() {
    let r = of_draws(60_000, |past, fair, chance| {
        let is_high = past.len() % 100 < 50;
        if chance.below(6) == 0 && (fair > 18) != is_high { 36 - fair } else { fair }
    });
    let said = sentences(&r).join(" ");
    assert!(said.contains("a wave that comes back after 97.5 to 108 draws"), "{said}");
}

/// Bits of words of 32, each changed.
fn of_bits(count: usize, change: impl Fn(usize, u32) -> u32) -> Randomness {
    let params = Params { length: 100_000, sample: Some(32), ..Params::default() };
    let (mut chance, mut all) = (Chance::new(1), Bits::new(params));
    let words: Vec<u32> = (0..count).map(|at| change(at, chance.below(u32::MAX))).collect();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    for sequence in bytes.chunks_exact(12_500) {
        all.push_sequence(&pack(sequence));
    }
    judged(all.battery(), Vec::new())
}

#[test]
fn a_bit_that_is_stuck_is_named_by_its_position() {
    let r = of_bits(50_000, |_, word| word & !(1 << 5));
    first_says(
        &r,
        &[
            "Bit 27 of 32 (1 is the first of a sample) is one in 0 of 50,000 samples, where chance gives 25,000.",
        ],
    );
}

#[test]
fn a_stretch_of_ones_is_named_by_its_bits() {
    let r =
        of_bits(50_000, |at, word| if (20_000..20_200).contains(&at) { u32::MAX } else { word });
    first_says(
        &r,
        &["Ones came ", " times in bits 64", "where chance gives ", "changes along the stream"],
    );
}

/// What is named of a test by its key, whether it departs or not.
fn named_of(r: &Randomness, key: &str) -> String {
    super::named::named(r, r.battery.test(key).unwrap()).unwrap()
}

/// The pair, and the triple, that is furthest from what chance gives, counted again from the draws read as a ring.
#[test]
fn outcomes_in_a_row_are_named_as_often_as_they_came() {
    let (mut chance, mut all) = (Chance::new(3), Symbols::new(6).unwrap());
    let draws: Vec<usize> = (0..10_000).map(|_| chance.below(6) as usize).collect();
    draws.iter().for_each(|draw| all.push(*draw as u32));
    let r = judged(all.finish(), (1..=6).map(|face| face.to_string()).collect());
    let by_twos: Vec<usize> =
        (0..2).flat_map(|from| draws[from..].iter().step_by(2).copied()).collect();
    let ring = |of: &[usize], length: usize| {
        let mut counts = vec![0_u64; 6_usize.pow(length as u32)];
        for at in 0..of.len() {
            counts[(0..length).fold(0, |code, k| code * 6 + of[(at + k) % of.len()])] += 1;
        }
        counts
    };
    let one = ring(&draws, 1);
    let furthest = |counts: &[u64], expected: &dyn Fn(usize) -> f64| {
        let off = |at: usize| (counts[at] as f64 - expected(at)).abs() / expected(at).sqrt();
        let at = (0..counts.len()).max_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap();
        (at, counts[at], super::named::mean(expected(at)))
    };
    let of_pair = |at: usize| (one[at / 6] * one[at % 6]) as f64 / 10_000.0;
    for (key, of, between) in [
        ("stream.overlapping_pairs", &draws, "and then"),
        ("stream.every_2nd_pairs", &by_twos, "and 2 draws later"),
    ] {
        let (at, count, expected) = furthest(&ring(of, 2), &of_pair);
        let (a, b) = (at / 6 + 1, at % 6 + 1);
        let said = format!(
            "{a} {between} {b} came {count} times in 10,000 draws, where chance gives {expected}"
        );
        assert_eq!(named_of(&r, key), said);
    }
    let pairs = ring(&draws, 2);
    let of_triple = |at: usize| (pairs[at / 6] * pairs[at % 36]) as f64 / one[at / 6 % 6] as f64;
    let (at, count, expected) = furthest(&ring(&draws, 3), &of_triple);
    let [a, b, c] = [at / 36, at / 6 % 6, at % 6].map(|label| label + 1);
    let said = format!(
        "{a}, {b}, {c} in a row came {count} times in 10,000 draws, where chance gives {expected}"
    );
    assert_eq!(named_of(&r, "stream.overlapping_triples"), said);
}

/// Outcomes of the lower half with one other between them, in every second place where they would be alone.
#[test]
fn a_gap_is_named_by_what_stands_between() {
    let r = of_draws(20_000, |past, fair, chance| {
        match past.iter().rev().position(|draw| *draw < 18) {
            Some(1) if fair >= 18 && chance.below(2) == 0 => chance.below(18),
            _ => fair,
        }
    });
    let said = named_of(&r, "stream.gap");
    assert!(
        said.starts_with("An outcome up to 17 came with 1 other since the last one "),
        "{said}"
    );
}

/// The pattern named is one of those counted in the bits as a ring, and no other is further off.
#[test]
fn a_pattern_of_bits_is_named_as_often_as_it_came() {
    let mut chance = Chance::new(5);
    let bits: Vec<u8> = (0..8_000).map(|_| chance.below(2) as u8).collect();
    let bytes: Vec<u8> =
        bits.chunks(8).map(|eight| eight.iter().fold(0, |byte, bit| byte << 1 | bit)).collect();
    let mut all = Bits::new(Params { length: 8_000, ..Params::default() });
    all.push_sequence(&pack(&bytes));
    let r = judged(all.battery(), Vec::new());
    let ring: Vec<u8> = bits.iter().chain(&bits[..64]).copied().collect();
    let mut counts: BTreeMap<&[u8], u64> = BTreeMap::new();
    for (at, length) in (0..8_000).flat_map(|at| (1..20).map(move |length| (at, length))) {
        *counts.entry(&ring[at..at + length]).or_default() += 1;
    }
    let came = |pattern: &[u8]| counts.get(pattern).copied().unwrap_or(0) as f64;
    for (key, is_given_both) in [("bits.serial_1", false), ("bits.serial_2", true)] {
        let said = named_of(&r, key);
        let pattern = said.split(' ').nth(2).unwrap();
        let length = pattern.len();
        let expected = |of: &[u8]| match is_given_both {
            true => came(&of[..length - 1]) * came(&of[1..]) / came(&of[1..length - 1]).max(1.0),
            false => came(&of[..length - 1]) / 2.0,
        };
        let off = |of: &[u8]| (came(of) - expected(of)).abs() / expected(of).max(1.0).sqrt();
        let own: Vec<u8> = pattern.bytes().map(|digit| digit - b'0').collect();
        let number = format!("{} in 8,000 bits", super::named::came(came(&own) as u64));
        let by_chance = format!("where chance gives {} by", super::named::mean(expected(&own)));
        assert!(said.contains(&number) && said.contains(&by_chance), "{said}");
        let windows = bits.windows(length);
        assert!(windows.map(off).all(|other| other <= off(&own) + 1e-9), "{said}");
    }
}
