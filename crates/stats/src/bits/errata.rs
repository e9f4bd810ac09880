//! Where SP 800-22 or the program that goes with it is wrong, and what is done here instead.
//!
//! What is misprinted in the worked examples concerns nobody's data and stands in `tests/nist/`.

use super::params::Params;
use super::spectral::SpectralVariance;
use super::universal::UniversalVariance;
use crate::battery::{Outcome, Test};

/// (key of the test, whether it concerns a test that ran or one that did not, what is published, what
/// is done here).
const ERRATA: &[(&str, bool, &str, &str)] = &[
    (
        "bits.spectral",
        true,
        "the variance n * .95 * .05 / 4 is too small: one fair sequence in 68 falls below .01, not \
         one in 100.",
        "divisor 3.8 (Pareschi, Rovatti and Setti 2012); the published one can be chosen.",
    ),
    (
        "bits.overlapping_template",
        true,
        "sts-2.1.2 overwrites the corrected class chances with an approximation.",
        "exact chances; for the first million bits of pi p = .260718 where sts prints .296897.",
    ),
    (
        "bits.linear_complexity",
        true,
        "the first class chance is .01047, so the chances do not sum to one.",
        "exactly 1/96; for the first million bits of e, M = 1000, p = .844738 where sts prints \
         .845406.",
    ),
    (
        "bits.longest_run",
        true,
        "class chances are rounded to four digits.",
        "exact chances; for the first million bits of pi p = .027295 where sts prints .024390.",
    ),
    (
        "bits.universal",
        true,
        "Maurer's factor for the dependence of distances gives a standard deviation 2.3% too small \
         at one million bits.",
        "the exact variance (as Coron and Naccache 1998); the published one can be chosen.",
    ),
    (
        "bits.excursions",
        false,
        "with fewer than 500 cycles sts prints p = 0.000000, which reads as a failure.",
        "not run, with the reason: 38% of fair sequences of a million bits have too few cycles.",
    ),
    (
        "bits.runs",
        false,
        "where the share of ones is too far from one half sts prints p = 0.000000.",
        "not run; the frequency test gives the verdict.",
    ),
    (
        "bits.approximate_entropy",
        true,
        "m < log2 n - 5 still allows lengths at which the statistic is biased by a third of its \
         standard deviation.",
        "m is lowered until the bias is below a tenth.",
    ),
    (
        "bits.frequency.uniformity",
        true,
        "the uniformity of p-values of several sequences is judged as if they were continuous and \
         exact.",
        "the counts of all sequences are judged as one first; uniformity is judged up to 2,000 \
         sequences, beyond which the approximation behind the p-values itself would show.",
    ),
];

/// Those that concern these tests, as sentences.
pub(super) fn notes(tests: &[Test], params: &Params) -> Vec<String> {
    let concerned = |key: &str, ran: bool| {
        tests.iter().find(|t| t.key == key).filter(|test| match test.outcome {
            Outcome::Ran(_) => ran,
            Outcome::NotRun { .. } => !ran,
            Outcome::Insufficient { .. } => false,
        })
    };
    let published = |key: &str| match key {
        "bits.spectral" => params.spectral == SpectralVariance::Published,
        "bits.universal" => params.universal == UniversalVariance::Published,
        _ => false,
    };
    let note = |(key, ran, what, ours): &(&str, bool, &str, &str)| {
        let name = &concerned(key, *ran)?.name;
        let ours = if published(key) { "the published one, as was chosen." } else { ours };
        Some(format!("SP 800-22, {name}: {what} Here: {ours}"))
    };
    ERRATA.iter().filter_map(note).collect()
}
