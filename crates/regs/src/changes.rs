//! What of a pack changed between two days, and what is not known of it on one of them.

use crate::control::{Applies, Control, Dated, applies};
use crate::limit::{Limit, Possible};
use crate::pack::Pack;
use crate::quantity::Since;
use crate::reason::{Permits, Reason};
use feltproof_model::{Date, words};
use std::collections::BTreeSet;

/// What changed on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<'p> {
    /// The first day of the new state.
    pub day: Date,
    /// What it is of.
    pub of: Changed<'p>,
}

/// A control, a limit or a reason as it was until a day and as it is from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed<'p> {
    /// Versions of a control began or ended, or may have.
    Control {
        /// The control.
        control: &'p Control,
        /// Places of the versions that applied, or may have, until the day.
        before: Vec<(usize, Applies)>,
        /// Those that apply, or may, from the day on.
        after: Vec<(usize, Applies)>,
    },
    /// The amounts that are in force, or may be, changed.
    Limit {
        /// The limit.
        limit: &'p Limit,
        /// What was possible until the day.
        before: Possible<'p>,
        /// What is possible from the day on.
        after: Possible<'p>,
    },
    /// Versions of a reason for adjusting a meter began or ended, or may have.
    Reason {
        /// The reason.
        reason: &'p Reason,
        /// Places of the versions that applied, or may have, until the day.
        before: Vec<(usize, Applies)>,
        /// Those that apply, or may, from the day on.
        after: Vec<(usize, Applies)>,
    },
}

words! {
    /// A kind of thing that changes, or is not decidable, as text and JSON name it.
    pub enum Kind {
        /// A control.
        Control = "control",
        /// A limit.
        Limit = "limit",
        /// A reason for adjusting a meter.
        Reason = "reason",
    }
}

/// What of a pack is not decidable on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open<'p> {
    /// Id of the control or of the limit, code of the reason.
    pub id: &'p str,
    /// Which of them it is.
    pub kind: Kind,
    /// Why, as a sentence.
    pub why: String,
}

impl Pack {
    /// What changed after one day, up to another: earliest first, of a day in the order of the file. Where the day of a
    /// change is not known, there is one on the first day on which it may have come and one on the first day on which it
    /// certainly had.
    pub fn changes(&self, after: Date, until: Date) -> Vec<Change<'_>> {
        let mut changes = Vec::new();
        for control in &self.controls {
            let of = |(before, after)| Changed::Control { control, before, after };
            changes.extend(turned_versions(&control.versions, (after, until), of));
        }
        for limit in &self.limits {
            let of = |(before, after)| Changed::Limit { limit, before, after };
            let days = limit.values.iter().flat_map(|value| days_of(value.since));
            let on = |date| limit.possible_on(date);
            changes.extend(turned((after, until), days, on, Possible::allows_the_same, of));
        }
        for reason in &self.reasons {
            let of = |(before, after)| Changed::Reason { reason, before, after };
            changes.extend(turned_versions(&reason.versions, (after, until), of));
        }
        // Stable: of one day they stay in the order of the file.
        changes.sort_by_key(|change| change.day);
        changes
    }

    /// What is not decidable on a day: controls that may apply, limits of which no single value is known, reasons of
    /// which it is not known whether they permit a reduction.
    pub fn open_on(&self, date: Date) -> Vec<Open<'_>> {
        let controls = self.controls.iter().filter_map(|control| {
            let why = doubt(control, date)?;
            Some(Open { id: &control.id, kind: Kind::Control, why })
        });
        let limits = self.limits.iter().filter_map(|limit| {
            let possible = limit.possible_on(date);
            let first = possible.values.first();
            let settled = |first| possible.values.iter().all(|value| value.value == first);
            let known =
                !possible.earlier_unknown && first.is_some_and(|first| settled(first.value));
            let why = || limit.on(date).to_string();
            (!known).then(|| Open { id: &limit.id, kind: Kind::Limit, why: why() })
        });
        let reasons = self.reasons.iter().filter_map(|reason| match reason.permits(date) {
            Permits::NotDecidable { reason: why } => {
                Some(Open { id: &reason.code, kind: Kind::Reason, why })
            }
            Permits::Yes | Permits::No => None,
        });
        controls.chain(limits).chain(reasons).collect()
    }
}

/// The versions that apply on a day, or may.
fn state(versions: &[impl Dated], date: Date) -> Vec<(usize, Applies)> {
    let all = (0..versions.len()).map(|at| (at, applies(versions, at, date)));
    all.filter(|(_, applies)| *applies > Applies::No).collect()
}

/// The changes among versions after one day, up to another.
fn turned_versions<'p>(
    versions: &[impl Dated],
    within: (Date, Date),
    of: impl Fn((Vec<(usize, Applies)>, Vec<(usize, Applies)>)) -> Changed<'p>,
) -> Vec<Change<'p>> {
    let days = versions.iter().flat_map(turns);
    turned(within, days, |date| state(versions, date), |one, other| one == other, of)
}

/// The changes after one day, up to another, among states that can change on these days only.
fn turned<'p, S: Clone>(
    (start, until): (Date, Date),
    days: impl Iterator<Item = Date>,
    on: impl Fn(Date) -> S,
    same: impl Fn(&S, &S) -> bool,
    of: impl Fn((S, S)) -> Changed<'p>,
) -> Vec<Change<'p>> {
    let days: BTreeSet<Date> = days.filter(|day| start < *day && *day <= until).collect();
    let mut before = on(start);
    let mut changes = Vec::new();
    for day in days {
        let after = on(day);
        if !same(&before, &after) {
            changes.push(Change { day, of: of((before, after.clone())) });
        }
        before = after;
    }
    changes
}

/// The days on which what is known of a beginning changes.
fn days_of(since: Since) -> Vec<Date> {
    [Some(since.earliest()), since.certain()].into_iter().flatten().collect()
}

/// The days on which what is known of a version changes.
fn turns(version: &impl Dated) -> Vec<Date> {
    let began = version.from().map_or_else(Vec::new, days_of);
    began.into_iter().chain(version.until().and_then(day_after)).collect()
}

fn day_after(date: Date) -> Option<Date> {
    let Date { year, month, day } = date;
    // Only days of the calendar read back.
    let calendar = |year, month, day| Date::parse(&Date { year, month, day }.to_string());
    let in_month = calendar(year, month, day + 1);
    in_month.or_else(|| calendar(year, month + 1, 1)).or_else(|| calendar(year + 1, 1, 1))
}

/// Why it is not known whether a control applies on a day, or which of its versions.
fn doubt(control: &Control, date: Date) -> Option<String> {
    let states = state(&control.versions, date);
    if states.iter().all(|(_, applies)| *applies == Applies::Yes) {
        return None;
    }
    let version = |at: usize| control.versions.get(at);
    let listed: Vec<String> = states
        .iter()
        .filter_map(|(at, _)| Some(format!("{} ({})", version(*at)?.citation, control.period(*at))))
        .collect();
    Some(match listed.as_slice() {
        [one] => format!("whether it applies on {date} is not known: {one}"),
        _ => format!("which version applies on {date} is not known: {}", listed.join("; or ")),
    })
}
