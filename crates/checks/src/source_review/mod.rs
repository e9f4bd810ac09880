//! The answers to a source review, and what can be computed from them: whether figures contradict each other, how large the bias
//! of a scaling is, and whether the generator gives what is stated, from a stated seed.

mod generator;
mod replay;
mod scaled;

pub use replay::{DeckReplay, Replay, Replayed};

use feltproof_regs::{Method, Scaling, ShuffleRule, SourceReview};
use feltproof_stats::{Answered, Question, Reviewed};
use generator::known;
use replay::{run, too_wide};

/// A scaling may favour a number by one in so many of its chance: 25 CFR 547.14(f).
const BIAS_ONE_IN: u128 = 50_000_000;
/// Cards of a shoe at most.
const CARDS_MAX: u64 = 512;

/// What a review comes to; `replayed` is what the file is beside its starting state.
pub fn reviewed(review: &SourceReview, file: &str, replayed: Option<&Replayed>) -> Reviewed {
    let text = |about, answer: &Option<String>| match answer {
        Some(says) => yes(about, says.clone()),
        None => unanswered(about),
    };
    let questions = vec![
        text("Algorithm", &review.algorithm),
        state(review),
        period(review),
        text("Source of the seed", &review.seed_source),
        seed(review),
        text("Reseeding", &review.reseeding),
        new_seeds(review),
        text("Background cycling", &review.background_cycling),
        scaling(review),
        known_answers(review),
    ];
    let replay = replayed.map(as_question);
    let questions = questions.into_iter().chain(replay).collect();
    let (file, date) = (file.to_owned(), review.date.to_string());
    Reviewed { file, date, answered_by: review.answered_by.clone(), questions }
}

const fn yes(about: &'static str, says: String) -> Question {
    Question { about, standing: Answered::Yes, says }
}

const fn contradicted(about: &'static str, says: String) -> Question {
    Question { about, standing: Answered::Contradicted, says }
}

fn unanswered(about: &'static str) -> Question {
    Question { about, standing: Answered::No, says: "Nobody answered.".to_owned() }
}

fn listed(bits: &[u32], word: &str) -> String {
    bits.iter().map(u32::to_string).collect::<Vec<_>>().join(word)
}

fn state(review: &SourceReview) -> Question {
    let about = "Size of the state";
    let Some(bits) = review.state_bits else { return unanswered(about) };
    let says = format!("{bits} bits.");
    let fixed = review.algorithm.as_deref().and_then(known).map(|known| known.state_bits);
    if let Some(fixed) = fixed.filter(|fixed| !fixed.contains(&bits)) {
        let has = listed(fixed, " or ");
        let name = review.algorithm.as_deref().unwrap_or_default();
        return contradicted(about, format!("{says} {name} has a state of {has} bits."));
    }
    match review.shuffled.map(|cards| (cards, bits_of_orders(cards))) {
        Some((cards, needed)) if bits < needed => contradicted(
            about,
            format!(
                "{says} A deck of {cards} cards has more than 2^{} orders: most of them can never come.",
                needed - 1
            ),
        ),
        Some((cards, needed)) => yes(
            about,
            format!(
                "{says} That is enough for the orders of {cards} cards, fewer than 2^{needed}."
            ),
        ),
        None => yes(about, says),
    }
}

/// Bits that number the orders of so many cards: the length of the factorial.
fn bits_of_orders(cards: u32) -> u32 {
    let mut words = vec![1_u64];
    for factor in 2..=u64::from(cards) {
        let mut carried = 0;
        for word in &mut words {
            let product = *word * factor + carried;
            (*word, carried) = (product & u64::from(u32::MAX), product >> 32);
        }
        words.extend((carried > 0).then_some(carried));
    }
    let last = words.last().copied().unwrap_or(0);
    u32::try_from(words.len() - 1).expect("a factorial fits in memory") * 32 + 64
        - last.leading_zeros()
}

fn period(review: &SourceReview) -> Question {
    let about = "Period";
    let Some(log2) = review.period_log2 else { return unanswered(about) };
    let says = format!("2^{log2} words.");
    let fixed =
        review.algorithm.as_deref().and_then(known).map_or(&[][..], |known| known.period_log2);
    if !fixed.is_empty() && !fixed.contains(&log2) {
        let has = listed(fixed, " or 2^");
        return contradicted(
            about,
            format!("{says} That generator has a period of 2^{has} words."),
        );
    }
    match review.state_bits {
        Some(bits) if log2 > bits && fixed.is_empty() => contradicted(
            about,
            format!(
                "{says} A generator with {bits} bits of state comes back to where it was after 2^{bits} words at most."
            ),
        ),
        Some(bits) if u64::from(log2) * 2 < u64::from(bits) && fixed.is_empty() => contradicted(
            about,
            format!(
                "{says} That is short for {bits} bits of state: less than the root of what they could give."
            ),
        ),
        _ => yes(about, says),
    }
}

fn seed(review: &SourceReview) -> Question {
    let about = "Bits of the seed that nobody can know";
    let Some(bits) = review.seed_bits else { return unanswered(about) };
    match review.shuffled.map(|cards| (cards, bits_of_orders(cards))) {
        Some((cards, needed)) if bits < needed => yes(
            about,
            format!(
                "{bits} bits. The first deck from a seed is one of 2^{bits}, of more than 2^{} orders of {cards} cards.",
                needed - 1
            ),
        ),
        _ => yes(about, format!("{bits} bits.")),
    }
}

fn new_seeds(review: &SourceReview) -> Question {
    let about = "Whether a seed comes again";
    let Some((bits, seeds)) = review.new_seeds else { return unanswered(about) };
    let pairs = u128::from(seeds) * u128::from(seeds - 1) / 2;
    let says = format!("{seeds} seeds of {bits} bits are drawn.");
    let all = 1_u128.checked_shl(bits).filter(|all| *all > 0);
    match all {
        // An expected pair in a hundred or more.
        Some(all) if pairs >= all.div_ceil(100) => contradicted(
            about,
            format!(
                "{says} Of their {pairs} pairs one in 2^{bits} is of the same seed, {}: all that follows it comes again.",
                if pairs >= all {
                    format!("so about {} are", pairs / all)
                } else {
                    format!("so one is with a chance of about 1 in {}", all / pairs)
                }
            ),
        ),
        Some(all) if pairs > 0 => yes(
            about,
            format!("{says} Two are the same with a chance of at most 1 in {}.", all / pairs),
        ),
        Some(_) | None => {
            yes(about, format!("{says} Two are the same with a chance below 1 in 10^9."))
        }
    }
}

fn scaling(review: &SourceReview) -> Question {
    let about = "Scaling to the range";
    let Some(stated) = review.scaling else { return unanswered(about) };
    let Scaling { method, word_bits, lowest, numbers, .. } = stated;
    if review.shuffle.as_ref().is_some_and(|shuffle| shuffle.rule == ShuffleRule::SortByWords) {
        let says = format!(
            "None: cards stand in order of words of {word_bits} bits, of two alike the earlier card first."
        );
        return yes(about, says);
    }
    let mut rule = format!(
        "Words of {word_bits} bits to {lowest} to {} by the rule {}.",
        lowest + (numbers - 1),
        method.name()
    );
    if 1_u128 << word_bits < u128::from(numbers) {
        return contradicted(about, format!("{rule} {}.", too_wide(&stated)));
    }
    // A shuffle draws of fewer and fewer cards: the draw that is biased most counts.
    let fewer = if review.shuffle.is_some() { 2..numbers.min(CARDS_MAX) } else { 0..0 };
    let draws = fewer.chain([numbers]).map(|numbers| Scaling { numbers, ..stated });
    let scaling = draws.max_by_key(scaled::most_uneven).unwrap_or(stated);
    let Scaling { numbers, is_said_unbiased, .. } = scaling;
    if numbers != stated.numbers {
        rule += &format!(" Of its draws that of one of {numbers} is biased most.");
    }
    let bias = scaled::bias(&scaling);
    let Some(one_in) = bias.one_in else {
        return yes(about, format!("{rule} Every number has as many words: no bias."));
    };
    let (each, extra) = (bias.each, bias.extra);
    let others = u128::from(numbers) - extra;
    let which = match method {
        Method::Multiply => "spread over the range",
        _ => "the lowest",
    };
    let says = format!(
        "{rule} {extra} of its {numbers} numbers, {which}, come from {} of the 2^{word_bits} words each, and {others} from {each}: a \
         bias of up to 1 in {one_in} of the chance of a number.",
        each + 1
    );
    if is_said_unbiased {
        contradicted(about, format!("{says} No bias was stated."))
    } else if one_in < BIAS_ONE_IN {
        contradicted(about, format!("{says} 25 CFR 547.14(f) allows 1 in 50,000,000."))
    } else {
        yes(about, says)
    }
}

fn known_answers(review: &SourceReview) -> Question {
    let about = "Known answers";
    let mut bytes = 0;
    for (at, (start, output)) in (1..).zip(&review.known_answers) {
        let mut stream = match run(review, start) {
            Ok(stream) => stream,
            Err(why) => {
                let says = format!("Known answer {at} could not be computed: {why}.");
                return Question { about, standing: Answered::No, says };
            }
        };
        for (place, found) in (1..).zip(output) {
            let given = stream.byte();
            if given != *found {
                let says = format!(
                    "Known answer {at} is not what the generator gives: byte {place} is stated as {found:02x}, and it gives {given:02x}."
                );
                return contradicted(about, says);
            }
        }
        bytes += output.len();
    }
    match review.known_answers.len() {
        0 => unanswered(about),
        many => yes(about, format!("All {bytes} bytes of {many} are what the generator gives.")),
    }
}

fn as_question(Replayed { compared, unit, unread, differs }: &Replayed) -> Question {
    let about = "The file, from its seed";
    let unread = match unread {
        0 => String::new(),
        many => format!(" {many} that could not be read were not compared."),
    };
    match differs {
        None => yes(
            about,
            format!(
                "All {compared} {unit}s of the file are what the generator gives from the seed stated.{unread}"
            ),
        ),
        Some(difference) => contradicted(
            about,
            format!(
                "The file is not what the generator gives from the seed stated: {difference}. The {compared} before it agree.{unread}"
            ),
        ),
    }
}

#[cfg(test)]
mod tests;
