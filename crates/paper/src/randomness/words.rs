//! What a battery of randomness tests says, in the words that terminal, JSON and PDF share.
//!
//! Four states and no others. Nothing is ever called fair; what was not seen is stated together
//! with what could have been seen.

use super::number::{level, probability};
use crate::words::{grouped, plural};
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{
    DemandAnswer, Figures, Outcome, Prob, Randomness, Standard, StandardDemand, State, Test,
};

/// Tests named in a sentence before the reader is sent to the table.
const NAMED: usize = 4;

/// The state in print.
pub(crate) const fn state_title(state: State) -> &'static str {
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
pub struct Ordered<'a> {
    /// Registered and rejected, the most unusual first; those that fit too well after the others.
    pub rejected: Vec<&'a Test>,
    /// The other registered ones, in registered order.
    pub registered: Vec<&'a Test>,
    /// Those that do not count to the verdict, in their order.
    pub others: Vec<&'a Test>,
}

/// Sorts the tests for print; each appears once.
pub fn ordered(r: &Randomness) -> Ordered<'_> {
    let mut rejected: Vec<&Test> = Vec::new();
    for Adjusted { key, .. } in r.verdict.departures.iter().chain(&r.verdict.too_good) {
        for test in r.battery.tests.iter().filter(|t| t.key == *key) {
            if !rejected.iter().any(|t| std::ptr::eq(*t, test)) {
                rejected.push(test);
            }
        }
    }
    let rest = || r.battery.tests.iter().filter(|t| !rejected.iter().any(|r| std::ptr::eq(*r, *t)));
    let registered = rest().filter(|t| t.registered).collect();
    let others = rest().filter(|t| !t.registered).collect();
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

/// Names of these tests, at most a few, then how many more.
fn named(r: &Randomness, tests: &[Adjusted]) -> String {
    let mut names: Vec<String> =
        tests.iter().take(NAMED).map(|test| name(r, &test.key).to_owned()).collect();
    if let Some(more) = tests.len().checked_sub(NAMED).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    names.join("; ")
}

/// `1 does not apply`, `3 do not apply`.
pub fn not_applicable(number: usize) -> String {
    format!("{number} {} not apply", if number == 1 { "does" } else { "do" })
}

/// `43 registered tests`.
pub fn tests(number: usize) -> String {
    plural(u64::try_from(number).unwrap_or(u64::MAX), "registered test")
}

/// What departs and what fits too well, as sentences; empty when nothing does.
fn departures(r: &Randomness) -> Vec<String> {
    let v = &r.verdict;
    let mut out = Vec::new();
    if !v.departures.is_empty() {
        out.push(format!(
            "{} of {} {} from what chance alone gives, at level {} over the whole list: {}.",
            v.departures.len(),
            tests(v.registered),
            if v.departures.len() == 1 { "departs" } else { "depart" },
            level(v.rule.level),
            named(r, &v.departures)
        ));
    }
    if !v.too_good.is_empty() {
        out.push(format!(
            "{} of {} {} better than chance alone would, at level {}: {}.",
            v.too_good.len(),
            tests(v.registered),
            if v.too_good.len() == 1 { "fits" } else { "fit" },
            level(v.rule.too_good_level),
            named(r, &v.too_good)
        ));
    }
    out
}

/// What heads a result: that a standard's reading is against the source stands beside the verdict.
pub fn result_title(r: &Randomness) -> &'static str {
    match r.verdict.state {
        State::NothingFound if is_demand_rejected(r) => {
            "No departure over the whole list; rejected test by test"
        }
        state => state_title(state),
    }
}

/// Whether a test taken alone is rejected: what a statute asks that judges each test by itself.
pub fn is_rejected_alone(r: &Randomness, f: &Figures) -> bool {
    f.p.ln() <= r.level_alone.ln()
}

/// True where a demand of the standard is rejected by its tests taken alone.
pub fn is_demand_rejected(r: &Randomness) -> bool {
    let demands = r.profile.iter().flat_map(|standard| &standard.demands);
    demands.into_iter().any(|demand| matches!(demand.answer, DemandAnswer::Rejected(_)))
}

/// What the demands of the standard come to, each of its tests taken alone.
fn test_by_test(r: &Randomness) -> Option<String> {
    let standard = r.profile.as_ref()?;
    let count = |of: fn(&DemandAnswer) -> bool| {
        standard.demands.iter().filter(|demand| of(&demand.answer)).count()
    };
    let rejected =
        standard.demands.iter().filter(|d| matches!(d.answer, DemandAnswer::Rejected(_)));
    let rejected: Vec<&str> = rejected.map(|demand| demand.says.as_str()).collect();
    let parts = [
        (count(|a| matches!(a, DemandAnswer::NotRejected)), "not rejected"),
        (count(|a| matches!(a, DemandAnswer::Insufficient(_))), "with too few data"),
        (count(|a| matches!(a, DemandAnswer::NotRun(_))), "not run"),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let others = if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) };
    Some(match rejected.len() {
        0 => format!("Test by test, as {} reads: no demand rejected{others}.", standard.name),
        n => format!(
            "Test by test, as {} reads: {n} of {} demands REJECTED ({}){others}.",
            standard.name,
            standard.demands.len(),
            rejected.join("; ")
        ),
    })
}

/// The verdict on one source, as plain sentences; a standard's reading test by test stands beside it.
pub fn verdict_sentence(r: &Randomness) -> String {
    let over_the_list = over_the_list(r);
    match test_by_test(r) {
        Some(alone) => format!("{over_the_list} {alone}"),
        None => over_the_list,
    }
}

/// The verdict over the whole registered list.
fn over_the_list(r: &Randomness) -> String {
    let v = &r.verdict;
    let none = |ran: usize| {
        format!(
            "No departure was found at level {} over {}{}.",
            level(v.rule.level),
            tests(v.registered),
            match v.not_applicable {
                0 => String::new(),
                n => format!(" ({ran} ran, {})", not_applicable(n)),
            }
        )
    };
    match v.state {
        State::Fault => {
            let first = r.faults.first().map_or_else(String::new, |f| format!(" The first: {f}"));
            let mut out = format!(
                "{}: wrong with certainty, not with a probability; {} without one were tested.{}",
                plural(r.battery.faults_total, "fault"),
                observations(r),
                ended(&first)
            );
            for sentence in departures(r) {
                out.push(' ');
                out.push_str(&sentence);
            }
            out
        }
        State::Departure => departures(r).join(" "),
        State::Insufficient if v.ran == 0 => format!(
            "None of the {} could run on {}{}. This is not a pass.",
            tests(v.registered),
            observations(r),
            r.battery.refused.as_ref().map_or_else(String::new, |why| format!(": {why}"))
        ),
        State::Insufficient if r.battery.refused.is_some() => format!(
            "Part of what was declared was not tested: {}. The {} that ran on {} show no departure at level \
             {}. This is not a pass.",
            r.battery.refused.as_deref().unwrap_or_default(),
            tests(v.ran),
            observations(r),
            level(v.rule.level)
        ),
        State::Insufficient => format!(
            "{} of {} had too few data in {}; the {} that ran show no departure at level {}. This \
             is not a pass.",
            v.insufficient,
            tests(v.registered),
            observations(r),
            v.ran,
            level(v.rule.level)
        ),
        State::NothingFound => format!(
            "{} What {} could have seen is in the last column of the table.",
            none(v.ran),
            observations(r)
        ),
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
pub fn rule(r: &Randomness) -> Vec<String> {
    let v = &r.verdict;
    let mut out = vec![
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
    if let Some(combined) = v.combined {
        out.push(format!(
            "All registered p-values in one by Cauchy's combination, for comparison only: {}.",
            probability(Prob::new(combined))
        ));
    }
    out
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
pub fn standard(profile: Option<&Standard>) -> String {
    match profile {
        None => "No standard was chosen: tests and level are this program's own.".to_owned(),
        Some(s) => {
            let evidence = ended(&s.evidence);
            let space = if evidence.is_empty() { "" } else { " " };
            format!("Standard: {} ({}; profile {}).{space}{evidence}", s.title, s.citation, s.name)
        }
    }
}

/// Why a test has no figures; `None` for one that ran.
pub fn without_figures(test: &Test) -> Option<String> {
    match &test.outcome {
        Outcome::Ran(_) => None,
        Outcome::Insufficient { needs } => {
            Some(format!("insufficient data: has {}, needs {}", grouped(test.n), grouped(*needs)))
        }
        Outcome::NotRun { why } => Some(format!("does not apply: {why}")),
    }
}

/// Where to look next, or `None` where nothing is worth a look beyond what is rejected.
pub fn explore(r: &Randomness) -> Option<String> {
    if r.verdict.explore.is_empty() {
        return None;
    }
    Some(format!(
        "Worth a look by Benjamini and Hochberg's method over all tests that ran, which is no \
         verdict: {}.",
        r.verdict.explore.join(", ")
    ))
}

/// Faults that there were beyond those listed.
pub fn faults_beyond(r: &Randomness) -> Option<String> {
    let listed = u64::try_from(r.faults.len()).unwrap_or(u64::MAX);
    let more = r.battery.faults_total.checked_sub(listed).filter(|more| *more > 0)?;
    Some(format!("{} more, {} in all.", grouped(more), grouped(r.battery.faults_total)))
}

/// The demands of a standard, each with the answer of its tests taken alone at its level: sentence by
/// sentence, and whether one of its tests is rejected.
pub fn demands(r: &Randomness) -> Vec<(String, bool)> {
    let Some(standard) = &r.profile else { return Vec::new() };
    let named =
        |keys: &[String]| keys.iter().map(|key| name(r, key)).collect::<Vec<_>>().join("; ");
    let sentence = |demand: &StandardDemand| match &demand.answer {
        DemandAnswer::NotRejected => {
            (format!("{}: not rejected ({})", demand.says, named(&demand.keys)), false)
        }
        DemandAnswer::Rejected(keys) => {
            (format!("{}: REJECTED by {}", demand.says, named(keys)), true)
        }
        DemandAnswer::Insufficient(keys) => {
            (format!("{}: insufficient data for {}", demand.says, named(keys)), false)
        }
        DemandAnswer::NotRun(why) => (format!("{}: not run: {why}", demand.says), false),
    };
    standard.demands.iter().map(sentence).collect()
}

/// What the list of demands is.
pub const DEMANDS: &str = "What the standard demands, each test taken alone at the standard's level, \
    as a statute reads. Judged one by one, some test of a fair source is rejected more often than the \
    level says; the verdict above is over the whole list.";
