//! LOG-005: record lies outside the audited gaming days. The procedure is described in `log_005.md`.

use crate::case::RecordCase;
use crate::frame::{Check, Fill, Run, Tally};
use crate::case::RecordFact;

/// LOG-005.
pub const CHECK: Check = Check {
    code: "LOG-005",
    title: "Record lies outside the audited gaming days",
    unit: "record",
    doc: include_str!("log_005.md"),
    needs: &[],
    run: Run::Record(run),
};

fn run(case: &RecordCase<'_>, tally: &mut Tally) {

    let RecordFact::Time { time, day, .. } = case.fact else { return };
    tally.tested += 1;
    if day.is_none() {
        let days = &case.scope.engagement.days;
        let span = match (days.first(), days.last()) {
            (Some(first), Some(last)) if first.date != last.date => {
                format!("gaming days {} to {}", first.date, last.date)
            }
            (Some(first), _) => format!("gaming day {}", first.date),
            (None, _) => "no gaming day".to_owned(),
        };
        let mut exception = case
            .exception(CHECK.code)
            .words(span.clone(), "a time outside it")
            .because(format!(
                "The engagement covers {span}, starting at {} local time; this record lies \
                 outside. Correct the engagement's gaming_days, or find out why the record is here.",
                case.scope.engagement.gaming_day_start
            ));
        exception.time = Some(time);
        tally.push(exception);
    }
}
