//! What is kept of one or more sequences: bounded counts that add up.

use super::block::{self, Blocks};
use super::catalogue::{ALL, Kind};
use super::common::{Score, most_unusual};
use super::excursions::{Cycles, Excursions, FAR_STATES, NEAR_STATES};
use super::ones::Ones;
use super::params::Plan;
use super::patterns::Patterns;
use super::spectral::{Peaks, Transform};
use super::template::{self, Templates};
use super::universal::Maurer;
use super::walk::{Largest, Walk};
use super::words::Sequence;
use super::{linear, longest, overlapping, rank};
use crate::battery::{Outcome, Part};
use crate::special::Prob;
use crate::sums::sums;

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
        let enough = |kind: Kind| bits >= kind.needs();
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
        if let (true, Some(transform)) = (enough(Kind::Spectral), transform) {
            counts.peaks = Peaks::of(sequence, transform);
        }
        if enough(Kind::Template) {
            let (bits, blocks) = (template::LENGTH, template::BLOCKS);
            counts.templates = Templates::of(sequence, &plan.templates, bits, blocks);
        }
        if enough(Kind::OverlappingTemplate) {
            let (block, ones) = (overlapping::BLOCK, overlapping::ONES);
            counts.overlaps = overlapping::counted(sequence, block, ones).to_vec();
        }
        if let Some(shape) = &plan.universal {
            counts.maurer = Maurer::of(sequence, shape);
        }
        if enough(Kind::LinearComplexity) {
            counts.complexities = linear::counted(sequence, linear::BLOCK).to_vec();
        }
        if enough(Kind::Excursions) {
            let cycles = Cycles::of(sequence);
            counts.excursions = Excursions::of(&cycles, bits);
            counts.variant = Excursions::variant_of(&cycles, bits);
        }
        counts
    }

    /// The score of a test on everything counted; none of nothing, and for cumulative sums.
    fn score(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Option<Score> {
        match kind {
            Kind::Frequency => self.ones.frequency(),
            Kind::BlockFrequency => self.blocks.score(),
            Kind::Runs => self.ones.runs(),
            Kind::LongestRun => longest::score(&self.longest, &plan.longest),
            Kind::Rank => rank::score(&self.ranks),
            Kind::Spectral => self.peaks.score(plan.spectral),
            Kind::Template => self.templates.score(template::LENGTH),
            Kind::OverlappingTemplate => overlapping::score(&self.overlaps, &plan.overlapping),
            Kind::Universal => self.maurer.score(plan.universal.as_ref()?),
            Kind::LinearComplexity => linear::score(&self.complexities, &plan.linear),
            Kind::Serial1 => patterns.serial(plan.serial).map(|[first, _]| first),
            Kind::Serial2 => patterns.serial(plan.serial).map(|[_, second]| second),
            Kind::ApproximateEntropy => patterns.entropy(plan.entropy),
            Kind::CusumForward | Kind::CusumBackward => None,
            Kind::Excursions => self.excursions.score(),
            Kind::ExcursionsVariant => self.variant.score(),
        }
    }

    /// The outcome of a test on everything counted.
    pub(super) fn outcome(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Outcome {
        let needs = kind.needs();
        if plan.bits < needs || self.ones.bits == 0 {
            return Outcome::Insufficient { needs };
        }
        if let Some(score) = self.score(kind, patterns, plan) {
            return score.outcome();
        }
        match kind {
            Kind::CusumForward => self.forward.outcome(),
            Kind::CusumBackward => self.backward.outcome(),
            Kind::Runs => Outcome::not_run(
                "the share of ones is so far from one half that runs say nothing more; \
                 see bits.frequency",
            ),
            Kind::Excursions => Outcome::not_run(self.excursions.too_few()),
            Kind::ExcursionsVariant => Outcome::not_run(self.variant.too_few()),
            _ => Outcome::not_run("the sequence is too short for anything to be counted"),
        }
    }

    /// Templates or states, of the tests that are judged by their most unusual one: names, statistics and p-values, of
    /// which there are none where the test did not run.
    fn looks(&self, kind: Kind, plan: &Plan) -> Option<(Vec<String>, Vec<f64>, Vec<Prob>)> {
        let m = template::LENGTH;
        let states = |states: &[i64]| states.iter().map(|x| format!("{x:+}")).collect();
        Some(match kind {
            Kind::Template => {
                let names = plan.templates.iter().map(|t| template::bits_of(*t, m)).collect();
                (names, self.templates.statistics(m), self.templates.ps(m))
            }
            Kind::Excursions => {
                (states(&NEAR_STATES), self.excursions.sums(), self.excursions.ps())
            }
            Kind::ExcursionsVariant => {
                (states(&FAR_STATES), self.variant.sums(), self.variant.ps())
            }
            _ => return None,
        })
    }

    /// The p-values of a test, one for each template or state; none where it did not run.
    pub(super) fn ps(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Vec<Prob> {
        if plan.bits < kind.needs() {
            return Vec::new();
        }
        if let Some((.., ps)) = self.looks(kind, plan) {
            return ps;
        }
        let one = match kind {
            Kind::CusumForward => self.forward.p(),
            Kind::CusumBackward => self.backward.p(),
            _ => self.score(kind, patterns, plan).map(|score| score.p),
        };
        one.into_iter().collect()
    }

    /// Every template and state by itself, of the tests that are judged by their most unusual one.
    pub(super) fn parts(&self, plan: &Plan) -> Vec<Part> {
        let of = |kind: Kind| {
            let (names, statistics, ps) = self.looks(kind, plan)?;
            let all = names.into_iter().zip(statistics).zip(ps);
            let test = kind.entry().key;
            Some(all.map(move |((name, statistic), p)| Part { test, name, statistic, p }))
        };
        ALL.into_iter().filter_map(of).flatten().collect()
    }

    /// A name with what only the data tell: the most unusual template or state.
    pub(super) fn detail(&self, kind: Kind, plan: &Plan) -> String {
        let most = |(names, _, ps): (Vec<String>, Vec<f64>, Vec<Prob>)| {
            most_unusual(&ps).map(|(at, _)| format!(", most unusual {}", names[at]))
        };
        self.looks(kind, plan).and_then(most).unwrap_or_default()
    }
}
