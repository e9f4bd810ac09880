//! Rows of an archive as draws, in the order in which they were made.

use super::columns::{Column, Columns, Place, numbers_of};
use super::dates::{self, Day};
use crate::args::{DrawsAsked, Order};
use crate::random::text::excerpt;
use csv::StringRecord;
use feltproof_stats::draws::{Bonus, Game};
use std::collections::HashMap;

/// A line of the file that is one row.
pub(super) type Row = (u64, StringRecord);
/// The numbers of a draw and its bonus number.
type Numbers = (Vec<u8>, Option<u8>);

/// One draw as it is read.
pub(super) struct Found {
    /// Day, number and minute, by which draws are put in order.
    pub(super) key: (Day, u64, u32),
    pub(super) line: u64,
    pub(super) numbers: Vec<u8>,
    pub(super) bonus: Option<u8>,
}

/// One end of what is read: a line or a day.
#[derive(Clone, Copy)]
enum End {
    Line(u64),
    Day(dates::Written),
}

pub(super) struct Bounds {
    from: Option<End>,
    to: Option<End>,
}

impl Bounds {
    pub(super) fn of(asked: &DrawsAsked) -> Result<Self, String> {
        let end = |text: &Option<String>, option: &str| -> Result<Option<End>, String> {
            let Some(text) = text else { return Ok(None) };
            let line = text.parse().ok().map(End::Line);
            let end = line.or_else(|| dates::read(text).map(End::Day)).ok_or_else(|| {
                format!("{option} {text} is neither a line (120) nor a date (2024-09-25)")
            })?;
            Ok(Some(end))
        };
        Ok(Self { from: end(&asked.from, "--from")?, to: end(&asked.to, "--to")? })
    }

    fn any(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    fn need_dates(&self) -> bool {
        [self.from, self.to].iter().any(|end| matches!(end, Some(End::Day(_))))
    }

    fn hold(&self, line: u64, day: Day, day_first: bool) -> bool {
        let compare = |end: End| match end {
            End::Line(at) => line.cmp(&at),
            End::Day(at) => day.cmp(&at.day(day_first)),
        };
        self.from.is_none_or(|end| compare(end).is_ge())
            && self.to.is_none_or(|end| compare(end).is_le())
    }
}

pub(super) struct Reader<'a> {
    pub(super) game: Game,
    pub(super) asked: &'a DrawsAsked,
    pub(super) name: &'a str,
    pub(super) columns: &'a Columns,
    pub(super) column_name: &'a dyn Fn(Column) -> String,
}

impl Reader<'_> {
    /// The column that orders the draws, if one does.
    fn date(&self) -> Option<Column> {
        self.columns.date.filter(|_| self.asked.order.is_none_or(|order| order == Order::Date))
    }

    /// Dates of all rows, and whether the day stands first where a date does not say.
    fn days(
        &self,
        rows: &[Row],
        needed: bool,
    ) -> Result<(Vec<Option<dates::Written>>, bool), String> {
        let Some(column) = self.columns.date.filter(|_| needed || self.date().is_some()) else {
            if needed || self.asked.order == Some(Order::Date) {
                return Err(format!(
                    "{}: no column of dates is headed so; say --order file or reversed, and --from and --to by lines",
                    self.name
                ));
            }
            return Ok((vec![None; rows.len()], false));
        };
        let (mut days, mut day_first) = (Vec::with_capacity(rows.len()), None);
        for (line, row) in rows {
            let cell = row.get(column).unwrap_or_default();
            let day = dates::read(cell).ok_or_else(|| {
                format!(
                    "{}:{line}: `{}` in {} is no date as 2024-09-25 or 09/25/2024; correct it, or say --order file \
                     (oldest first) or --order reversed",
                    self.name,
                    excerpt(cell),
                    (self.column_name)(column)
                )
            })?;
            if cell.contains('/') && !cell.trim().starts_with(|c: char| c.is_ascii_alphabetic()) {
                match (day_first, day.day_first()) {
                    (Some(before), Some(now)) if before != now => {
                        return Err(format!(
                            "{}:{line}: `{}` has day and month the other way round than dates before; correct it, or \
                             say --order file or --order reversed",
                            self.name,
                            excerpt(cell)
                        ));
                    }
                    (None, now) => day_first = now,
                    _ => {}
                }
            }
            days.push(Some(day));
        }
        Ok((days, day_first.unwrap_or(false)))
    }

    /// All draws in the order of the file, and sentences on what was left out.
    pub(super) fn draws(
        &self,
        rows: &[Row],
        bounds: &Bounds,
    ) -> Result<(Vec<Found>, Vec<String>), String> {
        let (days, day_first) = self.days(rows, bounds.need_dates())?;
        let (mut found, mut seen) = (Vec::new(), HashMap::new());
        let (mut empty, mut copies, mut outside) = (0_u64, Vec::new(), 0_u64);
        for ((line, row), day) in rows.iter().zip(days) {
            let written = day;
            let day = day.map_or(0, |day| day.day(day_first));
            if !bounds.hold(*line, day, day_first) {
                outside += 1;
                continue;
            }
            if self.columns.date.is_some()
                && let Some(first) = seen.insert(self.same_draw(row), *line)
            {
                copies.push(format!("{line} (line {first})"));
                continue;
            }
            let number = |column: Column| row.get(column).and_then(|cell| cell.trim().parse().ok());
            let sequence = self.columns.sequence.and_then(number).unwrap_or(0);
            let clock = |column: Column| row.get(column).and_then(|cell| dates::time(cell.trim()));
            let minute = self.columns.time.and_then(clock).or(written.map(|day| day.minute));
            for place in &self.columns.draws {
                match self.draw(*line, row, place)? {
                    None => empty += 1,
                    Some((numbers, bonus)) => {
                        let key = (day, sequence, minute.unwrap_or(0));
                        found.push(Found { key, line: *line, numbers, bonus });
                    }
                }
            }
        }
        let mut notes = Vec::new();
        if bounds.any() {
            notes.push(format!("{outside} rows lie outside --from and --to and were left out."));
        }
        if empty > 0 {
            notes.push(format!(
                "{empty} times a row has no numbers where a draw could be; no draw was made there."
            ));
        }
        if !copies.is_empty() {
            let shown = copies.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
            notes.push(format!(
                "{} rows repeat an earlier row and were left out: {shown}{}.",
                copies.len(),
                if copies.len() > 5 { " and more" } else { "" }
            ));
        }
        Ok((found, notes))
    }

    /// What two rows share that are one draw written twice: date, number and result where draws have
    /// numbers, and else every letter.
    fn same_draw<'r>(&self, row: &'r StringRecord) -> Vec<&'r str> {
        let Some(sequence) = self.columns.sequence else { return row.iter().collect() };
        let which = [self.columns.date, Some(sequence), self.columns.time].into_iter().flatten();
        let results = self.columns.draws.iter().flat_map(|place| place.numbers.iter().copied());
        which.chain(results).map(|column| row.get(column).unwrap_or_default()).collect()
    }

    /// The numbers and the bonus number of a draw; `None` where its cells are empty.
    fn draw(
        &self,
        line: u64,
        row: &StringRecord,
        place: &Place,
    ) -> Result<Option<Numbers>, String> {
        let mut numbers = Vec::with_capacity(usize::from(self.game.drawn) + 1);
        for column in &place.numbers {
            numbers.extend(self.cell(line, row, *column)?);
        }
        if numbers.is_empty() {
            return Ok(None);
        }
        let wanted = usize::from(self.game.drawn) + usize::from(self.columns.bonus_last);
        if numbers.len() != wanted {
            return Err(self.wrong_count(line, numbers.len(), wanted, place));
        }
        let bonus = match place.bonus {
            _ if self.columns.bonus_last => numbers.pop(),
            None => None,
            Some(column) => match self.cell(line, row, column)?.as_slice() {
                [] => None,
                [one] => Some(*one),
                more => {
                    return Err(format!(
                        "{}:{line}: {} numbers in {}, where one bonus number belongs; correct it, or say \
                         --bonus-columns",
                        self.name,
                        more.len(),
                        (self.column_name)(column)
                    ));
                }
            },
        };
        let there = u64::from(self.game.numbers);
        let outside = |number: &u64, last: u64| !(1..=last).contains(number);
        if let Some(number) = numbers.iter().find(|number| outside(number, there)) {
            return Err(format!(
                "{}:{line}: number {number} is not among 1 to {there} (--draws {}): correct it, or, if the game \
                 had other numbers then, test each matrix by itself (--from and --to, a line or a date)",
                self.name,
                self.declared()
            ));
        }
        let last = match self.game.bonus {
            Some(Bonus::Wheel(last)) => u64::from(last),
            _ => there,
        };
        if let Some(number) = bonus.filter(|number| outside(number, last)) {
            return Err(format!(
                "{}:{line}: bonus number {number} is not among 1 to {last} (--bonus {}): correct it, say --bonus \
                 as the game was, or test each matrix by itself (--from, --to)",
                self.name,
                self.asked.bonus.as_deref().unwrap_or_default()
            ));
        }
        let small = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
        Ok(Some((numbers.into_iter().map(small).collect(), bonus.map(small))))
    }

    fn declared(&self) -> &str {
        self.asked.draws.as_deref().unwrap_or_default()
    }

    fn wrong_count(&self, line: u64, found: usize, wanted: usize, place: &Place) -> String {
        let with = if self.columns.bonus_last { " and a bonus number" } else { "" };
        let remedy = if found == wanted + 1 && self.game.bonus.is_none() {
            "if the last is a bonus number say --bonus; "
        } else {
            ""
        };
        let columns: Vec<String> = place.numbers.iter().map(|c| (self.column_name)(*c)).collect();
        format!(
            "{}:{line}: {found} numbers in {}, where --draws {} says {}{with}; {remedy}correct it, or, if the game \
             drew {found} then, test each matrix by itself (--from and --to, a line or a date)",
            self.name,
            columns.join(", "),
            self.declared(),
            self.game.drawn,
        )
    }

    fn cell(&self, line: u64, row: &StringRecord, column: Column) -> Result<Vec<u64>, String> {
        let cell = row.get(column).unwrap_or_default();
        numbers_of(cell).ok_or_else(|| {
            format!(
                "{}:{line}: `{}` in {} is not numbers with blanks between; correct it, leave it empty if no draw was \
                 made, or say --columns",
                self.name,
                excerpt(cell),
                (self.column_name)(column)
            )
        })
    }

    /// Puts draws in the order in which they were made, and says which that is.
    pub(super) fn put_in_order(&self, found: &mut [Found]) -> String {
        let Some(column) = self.date() else {
            if self.asked.order == Some(Order::Reversed) {
                reverse_rows(found);
                return "Draws are taken in the reverse order of the file, as --order says."
                    .to_owned();
            }
            let why = match (self.asked.order, self.columns.date) {
                (Some(_), _) => "as --order says",
                _ => "there being no dates; say --order reversed if the newest stand first",
            };
            return format!("Draws are taken in the order of the file, {why}.");
        };
        let newest_first = found.first().map(|one| one.key.0) > found.last().map(|one| one.key.0);
        // Draws of one day that nothing orders keep the direction of the file.
        if newest_first {
            reverse_rows(found);
        }
        found.sort_by_key(|one| one.key);
        let more = [self.columns.sequence, self.columns.time].into_iter().flatten();
        let by: Vec<String> =
            std::iter::once(column).chain(more).map(|column| (self.column_name)(column)).collect();
        let file = if newest_first { "the file has the newest first" } else { "as in the file" };
        format!("Draws are taken in the order of {} ({file}).", by.join(", "))
    }
}

/// Reverses the rows, and leaves the draws of a row as they are.
fn reverse_rows(found: &mut [Found]) {
    found.reverse();
    found.chunk_by_mut(|a, b| a.line == b.line).for_each(<[Found]>::reverse);
}
