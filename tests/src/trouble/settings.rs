//! Trouble with what the engagement states: a rate, a seed, a unit, a link, a paytable or a gaming
//! day that is not the one the record was made under; and a rate that changes within the record.

use super::sheet::Sheet;
use super::{Depth, Maker, Touched, Variant};
use crate::Day;
use feltproof_model::Money;

const FILE: &str = "engagement.toml";

/// Another value for one of a setting.
type Change = fn(&str) -> String;

pub(super) fn variants(day: &Day, all: &mut Vec<Variant>) {
    let text = day.text(FILE);
    let settings: [(&str, &[&str], &str, Change); 6] = [
        ("running contribution", &["running"], "contribution", more_percent),
        ("contribution", &["running", "approved"], "contribution", more_percent),
        ("seed", &["running", "approved"], "seed", more_dollars),
        ("reserve", &["running", "approved"], "reserve", more_percent),
        ("unit", &["unit"], "unit", more_dollars),
        ("game's paytable", &["paytables"], "queens_up", other_paytable),
    ];
    for (what, lines, key, change) in settings {
        if let Some(changed) = with_setting(&text, lines, key, change) {
            all.push(stated("wrong setting", what, day, changed));
        }
    }
    if let Some((before, after)) = text.split_once("\nlink = ") {
        let after = after.split_once('\n').map_or("", |(_, rest)| rest);
        all.push(stated("table without its link", "", day, format!("{before}\n{after}")));
    }
    if let Some((before, after)) = text.split_once("gaming_days = [\"") {
        let (date, rest) = after.split_at(10);
        let next = format!("{}{:02}", &date[..8], date[8..].parse::<u32>().unwrap_or(1) - 1);
        let text = format!("{before}gaming_days = [\"{next}{rest}");
        all.push(stated("another gaming day", "", day, text));
    }
    all.extend(rate_changes(day));
}

/// What the engagement says is wrong against the record as a whole.
fn stated(cause: &'static str, what: &str, day: &Day, text: String) -> Variant {
    let mut day = day.clone();
    day.0.insert(FILE.to_owned(), text.into_bytes());
    let touched = Touched { everything: true, ..Touched::default() };
    Variant { cause, what: what.to_owned(), day, touched, refused: false }
}

/// The value of a key changed in the lines that begin with these words, or none where no line has it.
fn with_setting(
    text: &str,
    lines: &[&str],
    key: &str,
    change: impl Fn(&str) -> String,
) -> Option<String> {
    let mut seen = Vec::new();
    let all = text.lines().map(|line| {
        let word = line.split(' ').next().unwrap_or_default();
        let opening = format!("{key} = \"");
        match line.split_once(&opening) {
            // A paytable of one table only, the first.
            Some((before, rest)) if lines.contains(&word) && !seen.contains(&word) => {
                seen.push(word);
                let (value, rest) = rest.split_once('"').unwrap_or((rest, ""));
                format!("{before}{opening}{}\"{rest}\n", change(value))
            }
            _ => format!("{line}\n"),
        }
    });
    let all: String = all.collect();
    (all != format!("{}\n", text.trim_end_matches('\n'))).then_some(all)
}

fn more_percent(value: &str) -> String {
    let micros = Money::parse(value.trim_end_matches('%').as_bytes()).unwrap_or_default().micros();
    format!("{}%", Money::from_micros(micros + 1_000_000).plain())
}

fn more_dollars(value: &str) -> String {
    let micros = Money::parse(value.as_bytes()).unwrap_or_default().micros();
    Money::from_micros(micros + 1_000_000_000 * i64::from(micros > 100_000_000) + 5_000_000).plain()
}

fn other_paytable(value: &str) -> String {
    if value == "C4P-09" { "C4P-10" } else { "C4P-09" }.to_owned()
}

/// The engagement without the section of a journal.
pub(super) fn without_journal(text: &str, file: &str) -> String {
    let sections = text.split("\n[");
    let kept =
        sections.filter(|s| !(s.starts_with("[journal]]") && s.contains(&format!("\"{file}\""))));
    kept.collect::<Vec<_>>().join("\n[")
}

/// The manager journal kept at a rate one percent higher from its middle on, or from the first record
/// after what depends on the rate before.
fn rate_changes(day: &Day) -> Option<Variant> {
    let file = "manager.csv";
    let made = Maker { day, file, sheet: Sheet::of(day.0.get(file)?), depth: Depth::Quick };
    let sheet = &made.sheet;
    let len = sheet.rows.len();
    let fixed = |row: &usize| {
        let reason = sheet.text(*row, "reason");
        let partial = sheet.text(*row, "event") == "award" && sheet.text(*row, "display") != "0.00";
        partial || reason == "back_out" || reason == "void_round"
    };
    let from = (0..len).rfind(fixed).map_or(0, |row| row + 1).max(len / 2);
    let mut more = 0;
    let variant = made.variant("rate from the middle on", "", |sheet| {
        for row in from..len {
            let money =
                |name: &str| Money::parse(sheet.text(row, name).as_bytes()).map(Money::micros);
            let (amount, display) = (money("amount"), money("display"));
            let (Ok(display), event) = (display, sheet.text(row, "event")) else { continue };
            match (event.as_str(), amount) {
                ("coin_in", Ok(amount)) => more += amount / 100,
                ("award", Ok(amount)) => {
                    sheet.set(row, "amount", Money::from_micros(amount + more).plain());
                    more = 0;
                }
                _ => {}
            }
            sheet.set(row, "display", Money::from_micros(display + more).plain());
        }
    });
    (more != 0).then_some(variant)
}
