//! A made-up battery of seventy-odd randomness tests: heat maps counted from decks that are really
//! shuffled (now and then a card goes to the bottom, three cards stay where they were), figures that
//! fit their laws.
#![allow(clippy::float_arithmetic, reason = "made-up figures, never money")]

use feltproof_model::randomness::{
    DemandAnswer, DriftLine, HeatMap, NullCurve, Randomness, RandomnessFigures, RandomnessOutcome,
    RandomnessState, RandomnessTest, RandomnessVerdict, Standard, StandardDemand,
};
use std::sync::OnceLock;

/// A generator for made-up figures: splitmix64.
pub(crate) struct Mix(pub u64);

impl Mix {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between 0 and 1, never either.
    pub(crate) fn unit(&mut self) -> f64 {
        ((self.word() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    /// Nearly normal: the sum of twelve.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// Decks of the sample.
pub(crate) const DECKS: u32 = 10_000;

fn cards() -> Vec<String> {
    let suits = ["♣", "♦", "♥", "♠"];
    let ranks = "23456789TJQKA";
    suits.iter().flat_map(|s| ranks.chars().map(move |r| format!("{r}{s}"))).collect()
}

/// Residuals of position by card and of position by previous position, counted once.
fn heats() -> Vec<HeatMap> {
    static HEATS: OnceLock<Vec<HeatMap>> = OnceLock::new();
    HEATS.get_or_init(counted_heats).clone()
}

fn counted_heats() -> Vec<HeatMap> {
    let mut mix = Mix(52);
    let (mut fixed, mut previous) = (vec![0_u32; 2704], vec![0_u32; 2704]);
    let mut before: Vec<usize> = (0..52).collect();
    for round in 0..DECKS {
        let mut deck: Vec<usize> = (0..52).collect();
        for i in (1..52).rev() {
            deck.swap(i, mix.below(i + 1));
        }
        if round % 60 == 0 {
            let at = deck.iter().position(|c| *c == 51).unwrap_or(0);
            deck.swap(at, 51);
        }
        // A block of three stays together now and then.
        if round % 40 == 1 {
            for (k, card) in before.iter().enumerate().take(23).skip(20) {
                let at = deck.iter().position(|c| c == card).unwrap_or(0);
                deck.swap(at, k);
            }
        }
        for (position, card) in deck.iter().enumerate() {
            fixed[position * 52 + card] += 1;
            let old = before.iter().position(|c| c == card).unwrap_or(0);
            previous[position * 52 + old] += 1;
        }
        before = deck;
    }
    let expected = f64::from(DECKS) / 52.0;
    let deviation = (expected * (51.0 / 52.0)).sqrt();
    let residuals =
        |counts: Vec<u32>| counts.iter().map(|c| (f64::from(*c) - expected) / deviation).collect();
    let numbers: Vec<String> = (1..=52).map(|i| i.to_string()).collect();
    vec![
        HeatMap {
            title: "against fixed labels".to_owned(),
            row_is: "position",
            column_is: "card",
            rows: numbers.clone(),
            columns: cards(),
            residuals: residuals(fixed),
        },
        HeatMap {
            title: "against the deck before".to_owned(),
            row_is: "position",
            column_is: "position in the deck before",
            rows: numbers.clone(),
            columns: numbers,
            residuals: residuals(previous),
        },
    ]
}

/// Upper tail of the standard normal, by a well-known approximation.
fn upper(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - upper(-z);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let weights = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = weights.iter().rev().fold(0.0, |sum, w| (sum + w) * t);
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

/// Name, what it sees, degrees of freedom (0: a standardised sum), measure.
const TESTS: [(&str, &str, &str, f64, &str); 21] = [
    (
        "position_card",
        "Position by card",
        "a favoured card",
        2601.0,
        "rms relative deviation of a cell",
    ),
    ("position_max", "Most unusual cell", "one stuck card", -2704.0, "relative excess of the cell"),
    (
        "adjacency",
        "Neighbours in either order",
        "clumps",
        1274.0,
        "rms relative deviation of a pair",
    ),
    ("direction", "Neighbours in order", "riffles", 1275.0, "rms relative deviation of a pair"),
    ("pair_max", "Most unusual pair", "a glued pair", -1326.0, "relative excess of the pair"),
    (
        "lehmer",
        "Lehmer digits",
        "a faulty Fisher-Yates",
        1326.0,
        "rms relative deviation of a cell",
    ),
    ("rises", "Rising sequences", "riffles", 0.0, "mean shift per deck"),
    (
        "rises_law",
        "Rising sequences, whole law",
        "riffles",
        16.0,
        "rms relative deviation of a class",
    ),
    ("descents", "Descents", "riffles", 0.0, "mean shift per deck"),
    ("peaks", "Peaks", "shelf machines", 0.0, "mean shift per deck"),
    ("inverse_peaks", "Peaks of the inverse deck", "shelf machines", 0.0, "mean shift per deck"),
    ("inversions", "Inversions", "drift", 0.0, "mean shift per deck"),
    ("spearman", "Rank correlation (Spearman)", "drift", 0.0, "correlation"),
    ("increasing", "Longest increasing subsequence", "riffles", 0.0, "mean shift per deck"),
    ("decreasing", "Longest decreasing subsequence", "riffles", 0.0, "mean shift per deck"),
    ("fixed_points", "Cards in their own place", "sticky positions", 0.0, "mean shift per deck"),
    ("successions", "Cards that follow one another", "sticky blocks", 0.0, "mean shift per deck"),
    ("cycles", "Cycles", "Sattolo's error", 0.0, "mean shift per deck"),
    (
        "displacement",
        "Displacement around the deck",
        "rotation, a cut",
        51.0,
        "rms relative deviation of a cell",
    ),
    (
        "guess",
        "Right guesses with full feedback",
        "everything predictive",
        0.0,
        "mean shift per deck",
    ),
    ("parity", "Even permutations", "a fixed number of swaps", 0.0, "excess share of even decks"),
];

fn figures(mix: &mut Mix, df: f64, measure: &str, shift: f64) -> RandomnessFigures {
    let z = mix.normal() + shift;
    let (statistic, law, p, df, too_good) = if df > 0.0 {
        let law = format!("chi-square, {df} degrees of freedom");
        (df + (2.0 * df).sqrt() * z, law, upper(z), Some(df), Some(upper(-z)))
    } else if df < 0.0 {
        let law = format!("most extreme of {} cells, each binomial(10000, 1/52)", -df);
        let p = (1.0 - (1.0 - 2.0 * upper(z.abs() + 3.0)).powf(-df)).clamp(1e-200, 1.0);
        ((192.0 + 13.8 * (3.5 + z)).round(), law, p, None, None)
    } else {
        (z, "standard normal".to_owned(), 2.0 * upper(z.abs()), None, None)
    };
    RandomnessFigures {
        statistic,
        law,
        df,
        p,
        // Below every number: the leading term of the tail.
        ln_p: if p > 0.0 { p.ln() } else { -z * z / 2.0 - (z * 2.5066).ln() },
        too_good,
        ln_adjusted: None,
        measure: measure.to_owned(),
        effect: z * 0.0101,
        smallest_seen: Some(0.0386),
        alone_rejected: p < 0.01,
    }
}

/// Seventy-five tests on ten thousand decks; `shift` moves some of them, 0 for none.
pub(crate) fn battery(source: &str, shift: f64) -> Randomness {
    let mut mix = Mix(7);
    let mut tests = Vec::new();
    for (reference, name_end) in
        [("fixed", "fixed labels"), ("previous", "deck before"), ("second", "two decks before")]
    {
        for (key, name, catches, df, measure) in TESTS {
            let moved = reference == "previous"
                && ["rises", "successions", "guess", "inversions", "direction"].contains(&key);
            let f = figures(&mut mix, df, measure, if moved { shift * 6.0 } else { 0.0 });
            tests.push(RandomnessTest {
                key: format!("{reference}.{key}"),
                name: format!("{name}, {name_end}"),
                catches: catches.to_owned(),
                n: u64::from(DECKS) - u64::from(reference != "fixed"),
                registered: reference != "second",
                outcome: RandomnessOutcome::Ran(Box::new(f)),
                parts: Vec::new(),
            });
        }
    }
    tests.push(RandomnessTest {
        key: "fixed.duplicates".to_owned(),
        name: "Identical decks".to_owned(),
        catches: "small spaces of starting states".to_owned(),
        n: u64::from(DECKS),
        registered: true,
        outcome: RandomnessOutcome::NotRun(
            "every deck was seen once by construction of the sample".to_owned(),
        ),
        parts: Vec::new(),
    });
    let mut r = Randomness {
        source: source.to_owned(),
        observations: u64::from(DECKS),
        unit: "decks".to_owned(),
        profile: Some(Standard {
            name: "gli-29".to_owned(),
            title: "Card shufflers and dealer shoes".to_owned(),
            citation: "GLI-29 v1.0".to_owned(),
            evidence: "The text was not read; its level of 99 % is recalled".to_owned(),
            demands: demands(),
        }),
        registered: None,
        refused: None,
        verdict: RandomnessVerdict {
            state: RandomnessState::NothingFound,
            level: 0.01,
            too_good_level: 0.001,
            registered: 0,
            ran: 0,
            insufficient: 0,
            not_applicable: 0,
            departures: Vec::new(),
            too_good: Vec::new(),
            explore: Vec::new(),
            combined: Some(0.2345),
        },
        tests,
        faults: Vec::new(),
        faults_total: 0,
        notes: vec!["2 decks after a change of mode have no deck before.".to_owned()],
        heats: heats(),
        drifts: drifts(shift),
        unusual: Some(unusual()),
    };
    judge(&mut r);
    observe(&mut r);
    r
}

fn unusual() -> NullCurve {
    let x = |i: i32| f64::from(i) / 12.0;
    NullCurve {
        name: "Rising sequences, deck before".to_owned(),
        law: "standard normal".to_owned(),
        points: (-60..=60).map(|i| (x(i), (-x(i) * x(i) / 2.0).exp() * 0.398_942)).collect(),
        lattice: false,
        observed: 0.0,
    }
}

/// The curve shows the test it is named after.
fn observe(r: &mut Randomness) {
    let Some(curve) = &mut r.unusual else { return };
    let test = r.tests.iter().find(|t| t.name == curve.name);
    if let Some(RandomnessOutcome::Ran(f)) = test.map(|t| &t.outcome) {
        curve.observed = f.statistic;
    }
}

/// Verdict and adjusted p-values by Holm's method, written out plainly.
fn judge(r: &mut Randomness) {
    let registered = r.tests.iter().filter(|t| t.registered).count();
    let mut order: Vec<(f64, usize)> = Vec::new();
    for (at, t) in r.tests.iter().enumerate() {
        if let (true, RandomnessOutcome::Ran(f)) = (t.registered, &t.outcome) {
            order.push((f.ln_p, at));
        }
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut running = f64::NEG_INFINITY;
    let mut stopped = false;
    for (done, (ln, at)) in order.iter().enumerate() {
        running = running.max((ln + ((registered - done) as f64).ln()).min(0.0));
        stopped |= running > r.verdict.level.ln();
        let key = r.tests[*at].key.clone();
        if let RandomnessOutcome::Ran(f) = &mut r.tests[*at].outcome {
            f.ln_adjusted = Some(running);
        }
        if !stopped {
            r.verdict.departures.push(key);
        }
    }
    let v = &mut r.verdict;
    v.registered = registered;
    v.ran = order.len();
    v.not_applicable = registered - order.len();
    v.explore = v.departures.clone();
    if !v.departures.is_empty() {
        v.state = RandomnessState::Departure;
    }
}

fn drifts(shift: f64) -> Vec<DriftLine> {
    let mut mix = Mix(99);
    let names = ["rising sequences", "inversions", "guesses", "peaks", "descents"];
    let mut out = Vec::new();
    for reference in ["fixed", "previous"] {
        for (at, name) in names.iter().enumerate() {
            let blocks = (1..=156_u64).map(|b| {
                let late = if reference == "previous" && at == 0 && b > 100 { shift } else { 0.0 };
                (b * 64, mix.normal() + late)
            });
            out.push(DriftLine { name: format!("{name}, {reference}"), blocks: blocks.collect() });
        }
    }
    out
}

/// One demand for each answer there is.
fn demands() -> Vec<StandardDemand> {
    let demand = |says: &str, answer| StandardDemand {
        says: says.to_owned(),
        keys: vec!["fixed.position_card".to_owned()],
        answer,
    };
    vec![
        demand("runs", DemandAnswer::NotRejected),
        demand("overlaps", DemandAnswer::Rejected(vec!["fixed.position_card".to_owned()])),
        demand("gap", DemandAnswer::Insufficient(vec!["fixed.position_card".to_owned()])),
        demand(
            "poker",
            DemandAnswer::NotRun("no test of full decks answers this demand".to_owned()),
        ),
    ]
}
