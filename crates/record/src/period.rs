//! Periods: the stretches of time within which the numbers of rounds begin once. Each gaming day is one, audited or
//! not; where the engagement says that numbers begin again within a day, that day has several.

use feltproof_model::Timestamp;
use feltproof_model::engagement::GamingDay;

/// A gaming day, or a part of one: ascending in time, those not audited among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Period {
    day: u32,
    /// How often numbers had begun again on that day, as the engagement says.
    part: u16,
    /// How often they did at one table though it does not say so.
    again: u16,
}

impl Period {
    /// True where the other one is the next.
    pub(crate) fn is_just_before(self, other: Self) -> bool {
        let next_day = || self.day.checked_add(1) == Some(other.day) && other.part == 0;
        let next_part = || self.day == other.day && self.part.checked_add(1) == Some(other.part);
        let again = || {
            (self.day, self.part) == (other.day, other.part)
                && self.again.checked_add(1) == Some(other.again)
        };
        other.again == 0 && (next_part() || next_day()) || again()
    }

    /// The day before, whose last round may be under way when this one begins.
    pub(crate) fn day_before(self) -> Self {
        Self {
            day: self.day.checked_sub(1).expect("no day of a calendar is the first"),
            part: 0,
            again: 0,
        }
    }

    /// The same, after numbers began again so often.
    pub(crate) const fn again(self, times: u16) -> Self {
        Self { again: times, ..self }
    }

    /// Words that tell it from every other.
    pub(crate) fn words(self) -> [u64; 2] {
        [self.day.into(), u64::from(self.part) << 16 | u64::from(self.again)]
    }

    /// Whether both are the same but for numbers that began again unsaid.
    pub(crate) fn is_same_part(self, other: Self) -> bool {
        self.again(0) == other.again(0)
    }
}

/// Where a time lies beside the audited days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// In an audited day.
    Audited,
    /// So near one that a round of it may reach there.
    Near,
    /// Elsewhere.
    Outside,
}

const HOUR_MICROS: i64 = 3_600 * 1_000_000;
const DAY_MICROS: i64 = 24 * HOUR_MICROS;

/// So near an audited day a round may reach over its turn: an hour.
const NEAR_MICROS: i64 = HOUR_MICROS;

/// The gaming days before the first audited one that are told apart: a hundred years.
const DAYS_BEFORE: u32 = 36_525;

pub(crate) struct Periods {
    days: Vec<GamingDay>,
    /// Of each audited day its number among all days.
    numbers: Vec<u32>,
    /// When numbers begin again, beside the turns of the days; ascending.
    again: Vec<Timestamp>,
}

impl Periods {
    pub(crate) fn new(days: &[GamingDay], again: &[Timestamp]) -> Self {
        let first = days.first().map_or(Timestamp::EARLIEST, |day| day.start);
        // A day has 23 to 25 hours: the nearest whole number of days.
        let number = |day: &GamingDay| {
            DAYS_BEFORE + whole_days(day.start.micros_since(first) + i128::from(DAY_MICROS / 2))
        };
        Self {
            numbers: days.iter().map(number).collect(),
            days: days.to_vec(),
            again: again.to_vec(),
        }
    }

    /// The place of the first audited day that ends after a time, and where the time lies beside it.
    fn place(&self, time: Timestamp) -> (usize, bool) {
        let after = self.days.partition_point(|day| day.end <= time);
        (after, self.days.get(after).is_some_and(|day| day.start <= time))
    }

    pub(crate) fn whereabouts(&self, time: Timestamp) -> Where {
        let (after, is_audited) = self.place(time);
        if is_audited {
            return Where::Audited;
        }
        let next = self.days.get(after).map(|day| day.start);
        let before = after.checked_sub(1).map(|at| self.days[at].end);
        let is_near = next.is_some_and(|next| next.plus_micros(-NEAR_MICROS) <= time)
            || before.is_some_and(|before| time < before.plus_micros(NEAR_MICROS));
        if is_near { Where::Near } else { Where::Outside }
    }

    pub(crate) fn is_outside(&self, time: Timestamp) -> bool {
        self.whereabouts(time) == Where::Outside
    }

    /// The period of a time.
    pub(crate) fn of(&self, time: Timestamp) -> Period {
        let (after, is_audited) = self.place(time);
        let day = match (self.days.get(after), after.checked_sub(1)) {
            _ if is_audited => self.numbers[after],
            (Some(next), before) => {
                let until = whole_days(next.start.micros_since(time) - 1) + 1;
                let number = self.numbers[after].checked_sub(until);
                let least = before.map_or(0, |before| self.numbers[before] + 1);
                number.unwrap_or(least).max(least)
            }
            (None, Some(before)) => {
                let since = whole_days(time.micros_since(self.days[before].end));
                self.numbers[before].checked_add(since + 1).expect("a quarter of the range is left")
            }
            (None, None) => DAYS_BEFORE,
        };
        Period { day, part: self.part(after, is_audited, time), again: 0 }
    }

    /// How often numbers began again on the gaming day of a time, as far as it is audited.
    fn part(&self, place: usize, is_audited: bool, time: Timestamp) -> u16 {
        if self.again.is_empty() || !is_audited {
            return 0;
        }
        let start = self.days[place].start;
        let count = |until: Timestamp| self.again.partition_point(|again| *again <= until);
        u16::try_from(count(time) - count(start)).expect("an engagement names few times")
    }

    /// Where a period begins, where it is of an audited day.
    pub(crate) fn start(&self, period: Period) -> Option<Timestamp> {
        let day = self.days.get(usize::from(self.audited(period)?))?;
        let of_day = self.again.iter().filter(|again| day.start < **again && **again < day.end);
        match period.part.checked_sub(1) {
            None => Some(day.start),
            Some(at) => of_day.copied().nth(usize::from(at)),
        }
    }

    /// True where a whole day that is not audited lies between two periods: what is missing between their records may be of it.
    #[inline]
    pub(crate) fn has_others_between(&self, before: Period, period: Period) -> bool {
        let between = before.day + 1..period.day;
        if between.is_empty() {
            return false;
        }
        let is_audited = |day: &u32| between.contains(day);
        between.len() > self.numbers.iter().filter(|day| is_audited(day)).count()
    }

    /// The audited day of a period, by its place in the engagement.
    pub(crate) fn audited(&self, period: Period) -> Option<u16> {
        let at = self.numbers.binary_search(&period.day).ok()?;
        u16::try_from(at).ok()
    }
}

/// How many whole days a span has, at least none.
fn whole_days(micros: i128) -> u32 {
    let days = micros.max(0) / i128::from(DAY_MICROS);
    u32::try_from(days.min(i128::from(u32::MAX / 4))).expect("cut to a quarter of the range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::Date;

    const FIRST: i64 = 20_000;

    fn at(day: i64, hour: i64) -> Timestamp {
        Timestamp((FIRST + day) * DAY_MICROS + hour * HOUR_MICROS)
    }

    fn periods(days: &[i64], again: &[Timestamp]) -> Periods {
        let date = Date { year: 2026, month: 6, day: 1 };
        let day = |day: &i64| GamingDay {
            date,
            next: date,
            start: at(*day, 6),
            midnight: at(*day, 24),
            end: at(*day, 30),
        };
        Periods::new(&days.iter().map(day).collect::<Vec<_>>(), again)
    }

    /// By hand: audited are days 0 and 3, each from 6 to 6; what is beside them lies on days of its own.
    #[test]
    fn days_that_are_not_audited_are_counted_among_the_others() {
        let all = periods(&[0, 3], &[]);
        let times = [at(-2, 7), at(-1, 7), at(0, 6), at(0, 29), at(1, 6), at(2, 20), at(3, 6)];
        let of: Vec<Period> = times.iter().map(|time| all.of(*time)).collect();
        let days: Vec<u32> = of.iter().map(|period| period.day).collect();
        let first = DAYS_BEFORE;
        assert_eq!(days, [first - 2, first - 1, first, first, first + 1, first + 2, first + 3]);
        let audited: Vec<_> = of.iter().map(|period| all.audited(*period)).collect();
        assert_eq!(audited, [None, None, Some(0), Some(0), None, None, Some(1)]);
        assert!(of[1].is_just_before(of[2]) && !of[0].is_just_before(of[2]));
        assert_eq!(all.of(at(5, 0)).day, first + 4);
        let between = |one: usize, other: usize| all.has_others_between(of[one], of[other]);
        assert_eq!(
            [(2, 4), (4, 6), (0, 2), (2, 6)].map(|(a, b)| between(a, b)),
            [false, true, true, true]
        );
        let on_end = periods(&[0, 1, 2, 4], &[]);
        let own = |day| on_end.of(at(day, 7));
        assert!(
            !on_end.has_others_between(own(0), own(2)) && on_end.has_others_between(own(0), own(4))
        );
        assert!(
            !on_end.has_others_between(own(2), own(0))
                && !on_end.has_others_between(own(3), own(4))
        );
        assert_eq!(all.start(of[6]), Some(at(3, 6)));
    }

    #[test]
    fn an_hour_beside_an_audited_day_is_near_it() {
        let all = periods(&[0], &[]);
        let near = |time: Timestamp, micros: i64| all.whereabouts(time.plus_micros(micros));
        assert_eq!(near(at(0, 5), -1), Where::Outside);
        assert_eq!(near(at(0, 5), 0), Where::Near);
        assert_eq!(near(at(0, 6), 0), Where::Audited);
        assert_eq!(near(at(0, 30), -1), Where::Audited);
        assert_eq!(near(at(0, 31), -1), Where::Near);
        assert_eq!(near(at(0, 31), 0), Where::Outside);
    }

    #[test]
    fn numbers_that_begin_again_within_a_day_part_it() {
        let all = periods(&[0, 1], &[at(0, 14), at(1, 14)]);
        let of = |time| all.of(time);
        let [morning, evening, next] = [at(0, 13), at(0, 14), at(1, 6)].map(of);
        assert!(morning.is_just_before(evening) && evening.is_just_before(next));
        assert!(morning < evening && evening < next);
        assert_eq!(all.start(evening), Some(at(0, 14)));
        assert!(evening.is_just_before(evening.again(1)) && evening.again(1) < next);
        assert!(evening.again(2).is_same_part(evening) && !evening.is_same_part(morning));
    }
}
