//! Prints points in time in the property's zone.
//!
//! The zone rules are the bundled ones, never the machine's: a report is the same bytes anywhere.

use feltproof_model::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};

/// The property's clock.
#[derive(Clone, Debug)]
pub struct Clock {
    zone: TimeZone,
    name: String,
}

impl Clock {
    /// The clock of an IANA zone; UTC, and named so, when it is unknown: a second fence behind `intake`.
    pub fn new(zone: &str) -> Self {
        match TimeZoneDatabase::bundled().get(zone) {
            Ok(found) => Self { zone: found, name: zone.to_owned() },
            Err(_) => Self { zone: TimeZone::UTC, name: "UTC".to_owned() },
        }
    }

    /// Name of the zone in which times are printed.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn zoned(&self, time: Timestamp) -> Option<jiff::Zoned> {
        let instant = jiff::Timestamp::from_microsecond(time.0).ok()?;
        Some(instant.to_zoned(self.zone.clone()))
    }

    fn format(&self, time: Timestamp, pattern: &str) -> String {
        self.zoned(time).map_or_else(
            || format!("{} microseconds after 1970", time.0),
            |zoned| zoned.strftime(pattern).to_string(),
        )
    }

    /// `2026-10-31 18:03:22.25 PDT`; the abbreviation tells the two passes of a repeated hour apart.
    pub fn full(&self, time: Timestamp) -> String {
        let fraction = if time.0.rem_euclid(1_000_000) == 0 { "" } else { "%.f" };
        self.format(time, &format!("%Y-%m-%d %H:%M:%S{fraction} %Z"))
    }

    /// `2026-10-31 18:03 PDT`, for the time a report claims to be made.
    pub fn minute(&self, time: Timestamp) -> String {
        self.format(time, "%Y-%m-%d %H:%M %Z")
    }

    /// RFC 3339 with the offset of the zone, microseconds only where there are any.
    pub fn rfc3339(&self, time: Timestamp) -> String {
        let fraction = if time.0.rem_euclid(1_000_000) == 0 { "" } else { "%.f" };
        self.format(time, &format!("%Y-%m-%dT%H:%M:%S{fraction}%:z"))
    }

    /// Local civil time as microseconds since 1970-01-01 00:00 of the same clock.
    pub fn local_micros(&self, time: Timestamp) -> Option<i64> {
        let offset = i64::from(self.zoned(time)?.offset().seconds());
        time.0.checked_add(offset.checked_mul(1_000_000)?)
    }

    /// `D:20261101150000Z`, as PDF writes a time; for a UTC clock.
    pub fn pdf(&self, time: Timestamp) -> String {
        self.format(time, "D:%Y%m%d%H%M%SZ")
    }

    /// `2026-11-01T15:00:00Z`, as XMP writes a time; for a UTC clock.
    pub fn xmp(&self, time: Timestamp) -> String {
        self.format(time, "%Y-%m-%dT%H:%M:%SZ")
    }

    /// `18:00`, for the axis of a plot.
    pub fn hour(&self, time: Timestamp) -> String {
        self.format(time, "%H:%M")
    }

    /// `Oct 31`, for the axis of a plot.
    pub fn day(&self, time: Timestamp) -> String {
        self.format(time, "%b %-d")
    }

    /// Local wall time in minutes since local midnight, to find round hours.
    pub fn minute_of_day(&self, time: Timestamp) -> Option<i64> {
        let zoned = self.zoned(time)?;
        Some(i64::from(zoned.hour()) * 60 + i64::from(zoned.minute()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_passes_of_the_repeated_hour_differ() {
        // 2026-11-01 in Los Angeles: 08:30Z is 01:30 PDT, 09:30Z is 01:30 PST.
        let clock = Clock::new("America/Los_Angeles");
        let first = Timestamp::from_seconds(1_793_521_800);
        let second = Timestamp::from_seconds(1_793_525_400);
        assert_eq!(clock.full(first), "2026-11-01 01:30:00 PDT");
        assert_eq!(clock.full(second), "2026-11-01 01:30:00 PST");
        assert_eq!(clock.rfc3339(first), "2026-11-01T01:30:00-07:00");
        assert_eq!(clock.rfc3339(second.plus_micros(250_000)), "2026-11-01T01:30:00.25-08:00");
        assert_eq!(clock.minute_of_day(second), Some(90));
        // 01:30 of the day that begins 20,758 days after 1970 (14,975 to 2011-01-01, 5,783 more).
        let local = (20_758 * 86_400 + 90 * 60) * 1_000_000;
        assert_eq!(
            [first, second].map(|time| clock.local_micros(time)),
            [Some(local), Some(local)]
        );
        assert_eq!((clock.hour(first).as_str(), clock.day(first).as_str()), ("01:30", "Nov 1"));
    }

    #[test]
    fn an_unknown_zone_is_utc_and_says_so() {
        let clock = Clock::new("Mars/Olympus");
        assert_eq!(clock.name(), "UTC");
        assert_eq!(clock.full(Timestamp(0)), "1970-01-01 00:00:00 UTC");
        assert!(clock.full(Timestamp(i64::MAX)).contains("after 1970"));
    }
}
