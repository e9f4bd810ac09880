//! What a battery of randomness tests says, as a report shows it: `stats` into `model`, in one place.
//!
//! Numbers are moved through as they are. Nothing here knows of tables or rounds.

use feltproof_model::randomness::{
    DriftLine, HeatMap, NullCurve, Randomness, RandomnessFigures, RandomnessOutcome,
    RandomnessPart, RandomnessState, RandomnessTest, RandomnessVerdict, Standard,
};
use feltproof_stats::verdict::{Rule, State};
use feltproof_stats::{Battery, Figures, Heat, Outcome, Prob, Test, Verdict, curve};

/// What a report shows beside the figures.
pub struct Presentation<'a> {
    /// The rule by which a statute judges each test by itself.
    pub alone: Rule,
    /// The standard that was chosen, if one was.
    pub profile: Option<Standard>,
    /// Names of the labels of the fixed reference: the cards.
    pub labels: &'a [String],
}

/// The battery and its verdict as a report shows them.
pub fn paper(
    source: String,
    battery: &Battery,
    verdict: &Verdict,
    presented: Presentation<'_>,
) -> Randomness {
    let ln_adjusted =
        |key: &str| verdict.adjusted.iter().find(|a| a.key == key).map(|a| a.ln_adjusted);
    let faults = battery.faults.iter().map(|fault| {
        let place = fault.at.saturating_add(1);
        format!("{} {place}: {}", singular(battery.unit), fault.what)
    });
    let tests = battery.tests.iter().map(|test| RandomnessTest {
        key: test.key.clone(),
        name: test.name.clone(),
        catches: test.catches.to_owned(),
        n: test.n,
        registered: test.registered,
        outcome: match &test.outcome {
            Outcome::Ran(found) => RandomnessOutcome::Ran(Box::new(RandomnessFigures {
                ln_adjusted: ln_adjusted(&test.key),
                ..figures(found, presented.alone)
            })),
            Outcome::Insufficient { needs } => RandomnessOutcome::Insufficient(*needs),
            Outcome::NotRun { why } => RandomnessOutcome::NotRun(why.clone()),
        },
        parts: parts(battery, &test.key),
    });
    Randomness {
        source,
        observations: battery.n,
        unit: battery.unit.to_owned(),
        profile: presented.profile,
        registered: None,
        refused: battery.refused.clone(),
        verdict: verdict_of(verdict),
        tests: tests.collect(),
        faults: faults.collect(),
        faults_total: battery
            .faults_total
            .max(u64::try_from(battery.faults.len()).unwrap_or(u64::MAX)),
        notes: battery.notes.clone(),
        heats: battery.heats.iter().map(|heat| heat_map(heat, presented.labels)).collect(),
        drifts: battery
            .drifts
            .iter()
            .map(|drift| DriftLine { name: drift.name.clone(), blocks: drift.blocks.clone() })
            .collect(),
        unusual: unusual(battery),
    }
}

fn parts(battery: &Battery, key: &str) -> Vec<RandomnessPart> {
    let own = battery.parts.iter().filter(|part| part.test == key);
    own.map(|part| RandomnessPart {
        name: part.name.clone(),
        statistic: part.statistic,
        p: part.p.p(),
        ln_p: part.p.ln(),
    })
    .collect()
}

/// One of a unit in the plural: `deck` of `decks`.
fn singular(unit: &str) -> &str {
    unit.strip_suffix('s').unwrap_or(unit)
}

fn figures(found: &Figures, alone: Rule) -> RandomnessFigures {
    RandomnessFigures {
        statistic: found.statistic,
        law: curve::words(&found.law),
        df: curve::df(&found.law),
        p: found.p.p(),
        ln_p: found.p.ln(),
        too_good: found.too_good.map(Prob::p),
        ln_adjusted: None,
        measure: found.effect.measure.to_owned(),
        effect: found.effect.observed,
        smallest_seen: found.effect.smallest_seen,
        alone_rejected: found.p.ln() <= alone.level.ln(),
    }
}

fn verdict_of(verdict: &Verdict) -> RandomnessVerdict {
    RandomnessVerdict {
        state: match verdict.state {
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
        departures: verdict.departures.iter().map(|r| r.key.clone()).collect(),
        too_good: verdict.too_good.iter().map(|r| r.key.clone()).collect(),
        explore: verdict.explore.clone(),
        combined: verdict.combined,
    }
}

/// The columns of the fixed reference are the cards; those of another are what its rows are.
fn heat_map(heat: &Heat, labels: &[String]) -> HeatMap {
    let is_fixed = heat.reference == "fixed";
    let columns = if is_fixed && heat.columns == labels.len() {
        labels.to_vec()
    } else {
        let row = |at: usize| heat.rows.get(at).filter(|_| !is_fixed).cloned();
        (0..heat.columns)
            .map(|at| row(at).filter(|name| name != "undealt"))
            .zip(1_u64..)
            .map(|(name, number)| name.unwrap_or_else(|| number.to_string()))
            .collect()
    };
    // Rows are named `packet 1`, `position 1` or `1`.
    let of_packets = heat.rows.iter().any(|row| row.starts_with("packet"));
    HeatMap {
        row_is: if of_packets { "packet" } else { "position" },
        column_is: match (is_fixed, of_packets) {
            (true, _) => "card",
            (false, true) => "packet of the deal before",
            (false, false) => "position in the deck before",
        },
        title: match heat.reference {
            "fixed" => "Place by card".to_owned(),
            _ => "Place by place in the deck before".to_owned(),
        },
        rows: heat.rows.clone(),
        columns,
        residuals: heat.residuals.clone(),
    }
}

/// The most unusual test that has a curve to draw: among the registered, if any of them ran.
fn unusual(battery: &Battery) -> Option<NullCurve> {
    let least = |registered: bool| {
        let tests = battery.tests.iter().filter(|t| t.registered == registered);
        let ran = tests.filter_map(|t| Some((t, t.figures()?)));
        let drawn = ran.filter_map(|(t, f)| {
            let curve = curve::curve(&f.law, f.statistic)?;
            Some((f.p.ln(), t, f, curve))
        });
        drawn.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let (_, test, found, curve): (_, &Test, &Figures, curve::Curve) =
        least(true).or_else(|| least(false))?;
    Some(NullCurve {
        name: test.name.clone(),
        law: curve::words(&found.law),
        points: curve.points,
        lattice: curve.lattice,
        observed: found.statistic,
    })
}

/// A probability in words: `0.0312`, `3.1e-12`, `< 1e-300`.
pub(crate) fn p_in_words(p: Prob) -> String {
    if p.p() >= 0.001 {
        return format!("{:.4}", p.p());
    }
    if p.p() >= 1e-300 { format!("{:.1e}", p.p()) } else { "< 1e-300".to_owned() }
}

#[cfg(test)]
mod tests;
