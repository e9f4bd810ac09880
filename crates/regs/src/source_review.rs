//! The review of a random number generator's source: what its maker answers, in a file of its own.

use feltproof_model::Date;
use feltproof_toml::{Found, Section, TomlErrors};

/// What the maker of a generator answers; of what nobody answered there is nothing.
#[derive(Clone, Debug)]
pub struct SourceReview {
    /// The day that the file bears.
    pub date: Date,
    /// Who answered.
    pub answered_by: String,
    /// The generator, by the name that its documents use.
    pub algorithm: Option<String>,
    /// Bits of its state.
    pub state_bits: Option<u32>,
    /// Its period is 2 to this power, in words.
    pub period_log2: Option<u32>,
    /// How many things it puts in order.
    pub shuffled: Option<u32>,
    /// Where its seed comes from.
    pub seed_source: Option<String>,
    /// Bits of the seed that nobody can know.
    pub seed_bits: Option<u32>,
    /// When it is given a new seed.
    pub reseeding: Option<String>,
    /// Bits of each new seed, and how many are drawn while the generator is in use.
    pub new_seeds: Option<(u32, u64)>,
    /// What goes on between draws.
    pub background_cycling: Option<String>,
    /// How words become numbers of a range.
    pub scaling: Option<Scaling>,
    /// How decks come of these numbers.
    pub shuffle: Option<Shuffling>,
    /// Starting states with the bytes that must follow.
    pub known_answers: Vec<(Start, Vec<u8>)>,
    /// The starting state from which the file tested was drawn.
    pub replay: Option<Start>,
}

/// How words become numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaling {
    /// The rule.
    pub method: Method,
    /// Bits of a word: 8, 16, 32 or 64.
    pub word_bits: u32,
    /// The lowest number.
    pub lowest: u64,
    /// How many numbers there are, at least two.
    pub numbers: u64,
    /// Whether the maker says that no number is favoured.
    pub is_said_unbiased: bool,
}

/// A rule by which a word `w` of `b` bits becomes one of `n` numbers, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `w mod n`.
    Remainder,
    /// `w mod n`, where the `2^b mod n` highest words are drawn again.
    RemainderRejectHigh,
    /// `w mod n`, where the `2^b mod n` lowest words are drawn again.
    RemainderRejectLow,
    /// `floor(w n / 2^b)`.
    Multiply,
    /// The same, where `w n mod 2^b` below `2^b mod n` is drawn again (Lemire 2019).
    MultiplyReject,
    /// The lowest bits of `w`, as many as `n - 1` has; `n` or more is drawn again.
    LowBitsReject,
    /// The highest bits likewise.
    HighBitsReject,
}

impl Method {
    /// All, by the names that a file has.
    const ALL: [(&'static str, Self); 7] = [
        ("remainder", Self::Remainder),
        ("remainder-reject-high", Self::RemainderRejectHigh),
        ("remainder-reject-low", Self::RemainderRejectLow),
        ("multiply", Self::Multiply),
        ("multiply-reject", Self::MultiplyReject),
        ("low-bits-reject", Self::LowBitsReject),
        ("high-bits-reject", Self::HighBitsReject),
    ];

    /// The name that a file has.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}

/// How a deck is put in order, and dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffling {
    /// The rule.
    pub rule: ShuffleRule,
    /// Whether the deck before is shuffled on, not a new one.
    pub goes_on: bool,
    /// Whether the last card is dealt first.
    pub is_dealt_from_last: bool,
    /// The cards of a new deck in order, as the file names them; empty in order of their numbers.
    pub deck: Vec<String>,
}

/// A rule by which draws put `n` cards in order, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleRule {
    /// For `i` from `n - 1` down to 1: a draw of `i + 1` is the card that changes places with card `i` (Durstenfeld 1964).
    FisherYatesDown,
    /// For `i` from 0 to `n - 2`: `i` and a draw of `n - i` is the card that changes places with card `i`.
    FisherYatesUp,
    /// For `i` from 1 to `n - 1`: card `j`, a draw of `i + 1`, moves to `i`, and the next card of the old order to `j`.
    InsideOut,
    /// A word for each card, and the cards in order of their words; where two are alike the earlier card first.
    SortByWords,
}

impl ShuffleRule {
    const ALL: [(&'static str, Self); 4] = [
        ("fisher-yates-down", Self::FisherYatesDown),
        ("fisher-yates-up", Self::FisherYatesUp),
        ("inside-out", Self::InsideOut),
        ("sort-by-words", Self::SortByWords),
    ];
}

/// A starting state, as far as the generator has these parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// A whole number.
    pub seed: Option<u128>,
    /// The number of a stream of that seed.
    pub stream: Option<u128>,
    /// Key, entropy input, or the whole state.
    pub key: Vec<u8>,
    /// Nonce.
    pub nonce: Vec<u8>,
    /// Personalization string.
    pub personalization: Vec<u8>,
    /// Whether the derivation function is used.
    pub has_derivation: bool,
    /// Bytes that are drawn at a time.
    pub request_bytes: u32,
    /// Words, or bytes of a generator of bytes, that were drawn before.
    pub skip: u64,
    /// Whether the bytes of a word stand with the most significant first.
    pub is_big_endian: bool,
}

/// A form to fill in, with every key that there is.
pub const SOURCE_REVIEW_TEMPLATE: &str = include_str!("source_review.toml");

/// Reads a review; `file` is its name in messages. Errors: all, with line and remedy.
pub fn read_source_review(text: &str, file: &str) -> Result<SourceReview, TomlErrors> {
    feltproof_toml::read(text, file, 1, |top| {
        let date = top.text("date").and_then(|text| text.date());
        let answered_by = top.text("answered_by");
        let part = |key| top.section_if(key);
        let text =
            |of: &Option<Section<'_>>, key| of.as_ref()?.text_if(key).map(|text| text.owned());
        let bits = |of: &Option<Section<'_>>, key| {
            of.as_ref()?.integer_if(key, 1..=1_000_000_u32).map(|bits| bits.value)
        };
        let generator = part("generator");
        let (seed, reseeding, cycling) =
            (part("seed"), part("reseeding"), part("background_cycling"));
        let seeds = reseeding.as_ref().and_then(|of| of.integer_if("seeds", 1..=u64::MAX >> 1));
        let known = top.sections_if("known_answer");
        let known = known.iter().filter_map(|of| Some((start(of)?, hex(&of.text("output")?)?)));
        let review = SourceReview {
            date: date?.value,
            answered_by: answered_by?.owned(),
            algorithm: text(&generator, "algorithm"),
            state_bits: bits(&generator, "state_bits"),
            period_log2: bits(&generator, "period_log2"),
            shuffled: bits(&generator, "shuffled"),
            seed_source: text(&seed, "source"),
            seed_bits: bits(&seed, "bits"),
            reseeding: text(&reseeding, "when"),
            new_seeds: bits(&reseeding, "bits").zip(seeds.map(|seeds| seeds.value)),
            background_cycling: text(&cycling, "how"),
            scaling: part("scaling").and_then(|of| scaling(&of)),
            shuffle: part("shuffle").and_then(|of| shuffling(&of)),
            known_answers: known.collect(),
            replay: part("replay").and_then(|of| start(&of)),
        };
        Some(review)
    })
}

fn scaling(of: &Section<'_>) -> Option<Scaling> {
    let names = Method::ALL.map(|(name, _)| name);
    let named = |word: &str| Method::ALL.iter().find(|(name, _)| *name == word).map(|of| of.1);
    let method = of.word("method", &names, named);
    let bits = of.integer("word_bits", 8..=64_u32)?;
    let is_width = matches!(bits.value, 8 | 16 | 32 | 64);
    let bits = bits.only_if(is_width, |b| format!("is {b}; a word has 8, 16, 32 or 64 bits"));
    let lowest = of.integer("lowest", 0..=u64::MAX >> 1);
    let highest = of.integer("highest", 1..=u64::MAX >> 1);
    let (lowest, highest) = (lowest?, highest?);
    let numbers = highest.value.checked_sub(lowest.value).filter(|span| *span > 0);
    if numbers.is_none() {
        highest.wrong(format!("is {}, which is not above lowest; correct it", highest.value));
    }
    let numbers = numbers? + 1;
    let no_bias = of.flag_if("no_bias");
    Some(Scaling {
        method: method?.value,
        word_bits: bits?.value,
        lowest: lowest.value,
        numbers,
        is_said_unbiased: no_bias.is_some_and(|flag| flag.value),
    })
}

fn shuffling(of: &Section<'_>) -> Option<Shuffling> {
    let names = ShuffleRule::ALL.map(|(name, _)| name);
    let named = |word: &str| ShuffleRule::ALL.iter().find(|(name, _)| *name == word).map(|of| of.1);
    let rule = of.word("method", &names, named);
    // Of two words, whether it is the second.
    let second = |key, words: &'static [&'static str; 2]| {
        let is_second =
            |word: &str| words.iter().position(|other| *other == word).map(|at| at == 1);
        of.word_or(key, words, is_second, false)
    };
    let goes_on = second("each_deck_from", &["new", "before"]);
    let is_dealt_from_last = second("dealt_from", &["first", "last"]);
    let deck = of.text_if("deck").map(|text| text.owned()).unwrap_or_default();
    let cards = deck.split([' ', ',', '\n']).filter(|card| !card.is_empty());
    Some(Shuffling {
        rule: rule?.value,
        goes_on: goes_on?,
        is_dealt_from_last: is_dealt_from_last?,
        deck: cards.map(str::to_owned).collect(),
    })
}

/// Bytes written as hex digits, two each.
fn hex(text: &Found<'_, &str>) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text
        .value
        .bytes()
        .filter(|b| !b.is_ascii_whitespace())
        .map(|b| char::from(b).to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2) && !digits.is_empty());
    if digits.is_none() {
        text.wrong("must be bytes in hex, two digits each, as \"1f2e\"; correct it");
    }
    Some(digits?.chunks(2).map(|two| two[0] << 4 | two[1]).collect())
}

fn start(of: &Section<'_>) -> Option<Start> {
    let number = |key| {
        let text = of.text_if(key)?;
        let digits = text.value.strip_prefix("0x").map_or((text.value, 10), |hex| (hex, 16));
        let number = u128::from_str_radix(digits.0, digits.1).ok();
        if number.is_none() {
            text.wrong("must be a whole number in quotes, as \"5489\" or \"0x1f\"; correct it");
        }
        number
    };
    let bytes = |key| of.text_if(key).and_then(|text| hex(&text)).unwrap_or_default();
    let request = of.integer_if("request_bytes", 1..=65_536_u32);
    let skip = of.integer_if("skip", 0..=1_000_000_000_u64);
    let order = |word: &str| match word {
        "little" => Some(false),
        "big" => Some(true),
        _ => None,
    };
    Some(Start {
        seed: number("seed"),
        stream: number("stream"),
        key: bytes("key"),
        nonce: bytes("nonce"),
        personalization: bytes("personalization"),
        has_derivation: of.flag_if("derivation_function").is_some_and(|flag| flag.value),
        request_bytes: request.map_or(0, |bytes| bytes.value),
        skip: skip.map_or(0, |words| words.value),
        is_big_endian: of.word_or("byte_order", &["little", "big"], order, false)?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

    use super::*;

    const FILLED: &str = include_str!("../../../fixtures/randomness/source_review.toml");

    #[test]
    fn a_form_has_every_answer_and_the_template_its_blanks() {
        let review = read_source_review(FILLED, "form.toml").unwrap();
        assert_eq!(review.period_log2, Some(19_937));
        assert_eq!(review.new_seeds, Some((256, 1_000)));
        let scaling = review.scaling.unwrap();
        assert_eq!((scaling.method, scaling.numbers), (Method::RemainderRejectLow, 52));
        assert_eq!(review.known_answers.len(), 1);
        assert_eq!(review.known_answers[0].1.len(), 8);
        assert_eq!(review.replay.unwrap().seed, Some(5_489));
        // A blank is no answer.
        let said = read_source_review(SOURCE_REVIEW_TEMPLATE, "form.toml").unwrap_err().to_string();
        assert!(said.contains("answered_by") && said.contains("the day of the answers"), "{said}");
        // With the blanks filled in and every example written without its mark it has the keys of the form.
        let of = |line: &str| line.split(" = ").next().unwrap_or_default().trim().to_owned();
        let keys = |text: &str| -> Vec<String> {
            let lines = text.lines().map(|line| line.trim_start_matches("# "));
            lines.filter(|line| line.contains(" = ") || line.starts_with('[')).map(of).collect()
        };
        let offered = keys(SOURCE_REVIEW_TEMPLATE);
        assert!(keys(FILLED).iter().all(|key| offered.contains(key)), "{offered:?}");
    }

    #[test]
    fn wrong_answers_are_refused_with_their_lines() {
        let form = FILLED
            .replace("word_bits = 32", "word_bits = 31")
            .replace("output = \"", "output = \"x")
            .replace("\"5489\"", "\"five\"");
        let said = read_source_review(&form, "form.toml").unwrap_err().to_string();
        for wanted in ["word_bits", "two digits each", "a whole number in quotes"] {
            assert!(said.contains(wanted), "{wanted}: {said}");
        }
        let bare = "schema = 1\ndate = \"2026-11-20\"\nanswered_by = \"A\"\n";
        assert!(read_source_review(bare, "form.toml").unwrap().algorithm.is_none());
    }
}
