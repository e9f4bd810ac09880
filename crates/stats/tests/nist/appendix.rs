//! Appendix B of the standard: the first million bits of pi, e, sqrt 2 and sqrt 3.

use feltproof_stats::bits::{Params, sequence};

use crate::nist::expansions::{E, PI, SQRT2, SQRT3, packed};
use crate::nist::streams::{part, parts};

/// The published p-values, except where `errata.txt` names a rounded constant: longest run and linear
/// complexity are as another implementation prints them with exact class chances, and overlapping
/// templates are left out.
const PUBLISHED: &str = include_str!("../data/appendix_b.txt");

#[test]
fn appendix_b() {
    let published = Params { published: true, ..Params::default() };
    assert_eq!(PUBLISHED.lines().skip(1).count(), 12 + 3);
    for (at, bits) in [&*PI, &*E, &*SQRT2, &*SQRT3].into_iter().enumerate() {
        let tests = sequence(&packed(bits), bits.len(), &published);
        let parts = parts(bits);
        for line in PUBLISHED.lines().skip(1) {
            let row: Vec<&str> = line.split(' ').collect();
            let expected: f64 = row[2 + at].parse().unwrap();
            let p = match (row[0], row[1]) {
                (key, "-") => {
                    let test = tests.iter().find(|test| test.key == key).unwrap();
                    test.figures().unwrap().p.p()
                }
                (key, name) => part(&parts, key, name),
            };
            assert!((p - expected).abs() < 2e-6, "{at} {line}: {p} is not {expected}");
        }
    }
}
