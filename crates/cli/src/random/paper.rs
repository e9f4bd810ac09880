//! A battery and its verdict as they stand in a report.

use crate::random::profile::{self, Source};
use feltproof_model::randomness::{
    DriftLine, HeatMap, NullCurve, Randomness, RandomnessFigures, RandomnessOutcome,
    RandomnessState, RandomnessTest, RandomnessVerdict,
};
use feltproof_stats::verdict::judge;
use feltproof_stats::{Battery, Figures, Outcome, Rule, State, Test, Verdict, curve};

/// What else is known of a battery when it is put on paper.
pub struct Paper<'a> {
    /// What was tested.
    pub source: String,
    /// Level, one in so many.
    pub level_one_in: u32,
    /// The standard chosen, and what kind of source it meets.
    pub standard: Option<(&'a feltproof_regs::Standard, Source)>,
    /// Names of the labels: cards, or numbers.
    pub labels: Vec<String>,
    /// Certain faults with their places, and how many there were in all.
    pub faults: (Vec<String>, u64),
    /// Sentences beside those of the battery.
    pub notes: Vec<String>,
}

/// Judges a battery and puts it on paper. The standard's tests join the registered list.
pub fn paper(mut battery: Battery, paper: Paper<'_>) -> Randomness {
    let one_in = paper.standard.map_or(paper.level_one_in, |(standard, _)| standard.level_one_in);
    let level = 1.0 / f64::from(one_in);
    if let Some((standard, source)) = paper.standard {
        profile::register(&mut battery, standard, source);
    }
    let rule = Rule::at(level);
    let verdict = judge(&battery, rule);
    let standard =
        paper.standard.map(|(standard, source)| profile::answers(&battery, standard, source));
    let tests: Vec<RandomnessTest> =
        battery.tests.iter().map(|test| on_paper(test, &verdict, level)).collect();
    let mut notes = paper.notes;
    notes.extend(battery.notes.iter().cloned());
    let (faults, faults_total) = paper.faults;
    Randomness {
        source: paper.source,
        observations: battery.n,
        unit: battery.unit.to_owned(),
        profile: standard,
        verdict: verdict_on_paper(&verdict, faults_total),
        unusual: most_unusual(&battery, &verdict),
        tests,
        faults,
        faults_total,
        notes,
        heats: battery.heats.into_iter().map(|heat| heat_on_paper(heat, &paper.labels)).collect(),
        drifts: battery
            .drifts
            .into_iter()
            .map(|drift| DriftLine { name: drift.name, blocks: drift.blocks })
            .collect(),
    }
}

fn verdict_on_paper(verdict: &Verdict, faults: u64) -> RandomnessVerdict {
    let keys =
        |list: &[feltproof_stats::verdict::Adjusted]| list.iter().map(|a| a.key.clone()).collect();
    RandomnessVerdict {
        state: match verdict.state {
            _ if faults > 0 => RandomnessState::Fault,
            State::Fault => RandomnessState::Fault,
            State::Departure => RandomnessState::Departure,
            State::Insufficient => RandomnessState::Insufficient,
            State::NothingFound => RandomnessState::NothingFound,
        },
        level: verdict.rule.level,
        too_good_level: verdict.rule.too_good_level,
        registered: verdict.registered,
        ran: verdict.ran,
        insufficient: verdict.insufficient,
        not_applicable: verdict.not_applicable,
        departures: keys(&verdict.departures),
        too_good: keys(&verdict.too_good),
        explore: verdict.explore.clone(),
        combined: verdict.combined,
    }
}

fn on_paper(test: &Test, verdict: &Verdict, level: f64) -> RandomnessTest {
    let outcome = match &test.outcome {
        Outcome::Ran(figures) => {
            let adjusted = verdict.adjusted.iter().find(|a| a.key == test.key);
            let figures = figures_on_paper(figures, adjusted.map(|a| a.ln_adjusted), level);
            RandomnessOutcome::Ran(Box::new(figures))
        }
        Outcome::Insufficient { needs } => RandomnessOutcome::Insufficient(*needs),
        Outcome::NotRun { why } => RandomnessOutcome::NotRun(why.clone()),
    };
    RandomnessTest {
        key: test.key.clone(),
        name: test.name.clone(),
        catches: test.catches.to_owned(),
        n: test.n,
        registered: test.registered,
        outcome,
    }
}

fn figures_on_paper(figures: &Figures, ln_adjusted: Option<f64>, level: f64) -> RandomnessFigures {
    RandomnessFigures {
        statistic: figures.statistic,
        law: curve::words(&figures.law),
        df: curve::df(&figures.law),
        p: figures.p.p(),
        ln_p: figures.p.ln(),
        too_good: figures.too_good.map(|p| p.p()),
        ln_adjusted,
        measure: figures.effect.measure.to_owned(),
        effect: figures.effect.observed,
        smallest_seen: figures.effect.smallest_seen,
        alone_rejected: figures.p.ln() <= level.ln(),
    }
}

/// The most unusual registered test that has a curve.
fn most_unusual(battery: &Battery, verdict: &Verdict) -> Option<NullCurve> {
    verdict.adjusted.iter().find_map(|adjusted| {
        let test = battery.test(&adjusted.key)?;
        let figures = test.figures()?;
        let curve = curve::curve(&figures.law, figures.statistic)?;
        Some(NullCurve {
            name: test.name.clone(),
            law: curve::words(&figures.law),
            points: curve.points,
            lattice: curve.lattice,
            observed: figures.statistic,
        })
    })
}

fn heat_on_paper(heat: feltproof_stats::Heat, labels: &[String]) -> HeatMap {
    let cards = heat.reference == "fixed" && labels.len() == heat.columns;
    let columns = if cards {
        labels.to_vec()
    } else {
        (1..=heat.columns).map(|position| position.to_string()).collect()
    };
    let title = match heat.reference {
        "previous" => "position now by position in the previous deck".to_owned(),
        _ => "position by card".to_owned(),
    };
    HeatMap { title, rows: heat.rows, columns, residuals: heat.residuals }
}
