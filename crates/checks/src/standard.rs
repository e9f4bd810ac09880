//! A standard's demands, answered by the tests of a battery.
//!
//! A standard adds its tests to the registered list and sets the level. It takes no test away: the
//! lists that standards print see nothing of a machine that carries order over from deck to deck, and
//! a verdict that looked away because a list is short would be wrong.

use feltproof_regs::{Demand, Evidence};
use feltproof_stats::{Battery, DemandAnswer, Outcome, Rule, Standard, StandardDemand, Verdict};

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
fn keys(demand: &Demand, source: SampleKind) -> &[String] {
    match source {
        SampleKind::Decks => &demand.decks,
        SampleKind::Deals => &demand.deals,
        SampleKind::Draws => &demand.draws,
        SampleKind::Bits => &demand.bits,
        SampleKind::Sets => &demand.sets,
    }
}

/// Puts the standard's tests on the registered list, those too that need more data than there are: a demand that nobody could
/// test leaves the verdict insufficient, of whatever kind the source is.
pub fn register(battery: &mut Battery, standard: &feltproof_regs::Standard, source: SampleKind) {
    let wanted: Vec<&String> = standard.demands.iter().flat_map(|d| keys(d, source)).collect();
    let mut all_the_same = Vec::new();
    for test in battery.tests.iter_mut().filter(|t| wanted.contains(&&t.key)) {
        if matches!(test.outcome, Outcome::Insufficient { .. }) && !test.registered {
            all_the_same.push(test.name.clone());
        }
        test.registered = true;
    }
    if !all_the_same.is_empty() {
        let (name, tests) = (&standard.name, all_the_same.join(", "));
        battery
            .notes
            .push(format!("On the list all the same, since {name} demands them: {tests}."));
    }
}

/// Whether some test of the battery answers a demand of the standard.
pub fn is_for(standard: &feltproof_regs::Standard, battery: &Battery, source: SampleKind) -> bool {
    let mut keys = standard.demands.iter().flat_map(|demand| keys(demand, source));
    keys.any(|key| battery.test(key).is_some())
}

/// What the verdict says to each demand.
pub fn answers(
    (battery, verdict): (&Battery, &Verdict),
    standard: &feltproof_regs::Standard,
    source: SampleKind,
) -> Standard {
    let demands = standard.demands.iter().map(|demand| {
        let keys = keys(demand, source).to_vec();
        let answer = DemandAnswer::of(battery, verdict, &keys);
        let answer = answer.unwrap_or_else(|| unanswered(demand, source));
        StandardDemand { says: demand.says.clone(), keys, answer }
    });
    Standard {
        name: standard.name.clone(),
        title: standard.title.clone(),
        citation: standard.citation.clone(),
        evidence: evidence(standard),
        note: standard.note.clone(),
        demands: demands.collect(),
    }
}

impl SampleKind {
    /// Such data, in the plural.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Decks => "full decks",
            Self::Deals => "partial deals",
            Self::Draws => "integer streams",
            Self::Bits => "bit streams",
            Self::Sets => "draws without order",
        }
    }
}

/// A demand that no test of such data answers.
fn unanswered(demand: &Demand, source: SampleKind) -> DemandAnswer {
    let why = format!("no test of {} answers this demand", source.words());
    DemandAnswer::NotRun(match &demand.otherwise {
        Some(otherwise) => format!("{why}: {otherwise}"),
        None => why,
    })
}

/// How well the standard is known, behind "its".
fn evidence(standard: &feltproof_regs::Standard) -> String {
    let known = |evidence: Evidence| match evidence {
        Evidence::Read => "was read",
        Evidence::ReadInPart => "was read in part",
        Evidence::ReadOnCopy => "was read on a third party's copy",
        Evidence::Recalled => "is recalled, not read",
        Evidence::Stated
        | Evidence::Computed
        | Evidence::SourceDocument
        | Evidence::Secondary
        | Evidence::Inferred => "is known from a secondary source, not read",
    };
    format!(
        "statistical text {}; its level (1 in {}) {}",
        known(standard.text_evidence),
        standard.level_one_in,
        known(standard.level_evidence),
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

    use super::*;
    use feltproof_stats::deal::{Deals, Options};
    use feltproof_stats::symbols::Symbols;
    use feltproof_stats::verdict::judge;

    /// The answer of a battery to a demand, in the words of the standard.
    fn answer_of(battery: &Battery, name: &str, source: SampleKind, says: &str) -> DemandAnswer {
        let standard = find(name).unwrap();
        let verdict = judge(battery, rule(&standard));
        let all = answers((battery, &verdict), &standard, source).demands;
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
