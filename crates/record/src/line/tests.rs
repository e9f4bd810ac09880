//! The line of running numbers and of times: single wrong values, swaps, gaps, and steps back.

use super::*;

struct Numbers;

impl Rule for Numbers {
    type Value = u64;
    const CONFIRM: u32 = 8;

    fn place(&self, last: u64, value: u64, more: u64) -> Place {
        match value {
            v if v <= last => Place::Behind,
            v if v - last - 1 <= more => Place::Fits,
            _ => Place::Ahead,
        }
    }
}

/// What is said of these values: `out 7 (5-8)` with the values beside it, `gap 5-8`.
fn said(values: &[u64]) -> (String, u32) {
    said_by(Numbers, values)
}

fn said_by(rule: impl Rule<Value = u64>, values: &[u64]) -> (String, u32) {
    let mut line = Line::new(rule);
    let (mut held, mut most) = (0_u32, 0);
    let mut said = Vec::new();
    let mut hear = |out: &mut Vec<Verdict<u64>>, held: &mut u32| {
        for verdict in out.drain(..) {
            let released = match verdict {
                Verdict::InLine(n) | Verdict::Back(n) => n,
                Verdict::Jump { held, run, previous, .. } => {
                    if let Some(previous) = previous {
                        said.push(format!("gap {previous}-{}", run.first));
                    }
                    held
                }
                Verdict::OutOfLine { held, of } => {
                    let shown = |v: Option<u64>| v.map_or(String::new(), |v| v.to_string());
                    let run = of.run;
                    said.push(format!(
                        "out {}..{} x{} ({}-{})",
                        run.first,
                        run.last,
                        run.records,
                        shown(of.before),
                        shown(of.after)
                    ));
                    held
                }
            };
            *held -= released;
        }
    };
    for (at, value) in (1_u32..).zip(values) {
        let unit = Unit::one(at, *value);
        if line.fits(&unit) {
            assert_eq!(held, 0, "the order is kept: {values:?}");
            continue;
        }
        held += 1;
        most = most.max(held);
        line.hold(&unit);
        hear(&mut line.verdicts, &mut held);
    }
    line.end(None);
    hear(&mut line.verdicts, &mut held);
    assert_eq!(held, 0, "{values:?}");
    (said.join(", "), most)
}

#[test]
fn one_value_out_of_line_is_one_fact_wherever_it_stands() {
    for (values, expected) in [
        (&[1, 2, 3, 4][..], ""),
        (&[1, 2, 900, 4, 5], "out 900..900 x1 (2-4)"),
        (&[5, 6, 1, 8, 9], "out 1..1 x1 (6-8)"),
        // A copy stands between neighbours that follow one another.
        (&[1, 2, 2, 3, 1, 4], "out 2..2 x1 (2-3), out 1..1 x1 (3-4)"),
        // The first and the last.
        (&[900, 2, 3, 4], "out 900..900 x1 (-2)"),
        (&[1, 900, 3, 4], "out 900..900 x1 (1-3)"),
        (&[9, 2, 11, 12], "out 2..2 x1 (9-11)"),
        (&[7, 8, 9, 3], "out 3..3 x1 (9-)"),
        // Nothing after the last one says whether records are missing before it.
        (&[7, 8, 9, 900], "gap 9-900"),
        (&[1, 2, 4, 5], "gap 2-4"),
        (&[1, 2, 4, 3, 5], "out 3..3 x1 (4-)"),
        (&[5, 7, 7, 8], "out 7..7 x1 (5-7)"),
        (&[1, 2, 900, 8, 9, 10], "out 900..900 x1 (2-8), gap 2-8"),
    ] {
        let (facts, held) = said(values);
        assert_eq!(facts, expected, "{values:?}");
        assert!(held <= 3, "{values:?}");
    }
}

#[test]
fn a_step_back_that_goes_on_is_one_fact_and_holds_few() {
    let line = |from: u64, to: u64| (from..=to).collect::<Vec<_>>();
    // Reset in the middle, for good.
    let values = [line(1, 500), line(1, 400)].concat();
    assert_eq!(said(&values), ("out 1..400 x400 (500-)".to_owned(), 8));
    // A block copied to a later place.
    let values = [line(1, 500), line(100, 200), line(501, 600)].concat();
    assert_eq!(said(&values), ("out 100..200 x101 (500-501)".to_owned(), 8));
    // A block cut out, and put in later: missing where it stood.
    let values = [line(1, 100), line(201, 300), line(101, 200), line(301, 400)].concat();
    assert_eq!(said(&values).0, "gap 100-201, out 101..200 x100 (300-301)");
    // The whole journal backwards.
    let values = line(1, 500).into_iter().rev().collect::<Vec<_>>();
    assert!(said(&values).1 <= 9);
    assert!(said(&values).0.matches("out").count() <= 2, "{}", said(&values).0);
}

/// Seconds of a journal that may be a minute out of order, and is often silent for longer than five.
struct Seconds;

impl Rule for Seconds {
    type Value = u64;
    const CONFIRM: u32 = 8;
    const CONFIRM_AHEAD: u32 = 64;

    fn place(&self, last: u64, value: u64, _: u64) -> Place {
        match value {
            v if v + 60 < last => Place::Behind,
            v if v > last + 300 => Place::Ahead,
            _ => Place::Fits,
        }
    }
}

/// What is said of these times but for silences, which are no fault.
fn said_of_times(values: &[u64]) -> String {
    let (said, held) = said_by(Seconds, values);
    assert!(held <= 3 * Seconds::CONFIRM_AHEAD, "{held} held");
    let faults: Vec<&str> = said.split(", ").filter(|fact| fact.starts_with("out")).collect();
    faults.join(", ")
}

/// A record every 50 s, every 290 s, every 400 s; and now dense, now sparse.
fn paces() -> Vec<Vec<u64>> {
    let every = |step: u64| (0..400).map(|i| i * step).collect::<Vec<_>>();
    let mut at = 0;
    let mixed = (0..400).map(|i| {
        at += if i % 5 == 4 { 390 } else { 70 };
        at
    });
    vec![every(50), every(290), every(400), mixed.collect()]
}

#[test]
fn one_wrong_time_is_one_fact_at_every_pace() {
    for times in paces() {
        for at in [1, 57, 200, 397] {
            for wrong in [times[at] + 36_000, times[at].saturating_sub(36_000), 1_000_000, 0] {
                let mut times = times.clone();
                times[at] = wrong;
                let said = said_of_times(&times);
                assert!(
                    said.starts_with(&format!("out {wrong}..{wrong} x1 ")) || said.is_empty(),
                    "{at}: {said}"
                );
                assert_eq!(
                    said.is_empty(),
                    times[at - 1] <= wrong + 60 && wrong <= times[at + 1] + 60,
                    "{at} {wrong}"
                );
            }
        }
    }
}

#[test]
fn a_block_of_another_time_is_one_fact_wherever_it_stands() {
    for times in paces() {
        for block in [1, 4, 9, 20, 60] {
            for (from, to) in [(10, 90), (100, 300), (300, 100), (150, 230)] {
                let mut moved = times.clone();
                // Of two that changed places it is the shorter one.
                let passed = if to > from { to - from - block } else { from - to };
                let (at, block_said) = match passed < block {
                    true if to > from => (from + block, passed),
                    true => (to, passed),
                    false => (from, block),
                };
                let (first, last) = (times[at], times[at + block_said - 1]);
                let part: Vec<u64> = moved.drain(from..from + block).collect();
                let to = if to > from { to - block } else { to };
                moved.splice(to..to, part);
                let said = said_of_times(&moved);
                assert!(
                    said.starts_with(&format!("out {first}..{last} x{block_said} ")),
                    "{from} {to} {block}: {said}"
                );
                assert_eq!(said.matches("out").count(), 1, "{from} {to} {block}: {said}");
            }
        }
    }
}

#[test]
fn two_blocks_that_change_places_are_two_facts() {
    for times in paces() {
        for block in [4, 9, 20, 60] {
            let mut moved = times.clone();
            for at in 0..block {
                moved.swap(100 + at, 300 + at);
            }
            let said = said_of_times(&moved);
            assert_eq!(said.matches(&format!(" x{block} ")).count(), 2, "{block}: {said}");
            assert_eq!(said.matches("out").count(), 2, "{block}: {said}");
        }
    }
}
