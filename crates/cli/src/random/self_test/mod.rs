//! The batteries tested themselves: how often they accuse a fair source, how often they see a known
//! defect, and whether either is worse than it must be.

mod tables;

use crate::Ending;
use crate::args::{Judging, Shuffle};
use crate::print::print_as;
use crate::progress;
use feltproof_stats::bits::{Bits, Params};
use feltproof_stats::defects::{self, Chance, streams};
use feltproof_stats::trial::{self, Calibration, Power, View};
use feltproof_stats::{Battery, Rule, verdict};
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::ops::Range;

/// Probability of calling a sound battery out of size, over one whole table.
const FALSE_ALARM: f64 = 1e-3;
/// Rounds at which false alarms are counted.
const SIZE_ROUNDS: [u64; 3] = [100, 1_000, 10_000];
/// Rounds at which defects are looked for: a share of the replications, since the longer ones vary
/// less from one to the next.
const POWER_ROUNDS: [(u64, u64); 2] = [(1_000, 1), (10_000, 3)];
/// Draws at which false alarms of integer streams are counted.
const SIZE_DRAWS: [u64; 3] = [1_000, 10_000, 100_000];
/// Draws at which flaws of integer streams are looked for.
const POWER_DRAWS: [(u64, u64); 3] = [(1_000, 1), (10_000, 3), (100_000, 10)];
/// Bits of a sequence in the self-test of bit streams, long enough for all but the universal test's
/// longest form.
const SEQUENCE_BITS: usize = 1 << 20;
/// A bit stream takes ten milliseconds; this many replications of the self-test make one.
const PER_SEQUENCE: u64 = 4;
/// What one thread does at a time.
const SEEDS_AT_ONCE: u64 = 4;
/// Replications of power are so many times fewer than those of false alarms: a defect is seen or not.
const POWER_SHARE: u64 = 5;

/// A flaw that one sequence shows about half the time.
const SUBTLE_FLAW: &str = "biased 50.1 %";

#[derive(Default)]
pub(crate) struct Proof {
    replications: u64,
    rng_seed: u64,
    /// What was looked at, in words, and its false alarms at each number of observations.
    sizes: Vec<(String, Vec<(u64, Calibration)>)>,
    power: Power,
    /// (name, what is wrong) of each defect.
    defects: Vec<(String, String)>,
    /// Flaws of bit streams and whether they were seen.
    bit_flaws: Vec<(String, String, bool)>,
}

impl Proof {
    fn new(judging: &Judging) -> Self {
        Self {
            replications: judging.replications.into(),
            rng_seed: judging.rng_seed,
            ..Self::default()
        }
    }

    /// Counts false alarms of each view of a fair source at each number of observations.
    fn false_alarms<E: ToString>(
        &mut self,
        views: &[&str],
        sizes: &[u64],
        replications: u64,
        bar: &ProgressBar,
        make: impl Fn(u64, u64) -> Result<Vec<Battery>, E> + Sync,
    ) -> Result<(), String> {
        let mut rows = vec![Vec::new(); views.len()];
        for &n in sizes {
            let mut sum = Vec::new();
            let part = |seeds| trial::calibrate(seeds, |seed| make(n, seed));
            let part = |seeds| part(seeds).map_err(|e| e.to_string());
            shared(self.seeds(replications), part, |p| trial::merge_calibrations(&mut sum, p))?;
            rows.iter_mut().zip(sum).for_each(|(list, calibration)| list.push((n, calibration)));
            bar.inc(1);
        }
        self.sizes.extend(views.iter().map(ToString::to_string).zip(rows));
        Ok(())
    }

    /// Looks for a defect in each number of observations, over a share of the replications.
    fn look_for<E: ToString>(
        &mut self,
        (defect, words): (&str, &str),
        sizes: &[(u64, u64)],
        views: &[View],
        make: impl Fn(u64, u64) -> Result<Vec<Battery>, E> + Sync,
    ) -> Result<(), String> {
        for &(n, share) in sizes {
            let many = (self.replications / POWER_SHARE / share).max(1);
            let part = |seeds| trial::power(defect, n, views, seeds, |seed| make(n, seed));
            let part = |seeds| part(seeds).map_err(|e| e.to_string());
            shared(self.seeds(many), part, |part| self.power.merge(part))?;
        }
        self.defects.push((defect.to_owned(), words.to_owned()));
        Ok(())
    }

    fn seeds(&self, many: u64) -> Range<u64> {
        let from = self.rng_seed.wrapping_mul(1 << 32);
        from..from.saturating_add(many.max(1))
    }

    /// Whether false alarms or power are worse than chance explains.
    fn sound(&self) -> bool {
        let sizes = self.sizes.iter().flat_map(|(_, rows)| rows);
        sizes.into_iter().all(|(_, calibration)| calibration.out_of_size(FALSE_ALARM).is_empty())
            && trial::compare(&self.power).holds()
            && self.bit_flaws.iter().all(|(name, _, seen)| *seen || name == SUBTLE_FLAW)
    }
}

/// Gives the threads ranges of seeds; the sums do not depend on who took which.
fn shared<T: Send>(
    seeds: Range<u64>,
    make: impl Fn(Range<u64>) -> Result<T, String> + Sync,
    mut merge: impl FnMut(T),
) -> Result<(), String> {
    let starts: Vec<u64> = seeds.clone().step_by(SEEDS_AT_ONCE as usize).collect();
    let parts: Vec<Result<T, String>> =
        starts.into_par_iter().map(|s| make(s..(s + SEEDS_AT_ONCE).min(seeds.end))).collect();
    parts.into_iter().try_for_each(|part| part.map(&mut merge))
}

pub(crate) fn decks(args: &Shuffle) -> Result<Ending, String> {
    let mut proof = Proof::new(&args.judging);
    let views = [View::Full, View::First(35)];
    let steps = SIZE_ROUNDS.len() + defects::ALL.len();
    let bar = progress::over_steps(steps as u64, "Testing the battery");
    let fair = defects::named("uniform").ok_or("the fair source is not among the defects")?;
    let names = ["full decks", "the first 35 cards of each deck"];
    proof.false_alarms(&names, &SIZE_ROUNDS, proof.replications, &bar, |rounds, seed| {
        trial::decks(fair, seed, rounds, &views)
    })?;
    for defect in defects::ALL {
        let make = |rounds, seed| trial::decks(defect, seed, rounds, &views);
        proof.look_for((defect.name, defect.words), &POWER_ROUNDS, &views, make)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(&args.judging, &proof)
}

pub(crate) fn streams(judging: &Judging) -> Result<Ending, String> {
    let mut proof = Proof::new(judging);
    let steps = SIZE_DRAWS.len() + streams::ALL.len() + defects::bits::ALL.len();
    let bar = progress::over_steps(steps as u64, "Testing the battery");
    let fair = streams::named("uniform").ok_or("the fair source is not among the flaws")?;
    let draws_of = format!("draws of {} symbols", streams::SYMBOLS);
    proof.false_alarms(&[&draws_of], &SIZE_DRAWS, proof.replications, &bar, |draws, seed| {
        trial::stream(fair, seed, draws).map(|battery| vec![battery])
    })?;
    for flaw in streams::ALL {
        let make = |draws, seed| trial::stream(flaw, seed, draws).map(|battery| vec![battery]);
        proof.look_for((flaw.name, flaw.words), &POWER_DRAWS, &[View::Stream], make)?;
        bar.inc(1);
    }
    bits(&mut proof, &bar)?;
    bar.finish_and_clear();
    report(judging, &proof)
}

/// False alarms of the bit tests on one sequence, and the named flaws.
fn bits(proof: &mut Proof, bar: &ProgressBar) -> Result<(), String> {
    let sequences = (proof.replications / PER_SEQUENCE).max(1);
    let bits = [SEQUENCE_BITS as u64];
    proof.false_alarms(&["one sequence of bits"], &bits, sequences, bar, |_, seed| {
        let mut chance = Chance::new(seed);
        let words: Vec<u64> = (0..SEQUENCE_BITS / 64).map(|_| chance.double_word()).collect();
        Ok::<_, String>(vec![judged(&words)])
    })?;
    for flaw in defects::bits::ALL.iter().filter(|flaw| flaw.name != "uniform") {
        let mut source = flaw.source(proof.rng_seed);
        let words: Vec<u64> = (0..SEQUENCE_BITS / 64).map(|_| source.word()).collect();
        let verdict = verdict::judge(&judged(&words), Rule::at(trial::LEVEL));
        let seen = !verdict.departures.is_empty();
        proof.bit_flaws.push((flaw.name.to_owned(), flaw.words.to_owned(), seen));
        bar.inc(1);
    }
    Ok(())
}

fn judged(words: &[u64]) -> Battery {
    let mut bits = Bits::new(Params { length: SEQUENCE_BITS, ..Params::default() });
    bits.push_sequence(words);
    bits.battery()
}

fn report(judging: &Judging, proof: &Proof) -> Result<Ending, String> {
    print_as(judging.format, || tables::text(proof), || wire(proof))?;
    Ok(if proof.sound() { Ending::Nothing } else { Ending::Found })
}

fn wire(proof: &Proof) -> Value {
    let mut sizes = Vec::new();
    for (what, rows) in &proof.sizes {
        for (observations, calibration) in rows {
            let tests = calibration.tests.iter().map(|(key, s)| {
                let value = json!({
                    "registered": s.registered, "ran": s.ran, "p_at_most_05": s.at_05,
                    "p_at_most_01": s.at_01, "could_fit_too_well": s.could_fit,
                    "too_good_at_most_01": s.too_good, "insufficient": s.insufficient,
                    "not_run": s.not_run,
                });
                (key.clone(), value)
            });
            let out = calibration.out_of_size(FALSE_ALARM).into_iter().map(|o| {
                json!({ "key": o.key, "what": o.what, "seen": o.seen, "of": o.of,
                        "nominal": o.nominal, "above": o.above, "p": o.p })
            });
            sizes.push(json!({
                "source": what, "observations": observations,
                "replications": calibration.replications,
                "verdicts_at_05": calibration.verdicts_05,
                "verdicts_at_01": calibration.verdicts_01,
                "verdicts_too_good": calibration.verdicts_too_good,
                "tests": tests.collect::<Value>(), "out_of_size": out.collect::<Value>(),
            }));
        }
    }
    let comparison = trial::compare(&proof.power);
    let power = comparison.cells.iter().map(|c| {
        json!({ "defect": c.defect, "view": format!("{:?}", c.view), "observations": c.rounds,
                "seen": c.ours.rejected, "of": c.ours.replications,
                "reference_seen": c.reference.rejected, "reference_of": c.reference.replications,
                "p_lower": c.p_lower })
    });
    let power = json!({
        "cells": power.collect::<Value>(), "lower_cells": comparison.lower.len(),
        "pooled_p": comparison.pooled,
    });
    let flaws = proof.bit_flaws.iter();
    let flaws =
        flaws.map(|(name, words, seen)| json!({ "flaw": name, "words": words, "seen": seen }));
    json!({
        "schema": "feltproof-self-test-1",
        "replications": proof.replications,
        "rng_seed": proof.rng_seed,
        "sound": proof.sound(),
        "sizes": sizes,
        "power": power,
        "bit_flaws": flaws.collect::<Value>(),
        "beyond_statistics": trial::BEYOND,
    })
}
