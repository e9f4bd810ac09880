//! The golden decks of `fixtures/randomness` against the reference values, which were computed by an
//! independent program: every statistic and every p-value of both references; and the recorded cards.
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
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    std::fs::read(folder.join(name)).unwrap()
}

fn reference() -> Value {
    serde_json::from_slice(&fixture("randomness/reference.json")).unwrap()
}

/// The decks of a golden set.
fn decks(set: &Value) -> Vec<u8> {
    fixture(&format!("randomness/{}", set["file"].as_str().unwrap()))
}

/// The battery of the first cards of each deck, one after the other, in this layout.
fn battery(cards: &[u8], of_each: usize, layout: Layout, options: Options) -> Battery {
    let mut deals = Deals::new(52, 1, options).unwrap();
    cards.chunks(of_each).for_each(|deck| deals.push(layout, deck, &[]).unwrap());
    deals.battery()
}

/// Names of the reference file and of our tests of whole decks.
const NAMES: [(&str, &str); 12] = [
    ("pos_chi2", "position_card"),
    ("pos_max", "position_max"),
    ("adj_sym", "adjacency"),
    ("adj_max", "pair_max"),
    ("lehmer", "lehmer"),
    ("desc", "descents"),
    ("rise", "rises"),
    ("fix", "fixed_points"),
    ("cyc", "cycles"),
    ("succ", "successions"),
    ("parity", "parity"),
    ("spearman", "spearman"),
];

fn figures<'a>(battery: &'a Battery, key: &str) -> &'a Figures {
    battery.test(key).unwrap().figures().unwrap()
}

fn near(ours: f64, theirs: f64, what: &str) {
    let apart = (ours - theirs).abs() / theirs.abs().max(f64::MIN_POSITIVE);
    assert!(apart < 1e-9, "{what}: {ours} is not {theirs}");
}

/// The figures of one test are those of the reference.
fn agree(figures: &Figures, golden: &Value, what: &str) {
    let number = |key: &str| golden[key].as_f64();
    if let (Law::Poisson { .. }, Some(sum)) = (&figures.law, number("sum")) {
        // Rare counts of parts of decks have another law than those of whole ones.
        return near(figures.statistic, sum, what);
    }
    near(figures.p.p(), number("p").unwrap(), &format!("{what} p"));
    match (number("stat"), number("max_cell"), number("min_cell")) {
        (Some(stat), ..) => near(figures.statistic, stat, what),
        (_, Some(max), Some(min)) => assert!([max, min].contains(&figures.statistic), "{what}"),
        _ => panic!("{what}: no statistic in the reference"),
    }
    if let Some(df) = number("df") {
        assert_eq!(figures.law, Law::ChiSquare { df }, "{what}");
    }
}

/// As whole decks, and as deals of 52 cards that might as well be fewer.
#[test]
fn every_golden_value() {
    let mut compared = 0;
    let all = Layout::Ordered { dealt: 52 };
    for (set, values) in reference()["golden_decks"]["sets"].as_object().unwrap() {
        let whole = battery(&decks(values), 52, all, Options::decks(52));
        let deals = battery(&decks(values), 52, all, Options::cards_52());
        assert_eq!((whole.n, deals.n), (1000, 1000));
        for (part, reference) in [("ABS", "fixed"), ("REL (vs previous deck)", "previous")] {
            let golden = values["stats"][part].as_object().unwrap();
            // The others show nothing that these do not (`deal/registered.rs`).
            assert_eq!(golden.len(), NAMES.len() + 10, "{set} {part}");
            for (theirs, ours) in NAMES {
                let of_deals = match (ours, reference) {
                    ("position_card", "previous") => "position_position",
                    ("spearman", _) => "trend",
                    (ours, _) => ours,
                };
                let mut same = |battery: &Battery, key: &str| {
                    let key = format!("{reference}.{key}");
                    agree(figures(battery, &key), &golden[theirs], &format!("{set} {key}"));
                    compared += 1;
                };
                same(&whole, ours);
                if !["cycles", "parity"].contains(&ours) {
                    same(&deals, of_deals);
                }
            }
        }
    }
    assert_eq!(compared, 48 + 40);
}

/// Card codes of `As` and its like, as the fixture writes them.
fn code(text: &str) -> u8 {
    let at = |all: &str, i: usize| all.find(&text[i..=i]).unwrap() as u8;
    at("cdhs", 1) * 13 + at("23456789TJQKA", 0)
}

/// 10,000 hands of twelve cards, dealt by someone else's software.
#[test]
fn recorded_cards_have_the_figures_of_an_independent_program() {
    let text = String::from_utf8(fixture("recorded-cards/source/pluribus_hole_cards.csv")).unwrap();
    let cards: Vec<u8> =
        text.lines().skip(1).flat_map(|line| line.split(',').skip(2).map(code)).collect();
    let dealt = |layout| battery(&cards, 12, layout, Options::cards_52());
    let ordered = dealt(Layout::Ordered { dealt: 12 });
    assert_eq!((ordered.n, ordered.faults.len()), (10_000, 0));
    let reference = reference();
    for (key, other) in [
        ("fixed.position_card", "position_x_card_with_undealt_zone"),
        ("fixed.position_rank", "position_x_rank"),
        ("fixed.position_suit", "position_x_suit"),
        // How often each card is dealt at all says what its undealt count says.
        ("fixed.undealt_card", "pooled_card_frequency"),
    ] {
        let golden = &reference["pluribus_hole_cards"][other];
        let figures = figures(&ordered, key);
        near(figures.statistic, golden["statistic"].as_f64().unwrap(), key);
        assert_eq!(figures.law, Law::ChiSquare { df: golden["df"].as_f64().unwrap() });
    }
    // As six packets of two, in order or not, the twelve cards are the same ones.
    let [both, unordered] = [Layout::packets(6, 2).in_order(), Layout::packets(6, 2)].map(&dealt);
    let same = |one: &Battery, key: &str| {
        near(figures(&both, key).statistic, figures(one, key).statistic, key);
    };
    for key in ["fixed.position_card", "previous.rises", "fixed.undealt_card", "fixed.trend"] {
        same(&ordered, key);
    }
    for key in ["fixed.zone_card", "fixed.same_hand", "previous.kept_together"] {
        same(&unordered, key);
    }
}

#[test]
fn riffles_are_seen_only_against_the_deck_before() {
    let set = &reference()["golden_decks"]["sets"]["riffle7_chained"];
    let all = Layout::Ordered { dealt: 52 };
    let battery = battery(&decks(set), 52, all, Options::decks(52));
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
    let sets = &reference()["golden_decks"]["sets"];
    let [riffled, fair] = ["riffle7_chained", "uniform"].map(|name| decks(&sets[name]));
    let mut in_turn = [1, 2].map(|lag| Deals::new(52, lag, Options::decks(52)).unwrap());
    for (riffled, fair) in riffled.chunks(52).zip(fair.chunks(52)) {
        for decks in &mut in_turn {
            decks.push_deck(riffled).unwrap();
            decks.push_deck(fair).unwrap();
        }
    }
    let [one, two] = in_turn.map(|decks| decks.battery());
    assert!(figures(&one, "previous.rises").p.p() > 1e-4);
    assert!(figures(&two, "previous.rises").p.p() < 1e-50);
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
