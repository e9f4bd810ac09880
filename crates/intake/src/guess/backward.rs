//! Times that step back by half a day or a whole one in the order of the file.
//!
//! At one table times ascend. A clock of twelve hours without AM and PM steps back by about twelve hours
//! after noon and midnight; a date that is the gaming day's steps back by about a day after midnight, since
//! the clock turns and the date does not. Either way the file reads, as other times: so it is asked. Other
//! steps back, records a few minutes late, say nothing.

use super::moments::Moments;
use super::sample::Row;
use crate::profile::TimeForm;
use jiff::civil::DateTime;
use std::collections::BTreeMap;

const MINUTES_PER_HOUR: i64 = 60;
/// How far from twelve and from twenty-four hours a step may be, in minutes: a pause is part of it.
const NEAR_MINUTES: i64 = 60;

/// The first row whose time is about half a day or a day before that of the row before it at its table.
pub(super) fn step(
    rows: &[&Row],
    time: &[usize],
    table: Option<usize>,
    moments: &Moments,
) -> Option<(u64, &'static str)> {
    let [format] = &moments.formats[..] else { return None };
    if !format.is_empty() && !format.contains('%') {
        return None;
    }
    let form = TimeForm::of(format);
    let mut last: BTreeMap<&str, DateTime> = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> =
            time.iter().map(|at| row.cell(*at)).filter(|cell| !cell.is_empty()).collect();
        let mut text = String::new();
        if form.write(cells.join(" ").as_bytes(), &mut text).is_err() {
            continue;
        }
        let face = text.get(..19).unwrap_or_default().replace(' ', "T");
        let Ok(now) = face.parse::<DateTime>() else { continue };
        let table = table.map_or("", |at| row.cell(at));
        if let Some(before) = last.insert(table, now) {
            let minutes = before.duration_since(now).as_mins();
            let is_about = |hours: i64| (minutes - hours * MINUTES_PER_HOUR).abs() <= NEAR_MINUTES;
            if is_about(12) {
                return Some((row.number, "twelve hours: does the clock lack AM and PM?"));
            }
            if is_about(24) {
                return Some((row.number, "a day: is the date that of the gaming day?"));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::moments::Part;
    use super::super::sample::tests::of_text;
    use super::*;

    fn found(rows: &str, format: &str) -> Option<u64> {
        let sample = of_text(&format!("Date,Time,Tbl\n{rows}"));
        let moments = Moments { part: Part::Both, formats: vec![format.to_owned()], mixed: None };
        let rows: Vec<&Row> = sample.rows.iter().collect();
        step(&rows, &[0, 1], Some(2), &moments).map(|(row, _)| row)
    }

    #[test]
    fn half_days_and_gaming_days_step_back_and_late_records_do_not() {
        let format = "%m/%d/%Y %H:%M:%S";
        let gaming = "10/31/2026,23:59:10,T1\n10/31/2026,00:00:50,T1\n";
        assert_eq!(found(gaming, format), Some(3));
        let half = "10/31/2026,12:59:10,T1\n10/31/2026,01:00:50,T1\n";
        assert_eq!(found(half, format), Some(3));
        let late = "10/31/2026,12:59:10,T1\n10/31/2026,12:55:50,T1\n11/01/2026,00:10:00,T1\n";
        assert_eq!(found(late, format), None);
        // One table after the other.
        let tables = "10/31/2026,23:59:10,T1\n10/31/2026,00:00:50,T2\n";
        assert_eq!(found(tables, format), None);
    }
}
