//! A comparison of two reports for people, the findings first.

use feltproof_model::Sum;
use feltproof_paper::words::plural;
use feltproof_printable::visible;
use feltproof_verdict::diff::{CheckChange, Comparison, Figures, FindingChange, Report, State};

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
    lines.iter().map(|line| visible(line) + "\n").collect()
}

fn differences(found: &Comparison, lines: &mut Vec<String>) {
    let basis = found.basis.iter().map(|of| {
        let [a, b] = [&of.a, &of.b].map(|value| value.as_deref().map(short));
        format!("  {}: {}", of.what, two(&a, &b))
    });
    part("They do not rest on the same", basis.collect(), lines);
    let of = |state: State| found.findings.iter().filter(move |of| of.state == state);
    let counts = State::ALL.map(|state| format!("{} {}", of(state).count(), state.words()));
    lines.extend([String::new(), format!("Findings: {}", counts.join(", "))]);
    let changed = State::ALL.into_iter().filter(|state| *state != State::Unchanged);
    changed.flat_map(of).for_each(|of| finding(of, lines));
    part("Checks that ran in one alone, or left more open", checks(&found.checks), lines);
    let controls = found.controls.iter();
    let controls = controls
        .map(|of| format!("  {} ({} {}): {}", of.citation, of.pack, of.id, two(&of.a, &of.b)));
    part("Controls with another verdict", controls.collect(), lines);
    let (figures, more) = found.figures.split_at(found.figures.len().min(FIGURES_PRINTED));
    let figures = figures.iter().map(|of| format!("  {}: {}", of.figure, two(&of.a, &of.b)));
    let more =
        (!more.is_empty()).then(|| format!("  and {} more; --format json has all", more.len()));
    part("Figures that moved", figures.chain(more).collect(), lines);
}

/// Lines under a title, if there are some.
fn part(title: &str, said: Vec<String>, lines: &mut Vec<String>) {
    if !said.is_empty() {
        lines.extend([String::new(), title.to_owned()]);
        lines.extend(said);
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
    match value.split_at_checked(64) {
        Some((digest, rest)) if digest.bytes().all(|b| b.is_ascii_hexdigit()) => {
            format!("{}...{rest}", &digest[..12])
        }
        _ => value.to_owned(),
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
    let exceptions = plural(*exceptions, "exception");
    let sides = ["in favour of players", "in favour of the house", "in favour of the fund"];
    let some = micros.iter().zip(sides).filter(|(micros, _)| **micros != 0);
    let some = some.map(|(micros, side)| format!(", {} {side}", Sum::from_micros(*micros)));
    exceptions + &some.collect::<String>()
}

/// Those that ran in one alone by the reason why they did not in the other, then those that left more or less open.
fn checks(all: &[CheckChange]) -> Vec<String> {
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
    let not_run = not_run.iter().flat_map(|(why, codes)| {
        let codes = codes.chunks(CODES_IN_LINE).map(|codes| format!("    {}", codes.join(" ")));
        std::iter::once(format!("  {why}")).chain(codes)
    });
    let left_open = all.iter().filter(|of| of.a.ran == of.b.ran).map(|of| {
        let (a, b) = (of.a.undecided, of.b.undecided);
        format!("  {} {}: {a} undecided -> {b}", of.code, of.title)
    });
    not_run.chain(left_open).collect()
}
