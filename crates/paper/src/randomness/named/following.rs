//! What departs in how observations follow each other: outcomes in a row, patterns of bits, gaps, columns and waves.
#![allow(clippy::float_arithmetic, reason = "probabilities, never money")]

use super::{came, capital, mean, name};
use crate::randomness::number::figure;
use crate::randomness::words::observations;
use crate::words::grouped;
use feltproof_stats::{Most, Randomness, Test};
use std::ops::Range;

/// What comes too often, or too seldom, in how observations follow each other.
pub(super) fn following(r: &Randomness, test: &Test, key: &str, most: &Most) -> Option<String> {
    Some(match most {
        Most::Tuple { labels, step, count, expected } => {
            let often = format!("{} in {}", came(*count), observations(r));
            let expected = mean(*expected);
            format!("{} {often}, where chance gives {expected}", in_a_row(r, labels, *step))
        }
        Most::Gap { lowest, others, is_open, count, expected } => {
            let others = between(others, *is_open);
            let (name, often) = (name(r, lowest - 1), grouped(*count));
            let expected = mean(*expected);
            format!(
                "An outcome up to {name} came with {others} since the last one {often} times, where chance gives {expected}"
            )
        }
        Most::Pattern { bits, count, expected } => {
            let expected = mean(*expected);
            let often = format!("{} in {}", came(*count), observations(r));
            format!(
                "The bits {bits} {often}, where chance gives {expected} by how often their parts came"
            )
        }
        _ => return dependence(test, key, most),
    })
}

/// What departs in how observations, or the bits of samples, hang together.
fn dependence(test: &Test, key: &str, most: &Most) -> Option<String> {
    Some(match most {
        Most::Dependence { follows, on, row, is_before } => {
            let place =
                if *is_before { format!("the {row} before") } else { format!("the same {row}") };
            format!("{} depends on {on} of {place}", capital(follows))
        }
        Most::Distance { distance, count, trials, expected } => {
            let before = match distance {
                1 => "the draw before".to_owned(),
                n => format!("the draw {} before", grouped(*n)),
            };
            let what = match key {
                "draws.gaps" => format!("numbers that came last in {before} were drawn again"),
                _ => format!("draws are like {before}"),
            };
            let (count, trials) = (grouped(*count), grouped(*trials));
            format!("{count} of {trials} {what}, where chance gives {}", mean(*expected))
        }
        Most::Wave { from, to } => {
            let [from, to] = [from, to].map(|draws| figure(*draws, 3));
            format!("The values rise and fall in a wave that comes back after {from} to {to} draws")
        }
        Most::Positions(places) => {
            let places: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
            let (what, with) = match places.len() {
                1 => ("Position", "goes with the same position of the play before"),
                _ => ("Positions", "of a play go together"),
            };
            let correlation = figure(test.figures()?.effect.observed, 3);
            format!(
                "{what} {} {with}: their correlation is {correlation} beyond that of chance",
                places.join(" and ")
            )
        }
        Most::Bit { position, width, distance, count, trials } => {
            let what = match distance {
                0 => "is one in".to_owned(),
                1 => "differs from that of the sample before in".to_owned(),
                n => format!("differs from that of the sample {n} before in"),
            };
            let (bit, expected) = (position + 1, mean(*trials as f64 / 2.0));
            let (count, trials) = (grouped(*count), grouped(*trials));
            format!(
                "Bit {bit} of {width} (1 is the first of a sample) {what} {count} of {trials} samples, where chance gives {expected}"
            )
        }
        _ => return None,
    })
}

/// Outcomes one after another: `3 and then 5`, `3 and two draws later 5`, `1, 2 and 3 in a row`.
fn in_a_row(r: &Randomness, labels: &[Range<usize>], step: usize) -> String {
    let of = |labels: &Range<usize>| match labels.len() {
        1 => name(r, labels.start),
        _ => format!("one of {} to {}", name(r, labels.start), name(r, labels.end - 1)),
    };
    let names: Vec<String> = labels.iter().map(of).collect();
    match (names.as_slice(), step) {
        ([first, last], 1) => format!("{first} and then {last}"),
        ([first, last], _) => format!("{first} and {step} draws later {last}"),
        _ => format!("{} in a row", names.join(", ")),
    }
}

/// How many others stand between two outcomes: `no other`, `3 others`, `4 to 7 others`, `12 or more others`.
fn between(others: &Range<usize>, is_open: bool) -> String {
    let Range { start, end } = others;
    match (others.len(), is_open) {
        (_, true) => format!("{start} or more others"),
        (1, false) if *start == 0 => "no other".to_owned(),
        (1, false) if *start == 1 => "1 other".to_owned(),
        (1, false) => format!("{start} others"),
        _ => format!("{start} to {} others", end - 1),
    }
}
