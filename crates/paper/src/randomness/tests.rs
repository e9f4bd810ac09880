//! Nine defects of public reports, each with the first sentence that a reader is given: what departs by its name, and one
//! cause. Sources that show nothing at this size have no sentence.

use super::departures::departures;
use feltproof_stats::bits::{Bits, Params, pack};
use feltproof_stats::deal::{Deals, Options};
use feltproof_stats::defects::moves::{Deck, naive_swap, sattolo};
use feltproof_stats::defects::{Chance, chained, fair_decks, lab};
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, judge};
use feltproof_stats::{Battery, Randomness};

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
            " comes to position ",
            " of 1,000 decks, where chance gives 19.2. ",
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
