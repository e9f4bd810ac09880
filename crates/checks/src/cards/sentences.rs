//! A source that departs from chance, in words a supervisor can follow.

use super::source::{Kind, SourceCase};
use crate::exception::Fill;
use crate::randomness::p_in_words;
use crate::tally::Tally;
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{Prob, Test, curve};

/// Whether a test looks for observations that are identical; those have a check of their own.
fn is_of_duplicates(key: &str) -> bool {
    key.ends_with(".duplicates")
}

/// What the tests of one reference compare with, in words.
fn reference_in_words(reference: &str) -> &'static str {
    match reference {
        "fixed" => "against the cards themselves",
        _ => "against the deck before",
    }
}

/// Reports the hands of a table that depart from chance.
pub(crate) fn of_hands(case: &SourceCase<'_>, reference: &str, tally: &mut Tally) {
    if case.kind == Kind::Hands {
        departures(case, reference, tally);
    }
}

/// Reports the decks and packets of a shuffler that depart from chance.
pub(crate) fn of_shuffler(case: &SourceCase<'_>, reference: &str, tally: &mut Tally) {
    if case.kind != Kind::Hands {
        departures(case, reference, tally);
    }
}

/// Reports every registered test of one reference (`fixed`, `previous`) that departs from chance, and
/// counts the observations tested.
fn departures(case: &SourceCase<'_>, reference: &str, tally: &mut Tally) {
    let of_reference = |key: &str| {
        key.split_once('.').is_some_and(|(before, _)| before == reference) && !is_of_duplicates(key)
    };
    if !is_tested(case, of_reference, tally) {
        return;
    }
    for rejected in case.verdict.departures.iter().filter(|r| of_reference(&r.key)) {
        report(case, rejected, false, reference_in_words(reference), tally);
    }
    for rejected in case.verdict.too_good.iter().filter(|r| of_reference(&r.key)) {
        report(case, rejected, true, reference_in_words(reference), tally);
    }
}

/// Reports identical observations where chance alone makes none, and counts the observations looked at.
pub(crate) fn identical(case: &SourceCase<'_>, tally: &mut Tally) {
    if !is_tested(case, is_of_duplicates, tally) {
        return;
    }
    for rejected in case.verdict.departures.iter().filter(|r| is_of_duplicates(&r.key)) {
        report(case, rejected, false, "one with another", tally);
    }
}

/// Whether these tests were run, or found something all the same; counts the observations, or says why
/// not.
fn is_tested(case: &SourceCase<'_>, wanted: impl Fn(&str) -> bool, tally: &mut Tally) -> bool {
    let found = case.verdict.departures.iter().chain(&case.verdict.too_good);
    match case.lacks(&wanted) {
        Some(why) if !found.into_iter().any(|rejected| wanted(&rejected.key)) => {
            tally.untested.push(format!("{}: {why}", case.name()));
            false
        }
        _ => {
            tally.tested += case.battery.n;
            true
        }
    }
}

fn report(
    case: &SourceCase<'_>,
    rejected: &Adjusted,
    too_good: bool,
    reference: &str,
    tally: &mut Tally,
) {
    let Some(test) = case.battery.test(&rejected.key) else { return };
    let Some(figures) = test.figures() else { return };
    let p = if too_good { figures.too_good.unwrap_or(figures.p) } else { figures.p };
    let what = if too_good { "fits better than chance allows" } else { "departs from chance" };
    let tail = if too_good { "a fit at least as good" } else { "one at least as unusual" };
    let effect = &figures.effect;
    let smallest = effect.smallest_seen.map_or_else(String::new, |smallest| {
        format!("; the smallest it would have seen nine times in ten is {smallest:.4}")
    });
    let unit = case.battery.unit;
    let explanation = format!(
        "Of the {}, {reference}, `{}` {what}. Its statistic is {:.4}; under a fair shuffle it follows this \
         law: {}. With n = {} {unit} the probability of {tail} is p = {}, and {} by Holm's method over \
         the {} registered tests of the source. The level is {}{}. The {} is {:.4}{smallest}. The test sees \
         best: {}.{}",
        case.name(),
        test.name,
        figures.statistic,
        curve::words(&figures.law),
        test.n,
        p_in_words(p),
        p_in_words(Prob::from_ln(rejected.ln_adjusted)),
        case.verdict.registered,
        case.level,
        if too_good { ", a tenth of it for fits that are too good" } else { "" },
        effect.measure,
        effect.observed,
        test.catches,
        named(case, test)
    );
    let recorded = format!("{}, p = {}", test.name, p_in_words(p));
    let level = if too_good { case.verdict.rule.too_good_level } else { case.verdict.rule.level };
    let expected = format!("chance alone, at level {}", p_in_words(Prob::new(level)));
    tally.push(case.exception().words(expected, recorded).because(explanation));
}

/// Which observations are identical, by their rounds.
fn named(case: &SourceCase<'_>, test: &Test) -> String {
    if !is_of_duplicates(&test.key) {
        return String::new();
    }
    let groups = case.battery.notes.iter().flat_map(|note| identical_in(note));
    let groups: Vec<String> = groups
        .take(10)
        .map(|group| {
            let names: Vec<String> = group.into_iter().map(|at| case.observation(at)).collect();
            names.join(" and ")
        })
        .collect();
    if groups.is_empty() {
        return String::new();
    }
    format!(" Identical: {}.", groups.join("; "))
}

/// The identical observations that a note of a battery names, by their index.
fn identical_in(note: &str) -> Vec<Vec<u64>> {
    let numbers = |text: &str| -> Vec<u64> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let list =
        note.strip_prefix("Identical ").and_then(|rest| rest.split_once(", counted from 0: "));
    let groups = list.into_iter().flat_map(|(_, list)| list.split(';').map(numbers));
    groups.filter(|group| group.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::identical_in;
    use feltproof_stats::deal::{Deals, Layout, Options};

    /// The notes are those of the batteries themselves: a change of their words fails here.
    #[test]
    fn identical_observations_are_read_from_the_notes() {
        let deck = |turn: usize| -> Vec<u8> {
            (0..52_usize).filter_map(|i| u8::try_from((i * 5 + turn) % 52).ok()).collect()
        };
        let mut decks = Deals::new(52, 1, Options::decks(52)).unwrap();
        let mut deals = Deals::new(52, 1, Options::cards_52()).unwrap();
        for turn in [0, 1, 2, 3, 1, 4, 3, 5] {
            decks.push_deck(&deck(turn)).unwrap();
            deals.push(Layout::packets(5, 5), &deck(turn)[..25], &[]).unwrap();
        }
        for notes in [decks.battery().notes, deals.battery().notes] {
            let mut found: Vec<Vec<u64>> = notes.iter().flat_map(|n| identical_in(n)).collect();
            found.sort();
            assert_eq!(found, [[1, 4], [3, 6]], "{notes:?}");
        }
        assert!(identical_in("3 and 4 are nothing").is_empty());
    }
}
