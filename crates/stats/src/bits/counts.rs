//! What is kept of one or more sequences: bounded counts that add up.

use super::block::{self, Blocks};
use super::common::Score;
use super::excursions::{Cycles, Excursions, FAR_STATES, NEAR_STATES};
use super::ones::Ones;
use super::params::{Plan, needs};
use super::patterns::Patterns;
use super::spectral::{Peaks, Transform};
use super::template::{self, Templates};
use super::universal::Maurer;
use super::walk::{Largest, Walk};
use super::words::Sequence;
use super::{linear, longest, overlapping, rank};
use crate::battery::{Outcome, Part};
use crate::special::{Prob, chi2_sf};
use crate::sums::sums;
use crate::symbols::Entry;

/// Counts of all tests but the patterns, which are too large to keep twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub ones: Ones,
    pub blocks: Blocks,
    pub longest: Vec<u64>,
    pub ranks: Vec<u64>,
    pub peaks: Peaks,
    pub templates: Templates,
    pub overlaps: Vec<u64>,
    pub maurer: Maurer,
    pub complexities: Vec<u64>,
    pub forward: Largest,
    pub backward: Largest,
    pub excursions: Excursions,
    pub variant: Excursions,
}

sums!(
    Counts: ones, blocks, longest, ranks, peaks, templates, overlaps, maurer, complexities, forward,
    backward, excursions, variant
);

impl Counts {
    /// Counts one sequence of the length of the plan, but for what it is too short for.
    pub(super) fn of(sequence: &Sequence, plan: &Plan, transform: Option<&mut Transform>) -> Self {
        let bits = sequence.bits() as u64;
        let enough = |key| bits >= needs(key);
        let walk = Walk::of(sequence);
        let mut counts = Self {
            ones: Ones::of(sequence),
            blocks: Blocks::of(sequence, block::LENGTH),
            longest: longest::counted(sequence, &plan.longest),
            ranks: rank::counted(sequence, rank::SIZE).to_vec(),
            forward: Largest::of(bits, walk.forward()),
            backward: Largest::of(bits, walk.backward()),
            ..Self::default()
        };
        if let (true, Some(transform)) = (enough("bits.spectral"), transform) {
            counts.peaks = Peaks::of(sequence, transform);
        }
        if enough("bits.template") {
            let (bits, blocks) = (template::LENGTH, template::BLOCKS);
            counts.templates = Templates::of(sequence, &plan.templates, bits, blocks);
        }
        if enough("bits.overlapping_template") {
            let (block, ones) = (overlapping::BLOCK, overlapping::ONES);
            counts.overlaps = overlapping::counted(sequence, block, ones).to_vec();
        }
        if let Some(shape) = &plan.universal {
            counts.maurer = Maurer::of(sequence, shape);
        }
        if enough("bits.linear_complexity") {
            counts.complexities = linear::counted(sequence, linear::BLOCK).to_vec();
        }
        if enough("bits.excursions") {
            let cycles = Cycles::of(sequence);
            counts.excursions = Excursions::of(&cycles, bits, &cycles.statistics(), 5);
            let squares = cycles.variant().map(|z| z * z);
            counts.variant = Excursions::of(&cycles, bits, &squares, 1);
        }
        counts
    }

    /// The score of a test on everything counted; none of nothing.
    fn score(&self, key: &str, patterns: &Patterns, plan: &Plan) -> Option<Score> {
        match key {
            "bits.frequency" => self.ones.frequency(),
            "bits.block_frequency" => self.blocks.score(),
            "bits.runs" => self.ones.runs(),
            "bits.longest_run" => Score::classes(&self.longest, &plan.longest.chances),
            "bits.rank" => Score::classes(&self.ranks, &rank::chances()),
            "bits.spectral" => self.peaks.score(plan.published),
            "bits.template" => self.templates.score(template::LENGTH),
            "bits.overlapping_template" => Score::classes(&self.overlaps, &plan.overlapping),
            "bits.universal" => self.maurer.score(plan.universal.as_ref()?),
            "bits.linear_complexity" => Score::classes(&self.complexities, &plan.linear),
            "bits.serial_1" => patterns.serial(plan.serial).map(|[first, _]| first),
            "bits.serial_2" => patterns.serial(plan.serial).map(|[_, second]| second),
            "bits.approximate_entropy" => patterns.entropy(plan.entropy),
            "bits.cusum_forward" => self.forward.score(),
            "bits.cusum_backward" => self.backward.score(),
            "bits.excursions" => self.excursions.score(),
            "bits.excursions_variant" => self.variant.score(),
            other => unreachable!("no test {other}"),
        }
    }

    pub(super) fn outcome(&self, of: &Entry, patterns: &Patterns, plan: &Plan) -> Outcome {
        let (key, needs) = (of.key, needs(of.key));
        if plan.bits < needs || self.ones.bits == 0 {
            return Outcome::Insufficient { needs };
        }
        if let Some(score) = self.score(key, patterns, plan) {
            return score.outcome(of.measure);
        }
        Outcome::not_run(match key {
            "bits.runs" => "the share of ones is so far from one half that runs say nothing more; \
                           see bits.frequency"
                .to_owned(),
            "bits.excursions" => self.excursions.too_few(),
            "bits.excursions_variant" => self.variant.too_few(),
            _ => "the sequence is too short for anything to be counted".to_owned(),
        })
    }

    /// The statistics of the templates or states, with their degrees of freedom, of the tests that are judged by the most
    /// unusual one; none where the test did not run.
    fn looks(&self, key: &str) -> Option<(Vec<f64>, f64)> {
        match key {
            "bits.template" => self.templates.statistics(template::LENGTH),
            "bits.excursions" => self.excursions.statistics(),
            "bits.excursions_variant" => self.variant.statistics(),
            _ => None,
        }
    }

    /// The p-values of a test, one for each template or state; none where it did not run.
    pub(super) fn ps(&self, key: &str, patterns: &Patterns, plan: &Plan) -> Vec<Prob> {
        if plan.bits < needs(key) {
            return Vec::new();
        }
        match self.looks(key) {
            Some((statistics, df)) => statistics.iter().map(|x| chi2_sf(*x, df)).collect(),
            None => self.score(key, patterns, plan).map(|score| score.p).into_iter().collect(),
        }
    }

    /// Every template and state by itself, of the tests that are judged by their most unusual one.
    pub(super) fn parts(&self, plan: &Plan) -> Vec<Part> {
        let states = |states: &[i64]| states.iter().map(|x| format!("{x:+}")).collect();
        let templates = plan.templates.iter().map(|t| template::bits_of(*t, template::LENGTH));
        let of = |(test, names): (&'static str, Vec<String>)| {
            let (statistics, df) = self.looks(test)?;
            let part = move |(name, statistic)| {
                let p = chi2_sf(statistic, df);
                Part { test, name, statistic, p }
            };
            Some(names.into_iter().zip(statistics).map(part))
        };
        let all = [
            ("bits.template", templates.collect()),
            ("bits.excursions", states(&NEAR_STATES)),
            ("bits.excursions_variant", states(&FAR_STATES)),
        ];
        all.into_iter().filter_map(of).flatten().collect()
    }
}
