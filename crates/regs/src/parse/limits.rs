//! Reads `[[limit]]` and `[[limit.value]]` of a rule pack: what is limited, and since when to which value.

use super::answers::Answers;
use super::since::read_since;
use super::{each, evidence, note};
use crate::limit::Limit;
use crate::quantity::{DatedValue, Fewer, Quantity, Role, Unit, Verb};
use feltproof_model::Date;
use feltproof_toml::{Names, Section};

pub(super) fn read(sections: Vec<Section<'_>>, pack: &str, answers: &Answers<'_>) -> Vec<Limit> {
    let mut roles = Names::default();
    let mut ids = Names::default();
    let all = sections.len();
    let read = sections
        .into_iter()
        .filter_map(|s| Some((s, read_limit(s, pack, &mut ids, &mut roles, answers)?)));
    let read: Vec<(Section<'_>, Limit)> = read.collect();
    let of = |role: Role| read.iter().find(|(_, limit)| limit.role == role);
    if let Some((section, higher)) = of(Role::SingleWagerAtHigherLimit) {
        // Where one limit could not be read, whether it is there is not known.
        match of(Role::SingleWager) {
            None if read.len() == all => section.wrong(
                "limits",
                "has nothing to stand beside; add the cap of all other tables, single-wager",
            ),
            Some((_, all)) if all.verb != higher.verb => {
                let message =
                    format!("is `{}`, and that of {} is `{}`", higher.verb, all.id, all.verb);
                section.wrong("verb", format!("{message}; give both the same"));
            }
            None | Some(_) => {}
        }
    }
    read.into_iter().map(|(_, limit)| limit).collect()
}

fn read_limit<'d>(
    s: Section<'d>,
    pack: &str,
    ids: &mut Names<'d>,
    roles: &mut Names<'d>,
    answers: &Answers<'_>,
) -> Option<Limit> {
    let id = s.name("id", ids);
    let word = s.text("limits");
    // One law has one limit of a kind at a time; its values have dates.
    word.iter().for_each(|word| roles.note(*word));
    let role = word.and_then(|w| w.word(Role::NAMES, Role::parse));
    role.iter().for_each(|role| answers.refuse_unread(role));
    let role = role.map(|role| role.value);
    let subject = s.text("subject");
    let citation = s.text("citation");
    let former = read_former(s);
    let verb = s.word("verb", Verb::NAMES, Verb::parse);
    // Without a role nothing says whether the key belongs here.
    let over = match role {
        Some(Role::GamesOnOneHandOver) => s.money("over"),
        Some(_) => None,
        None => s.get("over").and(None),
    };
    let sections = s.sections("value");
    let values = each(sections.clone(), |v, names| read_value(v, role, names));
    // A value that could not be read would look like a gap.
    if values.len() == sections.len() {
        refuse_disorder(&values, &sections);
    }
    if role == Some(Role::GamesOnOneHandOver) && over.is_none() {
        return None;
    }
    Some(Limit {
        id: id?.owned(),
        pack: pack.to_owned(),
        role: role?,
        over: over.map(|over| over.value),
        subject: subject?.owned(),
        citation: citation?.owned(),
        former: former?,
        verb: verb?.value,
        values: (values.len() == sections.len()).then_some(values)?,
        line: s.line,
    })
}

/// Where the law stood before: `[[limit.former]]`, earliest first, each with its last day.
fn read_former(s: Section<'_>) -> Option<Vec<(Date, String)>> {
    let mut former: Vec<(Date, String)> = Vec::new();
    let mut complete = true;
    for section in s.sections_if("former") {
        let until = section.text("until").and_then(|text| text.date());
        let citation = section.text("citation");
        let (Some(until), Some(citation)) = (until, citation) else {
            complete = false;
            continue;
        };
        let last = former.last().map(|(last, _)| *last);
        if let Some(last) = last.filter(|last| *last >= until.value) {
            let this = until.value;
            until.wrong(format!(
                "is {this}, but the one above it lasts until {last}; put the earliest first"
            ));
        }
        former.push((until.value, citation.owned()));
    }
    complete.then_some(former)
}

fn read_value<'d>(
    s: Section<'d>,
    role: Option<Role>,
    regimes: &mut Names<'d>,
) -> Option<DatedValue> {
    let value = read_quantity(s, role.map(Role::unit));
    let since = read_since(s);
    let evidence = evidence(s, "evidence");
    let source = s.text("source");
    let note = note(s);
    let regime = s.text_if("regime");
    regime.iter().for_each(|regime| regimes.note(*regime));
    // Without a role nothing says whether the key belongs here.
    let placard = match role {
        Some(Role::GamesOnOneHand) => s.flag_if("placard"),
        Some(_) => None,
        None => s.get("placard").and(None),
    };
    let fewer = match role {
        Some(Role::HigherLimitTables) => read_fewer(s, value.flatten()),
        Some(_) => Vec::new(),
        None => s.get("fewer").map_or_else(Vec::new, |_| Vec::new()),
    };
    Some(DatedValue {
        value: value?,
        since: since?,
        evidence: evidence?,
        source: source?.owned(),
        note,
        regime: regime.map_or_else(String::new, |regime| regime.owned()),
        placard: placard.is_some_and(|placard| placard.value),
        fewer,
    })
}

/// `fewer = [{ authorised = 5, tables = 1 }]`: smaller values of establishments with fewer tables, fewest first.
fn read_fewer(s: Section<'_>, most: Option<Quantity>) -> Vec<Fewer> {
    let mut all: Vec<Fewer> = Vec::new();
    for section in s.sections_if("fewer") {
        let authorised = section.integer("authorised", 1..=u32::MAX);
        let tables = section.integer("tables", 0..=u32::MAX);
        let (Some(authorised), Some(tables)) = (authorised, tables) else { continue };
        let (this, value) = (authorised.value, Quantity::Tables(tables.value));
        if let Some(last) = all.last().filter(|last| last.authorised >= this) {
            let last = last.authorised;
            authorised.wrong(format!("is {this}, after {last}; put the fewest tables first"));
        }
        let before = all.last().map(|last| last.value);
        if before.is_some_and(|before| before.number() >= value.number())
            || most.is_some_and(|most| value.number() >= most.number())
        {
            let message = "more tables authorised have a larger value each; correct it";
            tables.wrong(format!("is {}, but {message}", tables.value));
        }
        all.push(Fewer { authorised: this, value });
    }
    all
}

/// `dollars = "300.00"`, `games = 3` and the like by what the limit counts, or `none = true`. The outer `None` is an
/// error reported, or that nothing says what the values count.
fn read_quantity(s: Section<'_>, unit: Option<Unit>) -> Option<Option<Quantity>> {
    // Asked for one by one, so that none of them is an unknown key.
    let given = Unit::ALL.map(|unit| s.has(unit.name()));
    let (given, has_none) = (given.into_iter().filter(|has| *has).count(), s.has("none"));
    let unit = unit?;
    if given == 0 && has_none && s.flag("none")?.value {
        return Some(None);
    }
    if given != 1 || has_none || !s.has(unit.name()) {
        let wanted = unit.example();
        s.wrong("", format!("is missing; write exactly one of {wanted} and none = true"));
        return None;
    }
    if unit == Unit::Dollars {
        return Some(Some(Quantity::Dollars(s.money("dollars")?.value)));
    }
    unit.counted(s.integer(unit.name(), 0..=u32::MAX)?.value).map(Some)
}

/// Values stand earliest first, each from a date of its own; one is a number, or the one before.
fn refuse_disorder(values: &[DatedValue], sections: &[Section<'_>]) {
    for (i, (value, section)) in values.iter().zip(sections).enumerate() {
        let before = i.checked_sub(1).and_then(|before| values.get(before));
        let (this, last) = (value.since.earliest(), before.map(|b| b.since.earliest()));
        if let Some(last) = last.filter(|last| *last > this) {
            let message =
                format!("starts {this}, before the one above it ({last}); put the earliest first");
            section.wrong("", message);
        }
        if values.iter().take(i).any(|other| other.since == value.since) {
            section.wrong("", format!("is the second value {}; keep one of them", value.since));
        }
        if value.value.is_none() && before.is_none_or(|b| b.value.is_none()) {
            section.wrong("none", "must follow a value that is a number");
        }
    }
}
