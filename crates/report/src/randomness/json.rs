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
use crate::json_text::pretty;
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{
    Answered, DemandAnswer, Drift, Figures, Outcome, Part, Prob, Question, Randomness, Registered,
    Reviewed, Standard, StandardDemand, State, Test, curve,
};
use feltproof_wire::{Day, FileOf, Form as _, Sha256Hex, Text, form, list, object, words};

/// The results of batteries as one JSON object, pretty-printed, with a line end. `Err`: when a
/// value cannot be written as JSON; nothing in a [`Randomness`] can cause that.
pub fn randomness_json(all: &[Randomness], meta: &RandomnessMeta) -> Result<String, JsonError> {
    let report = RandomnessReport::new(all, meta);
    let mut text = pretty(&report)?;
    text.push('\n');
    Ok(text)
}

form! {
    /// What `feltproof shuffle` and `feltproof rng` write: randomness.json, and the output of --format json.
    #[schemars(title = "Feltproof randomness")]
    pub RandomnessReport as "feltproof-randomness/1"(all: &[Randomness], meta: &RandomnessMeta) {
        #[schemars(extend("const" = "feltproof"))]
        tool: &'static str = "feltproof" => "What wrote it.",
        tool_version: Text = (&meta.tool_version).into() => "Its version.",
        issued_unix: i64 = meta.issued_unix => "When, in seconds since 1970-01-01T00:00:00Z.",
        inputs: Vec<FileOf> = list(&meta.inputs) => "Files that were read.",
        parameters: Vec<Parameter> = list(&meta.parameters)
            => "What was declared on the command line.",
        #[serde(skip_serializing_if = "Option::is_none")]
        source_review: Option<ReviewOf> = meta.review.as_ref().map(ReviewOf::from)
            => "The review of the source of the generator; absent where none was given.",
        sources: Vec<RandomSource> = list(all) => "One for each source tested.",
    }
}

object! {
    /// The review of the source of a generator.
    ReviewOf(of: &Reviewed) {
        file: Text = (&of.file).into() => "The file of the answers.",
        #[schemars(with = "Day")]
        date: String = of.date.clone() => "The day that it states.",
        answered_by: Text = (&of.answered_by).into() => "Who answered.",
        questions: Vec<QuestionOf> = list(&of.questions) => "Every question.",
    }

    /// A question of a review.
    QuestionOf(q: &Question) {
        about: Text = q.about.into() => "What was to be answered.",
        standing: AnsweredName = q.standing.into(),
        says: Text = (&q.says).into() => "The answer, and what was computed from it.",
    }

    /// Tests of randomness in a report of an audit.
    pub(crate) RandomnessPart(all: &[Randomness]) {
        #[schemars(extend("const" = RandomnessReport::NAME))]
        schema: &'static str = RandomnessReport::NAME => "Name and version of that form.",
        sources: Vec<RandomSource> = list(all) => "One for each source tested.",
    }

    /// A parameter.
    Parameter(of: &(String, String)) {
        name: Text = (&of.0).into() => "Its name.",
        value: String = of.1.clone() => "Its value.",
    }

    /// The tests of one source of shuffles or numbers.
    RandomSource(r: &Randomness; b = &r.battery) {
        source: Text = (&r.source).into() => "What was tested, in words.",
        observations: u64 = b.n => "How many of the unit were read.",
        #[schemars(extend("enum" = ["decks", "deals", "draws", "bits"]))]
        unit: &'static str = b.unit => "What one observation is.",
        profile: Option<StandardChosen> = r.profile.as_ref().map(StandardChosen::from)
            => "The standard chosen; null where none is.",
        registration: Option<Registration> = r.registered.as_ref().map(Registration::from)
            => "The file that fixed tests and level beforehand; null where there is none.",
        refused: Option<String> = b.refused.clone()
            => "Why the source was not tested; null where it was.",
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<String> = b.left_out.clone()
            => "How many observations were left out since they are not whole, and of what kinds; absent where none was.",
        verdict: RandomVerdict = r.into() => "The verdict over the registered tests.",
        kinds: Vec<DepartureKind> = list(&departures(r))
            => "What departs, each kind once, that of the most unusual test first.",
        tests: Vec<RandomTest> = b.tests.iter().map(|test| RandomTest::new(r, test)).collect()
            => "Every test, in registered order.",
        faults_total: u64 = b.faults_total
            => "Certain faults found, such as a deck with a card twice.",
        faults: Vec<Text> = list(&r.faults) => "The first of them, in words; perhaps not all.",
        notes: Vec<Text> = list(&b.notes) => "What is to be known of the source.",
        heats: Vec<HeatOf> = heat_maps(r).map(HeatOf::from).collect() => "Heat maps of departures.",
        drifts: Vec<DriftOf> = list(&b.drifts) => "Statistics along the record.",
        unusual: Option<UnusualTest> = unusual(r).map(UnusualTest::from)
            => "The most unusual test with its null law; null where none has one to draw.",
    }

    /// A standard.
    StandardChosen(s: &Standard) {
        name: Text = (&s.name).into() => "As it is chosen.",
        title: Text = (&s.title).into() => "Its title.",
        citation: Text = (&s.citation).into() => "Where it stands.",
        evidence: Text = (&s.evidence).into() => "Whether its text and its level were read, in words behind \"its\".",
        note: Text = (&s.note).into() => "What else is to be known of it.",
        demands: Vec<DemandOf> = list(&s.demands)
            => "Its demands; one is rejected where the verdict rejects one of its tests.",
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
        says: Text = (&d.says).into() => "What it demands.",
        tests: Vec<Text> = list(&d.keys) => "Keys of the tests that answer it.",
        #[schemars(extend("enum" = ["not_rejected", "rejected", "insufficient", "not_run"]))]
        answer: &'static str = answer => "What they answer.",
        concerns: Vec<Text> = list(concerns)
            => "Keys of the tests that depart, or had too few data.",
        why: Option<String> = why => "Why it was not answered; null otherwise.",
    }

    /// A file that fixed tests and level beforehand.
    Registration(by: &Registered) {
        file: Text = (&by.file).into() => "Its name.",
        sha256: Sha256Hex = (&by.sha256).into() => "Its digest.",
        #[schemars(with = "Day")]
        date: String = by.date.clone() => "The day that it states.",
    }

    /// The verdict over the registered tests.
    RandomVerdict(r: &Randomness; v = &r.verdict) {
        state: StateName = v.state.into(),
        title: Text = result_title(r).into() => "As printed.",
        sentence: Text = verdict_sentence(r).into() => "As printed.",
        level: Option<f64> = finite(v.rule.level)
            => "Probability of any false alarm over the whole list.",
        too_good_level: Option<f64> = finite(v.rule.too_good_level)
            => "The same for agreeing too well.",
        registered: usize = v.registered => "Tests on the list.",
        ran: usize = v.ran => "Of these, tests that ran.",
        insufficient: usize = v.insufficient => "Of these, tests with too few data.",
        not_applicable: usize = v.not_applicable => "Of these, tests that do not apply.",
        departures: Vec<Text> = keys(&v.departures) => "Keys of tests that depart.",
        too_good: Vec<Text> = keys(&v.too_good) => "Keys of tests that agree too well.",
        explore: Vec<Text> = list(&v.explore) => "Keys of tests worth a look that decide nothing.",
        combined: Option<f64> = v.combined.and_then(finite)
            => "All p-values in one (Cauchy's combination); no verdict.",
    }

    /// A kind of departure, in plain words and with the number of the test that shows it most.
    DepartureKind(d: &Departure<'_>) {
        kind: Text = d.kind.into() => "Its name for programs.",
        names: Text = (&d.names).into() => "What departs, by name where it has one, and how much, in words.",
        says: Option<String> = d.says.clone()
            => "What was seen, and what does such a thing; null where it may follow from another kind.",
        test: Text = (&d.test.key).into() => "Key of the test that shows it most.",
        others: Vec<Text> = list(d.others.iter().map(|test| &test.key)) => "Keys of the other tests that show it.",
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
        key: Text = (&t.key).into() => "Its name for programs.",
        name: Text = (&t.name).into() => "Its name in words.",
        catches: Text = t.catches.into() => "A defect that it would show.",
        n: u64 = t.n => "Observations that it used.",
        registered: bool = t.registered => "Whether the verdict counts it.",
        outcome: StandingName = standing(r, t).into(),
        needs: Option<u64> = needs => "Observations that it needs; null unless insufficient.",
        why: Option<String> = why => "Why it was not run; null unless not run.",
        figures: Option<TestFigures> = figures => "Its figures; null when it did not run.",
        #[serde(skip_serializing_if = "Vec::is_empty")]
        parts: Vec<PartOf> = parts.collect() => "Parts of the test that has them.",
    }

    /// A part of a test.
    PartOf(part: &Part) {
        name: Text = (&part.name).into() => "Its name.",
        statistic: Option<f64> = finite(part.statistic) => "Its statistic.",
        p: Option<f64> = finite(part.p.p()) => "Its p-value.",
        ln_p: Option<f64> = finite(part.p.ln()) => "Natural logarithm of it.",
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
        statistic: Option<f64> = finite(f.statistic) => "The statistic.",
        law: Text = curve::words(&f.law).into() => "Its law where nothing departs from chance.",
        df: Option<f64> = df.and_then(finite)
            => "Degrees of freedom of that law, where it has them.",
        p: Option<f64> = finite(f.p.p()) => "The p-value, a probability from 0 to 1.",
        ln_p: Option<f64> = finite(f.p.ln())
            => "Natural logarithm of the p-value; a number also where the p-value is too small for one.",
        too_good: Option<f64> = too_good.and_then(finite)
            => "Probability of agreeing as well as this or better; null where that is not asked.",
        ln_adjusted: Option<f64> = ln_adjusted.and_then(finite)
            => "Natural logarithm of the p-value adjusted by Holm's method; null where the verdict does not count it.",
        measure: Text = f.effect.measure.into() => "What the effect is measured in.",
        effect: Option<f64> = finite(f.effect.observed) => "The effect observed.",
        smallest_seen: Option<f64> = f.effect.smallest_seen.and_then(finite)
            => "The smallest effect that it could have seen; null where none is known.",
        alone_rejected: bool = is_rejected_alone(r, f)
            => "Whether it would be rejected if it were the only test.",
        not_finite: Vec<Text> = lost.map(|(name, value)| format!("{name} is {}", figure(value, 1)).into()).collect()
            => "Figures that JSON cannot hold, each in words.",
    }

    /// A heat map.
    HeatOf(map: HeatMap<'_>; residuals = &map.heat.residuals) {
        title: Text = map.title.into() => "Its title.",
        rows: Vec<Text> = list(&map.heat.rows) => "Names of its rows.",
        columns: Vec<Text> = list(map.columns) => "Names of its columns.",
        residuals: Vec<Option<f64>> = residuals.iter().map(|z| finite(*z)).collect()
            => "Row by row, in standard deviations.",
        not_finite: usize = residuals.iter().filter(|z| !z.is_finite()).count()
            => "How many are null.",
    }

    /// A statistic along the record.
    DriftOf(d: &Drift) {
        name: Text = (&d.name).into() => "Its name.",
        blocks: Vec<(u64, Option<f64>)> = d.blocks.iter().map(|(n, z)| (*n, finite(*z))).collect()
            => "Points: observations so far, and the standardised sum of the block.",
    }

    /// A test with its null law.
    UnusualTest(u: Unusual<'_>) {
        name: Text = (&u.test.name).into() => "Its name.",
        law: Text = curve::words(&u.figures.law).into() => "The law.",
        lattice: bool = u.curve.lattice => "Whether the law has steps.",
        observed: Option<f64> = finite(u.figures.statistic) => "The statistic.",
        points: Vec<(Option<f64>, Option<f64>)> =
            u.curve.points.iter().map(|(x, y)| (finite(*x), finite(*y))).collect()
            => "Points of the law: a value and its density or probability.",
    }
}

words! {
    /// The verdict on a source.
    StateName: State = state_key { Fault, Departure, Insufficient, NothingFound }
    /// How a question of a review stands.
    AnsweredName: Answered = answered_key { Yes, No, Contradicted }
    /// How a test stands in the verdict.
    StandingName: Standing = standing_key { Departs, TooGood, Stands, Insufficient, NotRun }
}

const fn answered_key(standing: Answered) -> &'static str {
    match standing {
        Answered::Yes => "answered",
        Answered::No => "not_answered",
        Answered::Contradicted => "contradicted",
    }
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
