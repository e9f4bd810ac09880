//! What changed in rule packs between two days, as text and as JSON (schema `feltproof-regs-diff/1`).

use super::json;
use super::lines::Lines;
use super::text::{amount, permission};
use feltproof_model::Date;
use feltproof_regs::{Applies, Change, Changed, Control, Limit, Open, Pack, Possible, Reason};
use serde_json::{Value, json};

/// Versions of a control by their places, with whether they apply.
type Versions = [(usize, Applies)];

/// What changed in each pack, as text.
pub(crate) fn text(packs: &[Pack], from: Date, to: Date) -> String {
    let mut out = Lines::default();
    for (at, pack) in packs.iter().enumerate() {
        if at > 0 {
            out.blank();
        }
        out.wrapped(
            "",
            &format!(
                "{}, version {}: what changed after {from}, up to {to}",
                pack.id, pack.version
            ),
        );
        let changes = pack.changes(from, to);
        if changes.is_empty() {
            out.blank();
            out.wrapped("", "Nothing that this pack knows of: no version of a control or of a reason began or ended, and no limit changed.");
        }
        for change in &changes {
            out.blank();
            changed(&mut out, change);
        }
        for day in days(from, to) {
            open(&mut out, pack, day);
        }
    }
    out.0
}

/// Both days, or the one that they are.
fn days(from: Date, to: Date) -> Vec<Date> {
    if from == to { vec![from] } else { vec![from, to] }
}

fn changed(out: &mut Lines, change: &Change<'_>) {
    let lead = format!("{}  ", change.day);
    match &change.of {
        Changed::Control { control, before, after } => {
            let named =
                after.last().or(before.last()).and_then(|(at, _)| control.versions.get(*at));
            let title = named.map_or("", |version| version.title.as_str());
            out.wrapped(&lead, &format!("control {}: {title}", control.id));
            versions(out, "before", control, before);
            versions(out, "from then", control, after);
        }
        Changed::Limit { limit, before, after } => {
            let Limit { id, citation, subject, verb, .. } = limit;
            out.wrapped(&lead, &format!("limit {id}, {citation}: {subject} {verb}"));
            amounts(out, "before", before);
            amounts(out, "from then", after);
        }
        Changed::Reason { reason, before, after } => {
            out.wrapped(&lead, &format!("reason {} for adjusting a meter", reason.code));
            readings(out, "before", reason, before);
            readings(out, "from then", reason, after);
        }
    }
}

fn versions(out: &mut Lines, label: &str, control: &Control, versions: &Versions) {
    if versions.is_empty() {
        out.pair(label, "no version applies");
    }
    let mut label = label;
    for (at, applies) in versions {
        let Some(version) = control.versions.get(*at) else { continue };
        let perhaps = if *applies == Applies::Yes { "" } else { "PERHAPS " };
        let (citation, status, tag) = (&version.citation, version.status.name(), version.evidence);
        let period = control.period(*at);
        out.pair(label, &format!("{perhaps}{citation} ({period}; {status}; evidence {tag})"));
        out.pair("", &version.demand);
        label = "";
    }
}

fn readings(out: &mut Lines, label: &str, reason: &Reason, versions: &Versions) {
    if versions.is_empty() {
        out.pair(label, "not on the list: it permits no reduction");
    }
    let mut label = label;
    for (at, applies) in versions {
        let Some(version) = reason.versions.get(*at) else { continue };
        let perhaps = if *applies == Applies::Yes { "" } else { "PERHAPS " };
        let permits = permission(version.permits_reduction);
        let (citation, tag, period) = (&version.subsection, version.evidence, reason.period(*at));
        out.pair(label, &format!("{perhaps}{permits}: {citation} ({period}; evidence {tag})"));
        out.pair("", &version.note);
        label = "";
    }
}

fn amounts(out: &mut Lines, label: &str, possible: &Possible<'_>) {
    let [first, rest @ ..] = possible.values else {
        return out.pair(label, "no value is known");
    };
    let mut label = label;
    if possible.earlier_unknown || rest.iter().any(|other| other.value != first.value) {
        out.pair(label, "not decidable, one of:");
        label = "";
    }
    if possible.earlier_unknown {
        out.pair(label, "an earlier value that is not known");
    }
    for value in possible.values {
        let (tag, source) = (value.evidence, &value.source);
        out.pair(
            label,
            &format!("{}, {} (evidence {tag}, {source})", amount(value.value), value.since),
        );
        label = "";
    }
}

fn open(out: &mut Lines, pack: &Pack, day: Date) {
    out.blank();
    let open = pack.open_on(day);
    if open.is_empty() {
        let text = "nothing: every control that applies, the value of every limit and what every reason permits is known";
        return out.wrapped("", &format!("Not decidable on {day}: {text}."));
    }
    out.wrapped("", &format!("Not decidable on {day}:"));
    for Open { id, kind, why } in open {
        out.wrapped("  - ", &format!("{} {id}: {why}", kind.name()));
    }
}

/// What changed in each pack, as JSON.
pub(crate) fn wire(packs: &[Pack], from: Date, to: Date) -> Value {
    let of_pack = |pack: &Pack| {
        let open = |day| pack.open_on(day).iter().map(wire_of_open).collect::<Vec<_>>();
        json!({
            "pack": json::head(pack),
            "changes": pack.changes(from, to).iter().map(wire_of_change).collect::<Vec<_>>(),
            "not_decidable": { "from": open(from), "to": open(to) },
        })
    };
    json!({
        "schema": "feltproof-regs-diff/1",
        "from": from.to_string(),
        "to": to.to_string(),
        "packs": packs.iter().map(of_pack).collect::<Vec<_>>(),
    })
}

fn wire_of_open(open: &Open<'_>) -> Value {
    json!({ "kind": open.kind.name(), "id": open.id, "why": open.why })
}

fn wire_of_change(change: &Change<'_>) -> Value {
    let day = change.day.to_string();
    match &change.of {
        Changed::Control { control, before, after } => {
            let all = |versions: &Versions| {
                let of = |(at, applies): &(usize, Applies)| {
                    let version = control.versions.get(*at)?;
                    Some(json::version(control, *at, version, Some(*applies)))
                };
                versions.iter().filter_map(of).collect::<Vec<_>>()
            };
            json!({
                "day": day, "kind": "control", "id": control.id,
                "before": all(before), "after": all(after),
            })
        }
        Changed::Limit { limit, before, after } => {
            let all = |possible: &Possible<'_>| {
                json!({
                    "earlier_unknown": possible.earlier_unknown,
                    "values": possible.values.iter().map(json::value).collect::<Vec<_>>(),
                })
            };
            json!({
                "day": day, "kind": "limit", "id": limit.id, "citation": limit.citation,
                "subject": limit.subject, "verb": limit.verb.words(),
                "before": all(before), "after": all(after),
            })
        }
        Changed::Reason { reason, before, after } => {
            let all = |versions: &Versions| {
                let of = |(at, applies): &(usize, Applies)| {
                    Some(json::reading(reason, *at, reason.versions.get(*at)?, Some(*applies)))
                };
                versions.iter().filter_map(of).collect::<Vec<_>>()
            };
            json!({
                "day": day, "kind": "reason", "id": reason.code,
                "before": all(before), "after": all(after),
            })
        }
    }
}
