//! A stream cut into sequences, and one sequence by itself.

use super::counts::Counts;
use super::errata;
use super::levels::{self, Tally};
use super::params::{ENTRIES, Params, Plan, needs};
use super::patterns::Patterns;
use super::samples::Samples;
use super::spectral::Transform;
use super::windows::Windows;
use super::words::Sequence;
use crate::battery::{Battery, Most, Test, grouped};
use crate::sums::Sums;
use crate::symbols::Entry;

/// Without these nothing is judged: ones, neighbours, patterns and periods. They run from 1,000 bits on, as the standard
/// recommends for the last of them.
const MINIMUM: [&str; 4] = ["bits.frequency", "bits.runs", "bits.serial_1", "bits.spectral"];

/// The tests of the first `bits` bits of `words` as one sequence, whatever [`Params::length`] says.
pub fn sequence(words: &[u64], bits: usize, params: &Params) -> Vec<Test> {
    let sequence = Sequence::new(words, bits);
    let mut stream = Bits::new(Params { length: sequence.bits(), ..*params });
    stream.judge_next(&sequence);
    stream.first_level()
}

/// A stream of bits, judged sequence by sequence. What is kept does not grow with the stream, and
/// the result does not depend on how the stream is cut into parts of whole sequences.
#[derive(Clone)]
pub struct Bits {
    params: Params,
    plan: Plan,
    /// Made when the first sequence comes; it takes milliseconds.
    transform: Option<Transform>,
    first: u64,
    sequences: u64,
    counts: Counts,
    patterns: Patterns,
    own: Patterns,
    tallies: Vec<Tally>,
    windows: Windows,
    samples: Option<Samples>,
}

impl Bits {
    /// Nothing counted yet.
    pub fn new(params: Params) -> Self {
        Self::starting_at(params, 0)
    }

    /// A part of a longer stream: its first sequence is number `first`, counted from zero.
    pub fn starting_at(params: Params, first: u64) -> Self {
        let params = Params { length: params.length.max(1), ..params };
        let plan = Plan::new(&params);
        Self {
            transform: None,
            first,
            sequences: 0,
            counts: Counts::default(),
            patterns: Patterns::new(plan.patterns),
            own: Patterns::new(plan.patterns),
            tallies: vec![Tally::default(); ENTRIES.len()],
            windows: Windows::default(),
            samples: params.sample.filter(|bits| (1..=64).contains(bits)).map(Samples::new),
            params,
            plan,
        }
    }

    /// Sequences judged so far.
    pub fn sequences(&self) -> u64 {
        self.sequences
    }

    /// The next sequence, whole. False, and nothing counted, where `words` holds too few bits.
    pub fn push_sequence(&mut self, words: &[u64]) -> bool {
        let sequence = Sequence::new(words, self.params.length);
        if sequence.bits() < self.params.length {
            return false;
        }
        self.judge_next(&sequence);
        true
    }

    /// Judges a sequence of the length of the plan.
    fn judge_next(&mut self, sequence: &Sequence) {
        if self.transform.is_none() {
            let needed = sequence.bits() as u64 >= needs("bits.spectral");
            self.transform = needed.then(|| Transform::new(sequence.bits())).flatten();
        }
        let counts = Counts::of(sequence, &self.plan, self.transform.as_mut());
        self.own.bits = 0;
        self.own.counts.fill(0);
        self.own.count(sequence);
        let number = self.first + self.sequences;
        for (entry, tally) in ENTRIES.iter().zip(&mut self.tallies) {
            tally.count(number, &counts.ps(entry.key, &self.own, &self.plan));
        }
        self.windows.count(sequence, number * self.params.length as u64);
        if let Some(samples) = &mut self.samples {
            let width = u128::from(self.params.sample.unwrap_or(1));
            let before = u128::from(number) * self.params.length as u128 % width;
            samples.count(sequence, ((width - before) % width) as usize);
        }
        self.patterns.add(&self.own);
        self.counts.add(&counts);
        self.sequences += 1;
    }

    /// Adds the part of the stream that comes next, made with the same choices and
    /// [`Bits::starting_at`] the next sequence.
    pub fn merge(&mut self, next: Self) {
        assert_eq!(next.params, self.params, "parts of one stream are cut alike");
        self.sequences += next.sequences;
        self.counts.add(&next.counts);
        self.patterns.add(&next.patterns);
        self.tallies.add(&next.tallies);
        self.windows.add(&next.windows);
        self.samples.add(&next.samples);
    }

    fn first_level(&self) -> Vec<Test> {
        let n = self.counts.ones.bits;
        let parts = self.counts.parts(&self.plan);
        // What only the data tell: the most unusual template or state.
        let most = |key: &str| {
            let of_it = parts.iter().filter(|part| part.test == key);
            let most = of_it.min_by(|a, b| a.p.ln().total_cmp(&b.p.ln()));
            most.map_or(String::new(), |part| format!(", most unusual {}", part.name))
        };
        let test = |entry: &Entry| Test {
            key: entry.key.into(),
            name: self.plan.name(entry) + &most(entry.key),
            catches: entry.catches,
            n,
            registered: true,
            outcome: self.counts.outcome(entry, &self.patterns, &self.plan),
        };
        let mut tests: Vec<Test> = ENTRIES.iter().map(test).collect();
        if let Some(samples) = &self.samples {
            tests.extend(samples.tests());
        }
        tests
    }

    /// What the p-values of the sequences say together.
    fn second_level(&self) -> Vec<Test> {
        let n = self.counts.ones.bits;
        let length = self.params.length as u64;
        let mut tests = Vec::new();
        let mut push = |entry: &Entry, view: &str, what: String, registered, outcome| {
            tests.push(Test {
                key: format!("{}.{view}", entry.key),
                name: format!("{}: {what}", self.plan.name(entry)),
                catches: "sequences that fail now and then",
                n,
                registered,
                outcome,
            });
        };
        for (entry, tally) in ENTRIES.iter().zip(&self.tallies) {
            let ran = tally.ran();
            if self.sequences >= levels::FEWEST {
                let [proportion, uniformity] = tally.views(length);
                let share = format!("share of {ran} sequences that fail at .01");
                push(entry, "proportion", share, true, proportion);
                let uniform = format!("uniform p-values of {ran} sequences");
                push(entry, "uniformity", uniform, true, uniformity);
            }
            if let Some((number, outcome)) = tally.smallest() {
                let what = format!("smallest p-value, in sequence {}", number + 1);
                push(entry, "smallest", what, false, outcome);
            }
        }
        tests
    }

    /// What is most unusual, by the key of its test.
    fn most(&self) -> Vec<(&'static str, Most)> {
        let Plan { serial, entropy, .. } = self.plan;
        let all = [
            ("bits.frequency", self.windows.most()),
            ("bits.serial_1", self.patterns.most(serial, false)),
            ("bits.serial_2", self.patterns.most(serial, true)),
            ("bits.approximate_entropy", self.patterns.most(entropy + 1, false)),
        ];
        all.into_iter().filter_map(|(key, most)| Some((key, most?))).collect()
    }

    /// The battery. One sequence: its own results. Several: the counts of all of them as one, then, from 55 on, the share
    /// that fails at .01 and the uniformity of the p-values of each test, and for exploration the smallest p-value.
    pub fn battery(&self) -> Battery {
        let length = self.params.length;
        let mut battery = Battery {
            n: self.counts.ones.bits,
            unit: "bits",
            tests: self.first_level(),
            parts: self.counts.parts(&self.plan),
            drifts: self.windows.drift().into_iter().collect(),
            most: self.most(),
            ..Battery::default()
        };
        if self.sequences > 1 {
            battery.tests.extend(self.second_level());
            let (sequences, length) = (grouped(self.sequences), grouped(length as u64));
            battery.notes.push(format!(
                "The stream was cut into {sequences} sequences of {length} bits, which are judged as \
                 one and then against one another."
            ));
        }
        if let Some(samples) = &self.samples {
            battery.notes.extend(samples.notes());
            battery.most.extend(samples.most());
        }
        battery.notes.extend(errata::notes(&battery.tests, &self.params));
        let bits = battery.n as f64;
        let each = if self.sequences > 1 { " a sequence" } else { "" };
        let size = format!("{} bits{each}", grouped(length as u64));
        battery.floored(-bits * std::f64::consts::LN_2).fitted_from(&size, &MINIMUM)
    }
}
