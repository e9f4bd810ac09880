//! What each answer of a review comes to, beside figures worked out by hand or published.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use super::*;
use feltproof_regs::read_source_review;
use generator::Stream;

const FORM: &str = include_str!("../../../../fixtures/randomness/source_review.toml");

fn question(changes: &[(&str, &str)], about: &str) -> Question {
    let form = changes.iter().fold(FORM.to_owned(), |form, (from, to)| {
        assert!(form.contains(from), "{from}");
        form.replace(from, to)
    });
    let review = read_source_review(&form, "form.toml").unwrap();
    let all = reviewed(&review, "form.toml", None).questions;
    all.into_iter().find(|question| question.about == about).unwrap()
}

/// Changes of the form, the question, how its answer stands, and words that say so.
type Row = (&'static [(&'static str, &'static str)], &'static str, Answered, &'static str);

#[rustfmt::skip]
const ANSWERS: &[Row] = {
    use Answered::{Contradicted, No, Yes};
    &[
        (&[], "Algorithm", Yes, "mt19937"),
        (&[("algorithm = \"mt19937\"", "")], "Algorithm", No, "Nobody"),
        (&[], "Size of the state", Yes, "fewer than 2^226"),
        (&[("= 19968", "= 32")], "Size of the state", Contradicted, "19937 or 19968"),
        (
            &[("\"mt19937\"", "\"own\""), ("= 19968", "= 225")],
            "Size of the state",
            Contradicted,
            "2^225",
        ),
        (&[("= 19937", "= 64")], "Period", Contradicted, "2^19937"),
        (
            &[("\"mt19937\"", "\"own\""), ("= 19968", "= 64")],
            "Period",
            Contradicted,
            "2^64 words at most",
        ),
        (
            &[("\"mt19937\"", "\"own\""), ("= 19937", "= 64")],
            "Period",
            Contradicted,
            "short for 19968",
        ),
        (&[("\"mt19937\"", "\"own\"")], "Period", Yes, "2^19937"),
        (&[], "Whether a seed comes again", Yes, "below 1 in 10^9"),
        (
            &[("bits = 256\nseeds", "bits = 32\nseeds")],
            "Whether a seed comes again",
            Yes,
            "1 in 8598",
        ),
        (
            &[("bits = 256\nseeds", "bits = 16\nseeds")],
            "Whether a seed comes again",
            Contradicted,
            "so about 7 are",
        ),
        (&[], "Scaling to the range", Yes, "no bias"),
        (
            &[("remainder-reject-low\"", "remainder\"")],
            "Scaling to the range",
            Contradicted,
            "1 in 89478485",
        ),
        (
            &[("remainder-reject-low\"", "remainder\""), ("no_bias = true", "")],
            "Scaling to the range",
            Yes,
            "48 of its 52 numbers, the lowest, come from 82595525 of the 2^32 words each, and 4 from 82595524",
        ),
        (
            &[
                ("remainder-reject-low\"", "multiply\""),
                ("no_bias = true", ""),
                ("= 32\n", "= 16\n"),
            ],
            "Scaling to the range",
            Contradicted,
            "547.14(f)",
        ),
        (
            &[("highest = 52", "highest = 300"), ("= 32\n", "= 8\n")],
            "Scaling to the range",
            Contradicted,
            "never come",
        ),
        (&[], "Known answers", Yes, "All 8 bytes of 1"),
        (
            &[("f69eae22", "f69eae23")],
            "Known answers",
            Contradicted,
            "byte 8 is stated as 23, and it gives 22",
        ),
        (&[("\"mt19937\"", "\"own\"")], "Known answers", No, "none of the generators"),
    ]
};

#[test]
fn each_answer_stands_as_its_figures_do() {
    for (changes, about, standing, says) in ANSWERS {
        let found = question(changes, about);
        assert_eq!(found.standing, *standing, "{about} {changes:?}: {}", found.says);
        assert!(found.says.contains(says), "{about} {changes:?}: {}", found.says);
    }
}

/// Lengths of factorials: 20! by machine, 52! and 104! as published (8.07e67, 1.03e166).
#[test]
fn orders_of_decks_in_bits() {
    let factorial: u128 = (1..=20).product();
    assert_eq!(bits_of_orders(20), u128::BITS - factorial.leading_zeros());
    assert_eq!([1, 2, 3, 52, 104].map(bits_of_orders), [1, 2, 3, 226, 552]);
}

#[test]
fn a_file_is_what_its_seed_gives_up_to_the_first_that_differs() {
    let review = read_source_review(FORM, "form.toml").unwrap();
    let mut words =
        Stream::new(known("mt19937").unwrap(), review.replay.as_ref().unwrap()).unwrap();
    let low = (1_u64 << 32) % 52;
    let drawn = std::iter::repeat_with(|| words.word(32)).filter(|word| *word >= low);
    let numbers: Vec<u64> = drawn.take(1_000).map(|word| word % 52 + 1).collect();
    for wrong in [None, Some(700)] {
        let mut replay = Replay::new(&review, true).unwrap().unwrap();
        for (at, number) in numbers.iter().enumerate() {
            replay.compare(if Some(at) == wrong { number % 52 + 1 } else { *number });
        }
        let seen = replay.finish();
        assert_eq!(seen.compared, wrong.unwrap_or(1_000) as u64);
        let given = wrong.map(|at| format!("and it gives {}", numbers[at]));
        assert_eq!(seen.differs.is_some(), given.is_some());
        assert!(seen.differs.is_none_or(|differs| differs.ends_with(&given.unwrap())));
    }
}

/// Decks that other programs made from a seed by every rule: all of them are as the generator gives them, dealt from either end,
/// and one changed, misread or out of place is seen.
#[test]
fn decks_are_what_their_seed_and_rule_give() {
    let text = include_str!("../../../../fixtures/randomness/seeded_decks.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let names: Vec<String> = (0..52).map(|card: u8| card.to_string()).collect();
    let mut rules = 0;
    for part in lines.chunks(3) {
        let [rule, scaling, generator, from] = part[0].split(' ').collect::<Vec<_>>()[..] else {
            panic!("{}", part[0]);
        };
        let decks = part[1..].iter().map(|deck| deck.split(' ').map(|c| c.parse().unwrap()));
        let decks: Vec<Vec<u8>> = decks.map(Iterator::collect).collect();
        let pcg = "key = \"9c5b484bfedb756c2a6e7d6f320fbc7e 922af2da2645f895a19857b95740937b\"";
        let form = FORM
            .replace("remainder-reject-low", scaling)
            .replace("\"mt19937\"", &format!("\"{generator}\""))
            .replace(
                "[replay]",
                &format!("[shuffle]\nmethod = \"{rule}\"\neach_deck_from = \"{from}\"\n[replay]"),
            );
        let form = if generator == "pcg64" { form.replace("seed = \"5489\"", pcg) } else { form };
        let seen = |form: &str, decks: &[Option<Vec<u8>>]| {
            let review = read_source_review(form, "form.toml").unwrap();
            let mut replay = DeckReplay::new(&review, names.clone(), 1).unwrap().unwrap();
            decks.iter().for_each(|deck| replay.compare(deck.as_deref()));
            replay.finish()
        };
        let all: Vec<Option<Vec<u8>>> = decks.iter().cloned().map(Some).collect();
        let found = seen(&form, &all);
        assert_eq!((found.compared, found.differs), (2, None), "{}", part[0]);
        // Some first cards of each deck are enough, and an unread deck is shuffled all the same.
        let first: Vec<Option<Vec<u8>>> = vec![None, Some(decks[1][..35].to_vec())];
        let found = seen(&form, &first);
        assert_eq!((found.compared, found.unread, found.differs), (1, 1, None), "{}", part[0]);
        let mut turned = all.clone();
        turned.iter_mut().flatten().for_each(|deck| deck.reverse());
        let last = form.replace("each_deck_from", "dealt_from = \"last\"\neach_deck_from");
        assert_eq!(seen(&last, &turned).compared, 2, "{}", part[0]);
        assert_eq!(seen(&form, &turned).compared, 0, "{}", part[0]);
        let mut wrong = all;
        wrong[1].as_mut().unwrap().swap(7, 8);
        let (found, given) = (decks[1][8], decks[1][7]);
        let differs = format!("card 8 of deck 2 is {found}, and it gives {given}");
        assert_eq!(seen(&form, &wrong).differs, Some(differs));
        rules += 1;
    }
    assert_eq!(rules, 6);
}

/// A new deck may stand in another order; shoes are several of them.
#[test]
fn a_new_deck_is_stated() {
    let with = |deck: &str| {
        let shuffle = format!("[shuffle]\nmethod = \"inside-out\"\n{deck}\n[replay]");
        read_source_review(&FORM.replace("[replay]", &shuffle), "form.toml").unwrap()
    };
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    let of = |deck: &str, decks| DeckReplay::new(&with(deck), names.clone(), decks);
    let deal = |deck: &str| {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.into_iter().find(|order| {
            let mut replay = of(deck, 1).unwrap().unwrap();
            replay.compare(Some(order));
            replay.finish().differs.is_none()
        })
    };
    let plain = deal("").unwrap();
    // Cards take the places of others: a for b, b for c, c for a.
    assert_eq!(deal("deck = \"B, C, A\"").unwrap(), plain.map(|card| (card + 1) % 3));
    assert!(of("", 8).is_ok());
    for (deck, says) in [
        ("deck = \"a b d\"", "deck names d, which is none of the cards of the file (a b c)"),
        ("deck = \"a b b\"", "deck has 3 cards, 2 of them different, and a full deck has 3"),
    ] {
        assert!(of(deck, 1).err().unwrap().contains(says), "{deck}");
    }
    let none = read_source_review(FORM, "form.toml").unwrap();
    assert!(DeckReplay::new(&none, names, 1).err().unwrap().contains("without [shuffle]"));
}

/// The smallest remainder of a shuffle is found among all its draws: by words of 8 bits, counted.
#[test]
fn the_draw_that_is_biased_most_is_named() {
    let shuffle = ("[replay]", "[shuffle]\nmethod = \"fisher-yates-up\"\n[replay]");
    let changes = [shuffle, ("word_bits = 32", "word_bits = 8"), ("-reject-low", "")];
    let says = question(&changes, "Scaling to the range").says;
    // 256 words to n numbers: the largest relative deviation of a count from 256 / n.
    let deviation = |n: u64| {
        let most = (0..n).map(|number| (256 + n - 1 - number) / n * n);
        most.map(|count| count.abs_diff(256)).max().unwrap()
    };
    let worst = (2..=52).max_by_key(|n| (deviation(*n), *n == 52)).unwrap();
    assert!(says.contains(&format!("that of one of {worst} is")), "{worst}: {says}");
    // Where cards are sorted by words nothing is scaled.
    let sorted = ("[replay]", "[shuffle]\nmethod = \"sort-by-words\"\n[replay]");
    let says = question(&[sorted, changes[1], changes[2]], "Scaling to the range").says;
    assert!(says.contains("in order of words of 8 bits"), "{says}");
}
