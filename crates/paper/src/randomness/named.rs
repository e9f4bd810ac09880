//! What departs, by its name: the card, number, deck or place that is most unusual in what a test counts.
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

mod following;

use super::number::{figure, nearest};
use super::words::observations;
use crate::words::grouped;
use feltproof_stats::{Copies, Most, Randomness, Stretch, Test};

/// Tests that count the same table: what is most unusual in it stands under the key of one of them. A test that counts
/// something else may depart where nothing in that table does, and is named by its number.
const TABLES: [(&str, &[&str]); 16] = [
    ("fixed.position_max", &["fixed.position_card"]),
    ("previous.position_max", &["previous.position_card", "previous.position_position"]),
    ("fixed.pair_max", &["fixed.adjacency"]),
    ("previous.pair_max", &["previous.adjacency"]),
    ("fixed.undealt_max", &["fixed.undealt_card"]),
    ("fixed.same_hand_max", &["fixed.same_hand"]),
    ("decks.duplicates", &["previous.replayed"]),
    ("fixed.duplicates", &["previous.replayed"]),
    ("stream.max_symbol", &["stream.frequency"]),
    ("draws.max_number", &["draws.frequency"]),
    ("draws.max_pair", &["draws.pairs"]),
    ("draws.repeats", &["draws.repeats_near", "draws.repeated_runs"]),
    ("bits.serial_1", &[]),
    ("bits.serial_2", &[]),
    ("bits.approximate_entropy", &[]),
    ("bits.frequency", &["bits.block_frequency", "bits.cusum_forward", "bits.cusum_backward"]),
];

/// What is most unusual in what this test counts, with the key that it stands under.
pub(super) fn most<'a>(r: &'a Randomness, test: &Test) -> Option<(&'a str, &'a Most)> {
    let of = |key: &str| r.battery.most.iter().find(|(at, _)| *at == key).map(|(at, m)| (*at, m));
    // Of bits, a test of many sequences has the key of the test of one before its own.
    let is_of =
        |of: &&str| test.key == *of || test.key.starts_with("bits.") && test.key.starts_with(*of);
    let table = TABLES.iter().filter(|(key, tests)| tests.iter().any(is_of) || is_of(key));
    table.filter_map(|(key, _)| of(key)).next().or_else(|| of(&test.key))
}

/// The same as a sentence without a full stop, places counted from one.
pub(super) fn named(r: &Randomness, test: &Test) -> Option<String> {
    let (key, most) = most(r, test)?;
    let (reference, _) = key.split_once('.').unwrap_or((key, ""));
    let unit = r.battery.unit;
    let trials = trials(r, test, reference);
    let chance = |expected: f64| format!("where chance gives {}", mean(expected));
    Some(match most {
        Most::Cell { place, label, count, expected } => {
            let what = match reference {
                "previous" => {
                    format!("The card from position {} of the {} before", label + 1, one(unit))
                }
                _ => name(r, *label),
            };
            let (place, often) = (place + 1, times(*count, &trials));
            format!("{what} comes to position {place} {often}, {}", chance(*expected))
        }
        Most::Label { label, count, expected } if key == "fixed.undealt_max" => {
            let often = times(*count, &trials);
            format!("{} stays undealt {often}, {}", name(r, *label), chance(*expected))
        }
        Most::Label { label, count, expected } if key == "stream.runs_symbol" => {
            let (name, runs) = (name(r, *label), grouped(*count));
            format!("{name} comes in {runs} stretches of itself alone, {}", chance(*expected))
        }
        Most::Label { label, count, expected } => {
            let name = name(r, *label);
            format!("{name} {} in {trials}, {}", came(*count), chance(*expected))
        }
        Most::Pair { labels: [a, b], count, expected } => {
            let (a, b) = match reference {
                "previous" => (
                    format!("The cards from positions {}", a + 1),
                    format!("{} of the {} before", b + 1, one(unit)),
                ),
                _ => (name(r, *a), name(r, *b)),
            };
            let together = match key {
                "draws.max_pair" => "come together",
                "fixed.same_hand_max" => "lie in one packet",
                _ => "lie side by side",
            };
            format!("{a} and {b} {together} {}, {}", times(*count, &trials), chance(*expected))
        }
        Most::MeanPlace { labels, mean, expected } => {
            let names: Vec<String> = labels.iter().map(|label| name(r, *label)).collect();
            let lie = if names.len() == 1 { "lies" } else { "lie" };
            let (mean, expected) = (figure(mean + 1.0, 4), figure(expected + 1.0, 4));
            let names = names.join(", ");
            format!("{names} {lie} at position {mean} on average, where chance gives {expected}")
        }
        Most::Observation { at, count, expected } => {
            in_order(r, reference, *at, (*count, *expected))
        }
        Most::Copies(copies) => copied(r, key, copies),
        Most::Stretch { label, from, length, count, expected } => {
            let name = if unit == "bits" { "Ones".to_owned() } else { name(r, *label) };
            let place = match *length == r.battery.n {
                true => observations(r),
                false => place(r, *from, *length).to_lowercase(),
            };
            format!("{name} {} in {place}, {}", came(*count), chance(*expected))
        }
        Most::UpTo { label, count, expected } => {
            let name = name(r, *label);
            format!("Outcomes up to {name} {} in {trials}, {}", came(*count), chance(*expected))
        }
        other => return following::following(r, test, key, other),
    })
}

/// How many observations were counted: decks and deals that have one before are fewer than all.
fn trials(r: &Randomness, test: &Test, reference: &str) -> String {
    match (reference, r.battery.unit) {
        ("play", _) => format!("{} plays", grouped(test.n)),
        (_, "draws") => observations(r),
        (_, unit) => format!("{} {unit}", grouped(test.n)),
    }
}

/// What chance gives on average: whole from a hundred on.
pub(super) fn mean(expected: f64) -> String {
    if expected < 99.5 { figure(expected, 3) } else { nearest(expected) }
}

/// One deck of few rising sequences: `Deck 701 lies in factory order: 1 rising sequence, where chance gives 26.5`.
fn in_order(r: &Randomness, reference: &str, at: u64, (count, expected): (u64, f64)) -> String {
    let one = one(r.battery.unit);
    let order = match reference {
        "fixed" => "factory order".to_owned(),
        "lag_2" => format!("the order of the {one} two before"),
        _ => format!("the order of the {one} before"),
    };
    let lies = if count == 1 { "lies in" } else { "keeps much of" };
    let sequences = if count == 1 { "sequence" } else { "sequences" };
    let expected = figure(expected, 3);
    let place = place(r, at, 1);
    format!("{place} {lies} {order}: {count} rising {sequences}, where chance gives {expected}")
}

/// `250 of 1,000 decks came before, card for card: decks 751 to 1,000 are decks 251 to 500 again`.
pub(super) fn copied(r: &Randomness, key: &str, copies: &Copies) -> String {
    let unit = r.battery.unit;
    let (what, for_what) = match (key, unit) {
        ("previous.replayed", _) => ("were shuffled in the very way of an earlier one", ""),
        (_, "draws") => ("came before", ", number for number"),
        _ => ("came before", ", card for card"),
    };
    let stretch = |s: &Stretch| {
        let are = if s.length == 1 { "is" } else { "are" };
        let [later, earlier] = [s.later, s.earlier].map(|at| place(r, at, s.length).to_lowercase());
        format!("{later} {are} {earlier} again")
    };
    let named: Vec<String> = copies.stretches.iter().take(STRETCHES).map(stretch).collect();
    let beyond = copies.stretches.len() as u64 - named.len() as u64 + copies.more;
    let more = if beyond == 0 { String::new() } else { format!("; {} more", grouped(beyond)) };
    let (some, all) = (grouped(copies.copies), grouped(r.battery.n));
    // Stretches of draws that overlap count some draws twice, and of all of them the first is no copy.
    let how_many = match copies.copies < r.battery.n {
        true => format!("{some} of {all} {unit}"),
        false => format!("Nearly all of {all} {unit}"),
    };
    format!("{how_many} {what}{for_what}: {}{more}", named.join("; "))
}

/// Stretches of copies named in a sentence.
const STRETCHES: usize = 4;

/// One of the unit: `deck`.
pub(super) fn one(unit: &str) -> &str {
    unit.trim_end_matches('s')
}

/// The same with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut capital = text.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}

/// Observations from this index on, counted from one: `Deck 701`, `Decks 751 to 1,000`, with their place in the file
/// where it is known.
pub(super) fn place(r: &Randomness, at: u64, length: u64) -> String {
    let one = one(r.battery.unit);
    let unit = capital(one);
    let (from, to) = (at + 1, at + length);
    let rows =
        r.rows_of(at, to - 1).map_or_else(String::new, |(first, last)| match first == last {
            true => format!(" (row {})", grouped(first)),
            false => format!(" (rows {} to {})", grouped(first), grouped(last)),
        });
    match length {
        1 => format!("{unit} {}{rows}", grouped(from)),
        _ => format!("{unit}s {} to {}{rows}", grouped(from), grouped(to)),
    }
}

/// The name of a label: of a card or number, counted from one where it has none.
pub(super) fn name(r: &Randomness, label: usize) -> String {
    r.labels.get(label).cloned().unwrap_or_else(|| (label + 1).to_string())
}

/// `in 39 of 1,000 decks`.
fn times(count: u64, trials: &str) -> String {
    format!("in {} of {trials}", grouped(count))
}

pub(super) fn came(count: u64) -> String {
    match count {
        0 => "never came".to_owned(),
        1 => "came once".to_owned(),
        n => format!("came {} times", grouped(n)),
    }
}
