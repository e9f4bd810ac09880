//! What is kept of one or more sequences: bounded counts that add up.

use super::block::Blocks;
use super::catalogue::Kind;
use super::common::Score;
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
        let params = &plan.params;
        let bits = sequence.bits() as u64;
        let enough = |kind: Kind| bits >= kind.needs(params);
        let walk = Walk::of(sequence);
        let mut counts = Self {
            ones: Ones::of(sequence),
            blocks: Blocks::of(sequence, params.block),
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
            let blocks = template::BLOCKS;
            counts.templates = Templates::of(sequence, &plan.templates, params.template, blocks);
        }
        if enough(Kind::OverlappingTemplate) {
            let (block, ones) = (overlapping::BLOCK, overlapping::ONES);
            counts.overlaps = overlapping::counted(sequence, block, ones).to_vec();
        }
        if let Some(shape) = &plan.universal {
            counts.maurer = Maurer::of(sequence, shape);
        }
        if enough(Kind::LinearComplexity) {
            counts.complexities = linear::counted(sequence, params.linear).to_vec();
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
        let params = &plan.params;
        match kind {
            Kind::Frequency => self.ones.frequency(),
            Kind::BlockFrequency => self.blocks.score(),
            Kind::Runs => self.ones.runs(),
            Kind::LongestRun => longest::score(&self.longest, &plan.longest),
            Kind::Rank => rank::score(&self.ranks),
            Kind::Spectral => self.peaks.score(params.spectral),
            Kind::Template => Some(self.templates.worst(params.template)?.1),
            Kind::OverlappingTemplate => overlapping::score(&self.overlaps, &plan.overlapping),
            Kind::Universal => self.maurer.score(plan.universal.as_ref()?),
            Kind::LinearComplexity => linear::score(&self.complexities, &plan.linear),
            Kind::Serial1 => patterns.serial(params.serial).map(|[first, _]| first),
            Kind::Serial2 => patterns.serial(params.serial).map(|[_, second]| second),
            Kind::ApproximateEntropy => patterns.entropy(params.entropy),
            Kind::CusumForward | Kind::CusumBackward => None,
            Kind::Excursions => self.excursions.score(),
            Kind::ExcursionsVariant => self.variant.score(),
        }
    }

    /// The outcome of a test on everything counted.
    pub(super) fn outcome(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Outcome {
        let needs = kind.needs(&plan.params);
        if (plan.params.length as u64) < needs || self.ones.bits == 0 {
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

    /// The p-values of a test, one for each template or state; none where it did not run.
    pub(super) fn ps(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Vec<Prob> {
        let params = &plan.params;
        if (params.length as u64) < kind.needs(params) {
            return Vec::new();
        }
        let one = match kind {
            Kind::Template => return self.templates.ps(params.template),
            Kind::Excursions => return self.excursions.ps(),
            Kind::ExcursionsVariant => return self.variant.ps(),
            Kind::CusumForward => self.forward.p(),
            Kind::CusumBackward => self.backward.p(),
            _ => self.score(kind, patterns, plan).map(|score| score.p),
        };
        one.into_iter().collect()
    }

    /// Every template and state by itself, of the tests that are judged by their most unusual one.
    pub(super) fn parts(&self, patterns: &Patterns, plan: &Plan) -> Vec<Part> {
        let m = plan.params.template;
        let templates = plan.templates.iter().map(|t| template::bits_of(*t, m)).collect();
        let states = |states: &[i64]| states.iter().map(|x| format!("{x:+}")).collect();
        let all: [(Kind, Vec<String>, Vec<f64>); 3] = [
            (Kind::Template, templates, self.templates.statistics(m)),
            (Kind::Excursions, states(&NEAR_STATES), self.excursions.sums()),
            (Kind::ExcursionsVariant, states(&FAR_STATES), self.variant.sums()),
        ];
        let parts = all.into_iter().flat_map(|(kind, names, statistics)| {
            // No p-values where the test did not run, and so no parts.
            let ps = self.ps(kind, patterns, plan).into_iter();
            let found = names.into_iter().zip(statistics).zip(ps);
            found.map(move |((name, statistic), p)| Part {
                test: kind.entry().key,
                name,
                statistic,
                p,
            })
        });
        parts.collect()
    }

    /// A name with what only the data tell: the most unusual template or state.
    pub(super) fn detail(&self, kind: Kind, plan: &Plan) -> String {
        let m = plan.params.template;
        let state = |at: Option<usize>, states: &[i64]| Some(format!("{:+}", states[at?]));
        let worst = match kind {
            Kind::Template => {
                self.templates.worst(m).map(|(at, _)| template::bits_of(plan.templates[at], m))
            }
            Kind::Excursions => state(self.excursions.worst(), &NEAR_STATES),
            Kind::ExcursionsVariant => state(self.variant.worst(), &FAR_STATES),
            _ => None,
        };
        worst.map(|worst| format!(", most unusual {worst}")).unwrap_or_default()
    }
}
