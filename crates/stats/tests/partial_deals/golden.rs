//! The golden decks whole, and the recorded cards, against an independent program.

use feltproof_stats::battery::Law;
use feltproof_stats::deal::{Deals, Layout, Options};
use serde_json::Value;

use super::{battery_of, close, fixtures, golden_decks, statistic};

fn reference() -> Value {
    let text = std::fs::read_to_string(fixtures().join("randomness/reference.json")).unwrap();
    serde_json::from_str(&text).unwrap()
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
        let battery = battery_of(&golden_decks(name), Layout::Ordered { dealt: 52 });
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

/// Card codes of `As` and its like, as the fixture writes them.
fn code(text: &str) -> u8 {
    let at = |all: &str, c: char| all.find(c).unwrap() as u8;
    let mut letters = text.chars();
    let rank = at("23456789TJQKA", letters.next().unwrap());
    at("cdhs", letters.next().unwrap()) * 13 + rank
}

/// 10,000 hands of twelve cards, dealt by someone else's software.
fn recorded() -> Vec<Vec<u8>> {
    let file = fixtures().join("recorded-cards/source/pluribus_hole_cards.csv");
    let text = std::fs::read_to_string(file).unwrap();
    let seats: Vec<Vec<u8>> =
        text.lines().skip(1).map(|line| line.split(',').skip(2).map(code).collect()).collect();
    seats.chunks_exact(6).map(<[Vec<u8>]>::concat).collect()
}

#[test]
fn recorded_cards_have_the_figures_of_an_independent_program() {
    let reference = &reference()["pluribus_hole_cards"];
    let battery = battery_of(&recorded(), Layout::Ordered { dealt: 12 });
    assert_eq!(battery.n, 10_000);
    assert_eq!(battery.faults, []);
    for (key, other) in [
        ("fixed.position_card", "position_x_card_with_undealt_zone"),
        ("fixed.position_rank", "position_x_rank"),
        ("fixed.position_suit", "position_x_suit"),
    ] {
        let df = reference[other]["df"].as_f64().unwrap();
        let figures = battery.test(key).unwrap().figures().unwrap();
        close(figures.statistic, reference[other]["statistic"].as_f64().unwrap(), key);
        assert_eq!(figures.law, Law::ChiSquare { df });
    }
    // How often each card is dealt at all says what its undealt count says.
    let pooled = &reference["pooled_card_frequency"];
    let figures = battery.test("fixed.undealt_card").unwrap().figures().unwrap();
    assert_eq!(figures.law, Law::ChiSquare { df: pooled["df"].as_f64().unwrap() });
    close(figures.statistic, pooled["statistic"].as_f64().unwrap(), "pooled_card_frequency");
    // As six packets of two, in order or not, the twelve cards are the same ones.
    let packets = Layout::packets(6, 2);
    let both = battery_of(&recorded(), packets.in_order());
    let unordered = battery_of(&recorded(), packets);
    for key in ["fixed.position_card", "previous.rises", "fixed.undealt_card", "fixed.trend"] {
        close(statistic(&both, key), statistic(&battery, key), key);
    }
    for key in ["fixed.zone_card", "fixed.same_hand", "previous.kept_together"] {
        close(statistic(&both, key), statistic(&unordered, key), key);
    }
}

#[test]
fn options_are_refused_that_do_not_fit() {
    let suits = |n| Options { categories: Some(vec![0.5; n]), ..Options::default() };
    assert!(Deals::new(52, 1, suits(2)).is_ok());
    assert!(Deals::new(52, 1, suits(3)).is_err());
    assert!(Deals::new(40, 1, Options::cards_52()).is_err());
    assert!(Deals::new(52, 0, Options::default()).is_err());
    assert!(Deals::new(52, 9, Options::default()).is_err());
    assert!(Deals::new(65, 1, Options::default()).is_err());
    assert!(Deals::new(3, 1, Options::default()).is_err());
}
