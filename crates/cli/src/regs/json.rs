//! Rule packs as JSON: schema `feltproof-regs/1`, whole and in the order of the file.

use super::text::{limits, shown, shown_of, state, statuses};
use feltproof_checks::by_code;
use feltproof_model::Date;
use feltproof_regs::{
    Applies, Control, ControlStatus, DatedValue, Decision, Limit, Pack, Quantity, Reason,
    ReasonVersion, Since, Version,
};
use serde_json::{Value, json};

const SCHEMA: &str = "feltproof-regs/1";

/// An entry for each pack.
pub(crate) fn overview(packs: &[Pack], on: Option<Date>) -> Value {
    let entry = |pack: &Pack| {
        let statuses = statuses(pack, on);
        let all: usize = statuses.iter().map(|(_, count)| count).sum();
        let of = |status| {
            statuses.iter().find(|(other, _)| *other == status).map_or(0, |(_, count)| *count)
        };
        let mut entry = head(pack);
        entry["controls"] = json!({
            "all": all,
            "automated": of(ControlStatus::Automated),
            "partial": of(ControlStatus::Partial),
            "manual": of(ControlStatus::Manual),
        });
        entry["limits"] = json!(limits(pack, on));
        entry
    };
    let packs: Vec<Value> = packs.iter().map(entry).collect();
    json!({ "schema": SCHEMA, "on": day(on), "packs": packs })
}

/// Everything that a pack says; on a day only what applies, or may.
pub(crate) fn pack(pack: &Pack, on: Option<Date>) -> Value {
    let control = |control: &Control| {
        let versions: Vec<Value> = shown(control, on)
            .map(|(at, v, applies)| version(control, at, v, on.and(Some(applies))))
            .collect();
        (!versions.is_empty()).then(|| json!({ "id": control.id, "versions": versions }))
    };
    let reasons = pack.reasons.iter().map(|reason| {
        let versions = shown_of(reason, on)
            .map(|(at, version, applies)| reading(reason, at, version, on.and(Some(applies))));
        json!({ "code": reason.code, "versions": versions.collect::<Vec<_>>() })
    });
    let games = pack.groups.iter().map(|group| {
        json!({
            "id": group.id,
            "wagers": group.wagers,
            "counts": group.counts.name(),
            "evidence": group.evidence.tag(),
            "note": group.note,
        })
    });
    json!({
        "schema": SCHEMA,
        "on": day(on),
        "pack": head(pack),
        "controls": pack.controls.iter().filter_map(control).collect::<Vec<_>>(),
        "limits": pack.limits.iter().map(|l| limit(l, on)).collect::<Vec<_>>(),
        "reasons": reasons.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
    })
}

/// Which pack, and of which file.
pub(super) fn head(pack: &Pack) -> Value {
    json!({
        "id": pack.id,
        "title": pack.title,
        "authority": pack.authority,
        "version": pack.version,
        "file": pack.file,
        "sha256": pack.sha256,
    })
}

/// A version of a reason; whether it applies, where a day is asked for.
pub(super) fn reading(
    reason: &Reason,
    at: usize,
    version: &ReasonVersion,
    applies: Option<Applies>,
) -> Value {
    let mut wire = json!({
        "version": at + 1,
        "from": version.from.map(since),
        "until": day(version.until),
        "period": reason.period(at),
        "citation": version.subsection,
        "permits_reduction": version.permits_reduction,
        "evidence": version.evidence.tag(),
        "note": version.note,
    });
    if let Some(applies) = applies {
        wire["applies"] = json!(if applies == Applies::Yes { "yes" } else { "perhaps" });
    }
    wire
}

/// A version of a control; whether it applies, where a day is asked for.
pub(super) fn version(
    control: &Control,
    at: usize,
    version: &Version,
    applies: Option<Applies>,
) -> Value {
    let check =
        |code: &String| json!({ "code": code, "title": by_code(code).map(|check| check.title) });
    let mut value = json!({
        "version": at + 1,
        "from": version.from.map(since),
        "until": day(version.until),
        "period": control.period(at),
        "citation": version.citation,
        "title": version.title,
        "status": version.status.name(),
        "evidence": version.evidence.tag(),
        "address": version.address,
        "read": day(version.read),
        "checks": version.checks.iter().map(check).collect::<Vec<_>>(),
        "demand": version.demand,
        "note": version.note,
    });
    if let Some(applies) = applies {
        value["applies"] = json!(if applies == Applies::Yes { "yes" } else { "perhaps" });
    }
    value
}

fn limit(limit: &Limit, on: Option<Date>) -> Value {
    let values = on.map_or(limit.values.as_slice(), |date| limit.possible_on(date).values);
    let mut wire = json!({
        "id": limit.id,
        "limits": limit.role.name(),
        "over": limit.over.map(|over| json!({ "dollars": over.plain() })),
        "subject": limit.subject,
        "citation": limit.citation,
        "former": limit.former.iter().map(|of| json!({
            "citation": of.1,
            "until": of.0.to_string(),
        })).collect::<Value>(),
        "verb": limit.verb.words(),
        "values": values.iter().map(value).collect::<Vec<_>>(),
    });
    if let Some(date) = on {
        let decision = limit.on(date);
        let in_force = match &decision {
            Decision::InForce { value, .. } => quantity(*value),
            Decision::Undecided { .. } | Decision::NotInForce { .. } => Value::Null,
        };
        wire["says"] = json!({
            "state": state(limit, date),
            "value": in_force,
            "sentence": decision.to_string(),
        });
    }
    wire
}

/// A value of a limit with its period; `null` where there is no such limit from then on.
pub(super) fn value(value: &DatedValue) -> Value {
    json!({
        "value": value.value.map(quantity),
        "fewer": value.fewer.iter().map(|of| json!({
            "authorised": of.authorised,
            "value": quantity(of.value),
        })).collect::<Value>(),
        "from": since(value.since),
        "evidence": value.evidence.tag(),
        "source": value.source,
        "regime": value.regime,
        "note": value.note,
    })
}

/// As pack files write it: `{"dollars": "300.00"}`, `{"games": 3}`.
fn quantity(quantity: Quantity) -> Value {
    match quantity {
        Quantity::Dollars(money) => json!({ "dollars": money.plain() }),
        counted => json!({ counted.unit().name(): counted.number() }),
    }
}

/// The first day on which it may apply, and the first on which it certainly does.
fn since(since: Since) -> Value {
    json!({
        "earliest": since.earliest().to_string(),
        "certain": day(since.certain()),
        "words": since.to_string(),
    })
}

fn day(date: Option<Date>) -> Value {
    json!(date.map(|date| date.to_string()))
}
