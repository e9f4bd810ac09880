//! What a battery of randomness tests says, in the words that terminal, JSON and PDF share.
//!
//! Four states and no others. Nothing is ever called fair; what was not seen is stated together
//! with what could have been seen.
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use super::number::{figure, level, percent, probability};
use crate::cell::{Sign, Tone};
use crate::words::{grouped, plural};
use feltproof_stats::{
    DemandAnswer, Figures, Outcome, Prob, Randomness, Standard, StandardDemand, State, Test,
};
use std::collections::BTreeSet;

/// The state in print.
const fn state_title(state: State) -> &'static str {
    match state {
        State::Fault => "Certain fault",
        State::Departure => "Departure from chance",
        State::Insufficient => "Insufficient data: neither passed nor failed",
        State::NothingFound => "No departure found",
    }
}

/// The state as machines read it.
pub const fn state_key(state: State) -> &'static str {
    match state {
        State::Fault => "fault",
        State::Departure => "departure",
        State::Insufficient => "insufficient",
        State::NothingFound => "nothing_found",
    }
}

/// How one test stands in the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Registered and rejected by Holm's method.
    Departs,
    /// Registered, and its fit is too good.
    TooGood,
    /// Ran, and is not rejected.
    Stands,
    /// Too few data.
    Insufficient,
    /// Does not apply.
    NotRun,
}

/// How a test of this battery stands.
pub fn standing(r: &Randomness, test: &Test) -> Standing {
    match &test.outcome {
        Outcome::Insufficient { .. } => Standing::Insufficient,
        Outcome::NotRun { .. } => Standing::NotRun,
        Outcome::Ran(_) if r.verdict.departs(&test.key) => Standing::Departs,
        Outcome::Ran(_) if r.verdict.too_good.iter().any(|t| t.key == test.key) => {
            Standing::TooGood
        }
        Outcome::Ran(_) => Standing::Stands,
    }
}

/// The tests in the order of a report.
pub(super) struct Ordered<'a> {
    /// Registered and rejected, the most unusual first; those that fit too well after the others.
    pub(super) rejected: Vec<&'a Test>,
    /// The other registered ones, in registered order.
    pub(super) registered: Vec<&'a Test>,
    /// Those that do not count to the verdict, in their order.
    pub(super) others: Vec<&'a Test>,
}

/// Sorts the tests for print; each appears once.
pub(super) fn ordered(r: &Randomness) -> Ordered<'_> {
    let unusual = r.verdict.departures.iter().chain(&r.verdict.too_good).map(|of| &of.key);
    let place = |test: &Test| unusual.clone().position(|key| *key == test.key);
    let (mut rejected, rest): (Vec<&Test>, Vec<&Test>) =
        r.battery.tests.iter().partition(|test| place(test).is_some());
    rejected.sort_by_key(|test| place(test));
    let (registered, others) = rest.into_iter().partition(|test| test.registered);
    Ordered { rejected, registered, others }
}

/// `1,000 decks`.
pub fn observations(r: &Randomness) -> String {
    format!("{} {}", grouped(r.battery.n), r.battery.unit)
}

/// What a reader calls the test of this key.
fn name<'a>(r: &'a Randomness, key: &'a str) -> &'a str {
    r.battery.test(key).map_or(key, |test| &test.name)
}

/// `1 does not apply`, `3 do not apply`.
pub(super) fn not_applicable(number: usize) -> String {
    format!("{number} {} not apply", if number == 1 { "does" } else { "do" })
}

/// `43 registered tests`.
pub(super) fn tests(number: usize) -> String {
    plural(number as u64, "registered test")
}

/// What departs and what fits too well, as sentences; empty when nothing does.
fn departures(r: &Randomness) -> Vec<String> {
    let v = &r.verdict;
    let at = (level(v.rule.level), level(v.rule.too_good_level));
    let far = format!("from what chance alone gives, at level {} over the whole list", at.0);
    let near = format!("better than chance alone would, at level {}", at.1);
    let kinds = [(&v.departures, ["departs", "depart"], far), (&v.too_good, ["fits", "fit"], near)];
    let some = kinds.into_iter().filter(|(of, ..)| !of.is_empty());
    let said = some.map(|(of, [one, several], how)| {
        let (number, all) = (of.len(), tests(v.registered));
        format!("{number} of {all} {} {how}.", if number == 1 { one } else { several })
    });
    said.collect()
}

/// What heads a result.
pub fn result_title(r: &Randomness) -> &'static str {
    state_title(r.verdict.state)
}

/// `Departure from chance: hands.csv, 1,000 decks`.
pub fn source_title(r: &Randomness) -> String {
    format!("{}: {}, {}", result_title(r), r.source, observations(r))
}

/// Sign and tone of a result.
pub fn source_sign(r: &Randomness) -> (Sign, Tone) {
    match r.verdict.state {
        State::Fault | State::Departure => (Sign::Found, Tone::Bad),
        State::Insufficient => (Sign::NotRun, Tone::Open),
        State::NothingFound => (Sign::Clear, Tone::Good),
    }
}

/// Whether a test taken alone is rejected: how a statute reads that judges each test by itself.
pub fn is_rejected_alone(r: &Randomness, f: &Figures) -> bool {
    f.p.ln() <= r.level_alone.ln()
}

/// What the demands of the standard come to, and how well its text is known.
fn answered(r: &Randomness) -> Option<String> {
    let standard = r.profile.as_ref()?;
    let (mut rejected, mut short, mut stand, mut not_run) = (Vec::new(), Vec::new(), 0, 0);
    for StandardDemand { says, answer, .. } in &standard.demands {
        match answer {
            DemandAnswer::Rejected(_) => rejected.push(says.as_str()),
            DemandAnswer::NotRejected => stand += 1,
            DemandAnswer::Insufficient(keys) => {
                let needed = needed(r, keys.iter().filter_map(|key| r.battery.test(key)));
                short.push(
                    needed
                        .map_or_else(|| says.clone(), |needed| format!("{says}, from {needed} on")),
                );
            }
            DemandAnswer::NotRun(_) => not_run += 1,
        }
    }
    let all = standard.demands.len();
    let parts = [
        (
            rejected.len(),
            format!("{} of {all} demands REJECTED ({})", rejected.len(), rejected.join("; ")),
        ),
        (usize::from(rejected.is_empty()), "no demand rejected".to_owned()),
        (stand, format!("{stand} not rejected")),
        (
            short.len(),
            format!("{} NOT TESTED for too few data ({})", short.len(), short.join("; ")),
        ),
        (not_run, format!("{not_run} not run")),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter_map(|(n, said)| (n > 0).then_some(said)).collect();
    let (name, known) = (&standard.name, &standard.evidence);
    Some(format!("As {name} reads (its {known}): {}.", parts.join("; ")))
}

/// From how many observations on all of these tests run, in the unit of the source: `5,000 draws`; `None` where none has too
/// few. Of bits those of one sequence count.
pub(super) fn needed<'a>(
    r: &Randomness,
    tests: impl IntoIterator<Item = &'a Test>,
) -> Option<String> {
    let needs = tests.into_iter().filter_map(|test| match test.outcome {
        Outcome::Insufficient { needs } => Some(needs),
        Outcome::Ran(_) | Outcome::NotRun { .. } => None,
    });
    let each = if r.battery.unit == "bits" { " in one sequence" } else { "" };
    Some(format!("{} {}{each}", grouped(needs.max()?), r.battery.unit))
}

/// The verdict on one source, as plain sentences, with what it says to the demands of the standard.
pub fn verdict_sentence(r: &Randomness) -> String {
    let left_out = r.battery.left_out.clone();
    let all = std::iter::once(over_the_list(r)).chain(left_out).chain(answered(r));
    all.collect::<Vec<_>>().join(" ")
}

/// The verdict over the whole registered list.
fn over_the_list(r: &Randomness) -> String {
    let v = &r.verdict;
    let (all, of, at) = (tests(v.registered), observations(r), level(v.rule.level));
    match (v.state, &r.battery.refused) {
        (State::Fault, _) => {
            let faults = plural(r.battery.faults_total, "fault");
            let first = r.faults.first().map_or_else(String::new, |f| format!(" The first: {f}"));
            let first = ended(&first);
            let said = format!(
                "{faults}: wrong with certainty, not with a probability; {of} without one were tested.{first}"
            );
            std::iter::once(said).chain(departures(r)).collect::<Vec<_>>().join(" ")
        }
        (State::Departure, _) => departures(r).join(" "),
        (State::Insufficient, why) if v.ran == 0 => {
            let why = why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            format!("None of the {all} could run on {of}{why}. This is not a pass.")
        }
        (State::Insufficient, Some(why)) => format!(
            "Part of what was declared was not tested: {why}. The {} that ran on {of} show no departure at level {at}. This \
             is not a pass.",
            tests(v.ran)
        ),
        (State::Insufficient, None) => format!(
            "{} of {all} had too few data in {of}; the {} that ran show no departure at level {at}. This is not a pass.",
            v.insufficient, v.ran
        ),
        (State::NothingFound, _) => {
            let ran = match v.not_applicable {
                0 => String::new(),
                n => format!(" ({} ran, {})", v.ran, not_applicable(n)),
            };
            format!(
                "No departure was found at level {at} over {all}{ran}. What {of} could have seen is in the last column of the \
                 table."
            )
        }
    }
}

/// The sentence with a full stop, unless it is empty or has one.
fn ended(sentence: &str) -> String {
    if sentence.is_empty() || sentence.ends_with('.') {
        sentence.to_owned()
    } else {
        format!("{sentence}.")
    }
}

/// How the verdict is reached, as sentences.
pub(super) fn rule(r: &Randomness) -> Vec<String> {
    let v = &r.verdict;
    let together = v.combined.map(|combined| {
        format!(
            "All registered p-values in one by Cauchy's combination, for comparison only: {}.",
            probability(Prob::new(combined))
        )
    });
    let said = [
        format!(
            "Rule: {} by Holm's method at level {}, the probability of a false alarm over the whole list; \
             fits that are too good at level {} likewise. {}",
            tests(v.registered),
            level(v.rule.level),
            level(v.rule.too_good_level),
            fixed_by(r)
        ),
        format!(
            "Of the registered tests {} ran, {} had too few data, {}.",
            v.ran,
            v.insufficient,
            not_applicable(v.not_applicable)
        ),
    ];
    said.into_iter().chain(together).collect()
}

/// What is known of when list and level were fixed.
fn fixed_by(r: &Randomness) -> String {
    match &r.registered {
        Some(by) => format!(
            "List and level were fixed before the data were seen by {}, which bears the date {} (SHA-256 {}).",
            by.file, by.date, by.sha256
        ),
        None => "The list is this program's for every sample of the kind; no registration shows that it and \
                 the level were chosen before the data were seen."
            .to_owned(),
    }
}

/// The standard whose level and tests were chosen, and how its text is known.
pub(super) fn standard(profile: Option<&Standard>) -> String {
    match profile {
        None => "No standard was chosen: tests and level are this program's own.".to_owned(),
        Some(s) => {
            let Standard { name, title, citation, evidence, note, .. } = s;
            format!("Standard: {title} ({citation}; profile {name}). Its {evidence}. {note}")
        }
    }
}

/// Why a test has no figures; `None` for one that ran.
pub(super) fn without_figures(test: &Test) -> Option<String> {
    match &test.outcome {
        Outcome::Ran(_) => None,
        Outcome::Insufficient { needs } => {
            Some(format!("insufficient data: has {}, needs {}", grouped(test.n), grouped(*needs)))
        }
        Outcome::NotRun { why } => Some(format!("does not apply: {why}")),
    }
}

/// Where to look next, or `None` where nothing is worth a look beyond what is rejected.
pub(super) fn explore(r: &Randomness) -> Option<String> {
    let tests: Vec<&str> = r.verdict.explore.iter().map(|key| name(r, key)).collect();
    let tests = tests.join("; ");
    (!tests.is_empty()).then(|| {
        format!(
            "Worth a look by Benjamini and Hochberg's method over all tests that ran, which is no verdict: {tests}."
        )
    })
}

/// Faults that there were beyond those listed.
pub(super) fn faults_beyond(r: &Randomness) -> Option<String> {
    let (all, listed) = (r.battery.faults_total, r.faults.len() as u64);
    (all > listed).then(|| format!("{} more, {} in all.", grouped(all - listed), grouped(all)))
}

/// The demands of a standard, each with the answer of its tests: sentence by sentence, and whether one of its tests
/// departs.
pub(super) fn demands(r: &Randomness) -> Vec<(String, bool)> {
    let Some(standard) = &r.profile else { return Vec::new() };
    let sentence = |demand: &StandardDemand| {
        let said = match &demand.answer {
            DemandAnswer::NotRejected => format!("not rejected ({})", named(r, &demand.keys)),
            DemandAnswer::Rejected(keys) => format!("REJECTED by {}", named(r, keys)),
            DemandAnswer::Insufficient(keys) => {
                format!("NOT TESTED, too few data for {}", named(r, keys))
            }
            DemandAnswer::NotRun(why) => format!("not run: {why}"),
        };
        let is_rejected = matches!(demand.answer, DemandAnswer::Rejected(_));
        (format!("{}: {said}", demand.says), is_rejected)
    };
    standard.demands.iter().map(sentence).collect()
}

/// The tests of these keys by their names, with what those need that have too few data.
fn named<'a>(r: &Randomness, keys: impl IntoIterator<Item = &'a String>) -> String {
    let name = |key: &String| {
        let needs = needed(r, r.battery.test(key));
        needs.map_or_else(
            || name(r, key).to_owned(),
            |needs| format!("{} (needs {needs})", name(r, key)),
        )
    };
    keys.into_iter().map(name).collect::<Vec<_>>().join("; ")
}

/// By what rule a demand is rejected, and which of the tests of all demands ran.
pub(super) fn rule_of_demands(r: &Randomness) -> String {
    let demands = r.profile.iter().flat_map(|standard| &standard.demands);
    let keys: BTreeSet<&String> = demands.flat_map(|demand| &demand.keys).collect();
    let tests = |wanted: fn(&Outcome) -> bool| {
        let is_wanted = |key: &&&String| r.battery.test(key).is_some_and(|t| wanted(&t.outcome));
        keys.iter().filter(is_wanted).copied().collect::<Vec<_>>()
    };
    let ran = tests(|outcome| matches!(outcome, Outcome::Ran(_))).len();
    let short = tests(|outcome| matches!(outcome, Outcome::Insufficient { .. }));
    let idle = tests(|outcome| matches!(outcome, Outcome::NotRun { .. }));
    let all = ran + short.len() + idle.len();
    if all == 0 {
        return "No test of such data answers any of the demands.".to_owned();
    }
    let mut said = format!(
        "A demand is rejected where one of its tests departs in the verdict. All {all} tests of the demands are on the \
         registered list, so that of a fair source any demand is rejected with probability {} at most. {ran} of them ran on {}",
        level(r.verdict.rule.level),
        observations(r),
    );
    for (which, why) in [(short, "too few data for"), (idle, "these do not apply:")] {
        if !which.is_empty() {
            said += &format!("; {why} {}", named(r, which));
        }
    }
    said + "."
}

/// A test that answers a demand, judged by itself.
pub(super) struct Alone<'a> {
    pub(super) demand: &'a str,
    pub(super) test: &'a Test,
    pub(super) figures: &'a Figures,
}

/// The tests of the demands that ran, demand by demand, as a statute reads that judges each by itself.
pub(super) fn alone(r: &Randomness) -> Vec<Alone<'_>> {
    let demands = r.profile.iter().flat_map(|standard| &standard.demands);
    let tests = demands.flat_map(|demand| {
        let of = |key: &'_ String| {
            let test = r.battery.test(key)?;
            Some(Alone { demand: &demand.says, test, figures: test.figures()? })
        };
        demand.keys.iter().filter_map(of)
    });
    tests.collect()
}

/// How many tests of the demands are rejected alone, and how many fair sources give: their mean by the level, and how often
/// as many by Markov's inequality, which holds whatever the dependence between the tests.
pub(super) fn rejections_alone(r: &Randomness) -> String {
    let mut tests: Vec<(&str, bool)> =
        alone(r).iter().map(|a| (&*a.test.key, is_rejected_alone(r, a.figures))).collect();
    tests.sort_unstable();
    tests.dedup();
    let (all, rejected) = (tests.len(), tests.iter().filter(|(_, is)| *is).count());
    let mean = all as f64 * r.level_alone;
    let often = if mean >= rejected as f64 {
        String::new()
    } else {
        format!(
            "; {rejected} or more of at most {} of them, however the tests depend on one another",
            percent(mean / rejected as f64)
        )
    };
    format!(
        "Each test judged by itself at level {}, as a statute reads that names no rule for several: {rejected} of {all} \
         rejected. That is no verdict: fair sources give {} on average{often}.",
        level(r.level_alone),
        figure(mean, 2),
    )
}
