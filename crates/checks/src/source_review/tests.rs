//! What each answer of a review comes to, beside figures worked out by hand or published.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use super::*;
use feltproof_regs::read_source_review;

const FORM: &str = include_str!("../../../../fixtures/randomness/source_review.toml");

fn question(changes: &[(&str, &str)], about: &str) -> Question {
    let form = changes.iter().fold(FORM.to_owned(), |form, (from, to)| {
        assert!(form.contains(from), "{from}");
        form.replace(from, to)
    });
    let review = read_source_review(&form, "form.toml").unwrap();
    let all = reviewed(&review, "form.toml", None, "number").questions;
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
        let given = wrong.map(|at| numbers[at]);
        assert_eq!(seen.differs.as_ref().map(|differs| differs.given), given);
    }
}
