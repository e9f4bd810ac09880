//! LOG-004: record stands out of time order. The procedure is described in `log_004.md`.

use crate::case::RecordCase;
use crate::frame::{Check, Fill, Run, Tally};
use crate::case::RecordFact;

/// LOG-004.
pub const CHECK: Check = Check {
    code: "LOG-004",
    title: "Record stands out of time order",
    unit: "record",
    doc: include_str!("log_004.md"),
    needs: &[],
    run: Run::Record(run),
};

fn run(case: &RecordCase<'_>, tally: &mut Tally) {

    let RecordFact::Time { time, latest, day: Some(_) } = case.fact else { return };
    tally.tested += 1;
    let Some(latest) = latest else { return };
    let window = case.scope.engagement.journals[usize::from(case.journal)].disorder_micros;
    if time < latest.plus_micros(-window) {
        let behind_seconds = latest.seconds().saturating_sub(time.seconds());
        let window_seconds = window / 1_000_000;
        let mut exception = case
            .exception(CHECK.code)
            .words(
                format!("at most {window_seconds} s behind the latest record"),
                format!("{behind_seconds} s behind it"),
            )
            .because(format!(
                "The {} journal may stand out of order by {window_seconds} s; this record is \
                 {behind_seconds} s earlier than one before it: its clock was changed, or it was \
                 moved.",
                case.kind().name()
            ));
        exception.time = Some(time);
        tally.push(exception);
    }
}
