//! Whether the meters of an engagement open where those of an earlier report closed.

use feltproof_model::Engagement;
use serde_json::Value;

/// Whether all gaming days of a report are before those of an engagement. A report of the same days, a re-test, closes its
/// meters where the engagement closes them, not where it opens them.
pub fn is_before(report: &Value, engagement: &Engagement) -> bool {
    let days = report["engagement"]["gaming_days"].as_array();
    let last = days.into_iter().flatten().filter_map(|day| day["date"].as_str()).max();
    let first = engagement.days.iter().map(|day| day.date.to_string()).min();
    last.zip(first).is_some_and(|(last, first)| last < first.as_str())
}
