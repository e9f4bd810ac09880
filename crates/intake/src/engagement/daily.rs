//! `[[record]]`: amounts that the daily records of the house give for a gaming day.

use super::links::Links;
use super::tables::Tables;
use super::{line, line_of, refuse_in_house};
use feltproof_model::engagement::{GamingDay, LinkId, TableId};
use feltproof_model::{DailyFigure, FigureOf, Money, Rounding};
use feltproof_toml::{Found, Section};

/// The figures, each once.
pub(super) fn read(
    top: &Section<'_>,
    days: &[GamingDay],
    (tables, links): (&Tables<'_>, &Links<'_>),
) -> Vec<DailyFigure> {
    let mut all: Vec<DailyFigure> = Vec::new();
    for s in top.sections_if("record") {
        let Some(found) = figure(s, days, (tables, links)) else { continue };
        let same = |of: &&DailyFigure| of.of == found.of && of.day == found.day;
        if let Some(first) = all.iter().find(same) {
            let (amount, by, line) = (found.amount, &found.document, line_of(&s, first.line));
            let other = format!("{} for the same day by {}", first.amount, first.document);
            let what = format!("is {amount} by {by}, but {line} has {other}");
            s.wrong("amount", format!("{what}; keep one of them"));
        }
        all.push(found);
    }
    all
}

fn figure(
    s: Section<'_>,
    days: &[GamingDay],
    (tables, links): (&Tables<'_>, &Links<'_>),
) -> Option<DailyFigure> {
    let kind = s.word("kind", &KINDS, |word| KINDS.into_iter().find(|kind| *kind == word));
    let kind = kind.map(|kind| kind.value);
    let day = s.text("day");
    day.iter().for_each(refuse_in_house);
    let day = day.and_then(|day| audited(&day, days));
    let of = match kind {
        Some(TABLE_WIN) => s.text("table").and_then(|name| table(&name, tables)),
        Some(kind) => s.text("link").and_then(|name| {
            let meter = meter(&name, s.text_if("level"), links)?;
            Some(if kind == ACCRUAL { FigureOf::Accrued(meter) } else { FigureOf::Paid(meter) })
        }),
        // Without its kind nothing says what it is of.
        None => {
            s.leave();
            None
        }
    };
    let amount = s.text("amount").and_then(|text| amount(&text, kind != Some(PAID)));
    let words = ["down", "half-up", "up"];
    let inexact = |word: &str| Rounding::parse(word).filter(|of| *of != Rounding::Exact);
    let rounding = s.word_or("rounding", &words, inexact, Rounding::Down);
    let document = s.text("document");
    Some(DailyFigure {
        of: of?,
        day: day?,
        amount: amount?,
        rounding: rounding?,
        document: document?.owned(),
        line: line(&s),
    })
}

const ACCRUAL: &str = "progressive-accrual";
const PAID: &str = "progressive-paid";
const TABLE_WIN: &str = "table-win";
const KINDS: [&str; 3] = [ACCRUAL, PAID, TABLE_WIN];

/// The place of an audited gaming day.
fn audited(text: &Found<'_, &str>, days: &[GamingDay]) -> Option<u16> {
    let date = text.date()?.value;
    let at = days.iter().position(|day| day.date == date);
    if at.is_none() && !days.is_empty() {
        let days: Vec<String> = days.iter().map(|day| day.date.to_string()).collect();
        let days = days.join(", ");
        let remedy = "correct or remove it";
        text.wrong(format!("is {date}, which is no audited gaming day ({days}); {remedy}"));
    }
    u16::try_from(at?).ok()
}

fn table(name: &Found<'_, &str>, tables: &Tables<'_>) -> Option<FigureOf> {
    let at = tables.tables.iter().position(|table| table.id == name.value);
    if at.is_none() && !tables.names.iter().any(|known| known == name.value) {
        name.unlisted("the tables are", tables.names.iter());
    }
    Some(FigureOf::TableWin(TableId(u16::try_from(at?).ok()?)))
}

/// The meter of a link, of several by its level.
fn meter(
    name: &Found<'_, &str>,
    level: Option<Found<'_, &str>>,
    links: &Links<'_>,
) -> Option<LinkId> {
    let named = links.named(name.value);
    if named.is_empty() {
        let names = links.all_names();
        name.unlisted("the links are", names.iter().copied());
        return None;
    }
    if !links.are_whole() {
        return None;
    }
    let level_of = |id: &LinkId| links.links.get(usize::from(id.0)).map(|link| link.level.as_str());
    let levels: Vec<&str> = named.iter().filter_map(level_of).collect();
    let Some(level) = level else {
        let [only] = named.as_slice() else {
            let (value, levels) = (name.value, levels.join(", "));
            let remedy = "add level with one of them";
            name.wrong(format!("is `{value}`, which has the levels {levels}; {remedy}"));
            return None;
        };
        return Some(*only);
    };
    let found = named.iter().find(|id| level_of(id) == Some(level.value));
    if found.is_none() {
        level.unlisted("the levels of this link are", levels.iter().copied());
    }
    found.copied()
}

/// Dollars and cents, with a minus sign where they may be below nothing.
fn amount(text: &Found<'_, &str>, may_be_negative: bool) -> Option<Money> {
    let negative = text.value.strip_prefix('-').filter(|_| may_be_negative);
    let amount = text.with(negative.unwrap_or(text.value)).money()?;
    let cents = amount.only_if(amount.value.floor_to_cent() == amount.value, |amount| {
        format!("is {amount}, but a daily record is in whole cents; correct it")
    })?;
    Some(if negative.is_some() { cents.value.negated() } else { cents.value })
}
