//! A source that departs from chance, in words a supervisor can follow.

use super::source::{Kind, SourceCase};
use crate::exception::Fill;
use crate::tally::Tally;
use feltproof_model::CauseKey;
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{Figures, Most, Prob, Stretch, Test, curve};

/// Whether a test looks for observations that are identical; those have a check of their own.
fn is_of_duplicates(key: &str) -> bool {
    key.ends_with(".duplicates") || key.ends_with(".short_duplicates")
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

/// Reports a source of which registered tests of one reference (`fixed`, `previous`) depart from chance, once,
/// and counts the observations tested.
fn departures(case: &SourceCase<'_>, reference: &str, tally: &mut Tally) {
    let of_reference = |key: &str| {
        let before = key.split_once('.').map(|(before, _)| before);
        // The decks one and two before are looked at in any case: they are decks before.
        let is_lag = before.is_some_and(|before| before.starts_with("lag_"));
        let of = if is_lag { Some("previous") } else { before };
        of == Some(reference) && !is_of_duplicates(key)
    };
    if is_tested(case, of_reference, tally) {
        report(case, of_reference, reference_in_words(reference), tally);
    }
}

/// Reports identical observations where chance alone makes none, and counts the observations looked at.
pub(crate) fn identical(case: &SourceCase<'_>, tally: &mut Tally) {
    if !is_tested(case, is_of_duplicates, tally) {
        return;
    }
    report(case, is_of_duplicates, "one with another", tally);
}

/// Whether these tests ran, or found something all the same; counts observations, or says why not.
fn is_tested(case: &SourceCase<'_>, wanted: impl Fn(&str) -> bool, tally: &mut Tally) -> bool {
    match case.lacks(&wanted) {
        Some(why) => tally.untested.push(format!("{}: {why}", case.name())),
        None => {
            tally.tested += case.battery.n;
            return true;
        }
    }
    false
}

/// A registered test that departs, or whose fit is too good.
struct Departed<'a> {
    test: &'a Test,
    figures: &'a Figures,
    adjusted: &'a Adjusted,
    too_good: bool,
}

impl Departed<'_> {
    fn p(&self) -> Prob {
        let too_good = self.figures.too_good.filter(|_| self.too_good);
        too_good.unwrap_or(self.figures.p)
    }
}

/// Reports the source once, by the most unusual of its tests; the others are named.
fn report(
    case: &SourceCase<'_>,
    wanted: impl Fn(&str) -> bool,
    reference: &str,
    tally: &mut Tally,
) {
    let departures = case.verdict.departures.iter().map(|adjusted| (adjusted, false));
    let too_good = case.verdict.too_good.iter().map(|adjusted| (adjusted, true));
    let all = departures.chain(too_good).filter(|(adjusted, _)| wanted(&adjusted.key));
    let mut all: Vec<Departed<'_>> = all
        .filter_map(|(adjusted, too_good)| {
            let test = case.battery.test(&adjusted.key)?;
            Some(Departed { test, figures: test.figures()?, adjusted, too_good })
        })
        .collect();
    all.sort_by(|a, b| a.p().ln().total_cmp(&b.p().ln()));
    let Some((first, others)) = all.split_first() else { return };
    let mut explanation = first.in_words(case, reference);
    if !others.is_empty() {
        let names = |of: &Departed<'_>| format!("{} (p = {})", of.test.name, p_in_words(of.p()));
        let names: Vec<String> = others.iter().map(names).collect();
        explanation.push_str(&format!(
            " So {} {}: {}.",
            match others.len() {
                1 => "does another registered test".to_owned(),
                n => format!("do {n} other registered tests"),
            },
            reference,
            names.join("; ")
        ));
    }
    let most = format!("{}, p = {}", first.test.name, p_in_words(first.p()));
    let recorded = match others.len() {
        0 => most,
        n => format!("{} registered tests depart, first {most}", n + 1),
    };
    let rule = &case.verdict.rule;
    let level = if first.too_good { rule.too_good_level } else { rule.level };
    let expected = format!("chance alone, at level {}", p_in_words(Prob::new(level)));
    let found = case.exception().words(expected, recorded).because(explanation);
    tally.push(found.suspected(Some(CauseKey::Cards { table: case.table_id })));
}

impl Departed<'_> {
    fn in_words(&self, case: &SourceCase<'_>, reference: &str) -> String {
        let Self { test, figures, adjusted, too_good } = self;
        let what = if *too_good { "fits better than chance allows" } else { "departs from chance" };
        let tail = if *too_good { "a fit at least as good" } else { "one at least as unusual" };
        let effect = &figures.effect;
        let smallest = effect.smallest_seen.map_or_else(String::new, |smallest| {
            format!("; the smallest it would have seen nine times in ten is {smallest:.4}")
        });
        format!(
            "Of the {}, {reference}, `{}` {what}. Its statistic is {:.4}; under a fair shuffle it follows \
             this law: {}. With n = {} {} the probability of {tail} is p = {}, and {} by Holm's method over \
             the {} registered tests of the source. The level is {}{}. The {} is {:.4}{smallest}. The test \
             sees best: {}.{}",
            case.name(),
            test.name,
            figures.statistic,
            curve::words(&figures.law),
            test.n,
            case.battery.unit,
            p_in_words(self.p()),
            p_in_words(Prob::from_ln(adjusted.ln_adjusted)),
            case.verdict.registered,
            case.level,
            if *too_good { ", a tenth of it for fits that are too good" } else { "" },
            effect.measure,
            effect.observed,
            test.catches,
            named(case, test)
        )
    }
}

/// Which observations are identical, by their rounds.
fn named(case: &SourceCase<'_>, test: &Test) -> String {
    if !is_of_duplicates(&test.key) {
        return String::new();
    }
    let Some(Most::Copies(copies)) = case.battery.most(&test.key) else { return String::new() };
    let stretch = |s: &Stretch| {
        let name = |from: u64| match s.length {
            1 => case.observation(from),
            n => format!("{} to {}", case.observation(from), case.observation(from + n - 1)),
        };
        format!("{} and {}", name(s.earlier), name(s.later))
    };
    let named: Vec<String> = copies.stretches.iter().map(stretch).collect();
    format!(" Identical: {}.", named.join("; "))
}

/// A probability in words: `0.0312`, `3.1e-12`, `< 1e-300`.
fn p_in_words(p: Prob) -> String {
    match p.p() {
        p if p >= 0.001 => format!("{p:.4}"),
        p if p >= 1e-300 => format!("{p:.1e}"),
        _ => "< 1e-300".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_in_words() {
        let texts = [
            (Prob::new(1.0), "1.0000"),
            (Prob::new(0.03125), "0.0312"),
            (Prob::new(0.001), "0.0010"),
            (Prob::new(0.000_999), "1.0e-3"),
            (Prob::new(3.14e-12), "3.1e-12"),
            // The natural logarithm of ten is 2.302585.
            (Prob::from_ln(-2302.585), "< 1e-300"),
            (Prob::new(0.0), "< 1e-300"),
        ];
        for (p, text) in texts {
            assert_eq!(p_in_words(p), text, "{p:?}");
        }
    }
}
