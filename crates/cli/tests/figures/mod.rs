//! A figure is the same in every output: each labelled figure of PDF, page, workbook, JSON, SARIF and terminal of five days is
//! compared with every other of its label, and sums with their parts.

mod controls;
mod exceptions;
mod meters;
mod money;

use crate::common::outputs::{Outputs, Sheet};
use crate::common::{audit, feltproof, fixtures, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The outputs of one day.
struct Day {
    name: &'static str,
    of: Outputs,
}

/// A clean day, one with a fault of each kind, a player-banked game, a day with one cause of very many exceptions, and one
/// with void rounds, awards, a missed reseed and meters that differ.
fn days() -> &'static [Day] {
    static DAYS: OnceLock<Vec<Day>> = OnceLock::new();
    DAYS.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let faults = |list: &[&str]| -> Vec<String> {
            list.iter().flat_map(|fault| ["--fault".to_owned(), (*fault).to_owned()]).collect()
        };
        let played = ["queens-up-beyond-the-aggregate", "bank-short", "seven-in-a-round"];
        let banked = simulated(home, "banked", &["--game", "crazy4-ca"], &faults(&played));
        let metered = [
            "reserve-short-one-contribution",
            "reseed-without-reserve",
            "meter-short-one-contribution",
            "void-stake-kept",
            "misdeal-not-declared",
            "award-short",
            "award-without-hand",
            "back-out-short",
            "void-contribution-not-reversed",
        ];
        let metered =
            simulated(home, "metered", &["--system", "shfl", "--rng-seed", "7"], &faults(&metered));
        let days = [
            ("clean", fixtures().join("harbor-card-room/engagement.toml"), 0),
            ("tampered", fixtures().join("tampered-day/engagement.toml"), 1),
            ("banked", banked, 1),
            ("metered", metered, 1),
            ("one cause", with_one_cause(home), 1),
        ];
        let audited = |(name, engagement, code): (&'static str, PathBuf, i32)| {
            let out = home.join(format!("{name} out"));
            let all = ["--report", "pdf,xlsx,html,json,sarif", "--unsigned"];
            let (text, _) = run(audit(home, &engagement, &out).args(all), code);
            Day { name, of: Outputs::read(&out, &text) }
        };
        days.map(audited).into()
    })
}

fn simulated(home: &Path, name: &str, of: &[&str], faults: &[String]) -> PathBuf {
    let day = home.join(name);
    let mut simulate = feltproof(home);
    simulate.args(["simulate", "--rounds", "600"]).args(of).args(faults).arg("--out").arg(&day);
    run(&mut simulate, 0);
    day.join("engagement.toml")
}

/// The clean day audited by another rate than its meter ran at: some hundred exceptions of one cause.
fn with_one_cause(home: &Path) -> PathBuf {
    let day = home.join("cause");
    let engagement = crate::common::rich::copied("harbor-card-room", &day);
    let text = fs::read_to_string(&engagement).unwrap();
    assert!(text.contains("\"18.5%\""), "{text}");
    fs::write(&engagement, text.replace("\"18.5%\"", "\"19%\"")).unwrap();
    engagement
}

/// A figure by its label: what each output says of it.
#[derive(Default)]
struct Figures(BTreeMap<String, BTreeMap<String, String>>);

impl Figures {
    fn note(&mut self, label: impl Into<String>, output: &str, value: impl Into<String>) {
        let said = self.0.entry(label.into()).or_default();
        let value = value.into();
        if let Some(other) = said.insert(output.to_owned(), value.clone()) {
            assert_eq!(other, value, "{output} says it twice");
        }
    }

    /// Each the same wherever it stands; how many stand in so many outputs at least.
    fn agree(&self, day: &str, outputs: usize) -> usize {
        for (label, said) in &self.0 {
            let values: BTreeSet<&String> = said.values().collect();
            assert_eq!(values.len(), 1, "{day}: {label}: {said:?}");
        }
        self.0.values().filter(|said| said.len() >= outputs).count()
    }
}

/// An amount or a number in whole micro-units, however it is written; nothing where it is none.
fn number(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !"$,+ ".contains(*c)).collect();
    let (sign, digits) = plain.strip_prefix('-').map_or(("", &*plain), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |of: &str| of.bytes().all(|b| b.is_ascii_digit());
    assert!(!whole.is_empty() && is_number(whole) && is_number(fraction), "{text}");
    let micros: i128 = format!("{whole}{fraction:0<6}").parse().unwrap();
    if micros == 0 { "0".to_owned() } else { format!("{sign}{micros}") }
}

fn micros(text: &str) -> i128 {
    number(text).parse().unwrap()
}

fn list(of: &Value) -> &[Value] {
    of.as_array().unwrap()
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_else(|| panic!("{key}: {of}"))
}

fn count(of: &Value) -> String {
    number(&of.to_string())
}

fn cell<'a>(row: &'a BTreeMap<String, String>, column: &str) -> &'a str {
    row.get(column).map_or("", String::as_str)
}

/// A word of a line, by what stands before it and behind it.
fn between<'a>(text: &'a str, before: &str, behind: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before}: {text}"));
    rest.split_once(behind).unwrap_or_else(|| panic!("{behind}: {text}")).0
}

/// The terminal without its line breaks.
fn terminal(day: &Outputs) -> String {
    day.terminal.split_whitespace().collect::<Vec<_>>().join(" ")
}
