//! The batteries tested themselves: how often they accuse a fair source, how often they see a known
//! defect, and whether either is worse than it must be.

mod tables;

use crate::Ending;
use crate::args::{Format, Judging, Shuffle};
use crate::print::print;
use crate::progress;
use feltproof_stats::bits::{Bits, Params};
use feltproof_stats::defects::{self, Chance, streams};
use feltproof_stats::trial::{self, Calibration, Power, View};
use feltproof_stats::{Battery, Rule, verdict};
use rayon::prelude::*;
use serde_json::json;
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

/// What was found out.
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

/// `shuffle --self-test`.
///
/// # Errors
/// None in practice; those of the accumulators.
pub(crate) fn decks(args: &Shuffle) -> Result<Ending, String> {
    let mut proof = Proof::new(&args.judging);
    let views = [View::Full, View::First(35)];
    let steps = SIZE_ROUNDS.len() + defects::ALL.len();
    let bar = progress::over_steps(steps as u64, "Testing the battery");
    let fair = defects::named("uniform").ok_or("the fair source is not among the defects")?;
    let mut all: Vec<Vec<(u64, Calibration)>> = vec![Vec::new(); views.len()];
    for rounds in SIZE_ROUNDS {
        let mut sum = Vec::new();
        shared(
            proof.seeds(proof.replications),
            |seeds| {
                trial::calibrate(seeds, |seed| trial::decks(fair, seed, rounds, &views))
                    .map_err(|e| e.to_string())
            },
            |part| trial::merge_calibrations(&mut sum, part),
        )?;
        all.iter_mut().zip(sum).for_each(|(list, calibration)| list.push((rounds, calibration)));
        bar.inc(1);
    }
    let names = ["full decks", "the first 35 cards of each deck"];
    proof.sizes = names.map(str::to_owned).into_iter().zip(all).collect();
    for defect in defects::ALL {
        for (rounds, share) in POWER_ROUNDS {
            let mut power = std::mem::take(&mut proof.power);
            let many = (proof.replications / POWER_SHARE / share).max(1);
            shared(
                proof.seeds(many),
                |seeds| {
                    let make = |seed| trial::decks(defect, seed, rounds, &views);
                    trial::power(defect.name, rounds, &views, seeds, make)
                        .map_err(|e| e.to_string())
                },
                |part| power.merge(part),
            )?;
            proof.power = power;
        }
        proof.defects.push((defect.name.to_owned(), defect.words.to_owned()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(&args.judging, &proof)
}

/// `rng --self-test`.
///
/// # Errors
/// None in practice; those of the accumulators.
pub(crate) fn streams(judging: &Judging) -> Result<Ending, String> {
    let mut proof = Proof::new(judging);
    let steps = SIZE_DRAWS.len() + streams::ALL.len() + defects::bits::ALL.len();
    let bar = progress::over_steps(steps as u64, "Testing the battery");
    let fair = streams::named("uniform").ok_or("the fair source is not among the flaws")?;
    let mut rows = Vec::new();
    for draws in SIZE_DRAWS {
        let mut sum = Vec::new();
        shared(
            proof.seeds(proof.replications),
            |seeds| {
                trial::calibrate(seeds, |seed| trial::stream(fair, seed, draws).map(|b| vec![b]))
                    .map_err(|e| e.to_string())
            },
            |part| trial::merge_calibrations(&mut sum, part),
        )?;
        rows.extend(sum.pop().map(|calibration| (draws, calibration)));
        bar.inc(1);
    }
    proof.sizes.push((format!("draws of {} symbols", streams::SYMBOLS), rows));
    for flaw in streams::ALL {
        for (draws, share) in POWER_DRAWS {
            let mut power = std::mem::take(&mut proof.power);
            let many = (proof.replications / POWER_SHARE / share).max(1);
            shared(
                proof.seeds(many),
                |seeds| {
                    let make = |seed| trial::stream(flaw, seed, draws).map(|b| vec![b]);
                    trial::power(flaw.name, draws, &[View::Stream], seeds, make)
                        .map_err(|e| e.to_string())
                },
                |part| power.merge(part),
            )?;
            proof.power = power;
        }
        proof.defects.push((flaw.name.to_owned(), flaw.words.to_owned()));
        bar.inc(1);
    }
    bits(&mut proof, &bar)?;
    bar.finish_and_clear();
    report(judging, &proof)
}

/// False alarms of the bit tests on one sequence, and the named flaws.
fn bits(proof: &mut Proof, bar: &indicatif::ProgressBar) -> Result<(), String> {
    let sequences = (proof.replications / PER_SEQUENCE).max(1);
    let mut sum = Vec::new();
    shared(
        proof.seeds(sequences),
        |seeds| {
            trial::calibrate(seeds, |seed| {
                let mut chance = Chance::new(seed);
                let words =
                    (0..SEQUENCE_BITS / 64).map(|_| chance.double_word()).collect::<Vec<_>>();
                Ok::<_, String>(vec![judged(&words)])
            })
        },
        |part| trial::merge_calibrations(&mut sum, part),
    )?;
    let rows =
        sum.pop().map(|calibration| (SEQUENCE_BITS as u64, calibration)).into_iter().collect();
    proof.sizes.push(("one sequence of bits".to_owned(), rows));
    bar.inc(1);
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
    let text = match judging.format {
        Format::Text => tables::text(proof),
        Format::Json => {
            serde_json::to_string_pretty(&wire(proof)).map_err(|e| e.to_string())? + "\n"
        }
    };
    print(text.as_bytes())?;
    Ok(if proof.sound() { Ending::Nothing } else { Ending::Found })
}

fn wire(proof: &Proof) -> serde_json::Value {
    let mut sizes = Vec::new();
    for (what, rows) in &proof.sizes {
        for (observations, calibration) in rows {
            let tests: serde_json::Map<String, serde_json::Value> = calibration
                .tests
                .iter()
                .map(|(key, s)| {
                    let value = json!({
                        "registered": s.registered, "ran": s.ran, "p_at_most_05": s.at_05,
                        "p_at_most_01": s.at_01, "could_fit_too_well": s.could_fit,
                        "too_good_at_most_01": s.too_good, "insufficient": s.insufficient,
                        "not_run": s.not_run,
                    });
                    (key.clone(), value)
                })
                .collect();
            let out: Vec<_> = calibration
                .out_of_size(FALSE_ALARM)
                .iter()
                .map(|o| {
                    json!({ "key": o.key, "what": o.what, "seen": o.seen, "of": o.of,
                            "nominal": o.nominal, "above": o.above, "p": o.p })
                })
                .collect();
            sizes.push(json!({
                "source": what, "observations": observations,
                "replications": calibration.replications,
                "verdicts_at_05": calibration.verdicts_05,
                "verdicts_at_01": calibration.verdicts_01,
                "verdicts_too_good": calibration.verdicts_too_good,
                "tests": tests, "out_of_size": out,
            }));
        }
    }
    let comparison = trial::compare(&proof.power);
    let power: Vec<_> = comparison
        .cells
        .iter()
        .map(|c| {
            json!({ "defect": c.defect, "view": format!("{:?}", c.view), "observations": c.rounds,
                    "seen": c.ours.rejected, "of": c.ours.replications,
                    "reference_seen": c.reference.rejected, "reference_of": c.reference.replications,
                    "p_lower": c.p_lower })
        })
        .collect();
    let flaws: Vec<_> = proof
        .bit_flaws
        .iter()
        .map(|(name, words, seen)| json!({ "flaw": name, "words": words, "seen": seen }))
        .collect();
    json!({
        "schema": "feltproof-self-test-1",
        "replications": proof.replications,
        "rng_seed": proof.rng_seed,
        "sound": proof.sound(),
        "sizes": sizes,
        "power": { "cells": power, "lower_cells": comparison.lower.len(), "pooled_p": comparison.pooled },
        "bit_flaws": flaws,
        "beyond_statistics": trial::BEYOND,
    })
}
