//! Randomness as JSON, the same object in `report.json` and on its own.
//!
//! Every figure stands with the fewest digits that read back to the same number. JSON has neither
//! infinity nor not-a-number: such a figure is `null`, and `not_finite` says which it is.

use super::RandomnessMeta;
use super::departures::{Departure, departures};
use super::number::figure;
use super::plots::{HeatMap, Unusual, heat_maps, unusual};
use super::words::{
    Standing, is_rejected_alone, result_title, standing, state_key, verdict_sentence,
};
use crate::error::JsonError;
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{
    DemandAnswer, Drift, Figures, Outcome, Part, Prob, Randomness, Registered, Standard,
    StandardDemand, State, Test, curve,
};
use feltproof_wire::{Day, FileOf, Form as _, Sha256Hex, Text, form, list, object, words};

/// The results of batteries as one JSON object, pretty-printed, with a line end.
///
/// # Errors
/// When a value cannot be written as JSON; nothing in a [`Randomness`] can cause that.
pub fn randomness_json(all: &[Randomness], meta: &RandomnessMeta) -> Result<String, JsonError> {
    let report = RandomnessReport::new(all, meta);
    let mut text = serde_json::to_string_pretty(&report).map_err(JsonError::Encode)?;
    text.push('\n');
    Ok(text)
}

form! {
    /// What `feltproof shuffle` and `feltproof rng` write: randomness.json, and the output of --format json.
    #[schemars(title = "Feltproof randomness")]
    pub RandomnessReport as "feltproof-randomness/1"(all: &[Randomness], meta: &RandomnessMeta) {
        /// What wrote it.
        #[schemars(extend("const" = "feltproof"))]
        tool: &'static str = "feltproof",
        /// Its version.
        tool_version: Text = (&meta.tool_version).into(),
        /// When, in seconds since 1970-01-01T00:00:00Z.
        issued_unix: i64 = meta.issued_unix,
        /// Files that were read.
        inputs: Vec<FileOf> = list(&meta.inputs),
        /// What was declared on the command line.
        parameters: Vec<Parameter> = list(&meta.parameters),
        /// One for each source tested.
        sources: Vec<RandomSource> = list(all),
    }
}

object! {
    /// Tests of randomness in a report of an audit.
    pub(crate) RandomnessPart(all: &[Randomness]) {
        /// Name and version of that form.
        #[schemars(extend("const" = RandomnessReport::NAME))]
        schema: &'static str = RandomnessReport::NAME,
        /// One for each source tested.
        sources: Vec<RandomSource> = list(all),
    }

    /// A parameter.
    Parameter(of: &(String, String)) {
        /// Its name.
        name: Text = (&of.0).into(),
        /// Its value.
        value: String = of.1.clone(),
    }

    /// The tests of one source of shuffles or numbers.
    RandomSource(r: &Randomness; b = &r.battery) {
        /// What was tested, in words.
        source: Text = (&r.source).into(),
        /// How many of the unit were read.
        observations: u64 = b.n,
        /// What one observation is.
        #[schemars(extend("enum" = ["decks", "deals", "draws", "bits"]))]
        unit: &'static str = b.unit,
        /// The standard chosen; null where none is.
        profile: Option<StandardChosen> = r.profile.as_ref().map(StandardChosen::from),
        /// The file that fixed tests and level beforehand; null where there is none.
        registration: Option<Registration> = r.registered.as_ref().map(Registration::from),
        /// Why the source was not tested; null where it was.
        refused: Option<String> = b.refused.clone(),
        /// The verdict over the registered tests.
        verdict: RandomVerdict = r.into(),
        /// What departs, each kind once, that of the most unusual test first.
        kinds: Vec<DepartureKind> = list(&departures(r)),
        /// Every test, in registered order.
        tests: Vec<RandomTest> = b.tests.iter().map(|test| RandomTest::new(r, test)).collect(),
        /// Certain faults found, such as a deck with a card twice.
        faults_total: u64 = b.faults_total,
        /// The first of them, in words; perhaps not all.
        faults: Vec<Text> = list(&r.faults),
        /// What is to be known of the source.
        notes: Vec<Text> = list(&b.notes),
        /// Heat maps of departures.
        heats: Vec<HeatOf> = heat_maps(r).map(HeatOf::from).collect(),
        /// Statistics along the record.
        drifts: Vec<DriftOf> = list(&b.drifts),
        /// The most unusual test with its null law; null where none has one to draw.
        unusual: Option<UnusualTest> = unusual(r).map(UnusualTest::from),
    }

    /// A standard.
    StandardChosen(s: &Standard) {
        /// As it is chosen.
        name: Text = (&s.name).into(),
        /// Its title.
        title: Text = (&s.title).into(),
        /// Where it stands.
        citation: Text = (&s.citation).into(),
        /// What is known of its text.
        evidence: Text = (&s.evidence).into(),
        /// Its demands, each test taken alone at its level.
        demands: Vec<DemandOf> = list(&s.demands),
    }

    /// A demand of a standard.
    DemandOf(
        d: &StandardDemand;
        (answer, concerns, why) = match &d.answer {
            DemandAnswer::NotRejected => ("not_rejected", [].as_slice(), None),
            DemandAnswer::Rejected(keys) => ("rejected", keys.as_slice(), None),
            DemandAnswer::Insufficient(keys) => ("insufficient", keys.as_slice(), None),
            DemandAnswer::NotRun(why) => ("not_run", [].as_slice(), Some(why.clone())),
        }
    ) {
        /// What it demands.
        says: Text = (&d.says).into(),
        /// Keys of the tests that answer it.
        tests: Vec<Text> = list(&d.keys),
        /// What they answer.
        #[schemars(extend("enum" = ["not_rejected", "rejected", "insufficient", "not_run"]))]
        answer: &'static str = answer,
        /// Keys of the tests that were rejected, or had too few data.
        concerns: Vec<Text> = list(concerns),
        /// Why it was not answered; null otherwise.
        why: Option<String> = why,
    }

    /// A file that fixed tests and level beforehand.
    Registration(by: &Registered) {
        /// Its name.
        file: Text = (&by.file).into(),
        /// Its digest.
        sha256: Sha256Hex = (&by.sha256).into(),
        /// The day that it states.
        #[schemars(with = "Day")]
        date: String = by.date.clone(),
    }

    /// The verdict over the registered tests.
    RandomVerdict(r: &Randomness; v = &r.verdict) {
        state: StateName = v.state.into(),
        /// As printed.
        title: Text = result_title(r).into(),
        /// As printed.
        sentence: Text = verdict_sentence(r).into(),
        /// Probability of any false alarm over the whole list.
        level: Option<f64> = finite(v.rule.level),
        /// The same for agreeing too well.
        too_good_level: Option<f64> = finite(v.rule.too_good_level),
        /// Tests on the list.
        registered: usize = v.registered,
        /// Of these, tests that ran.
        ran: usize = v.ran,
        /// Of these, tests with too few data.
        insufficient: usize = v.insufficient,
        /// Of these, tests that do not apply.
        not_applicable: usize = v.not_applicable,
        /// Keys of tests that depart.
        departures: Vec<Text> = keys(&v.departures),
        /// Keys of tests that agree too well.
        too_good: Vec<Text> = keys(&v.too_good),
        /// Keys of tests worth a look that decide nothing.
        explore: Vec<Text> = list(&v.explore),
        /// All p-values in one (Cauchy's combination); no verdict.
        combined: Option<f64> = v.combined.and_then(finite),
    }

    /// A kind of departure, in plain words and with the number of the test that shows it most.
    DepartureKind(d: &Departure<'_>) {
        /// Its name for programs.
        kind: Text = d.kind.into(),
        /// What was seen, and what does such a thing.
        says: Text = (&d.says).into(),
        /// How much, in words.
        number: Text = (&d.number).into(),
        /// Key of the test that shows it most.
        test: Text = (&d.test.key).into(),
        /// Keys of the other tests that show it.
        others: Vec<Text> = list(&d.others),
    }

    /// One test of randomness.
    RandomTest(
        r: &Randomness, t: &Test;
        (needs, why, figures) = match &t.outcome {
            Outcome::Ran(f) => (None, None, Some(TestFigures::new(r, t, f))),
            Outcome::Insufficient { needs } => (Some(*needs), None, None),
            Outcome::NotRun { why } => (None, Some(why.clone()), None),
        },
        parts = r.battery.parts.iter().filter(|part| part.test == t.key).map(PartOf::from)
    ) {
        /// Its name for programs.
        key: Text = (&t.key).into(),
        /// Its name in words.
        name: Text = (&t.name).into(),
        /// A defect that it would show.
        catches: Text = t.catches.into(),
        /// Observations that it used.
        n: u64 = t.n,
        /// Whether the verdict counts it.
        registered: bool = t.registered,
        outcome: StandingName = standing(r, t).into(),
        /// Observations that it needs; null unless insufficient.
        needs: Option<u64> = needs,
        /// Why it was not run; null unless not run.
        why: Option<String> = why,
        /// Its figures; null when it did not run.
        figures: Option<TestFigures> = figures,
        /// Parts of the test that has them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        parts: Vec<PartOf> = parts.collect(),
    }

    /// A part of a test.
    PartOf(part: &Part) {
        /// Its name.
        name: Text = (&part.name).into(),
        /// Its statistic.
        statistic: Option<f64> = finite(part.statistic),
        /// Its p-value.
        p: Option<f64> = finite(part.p.p()),
        /// Natural logarithm of it.
        ln_p: Option<f64> = finite(part.p.ln()),
    }

    /// The figures of a test.
    TestFigures(
        r: &Randomness, t: &Test, f: &Figures;
        (df, too_good) = (curve::df(&f.law), f.too_good.map(Prob::p)),
        ln_adjusted = r.verdict.ln_adjusted(&t.key),
        all = [
            ("statistic", Some(f.statistic)),
            ("df", df),
            ("p", Some(f.p.p())),
            ("ln_p", Some(f.p.ln())),
            ("too_good", too_good),
            ("ln_adjusted", ln_adjusted),
            ("effect", Some(f.effect.observed)),
            ("smallest_seen", f.effect.smallest_seen),
        ],
        lost = all.into_iter().filter_map(|(name, value)| Some((name, value.filter(|v| !v.is_finite())?)))
    ) {
        /// The statistic.
        statistic: Option<f64> = finite(f.statistic),
        /// Its law where nothing departs from chance.
        law: Text = curve::words(&f.law).into(),
        /// Degrees of freedom of that law, where it has them.
        df: Option<f64> = df.and_then(finite),
        /// The p-value, a probability from 0 to 1.
        p: Option<f64> = finite(f.p.p()),
        /// Natural logarithm of the p-value; a number also where the p-value is too small for one.
        ln_p: Option<f64> = finite(f.p.ln()),
        /// Probability of agreeing as well as this or better; null where that is not asked.
        too_good: Option<f64> = too_good.and_then(finite),
        /// Natural logarithm of the p-value adjusted by Holm's method; null where the verdict does not count it.
        ln_adjusted: Option<f64> = ln_adjusted.and_then(finite),
        /// What the effect is measured in.
        measure: Text = f.effect.measure.into(),
        /// The effect observed.
        effect: Option<f64> = finite(f.effect.observed),
        /// The smallest effect that it could have seen; null where none is known.
        smallest_seen: Option<f64> = f.effect.smallest_seen.and_then(finite),
        /// Whether it would be rejected if it were the only test.
        alone_rejected: bool = is_rejected_alone(r, f),
        /// Figures that JSON cannot hold, each in words.
        not_finite: Vec<Text> = lost.map(|(name, value)| format!("{name} is {}", figure(value, 1)).into()).collect(),
    }

    /// A heat map.
    HeatOf(map: HeatMap<'_>; residuals = &map.heat.residuals) {
        /// Its title.
        title: Text = map.title.into(),
        /// Names of its rows.
        rows: Vec<Text> = list(&map.heat.rows),
        /// Names of its columns.
        columns: Vec<Text> = list(map.columns),
        /// Row by row, in standard deviations.
        residuals: Vec<Option<f64>> = residuals.iter().map(|z| finite(*z)).collect(),
        /// How many are null.
        not_finite: usize = residuals.iter().filter(|z| !z.is_finite()).count(),
    }

    /// A statistic along the record.
    DriftOf(d: &Drift) {
        /// Its name.
        name: Text = (&d.name).into(),
        /// Points: observations so far, and the standardised sum of the block.
        blocks: Vec<(u64, Option<f64>)> = d.blocks.iter().map(|(n, z)| (*n, finite(*z))).collect(),
    }

    /// A test with its null law.
    UnusualTest(u: Unusual<'_>) {
        /// Its name.
        name: Text = (&u.test.name).into(),
        /// The law.
        law: Text = curve::words(&u.figures.law).into(),
        /// Whether the law has steps.
        lattice: bool = u.curve.lattice,
        /// The statistic.
        observed: Option<f64> = finite(u.figures.statistic),
        /// Points of the law: a value and its density or probability.
        points: Vec<(Option<f64>, Option<f64>)> =
            u.curve.points.iter().map(|(x, y)| (finite(*x), finite(*y))).collect(),
    }
}

words! {
    /// The verdict on a source.
    StateName: State = state_key { Fault, Departure, Insufficient, NothingFound }
    /// How a test stands in the verdict.
    StandingName: Standing = standing_key { Departs, TooGood, Stands, Insufficient, NotRun }
}

const fn standing_key(standing: Standing) -> &'static str {
    match standing {
        Standing::Departs => "departs",
        Standing::TooGood => "too_good",
        Standing::Stands => "stands",
        Standing::Insufficient => "insufficient",
        Standing::NotRun => "not_run",
    }
}

/// A number that JSON can hold.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn keys(tests: &[Adjusted]) -> Vec<Text> {
    list(tests.iter().map(|test| &test.key))
}
