//! LOG-004: record stands out of time order. The procedure is described in `log_004.md`.

use super::{Fill, RecordCase, RecordFact, Tally, seconds_in_words};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let RecordFact::Time { time, latest, day: Some(_), records } = case.fact else { return };
    tally.tested += records;
    let Some(latest) = latest else { return };
    let window = case.scope.engagement.journals[usize::from(case.journal)].disorder_micros;
    if time < latest.plus_micros(-window) {
        let behind = seconds_in_words(latest.0.saturating_sub(time.0));
        let window = seconds_in_words(window);
        let mut exception = case
            .exception()
            .words(
                format!("at most {window} s behind the latest record"),
                format!("{behind} s behind it"),
            )
            .because(format!(
                "The {} journal may stand out of order by {window} s; this record is {behind} s \
                 earlier than one before it: its clock was changed, or it was moved.",
                case.kind().name()
            ));
        exception.time = Some(time);
        tally.push(exception);
    }
}
