//! The times of records by the clock on the wall: which days there are, and when nobody plays.

use crate::zone::{Zone, clock_face};
use feltproof_model::Timestamp;
use std::collections::BTreeMap;

const MINUTES_A_DAY: i64 = 1440;
/// A quiet time shorter than this divides no days.
const QUIET_MINUTES: i64 = 60;
/// Where the quiet time allows it, a gaming day starts then: at six.
const USUAL_START: i64 = 360;

/// The times of some records.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// Records by their minute on the local clock, counted since 1970.
    minutes: BTreeMap<i64, u64>,
    /// Records by the offset written, `+00:00` or none.
    offsets: BTreeMap<Option<i64>, u64>,
}

/// The longest time of the day without a record, and the start of the gaming day taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// Minutes since midnight of the last record before it, and of the first behind it.
    pub between: (i64, i64),
    /// Minutes since midnight: a full hour within.
    pub start: i64,
}

impl Clock {
    /// Takes in a time as a canonical journal writes it; what is none is passed over.
    pub(super) fn take(&mut self, time: &str) {
        let Some((minute, offset)) = clock_face(time) else { return };
        *self.offsets.entry(offset).or_default() += 1;
        // UTC is no clock on the wall: where it is, no file tells.
        if offset != Some(0) {
            *self.minutes.entry(minute).or_default() += 1;
        }
    }

    pub(super) fn join(&mut self, other: &Self) {
        other.minutes.iter().for_each(|(at, n)| *self.minutes.entry(*at).or_default() += n);
        other.offsets.iter().for_each(|(at, n)| *self.offsets.entry(*at).or_default() += n);
    }

    /// Records by the offset from UTC that they are written with, as in `-07:00`; nothing for local times.
    pub fn offsets(&self) -> Vec<(Option<String>, u64)> {
        let words = |offset: &i64| {
            let (sign, minutes) = (if *offset < 0 { '-' } else { '+' }, offset.abs() / 60);
            format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
        };
        self.offsets.iter().map(|(offset, n)| (offset.as_ref().map(words), *n)).collect()
    }

    /// The longest time of the day without a record on any day; none where there is no such time.
    pub fn quiet(&self) -> Option<Quiet> {
        let mut of_day: Vec<i64> =
            self.minutes.keys().map(|minute| minute.rem_euclid(MINUTES_A_DAY)).collect();
        of_day.sort_unstable();
        of_day.dedup();
        let first = *of_day.first()?;
        let next = of_day.iter().skip(1).copied().chain([first + MINUTES_A_DAY]);
        // Of two that are as long, the earlier.
        let gaps = of_day.iter().copied().zip(next);
        let (from, to) = gaps.max_by_key(|(from, to)| (to - from, -from))?;
        if to - from < QUIET_MINUTES {
            return None;
        }
        let fits = |start: &i64| *start > from && *start <= to;
        let usual = [USUAL_START, USUAL_START + MINUTES_A_DAY].into_iter().find(fits);
        let middle = || {
            let hour = (i64::midpoint(from, to) + 59) / 60 * 60;
            if fits(&hour) { hour } else { to }
        };
        let start = usual.unwrap_or_else(middle).rem_euclid(MINUTES_A_DAY);
        Some(Quiet { between: (from, to.rem_euclid(MINUTES_A_DAY)), start })
    }

    /// The gaming days, which start at this minute after midnight, each with its records.
    pub fn days(&self, start: i64) -> Vec<(String, u64)> {
        let mut days = BTreeMap::<i64, u64>::new();
        for (minute, n) in &self.minutes {
            *days.entry((minute - start).div_euclid(MINUTES_A_DAY)).or_default() += n;
        }
        days.into_iter().filter_map(|(day, n)| Some((date(day)?, n))).collect()
    }
}

/// The date of a day since 1970.
fn date(day: i64) -> Option<String> {
    let midnight = Timestamp(day.checked_mul(MINUTES_A_DAY * 60_000_000)?);
    Some(Zone::new("UTC")?.format_local(midnight).get(..10)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(times: &[&str]) -> Clock {
        let mut clock = Clock::default();
        times.iter().for_each(|time| clock.take(time));
        clock
    }

    #[test]
    fn a_day_starts_in_the_longest_quiet_time() {
        // From noon to two in the morning: six lies between.
        let night =
            ["2026-10-31T12:00:00-07:00", "2026-10-31T18:30:59-07:00", "2026-11-01T02:05:00-07:00"];
        let quiet = of(&night).quiet().unwrap();
        assert_eq!(quiet, Quiet { between: (125, 720), start: 360 });
        let days = of(&night).days(quiet.start);
        assert_eq!(days, [("2026-10-31".to_owned(), 3)]);
        // Six lies outside: a full hour in the middle.
        let early = ["2026-10-31 04:00:00", "2026-10-31 10:00:00", "2026-10-31 16:20:00"];
        assert_eq!(of(&early).quiet().unwrap(), Quiet { between: (980, 240), start: 1380 });
        // All around the clock.
        let all: Vec<String> = (0..24).map(|h| format!("2026-10-31 {h:02}:30:00")).collect();
        let mut clock = of(&all.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(clock.quiet().map(|q| q.between), Some((30, 90)));
        (0..24).for_each(|h| clock.take(&format!("2026-10-31 {h:02}:00:00")));
        assert_eq!(clock.quiet(), None);
        assert_eq!(Clock::default().quiet(), None);
    }

    #[test]
    fn offsets_are_counted_and_utc_is_no_local_time() {
        let clock = of(&[
            "2026-10-31T12:00:00Z",
            "2026-10-31T12:00:00-07:00",
            "2026-10-31 12:00:00",
            "noon",
        ]);
        let offsets: Vec<(Option<String>, u64)> = clock.offsets();
        assert_eq!(
            offsets,
            [(None, 1), (Some("-07:00".to_owned()), 1), (Some("+00:00".to_owned()), 1)]
        );
        assert_eq!(clock.days(0), [("2026-10-31".to_owned(), 2)]);
        assert_eq!(of(&["2026-03-01 00:30:00"]).days(360), [("2026-02-28".to_owned(), 1)]);
    }
}
