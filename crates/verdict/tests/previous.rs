//! When the meters of an engagement open where an earlier report closed them.

use feltproof_intake::parse_engagement;
use feltproof_verdict::is_before;
use serde_json::json;

#[test]
fn meters_go_on_only_from_a_report_of_earlier_days() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/tampered-day");
    let text = std::fs::read_to_string(format!("{folder}/engagement.toml")).unwrap();
    let engagement = parse_engagement(&text, "engagement.toml").unwrap();
    for (days, before) in [
        (vec!["2026-10-30"], true),
        (vec!["2026-10-29", "2026-10-30"], true),
        // A re-test, one that overlaps, and one of later days.
        (vec!["2026-10-31"], false),
        (vec!["2026-10-30", "2026-10-31"], false),
        (vec!["2026-11-01"], false),
        (vec![], false),
    ] {
        let dates: Vec<_> = days.iter().map(|date| json!({ "date": date })).collect();
        let report = json!({ "engagement": { "gaming_days": dates } });
        assert_eq!(is_before(&report, &engagement), before, "{days:?}");
    }
}
