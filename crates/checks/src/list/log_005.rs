//! LOG-005: record lies outside the audited gaming days. The procedure is described in `log_005.md`.

use super::{Fill, RecordCase, RecordFact, Tally, lines_in_words, seconds_in_words};
use feltproof_model::Timestamp;
use feltproof_model::engagement::GamingDay;

/// How far outside the audited days a time is, in words.
fn outside(days: &[GamingDay], time: Timestamp) -> String {
    let distance = |from: Timestamp, to: Timestamp| seconds_in_words(to.micros_since(from));
    match (days.first(), days.last()) {
        (Some(first), _) if time < first.start => {
            format!("{} s before the audited time begins", distance(time, first.start))
        }
        // The end is the first moment after the day.
        (_, Some(last)) if time >= last.end => {
            format!("{} s after the audited time ended", distance(last.end, time))
        }
        _ => "between two audited days".to_owned(),
    }
}

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let run = match &case.fact {
        RecordFact::Time { records, .. } => {
            tally.tested += records;
            return;
        }
        RecordFact::Outside(run) => run,
        _ => return,
    };
    let engagement = &case.scope.engagement;
    let days = &engagement.days;
    let span = match days.as_slice() {
        [] => "no gaming day".to_owned(),
        [only] => format!("gaming day {}", only.date),
        [first, .., last] => {
            format!("{} gaming days from {} to {}", days.len(), first.date, last.date)
        }
    };
    let (first, last) = (outside(days, run.first), outside(days, run.last));
    let recorded = match first == last {
        true => first,
        false => format!("from {first} to {last}"),
    };
    let why = format!(
        "The engagement covers {span} (a gaming day starts at {} local time). {} outside it: \
         {recorded}. A round of which every record lies outside is not tested. Correct the engagement's \
         gaming_days, or find out why this is here.",
        engagement.gaming_day_start,
        lines_in_words(case, run)
    );
    let mut exception =
        case.exception().words(format!("a time in the {span}"), recorded).because(why);
    exception.time = Some(run.first);
    tally.push(exception);
}
