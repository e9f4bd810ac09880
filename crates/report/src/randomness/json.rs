//! Randomness as JSON, the same object in `report.json` and on its own.
//!
//! Every figure stands with the fewest digits that read back to the same number. JSON has neither
//! infinity nor not-a-number: such a figure is `null`, and `not_finite` says which it is.

use super::RandomnessMeta;
use super::departures::{Departure, departures};
use super::plots::{heat_maps, unusual};
use super::words::{
    Standing, is_rejected_alone, result_title, standing, state_key, verdict_sentence,
};
use crate::error::JsonError;
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{
    DemandAnswer, Figures, Outcome, Part, Prob, Randomness, Registered, Standard, StandardDemand,
    Test, curve,
};
use serde_json::{Value, json};

/// Name and version of the schema; the number changes when a reader would have to.
pub const RANDOMNESS_SCHEMA: &str = "feltproof-randomness/1";

/// The results of batteries as one JSON object, pretty-printed, with a line end.
///
/// # Errors
/// When a value cannot be written as JSON; nothing in a [`Randomness`] can cause that.
pub fn randomness_json(list: &[Randomness], meta: &RandomnessMeta) -> Result<String, JsonError> {
    let inputs = meta.inputs.iter();
    let inputs =
        inputs.map(|f| json!({ "file": f.file, "sha256": f.sha256, "size_bytes": f.size_bytes }));
    let parameters = meta.parameters.iter();
    let parameters = parameters.map(|(name, value)| json!({ "name": name, "value": value }));
    let object = json!({
        "schema": RANDOMNESS_SCHEMA,
        "tool": "feltproof",
        "tool_version": meta.tool_version,
        "issued_unix": meta.issued_unix,
        "inputs": inputs.collect::<Value>(),
        "parameters": parameters.collect::<Value>(),
        "sources": list.iter().map(source).collect::<Value>(),
    });
    let mut text = serde_json::to_string_pretty(&object).map_err(JsonError::Encode)?;
    text.push('\n');
    Ok(text)
}

/// The member of `report.json`.
pub(crate) fn randomness_member(list: &[Randomness]) -> Value {
    json!({
        "schema": RANDOMNESS_SCHEMA,
        "sources": list.iter().map(source).collect::<Value>(),
    })
}

/// A number that JSON can hold.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn source(r: &Randomness) -> Value {
    let b = &r.battery;
    let heats = heat_maps(r).map(|map| {
        let residuals = map.heat.residuals.iter();
        json!({
            "title": map.title,
            "rows": map.heat.rows,
            "columns": map.columns,
            "residuals": residuals.clone().map(|z| finite(*z)).collect::<Value>(),
            "not_finite": residuals.filter(|z| !z.is_finite()).count(),
        })
    });
    let drifts = b.drifts.iter().map(|d| {
        let blocks = d.blocks.iter().map(|(n, z)| json!([n, finite(*z)]));
        json!({ "name": d.name, "blocks": blocks.collect::<Value>() })
    });
    let unusual = unusual(r).map(|u| {
        let points = u.curve.points.iter().map(|(x, y)| json!([finite(*x), finite(*y)]));
        json!({
            "name": u.test.name,
            "law": curve::words(&u.figures.law),
            "lattice": u.curve.lattice,
            "observed": finite(u.figures.statistic),
            "points": points.collect::<Value>(),
        })
    });
    json!({
        "source": r.source,
        "observations": b.n,
        "unit": b.unit,
        "profile": r.profile.as_ref().map(profile),
        "registration": r.registered.as_ref().map(registration),
        "refused": b.refused,
        "verdict": verdict(r),
        "kinds": departures(r).iter().map(kind).collect::<Value>(),
        "tests": b.tests.iter().map(|t| test(r, t)).collect::<Value>(),
        "faults_total": b.faults_total,
        "faults": r.faults,
        "notes": b.notes,
        "heats": heats.collect::<Value>(),
        "drifts": drifts.collect::<Value>(),
        "unusual": unusual,
    })
}

/// A kind of departure, in plain words and with the number of the test that shows it most.
fn kind(d: &Departure<'_>) -> Value {
    json!({
        "kind": d.kind,
        "says": d.says,
        "number": d.number,
        "test": d.test.key,
        "others": d.others,
    })
}

fn registration(by: &Registered) -> Value {
    json!({ "file": by.file, "sha256": by.sha256, "date": by.date })
}

fn profile(s: &Standard) -> Value {
    json!({
        "name": s.name,
        "title": s.title,
        "citation": s.citation,
        "evidence": s.evidence,
        "demands": s.demands.iter().map(demand).collect::<Value>(),
    })
}

/// One demand, each of its tests taken alone at the standard's level; it concerns the tests rejected,
/// or those with too few data.
fn demand(d: &StandardDemand) -> Value {
    let (answer, concerns, why): (_, &[String], _) = match &d.answer {
        DemandAnswer::NotRejected => ("not_rejected", &[], None),
        DemandAnswer::Rejected(keys) => ("rejected", keys, None),
        DemandAnswer::Insufficient(keys) => ("insufficient", keys, None),
        DemandAnswer::NotRun(why) => ("not_run", &[], Some(why.as_str())),
    };
    json!({
        "says": d.says,
        "tests": d.keys,
        "answer": answer,
        "concerns": concerns,
        "why": why,
    })
}

fn verdict(r: &Randomness) -> Value {
    let v = &r.verdict;
    let keys = |tests: &[Adjusted]| tests.iter().map(|t| t.key.as_str()).collect::<Value>();
    json!({
        "state": state_key(v.state),
        "title": result_title(r),
        "sentence": verdict_sentence(r),
        "level": finite(v.rule.level),
        "too_good_level": finite(v.rule.too_good_level),
        "registered": v.registered,
        "ran": v.ran,
        "insufficient": v.insufficient,
        "not_applicable": v.not_applicable,
        "departures": keys(&v.departures),
        "too_good": keys(&v.too_good),
        "explore": v.explore,
        "combined": v.combined.and_then(finite),
    })
}

fn test(r: &Randomness, t: &Test) -> Value {
    let (needs, why, figures) = match &t.outcome {
        Outcome::Ran(f) => (None, None, Some(figures(r, t, f))),
        Outcome::Insufficient { needs } => (Some(*needs), None, None),
        Outcome::NotRun { why } => (None, Some(why.as_str()), None),
    };
    let outcome = match standing(r, t) {
        Standing::Departs => "departs",
        Standing::TooGood => "too_good",
        Standing::Stands => "stands",
        Standing::Insufficient => "insufficient",
        Standing::NotRun => "not_run",
    };
    let mut value = json!({
        "key": t.key,
        "name": t.name,
        "catches": t.catches,
        "n": t.n,
        "registered": t.registered,
        "outcome": outcome,
        "needs": needs,
        "why": why,
        "figures": figures,
    });
    let mut parts = r.battery.parts.iter().filter(|part| part.test == t.key).peekable();
    if parts.peek().is_some() {
        let part = |part: &Part| {
            json!({ "name": part.name, "statistic": finite(part.statistic),
                    "p": finite(part.p.p()), "ln_p": finite(part.p.ln()) })
        };
        value["parts"] = parts.map(part).collect();
    }
    value
}

fn figures(r: &Randomness, t: &Test, f: &Figures) -> Value {
    let (df, too_good) = (curve::df(&f.law), f.too_good.map(Prob::p));
    let ln_adjusted = r.verdict.ln_adjusted(&t.key);
    let all = [
        ("statistic", Some(f.statistic)),
        ("df", df),
        ("p", Some(f.p.p())),
        ("ln_p", Some(f.p.ln())),
        ("too_good", too_good),
        ("ln_adjusted", ln_adjusted),
        ("effect", Some(f.effect.observed)),
        ("smallest_seen", f.effect.smallest_seen),
    ];
    let lost = all.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|v| !v.is_finite())?;
        Some(format!("{name} is {}", super::number::figure(value, 1)))
    });
    json!({
        "statistic": finite(f.statistic),
        "law": curve::words(&f.law),
        "df": df.and_then(finite),
        "p": finite(f.p.p()),
        "ln_p": finite(f.p.ln()),
        "too_good": too_good.and_then(finite),
        "ln_adjusted": ln_adjusted.and_then(finite),
        "measure": f.effect.measure,
        "effect": finite(f.effect.observed),
        "smallest_seen": f.effect.smallest_seen.and_then(finite),
        "alone_rejected": is_rejected_alone(r, f),
        "not_finite": lost.collect::<Value>(),
    })
}
