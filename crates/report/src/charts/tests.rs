//! Plots as marks and as SVG: places worked out by hand, nothing overlaps, no data makes them fail.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::scale::{colour, step};
use super::{Chart, WIDTH, charts, law, randomness_charts};
use crate::common::battery::battery;
use crate::common::xml;
use crate::draw::{Colour, Fonts, Mark, RED};
use crate::randomness::plots::Unusual;
use crate::svg::plots_svg;
use feltproof_stats::curve::Curve;
use feltproof_stats::verdict::Adjusted;
use feltproof_stats::{Drift, Heat, Law, Outcome, Prob, Randomness, Rule, State};
use proptest::prelude::*;
use std::sync::OnceLock;

fn fonts() -> &'static Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| Fonts::embedded().unwrap())
}

/// Left, top, right and bottom of every text.
fn texts(d: &Chart<'_>) -> Vec<([f32; 4], String)> {
    let place = |mark: &Mark| match mark {
        Mark::Text { x, baseline, size, face, text, .. } => {
            let right = x + fonts().width(*face, *size, text);
            Some(([*x, baseline - 0.72 * size, right, baseline + 0.2 * size], text.clone()))
        }
        _ => None,
    };
    d.page.marks.iter().filter_map(place).collect()
}

/// Fails on a mark outside the drawing, and on two texts that touch.
fn assert_tidy(d: &Chart<'_>) {
    let inside =
        |x: f32, y: f32| (-0.4..=WIDTH + 0.4).contains(&x) && (-0.4..=d.height + 0.4).contains(&y);
    for mark in &d.page.marks {
        let corners = match mark {
            Mark::Text { .. } => Vec::new(),
            Mark::Rect { x, y, width, height, .. } | Mark::Border { x, y, width, height, .. } => {
                assert!(*width >= 0.0 && *height >= 0.0, "{mark:?}");
                vec![(*x, *y), (x + width, y + height)]
            }
            Mark::Path { points, .. } | Mark::Shape { points, .. } => points.clone(),
        };
        for (x, y) in corners {
            // Borders and arrows of the heat map stand around its edge.
            assert!(inside(x, y) || inside(x - 3.0, y), "{}: {mark:?} {}", d.title, d.height);
        }
    }
    let placed = texts(d);
    for (at, ([left, top, right, bottom], text)) in placed.iter().enumerate() {
        assert!(inside(*left, *top) && inside(*right, *bottom), "{}: {text:?}", d.title);
        for ([l, t, r, b], other) in placed.iter().skip(at + 1) {
            let apart =
                *l >= right - 0.3 || *r <= left + 0.3 || *t >= bottom - 0.3 || *b <= top + 0.3;
            assert!(apart, "{}: {text:?} and {other:?} overlap", d.title);
        }
    }
}

fn all_of(r: &Randomness) -> Vec<(String, Chart<'static>)> {
    charts(r, fonts(), |_| true)
}

fn only<'d>(all: &'d [(String, Chart<'static>)], stem: &str) -> &'d Chart<'static> {
    all.iter().find(|(s, _)| s.starts_with(stem)).map(|(_, d)| d).unwrap()
}

/// A test beside a curve as its law.
fn beside(r: &Randomness, at: usize, curve: Curve) -> Option<Chart<'static>> {
    let test = r.battery.tests.get(at)?;
    Some(law::law(r, &Unusual { test, figures: test.figures()?, curve }, fonts()))
}

fn drift(name: &str, blocks: Vec<(u64, f64)>) -> Drift {
    Drift { key: "fixed.any".to_owned(), name: name.to_owned(), blocks }
}

#[test]
fn the_sample_is_tidy_and_every_plot_is_there_once() {
    let r = battery("decks.csv", 1.0);
    let all = all_of(&r);
    let stems: Vec<&str> = all.iter().map(|(stem, _)| stem.as_str()).collect();
    assert_eq!(
        stems,
        [
            "heat-1-place-by-card",
            "heat-2-place-by-place-in-the-deck-before",
            "p-values",
            "drift",
            "unusual"
        ]
    );
    for (_, d) in &all {
        assert_tidy(d);
        assert!(!d.caption.is_empty() && d.height < 560.0, "{} {}", d.title, d.height);
    }
    // All fifty-two cards are named.
    let names = texts(&all[0].1).iter().filter(|(_, t)| t.ends_with(['♣', '♦', '♥', '♠'])).count();
    assert_eq!(names, 52);
}

/// A map is drawn where a test of what it shows departs, and nowhere else.
#[test]
fn a_map_without_a_departure_is_left_out() {
    let mut r = battery("decks.csv", 0.0);
    let stems = |r: &Randomness| {
        let all = randomness_charts(r, fonts());
        all.into_iter().map(|(stem, _)| stem).filter(|s| s.starts_with("heat")).collect::<Vec<_>>()
    };
    r.verdict.departures.clear();
    assert!(stems(&r).is_empty());
    let departs = |key: &str| Adjusted { key: key.to_owned(), ln_adjusted: -30.0 };
    r.verdict.departures = vec![departs("fixed.position_max")];
    assert_eq!(stems(&r), ["heat-1-place-by-card"]);
    r.verdict.departures = vec![departs("fixed.cycles"), departs("previous.position_max")];
    assert_eq!(stems(&r), ["heat-2-place-by-place-in-the-deck-before"]);
    // What lies within two standard deviations has the colour of chance.
    let drawn = randomness_charts(&r, fonts());
    let map = only(&drawn, "heat-2");
    let pale = (1..4).flat_map(|at| [colour(Some(at)), colour(Some(-at))]).collect::<Vec<_>>();
    let is_pale = |m: &Mark| matches!(m, Mark::Rect { colour, .. } if pale.contains(colour));
    assert!(!map.page.marks.iter().any(is_pale));
    assert!(map.caption.contains("chance alone gives about 123."), "{}", map.caption);
}

/// Four cells: two colours, one of the background, one that is no number.
#[test]
fn every_cell_has_its_colour_in_its_place() {
    let mut r = battery("decks.csv", 0.0);
    r.labels = vec!["A♠".to_owned(), "2♣".to_owned()];
    r.battery.heats = vec![Heat {
        reference: "fixed",
        rows: vec!["packet 1".to_owned(), "undealt".to_owned()],
        columns: 2,
        residuals: vec![2.0, 0.1, f64::NAN, -11.0],
    }];
    let all = all_of(&r);
    let d = only(&all, "heat-1");
    assert_tidy(d);
    let cells: Vec<(f32, f32, Colour)> = d
        .page
        .marks
        .iter()
        .filter_map(|m| match m {
            Mark::Rect { x, y, width, height, colour } if *width == 30.0 && *height == 18.0 => {
                Some((*x, *y, *colour))
            }
            _ => None,
        })
        .collect();
    let [(x, y, first), (x2, y2, grey), (x3, y3, least)] = cells.as_slice() else {
        panic!("{cells:?}")
    };
    assert_eq!((*first, *least), (colour(step(2.0)), colour(Some(-8))));
    assert_eq!((x2, *grey), (x, colour(None)));
    assert!((x3 - x - 30.0).abs() < 0.01 && (y3 - y - 18.0).abs() < 0.01 && y2 == y3);
    assert!(d.caption.contains("row undealt, column 2♣, -11."), "{}", d.caption);
    assert!(d.caption.contains("no number (1 cells)"));
    assert!(d.caption.starts_with("Each square is one packet (row) and one card (column)"));
    assert!(d.caption.contains("The last row counts cards that were not dealt."));
}

/// Two registered tests at .5 and .25 and one at 1e-20: discs and a triangle at places worked out by
/// hand.
#[test]
fn p_values_stand_where_they_belong() {
    let mut r = battery("decks.csv", 0.0);
    r.battery.tests.truncate(3);
    for (test, p) in r.battery.tests.iter_mut().zip([0.5, 0.25, 1e-20]) {
        if let Outcome::Ran(f) = &mut test.outcome {
            f.p = Prob::new(p);
        }
    }
    let key = r.battery.tests[2].key.clone();
    r.verdict.departures = vec![Adjusted { key, ln_adjusted: 3e-20_f64.ln() }];
    r.verdict.registered = 3;
    let name = r.battery.tests[2].name.clone();
    let all = all_of(&r);
    let d = only(&all, "p-values");
    assert_tidy(d);
    // What departs bears its name, never its key.
    let is_named = |m: &Mark| matches!(m, Mark::Text { text, .. } if text.contains(&name[..8]));
    assert!(d.page.marks.iter().any(is_named), "{name}");
    let triangles: Vec<Colour> = d
        .page
        .marks
        .iter()
        .filter_map(|m| match m {
            Mark::Shape { points, colour } if points.len() == 3 => Some(*colour),
            _ => None,
        })
        .collect();
    assert_eq!(triangles, [RED]);
    // The first picture is 168 points high and wide; its lower left corner is at 26 points. The
    // smallest of three is expected at 1/6, the next at 1/2, the last at 5/6.
    let rightmost = |points: &Vec<(f32, f32)>| points.iter().map(|p| p.0).fold(0.0, f32::max);
    let dots: Vec<(f32, f32)> = d
        .page
        .marks
        .iter()
        .filter_map(|m| match m {
            Mark::Shape { points, .. } if points.len() == 24 => {
                let right = rightmost(points);
                let low = points.iter().map(|p| p.1).fold(0.0, f32::max);
                Some((right - 1.9, low - 1.9))
            }
            _ => None,
        })
        .collect();
    let base = d.page.marks.iter().find_map(|m| match m {
        Mark::Path { points, .. } => points.iter().find(|p| p.0 == 26.0).map(|p| p.1),
        _ => None,
    });
    assert!(base.is_some());
    let wanted = [(1.0 / 6.0, 0.0), (0.5, 0.25), (5.0 / 6.0, 0.5)];
    let bottom = dots.iter().map(|p| p.1).fold(0.0, f32::max);
    for (share, p) in wanted {
        let (x, y) = (26.0 + 168.0 * share, bottom - 168.0 * p);
        let near = |dot: &&(f32, f32)| (dot.0 - x).abs() < 0.05 && (dot.1 - y).abs() < 0.05;
        assert_eq!(dots.iter().filter(near).count(), 1, "{share} {p}: {dots:?}");
    }
    assert!(d.caption.contains("Triangles at the upper edge (1)"));
}

/// Four blocks of 25 with sums of two deviations: (4 * 2 * 5) / 10 = 4 at the end.
#[test]
fn a_path_ends_at_the_standardised_sum_of_the_whole() {
    let mut r = battery("decks.csv", 0.0);
    let blocks = (1..=4).map(|b| (25 * b, 2.0)).collect();
    r.battery.drifts = vec![drift("bias", blocks)];
    let all = all_of(&r);
    let d = only(&all, "drift");
    assert_tidy(d);
    assert!(texts(d).iter().any(|(_, t)| t == "bias: +4 at the end"), "{:?}", texts(d));
    // A constant bias is a straight line.
    let line = d.page.marks.iter().find_map(|m| match m {
        Mark::Path { points, thickness, .. } if *thickness == 1.1 => Some(points.clone()),
        _ => None,
    });
    let line = line.unwrap();
    assert_eq!(line.len(), 5);
    let steps: Vec<f32> = line.windows(2).map(|w| w[0].1 - w[1].1).collect();
    assert!(steps.iter().all(|s| *s > 0.0 && (s - steps[0]).abs() < 0.01), "{steps:?}");
}

/// A count with values 0 to 3 and 2 observed: the bars of 2 and 3 are the tail.
#[test]
fn the_tail_of_a_count_starts_at_the_observed_value() {
    let mut r = battery("decks.csv", 0.0);
    let mut chart = |observed: f64| {
        if let Outcome::Ran(f) = &mut r.battery.tests[0].outcome {
            (f.law, f.statistic) = (Law::Poisson { mean: 0.5 }, observed);
        }
        let points = vec![(0.0, 0.607), (1.0, 0.303), (2.0, 0.076), (3.0, 0.013)];
        beside(&r, 0, Curve { points, lattice: true }).unwrap()
    };
    let d = chart(2.0);
    assert_tidy(&d);
    let bars: Vec<(f32, Colour)> = d
        .page
        .marks
        .iter()
        .filter_map(|m| match m {
            Mark::Rect { height, colour, .. } => Some((*height, *colour)),
            _ => None,
        })
        .collect();
    let [a, b, c, e] = bars.as_slice() else { panic!("{bars:?}") };
    assert!(a.1 == b.1 && c.1 == e.1 && a.1 != c.1);
    assert!((a.0 / b.0 - 0.607 / 0.303).abs() < 0.01 && (a.0 / c.0 - 0.607 / 0.076).abs() < 0.05);
    assert!(!d.caption.contains("beyond the edge"));
    // Far beyond: said so, and an arrow in the colour of exceptions.
    let far = chart(1e9);
    assert_tidy(&far);
    assert!(far.caption.contains("beyond the edge of the picture"));
    let arrow = |m: &Mark| matches!(m, Mark::Shape { points, colour } if points.len() == 3 && *colour == RED);
    assert!(far.page.marks.iter().any(arrow) && !d.page.marks.iter().any(arrow));
}

#[test]
fn svg_is_well_formed_and_holds_the_same_marks() {
    let mut r = battery("a < b & \"c\" > d\u{7}", 1.0);
    r.battery.heats[0].rows[0] = "<script>1</script>".to_owned();
    let departs = |key: &str| Adjusted { key: key.to_owned(), ln_adjusted: -30.0 };
    r.verdict.departures = ["fixed.position_max", "previous.position_max"].map(departs).to_vec();
    let drawn = all_of(&r);
    let files = plots_svg(&r, "", fonts());
    assert_eq!(files, plots_svg(&r, "", fonts()));
    assert_eq!(files.len(), drawn.len());
    for ((stem, svg), (same, d)) in files.iter().zip(&drawn) {
        assert_eq!(stem, same);
        assert!(stem.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
        let read = xml::read(svg);
        let count = |name: &str| read.elements.iter().filter(|(n, _)| n == name).count();
        assert_eq!(count("script") + count("style") + count("image"), 0);
        assert_eq!((count("svg"), count("title"), count("desc")), (1, 1, 1));
        let of = |wanted: fn(&Mark) -> bool| d.page.marks.iter().filter(|m| wanted(m)).count();
        assert_eq!(count("text"), of(|m| matches!(m, Mark::Text { .. })));
        assert_eq!(count("polygon"), of(|m| matches!(m, Mark::Shape { .. })));
        assert_eq!(count("polyline"), of(|m| matches!(m, Mark::Path { .. })));
        let rects = of(|m| matches!(m, Mark::Rect { .. } | Mark::Border { .. }));
        assert_eq!(count("rect"), rects + 1);
        let written: Vec<&str> = read
            .texts
            .iter()
            .filter(|(name, _)| name == "text")
            .map(|(_, text)| text.trim())
            .collect();
        let drawn_texts = texts(d);
        let wanted: Vec<&str> = drawn_texts.iter().map(|(_, t)| t.trim()).collect();
        assert_eq!(written, wanted);
        let title = read.texts.iter().find(|(name, _)| name == "title").map(|(_, t)| t.as_str());
        assert_eq!(title, Some(format!("a < b & \"c\" > d\\x07 - {}", d.title).as_str()));
        for (name, attributes) in &read.elements {
            let numbers = ["x", "y", "width", "height", "font-size", "textLength"];
            for (key, value) in attributes.iter().filter(|(k, _)| numbers.contains(&k.as_str())) {
                let value = value.trim_end_matches("pt");
                assert!(value.parse::<f32>().is_ok_and(f32::is_finite), "{name} {key} {value}");
            }
        }
    }
}

#[test]
fn nothing_to_draw_is_said() {
    let mut r = battery("decks.csv", 0.0);
    r.verdict.state = State::Insufficient;
    let no_curve = beside(&r, 0, Curve { points: Vec::new(), lattice: false }).unwrap();
    r.battery.tests.clear();
    let (rows, residuals) = (Vec::new(), Vec::new());
    r.battery.heats = vec![Heat { reference: "fixed", rows, columns: 0, residuals }];
    r.battery.drifts = vec![drift("none", Vec::new())];
    let mut all = all_of(&r);
    let stems: Vec<&str> = all.iter().map(|(stem, _)| stem.as_str()).collect();
    assert_eq!(stems, ["heat-1-place-by-card", "drift"]);
    all.push(("unusual".to_owned(), no_curve));
    for (_, d) in &all {
        assert_tidy(d);
        assert!(texts(d).iter().any(|(_, t)| t.contains("Nothing to draw")), "{}", d.title);
    }
    r.battery.heats.clear();
    r.battery.drifts.clear();
    assert!(all_of(&r).is_empty());
}

/// Four hundred and sixteen columns and seven rows; and a table of eight decks both ways, which is
/// drawn in blocks that keep the most unusual cell.
#[test]
fn eight_decks_are_drawn() {
    let mut r = battery("decks.csv", 0.0);
    let names = |n: usize| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
    for rows in [7, 416] {
        let mut residuals = vec![0.5; rows * 416];
        residuals[3 * 416 + 400] = -6.25;
        r.battery.heats =
            vec![Heat { reference: "fixed", rows: names(rows), columns: 416, residuals }];
        let all = all_of(&r);
        let d = only(&all, "heat-1");
        assert_tidy(d);
        assert!(d.caption.contains("row 4, column 401, -6.25."), "{}", d.caption);
        assert_eq!(d.caption.contains("most unusual of"), rows == 416);
        let darkest = |m: &&Mark| {
            matches!(m, Mark::Rect { colour: c, width, .. }
            if *c == colour(Some(-8)) && *width < 9.0)
        };
        assert_eq!(d.page.marks.iter().filter(darkest).count(), 1);
    }
}

/// A number as it comes, at times one that no plot should meet.
fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -6.0..6.0_f64,
        1 => prop::num::f64::ANY,
        1 => prop::sample::select(vec![
            0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN,
            f64::MIN_POSITIVE, 5e-324, -2000.0, 1e-300,
        ]),
    ]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-zA-Z ♠0-9]{0,24}", 1 => "\\PC{0,40}", 1 => Just("W".repeat(300))]
}

prop_compose! {
    fn any_heat()(rows in 0..60_usize, columns in 0..60_usize, lost in any::<bool>())
        (mut residuals in prop::collection::vec(value(), rows * columns),
         rows in prop::collection::vec(name(), rows),
         reference in prop::sample::select(vec!["fixed", "previous"]),
         columns in Just(columns), lost in Just(lost)) -> Heat {
        if lost {
            residuals.pop();
        }
        Heat { reference, rows, columns, residuals }
    }
}

prop_compose! {
    fn any_battery()(
        figures in prop::collection::vec(
            (value(), value(), value(), value(), any::<bool>(), any::<bool>()), 0..50),
        heats in prop::collection::vec(any_heat(), 0..2),
        labels in prop::collection::vec(name(), 60),
        drifts in prop::collection::vec(
            (name(), prop::collection::vec((any::<u64>(), value()), 0..40)), 0..12),
        (level, registered) in (value(), 0..90_usize),
    ) -> Randomness {
        let mut r = battery("any", 0.0);
        r.battery.tests.truncate(figures.len());
        (r.verdict.departures, r.verdict.adjusted) = (Vec::new(), Vec::new());
        for (test, (statistic, p, ln_p, ln_adjusted, registered, rejected)) in
            r.battery.tests.iter_mut().zip(figures)
        {
            test.registered = registered;
            if let Outcome::Ran(f) = &mut test.outcome {
                f.statistic = statistic;
                f.p = if rejected { Prob::from_ln(ln_p) } else { Prob::new(p) };
            }
            let adjusted = Adjusted { key: test.key.clone(), ln_adjusted };
            if rejected {
                r.verdict.departures.push(adjusted.clone());
            }
            r.verdict.adjusted.push(adjusted);
        }
        (r.verdict.rule, r.verdict.registered) = (Rule::at(level), registered);
        // As many labels as the table has columns, or some of them.
        let columns = heats.first().map_or(0, |heat: &Heat| heat.columns);
        r.labels = labels.into_iter().take(columns).collect();
        r.battery.heats = heats;
        r.battery.drifts = drifts.into_iter().map(|(name, blocks)| drift(&name, blocks)).collect();
        r
    }
}

prop_compose! {
    fn any_curve()(points in prop::collection::vec((value(), value()), 0..40), lattice in any::<bool>())
        -> Curve {
        Curve { points, lattice }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the figures, every plot is drawn, tidy, and a well-formed SVG without a number that
    /// is none.
    #[test]
    fn no_data_makes_a_plot_fail(r in any_battery(), curve in any_curve()) {
        for d in all_of(&r).into_iter().map(|(_, d)| d).chain(beside(&r, 0, curve)) {
            assert_tidy(&d);
        }
        for (_, svg) in plots_svg(&r, "", fonts()) {
            xml::read(&svg);
        }
    }
}
