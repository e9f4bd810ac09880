//! What an engagement states as confirmed, taken into the packs that its audit uses.
//!
//! Only what a pack leaves open can be confirmed, a date or a text; a contradiction is an error.

use crate::control::{Control, Dated};
use crate::evidence::Evidence;
use crate::limit::Limit;
use crate::pack::Pack;
use crate::quantity::{Quantity, Since};
use crate::reason::Reason;
use feltproof_model::{Confirmed, ConfirmedPart, ConfirmedValue, Date};

impl Pack {
    /// Takes in what an engagement states as confirmed. What contradicts the pack is left out: the place of each in
    /// the list, with a sentence that says what differs and what to do.
    pub(crate) fn confirm(&mut self, stated: &[&Confirmed]) -> Vec<(usize, String)> {
        let mut errors = Vec::new();
        for (at, stated) in stated.iter().enumerate() {
            errors.extend(self.confirm_one(stated).err().map(|why| (at, why)));
        }
        // Judged after all: the date of one may stand only beside that of another.
        for (at, stated) in stated.iter().enumerate() {
            if !errors.iter().any(|(wrong, _)| *wrong == at) {
                errors.extend(self.out_of_order(stated).map(|why| (at, why)));
            }
        }
        errors
    }

    fn confirm_one(&mut self, stated: &Confirmed) -> Result<(), String> {
        // Of the limit and the control it is known that they are there: its pack was found by them.
        match &stated.what {
            ConfirmedPart::Value { limit: id, value } => {
                let Some(limit) = self.limits.iter_mut().find(|limit| limit.id == *id) else {
                    return Ok(());
                };
                let (regime, before) = limit.confirm(value, stated)?;
                if !regime.is_empty() {
                    self.follow(&regime, before, stated);
                }
                Ok(())
            }
            ConfirmedPart::Version { control: id, version_from, demand } => {
                let found = self.controls.iter_mut().find(|control| control.id == *id);
                let Some(control) = found else { return Ok(()) };
                control.confirm(version_from.as_deref(), demand.as_deref(), stated)
            }
            ConfirmedPart::Reason { reason: code, version_from } => {
                let found = self.reasons.iter_mut().find(|reason| reason.code == *code);
                found.map_or(Ok(()), |reason| reason.confirm(version_from.as_deref(), stated))
            }
        }
    }

    /// Values of other limits that began with one began when it did, known as well as before.
    fn follow(&mut self, regime: &str, before: Since, stated: &Confirmed) {
        let values = self.limits.iter_mut().flat_map(|limit| &mut limit.values);
        for value in values.filter(|value| value.regime == regime && value.since == before) {
            value.since = Since::Day(stated.from);
            value.evidence = value.evidence.max(Evidence::Stated);
        }
    }

    /// Why what is confirmed cannot stand beside what comes before and after it.
    fn out_of_order(&self, stated: &Confirmed) -> Option<String> {
        match &stated.what {
            // Those of its regime are of other limits.
            ConfirmedPart::Value { .. } => self.limits.iter().find_map(|limit| {
                let values = limit.values.iter().map(|value| (value.since, value.in_words()));
                disorder(&format!("limit {}", limit.id), &values.collect::<Vec<_>>(), stated.from)
            }),
            ConfirmedPart::Version { control: id, .. } => {
                let control = self.controls.iter().find(|control| control.id == *id)?;
                disorder(&format!("control {id}"), &dated(&control.versions), stated.from)
            }
            ConfirmedPart::Reason { reason: code, .. } => {
                let reason = self.reasons.iter().find(|reason| reason.code == *code)?;
                disorder(&format!("reason {code}"), &dated(&reason.versions), stated.from)
            }
        }
    }
}

impl Limit {
    /// Gives a value its day; its regime, and when it began before.
    fn confirm(
        &mut self,
        value: &ConfirmedValue,
        stated: &Confirmed,
    ) -> Result<(String, Since), String> {
        let said = quantity(value);
        let is_said = |of: Option<Quantity>| match (of, said) {
            (None, None) => true,
            (Some(of), Some((unit, number))) => of.unit().name() == unit && of.number() == number,
            _ => false,
        };
        let (pack, id) = (&self.pack, &self.id);
        let (have, lack): (Vec<_>, Vec<_>) =
            self.values.iter_mut().partition(|value| is_said(value.value));
        if have.is_empty() {
            let all: Vec<String> = lack.iter().map(|v| v.in_words()).collect();
            return Err(format!(
                "is of {}, but limit {id} of {pack} has no such value; it has {}; write one of them",
                value.in_words(),
                all.join("; ")
            ));
        }
        // Of several, that which the day may be of.
        let all: Vec<String> = have.iter().map(|v| v.in_words()).collect();
        let Some(found) = have.into_iter().find(|value| value.since.allows(stated.from)) else {
            return Err(outside(stated.from, &format!("limit {id} of {pack}"), &all.join("; ")));
        };
        let (regime, before) = (found.regime.clone(), found.since);
        found.evidence = match before {
            // It was known already, and perhaps better.
            Since::Day(_) => found.evidence.min(Evidence::Stated),
            Since::Year(_) | Since::NotBefore { .. } => Evidence::Stated,
        };
        if found.evidence == Evidence::Stated {
            found.source = in_words(stated);
        }
        found.since = Since::Day(stated.from);
        Ok((regime, before))
    }
}

impl Control {
    /// Gives a version its day, and its text where that is confirmed too.
    fn confirm(
        &mut self,
        version_from: Option<&str>,
        demand: Option<&str>,
        stated: &Confirmed,
    ) -> Result<(), String> {
        let what = format!("control {}", self.id);
        let at = version_meant(&what, &self.versions, version_from, stated.from)?;
        let Some(version) = self.versions.get_mut(at) else { return Ok(()) };
        version.from = Some(Since::Day(stated.from));
        let mut text = "";
        if let Some(demand) = demand {
            demand.clone_into(&mut version.demand);
            version.evidence = Evidence::Stated;
            text = " and its text,";
        }
        note_beginning(&mut version.note, text, stated);
        Ok(())
    }
}

impl Reason {
    /// Gives a version its day: from then on it was on the list.
    fn confirm(&mut self, version_from: Option<&str>, stated: &Confirmed) -> Result<(), String> {
        let what = format!("reason {}", self.code);
        let at = version_meant(&what, &self.versions, version_from, stated.from)?;
        let Some(version) = self.versions.get_mut(at) else { return Ok(()) };
        if !matches!(version.from, Some(Since::Day(_))) {
            version.evidence = Evidence::Stated;
        }
        version.from = Some(Since::Day(stated.from));
        note_beginning(&mut version.note, "", stated);
        Ok(())
    }
}

/// Adds to the note of a version that its beginning was confirmed, and its text where that was too.
fn note_beginning(note: &mut String, text: &str, stated: &Confirmed) {
    let space = if note.is_empty() { "" } else { " " };
    let (from, by) = (stated.from, in_words(stated));
    note.push_str(&format!("{space}Its beginning, {from},{text} {by}."));
}

/// The place of the version that is meant, which may have begun on that day.
fn version_meant(
    what: &str,
    versions: &[impl Dated],
    version_from: Option<&str>,
    from: Date,
) -> Result<usize, String> {
    let begins: Vec<String> = versions.iter().map(|version| in_file(version.from())).collect();
    let all = begins.join(", ");
    let at = match version_from {
        None if begins.len() == 1 => 0,
        None => {
            return Err(format!(
                "is of {what}, which has versions from {all}; add version_from with one of them"
            ));
        }
        Some(begin) => begins.iter().position(|other| other == begin).ok_or_else(|| {
            format!("is of the version from {begin} of {what}, but its versions are from {all}; correct it")
        })?,
    };
    let Some(version) = versions.get(at) else { return Ok(at) };
    if let Some(since) = version.from().filter(|since| !since.allows(from)) {
        return Err(outside(from, what, &since.to_string()));
    }
    match version.until().filter(|until| *until < from) {
        Some(until) => Err(outside(from, what, &format!("until {until}"))),
        None => Ok(at),
    }
}

/// Each version with a known beginning: when that is, and in words.
fn dated(versions: &[impl Dated]) -> Vec<(Since, String)> {
    let known = versions.iter().filter_map(Dated::from);
    known.map(|since| (since, format!("a version {since}"))).collect()
}

/// Why something that begins on a day does not stand in its place among others of its kind.
fn disorder(what: &str, dates: &[(Since, String)], from: Date) -> Option<String> {
    let mut neighbours = dates.iter().zip(dates.iter().skip(1));
    let ((_, before), (_, after)) = neighbours.find(|((a, _), (b, _))| {
        let touched = [a, b].contains(&&Since::Day(from));
        let same = a == b || (matches!(b, Since::Day(_)) && a.earliest() == b.earliest());
        touched && (a.earliest() > b.earliest() || same)
    })?;
    Some(format!(
        "is stated from {from}, but then {what} would have {before} and after it {after}; correct the day, or confirm \
         the other one too"
    ))
}

/// What a value is a number of, and the bare number; `None`: no such limit.
fn quantity(value: &ConfirmedValue) -> Option<(&'static str, i64)> {
    match value {
        ConfirmedValue::None => None,
        ConfirmedValue::Dollars(amount) => Some(("dollars", amount.micros())),
        ConfirmedValue::Count { unit, number } => Some((unit, i64::from(*number))),
    }
}

/// A beginning as the pack file writes it, of a window its first day.
fn in_file(from: Option<Since>) -> String {
    match from {
        None => "unknown".to_owned(),
        Some(Since::Day(day)) => day.to_string(),
        Some(Since::Year(year)) => format!("{year:04}"),
        Some(Since::NotBefore { earliest, .. }) => earliest.to_string(),
    }
}

/// The engagement's word, for a source or a note.
fn in_words(stated: &Confirmed) -> String {
    let Confirmed { by, date, source, .. } = stated;
    format!("stated by the engagement as confirmed by {by} on {date}: {source}")
}

fn outside(from: Date, what: &str, known: &str) -> String {
    format!(
        "is stated from {from}, but {what} has {known}; correct the day, or the pack with its source"
    )
}
