//! A standard's demands, answered by the tests of a battery.
//!
//! A standard adds its tests to the registered list and sets the level. It takes no test away: the
//! lists that standards print see nothing of a machine that carries order over from deck to deck, and
//! a verdict that looked away because a list is short would be wrong.

use feltproof_model::randomness::{DemandAnswer, Standard, StandardDemand};
use feltproof_regs::{Demand, Evidence};
use feltproof_stats::{Battery, Outcome, Rule};

/// What kind of sample a standard meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleKind {
    /// Full decks.
    Decks,
    /// Partial deals.
    Deals,
    /// Integers.
    Draws,
    /// Bits.
    Bits,
    /// Draws without order.
    Sets,
}

/// A name that is no standard's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no standard {name}; the standards are {}", .standards.join(", "))]
pub struct UnknownStandard {
    /// The name.
    pub name: String,
    /// The names there are.
    pub standards: Vec<String>,
}

/// The standard of this name.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<feltproof_regs::Standard, UnknownStandard> {
    let mut all = feltproof_regs::standards();
    match all.iter().position(|standard| standard.name == name) {
        Some(at) => Ok(all.swap_remove(at)),
        None => Err(UnknownStandard {
            name: name.to_owned(),
            standards: all.into_iter().map(|standard| standard.name).collect(),
        }),
    }
}

/// The rule of a standard's level.
pub fn rule(standard: &feltproof_regs::Standard) -> Rule {
    Rule::of_fraction(1, standard.level_one_in.into())
}

/// Keys of the tests that answer a demand for this kind of source.
fn keys(demand: &Demand, source: SampleKind) -> Vec<String> {
    let both = |tests: &[String]| {
        let references = |test: &String| {
            if test.contains('.') {
                vec![test.clone()]
            } else {
                vec![format!("fixed.{test}"), format!("previous.{test}")]
            }
        };
        tests.iter().flat_map(references).collect()
    };
    match source {
        SampleKind::Decks => both(&demand.decks),
        SampleKind::Deals => both(&demand.deals),
        SampleKind::Draws => demand.draws.clone(),
        SampleKind::Bits => demand.bits.clone(),
        SampleKind::Sets => demand.sets.clone(),
    }
}

/// Puts the standard's tests on the registered list.
pub fn register(battery: &mut Battery, standard: &feltproof_regs::Standard, source: SampleKind) {
    let wanted: Vec<String> = standard.demands.iter().flat_map(|d| keys(d, source)).collect();
    for test in battery.tests.iter_mut().filter(|t| wanted.contains(&t.key)) {
        test.registered = true;
    }
}

/// What the tests say to each demand, each test taken alone at the standard's level.
pub fn answers(
    battery: &Battery,
    standard: &feltproof_regs::Standard,
    source: SampleKind,
) -> Standard {
    let alone = rule(standard);
    let demands = standard.demands.iter().map(|demand| {
        let keys = keys(demand, source);
        let answer = answer(battery, &keys, alone, source);
        StandardDemand { says: demand.says.clone(), keys, answer }
    });
    Standard {
        name: standard.name.clone(),
        title: standard.title.clone(),
        citation: standard.citation.clone(),
        evidence: evidence(standard),
        demands: demands.collect(),
    }
}

fn answer(battery: &Battery, keys: &[String], alone: Rule, source: SampleKind) -> DemandAnswer {
    let (mut rejected, mut short, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
    let mut ran = false;
    for key in keys {
        match battery.test(key).map(|test| &test.outcome) {
            Some(Outcome::Ran(figures)) => {
                ran = true;
                if figures.p.ln() <= alone.level.ln() {
                    rejected.push(key.clone());
                }
            }
            Some(Outcome::Insufficient { .. }) => short.push(key.clone()),
            Some(Outcome::NotRun { why }) => reasons.push(format!("{key}: {why}")),
            None => reasons.push(format!("{key} does not apply to this source")),
        }
    }
    if !rejected.is_empty() {
        DemandAnswer::Rejected(rejected)
    } else if !short.is_empty() {
        DemandAnswer::Insufficient(short)
    } else if ran {
        DemandAnswer::NotRejected
    } else if reasons.is_empty() {
        let what = match source {
            SampleKind::Decks => "full decks",
            SampleKind::Deals => "partial deals",
            SampleKind::Draws => "integer streams",
            SampleKind::Bits => "bit streams",
            SampleKind::Sets => "draws without order",
        };
        DemandAnswer::NotRun(format!("no test of {what} answers this demand"))
    } else {
        DemandAnswer::NotRun(reasons.join("; "))
    }
}

/// How well the standard is known, in one sentence.
fn evidence(standard: &feltproof_regs::Standard) -> String {
    let known = |evidence: Evidence| match evidence {
        Evidence::Read => "was read",
        Evidence::ReadInPart => "was read in part",
        Evidence::Recalled => "is recalled and was not read",
        _ => "is known from a secondary source and was not read",
    };
    format!(
        "The level (1 in {}) {}; the list of tests {}. {}",
        standard.level_one_in,
        known(standard.level_evidence),
        known(standard.text_evidence),
        standard.note
    )
}
