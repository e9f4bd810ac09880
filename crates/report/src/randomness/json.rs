//! Randomness as JSON, the same object in `report.json` and on its own.
//!
//! Every figure stands with the fewest digits that read back to the same number. JSON has neither
//! infinity nor not-a-number: such a figure is `null`, and `not_finite` says which it is.

use super::RandomnessMeta;
use super::words::{Standing, standing, state_key, state_title, verdict_sentence};
use crate::error::JsonError;
use feltproof_model::randomness::{
    DemandAnswer, DriftLine, HeatMap, NullCurve, Randomness, RandomnessFigures, RandomnessOutcome,
    RandomnessTest, RandomnessVerdict, Standard, StandardDemand,
};
use feltproof_model::workpaper::FileDigest;
use serde::Serialize;

/// Name and version of the schema; the number changes when a reader would have to.
pub const RANDOMNESS_SCHEMA: &str = "feltproof-randomness/1";

/// The results of batteries as one JSON object, pretty-printed, with a line end.
///
/// # Errors
/// When a value cannot be written as JSON; nothing in a [`Randomness`] can cause that.
pub fn randomness_json(list: &[Randomness], meta: &RandomnessMeta) -> Result<String, JsonError> {
    let mut text =
        serde_json::to_string_pretty(&Alone::new(list, meta)).map_err(JsonError::Encode)?;
    text.push('\n');
    Ok(text)
}

/// The object that stands on its own.
#[derive(Serialize)]
struct Alone<'a> {
    schema: &'static str,
    tool: &'static str,
    tool_version: &'a str,
    issued_unix: i64,
    inputs: Vec<InputWire<'a>>,
    parameters: Vec<ParameterWire<'a>>,
    sources: Vec<SourceWire<'a>>,
}

#[derive(Serialize)]
struct InputWire<'a> {
    file: &'a str,
    sha256: &'a str,
    size_bytes: u64,
}

#[derive(Serialize)]
struct ParameterWire<'a> {
    name: &'a str,
    value: &'a str,
}

impl<'a> Alone<'a> {
    fn new(list: &'a [Randomness], meta: &'a RandomnessMeta) -> Self {
        fn input(f: &FileDigest) -> InputWire<'_> {
            InputWire { file: &f.file, sha256: &f.sha256, size_bytes: f.size_bytes }
        }
        let parameter = |(name, value): &'a (String, String)| ParameterWire { name, value };
        Self {
            schema: RANDOMNESS_SCHEMA,
            tool: "feltproof",
            tool_version: &meta.tool_version,
            issued_unix: meta.issued_unix,
            inputs: meta.inputs.iter().map(input).collect(),
            parameters: meta.parameters.iter().map(parameter).collect(),
            sources: list.iter().map(source).collect(),
        }
    }
}

/// The member of `report.json`.
#[derive(Serialize)]
pub(crate) struct RandomnessWire<'a> {
    schema: &'static str,
    sources: Vec<SourceWire<'a>>,
}

impl<'a> RandomnessWire<'a> {
    pub(crate) fn new(list: &'a [Randomness]) -> Self {
        Self { schema: RANDOMNESS_SCHEMA, sources: list.iter().map(source).collect() }
    }
}

#[derive(Serialize)]
struct SourceWire<'a> {
    source: &'a str,
    observations: u64,
    unit: &'a str,
    profile: Option<ProfileWire<'a>>,
    verdict: VerdictWire<'a>,
    tests: Vec<TestWire<'a>>,
    faults_total: u64,
    faults: &'a [String],
    notes: &'a [String],
    heats: Vec<HeatWire<'a>>,
    drifts: Vec<DriftWire<'a>>,
    unusual: Option<CurveWire<'a>>,
}

#[derive(Serialize)]
struct ProfileWire<'a> {
    name: &'a str,
    title: &'a str,
    citation: &'a str,
    evidence: &'a str,
    demands: Vec<DemandWire<'a>>,
}

/// One demand, each of its tests taken alone at the standard's level.
#[derive(Serialize)]
struct DemandWire<'a> {
    says: &'a str,
    tests: &'a [String],
    answer: &'static str,
    /// The tests rejected, or those with too few data.
    concerns: &'a [String],
    why: Option<&'a str>,
}

#[derive(Serialize)]
struct VerdictWire<'a> {
    state: &'static str,
    title: &'static str,
    sentence: String,
    level: Option<f64>,
    too_good_level: Option<f64>,
    registered: usize,
    ran: usize,
    insufficient: usize,
    not_applicable: usize,
    departures: &'a [String],
    too_good: &'a [String],
    explore: &'a [String],
    combined: Option<f64>,
}

#[derive(Serialize)]
struct TestWire<'a> {
    key: &'a str,
    name: &'a str,
    catches: &'a str,
    n: u64,
    registered: bool,
    /// `departs`, `too_good`, `stands`, `insufficient` or `not_run`.
    outcome: &'static str,
    needs: Option<u64>,
    why: Option<&'a str>,
    figures: Option<FiguresWire<'a>>,
}

#[derive(Serialize)]
struct FiguresWire<'a> {
    statistic: Option<f64>,
    law: &'a str,
    df: Option<f64>,
    p: Option<f64>,
    ln_p: Option<f64>,
    too_good: Option<f64>,
    ln_adjusted: Option<f64>,
    measure: &'a str,
    effect: Option<f64>,
    smallest_seen: Option<f64>,
    alone_rejected: bool,
    not_finite: Vec<String>,
}

#[derive(Serialize)]
struct HeatWire<'a> {
    title: &'a str,
    rows: &'a [String],
    columns: &'a [String],
    residuals: Vec<Option<f64>>,
    not_finite: usize,
}

#[derive(Serialize)]
struct DriftWire<'a> {
    name: &'a str,
    blocks: Vec<(u64, Option<f64>)>,
}

#[derive(Serialize)]
struct CurveWire<'a> {
    name: &'a str,
    law: &'a str,
    lattice: bool,
    observed: Option<f64>,
    points: Vec<(Option<f64>, Option<f64>)>,
}

/// A number that JSON can hold.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn source(r: &Randomness) -> SourceWire<'_> {
    SourceWire {
        source: &r.source,
        observations: r.observations,
        unit: &r.unit,
        profile: r.profile.as_ref().map(profile),
        verdict: verdict(r),
        tests: r.tests.iter().map(|t| test(r, t)).collect(),
        faults_total: r.faults_total,
        faults: &r.faults,
        notes: &r.notes,
        heats: r.heats.iter().map(heat).collect(),
        drifts: r.drifts.iter().map(drift).collect(),
        unusual: r.unusual.as_ref().map(curve),
    }
}

fn profile(s: &Standard) -> ProfileWire<'_> {
    ProfileWire {
        name: &s.name,
        title: &s.title,
        citation: &s.citation,
        evidence: &s.evidence,
        demands: s.demands.iter().map(demand).collect(),
    }
}

fn demand(d: &StandardDemand) -> DemandWire<'_> {
    let (answer, concerns, why): (_, &[String], _) = match &d.answer {
        DemandAnswer::NotRejected => ("not_rejected", &[], None),
        DemandAnswer::Rejected(keys) => ("rejected", keys, None),
        DemandAnswer::Insufficient(keys) => ("insufficient", keys, None),
        DemandAnswer::NotRun(why) => ("not_run", &[], Some(why.as_str())),
    };
    DemandWire { says: &d.says, tests: &d.keys, answer, concerns, why }
}

fn verdict(r: &Randomness) -> VerdictWire<'_> {
    let v: &RandomnessVerdict = &r.verdict;
    VerdictWire {
        state: state_key(v.state),
        title: state_title(v.state),
        sentence: verdict_sentence(r),
        level: finite(v.level),
        too_good_level: finite(v.too_good_level),
        registered: v.registered,
        ran: v.ran,
        insufficient: v.insufficient,
        not_applicable: v.not_applicable,
        departures: &v.departures,
        too_good: &v.too_good,
        explore: &v.explore,
        combined: v.combined.and_then(finite),
    }
}

fn test<'a>(r: &Randomness, t: &'a RandomnessTest) -> TestWire<'a> {
    let (needs, why, figures) = match &t.outcome {
        RandomnessOutcome::Ran(f) => (None, None, Some(figures(f))),
        RandomnessOutcome::Insufficient(needs) => (Some(*needs), None, None),
        RandomnessOutcome::NotRun(why) => (None, Some(why.as_str()), None),
    };
    TestWire {
        key: &t.key,
        name: &t.name,
        catches: &t.catches,
        n: t.n,
        registered: t.registered,
        outcome: match standing(r, t) {
            Standing::Departs => "departs",
            Standing::TooGood => "too_good",
            Standing::Stands => "stands",
            Standing::Insufficient => "insufficient",
            Standing::NotRun => "not_run",
        },
        needs,
        why,
        figures,
    }
}

fn figures(f: &RandomnessFigures) -> FiguresWire<'_> {
    let all = [
        ("statistic", Some(f.statistic)),
        ("df", f.df),
        ("p", Some(f.p)),
        ("ln_p", Some(f.ln_p)),
        ("too_good", f.too_good),
        ("ln_adjusted", f.ln_adjusted),
        ("effect", Some(f.effect)),
        ("smallest_seen", f.smallest_seen),
    ];
    let lost = |(name, value): (&str, Option<f64>)| {
        let value = value.filter(|v| !v.is_finite())?;
        Some(format!("{name} is {}", super::number::figure(value, 1)))
    };
    FiguresWire {
        statistic: finite(f.statistic),
        law: &f.law,
        df: f.df.and_then(finite),
        p: finite(f.p),
        ln_p: finite(f.ln_p),
        too_good: f.too_good.and_then(finite),
        ln_adjusted: f.ln_adjusted.and_then(finite),
        measure: &f.measure,
        effect: finite(f.effect),
        smallest_seen: f.smallest_seen.and_then(finite),
        alone_rejected: f.alone_rejected,
        not_finite: all.into_iter().filter_map(lost).collect(),
    }
}

fn heat(h: &HeatMap) -> HeatWire<'_> {
    HeatWire {
        title: &h.title,
        rows: &h.rows,
        columns: &h.columns,
        residuals: h.residuals.iter().map(|z| finite(*z)).collect(),
        not_finite: h.residuals.iter().filter(|z| !z.is_finite()).count(),
    }
}

fn drift(d: &DriftLine) -> DriftWire<'_> {
    let block = |(n, z): &(u64, f64)| (*n, finite(*z));
    DriftWire { name: &d.name, blocks: d.blocks.iter().map(block).collect() }
}

fn curve(c: &NullCurve) -> CurveWire<'_> {
    CurveWire {
        name: &c.name,
        law: &c.law,
        lattice: c.lattice,
        observed: finite(c.observed),
        points: c.points.iter().map(|(x, y)| (finite(*x), finite(*y))).collect(),
    }
}
