//! Which column of a file is which canonical column of one kind of journal.
//!
//! A column is certainly a canonical one where its name is on the list of that column, its values are of
//! the kind that is needed, and no other column is as good. The canonical name itself beats a synonym. All
//! else is a guess, with the reason. A column without any value counts only by its canonical name.

use super::agree::agrees;
use super::backward;
use super::bets::{self, Side};
use super::facts::Facts;
use super::moments::{self, Dates, Moments, Part};
use super::names::{self, Sure};
use super::notations::Notation;
use super::order;
use super::payments::{self, Paid};
use super::sample::Row;
use crate::journal::{Standing, kinds};
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

/// The date that times of day are looked at with.
const SOME_DATE: &str = "2026-10-31";

/// One column of the file.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    /// What says what it is: the name, of a nested one (`hand.cards`) the last part.
    pub(super) title: String,
    pub(super) facts: Facts,
    /// Where it stands in the file, from 0; of a column of each seat all of them.
    pub(super) places: Vec<usize>,
}

/// Where a canonical column comes from, or perhaps comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) target: &'static str,
    /// Columns of the file; several are joined.
    pub(super) columns: Vec<usize>,
    /// It is what was won beyond the stake.
    pub(super) is_net: bool,
    pub(super) is_certain: bool,
    /// The values are of the kind that is needed.
    pub(super) agrees: bool,
    pub(super) why: String,
}

/// What the columns of a file are as those of one kind of journal.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) kind: JournalKind,
    pub(super) sources: Vec<Source>,
    /// How the times of the certain source are written.
    pub(super) moments: Option<Moments>,
    /// Whose dates stand beside them.
    pub(super) dates: Dates,
}

impl Fit {
    pub(super) fn of(kind: JournalKind, columns: &[Column], rows: &[&Row]) -> Self {
        let mut fit = Self { kind, sources: Vec::new(), moments: None, dates: Dates::Calendar };
        for target in names::plain_targets(kind) {
            match target {
                "time" => fit.time(columns, rows),
                "cards" => fit.cards(columns),
                _ => fit.choose(target, columns, |column| names::speaks_of(&column.title, target)),
            }
        }
        if kind == JournalKind::Hands {
            fit.wagers(columns, rows);
        }
        fit.doubt_those_cut_off(columns);
        fit.doubt_times_that_step_back(rows);
        fit
    }

    /// How the rows stand, where that can be told; a bank has an order of its own.
    pub(super) fn standing(&self, rows: &[&Row]) -> Option<Standing> {
        let column = |target: &str| match self.certain(target).map(|source| &source.columns[..]) {
            Some([at]) => Some(*at),
            Some(_) | None => None,
        };
        if self.dates != Dates::Calendar {
            return None;
        }
        let is_hands = self.kind == JournalKind::Hands;
        let places = order::Places {
            is_hands,
            time: &self.certain("time")?.columns,
            moments: self.moments.as_ref()?,
            table: column("table"),
            round: column("round"),
            seat: column("seat"),
            event: column("event"),
            seq: column("seq"),
            person: column(if is_hands { "dealer" } else { "actor" }),
        };
        let is_bank = self.kind == JournalKind::Bank;
        order::of(&places, rows).filter(|standing| !is_bank || *standing != Standing::Mixed)
    }

    /// Times that may be half a day or a day off read all the same.
    pub(super) fn doubt_times_that_step_back(&mut self, rows: &[&Row]) {
        let Some(moments) = &self.moments else { return };
        let is_undated = matches!(self.dates, Dates::None { .. });
        let Some(time) = self.likely("time").filter(|time| time.is_certain || is_undated) else {
            return;
        };
        let table = self.certain("table").and_then(|source| source.columns.first().copied());
        let date = if is_undated { SOME_DATE } else { "" };
        let steps = backward::steps(rows, (date, &time.columns), table, moments);
        // Where rows are sorted otherwise, times step back wherever one table, dealer or seat ends.
        let is_sorted = || self.standing(rows).is_some_and(|standing| standing != Standing::InTime);
        if self.dates == Dates::Calendar && !steps.pass_midnight() && is_sorted() {
            return;
        }
        let back = |row: u64, what: &str| format!("in row {row} times step back by {what}");
        let half = |row| back(row, "twelve hours: does the clock lack AM and PM?");
        let (dates, doubt) = match (self.dates, steps.half, steps.again) {
            (Dates::None { .. }, Some(row), _) => (Dates::Calendar, half(row)),
            (Dates::None { .. }, None, Some(row)) => {
                let what = "more than once, and no column has their dates";
                let remedy = "export them with their dates, or a file for each gaming day";
                (
                    Dates::Calendar,
                    format!("times of day step back {what}, first in row {row}: {remedy}"),
                )
            }
            (Dates::None { .. }, None, None) => {
                let pass_midnight = steps.turn.is_some();
                (
                    Dates::None { pass_midnight },
                    "a time of day without its date: which date is it?".to_owned(),
                )
            }
            (Dates::Doubtful, ..) if steps.pass_midnight() => {
                (Dates::GamingDay, "date of the gaming day and time of day, joined".to_owned())
            }
            (Dates::Doubtful, ..) => {
                let why = "the date is called that of a gaming day: is it of the calendar behind midnight?";
                (Dates::Doubtful, why.to_owned())
            }
            (Dates::Calendar | Dates::GamingDay, Some(row), _) => (Dates::Calendar, half(row)),
            (Dates::Calendar | Dates::GamingDay, None, _) => match steps.against_calendar() {
                Some(row) => {
                    (Dates::Doubtful, back(row, "a day: is the date that of the gaming day?"))
                }
                None => return,
            },
        };
        self.dates = dates;
        if is_undated && dates == Dates::Calendar {
            self.moments = None;
        }
        for source in self.sources.iter_mut().filter(|source| source.target == "time") {
            source.is_certain &= dates == Dates::GamingDay;
            source.why.clone_from(&doubt);
        }
    }

    /// A column without a name behind one that is used may be the rest of it.
    fn doubt_those_cut_off(&mut self, columns: &[Column]) {
        let is_rest = |column: &&Column| {
            let number = column.places.first().map(|place| (place + 1).to_string());
            column.facts.filled > 0
                && (column.name.is_empty() || Some(&column.name) == number.as_ref())
        };
        let rests: Vec<usize> =
            columns.iter().filter(is_rest).flat_map(|c| c.places.iter().copied()).collect();
        for source in self.sources.iter_mut().filter(|source| source.is_certain) {
            let own = source.columns.iter().filter_map(|at| columns.get(*at));
            if own.flat_map(|column| &column.places).any(|place| rests.contains(&(place + 1))) {
                source.is_certain = false;
                source.why = "the column behind it has no name: is it the rest of this one?".into();
            }
        }
    }

    /// The certain source of a canonical column.
    pub(super) fn certain(&self, target: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.target == target && source.is_certain)
    }

    /// Some source whose values agree.
    pub(super) fn likely(&self, target: &str) -> Option<&Source> {
        let agrees = |source: &&Source| source.target == target && source.agrees;
        self.certain(target).or_else(|| self.sources.iter().find(agrees))
    }

    fn push(&mut self, target: &'static str, columns: Vec<usize>, outcome: Result<String, String>) {
        let is_certain = outcome.is_ok();
        let why = outcome.unwrap_or_else(|why| why);
        let source = Source { target, columns, is_net: false, is_certain, agrees: is_certain, why };
        self.sources.push(source);
    }

    /// Of the columns whose names speak of a canonical one: the certain one, or all as guesses.
    fn choose(
        &mut self,
        target: &'static str,
        columns: &[Column],
        named: impl Fn(&Column) -> Option<Sure>,
    ) {
        let kind = self.kind;
        let candidate = |(at, column): (usize, &Column)| {
            let sure = named(column)?;
            Some((at, sure, agrees(kind, target, &column.facts, sure)))
        };
        let candidates: Vec<(usize, Sure, Result<(), String>)> =
            columns.iter().enumerate().filter_map(candidate).collect();
        let good = || candidates.iter().filter(|(.., ok)| ok.is_ok()).map(|(_, sure, _)| *sure);
        let best = good().max();
        let is_best = |sure: Sure| Some(sure) == best && sure >= Sure::Synonym;
        let rivals = good().filter(|sure| is_best(*sure)).count();
        let has_certain = rivals == 1;
        for (at, sure, agrees) in candidates {
            let is_it = is_best(sure) && agrees.is_ok();
            // Words among others are no rival of a certain name, nor are values that disagree.
            if sure == Sure::Perhaps && !is_it && (has_certain || agrees.is_err()) {
                continue;
            }
            let agreed = agrees.is_ok();
            let outcome = match agrees {
                Err(why) => Err(why),
                Ok(()) if has_certain && is_it => Ok("name and values".to_owned()),
                Ok(()) if has_certain => Err(format!("another column is certainly `{target}`")),
                Ok(()) if sure == Sure::Perhaps => {
                    Err(format!("`{}` may mean something else", columns[at].name))
                }
                Ok(()) => Err(format!("{rivals} columns may be `{target}`")),
            };
            self.push(target, vec![at], outcome);
            if let Some(source) = self.sources.last_mut() {
                source.agrees = agreed;
            }
        }
    }

    /// One column with date and time of day, or one with each.
    fn time(&mut self, columns: &[Column], rows: &[&Row]) {
        let part = |column: &Column| column.facts.moments.as_ref().map(|m| m.part);
        let is_time = |c: &Column| names::speaks_of(&c.title, "time") >= Some(Sure::Synonym);
        let is_named = |column: &Column| is_time(column) || names::is_date(&column.title);
        let both = places(columns, |c| is_named(c) && part(c) == Some(Part::Both));
        let mut dates = places(columns, |c| is_named(c) && part(c) == Some(Part::Date));
        let clocks = places(columns, |c| is_time(c) && part(c) == Some(Part::TimeOfDay));
        if both.is_empty() && dates.is_empty() {
            dates = places(columns, |c| {
                names::is_gaming_date(&c.title)
                    && (part(c) == Some(Part::Date)
                        || part(c) == Some(Part::Both) && is_midnight(c))
            });
            self.dates = if dates.is_empty() { Dates::Calendar } else { Dates::Doubtful };
        }
        match (&both[..], &dates[..], &clocks[..]) {
            // Such a date has no time of day of its own.
            ([date], [], [clock]) if is_midnight(&columns[*date]) => {
                self.joined_time([*date, *clock], rows);
            }
            ([one], [], []) if is_midnight(&columns[*one]) => {
                let why = "every value is midnight: where is the time of day?";
                self.push("time", vec![*one], Err(why.to_owned()));
            }
            ([one], [], []) => {
                self.moments.clone_from(&columns[*one].facts.moments);
                self.push("time", vec![*one], Ok("name and values".to_owned()));
            }
            ([], [date], [clock]) => self.joined_time([*date, *clock], rows),
            ([], [], [clock]) => self.undated(*clock, &columns[*clock]),
            _ => {
                let named = places(columns, is_named);
                // Nothing by name: by the values.
                let is_named = !named.is_empty();
                let by_value = || places(columns, |c| part(c) == Some(Part::Both));
                for at in if is_named { named } else { by_value() } {
                    let why = match part(&columns[at]) {
                        Some(Part::Both) if !is_named => "its values have date and time of day",
                        Some(Part::Both) => "several columns may be `time`",
                        Some(Part::Date) => "a date without its time of day",
                        Some(Part::TimeOfDay) => "a time of day without its date",
                        None => "its values are no times in any format that is tried",
                    };
                    self.push("time", vec![at], Err(why.to_owned()));
                }
            }
        }
    }

    /// A date and a time of day with a blank between them.
    pub(super) fn joined_time(&mut self, [date, clock]: [usize; 2], rows: &[&Row]) {
        let both = rows.iter().filter(|r| !r.cell(date).is_empty() && !r.cell(clock).is_empty());
        let mut joined: Vec<String> =
            both.map(|row| format!("{} {}", row.cell(date), row.cell(clock))).collect();
        joined.sort();
        joined.dedup();
        let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
        self.moments = moments::of_column(&joined).filter(|m| m.part == Part::Both);
        let why = "date and time of day, joined".to_owned();
        let outcome = if self.moments.is_some() { Ok(why) } else { Err(why) };
        self.push("time", vec![date, clock], outcome);
    }

    /// A time of day, and no date anywhere.
    fn undated(&mut self, clock: usize, column: &Column) {
        let dated: Vec<String> =
            column.facts.words().map(|value| format!("{SOME_DATE} {value}")).collect();
        let dated: Vec<&str> = dated.iter().map(String::as_str).collect();
        self.moments = moments::of(&dated).filter(|m| m.part == Part::Both);
        self.dates = Dates::None { pass_midnight: false };
        self.push("time", vec![clock], Err("a time of day without its date".to_owned()));
        if let Some(source) = self.sources.last_mut() {
            source.agrees = self.moments.is_some();
        }
    }

    /// One column with all cards, or one for each card.
    fn cards(&mut self, columns: &[Column]) {
        let single = |number: usize| {
            columns.iter().position(|column| {
                let cards = column.facts.cards;
                names::card_number(&column.title) == Some(number)
                    && cards.is_some_and(|(n, most)| n != Notation::Numbers && most == 1)
            })
        };
        let run: Vec<usize> = (1..=8).map_while(single).collect();
        self.choose("cards", columns, |column| names::speaks_of(&column.title, "cards"));
        if run.len() > 1 {
            let why = format!("{} columns of one card each", run.len());
            let rival = self.certain("cards").is_some();
            for source in self.sources.iter_mut().filter(|source| source.target == "cards") {
                source.is_certain = false;
            }
            self.push("cards", run, if rival { Err(why) } else { Ok(why) });
        }
    }

    fn wagers(&mut self, columns: &[Column], rows: &[&Row]) {
        let named = columns.iter().enumerate().filter_map(|(at, column)| {
            let (wager, side, sure) = bets::wager(&column.title)?;
            Some(Named { at, column, wager, side, sure })
        });
        let named: Vec<Named<'_>> = named.collect();
        let of_ante = |side: Side| {
            let mut found = named.iter().filter(|n| (n.wager, n.side) == (Wager::Ante, side));
            let Named { at, column, .. } = found.next()?;
            let amounts = column.facts.amounts.as_ref()?;
            found.next().is_none().then_some((*at, amounts))
        };
        let stake = of_ante(Side::Stake);
        let ante = stake.zip(of_ante(Side::Paid));
        let paid =
            ante.map_or(Paid::NotIndicated, |(stake, paid)| payments::of_ante(rows, [stake, paid]));
        let returned = stake.zip(of_ante(Side::Returned));
        let is_denied = returned.is_some_and(|(stake, paid)| payments::deny(rows, [stake, paid]));
        let word =
            |at: Option<usize>| at.map(|at| last_word(&columns[at].title)).unwrap_or_default();
        let ante_word = word(ante.map(|(_, (at, _))| at));
        let denied = word(returned.map(|(_, (at, _))| at));
        let mut amounts = named.iter().filter_map(|n| n.column.facts.amounts.as_ref());
        let has_written = amounts.clone().any(|amounts| !amounts.unit_is_open);
        // Where the program leaves out decimals that are zero, whole numbers say nothing.
        let has_mixed = amounts.any(|amounts| amounts.is_mixed);
        for Named { at, column, wager, side, sure } in &named {
            let is_stake = *side == Side::Stake;
            let is_same = |n: &&Named<'_>| n.wager == *wager && (n.side == Side::Stake) == is_stake;
            let others = named.iter().filter(is_same).count();
            let target = if is_stake { wager.key() } else { wager.key_returned() };
            let values = agrees(JournalKind::Hands, target, &column.facts, *sure);
            let (agreed, amounts) = (values.is_ok(), column.facts.amounts.as_ref());
            let is_negative = amounts.is_some_and(|a| a.has_negative);
            let own_word = last_word(&column.title);
            let paid = if own_word == ante_word { paid } else { Paid::NotIndicated };
            let is_bare = amounts.is_some_and(|a| a.unit_is_open)
                && has_written
                && (!has_mixed || is_flag(column));
            let (is_net, outcome) = match values {
                Err(why) => (false, Err(why)),
                // A flag or odds: 1 where the other columns have 5.00.
                Ok(()) if is_bare => {
                    let why = "whole numbers, where other amounts have decimals or a sign: are these money?";
                    (false, Err(why.to_owned()))
                }
                Ok(()) if *side == Side::Returned && is_denied && own_word == denied => {
                    let why = "the Ante never comes back twofold: is the stake in it?";
                    (false, Err(why.to_owned()))
                }
                Ok(()) if others > 1 => (false, Err(format!("{others} columns may be `{target}`"))),
                Ok(()) => of_side(*side, is_negative, paid),
            };
            let Some(known) = kinds::column(JournalKind::Hands, target) else { continue };
            self.push(known.name, vec![*at], outcome);
            if let Some(source) = self.sources.last_mut() {
                (source.is_net, source.agrees) = (is_net, agreed);
            }
        }
    }
}

/// A column of money by its name.
struct Named<'c> {
    at: usize,
    column: &'c Column,
    wager: Wager,
    side: Side,
    sure: Sure,
}

/// The columns that fit.
pub(super) fn places(columns: &[Column], fits: impl Fn(&Column) -> bool) -> Vec<usize> {
    (0..columns.len()).filter(|at| fits(&columns[*at])).collect()
}

/// Dates that a program printed with a time of day that they do not have.
fn is_midnight(column: &Column) -> bool {
    column.facts.filled > 0 && column.facts.words().all(|value| value.ends_with("00:00:00"))
}

fn is_flag(column: &Column) -> bool {
    column.facts.words().all(|value| matches!(value, "0" | "1"))
}

fn last_word(name: &str) -> String {
    names::words_of(name).split(' ').next_back().unwrap_or_default().to_owned()
}

/// Whether a money column is a net result, and what is certain of that.
fn of_side(side: Side, is_negative: bool, paid: Paid) -> (bool, Result<String, String>) {
    let (is_net, why) = match (side, is_negative, paid) {
        (Side::Stake | Side::Returned, false, _) => (false, Ok("name and values")),
        (Side::Stake, true, _) => (false, Err("a stake is never below zero")),
        (Side::Net, true, _) => (true, Ok("name and amounts below zero")),
        (Side::Net, false, _) => {
            (true, Err("no amount is below zero: is it the result beyond the stake?"))
        }
        (Side::Returned | Side::Paid, true, _) => {
            (true, Err("some amounts are below zero: is it the result beyond the stake?"))
        }
        (Side::Paid, false, Paid::WithStake) => {
            (false, Ok("name; the Ante is paid with its stake"))
        }
        (Side::Paid, false, Paid::Net) => (true, Err("the Ante is a net result: is this one too?")),
        (Side::Paid, false, Paid::NotIndicated) => {
            (false, Err("nothing says whether the stake is in it"))
        }
    };
    (is_net, why.map(str::to_owned).map_err(str::to_owned))
}
