//! The golden decks of `fixtures/randomness` against the reference values, which were computed by an
//! independent program: every statistic and every p-value of both references.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::float_arithmetic,
    reason = "a test; probabilities are its matter"
)]

use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::{Battery, Figures, Law};
use serde_json::Value;
use std::path::PathBuf;

fn fixture(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/randomness");
    std::fs::read(folder.join(name)).unwrap()
}

fn sets() -> Value {
    let all: Value = serde_json::from_slice(&fixture("reference.json")).unwrap();
    all["golden_decks"]["sets"].clone()
}

fn counting(lag: usize) -> Deals {
    Deals::new(52, lag, Options::decks(52)).unwrap()
}

fn battery(set: &Value) -> Battery {
    let mut decks = counting(1);
    for deck in fixture(set["file"].as_str().unwrap()).chunks(52) {
        decks.push_deck(deck).unwrap();
    }
    decks.battery()
}

/// Names of the reference file and of our tests.
const NAMES: [(&str, &str); 22] = [
    ("pos_chi2", "position_card"),
    ("pos_max", "position_max"),
    ("adj_sym", "adjacency"),
    ("adj_anti", "direction"),
    ("adj_max", "pair_max"),
    ("lehmer", "lehmer"),
    ("desc", "descents"),
    ("rise", "rises"),
    ("peak", "peaks"),
    ("ipeak", "inverse_peaks"),
    ("inv", "inversions"),
    ("lis", "increasing"),
    ("lds", "decreasing"),
    ("fix", "fixed_points"),
    ("cyc", "cycles"),
    ("succ", "successions"),
    ("dsucc", "reverse_successions"),
    ("guess", "guess"),
    ("guess2", "guess_direction"),
    ("parity", "parity"),
    ("disp", "displacement"),
    ("spearman", "spearman"),
];

fn figures<'a>(battery: &'a Battery, reference: &str, name: &str) -> &'a Figures {
    battery.test(&format!("{reference}.{name}")).unwrap().figures().unwrap()
}

fn near(ours: f64, theirs: f64, what: &str) {
    let apart = (ours - theirs).abs() / theirs.abs().max(f64::MIN_POSITIVE);
    assert!(apart < 1e-9, "{what}: {ours} is not {theirs}");
}

#[test]
fn every_golden_value() {
    let sets = sets();
    let mut compared = 0;
    for (set, values) in sets.as_object().unwrap() {
        let battery = battery(values);
        assert_eq!(battery.n, 1000);
        for (part, reference) in [("ABS", "fixed"), ("REL (vs previous deck)", "previous")] {
            let golden = values["stats"][part].as_object().unwrap();
            assert_eq!(golden.len(), NAMES.len(), "{set} {part}");
            for (theirs, ours) in NAMES {
                let what = format!("{set} {reference}.{ours}");
                let (golden, figures) = (&golden[theirs], figures(&battery, reference, ours));
                let number = |key: &str| golden[key].as_f64();
                near(figures.p.p(), number("p").unwrap(), &format!("{what} p"));
                match (number("stat"), number("max_cell"), number("min_cell")) {
                    (Some(stat), ..) => near(figures.statistic, stat, &what),
                    (_, Some(max), Some(min)) => {
                        assert!([max, min].contains(&figures.statistic), "{what}");
                    }
                    _ => panic!("{what}: no statistic in the reference"),
                }
                if let Some(df) = number("df") {
                    assert_eq!(figures.law, Law::ChiSquare { df }, "{what}");
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 88);
}

#[test]
fn riffles_are_seen_only_against_the_deck_before() {
    let sets = sets();
    let battery = battery(&sets["riffle7_chained"]);
    let least = |reference: &str| {
        let of = battery.tests.iter().filter(|t| t.key.starts_with(reference) && t.registered);
        of.filter_map(|t| Some(t.figures()?.p.p())).fold(1.0, f64::min)
    };
    assert!(least("fixed.") > 1e-3);
    assert!(least("previous.") < 1e-100);
}

#[test]
fn decks_in_turn_are_compared_two_back() {
    // Two machines in turn: at lag 2 each is compared with itself, and the riffles show again.
    let sets = sets();
    let riffled = fixture(sets["riffle7_chained"]["file"].as_str().unwrap());
    let fair = fixture(sets["uniform"]["file"].as_str().unwrap());
    let mut in_turn = [counting(1), counting(2)];
    for (riffled, fair) in riffled.chunks(52).zip(fair.chunks(52)) {
        for decks in &mut in_turn {
            decks.push_deck(riffled).unwrap();
            decks.push_deck(fair).unwrap();
        }
    }
    let [one, two] = in_turn.map(|decks| decks.battery());
    assert!(figures(&one, "previous", "rises").p.p() > 1e-4);
    assert!(figures(&two, "previous", "rises").p.p() < 1e-50);
    assert_eq!(two.test("previous.rises").unwrap().n, 1998);
}

/// No p-value is below the probability of the least likely decks, (52!)^-R, nor with sets of cards in two
/// hands of five below C(52, 5)^-R C(47, 5)^-R.
#[test]
fn no_p_value_is_below_that_of_the_least_likely_decks() {
    let smallest = |battery: &Battery| {
        let lns = battery.tests.iter().filter_map(|test| Some(test.figures()?.p.ln()));
        lns.fold(0.0, f64::min)
    };
    let deck: Vec<u8> = (0..52).collect();
    let mut decks = Deals::new(52, 1, Options::decks(52)).unwrap();
    let mut hands = Deals::new(52, 1, Options::cards_52()).unwrap();
    for _ in 0..300 {
        decks.push_deck(&deck).unwrap();
        hands.push(Layout::packets(2, 5), &deck[..10], &[]).unwrap();
    }
    let ln_deck: f64 = (1..=52).map(|k| f64::from(k).ln()).sum();
    let ln_hands = (2_598_960.0 * 1_533_939.0_f64).ln();
    for (battery, least) in [(decks.battery(), ln_deck), (hands.battery(), ln_hands)] {
        let found = smallest(&battery);
        assert!((found / (-300.0 * least) - 1.0).abs() < 1e-9, "{found} {least}");
    }
}
