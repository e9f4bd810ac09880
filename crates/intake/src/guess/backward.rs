//! Times that step back in the order of the file.
//!
//! At one table times ascend. A clock of twelve hours without AM and PM steps back by about twelve hours
//! after noon and midnight. A date that is the gaming day's stays when the clock passes midnight: within one
//! date the times of a table turn once, from late to early, and never reach again where they began. Either
//! way the file reads, as other times: so it is asked, or known where the name of the date says the same.
//! Other steps back, records a few minutes late or rows sorted by something else, say nothing.

use super::moments::Moments;
use super::sample::Row;
use crate::profile::TimeForm;
use jiff::civil::DateTime;
use std::collections::BTreeMap;

/// Records may be late by so many seconds.
const LATE: i64 = 3_600;
const HALF_DAY: i64 = 12 * 3_600;
const DAY: i64 = 24 * 3_600;

/// What the times of a file do in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    /// The first row about half a day before the one above it, where no hour is above twelve.
    pub(super) half: Option<u64>,
    /// The first row in which the times of one date and table turn, and by how many seconds at most they do.
    pub(super) turn: Option<(u64, i64)>,
    /// The first row whose time stands neither before the turn nor behind it.
    pub(super) again: Option<u64>,
}

impl Steps {
    /// Times pass midnight within a date, and all of them fit that.
    pub(super) const fn pass_midnight(&self) -> bool {
        self.turn.is_some() && self.again.is_none() && self.half.is_none()
    }

    /// The row that speaks against dates of the calendar.
    pub(super) fn against_calendar(&self) -> Option<u64> {
        let (row, most) = self.turn?;
        (most >= HALF_DAY && self.pass_midnight() || (most - DAY).abs() <= LATE).then_some(row)
    }
}

/// A time of a row, as the clock and the calendar of the file show it.
struct Face<'r> {
    row: u64,
    table: &'r str,
    at: DateTime,
}

/// What the times of these columns, joined with a blank, do; `date` stands before them where no column has one.
pub(super) fn steps(
    rows: &[&Row],
    (date, time): (&str, &[usize]),
    table: Option<usize>,
    moments: &Moments,
) -> Steps {
    // Which format it is makes no difference to what stands within one date.
    let form = match moments.formats.first() {
        Some(format) if format.is_empty() || format.contains('%') => TimeForm::of(format),
        Some(_) | None => return Steps::default(),
    };
    let face = |row: &&'_ Row| {
        let cells = [date].into_iter().chain(time.iter().map(|at| row.cell(*at)));
        let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        let mut text = String::new();
        form.write(cells.join(" ").as_bytes(), &mut text).ok()?;
        text.get(..19)?.replace(' ', "T").parse::<DateTime>().ok()
    };
    let faces = rows.iter().filter_map(|row| {
        let table = table.map_or("", |at| row.cell(at));
        Some(Face { row: row.number, table, at: face(row)? })
    });
    let mut faces: Vec<Face<'_>> = faces.collect();
    if is_newest_first(&faces) {
        faces.reverse();
    }
    let is_of_twelve = faces.iter().all(|face| face.at.hour() <= 12) && !is_halved(moments);
    Steps { half: half(&faces).filter(|_| is_of_twelve), ..turns(&faces) }
}

/// Hours go to twelve, and the half of the day stands behind them.
fn is_halved(moments: &Moments) -> bool {
    moments.formats.first().is_some_and(|format| format.contains("%p"))
}

/// More rows step back than ahead, by less than a clock that begins again.
fn is_newest_first(faces: &[Face<'_>]) -> bool {
    let steps = faces.windows(2).map(|pair| pair[1].at.duration_since(pair[0].at).as_secs());
    let steps: Vec<i64> = steps.filter(|step| step.abs() < HALF_DAY - LATE).collect();
    let count = |is_ahead: bool| steps.iter().filter(|s| **s != 0 && (**s > 0) == is_ahead).count();
    // One late record is no order.
    count(false) > count(true).max(1)
}

fn half(faces: &[Face<'_>]) -> Option<u64> {
    let mut last: BTreeMap<&str, DateTime> = BTreeMap::new();
    for Face { row, table, at } in faces {
        let before = last.insert(*table, *at);
        let back = before.map_or(0, |before| before.duration_since(*at).as_secs());
        if (back - HALF_DAY).abs() <= LATE {
            return Some(*row);
        }
    }
    None
}

/// The times of one table on one date, in seconds of the day.
struct Course {
    first: i64,
    /// The latest since the first, or since the turn.
    latest: i64,
    /// The latest before the turn.
    before: Option<i64>,
}

fn turns(faces: &[Face<'_>]) -> Steps {
    let mut steps = Steps::default();
    let mut courses = BTreeMap::new();
    for Face { row, table, at } in faces {
        let now =
            i64::from(at.hour()) * 3_600 + i64::from(at.minute()) * 60 + i64::from(at.second());
        let new = Course { first: now, latest: now, before: None };
        let course = courses.entry((at.date(), *table)).or_insert(new);
        let back = course.latest - now;
        match course.before {
            None if back > LATE => {
                (course.before, course.latest) = (Some(course.latest), now);
                let most = steps.turn.map_or(0, |(_, most)| most);
                steps.turn = Some((steps.turn.map_or(*row, |(first, _)| first), most.max(back)));
            }
            // A record from before midnight that came a little late.
            Some(before) if now >= course.first && (before - now).abs() <= LATE => continue,
            Some(_) if back > LATE => {
                steps.again.get_or_insert(*row);
            }
            None | Some(_) => course.latest = course.latest.max(now),
        }
        if course.before.is_some() && now >= course.first {
            steps.again.get_or_insert(*row);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::super::moments::Part;
    use super::super::sample::tests::of_text;
    use super::*;

    fn found(rows: &str, format: &str) -> Steps {
        let sample = of_text(&format!("Date,Time,Tbl\n{rows}"));
        let moments = Moments { part: Part::Both, formats: vec![format.to_owned()], mixed: None };
        let rows: Vec<&Row> = sample.rows.iter().collect();
        steps(&rows, ("", &[0, 1]), Some(2), &moments)
    }

    const FORMAT: &str = "%m/%d/%Y %H:%M:%S";

    #[test]
    fn half_days_and_gaming_days_step_back_and_late_records_do_not() {
        let gaming = found("10/31/2026,23:59:10,T1\n10/31/2026,00:00:50,T1\n", FORMAT);
        assert_eq!((gaming.against_calendar(), gaming.half), (Some(3), None));
        let half = found("10/31/2026,12:59:10,T1\n10/31/2026,01:00:50,T1\n", FORMAT);
        assert_eq!((half.half, half.pass_midnight()), (Some(3), false));
        let late = "10/31/2026,12:59:10,T1\n10/31/2026,12:55:50,T1\n11/01/2026,00:10:00,T1\n";
        assert_eq!(found(late, FORMAT), Steps::default());
        // One table after the other.
        let tables = "10/31/2026,23:59:10,T1\n10/31/2026,00:00:50,T2\n";
        assert_eq!(found(tables, FORMAT), Steps::default());
    }

    #[test]
    fn a_long_pause_around_midnight_and_the_newest_first_show_a_gaming_day_too() {
        let rows = ["18:00:00,T1", "22:10:00,T1", "01:30:00,T1", "03:00:00,T1"];
        let text = |rows: &mut dyn Iterator<Item = &&str>| {
            rows.map(|row| format!("10/31/2026,{row}\n")).collect::<String>()
        };
        let steps = found(&text(&mut rows.iter()), FORMAT);
        assert_eq!((steps.against_calendar(), steps.pass_midnight()), (Some(4), true));
        let steps = found(&text(&mut rows.iter().rev()), FORMAT);
        assert_eq!((steps.against_calendar(), steps.pass_midnight()), (Some(3), true));
        // A record from before midnight that is a little late.
        let late = ["18:00:00,T1", "23:59:50,T1", "00:00:10,T1", "23:59:58,T1", "00:03:00,T1"];
        assert!(found(&text(&mut late.iter()), FORMAT).pass_midnight());
        // Sorted by something else: the times come back to where they began.
        let sorted = ["10:00:00,T1", "23:00:00,T1", "10:05:00,T1", "23:05:00,T1"];
        let steps = found(&text(&mut sorted.iter()), FORMAT);
        assert_eq!((steps.against_calendar(), steps.again), (None, Some(4)));
    }
}
