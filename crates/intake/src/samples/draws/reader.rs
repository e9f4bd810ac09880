//! Rows of an archive as draws, in the order in which they were made.

use super::columns::{Columns, Place, numbers_of};
use super::form::{Draw, DrawForm, DrawOptions, DrawOrder};
use crate::samples::dates::{Dates, Moment};
use crate::samples::feed::Row;
use crate::samples::table::{Column, Table};
use csv::StringRecord;
use feltproof_printable::shown;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The numbers of a draw and its bonus number.
type Numbers = (Vec<u8>, Option<u8>);

/// Day, number and time of day, by which draws are put in order.
type Key = (u32, u64, u32);

/// One draw as it is read.
pub(super) struct Found {
    key: Key,
    pub(super) draw: Draw,
}

/// One end of what is read: a line or a day.
#[derive(Clone, Copy)]
enum End {
    Line(u64),
    Day(u32),
}

impl End {
    fn compared(self, line: u64, day: u32) -> Ordering {
        match self {
            Self::Line(at) => line.cmp(&at),
            Self::Day(at) => day.cmp(&at),
        }
    }
}

pub(super) struct Reader<'a> {
    pub(super) form: &'a DrawForm,
    pub(super) options: &'a DrawOptions,
    pub(super) table: &'a Table,
    pub(super) columns: &'a Columns,
}

impl Reader<'_> {
    fn at(&self, line: u64, what: impl std::fmt::Display) -> String {
        format!("{}:{line}: {what}", self.table.place)
    }

    /// The column that orders the draws, if one does.
    fn date(&self) -> Option<Column> {
        let by_date = self.options.order.is_none_or(|order| order == DrawOrder::Date);
        self.columns.date.filter(|_| by_date)
    }

    /// The ends of what is read that are days, or neither line nor day, by their options.
    fn days_named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let ends = [("--from", &self.options.from), ("--to", &self.options.to)];
        let named = ends.into_iter().filter_map(|(option, text)| Some((option, text.as_deref()?)));
        named.filter(|(_, text)| text.parse::<u64>().is_err())
    }

    /// How the dates are written, where they are needed.
    fn dates(&self, rows: &[Row]) -> Result<Option<Dates>, String> {
        if let Some((option, text)) = self.days_named().find(|(_, text)| !Dates::is_day(text)) {
            return Err(format!("{option} {text} is neither a line (120) nor a date (2024-09-25)"));
        }
        let is_needed = self.days_named().next().is_some();
        let Some(column) = self.columns.date.filter(|_| is_needed || self.date().is_some()) else {
            if is_needed || self.options.order == Some(DrawOrder::Date) {
                return Err(format!(
                    "{}: no column of dates is headed so; say --order file or reversed, and --from and --to by lines",
                    self.table.place
                ));
            }
            return Ok(None);
        };
        let cells: Vec<&str> =
            rows.iter().map(|(_, row)| row.get(column).unwrap_or_default()).collect();
        let dates = Dates::of(&cells).and_then(|dates| {
            let is_none = |cell: &&str| dates.read(cell).is_none_or(|read| read.0 == 0);
            cells.iter().position(is_none).map_or(Ok(()), |at| Err((at, None))).map(|()| dates)
        });
        let dates = dates.map_err(|(at, before)| {
            let what = match before {
                Some(format) => {
                    format!("is written in another way than the dates before it ({format})")
                }
                None => "is no date as 2024-09-25 or 09/25/2024".to_owned(),
            };
            let (cell, name) = (shown(cells[at]), self.table.name(column));
            let remedy = "correct it, or say --order file (oldest first) or --order reversed";
            self.at(rows[at].0, format_args!("`{cell}` in {name} {what}; {remedy}"))
        })?;
        let stated = self.options.date_format.as_ref();
        let dates = stated.map(|stated| dates.choose(stated)).unwrap_or(dates);
        self.undecided(&dates, &cells, is_needed).map_or(Ok(Some(dates)), Err)
    }

    /// Why it must be said how the dates are written: two formats read them all, and it matters which.
    fn undecided(&self, dates: &Dates, cells: &[&str], is_needed: bool) -> Option<String> {
        let days = |format: &String| -> Vec<Option<Moment>> {
            let one = dates.choose(format);
            cells.iter().map(|cell| one.read(cell)).collect()
        };
        let order = |days: &[Option<Moment>]| {
            let mut order: Vec<usize> = (0..days.len()).collect();
            order.sort_by_key(|at| days[*at]);
            order
        };
        let shown = |moment: Option<Moment>| moment.map_or(0, |moment| moment.0);
        for rivals in dates.rivals() {
            let (one, others) = rivals.split_first()?;
            let first = days(one);
            for other in others {
                let two = days(other);
                let Some(at) = (0..cells.len()).find(|at| first[*at] != two[*at]) else { continue };
                if is_needed || order(&first) != order(&two) {
                    let (place, cell) = (&self.table.place, feltproof_printable::shown(cells[at]));
                    let (day, or) = (shown(first[at]), shown(two[at]));
                    return Some(format!(
                        "{place}: dates read in two ways, `{cell}` as the day {day} ({one}) or {or} ({other}); say \
                         --date-format \"{one}\" or --date-format \"{other}\""
                    ));
                }
            }
        }
        None
    }

    /// Times of day, where a column has them and all of it reads as such.
    fn times(&self, rows: &[Row]) -> Option<(Column, Dates)> {
        let column = self.columns.time?;
        let cells = rows.iter().filter_map(|(_, row)| row.get(column));
        let cells: Vec<&str> = cells.filter(|cell| !cell.trim().is_empty()).collect();
        let times = Dates::of(&cells).ok()?;
        let is_plain = times.rivals().next().is_none();
        is_plain.then_some((column, times))
    }

    /// All draws in the order in which they were made, and sentences on what was left out and which order that is.
    pub(super) fn draws(&self, rows: &[Row]) -> Result<(Vec<Found>, Vec<String>), String> {
        let (dates, times) = (self.dates(rows)?, self.times(rows));
        let end = |text: &Option<String>, option: &str| -> Result<Option<End>, String> {
            let Some(text) = text else { return Ok(None) };
            let day = || dates.as_ref().map_or(Ok(0), |dates| dates.day(text));
            let end = text.parse().map(End::Line).or_else(|_| day().map(End::Day));
            end.map(Some).map_err(|what| format!("{option} {text} {what}"))
        };
        let (from, to) = (end(&self.options.from, "--from")?, end(&self.options.to, "--to")?);
        let (mut found, mut seen) = (Vec::new(), BTreeMap::new());
        let (mut empty, mut copies, mut outside) = (0_u64, Vec::new(), 0_u64);
        for (line, row) in rows {
            let cell = |column: Column| row.get(column).map(str::trim).unwrap_or_default();
            let date = self.columns.date.zip(dates.as_ref());
            let date = date.and_then(|(column, dates)| dates.read(cell(column)));
            let (day, clock) = date.unwrap_or((0, 0));
            let is_beyond = |end: Option<End>, beyond: Ordering| {
                end.is_some_and(|end| end.compared(*line, day) == beyond)
            };
            if is_beyond(from, Ordering::Less) || is_beyond(to, Ordering::Greater) {
                outside += 1;
                continue;
            }
            if self.columns.date.is_some()
                && let Some(first) = seen.insert(self.same_draw(row), *line)
            {
                copies.push(format!("{line} (line {first})"));
                continue;
            }
            let sequence = self.columns.sequence.and_then(|column| cell(column).parse().ok());
            let time = times.as_ref().and_then(|(column, times)| times.read(cell(*column)));
            let key = (day, sequence.unwrap_or(0), time.map_or(clock, |moment| moment.1));
            for place in &self.columns.draws {
                match self.draw(*line, row, place)? {
                    None => empty += 1,
                    Some((numbers, bonus)) => {
                        found.push(Found { key, draw: Draw { line: *line, numbers, bonus } });
                    }
                }
            }
        }
        let mut notes = Vec::new();
        if from.or(to).is_some() {
            notes.push(format!("{outside} rows lie outside --from and --to and were left out."));
        }
        if empty > 0 {
            notes.push(format!(
                "{empty} times a row has no numbers where a draw could be; no draw was made there."
            ));
        }
        if !copies.is_empty() {
            let count = copies.len();
            let more = if count > 5 { " and more" } else { "" };
            copies.truncate(5);
            let shown = copies.join(", ");
            let note = "rows repeat an earlier row and were left out";
            notes.push(format!("{count} {note}: {shown}{more}."));
        }
        notes.push(self.put_in_order(&mut found, times.map(|(column, _)| column)));
        Ok((found, notes))
    }

    /// What two rows of one draw share: date, number and result where draws have numbers, else all.
    fn same_draw<'r>(&self, row: &'r StringRecord) -> Vec<&'r str> {
        let Some(sequence) = self.columns.sequence else { return row.iter().collect() };
        let which = [self.columns.date, Some(sequence), self.columns.time].into_iter().flatten();
        let results = self.columns.draws.iter().flat_map(|place| place.numbers.iter().copied());
        which.chain(results).map(|column| row.get(column).unwrap_or_default()).collect()
    }

    /// The numbers and the bonus number of a draw; `None` where its cells are empty.
    fn draw(&self, line: u64, row: &StringRecord, at: &Place) -> Result<Option<Numbers>, String> {
        let mut numbers = Vec::with_capacity(usize::from(self.form.drawn) + 1);
        for column in &at.numbers {
            numbers.extend(self.cell(line, row, *column)?);
        }
        if numbers.is_empty() {
            return Ok(None);
        }
        let wanted = usize::from(self.form.drawn) + usize::from(self.columns.bonus_last);
        if numbers.len() != wanted {
            return Err(self.wrong_count(line, numbers.len(), wanted, at));
        }
        let bonus = match at.bonus {
            _ if self.columns.bonus_last => numbers.pop(),
            None => None,
            Some(column) => match self.cell(line, row, column)?.as_slice() {
                [] => None,
                [one] => Some(*one),
                more => {
                    let (many, name) = (more.len(), self.table.name(column));
                    let remedy = "correct it, or say --bonus-columns";
                    let what = "where one bonus number belongs";
                    return Err(
                        self.at(line, format_args!("{many} numbers in {name}, {what}; {remedy}"))
                    );
                }
            },
        };
        let (there, declared) = (self.form.numbers, &self.form.declared);
        let among =
            |number: u64, last: u8| u8::try_from(number).ok().filter(|n| (1..=last).contains(n));
        let mut draw = Vec::with_capacity(numbers.len());
        for number in numbers {
            draw.push(among(number, there).ok_or_else(|| {
                let remedy = "correct it, or, if the game had other numbers then, test each matrix by itself (--from and --to, a \
                              line or a date)";
                let what = format!("number {number} is not among 1 to {there} (--draws {declared})");
                self.at(line, format_args!("{what}: {remedy}"))
            })?);
        }
        let Some((bonus, last)) = bonus.zip(self.form.bonus_max) else {
            return Ok(Some((draw, None)));
        };
        let bonus = among(bonus, last).ok_or_else(|| {
            let declared = &self.form.bonus_declared;
            let remedy = "correct it, say --bonus as the game was, or test each matrix by itself (--from, --to)";
            let what = format!("bonus number {bonus} is not among 1 to {last} (--bonus {declared})");
            self.at(line, format_args!("{what}: {remedy}"))
        })?;
        Ok(Some((draw, Some(bonus))))
    }

    fn wrong_count(&self, line: u64, found: usize, wanted: usize, place: &Place) -> String {
        let with = if self.columns.bonus_last { " and a bonus number" } else { "" };
        let bonus = match self.form.bonus_max {
            None if found == wanted + 1 => "if the last is a bonus number say --bonus; ",
            _ => "",
        };
        let (declared, drawn) = (&self.form.declared, self.form.drawn);
        let columns = self.table.name_all(&place.numbers);
        self.at(
            line,
            format_args!(
                "{found} numbers in {columns}, where --draws {declared} says {drawn}{with}; {bonus}correct it, or, if the game \
                 drew {found} then, test each matrix by itself (--from and --to, a line or a date)"
            ),
        )
    }

    fn cell(&self, line: u64, row: &StringRecord, column: Column) -> Result<Vec<u64>, String> {
        let cell = row.get(column).unwrap_or_default();
        numbers_of(cell).ok_or_else(|| {
            let (cell, name) = (shown(cell), self.table.name(column));
            let remedy = "correct it, leave it empty if no draw was made, or say --columns";
            let what = "is not numbers with blanks between";
            self.at(line, format_args!("`{cell}` in {name} {what}; {remedy}"))
        })
    }

    /// Puts draws in the order in which they were made, and says which that is.
    fn put_in_order(&self, found: &mut [Found], time: Option<Column>) -> String {
        let Some(column) = self.date() else {
            let order = self.options.order;
            if order == Some(DrawOrder::Reversed) {
                reverse_rows(found);
                return "Draws are taken in the reverse order of the file, as --order says.".into();
            }
            let no_dates = "there being no dates; say --order reversed if the newest stand first";
            let why = if order.is_some() { "as --order says" } else { no_dates };
            return format!("Draws are taken in the order of the file, {why}.");
        };
        let newest_first = found.first().map(|one| one.key.0) > found.last().map(|one| one.key.0);
        // Draws of one day that nothing orders keep the direction of the file.
        if newest_first {
            reverse_rows(found);
        }
        found.sort_by_key(|one| one.key);
        let by = [Some(column), self.columns.sequence, time].into_iter().flatten();
        let by = self.table.name_all(&by.collect::<Vec<_>>());
        let file = if newest_first { "the file has the newest first" } else { "as in the file" };
        format!("Draws are taken in the order of {by} ({file}).")
    }
}

/// Reverses the rows, and leaves the draws of a row as they are.
fn reverse_rows(found: &mut [Found]) {
    found.reverse();
    found.chunk_by_mut(|a, b| a.draw.line == b.draw.line).for_each(<[Found]>::reverse);
}
