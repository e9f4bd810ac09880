//! Partial deals against values computed elsewhere: the golden decks and the recorded cards of
//! `fixtures`, whose statistics an independent program computed, and traps that must stay shut.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use std::path::PathBuf;

use feltproof_stats::battery::{Battery, Law};
use feltproof_stats::deal::{Deals, Layout, Options};
use serde_json::Value;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn reference() -> Value {
    let text = std::fs::read_to_string(fixtures().join("randomness/reference.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn golden(name: &str) -> Vec<Vec<u8>> {
    let file = fixtures().join(format!("randomness/golden_{name}_1000.bin"));
    std::fs::read(file).unwrap().chunks_exact(52).map(<[u8]>::to_vec).collect()
}

/// The battery of the first `k` cards of each deck.
fn first(decks: &[Vec<u8>], k: u8) -> Battery {
    let mut deals = Deals::new(52, 1, Options::cards_52()).unwrap();
    for deck in decks {
        deals.push(Layout::Ordered { dealt: k }, &deck[..usize::from(k)], &[]).unwrap();
    }
    deals.battery()
}

fn close(ours: f64, theirs: f64, what: &str) {
    assert!(
        (ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0),
        "{what}: {ours} here, {theirs} there"
    );
}

/// (key here, key of the reference).
const SAME: [(&str, &str); 15] = [
    ("adjacency", "adj_sym"),
    ("direction", "adj_anti"),
    ("lehmer", "lehmer"),
    ("descents", "desc"),
    ("rises", "rise"),
    ("peaks", "peak"),
    ("inverse_peaks", "ipeak"),
    ("inversions", "inv"),
    ("increasing", "lis"),
    ("decreasing", "lds"),
    ("guess", "guess"),
    ("guess_direction", "guess2"),
    ("displacement", "disp"),
    ("trend", "spearman"),
    ("position", "pos_chi2"),
];

/// A deal of all 52 cards is the whole deck: every statistic that the full battery shares must be
/// the one an independent program found.
#[test]
fn a_deal_of_the_whole_deck_is_the_golden_deck() {
    let reference = reference();
    for name in ["uniform", "riffle7_chained"] {
        let battery = first(&golden(name), 52);
        let stats = &reference["golden_decks"]["sets"][name]["stats"];
        for (ours, theirs) in [("fixed", "ABS"), ("previous", "REL (vs previous deck)")] {
            for (key, other) in SAME {
                let key = match (key, ours) {
                    ("position", "fixed") => "position_card",
                    ("position", _) => "position_position",
                    (key, _) => key,
                };
                let what = format!("{name} {ours}.{key}");
                let test = battery.test(&format!("{ours}.{key}")).unwrap();
                let figures = test.figures().unwrap_or_else(|| panic!("{what}: {test:?}"));
                close(figures.statistic, stats[theirs][other]["stat"].as_f64().unwrap(), &what);
                if let Law::ChiSquare { df } = figures.law {
                    close(df, stats[theirs][other]["df"].as_f64().unwrap(), &what);
                }
                close(figures.p.p(), stats[theirs][other]["p"].as_f64().unwrap(), &what);
            }
            for (key, other) in [("position_max", "pos_max"), ("pair_max", "adj_max")] {
                let figures = battery.test(&format!("{ours}.{key}")).unwrap().figures().unwrap();
                close(figures.p.p(), stats[theirs][other]["p"].as_f64().unwrap(), key);
            }
            for (key, other) in
                [("fixed_points", "fix"), ("successions", "succ"), ("reverse_successions", "dsucc")]
            {
                let figures = battery.test(&format!("{ours}.{key}")).unwrap().figures().unwrap();
                close(figures.statistic, stats[theirs][other]["sum"].as_f64().unwrap(), key);
            }
        }
    }
}
