//! One source of cards judged: its battery, its verdict, what a report shows of it.

use super::hands::HandSource;
use super::runs::Runs;
use super::{Cards, TableCards};
use crate::causes::capital;
use crate::exception::{Fill, at_line};
use crate::scope::Scope;
use crate::standard::{self, SampleKind};
use feltproof_model::engagement::Table;
use feltproof_model::{Card, Exception, Rate, TableId};
use feltproof_stats::verdict::{Rule, judge};
use feltproof_stats::{Battery, Outcome, Randomness, Test, Verdict};
use rayon::prelude::*;

/// What the cards of a source are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The hands of a table.
    Hands,
    /// The decks of its shuffler.
    Decks,
    /// The packets of its shuffler.
    Packets,
}

impl Kind {
    /// In words, after which the table is named.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Hands => "hands dealt at table",
            Self::Decks => "decks of the shuffler of table",
            Self::Packets => "packets of the shuffler of table",
        }
    }

    const fn sample(self) -> SampleKind {
        match self {
            Self::Decks => SampleKind::Decks,
            Self::Hands | Self::Packets => SampleKind::Deals,
        }
    }
}

pub(crate) struct SourceCase<'a> {
    pub(crate) scope: &'a Scope,
    pub(crate) table: &'a Table,
    /// The same, by its place in the engagement.
    pub(crate) table_id: TableId,
    pub(crate) kind: Kind,
    pub(crate) battery: Battery,
    pub(crate) verdict: Verdict,
    /// The level of each source, in words.
    pub(crate) level: String,
    /// Why the source was not tested at all, as the rest of a sentence.
    pub(crate) refusal: Option<String>,
    runs: Runs,
}

struct Counted {
    table: TableId,
    kind: Kind,
    battery: Battery,
    refusal: Option<String>,
    runs: Runs,
}

/// The level that the engagement asks for, or 0.01.
fn level(scope: &Scope) -> Rate {
    let requested = scope.engagement.randomness.as_ref().map(|wanted| wanted.level);
    requested.or_else(|| Rate::new(1, 100)).unwrap_or(Rate::ONE)
}

/// The rule of a level shared by so many sources.
fn rule(level: Rate, sources: u64) -> Rule {
    let part = |n: i64| u64::try_from(n).unwrap_or(1).max(1);
    let under = u128::from(part(level.denominator())) * u128::from(sources.max(1));
    Rule::of_fraction(part(level.numerator()), under)
}

pub(crate) fn level_in_words(scope: &Scope, sources: u64) -> String {
    let level = level(scope).percent();
    match sources {
        0 | 1 => level,
        n => format!("{level} over the {n} sources of this audit, an equal part of it each"),
    }
}

/// Judges every source; each that could be tested has an equal part of the level of the audit.
pub(crate) fn sources(scope: &Scope, cards: Cards) -> Vec<SourceCase<'_>> {
    let mut counted: Vec<Counted> = cards.tables.into_par_iter().flat_map_iter(counted).collect();
    if let Some(profile) = &scope.profile {
        for source in &mut counted {
            standard::register(&mut source.battery, profile, source.kind.sample());
        }
    }
    let has_run = |test: &Test| matches!(test.outcome, Outcome::Ran(_));
    let is_tested = |c: &&Counted| c.battery.tests.iter().any(|t| t.registered && has_run(t));
    let tested = counted.iter().filter(is_tested).count() as u64;
    let (rule, level) = (rule(level(scope), tested), level_in_words(scope, tested));
    let judged = counted.into_iter().map(|c| SourceCase {
        scope,
        table: scope.table(c.table),
        table_id: c.table,
        kind: c.kind,
        verdict: judge(&c.battery, rule),
        battery: c.battery,
        level: level.clone(),
        refusal: c.refusal,
        runs: c.runs,
    });
    judged.collect()
}

fn counted(cards: TableCards) -> Vec<Counted> {
    let table = cards.table;
    let mut all = Vec::new();
    if let Some(hands) = cards.hands.filter(|hands| hands.rounds > 0) {
        let (battery, refusal) = of_hands(&hands);
        all.push(Counted { table, kind: Kind::Hands, battery, refusal, runs: hands.chain.runs });
    }
    if let Some(source) = cards.decks {
        let battery = source.deals.battery();
        let runs = source.runs;
        all.push(Counted { table, kind: Kind::Decks, battery, refusal: None, runs });
    }
    if let Some(mut source) = cards.packets {
        source.flush();
        let mut battery = source.chain.deals.battery();
        if source.uneven > 0 {
            battery.notes.push(format!(
                "Left out: {} decks of which a packet is missing, or whose packets but the last are not \
                 of one size.",
                source.uneven
            ));
        }
        let runs = source.chain.runs;
        all.push(Counted { table, kind: Kind::Packets, battery, refusal: None, runs });
    }
    all
}

/// The battery of the hands; refused, none of its tests was run.
fn of_hands(hands: &HandSource) -> (Battery, Option<String>) {
    let mut battery = hands.chain.deals.battery();
    let refusal = hands.refusal();
    if let Some(why) = &refusal {
        for test in &mut battery.tests {
            test.outcome = Outcome::NotRun { why: why.clone() };
        }
        battery.heats.clear();
        battery.drifts.clear();
        battery.notes.clear();
        battery.refused = None;
    }
    battery.notes.extend(hands.left_out_in_words());
    (battery, refusal)
}

impl SourceCase<'_> {
    /// What a report calls it: `hands dealt at table C4P-1`.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.kind.words(), self.table.id)
    }

    /// Why these tests were not run, as the rest of a sentence: the source is refused, they do not apply, or there
    /// are too few observations for one without which nothing is judged, and none of the others departs. `None` where
    /// they were.
    pub(super) fn lacks(&self, wanted: impl Fn(&str) -> bool) -> Option<String> {
        if let Some(why) = &self.refusal {
            return Some(why.clone());
        }
        let mut found = self.verdict.departures.iter().chain(&self.verdict.too_good);
        if found.any(|rejected| wanted(&rejected.key)) {
            return None;
        }
        let tests = || self.battery.tests.iter().filter(|t| t.registered && wanted(&t.key));
        let needs = |test: &Test| match test.outcome {
            Outcome::Insufficient { needs } => Some(needs),
            Outcome::Ran(_) | Outcome::NotRun { .. } => None,
        };
        if let Some(needs) = tests().filter_map(needs).max() {
            let (n, unit) = (self.battery.n, self.battery.unit);
            return Some(format!("insufficient, has {n} {unit}, needs {needs}"));
        }
        if tests().any(|test| matches!(test.outcome, Outcome::Ran(_))) {
            return None;
        }
        let why = tests().find_map(|test| match &test.outcome {
            Outcome::NotRun { why } => Some(why.clone()),
            Outcome::Ran(_) | Outcome::Insufficient { .. } => None,
        });
        Some(why.unwrap_or_else(|| "no test of this kind applies".to_owned()))
    }

    /// What a report says of a source that was not tested, or not as it was declared.
    pub(crate) fn gap(&self) -> Option<String> {
        if let Some(why) = self.lacks(|_| true) {
            return Some(format!("The randomness of the {} was not tested: {why}.", self.name()));
        }
        let why = self.battery.refused.as_ref()?;
        Some(format!(
            "The order of the {} was declared to be that of dealing (`cards = \"dealt-order\"`), but {why}. \
             They were tested as packets without order; declare `cards = \"any-order\"`, or record them as \
             dealt.",
            self.name()
        ))
    }

    /// An exception at the declaration of the table.
    pub(crate) fn exception(&self) -> Exception {
        at_line(self.table.line).of_table(self.table)
    }

    /// What one observation was, as a reader looks for it: `round 17`.
    pub(super) fn observation(&self, at: u64) -> String {
        match self.runs.round(at) {
            Some((day, round)) if self.scope.engagement.days.len() > 1 => {
                format!("round {round} of {}", self.scope.date(day))
            }
            Some((_, round)) => format!("round {round}"),
            None => format!("number {}", at + 1),
        }
    }

    pub(crate) fn paper(self) -> Randomness {
        let source = capital(&self.name());
        let profile = self.scope.profile.as_ref();
        let profile = profile
            .map(|p| standard::answers((&self.battery, &self.verdict), p, self.kind.sample()));
        let faults = self.battery.faults.iter().map(|f| f.placed(self.battery.unit));
        let mut paper = Randomness {
            source,
            labels: (0..Card::PACK).filter_map(Card::new).map(|card| card.to_string()).collect(),
            level_alone: rule(level(self.scope), 1).level,
            faults: faults.collect(),
            profile,
            registered: None,
            rows: Vec::new(),
            verdict: self.verdict,
            battery: self.battery,
        };
        let notes = &mut paper.battery.notes;
        notes.extend(self.refusal.map(|why| format!("Not tested: {why}.")));
        notes.push(format!("The level is {}.", self.level));
        paper
    }
}
