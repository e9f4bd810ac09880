//! Appendix B of the standard: the first million bits of pi, e, sqrt 2 and sqrt 3.

use feltproof_stats::bits::{Params, SpectralVariance, UniversalVariance, sequence};

use crate::expansions::{E, PI, SQRT2, SQRT3, packed};
use crate::streams::{part, parts};

/// The published p-values, except where `ERRATA` names a rounded constant: longest run and linear
/// complexity are as another implementation prints them with exact class chances, and overlapping
/// templates are left out.
const KEYS: [&str; 12] = [
    "bits.frequency",
    "bits.block_frequency",
    "bits.cusum_forward",
    "bits.cusum_backward",
    "bits.runs",
    "bits.spectral",
    "bits.universal",
    "bits.approximate_entropy",
    "bits.serial_1",
    "bits.longest_run",
    "bits.linear_complexity",
    "bits.rank",
];

const PUBLISHED: [[f64; 12]; 4] = [
    [
        0.578211, 0.380615, 0.628308, 0.663369, 0.419268, 0.010186, 0.669012, 0.361595, 0.143005,
        0.027295, 0.246801, 0.083553,
    ],
    [
        0.953749, 0.211072, 0.669887, 0.724266, 0.561917, 0.847187, 0.282568, 0.700073, 0.766182,
        0.718366, 0.826202, 0.306156,
    ],
    [
        0.811881, 0.833222, 0.879009, 0.957206, 0.313427, 0.581909, 0.130805, 0.884740, 0.861925,
        0.013472, 0.321866, 0.823810,
    ],
    [
        0.610051, 0.473961, 0.917121, 0.689519, 0.261123, 0.776046, 0.165981, 0.180481, 0.157500,
        0.464612, 0.338199, 0.314498,
    ],
];

/// Template 000000001, excursions at +1, variant at -1.
const PARTS: [[f64; 3]; 4] = [
    [0.165757, 0.844143, 0.760966],
    [0.078790, 0.786868, 0.826009],
    [0.569461, 0.216235, 0.566118],
    [0.532235, 0.783283, 0.155066],
];

#[test]
fn appendix_b() {
    let published = Params {
        spectral: SpectralVariance::Published,
        universal: UniversalVariance::Published,
        ..Params::default()
    };
    for (at, bits) in [&*PI, &*E, &*SQRT2, &*SQRT3].into_iter().enumerate() {
        let words = packed(bits);
        let tests = sequence(&words, bits.len(), &published);
        for (key, expected) in KEYS.into_iter().zip(PUBLISHED[at]) {
            let test = tests.iter().find(|test| test.key == key).unwrap();
            let p = test.figures().unwrap().p.p();
            assert!((p - expected).abs() < 2e-6, "{at} {key}: {p} is not {expected}");
        }
        let parts = parts(bits);
        let parts = [
            part(&parts, "bits.template", "000000001"),
            part(&parts, "bits.excursions", "+1"),
            part(&parts, "bits.excursions_variant", "-1"),
        ];
        for (p, expected) in parts.into_iter().zip(PARTS[at]) {
            assert!((p - expected).abs() < 2e-6, "{at}: {p} is not {expected}");
        }
    }
}
