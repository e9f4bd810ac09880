//! RND-001: round number is repeated or descends at its table. The procedure is described in `rnd_001.md`.

use super::{Fill, RecordCase, RecordFact, Tally};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let RecordFact::RoundStart { table, round, previous, time } = case.fact else { return };
    tally.tested += 1;
    let Some(previous) = previous else { return };
    if round <= previous {
        let mut exception = case
            .exception()
            .words(format!("a round above {previous}"), format!("round {round}"))
            .because(format!(
                "Table {} had already played round {previous} of this gaming day when round {round} \
                 was recorded: a round copied, or one recorded late.",
                case.scope.table(table).id
            ));
        exception.table = Some(case.scope.table(table).id.clone());
        (exception.round, exception.time) = (Some(round), Some(time));
        tally.push(exception);
    }
}
