//! Randomness in text, JSON and PDF: a text written by hand, figures that read back equal, words
//! that must not occur.

#![allow(clippy::float_arithmetic, reason = "made-up probabilities, never money")]

use crate::common;
use crate::common::battery::battery;
use feltproof_model::workpaper::FileDigest;
use feltproof_report::{
    Fonts, RandomnessMeta, Style, plots_svg, randomness_json, randomness_text, render,
    render_randomness, terminal_summary, write_json,
};
use feltproof_stats::deal::{Deals, Options};
use feltproof_stats::defects::fair_decks;
use feltproof_stats::verdict::{Adjusted, judge};
use feltproof_stats::{
    Battery, DemandAnswer, Effect, Figures, Law, Outcome, Part, Prob, Randomness, Registered, Rule,
    State, Test, Verdict, curve,
};
use lopdf::Document;
use serde_json::Value;

fn meta() -> RandomnessMeta {
    RandomnessMeta {
        tool_version: "0.1.0".to_owned(),
        issued_unix: common::DAY_START,
        inputs: vec![FileDigest {
            file: "decks.bin".to_owned(),
            sha256: "ab".repeat(32),
            size_bytes: 52_000,
        }],
        parameters: vec![("cards".to_owned(), "52".to_owned())],
        review: None,
        signer: None,
    }
}

fn test(key: &str, registered: bool, outcome: Outcome) -> Test {
    let (key, name) = (key.to_owned(), format!("Test {key}"));
    Test { key, name, catches: "riffles", n: 1_000, registered, outcome }
}

fn ran(statistic: f64, df: Option<f64>, p: Prob) -> Outcome {
    Outcome::Ran(Figures {
        statistic,
        law: df.map_or(Law::Normal, |df| Law::ChiSquare { df }),
        p,
        too_good: df.map(|_| p.complement()),
        effect: Effect {
            measure: if df.is_some() { "rms deviation of a cell" } else { "mean shift per deck" },
            observed: 0.0123,
            smallest_seen: df.map(|_| 0.0456),
        },
    })
}

/// Five tests: one rejected, one not, one with too few data, one that does not apply, one that does
/// not count.
fn small(state: State) -> Randomness {
    let departs = state == State::Departure;
    let far = ran(-60.5, None, Prob::from_ln(-2000.0));
    let near = ran(0.5, None, Prob::new(0.6171));
    let rejected = Adjusted { key: "b".to_owned(), ln_adjusted: -2000.0 + 4_f64.ln() };
    let departures = if departs { vec![rejected] } else { Vec::new() };
    let battery = Battery {
        n: 1_000,
        unit: "decks",
        tests: vec![
            test("a", true, ran(2_601.27, Some(2601.0), Prob::new(0.4977))),
            test("b", true, if departs { far } else { near }),
            test("c", true, Outcome::Insufficient { needs: 5_000 }),
            test("d", true, Outcome::NotRun { why: "one deck only".to_owned() }),
            test("e", false, ran(0.25, None, Prob::new(0.0021))),
        ],
        notes: vec!["Made up.".to_owned()],
        ..Battery::default()
    };
    Randomness {
        source: "decks.bin".to_owned(),
        labels: Vec::new(),
        battery,
        verdict: Verdict {
            rule: Rule::at(0.01),
            registered: 4,
            ran: 2,
            insufficient: 1,
            not_applicable: 1,
            adjusted: departures.clone(),
            departures,
            too_good: Vec::new(),
            explore: Vec::new(),
            combined: None,
            state,
        },
        level_alone: 0.01,
        faults: Vec::new(),
        profile: None,
        registered: None,
        rows: Vec::new(),
    }
}

#[test]
fn a_small_battery_reads_as_an_auditor_should_read_it() {
    let expected = "\
Departure from chance: decks.bin, 1,000 decks

decks.bin
  1 of 4 registered tests departs from what chance alone gives, at level 1 % over the whole list.
  - Test b: 0.0123 (mean shift per deck). What \"Test b\" sees best: riffles. By chance alone: p <
    1e-300.
  Rule: 4 registered tests by Holm's method at level 1 %, the probability of a false alarm over the
  whole list; fits that are too good at level 0.1 % likewise. The list is this program's for every
  sample of the kind; no registration shows that it and the level were chosen before the data were
  seen.
  Of the registered tests 2 ran, 1 had too few data, 1 does not apply.
  No standard was chosen: tests and level are this program's own.

Tests
  Test    Observations  Statistic  Law                 p          p    Effect    Smallest
                                                           adjusted                effect
                                                             (Holm)                  seen
  Registered, rejected
! Test b         1,000    -60.500  normal      < 1e-300*   < 1e-300  0.0123 b           -
  Registered
  Test a         1,000     2601.3  chi2 2,601     0.4977          -  0.0123 a      0.0456
  Registered, without figures: neither passed nor failed
? Test c         1,000          -                      -          -         -           -
    insufficient data: has 1,000, needs 5,000
- Test d         1,000          -                      -          -         -           -
    does not apply: one deck only
  Not counted to the verdict
  Test e         1,000    0.25000  normal        0.0021*          -  0.0123 b           -
  ! departs or fits too well   ? insufficient data   - does not apply   * below 1 % by itself alone,
  which is no verdict
  Smallest effect seen: by nine tests in ten of this number of observations, at level 1 % for itself
  alone.
  effect a: rms deviation of a cell
  effect b: mean shift per deck

Notes
  - Made up.

Departure from chance: decks.bin, 1,000 decks
";
    let list = [small(State::Departure)];
    assert_eq!(randomness_text(&list, Style { colour: false, width: 100 }), expected);
}

#[test]
fn lines_fit_every_terminal_and_no_figure_is_lost() {
    let list = [battery("decks.csv", 1.0), small(State::Insufficient)];
    for width in [0, 60, 80, 88, 89, 100, 160] {
        let plain = randomness_text(&list, Style { colour: false, width });
        for line in plain.lines() {
            assert!(line.chars().count() <= width.max(60), "{width}: {line}");
        }
        for figure in ["has 1,000, needs 5,000", "0.0386", "9,999", "0.4977", "2,601"] {
            assert!(plain.contains(figure), "{width}: {figure}");
        }
        let mut coloured = randomness_text(&list, Style { colour: true, width });
        for code in ["\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[1m", "\x1b[0m"] {
            coloured = coloured.replace(code, "");
        }
        assert_eq!(coloured, plain);
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[0], "Departure from chance: decks.csv, 10,000 decks");
        assert!(
            plain.ends_with(
                "Insufficient data: neither passed nor failed: decks.bin, 1,000 decks\n"
            ) || width < 70,
            "{width}"
        );
    }
    let nothing = randomness_text(&[], Style { colour: false, width: 80 });
    assert_eq!(nothing, "Nothing was tested for randomness.\n");
}

#[test]
fn rejected_tests_come_first_and_every_test_once() {
    let r = battery("decks.csv", 1.0);
    let text = randomness_text(std::slice::from_ref(&r), Style { colour: false, width: 160 });
    let table = text.split_once("\nTests\n").unwrap().1;
    let marks: Vec<bool> =
        table.lines().filter(|l| l.contains("0.0386")).map(|l| l.starts_with('!')).collect();
    assert_eq!(marks.len(), r.battery.tests.iter().filter_map(Test::figures).count());
    let rejected = marks.iter().take_while(|m| **m).count();
    assert_eq!(rejected, r.verdict.departures.len());
    assert!(rejected > 0 && marks.iter().skip(rejected).all(|m| !m));
}

/// Every number behind a key, read from the text without the parser of the library that wrote it.
fn numbers(json: &str, key: &str) -> Vec<Option<f64>> {
    let lead = format!("\"{key}\": ");
    let value = |line: &str| {
        let text = line.trim().strip_prefix(&lead)?.trim_end_matches(',');
        if text == "null" { Some(None) } else { text.parse().ok().map(Some) }
    };
    json.lines().filter_map(value).collect()
}

#[test]
fn json_figures_read_back_to_the_same_bits() {
    let r = battery("decks.csv", 1.0);
    let json = randomness_json(std::slice::from_ref(&r), &meta()).unwrap();
    let ran = || r.battery.tests.iter().filter_map(|t| Some((&t.key, t.figures()?)));
    let all: Vec<&Figures> = ran().map(|(_, figures)| figures).collect();
    let same = |key: &str, wanted: Vec<Option<f64>>| {
        let read = numbers(&json, key);
        let bits = |v: &[Option<f64>]| v.iter().map(|x| x.map(f64::to_bits)).collect::<Vec<_>>();
        assert_eq!(bits(&read), bits(&wanted), "{key}");
    };
    same("statistic", all.iter().map(|f| Some(f.statistic)).collect());
    same("p", all.iter().map(|f| Some(f.p.p())).collect());
    same("ln_p", all.iter().map(|f| Some(f.p.ln())).collect());
    let adjusted = |key: &String| r.verdict.adjusted.iter().find(|a| a.key == *key);
    same("ln_adjusted", ran().map(|(key, _)| adjusted(key).map(|a| a.ln_adjusted)).collect());
    same("df", all.iter().map(|f| curve::df(&f.law)).collect());
    same("effect", all.iter().map(|f| Some(f.effect.observed)).collect());
    same("smallest_seen", all.iter().map(|f| f.effect.smallest_seen).collect());

    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["schema"], "feltproof-randomness/1");
    assert_eq!(value["inputs"][0]["size_bytes"], 52_000);
    assert_eq!(value["parameters"][0]["value"], "52");
    let source = &value["sources"][0];
    assert_eq!(source["verdict"]["state"], "departure");
    assert_eq!(source["tests"].as_array().unwrap().len(), r.battery.tests.len());
    assert_eq!(source["heats"][0]["residuals"].as_array().unwrap().len(), 2704);
    assert_eq!(source["drifts"][0]["blocks"][1][0], 128);
}

#[test]
fn json_has_no_number_that_is_none() {
    let mut r = small(State::Departure);
    r.battery.tests[0].outcome = ran(f64::INFINITY, None, Prob::new(f64::NAN));
    r.battery.tests[4].outcome = ran(0.25, None, Prob::new(0.0));
    let value: Value = serde_json::from_str(&randomness_json(&[r], &meta()).unwrap()).unwrap();
    let tests = &value["sources"][0]["tests"];
    let figures = &tests[0]["figures"];
    for key in ["statistic", "ln_p", "p", "ln_adjusted"] {
        assert_eq!(figures[key], Value::Null, "{key}");
    }
    let lost = ["statistic is infinite", "p is not a number", "ln_p is not a number"];
    assert_eq!(figures["not_finite"], Value::from(lost.to_vec()));
    let figures = &tests[4]["figures"];
    assert_eq!((&figures["p"], &figures["ln_p"]), (&0.0.into(), &Value::Null));
    assert_eq!(figures["not_finite"], Value::from(vec!["ln_p is -infinite"]));
    assert_eq!(tests[1]["outcome"], "departs");
    assert_eq!(tests[1]["figures"]["p"], 0.0);
    assert_eq!(tests[1]["figures"]["ln_p"], -2000.0);
    assert_eq!((&tests[2]["outcome"], &tests[2]["needs"]), (&"insufficient".into(), &5_000.into()));
    assert_eq!(
        (&tests[3]["outcome"], &tests[3]["why"]),
        (&"not_run".into(), &"one deck only".into())
    );
    assert_eq!(tests[3]["figures"], Value::Null);
}

#[test]
fn the_audit_report_has_the_same_object() {
    let mut w = common::sample();
    let list = [battery("C4P-1", 1.0)];
    (w.exceptions, w.exceptions_total) = (Vec::new(), 0);
    let mut out = Vec::new();
    write_json(&w, &list, &b""[..], &mut out).unwrap();
    let report: Value = serde_json::from_slice(&out).unwrap();
    let alone: Value = serde_json::from_str(&randomness_json(&list, &meta()).unwrap()).unwrap();
    assert_eq!(report["randomness"]["schema"], "feltproof-randomness/1");
    assert_eq!(report["randomness"]["sources"], alone["sources"]);
    let summary = terminal_summary(&w, &list, Style { colour: false, width: 100 });
    assert!(summary.contains("\nRandomness\n  Departure from chance: C4P-1, 10,000 decks\n"));
}

/// Text of all pages.
fn pdf_text(bytes: &[u8]) -> String {
    let pdf = Document::load_mem(bytes).unwrap();
    let pages = pdf.get_pages();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = |page: &u32| words(&pdf.extract_text(&[*page]).unwrap());
    pages.keys().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_pdf_says_it_all_and_repeats_its_bytes() {
    let fonts = Fonts::embedded().unwrap();
    let mut departs = small(State::Departure);
    departs.faults = vec!["Deck 17: card 3 stands at positions 4 and 9".to_owned()];
    departs.battery.faults_total = 12;
    departs.verdict.state = State::Fault;
    let sample = battery("decks.csv", 1.0);
    let profile = sample.profile.clone().unwrap();
    let list = [departs, small(State::Insufficient), sample];
    let pdf = render_randomness("decks.bin", &meta(), &list, &fonts).unwrap();
    assert_eq!(
        pdf,
        render_randomness("decks.bin", &meta(), &list, &Fonts::embedded().unwrap()).unwrap()
    );
    let text = pdf_text(&pdf.bytes);
    for words in [
        "Report on randomness tests",
        "Certain fault",
        "12 faults: wrong with certainty, not with a probability; 1,000 decks without one were tested",
        "card 3 stands at positions 4 and 9",
        "11 more, 12 in all.",
        "Insufficient data: neither passed nor failed",
        "This is not a pass.",
        "Departure from chance",
        "< 1e-300",
        "insufficient data: has 1,000, needs 5,000",
        "does not apply: one deck only",
        "Not counted to the verdict",
        "Made up.",
        &profile.evidence,
        "previous.rises. Sees best: riffles. Effect: mean shift per deck.",
        "Inversions, deck before: ",
        "A map of cards by position is drawn where a test of what it shows departs.",
        "p-values of all tests against the uniform line",
        "This report is not signed.",
        &"ab".repeat(32),
    ] {
        assert!(text.contains(words), "{words}");
    }
    // The cover shows the worst first, in whatever order the sources come.
    let mut backwards = list.clone();
    backwards.reverse();
    let cover = |list: &[Randomness]| {
        let bytes = render_randomness("x", &meta(), list, &fonts).unwrap().bytes;
        Document::load_mem(&bytes).unwrap().extract_text(&[1]).unwrap()
    };
    for cover in [cover(&list), cover(&backwards)] {
        let place = |words: &str| cover.find(words);
        assert!(place("Certain fault").unwrap() < place("Departure from chance").unwrap());
        // The third has no room left, which is said.
        assert_eq!(place("Insufficient data"), None);
        assert!(cover.contains("1 source shown in the Summary only."), "{cover}");
    }
    let [left, bottom, right, top] = pdf.signature_box.rectangle;
    assert!(0.0 < left && left < right && right < 612.0 && 0.0 < bottom && bottom < top);
    assert_eq!(pdf.signature_box.page_index + 1, pdf.pages);

    let w = common::sample();
    let audit = pdf_text(&render(&w, &list, &fonts).unwrap().bytes);
    assert!(audit.contains("< 1e-300") && audit.contains("Cards by position"));
    let none = pdf_text(&render(&w, &[], &fonts).unwrap().bytes);
    assert!(
        none.contains("Randomness was not tested: the records supplied hold no source of cards")
    );
}

/// Nothing is called fair, certified or passed, in whatever state.
#[test]
fn no_word_promises_more_than_was_tested() {
    let fonts = Fonts::embedded().unwrap();
    for state in [State::Fault, State::Departure, State::Insufficient, State::NothingFound] {
        let list = [small(state)];
        let mut all = randomness_text(&list, Style { colour: false, width: 100 });
        all.push_str(&randomness_json(&list, &meta()).unwrap());
        all.push_str(&pdf_text(&render_randomness("x", &meta(), &list, &fonts).unwrap().bytes));
        for (_, svg) in plots_svg(&list[0], "", &fonts) {
            all.push_str(&svg);
        }
        // The one sentence with these words may be broken over lines anywhere.
        let mut lower = all.to_lowercase();
        for part in ["passed nor failed", "neither passed", "nor failed"] {
            lower = lower.replace(part, "");
        }
        for word in ["certified", "passed", "fair ", "fair.", "is random", "failed"] {
            assert!(!lower.contains(word), "{state:?}: {word}");
        }
        let found = all.contains("No departure found");
        assert_eq!(found, state == State::NothingFound);
    }
    let found = randomness_text(&[small(State::NothingFound)], Style { colour: false, width: 200 });
    assert!(found.contains(
        "No departure was found at level 1 % over 4 registered tests (2 ran, 1 does not apply). What \
         1,000 decks could have seen is in the last column of the table."
    ));
}

/// What the demands of a standard come to stands in the verdict, never without how well its text is known; the tests judged
/// one by one have a table of their own, with the rejections that fair sources give.
#[test]
fn what_a_standard_rejects_stands_in_the_verdict() {
    let mut r = battery("hands.csv", 0.0);
    r.verdict.state = State::NothingFound;
    let text = |r: &Randomness| {
        let style = Style { colour: false, width: 100 };
        let text = randomness_text(std::slice::from_ref(r), style);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = text(&r);
    let demands = "As gli-29 reads (its statistical text is recalled, not read): 1 of 4 demands REJECTED (overlaps); 1 not \
                   rejected; 1 NOT TESTED for too few data (gap); 1 not run.";
    assert!(said.contains(demands), "{said}");
    let alone = "Each test judged by itself at level 1 %, as a statute reads that names no rule for several: 0 of 1 \
                 rejected. That is no verdict: fair sources give 0.010 on average.";
    assert!(said.contains(alone), "{said}");
    r.level_alone = 0.9;
    let said = text(&r);
    assert!(said.contains("1 of 1 rejected."), "{said}");
    assert!(
        said.contains("fair sources give 0.90 on average; 1 or more of at most 90 % of them"),
        "{said}"
    );
    assert!(said.contains("no registration shows that"), "{said}");
    if let Some(standard) = &mut r.profile {
        standard.demands.retain(|demand| !matches!(demand.answer, DemandAnswer::Rejected(_)));
    }
    let [file, sha256, date] = ["plan.toml", "00ff", "2026-09-01"].map(str::to_owned);
    r.registered = Some(Registered { file, sha256, date });
    let said = text(&r);
    assert!(said.starts_with("No departure found"), "{said}");
    assert!(said.contains("recalled, not read): no demand rejected"), "{said}");
    assert!(
        said.contains("by plan.toml, which bears the date 2026-09-01 (SHA-256 00ff)"),
        "{said}"
    );
    // A record that was refused in part says why where the verdict stands.
    r.verdict.state = State::Insufficient;
    r.verdict.ran = 3;
    r.battery.refused = Some("the record was sorted when written".to_owned());
    let said = text(&r);
    let why = "declared was not tested: the record was sorted when written. The 3 registered tests";
    assert!(said.contains(why), "{said}");
}

/// Of a whole battery: the parts of its tests, names of the columns of its pictures, the curve of the most
/// unusual registered test, and what is rejected by itself alone.
#[test]
fn json_says_what_battery_and_labels_hold() {
    let mut decks = Deals::new(52, 1, Options::decks(52)).unwrap();
    let mut fair = fair_decks(7);
    (0..40).for_each(|_| decks.push_deck(&fair()).unwrap());
    let mut r = small(State::Departure);
    r.battery = decks.battery();
    let part = |name: &str, p| Part {
        test: "fixed.valleys",
        name: name.to_owned(),
        statistic: 3.5,
        p: Prob::new(p),
    };
    r.battery.parts = vec![part("one", 0.25), part("two", 0.0)];
    r.verdict = judge(&r.battery, Rule::at(0.5));
    r.labels = (0..52).map(|label| format!("L{label}")).collect();
    let json = |r: &Randomness| -> Value {
        let text = randomness_json(std::slice::from_ref(r), &meta()).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["sources"][0].take()
    };
    let said = json(&r);
    let numbers: Vec<String> = (1..=52).map(|i| i.to_string()).collect();
    let heats = said["heats"].as_array().unwrap();
    assert_eq!(heats.len(), 2);
    assert_eq!(heats[0]["columns"], Value::from(r.labels.clone()));
    let places: Vec<Value> = heats[1]["rows"].as_array().unwrap().clone();
    assert_eq!((heats[1]["columns"].as_array().unwrap(), places.len()), (&places, 52));
    r.labels.pop();
    assert_eq!(json(&r)["heats"][0]["columns"], Value::from(numbers));
    let tests = said["tests"].as_array().unwrap();
    // The parser may miss the last digit.
    let near = |(a, b): (f64, f64)| (a - b).abs() <= 1e-12 * b.abs();
    let (mut least, mut with_parts) = (f64::INFINITY, Vec::new());
    for (test, of) in tests.iter().zip(&r.battery.tests) {
        let figures = &test["figures"];
        let adjusted = r.verdict.adjusted.iter().find(|a| a.key == of.key);
        let (adjusted, read) = (adjusted.map(|a| a.ln_adjusted), &figures["ln_adjusted"]);
        assert!(read.as_f64().zip(adjusted).map_or(read.is_null() == adjusted.is_none(), near));
        let Some(f) = of.figures() else { continue };
        // Alone it is the level of its own that counts, not that of the verdict.
        assert_eq!(figures["alone_rejected"], f.p.p() <= 0.01, "{}", of.key);
        if of.registered && curve::curve(&f.law, f.statistic).is_some() {
            least = least.min(f.p.ln());
        }
        with_parts.extend(test.get("parts").map(|parts| (&test["key"], parts)));
    }
    let parts = serde_json::json!([
        { "name": "one", "statistic": 3.5, "p": 0.25, "ln_p": 0.25_f64.ln() },
        { "name": "two", "statistic": 3.5, "p": 0.0, "ln_p": null },
    ]);
    assert_eq!(with_parts, [(&"fixed.valleys".into(), &parts)]);
    let drawn = tests.iter().find(|t| t["name"] == said["unusual"]["name"]).unwrap();
    assert!(drawn["figures"]["ln_p"].as_f64().is_some_and(|ln| near((ln, least))));
    assert_eq!(drawn["figures"]["statistic"], said["unusual"]["observed"]);
    assert!(
        drawn["registered"] == true && said["unusual"]["points"].as_array().unwrap().len() > 50
    );
}
