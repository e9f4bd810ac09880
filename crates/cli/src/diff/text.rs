//! A comparison of two reports for people, the findings first.

use feltproof_model::Sum;
use feltproof_report::visible;
use feltproof_verdict::diff::{CheckChange, Comparison, Figures, FindingChange, Report, State};
use std::fmt::Write as _;

/// Codes of checks in one line.
const CODES_IN_LINE: usize = 10;
/// Figures printed of each comparison; JSON has all.
const FIGURES_PRINTED: usize = 60;

/// For people: the findings first.
pub(crate) fn text(found: &Comparison, a: &Report, b: &Report) -> String {
    let mut lines = vec![head("A", a), head("B", b)];
    lines.extend(found.warnings.iter().map(|warning| format!("NOTE  {warning}")));
    if found.is_same() {
        lines.push(String::new());
        lines.push(format!("The same: {} findings, and every figure.", found.findings.len()));
    } else {
        differences(found, &mut lines);
    }
    lines.iter().fold(String::new(), |mut text, line| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", visible(line));
        text
    })
}

fn differences(found: &Comparison, lines: &mut Vec<String>) {
    if !found.basis.is_empty() {
        lines.extend([String::new(), "They do not rest on the same".to_owned()]);
        let basis = found.basis.iter();
        lines.extend(basis.map(|of| {
            let [a, b] = [&of.a, &of.b].map(|value| value.as_deref().map(short));
            format!("  {}: {}", of.what, two(&a, &b))
        }));
    }
    let count = |state: State| {
        let count = found.findings.iter().filter(|of| of.state == state).count();
        format!("{count} {}", state.words())
    };
    let counts = State::ALL.map(count).join(", ");
    lines.extend([String::new(), format!("Findings: {counts}")]);
    for state in State::ALL.into_iter().filter(|state| *state != State::Unchanged) {
        found.findings.iter().filter(|of| of.state == state).for_each(|of| finding(of, lines));
    }
    if !found.checks.is_empty() {
        lines.extend([String::new(), "Checks that ran in one alone, or left more open".to_owned()]);
        checks(&found.checks, lines);
    }
    if !found.controls.is_empty() {
        lines.extend([String::new(), "Controls with another verdict".to_owned()]);
        for of in &found.controls {
            lines.push(format!("  {} ({} {}): {}", of.citation, of.pack, of.id, two(&of.a, &of.b)));
        }
    }
    if !found.figures.is_empty() {
        lines.extend([String::new(), "Figures that moved".to_owned()]);
        let (figures, more) = found.figures.split_at(found.figures.len().min(FIGURES_PRINTED));
        lines.extend(figures.iter().map(|of| format!("  {}: {}", of.figure, two(&of.a, &of.b))));
        if !more.is_empty() {
            lines.push(format!("  and {} more; --format json has all", more.len()));
        }
    }
}

fn head(which: &str, of: &Report) -> String {
    format!(
        "{which}  {}: report {} of {}, {}",
        of.file,
        of.text("/report/id").unwrap_or("without id"),
        of.days().join(", "),
        of.text("/verdict/outcome").unwrap_or("without verdict").replace('_', " ")
    )
}

fn two(a: &Option<String>, b: &Option<String>) -> String {
    let shown = |of: &Option<String>| of.clone().unwrap_or_else(|| "none".to_owned());
    format!("{} -> {}", shown(a), shown(b))
}

/// A digest by its first digits; JSON has all of them.
fn short(value: &str) -> String {
    let digest = value.get(..64).filter(|digest| digest.bytes().all(|b| b.is_ascii_hexdigit()));
    match digest {
        Some(digest) => {
            let (first, rest) = (digest.get(..12).unwrap_or_default(), value.get(64..));
            format!("{first}...{}", rest.unwrap_or_default())
        }
        None => value.to_owned(),
    }
}

fn finding(of: &FindingChange, lines: &mut Vec<String>) {
    let word = of.state.words().to_uppercase();
    lines.push(format!("  {word}: {} {} ({})", of.key.code, of.title, of.key.control));
    let figures = match (&of.a, &of.b) {
        (Some(a), Some(b)) => format!("{} -> {}", in_words(a), in_words(b)),
        (Some(one), None) | (None, Some(one)) => in_words(one),
        (None, None) => String::new(),
    };
    lines.push(format!("    {figures}"));
    lines.extend(of.note.iter().map(|note| format!("    {note}")));
}

fn in_words(Figures { exceptions, micros }: &Figures) -> String {
    let s = if *exceptions == 1 { "" } else { "s" };
    let sides = ["in favour of players", "in favour of the house", "in favour of the fund"];
    let some = micros.iter().zip(sides).filter(|(micros, _)| **micros != 0);
    let some = some.map(|(micros, side)| format!(", {} {side}", Sum::from_micros(*micros)));
    format!("{exceptions} exception{s}{}", some.collect::<String>())
}

/// Those that ran in one alone by the reason why they did not in the other, then those that left more or less open.
fn checks(all: &[CheckChange], lines: &mut Vec<String>) {
    let mut not_run: Vec<(String, Vec<&str>)> = Vec::new();
    for of in all {
        let why = match (of.a.ran, of.b.ran) {
            (true, false) => format!("not in B: {}", of.b.reason_not_run.as_deref().unwrap_or("")),
            (false, true) => format!("not in A: {}", of.a.reason_not_run.as_deref().unwrap_or("")),
            (true, true) | (false, false) => continue,
        };
        match not_run.iter_mut().find(|(other, _)| *other == why) {
            Some((_, codes)) => codes.push(&of.code),
            None => not_run.push((why, vec![&of.code])),
        }
    }
    lines.extend(not_run.iter().flat_map(|(why, codes)| {
        let codes = codes.chunks(CODES_IN_LINE).map(|codes| format!("    {}", codes.join(" ")));
        std::iter::once(format!("  {why}")).chain(codes)
    }));
    for of in all.iter().filter(|of| of.a.ran == of.b.ran) {
        lines.push(format!(
            "  {} {}: {} undecided -> {}",
            of.code, of.title, of.a.undecided, of.b.undecided
        ));
    }
}
