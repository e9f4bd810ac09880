//! Where SP 800-22 or the program that goes with it is wrong, and what is done here instead.
//!
//! What is misprinted in the worked examples concerns nobody's data and stands in `tests/nist/`.

use super::params::Params;
use crate::battery::{Outcome, Test};

/// One a line: key of the test, whether of one that ran, what is published, what is done here.
const ERRATA: &str = include_str!("errata.txt");

/// Those that concern these tests, as sentences.
pub(super) fn notes(tests: &[Test], params: &Params) -> Vec<String> {
    let concerned = |key: &str, ran: bool| {
        tests.iter().find(|t| t.key == key).filter(|test| match test.outcome {
            Outcome::Ran(_) => ran,
            Outcome::NotRun { .. } => !ran,
            Outcome::Insufficient { .. } => false,
        })
    };
    let published =
        |key: &str| params.published && ["bits.spectral", "bits.universal"].contains(&key);
    let note = |line: &str| {
        let [key, ran, what, ours] = line.split(" | ").collect::<Vec<_>>().try_into().ok()?;
        let name = &concerned(key, ran == "ran")?.name;
        let ours = if published(key) { "the published one, as was chosen." } else { ours };
        Some(format!("SP 800-22, {name}: {what} Here: {ours}"))
    };
    ERRATA.lines().filter_map(note).collect()
}

/// A line that could not be read would be left out without a word.
#[cfg(test)]
#[test]
fn every_line_names_a_test_and_says_four_things() {
    for line in ERRATA.lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        assert_eq!(fields.len(), 4, "{line}");
        assert!(["ran", "did not run"].contains(&fields[1]), "{line}");
        let key = fields[0].trim_end_matches(".uniformity");
        assert!(super::params::ENTRIES.iter().any(|entry| entry.key == key), "{line}");
    }
}
