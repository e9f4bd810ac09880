//! `[[confirmed]]` and `[[inspected]]`: what the engagement says of the law. Which limits and controls there are is for
//! those who know the rule packs.

use super::{line, line_of, refuse_in_house};
use feltproof_model::{
    Answer, COUNTED, Confirmed, ConfirmedPart, ConfirmedValue, Date, Inspected, Means,
};
use feltproof_toml::{Found, Section};

/// The dates and texts that are stated as confirmed.
pub(super) fn confirmed(top: &Section<'_>) -> Vec<Confirmed> {
    top.sections_if("confirmed").into_iter().filter_map(one_confirmed).collect()
}

fn one_confirmed(s: Section<'_>) -> Option<Confirmed> {
    let pack = s.text_if("pack").map(|pack| pack.owned());
    let what = part(s);
    let from = day(s, "from");
    let source = s.text("source");
    let by = s.text("by");
    let date = day(s, "date");
    Some(Confirmed {
        pack,
        what: what?,
        from: from?,
        source: source?.owned(),
        by: by?.owned(),
        date: date?,
        line: line(&s),
    })
}

/// A value of a limit, or a version of a control or of a reason.
fn part(s: Section<'_>) -> Option<ConfirmedPart> {
    let (limit, control, reason) = (s.text_if("limit"), s.text_if("control"), s.text_if("reason"));
    let version_from = s.text_if("version_from");
    let demand = s.text_if("demand");
    let value = value(s);
    let owned = |text: Option<Found<'_, &str>>| text.map(|text| text.owned());
    match (limit, control, reason) {
        (Some(limit), None, None) => {
            for of_control in [version_from, demand].into_iter().flatten() {
                of_control.wrong("is of a control, but this is of a limit; remove it");
            }
            if value == Given::Nothing {
                s.missing("dollars", NO_VALUE);
            }
            let Given::Value(value) = value else { return None };
            Some(ConfirmedPart::Value { limit: limit.owned(), value })
        }
        (None, Some(control), None) => {
            if matches!(value, Given::Value(_)) {
                control.wrong(NOT_A_LIMIT);
            }
            let (version_from, demand) = (owned(version_from), owned(demand));
            Some(ConfirmedPart::Version { control: control.owned(), version_from, demand })
        }
        (None, None, Some(reason)) => {
            if matches!(value, Given::Value(_)) {
                reason.wrong(NOT_A_LIMIT);
            }
            if let Some(demand) = demand {
                demand.wrong("is of a control, but this is of a reason; remove it");
            }
            let version_from = owned(version_from);
            Some(ConfirmedPart::Reason { reason: reason.owned(), version_from })
        }
        (limit, Some(second), _) | (limit, None, Some(second)) => {
            let first = if limit.is_some() { "limit" } else { "reason" };
            second.wrong(format!("is there beside {first}; write one [[confirmed]] for each"));
            None
        }
        (None, None, None) => {
            let what = "name the limit, the control or the reason of which something is confirmed";
            s.missing("limit", what);
            None
        }
    }
}

const NOT_A_LIMIT: &str = "is there with a value, which only a limit has; remove one of them";

/// What to write where a limit has no value.
const NO_VALUE: &str = "write the value that applies from then on as the pack does: dollars = \"400.00\", games = 4 or none = true";

/// What a value is given as.
#[derive(PartialEq, Eq)]
enum Given {
    Nothing,
    Wrong,
    Value(ConfirmedValue),
}

fn value(s: Section<'_>) -> Given {
    // Asked for one by one, so that none of them is an unknown key.
    let counted = COUNTED.map(|unit| s.has(unit).then_some(unit));
    let units: Vec<&'static str> = counted.into_iter().flatten().collect();
    let (dollars, none) = (s.has("dollars"), s.has("none"));
    let read = match (units.as_slice(), dollars, none) {
        ([], false, false) => return Given::Nothing,
        ([unit], false, false) => {
            let number = s.integer(unit, 0..=u32::MAX);
            number.map(|number| ConfirmedValue::Count { unit, number: number.value })
        }
        ([], true, false) => s.money("dollars").map(|of| ConfirmedValue::Dollars(of.value)),
        ([], false, true) => {
            let flag = s.flag("none").and_then(|flag| {
                flag.only_if(flag.value, |_| "is false; remove it or write the value".to_owned())
            });
            flag.map(|_| ConfirmedValue::None)
        }
        _ => {
            s.wrong("limit", "has several values here; write one [[confirmed]] for each");
            None
        }
    };
    read.map_or(Given::Wrong, Given::Value)
}

fn day(s: Section<'_>, key: &'static str) -> Option<Date> {
    Some(s.text(key)?.date()?.value)
}

/// What inspection answered, each control once.
pub(super) fn inspected(top: &Section<'_>) -> Vec<Inspected> {
    let mut all: Vec<Inspected> = Vec::new();
    for s in top.sections_if("inspected") {
        let Some(found) = one_inspected(s) else { continue };
        let same = |of: &&Inspected| of.control == found.control && of.pack == found.pack;
        if let Some(first) = all.iter().find(same) {
            let (answer, line) = (found.answer.name(), line_of(&s, first.line));
            let before = format!("{line} answered {}", first.answer.name());
            let control = &found.control;
            s.wrong(
                "control",
                format!("is {control} again, answered {answer}; {before}; keep one of them"),
            );
        }
        all.push(found);
    }
    all
}

fn one_inspected(s: Section<'_>) -> Option<Inspected> {
    let pack = s.text_if("pack").map(|pack| pack.owned());
    let control = s.text("control");
    control.iter().for_each(refuse_in_house);
    let answer = s.word("answer", &Answer::ALL.map(Answer::name), Answer::parse);
    let reason = s.text_if("reason");
    if let Some(answer) = answer.filter(|answer| answer.value != Answer::Yes)
        && !s.has("reason")
    {
        s.missing("reason", &format!("the answer is {}; say why", answer.value.name()));
    }
    let by = s.word("by", &Means::ALL.map(Means::name), Means::parse);
    let initials = s.text("initials");
    let date = day(s, "date");
    let document = s.text_if("document").map(|document| document.owned());
    Some(Inspected {
        pack,
        control: control?.owned(),
        answer: answer?.value,
        reason: reason.map(|reason| reason.owned()),
        by: by?.value,
        initials: initials?.owned(),
        date: date?,
        document,
        line: line(&s),
    })
}
