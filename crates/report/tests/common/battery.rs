//! A made-up battery of sixty-odd randomness tests: heat maps counted from decks that are really
//! shuffled (now and then a card goes to the bottom, three cards stay where they were), figures that
//! fit their laws.
#![allow(clippy::float_arithmetic, reason = "made-up figures, never money")]

use feltproof_stats::special::{normal_sf, normal_two_sided};
use feltproof_stats::verdict::judge;
use feltproof_stats::{
    Battery, DemandAnswer, Drift, Effect, Figures, Heat, Law, Outcome, Prob, Randomness, Rule,
    Standard, StandardDemand, Test,
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
fn heats() -> Vec<Heat> {
    static HEATS: OnceLock<Vec<Heat>> = OnceLock::new();
    HEATS.get_or_init(counted_heats).clone()
}

fn counted_heats() -> Vec<Heat> {
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
    let heat = |reference, counts| {
        let rows = (1..=52).map(|i| i.to_string()).collect();
        Heat { reference, rows, columns: 52, residuals: residuals(counts) }
    };
    vec![heat("fixed", fixed), heat("previous", previous)]
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

fn figures(mix: &mut Mix, df: f64, measure: &'static str, shift: f64) -> Figures {
    let z = mix.normal() + shift;
    let (statistic, law, p, too_good) = if df > 0.0 {
        let statistic = df + (2.0 * df).sqrt() * z;
        (statistic, Law::ChiSquare { df }, normal_sf(z), Some(normal_sf(-z)))
    } else if df < 0.0 {
        let law = Law::ExtremeCell { cells: -df as u64, trials: 10_000, chance: 1.0 / 52.0 };
        let p = 1.0 - (1.0 - 2.0 * normal_sf(z.abs() + 3.0).p()).powf(-df);
        ((192.0 + 13.8 * (3.5 + z)).round(), law, Prob::new(p.clamp(1e-200, 1.0)), None)
    } else {
        (z, Law::Normal, normal_two_sided(z), None)
    };
    let effect = Effect { measure, observed: z * 0.0101, smallest_seen: Some(0.0386) };
    Figures { statistic, law, p, too_good, effect }
}

/// Sixty-four tests on ten thousand decks; `shift` moves some of them, 0 for none.
pub(crate) fn battery(source: &str, shift: f64) -> Randomness {
    let mut mix = Mix(7);
    let mut tests = Vec::new();
    for (reference, name_end) in
        [("fixed", "fixed labels"), ("previous", "deck before"), ("second", "two decks before")]
    {
        for (key, name, catches, df, measure) in TESTS {
            let moved = reference == "previous"
                && ["rises", "successions", "guess", "inversions", "spearman", "direction"]
                    .contains(&key);
            let f = figures(&mut mix, df, measure, if moved { shift * 6.0 } else { 0.0 });
            tests.push(Test {
                key: format!("{reference}.{key}"),
                name: format!("{name}, {name_end}"),
                catches,
                n: u64::from(DECKS) - u64::from(reference != "fixed"),
                registered: reference != "second",
                outcome: Outcome::Ran(f),
            });
        }
    }
    tests.push(Test {
        key: "fixed.duplicates".to_owned(),
        name: "Identical decks".to_owned(),
        catches: "small spaces of starting states",
        n: u64::from(DECKS),
        registered: true,
        outcome: Outcome::NotRun {
            why: "every deck was seen once by construction of the sample".to_owned(),
        },
    });
    let battery = Battery {
        n: u64::from(DECKS),
        unit: "decks",
        tests,
        heats: heats(),
        drifts: drifts(shift),
        notes: vec!["2 decks after a change of mode have no deck before.".to_owned()],
        ..Battery::default()
    };
    let rule = Rule::at(0.01);
    Randomness {
        source: source.to_owned(),
        labels: cards(),
        verdict: judge(&battery, rule),
        battery,
        level_alone: rule.level,
        faults: Vec::new(),
        profile: Some(Standard {
            name: "gli-29".to_owned(),
            title: "Card shufflers and dealer shoes".to_owned(),
            citation: "GLI-29 v1.0".to_owned(),
            evidence: "statistical text is recalled, not read".to_owned(),
            note: "Section 2.1 was read.".to_owned(),
            demands: demands(),
        }),
        registered: None,
        rows: Vec::new(),
    }
}

fn drifts(shift: f64) -> Vec<Drift> {
    let mut mix = Mix(99);
    let names = ["rising sequences", "inversions", "guesses", "peaks", "descents"];
    let mut out = Vec::new();
    for reference in ["fixed", "previous"] {
        for (at, name) in names.iter().enumerate() {
            let blocks = (1..=156_u64).map(|b| {
                let late = if reference == "previous" && at == 0 && b > 100 { shift } else { 0.0 };
                (b * 64, mix.normal() + late)
            });
            let (key, name) = (format!("{reference}.{name}"), format!("{name}, {reference}"));
            out.push(Drift { key, name, blocks: blocks.collect() });
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
