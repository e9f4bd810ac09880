//! `[[limit]]` and `[[limit.value]]`.

use super::controls::parse_year;
use super::{evidence, note, refuse_repeated, word};
use crate::limit::{DatedValue, Limit, Quantity, Since, Unit, Verb};
use crate::reader::{Errors, Located, Section};
use feltproof_model::{Date, Money};

pub(super) fn read(sections: Vec<Section<'_, '_>>, errors: &mut Errors<'_>) -> Vec<Limit> {
    let mut ids = Vec::new();
    let limits = sections.into_iter().filter_map(|s| read_one(s, &mut ids, errors)).collect();
    refuse_repeated(&ids, errors);
    limits
}

fn read_one(
    mut section: Section<'_, '_>,
    ids: &mut Vec<Located<String>>,
    errors: &mut Errors<'_>,
) -> Option<Limit> {
    let s = &mut section;
    let id = s.text("id", errors);
    ids.extend(id.clone());
    let subject = s.text("subject", errors);
    let citation = s.text("citation", errors);
    let verb = word(s, "verb", Verb::parse, &Verb::ALL.map(Verb::words).join(", "), errors);
    let unit = word(s, "unit", Unit::parse, "dollars, games", errors);
    let sections = s.tables("value", errors);
    if sections.is_empty() {
        s.missing("value", errors);
    }
    let lines: Vec<(u32, String)> = sections.iter().map(|v| (v.line, v.key("value"))).collect();
    let mut regimes = Vec::new();
    let values: Vec<Option<DatedValue>> =
        sections.into_iter().map(|v| read_value(v, unit, &mut regimes, errors)).collect();
    refuse_repeated(&regimes, errors);
    refuse_disorder(&values, &lines, errors);
    section.finish(errors);
    Some(Limit {
        id: id?.value,
        subject: subject?.value,
        citation: citation?.value,
        verb: verb?,
        unit: unit?,
        values: values.into_iter().collect::<Option<Vec<_>>>()?,
    })
}

fn read_value(
    mut section: Section<'_, '_>,
    unit: Option<Unit>,
    regimes: &mut Vec<Located<String>>,
    errors: &mut Errors<'_>,
) -> Option<DatedValue> {
    let s = &mut section;
    let value = read_quantity(s, unit, errors);
    let since = read_since(s, errors);
    let evidence = evidence(s, errors);
    let source = s.text("source", errors);
    let note = note(s, errors);
    let regime = s.optional_text("regime", errors);
    regimes.extend(regime.clone());
    section.finish(errors);
    Some(DatedValue {
        value: value?,
        since: since?,
        evidence: evidence?,
        source: source?.value,
        note,
        regime: regime.map(|l| l.value).unwrap_or_default(),
    })
}

/// `dollars = "300.00"`, `games = 3`, or `none = true`. The outer `None` is an error told.
fn read_quantity(
    s: &mut Section<'_, '_>,
    unit: Option<Unit>,
    errors: &mut Errors<'_>,
) -> Option<Option<Quantity>> {
    let dollars = s.optional_text("dollars", errors);
    let games = s.optional_count("games", errors);
    let none = s.optional_flag("none", errors);
    let (line, key) = (s.line, s.key("value"));
    match (dollars, games, none, unit) {
        (_, _, _, None) => None,
        (None, None, Some(true), _) => Some(None),
        (Some(text), None, None, Some(Unit::Dollars)) => {
            match Money::parse(text.value.as_bytes()) {
                Ok(money) if money >= Money::ZERO => Some(Some(Quantity::Dollars(money))),
                Ok(_) => {
                    errors.push(text.line, text.key, format!("\"{}\" is below zero", text.value));
                    None
                }
                Err(error) => {
                    errors.push(text.line, text.key, format!("\"{}\" {error}", text.value));
                    None
                }
            }
        }
        (None, Some(count), None, Some(Unit::Games)) => Some(Some(Quantity::Games(count.value))),
        (_, _, _, Some(unit)) => {
            let wanted = match unit {
                Unit::Dollars => "dollars = \"300.00\"",
                Unit::Games => "games = 3",
            };
            let message = format!("expected exactly one of {wanted} and none = true");
            errors.push(line, key, message);
            None
        }
    }
}

/// `from` a day or a year, or `not_before` a day with or without `certain_from`.
fn read_since(s: &mut Section<'_, '_>, errors: &mut Errors<'_>) -> Option<Since> {
    let from = s.optional_text("from", errors);
    let not_before = s.optional_text("not_before", errors);
    let certain = s.optional_text("certain_from", errors);
    match (from, not_before, certain) {
        (Some(from), None, None) => {
            let since = parse_year(&from.value)
                .map(Since::Year)
                .or_else(|| Date::parse(&from.value).map(Since::Day));
            if since.is_none() {
                let message =
                    format!("\"{}\" is neither a day (2009-09-14) nor a year (2009)", from.value);
                errors.push(from.line, from.key, message);
            }
            since
        }
        (None, Some(earliest), certain) => {
            let earliest = day(&earliest, errors);
            let certain = match certain {
                Some(text) => Some(day(&text, errors)?),
                None => None,
            };
            let earliest = earliest?;
            if let Some(certain) = certain.filter(|c| *c <= earliest) {
                let message = format!("is {certain}, which is not after not_before {earliest}");
                errors.push(s.line, s.key("certain_from"), message);
                return None;
            }
            Some(Since::NotBefore { earliest, certain })
        }
        _ => {
            let message = "expected either from, or not_before with or without certain_from";
            errors.push(s.line, s.key("from"), message);
            None
        }
    }
}

fn day(text: &Located<String>, errors: &mut Errors<'_>) -> Option<Date> {
    let date = Date::parse(&text.value);
    if date.is_none() {
        let message = format!("\"{}\" is not a day of the calendar (2009-09-14)", text.value);
        errors.push(text.line, text.key.clone(), message);
    }
    date
}

/// Values stand earliest first; the first is a number, and two in a row without one say nothing.
fn refuse_disorder(
    values: &[Option<DatedValue>],
    lines: &[(u32, String)],
    errors: &mut Errors<'_>,
) {
    let mut before: Option<&DatedValue> = None;
    for (value, (line, key)) in values.iter().zip(lines) {
        let Some(value) = value else { return };
        let (this, last) = (value.since.earliest(), before.map(|b| b.since.earliest()));
        if let Some(last) = last.filter(|last| *last > this) {
            let message =
                format!("starts {this}, before the one above it ({last}); put the earliest first");
            errors.push(*line, key.clone(), message);
        }
        if value.value.is_none() && before.is_none_or(|b| b.value.is_none()) {
            errors.push(*line, key.clone(), "none = true must follow a value that is a number");
        }
        before = Some(value);
    }
}
