//! What an engagement says of the law, held against its rule packs: dates and texts confirmed, controls inspected.

use crate::control::{Control, ControlStatus, Version};
use crate::pack::Pack;
use feltproof_model::{Confirmed, ConfirmedPart, Date, EngagementLine, Inspected};
use feltproof_toml::did_you_mean;

/// What is wrong with what an engagement says of the law, each with its line.
type Wrong = Vec<(EngagementLine, String)>;

/// Takes into the packs of an engagement what it states as confirmed, and finds the pack of each thing that it says.
/// `dates` are the audited days. What contradicts the packs comes back, each with its line and a sentence.
pub fn take_in(
    packs: &mut [&mut Pack],
    confirmed: &mut [Confirmed],
    inspected: &mut [Inspected],
    dates: &[Date],
) -> Wrong {
    let mut wrong = Wrong::new();
    for of in &mut *confirmed {
        match pack_of(&of.what, of.pack.as_deref(), packs) {
            Ok(id) => of.pack = Some(id),
            Err(why) => wrong.push((of.line, format!("[[confirmed]] {why}"))),
        }
    }
    for pack in &mut *packs {
        let of_pack: Vec<&Confirmed> =
            confirmed.iter().filter(|of| of.pack.as_ref() == Some(&pack.id)).collect();
        for (at, why) in pack.confirm(&of_pack) {
            wrong.extend(of_pack.get(at).map(|of| (of.line, format!("[[confirmed]] {why}"))));
        }
    }
    for at in 0..inspected.len() {
        let (before, rest) = inspected.split_at_mut(at);
        let Some(of) = rest.first_mut() else { break };
        if let Err(why) = answered(of, before, packs, dates) {
            wrong.push((of.line, format!("[[inspected]] {why}")));
        }
    }
    wrong.sort_by_key(|(line, _)| *line);
    wrong
}

/// Finds the pack of an answer, which no other answers and which inspection answers at all.
fn answered(
    of: &mut Inspected,
    before: &[Inspected],
    packs: &[&mut Pack],
    dates: &[Date],
) -> Result<(), String> {
    let control = of.control.clone();
    let what = ConfirmedPart::Version { control, version_from: None, demand: None };
    of.pack = Some(pack_of(&what, of.pack.as_deref(), packs)?);
    // One with its pack and one without it: the reader could not see that both are of one control.
    if let Some(first) = before.iter().find(|b| b.pack == of.pack && b.control == of.control) {
        let (this, that, line) = (of.answer.name(), first.answer.name(), first.line.number);
        let control = &of.control;
        return Err(format!(
            "is of control {control} again, answered {this}; line {line} answered {that}; keep one of them"
        ));
    }
    let pack = packs.iter().find(|pack| of.pack.as_ref() == Some(&pack.id));
    let found = pack.and_then(|pack| Some((pack, pack.control(&of.control)?)));
    found.map_or(Ok(()), |(pack, control)| can_be_answered(control, &pack.id, dates))
}

fn can_be_answered(control: &Control, pack: &str, dates: &[Date]) -> Result<(), String> {
    if control.inspected_on(dates).is_some() {
        return Ok(());
    }
    let mut on = dates.iter().flat_map(|date| control.on(*date));
    let id = &control.id;
    let Some((_, version)) = on.next() else {
        let periods = (0..control.versions.len()).map(|at| control.period(at));
        let periods: Vec<String> = periods.collect();
        return Err(format!(
            "answers control {id} of {pack}, which is in force on no audited day ({}); remove it",
            periods.join("; ")
        ));
    };
    Err(format!(
        "answers control {id} of {pack}, which is automated: the record answers it ({}); remove it",
        version.checks.join(", ")
    ))
}

impl Control {
    /// The version that inspection answers: the first of these days that no checks answer alone.
    pub fn inspected_on(&self, dates: &[Date]) -> Option<&Version> {
        let on = dates.iter().flat_map(|date| self.on(*date));
        let mut versions = on.map(|(_, version)| version);
        versions.find(|version| version.status != ControlStatus::Automated)
    }
}

/// The pack that is named, or the only one that has what is meant.
fn pack_of(
    what: &ConfirmedPart,
    named: Option<&str>,
    packs: &[&mut Pack],
) -> Result<String, String> {
    let all: Vec<&str> = packs.iter().map(|pack| pack.id.as_str()).collect();
    let list = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
    if let Some(named) = named.filter(|named| !all.contains(named)) {
        let near = did_you_mean(named, all.iter().copied());
        return Err(format!(
            "is of pack {named}{near}, but the packs of the engagement are {list}; correct it"
        ));
    }
    let meant = packs.iter().filter(|pack| named.is_none_or(|named| named == pack.id));
    let (id, kind) = match what {
        ConfirmedPart::Value { limit, .. } => (limit, "limit"),
        ConfirmedPart::Version { control, .. } => (control, "control"),
        ConfirmedPart::Reason { reason, .. } => (reason, "reason"),
    };
    let ids = |pack: &Pack| -> Vec<String> {
        match what {
            ConfirmedPart::Value { .. } => pack.limits.iter().map(|of| of.id.clone()).collect(),
            ConfirmedPart::Version { .. } => pack.controls.iter().map(|of| of.id.clone()).collect(),
            ConfirmedPart::Reason { .. } => pack.reasons.iter().map(|of| of.code.clone()).collect(),
        }
    };
    let have: Vec<&str> =
        meant.clone().filter(|pack| ids(pack).contains(id)).map(|pack| pack.id.as_str()).collect();
    match *have.as_slice() {
        [only] => Ok(only.to_owned()),
        [] => {
            let known: Vec<String> = meant.flat_map(|pack| ids(pack)).collect();
            let near = did_you_mean(id, known.iter().map(String::as_str));
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let packs = named.unwrap_or(&list);
            Err(format!(
                "is of {kind} {id}{near}, but the {kind}s of {packs} are {known}; correct it"
            ))
        }
        _ => Err(format!(
            "is of {kind} {id}, which {} both have; add pack with one of them",
            have.join(" and ")
        )),
    }
}
