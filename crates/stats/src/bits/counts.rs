//! What is kept of one or more sequences: bounded counts that add up.

use super::block::Blocks;
use super::catalogue::Kind;
use super::common::not_run;
use super::excursions::{Cycles, Excursions, STATES, VARIANT_STATES, far_state, near_state};
use super::linear::Complexities;
use super::longest::LongestRuns;
use super::ones::Ones;
use super::overlapping::{self, Overlaps};
use super::params::Plan;
use super::patterns::Patterns;
use super::rank::Ranks;
use super::spectral::{Peaks, Transform};
use super::template::{self, Templates};
use super::universal::Maurer;
use super::walk::{Largest, Walk};
use super::words::Sequence;
use crate::battery::{Outcome, Part};
use crate::special::Prob;

/// Counts of all tests but the patterns, which are too large to keep twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub ones: Ones,
    pub blocks: Blocks,
    pub longest: LongestRuns,
    pub ranks: Ranks,
    pub peaks: Peaks,
    pub templates: Templates,
    pub overlaps: Overlaps,
    pub maurer: Maurer,
    pub complexities: Complexities,
    pub forward: Largest,
    pub backward: Largest,
    pub excursions: Excursions,
    pub variant: Excursions,
}

impl Counts {
    /// Counts one sequence of the length of the plan. What the sequence is too short for is not
    /// counted.
    pub(super) fn of(sequence: &Sequence, plan: &Plan, transform: Option<&mut Transform>) -> Self {
        let params = &plan.params;
        let bits = sequence.bits() as u64;
        let enough = |kind: Kind| bits >= kind.needs(params);
        let walk = Walk::of(sequence);
        let mut counts = Self {
            ones: Ones::of(sequence),
            blocks: Blocks::of(sequence, params.block),
            longest: LongestRuns::of(sequence, &plan.longest),
            ranks: Ranks::of(sequence),
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
            counts.overlaps = Overlaps::of(sequence, overlapping::BLOCK, overlapping::ONES);
        }
        if let Some(shape) = &plan.universal {
            counts.maurer = Maurer::of(sequence, shape);
        }
        if enough(Kind::LinearComplexity) {
            counts.complexities = Complexities::of(sequence, params.linear);
        }
        if enough(Kind::Excursions) {
            let cycles = Cycles::of(sequence);
            counts.excursions = Excursions::of(&cycles, bits);
            counts.variant = Excursions::variant_of(&cycles, bits);
        }
        counts
    }

    /// Adds another part of the stream.
    pub(super) fn add(&mut self, other: &Self) {
        self.ones.add(&other.ones);
        self.blocks.add(&other.blocks);
        self.longest.add(&other.longest);
        self.ranks.add(&other.ranks);
        self.peaks.add(&other.peaks);
        self.templates.add(&other.templates);
        self.overlaps.add(&other.overlaps);
        self.maurer.add(&other.maurer);
        self.complexities.add(&other.complexities);
        self.forward.add(&other.forward);
        self.backward.add(&other.backward);
        self.excursions.add(&other.excursions);
        self.variant.add(&other.variant);
    }

    /// The outcome of a test on everything counted.
    pub(super) fn outcome(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Outcome {
        let params = &plan.params;
        let needs = kind.needs(params);
        if (params.length as u64) < needs || self.ones.bits == 0 {
            return Outcome::Insufficient { needs };
        }
        let serial = |at: usize| {
            let [first, second] = patterns.serial(params.serial);
            if at == 0 { first } else { second }
        };
        match kind {
            Kind::Frequency => self.ones.frequency(),
            Kind::BlockFrequency => self.blocks.outcome(),
            Kind::Runs => self.ones.runs(),
            Kind::LongestRun => self.longest.outcome(&plan.longest),
            Kind::Rank => self.ranks.outcome(),
            Kind::Spectral => self.peaks.outcome(params.spectral),
            Kind::Template => self.templates.outcome(params.template),
            Kind::OverlappingTemplate => self.overlaps.outcome(&plan.overlapping),
            Kind::Universal => match &plan.universal {
                Some(shape) => self.maurer.outcome(shape),
                None => not_run("the sequence is too short for any block length"),
            },
            Kind::LinearComplexity => self.complexities.outcome(&plan.linear),
            Kind::Serial1 => serial(0),
            Kind::Serial2 => serial(1),
            Kind::ApproximateEntropy => patterns.entropy(params.entropy),
            Kind::CusumForward => self.forward.outcome(),
            Kind::CusumBackward => self.backward.outcome(),
            Kind::Excursions => self.excursions.outcome(),
            Kind::ExcursionsVariant => self.variant.outcome(),
        }
    }

    /// The p-values of a test, one for each template or state; none where it did not run.
    pub(super) fn ps(&self, kind: Kind, patterns: &Patterns, plan: &Plan) -> Vec<Prob> {
        let params = &plan.params;
        if (params.length as u64) < kind.needs(params) {
            return Vec::new();
        }
        let serial = |at: usize| patterns.serial_ps(params.serial).map(|both| both[at]);
        let one = match kind {
            Kind::Frequency => self.ones.frequency_p(),
            Kind::BlockFrequency => self.blocks.p(),
            Kind::Runs => self.ones.runs_p(),
            Kind::LongestRun => self.longest.p(&plan.longest),
            Kind::Rank => self.ranks.p(),
            Kind::Spectral => self.peaks.p(params.spectral),
            Kind::Template => return self.templates.ps(params.template),
            Kind::OverlappingTemplate => self.overlaps.p(&plan.overlapping),
            Kind::Universal => plan.universal.as_ref().and_then(|shape| self.maurer.p(shape)),
            Kind::LinearComplexity => self.complexities.p(&plan.linear),
            Kind::Serial1 => serial(0),
            Kind::Serial2 => serial(1),
            Kind::ApproximateEntropy => patterns.entropy_p(params.entropy),
            Kind::CusumForward => self.forward.p(),
            Kind::CusumBackward => self.backward.p(),
            Kind::Excursions => return self.excursions.ps(),
            Kind::ExcursionsVariant => return self.variant.ps(),
        };
        one.into_iter().collect()
    }

    /// Every template and state by itself, of the tests that are judged by their most unusual one.
    pub(super) fn parts(&self, patterns: &Patterns, plan: &Plan) -> Vec<Part> {
        let m = plan.params.template;
        let templates = plan.templates.iter().map(|t| template::bits_of(*t, m)).collect();
        let states = |count: usize, state: fn(usize) -> i64| {
            (0..count).map(|at| format!("{:+}", state(at))).collect()
        };
        let all: [(Kind, Vec<String>, Vec<f64>); 3] = [
            (Kind::Template, templates, self.templates.statistics(m)),
            (Kind::Excursions, states(STATES, near_state), self.excursions.sums()),
            (Kind::ExcursionsVariant, states(VARIANT_STATES, far_state), self.variant.sums()),
        ];
        let parts = all.into_iter().flat_map(|(kind, names, statistics)| {
            // No p-values where the test did not run, and so no parts.
            let ps = self.ps(kind, patterns, plan).into_iter();
            let found = names.into_iter().zip(statistics).zip(ps);
            found.map(move |((name, statistic), p)| Part { test: kind.key(), name, statistic, p })
        });
        parts.collect()
    }

    /// A name with what only the data tell: the most unusual template or state.
    pub(super) fn detail(&self, kind: Kind, plan: &Plan) -> String {
        let m = plan.params.template;
        match kind {
            Kind::Template => self.templates.worst(m).map(|worst| {
                format!(", most unusual {}", template::bits_of(plan.templates[worst], m))
            }),
            Kind::Excursions => self.excursions.worst().map(|x| format!(", most unusual {x:+}")),
            Kind::ExcursionsVariant => {
                self.variant.worst().map(|x| format!(", most unusual {x:+}"))
            }
            _ => None,
        }
        .unwrap_or_default()
    }
}
