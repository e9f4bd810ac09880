//! The law of an audit: the rule packs that the engagement names, with their limits on each gaming day.

use crate::games_judge::GamesJudge;
use feltproof_intake::Columns;
use feltproof_model::{Date, Engagement, Money, Wager};
use feltproof_regs::{Decision, Pack, Quantity, Verb, Verdict};

/// The rule packs of an audit, with their limits on each gaming day.
pub struct Law {
    /// Rule packs the engagement names, in its order.
    pub packs: Vec<Pack>,
    caps: Vec<Decision>,
    /// For each gaming day the largest wager that is certainly within the cap.
    certain: Vec<Money>,
    judges: Vec<Option<GamesJudge>>,
}

impl Law {
    /// The packs that the engagement names; those that do not exist go to `errors`, each with the
    /// `file`.
    pub fn new(
        engagement: &Engagement,
        file: &str,
        packs: &[Pack],
        columns: Option<&Columns>,
        errors: &mut Vec<String>,
    ) -> Self {
        let mut chosen = Vec::new();
        for id in &engagement.packs {
            match packs.iter().find(|p| p.id == *id) {
                Some(p) => chosen.push(p.clone()),
                None => {
                    let all: Vec<&str> = packs.iter().map(|p| p.id.as_str()).collect();
                    let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
                    errors.push(format!(
                        "{file}: rule pack {id} does not exist; the packs are {all}"
                    ));
                }
            }
        }
        let washington = chosen.iter().find(|p| p.id == "us-wa");
        let dates = engagement.days.iter().map(|d| d.date);
        let cap = |date: Date| match washington {
            Some(pack) => pack.on(feltproof_regs::Role::SingleWager, date),
            None => Decision::NotInForce { reason: "no rule pack of Washington".to_owned() },
        };
        let caps: Vec<Decision> = dates.clone().map(cap).collect();
        let certain = caps.iter().map(certainly_within).collect();
        let stakes = columns.map_or([false; Wager::COUNT], |c| c.stake);
        let judges = dates.map(|d| washington.and_then(|p| GamesJudge::new(p, d, &stakes)));
        let judges = judges.collect();
        Self { packs: chosen, caps, certain, judges }
    }

    /// The single-wager cap of Washington on a gaming day.
    pub fn cap(&self, day: u16) -> &Decision {
        &self.caps[usize::from(day).min(self.caps.len() - 1)]
    }

    /// Why no value of the single-wager cap is known for any audited day; `None` when one is.
    pub fn lacks_cap(&self) -> Option<String> {
        match self.caps.first() {
            Some(Decision::NotInForce { reason }) if self.caps.iter().all(|c| !c.is_in_force()) => {
                Some(reason.clone())
            }
            _ => None,
        }
    }

    /// The largest wager that is certainly within the single-wager cap on a gaming day; zero when
    /// none is.
    pub fn certainly_within_cap(&self, day: u16) -> Money {
        self.certain[usize::from(day).min(self.certain.len() - 1)]
    }

    /// The limit of Washington on games on one hand, on a gaming day; `None` when none is known.
    pub fn games(&self, day: u16) -> Option<&GamesJudge> {
        self.judges.get(usize::from(day)).and_then(Option::as_ref)
    }

    /// True when a limit on games on one hand is known for one audited day at least.
    pub fn knows_games_limit(&self) -> bool {
        self.judges.iter().any(Option::is_some)
    }

    /// The pack of Washington, if the engagement names it.
    pub fn washington(&self) -> Option<&Pack> {
        self.packs.iter().find(|p| p.id == "us-wa")
    }
}

/// The largest amount that a limit certainly allows, among those it names; every smaller one is
/// then allowed too, since these limits are upper ones.
fn certainly_within(cap: &Decision) -> Money {
    let named = match cap {
        Decision::NotInForce { .. } => None,
        Decision::InForce { value, verb, .. } => Some((value, verb)),
        Decision::Undecided { low, verb, .. } => Some((low, verb)),
    };
    match named {
        Some((Quantity::Dollars(amount), Verb::MustNotExceed))
            if cap.judge(*amount) == Verdict::Holds =>
        {
            *amount
        }
        _ => Money::ZERO,
    }
}

/// What a limit says, in words.
pub fn cap_in_words(cap: &Decision) -> String {
    match cap {
        Decision::NotInForce { .. } => "no known value".to_owned(),
        Decision::InForce { value, .. } => value.to_string(),
        Decision::Undecided { low, high, .. } => {
            format!("{low} or {high} (which of the two was in force is not known)")
        }
    }
}
