//! LOG-004: record stands out of time order. The procedure is described in `log_004.md`.

use super::{
    Fill, RecordCase, RecordFact, Tally, lines_in_words, neighbours_in_words, seconds_in_words,
};
use feltproof_model::Timestamp;

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let of = match &case.fact {
        RecordFact::Time { is_audited: true, records } => {
            tally.tested += records;
            return;
        }
        RecordFact::TimesOutOfLine(of) => of,
        _ => return,
    };
    let time = of.run.first;
    let (Some(beside), window) = (
        of.before.or(of.after),
        case.scope.engagement.journals[usize::from(case.journal)].disorder_micros,
    ) else {
        return;
    };
    let seconds = |other: Timestamp| seconds_in_words(time.micros_since(other));
    let side = |other: Timestamp| if time < other { "earlier" } else { "later" };
    let neighbours = neighbours_in_words(of, |other| {
        let side = if other < time { "earlier" } else { "later" };
        format!("one {} s {side} than it", seconds(other))
    });
    let window = seconds_in_words(window.into());
    let mut exception = case
        .exception()
        .words(
            format!("at most {window} s out of order"),
            format!("{} s {} than the record beside it", seconds(beside), side(beside)),
        )
        .because(format!(
            "The {} journal may stand out of order by {window} s. {} {neighbours}: a clock was \
             changed, or what was recorded was moved.",
            case.kind().name(),
            lines_in_words(case, &of.run)
        ));
    exception.time = Some(time);
    tally.push(exception);
}
