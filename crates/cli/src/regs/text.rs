//! Rule packs as text: an entry each, or all that one says.

use super::lines::{Lines, plural};
use feltproof_checks::by_code;
use feltproof_model::Date;
use feltproof_regs::{
    Applies, Control, ControlStatus, DatedValue, Decision, Evidence, Limit, Pack, Quantity, Reason,
    ReasonVersion, Version,
};
use std::collections::BTreeSet;

/// How many controls have each status, by the latest version of each that applies on the day, or may.
pub(super) fn statuses(pack: &Pack, on: Option<Date>) -> Vec<(ControlStatus, usize)> {
    let latest =
        |control: &Control| shown(control, on).last().map(|(_, version, _)| version.status);
    let all: Vec<ControlStatus> = pack.controls.iter().filter_map(latest).collect();
    let count = |status| (status, all.iter().filter(|other| **other == status).count());
    ControlStatus::ALL.map(count).to_vec()
}

/// The versions of a control to be shown, with their places; on a day only those that apply, or may.
pub(super) fn shown(
    control: &Control,
    on: Option<Date>,
) -> impl DoubleEndedIterator<Item = (usize, &Version, Applies)> {
    let applies = move |at| on.map_or(Applies::Yes, |date| control.applies(at, date));
    let all = control.versions.iter().enumerate().map(move |(at, v)| (at, v, applies(at)));
    all.filter(|(.., applies)| *applies > Applies::No)
}

/// The versions of a reason that are shown: all, or those that apply on a day, or may.
pub(super) fn shown_of(
    reason: &Reason,
    on: Option<Date>,
) -> impl Iterator<Item = (usize, &ReasonVersion, Applies)> {
    let applies = move |at| on.map_or(Applies::Yes, |date| reason.applies(at, date));
    let all = reason.versions.iter().enumerate().map(move |(at, v)| (at, v, applies(at)));
    all.filter(|(.., applies)| *applies > Applies::No)
}

/// What a limit says on a day, in a word.
pub(super) fn state(limit: &Limit, date: Date) -> &'static str {
    match limit.on(date) {
        Decision::InForce { .. } => "in force",
        Decision::Undecided { .. } => "not decidable",
        Decision::NotInForce { .. } if limit.possible_on(date).values.is_empty() => "not known",
        Decision::NotInForce { .. } => "no such limit",
    }
}

/// The limits that say something on a day, or may.
pub(super) fn limits(pack: &Pack, on: Option<Date>) -> usize {
    let says = |limit: &&Limit| {
        on.is_none_or(|date| ["in force", "not decidable"].contains(&state(limit, date)))
    };
    pack.limits.iter().filter(says).count()
}

/// An entry for each pack.
pub(crate) fn overview(packs: &[Pack], on: Option<Date>) -> String {
    let mut out = Lines::default();
    let heads = ["pack", "version", "controls", "automated", "partial", "manual", "limits"];
    let wide = packs.iter().map(|pack| pack.id.chars().count()).max().unwrap_or(0).max(4);
    let row = |out: &mut Lines, [pack, version, rest @ ..]: [String; 7]| {
        let mut line = format!("{pack:<wide$}  {version:<8}");
        for (cell, head) in rest.iter().zip(&heads[2..]) {
            line.push_str(&format!("  {cell:>width$}", width = head.len()));
        }
        out.line(&line);
    };
    if let Some(date) = on {
        out.wrapped(
            "",
            &format!("On {date}: controls that apply or may, limits that are in force or may be."),
        );
        out.blank();
    }
    row(&mut out, heads.map(str::to_owned));
    for pack in packs {
        let statuses = statuses(pack, on);
        let mut counts = statuses.iter().map(|(_, count)| count.to_string());
        let mut next = || counts.next().unwrap_or_default();
        let all: usize = statuses.iter().map(|(_, count)| count).sum();
        let (id, version) = (pack.id.clone(), pack.version.clone());
        let limits = limits(pack, on).to_string();
        row(&mut out, [id, version, all.to_string(), next(), next(), next(), limits]);
        out.wrapped("  ", &pack.title);
        out.wrapped("  ", &pack.authority);
    }
    out.blank();
    out.wrapped("", "`feltproof regs PACK` prints all that a pack says; `regs diff` what changed between two days.");
    out.0
}

/// Everything that a pack says; on a day only what applies, or may.
pub(crate) fn pack(pack: &Pack, on: Option<Date>) -> String {
    let mut out = Lines::default();
    out.wrapped("", &format!("{}, version {}", pack.id, pack.version));
    out.wrapped("", &pack.title);
    out.wrapped("", &pack.authority);
    out.line(&pack.file);
    out.line(&format!("SHA-256 {}", pack.sha256));
    if let Some(date) = on {
        out.blank();
        out.wrapped("", &format!("Only what applies on {date}, or may."));
    }
    controls(&mut out, pack, on);
    limits_of(&mut out, pack, on);
    reasons(&mut out, pack, on);
    games(&mut out, pack);
    tags(&mut out, pack, on);
    out.0
}

fn heading(out: &mut Lines, text: &str) {
    out.blank();
    out.wrapped("", text);
}

fn controls(out: &mut Lines, pack: &Pack, on: Option<Date>) {
    let statuses = statuses(pack, on);
    let all: usize = statuses.iter().map(|(_, count)| count).sum();
    let each: Vec<String> =
        statuses.iter().map(|(status, count)| format!("{count} {}", status.name())).collect();
    heading(out, &format!("CONTROLS: {all}, of which {}", each.join(", ")));
    for control in &pack.controls {
        for (at, version, applies) in shown(control, on) {
            out.blank();
            out.wrapped("", &format!("{}: {}", version.citation, version.title));
            out.pair("id", &control.id);
            if control.versions.len() > 1 {
                out.pair("version", &format!("{} of {}", at + 1, control.versions.len()));
            }
            if let Some(date) = on.filter(|_| applies == Applies::Perhaps) {
                out.pair("applies", &format!("PERHAPS: whether it does on {date} is not known"));
            }
            out.pair("period", &control.period(at));
            version_of(out, version);
        }
    }
}

fn version_of(out: &mut Lines, version: &Version) {
    out.pair("status", version.status.name());
    out.pair("evidence", version.evidence.name());
    out.pair("text", &version.address);
    let read = version.read.map_or_else(|| "never".to_owned(), |day| day.to_string());
    out.pair("read", &read);
    out.pair("demand", &version.demand);
    let mut label = "checks";
    for code in &version.checks {
        let title = by_code(code).map_or("", |check| check.title);
        out.wrapped(&format!("  {label:<11}{code}  "), title);
        label = "";
    }
    out.pair("note", &version.note);
}

fn limits_of(out: &mut Lines, pack: &Pack, on: Option<Date>) {
    heading(out, &format!("LIMITS: {}", pack.limits.len()));
    for limit in &pack.limits {
        out.blank();
        out.wrapped("", &format!("{}: {} {}", limit.citation, limit.subject, limit.verb));
        out.pair("id", &limit.id);
        out.pair("limits", limit.role.name());
        if let Some(over) = limit.over {
            out.pair("over", &over.to_string());
        }
        let mut values = limit.values.as_slice();
        if let Some(date) = on {
            out.pair(&date.to_string(), &format!("{}: {}", state(limit, date), limit.on(date)));
            values = limit.possible_on(date).values;
        }
        values.iter().for_each(|value| value_of(out, value));
    }
}

/// An amount, or that there is none.
pub(super) fn amount(value: Option<Quantity>) -> String {
    value.map_or_else(|| "no such limit".to_owned(), |value| value.to_string())
}

fn value_of(out: &mut Lines, value: &DatedValue) {
    out.pair("value", &format!("{}, {}", value.amount_in_words(), value.since));
    let below = |out: &mut Lines, text: &str| out.wrapped(&" ".repeat(15), text);
    below(out, &format!("evidence {}, {}", value.evidence, value.source));
    if !value.regime.is_empty() {
        below(out, &format!("regime {}", value.regime));
    }
    below(out, &value.note);
}

fn reasons(out: &mut Lines, pack: &Pack, on: Option<Date>) {
    let shown = |reason: &&Reason| shown_of(reason, on).next().is_some();
    let count = pack.reasons.iter().filter(shown).count();
    heading(out, &format!("REASONS FOR ADJUSTING A METER: {count}"));
    for reason in &pack.reasons {
        for (at, version, applies) in shown_of(reason, on) {
            let ReasonVersion { permits_reduction, subsection, evidence, note, .. } = version;
            out.blank();
            out.wrapped("", &format!("{}: {}", reason.code, permission(*permits_reduction)));
            out.pair("citation", subsection);
            if let Some(date) = on.filter(|_| applies == Applies::Perhaps) {
                out.pair("applies", &format!("PERHAPS: whether it does on {date} is not known"));
            }
            out.pair("period", &reason.period(at));
            out.pair("evidence", evidence.name());
            out.pair("note", note);
        }
    }
}

/// What a version of a reason says.
pub(super) const fn permission(permits_reduction: bool) -> &'static str {
    if permits_reduction { "permits a reduction" } else { "permits no reduction" }
}

fn games(out: &mut Lines, pack: &Pack) {
    heading(out, &format!("WHAT COUNTS AS A GAME: {}", plural(pack.groups.len(), "group")));
    for group in &pack.groups {
        out.blank();
        out.wrapped("", &format!("{}: {}", group.id, group.counts.name()));
        out.pair("wagers", &group.wagers.join(", "));
        out.pair("evidence", group.evidence.name());
        out.pair("note", &group.note);
    }
}

/// What the tags mean that are printed.
fn tags(out: &mut Lines, pack: &Pack, on: Option<Date>) {
    let of_controls = pack.controls.iter().flat_map(|c| shown(c, on).map(|(_, v, _)| v.evidence));
    let mut used: BTreeSet<Evidence> = of_controls.collect();
    for limit in &pack.limits {
        let values = on.map_or(limit.values.as_slice(), |date| limit.possible_on(date).values);
        used.extend(values.iter().map(|value| value.evidence));
    }
    let of_reasons = pack.reasons.iter().flat_map(|r| shown_of(r, on).map(|(_, v, _)| v.evidence));
    used.extend(of_reasons);
    used.extend(pack.groups.iter().map(|group| group.evidence));
    heading(out, "EVIDENCE");
    used.iter().for_each(|tag| out.pair(tag.name(), tag.in_words()));
}
