//! The only clock: `SOURCE_DATE_EPOCH` when set (for reproducible reports), else the system's.

use feltproof_model::Timestamp;
use feltproof_paper::clock::Clock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970, UTC.
pub(crate) fn now_unix() -> Result<i64, String> {
    /// The last second of the year 9999, which a PDF date can still write.
    const LAST: i64 = 253_402_300_799;
    if let Ok(text) = std::env::var("SOURCE_DATE_EPOCH") {
        let read: Option<i64> = text.trim().parse().ok();
        return read.filter(|s| (0..=LAST).contains(s)).ok_or_else(|| {
            format!(
                "SOURCE_DATE_EPOCH is `{text}`, which is not a whole number of seconds from 0 to {LAST}; \
                 correct or unset it"
            )
        });
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let since = since.map_err(|_| "the system clock stands before 1970; set it")?;
    let now = i64::try_from(since.as_secs()).ok().filter(|now| *now <= LAST);
    Ok(now.ok_or("the system clock stands after the year 9999; set it")?)
}

/// A time as `2026-11-20 17:04:46 UTC`.
pub(crate) fn utc(unix: i64) -> String {
    Clock::new("UTC").full(Timestamp::from_seconds(unix))
}
