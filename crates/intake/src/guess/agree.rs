//! Whether the values of a column are of the kind that a canonical column needs.

use super::facts::{Facts, WORDS_MAX};
use super::moments::Part;
use super::names::Sure;
use super::notations::Notation;
use super::vocabulary::{self, word};
use crate::journal::kinds::{Value, Words, value};
use feltproof_model::engagement::JournalKind;

/// Why not, otherwise.
pub(super) fn agrees(
    kind: JournalKind,
    target: &str,
    facts: &Facts,
    sure: Sure,
) -> Result<(), String> {
    if facts.filled == 0 {
        return match sure {
            Sure::Canonical => Ok(()),
            _ => Err("it has no values here".to_owned()),
        };
    }
    match value(kind, target) {
        Value::Money => amounts(facts),
        Value::Cards => cards(facts),
        Value::Time => Ok(()),
        Value::Whole { least, most } => whole(facts, least..=most),
        Value::Name => names(facts),
        Value::Text => match vocabulary::words(kind, target) {
            Some(Words { is_closed: true, .. }) => words(kind, target, facts),
            Some(_) | None => Ok(()),
        },
    }
}

fn amounts(facts: &Facts) -> Result<(), String> {
    let is_dashes = || facts.values.iter().all(|(value, _)| super::amounts::is_dash(value));
    match facts.amounts.is_some() || is_dashes() {
        true => Ok(()),
        false => Err(not(facts, "amounts")),
    }
}

fn cards(facts: &Facts) -> Result<(), String> {
    match facts.cards {
        Some((Notation::Numbers, _)) => {
            Err("numbers may be cards: state [cards] with the order of the deck".to_owned())
        }
        Some(_) => Ok(()),
        None => Err(not(facts, "cards")),
    }
}

fn whole(facts: &Facts, range: std::ops::RangeInclusive<u64>) -> Result<(), String> {
    match facts.whole {
        Some((least, most)) if range.contains(&least) && range.contains(&most) => Ok(()),
        _ => Err(not(facts, "whole numbers")),
    }
}

/// Half of the different values at least are words that are known.
fn words(kind: JournalKind, target: &str, facts: &Facts) -> Result<(), String> {
    let known =
        facts.values.iter().filter(|(value, _)| word(kind, target, value).is_some()).count();
    match known * 2 >= facts.values.len() {
        true => Ok(()),
        false => Err(format!("{known} of {} different words are known", facts.values.len())),
    }
}

/// Names are few, and neither cards nor times nor amounts.
fn names(facts: &Facts) -> Result<(), String> {
    if !facts.are_few() {
        return Err(format!("more than {WORDS_MAX} different values"));
    }
    let are_cards = facts.cards.is_some_and(|(n, _)| n != Notation::Numbers) && !facts.are_seats;
    let are_times =
        facts.moments.as_ref().is_some_and(|m| m.part != Part::TimeOfDay || facts.whole.is_none());
    let are_amounts = facts.amounts.is_some() && facts.whole.is_none();
    match (are_cards, are_times, are_amounts) {
        (true, ..) => Err("its values are cards".to_owned()),
        (_, true, _) => Err("its values are dates or times".to_owned()),
        (.., true) => Err("its values are amounts".to_owned()),
        _ => Ok(()),
    }
}

/// `are not all whole numbers: TOTAL`.
fn not(facts: &Facts, what: &str) -> String {
    let other = match what {
        "whole numbers" => {
            facts.values.iter().find(|(v, _)| v.bytes().any(|b| !b.is_ascii_digit()))
        }
        _ => facts.values.first(),
    };
    let other = other.map_or("", |(value, _)| value.as_str());
    let shown: String = other.chars().take(20).collect();
    format!("its values are not all {what}, as `{shown}`")
}
