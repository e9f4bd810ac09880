//! A standard's demands, answered by the tests of a battery.
//!
//! A standard adds its tests to the registered list and sets the level. It takes no test away: the
//! lists that standards print see nothing of a machine that carries order over from deck to deck, and
//! a verdict that looked away because a list is short would be wrong.

use feltproof_regs::{Demand, Evidence};
use feltproof_stats::{Battery, DemandAnswer, Outcome, Rule, Standard, StandardDemand};

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

/// The standard of this name. Fails when there is none.
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
        let answer = answer(battery, &keys, alone).unwrap_or_else(|| unanswered(demand, source));
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

/// What these tests say; `None` where none of them is for such data.
fn answer(battery: &Battery, keys: &[String], alone: Rule) -> Option<DemandAnswer> {
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
            None => {}
        }
    }
    if !rejected.is_empty() {
        Some(DemandAnswer::Rejected(rejected))
    } else if !short.is_empty() {
        Some(DemandAnswer::Insufficient(short))
    } else if ran {
        Some(DemandAnswer::NotRejected)
    } else if reasons.is_empty() {
        None
    } else {
        Some(DemandAnswer::NotRun(reasons.join("; ")))
    }
}

/// A demand that no test of such data answers.
fn unanswered(demand: &Demand, source: SampleKind) -> DemandAnswer {
    let what = match source {
        SampleKind::Decks => "full decks",
        SampleKind::Deals => "partial deals",
        SampleKind::Draws => "integer streams",
        SampleKind::Bits => "bit streams",
        SampleKind::Sets => "draws without order",
    };
    let why = format!("no test of {what} answers this demand");
    DemandAnswer::NotRun(match &demand.otherwise {
        Some(otherwise) => format!("{why}: {otherwise}"),
        None => why,
    })
}

/// How well the standard is known, in one sentence.
fn evidence(standard: &feltproof_regs::Standard) -> String {
    let known = |evidence: Evidence| match evidence {
        Evidence::Read => "was read",
        Evidence::ReadInPart => "was read in part",
        Evidence::ReadOnCopy => "was read on a third party's copy",
        Evidence::Recalled => "is recalled and was not read",
        Evidence::Stated
        | Evidence::Computed
        | Evidence::SourceDocument
        | Evidence::Secondary
        | Evidence::Inferred => "is known from a secondary source and was not read",
    };
    format!(
        "The level (1 in {}) {}; the list of tests {}. {}",
        standard.level_one_in,
        known(standard.level_evidence),
        known(standard.text_evidence),
        standard.note
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

    use super::*;
    use feltproof_stats::deal::{Deals, Options};
    use feltproof_stats::symbols::Symbols;

    /// The answer of a battery to a demand, in the words of the standard.
    fn answer_of(battery: &Battery, name: &str, source: SampleKind, says: &str) -> DemandAnswer {
        let all = answers(battery, &find(name).unwrap(), source).demands;
        all.into_iter().find(|demand| demand.says == says).unwrap().answer
    }

    #[test]
    fn a_demand_is_answered_only_by_tests_of_what_it_speaks_of() {
        let mut decks = Deals::new(52, 1, Options::decks(52)).unwrap();
        let deck: Vec<u8> = (0..52).collect();
        for by in 0..200 {
            let mut deck = deck.clone();
            deck.rotate_left(by % 52);
            decks.push_deck(&deck).unwrap();
        }
        let mut numbers = Symbols::new(52).unwrap();
        (0..50_000_u32).for_each(|at| numbers.push((at.wrapping_mul(2_654_435_761) >> 16) % 52));
        let (decks, numbers) = (decks.battery(), numbers.battery());
        let not_run = |answer: DemandAnswer, why: &str| match answer {
            DemandAnswer::NotRun(said) => assert!(said.contains(why), "{said}"),
            other => panic!("{other:?}"),
        };
        let game = "the permutations and combinations that the game uses";
        not_run(answer_of(&decks, "cfr-547", SampleKind::Decks, game), "no game is named here");
        not_run(answer_of(&numbers, "cfr-547", SampleKind::Draws, game), "no game is named here");
        let before = "independence of the deck before";
        not_run(answer_of(&numbers, "gli-29", SampleKind::Draws, before), "numbers and bits");
        let cards = "chi-square on shuffled decks: cards";
        not_run(answer_of(&numbers, "itech", SampleKind::Draws, cards), "these are none");
        let answered = answer_of(&decks, "itech", SampleKind::Decks, cards);
        assert!(!matches!(answered, DemandAnswer::NotRun(_)), "{answered:?}");
    }
}
