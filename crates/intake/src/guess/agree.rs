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
    let why = match value(kind, target) {
        _ if facts.filled == 0 && sure == Sure::Canonical => None,
        _ if facts.filled == 0 => Some("it has no values here".to_owned()),
        Value::Money => {
            let is_money = facts.amounts.is_some() || facts.words().all(super::amounts::is_none);
            (!is_money).then(|| not(facts, "amounts"))
        }
        Value::Cards => match facts.cards {
            Some((Notation::Numbers, _)) => {
                Some("numbers may be cards: state [cards] with the order of the deck".to_owned())
            }
            Some(_) => None,
            None => Some(not(facts, "cards")),
        },
        Value::Whole { least, most } => {
            let is_within = |number| (least..=most).contains(&number);
            let fits = facts.decimals.is_some_and(|(from, to)| is_within(from) && is_within(to));
            (!fits).then(|| not(facts, "whole numbers"))
        }
        Value::Name => no_names(facts),
        Value::Text => match vocabulary::words(kind, target) {
            // Half of the different values at least are words that are known.
            Some(Words { is_closed: true, .. }) => {
                let known = facts.words().filter(|w| word(kind, target, w).is_some()).count();
                let all = facts.values.len();
                (known * 2 < all).then(|| format!("{known} of {all} different words are known"))
            }
            Some(_) | None => None,
        },
        Value::Time => None,
    };
    why.map_or(Ok(()), Err)
}

/// Names are few, and neither cards nor times nor amounts.
fn no_names(facts: &Facts) -> Option<String> {
    if !facts.are_few() {
        return Some(format!("more than {WORDS_MAX} different values"));
    }
    let are_cards = facts.cards.is_some_and(|(n, _)| n != Notation::Numbers) && !facts.are_seats;
    let are_times =
        facts.moments.as_ref().is_some_and(|m| m.part != Part::TimeOfDay || facts.whole.is_none());
    let are_amounts = facts.amounts.is_some() && facts.whole.is_none();
    let what = match (are_cards, are_times, are_amounts) {
        (true, ..) => "cards",
        (_, true, _) => "dates or times",
        (.., true) => "amounts",
        (false, false, false) => return None,
    };
    Some(format!("its values are {what}"))
}

/// `are not all whole numbers: TOTAL`.
fn not(facts: &Facts, what: &str) -> String {
    let is_other = |w: &&str| what != "whole numbers" || w.bytes().any(|b| !b.is_ascii_digit());
    let other = facts.words().find(is_other).unwrap_or_default();
    let shown: String = other.chars().take(20).collect();
    format!("its values are not all {what}, as `{shown}`")
}
