//! RND-002: round numbers are missing at a table. The procedure is described in `rnd_002.md`.

use super::{Fill, RecordCase, RecordFact, Tally};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let (table, round, previous, time) = match case.fact {
        RecordFact::RoundStart { .. } => {
            tally.tested += 1;
            return;
        }
        RecordFact::RoundsMissing { table, round, previous, time, .. } => {
            (table, round, previous, time)
        }
        _ => return,
    };
    // Of two numbers that follow one another none is missing.
    let missing = round.checked_sub(previous).and_then(|step| step.checked_sub(1)).unwrap_or(0);
    if missing > 0 {
        let first = previous + 1;
        let mut exception = case
            .exception()
            .words(format!("round {first}"), format!("round {round}"))
            .because(format!(
                "Table {} goes from round {previous} to round {round}: {missing} round(s) do \
                 not stand between them; where they stand nowhere else in the record, neither their wagers \
                 nor their payouts were tested.",
                case.scope.table(table).id
            ));
        exception.table = Some(case.scope.table(table).id.clone());
        (exception.round, exception.time) = (Some(round), Some(time));
        tally.push(exception);
    }
}
