//! LOG-001: record could not be understood. The procedure is described in `log_001.md`.

use super::{Fill, RecordCase, RecordFact, Tally};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    match case.fact {
        RecordFact::Time { records, .. } => tally.tested += records,
        RecordFact::Problem(problem) => {
            tally.tested += 1;
            tally.push(
                case.exception()
                    .words("a record of the canonical form", problem.raw.clone())
                    .because(problem.reason.clone()),
            );
        }
        RecordFact::Number
        | RecordFact::NumbersMissing { .. }
        | RecordFact::NumbersOutOfLine(_)
        | RecordFact::Copied(_)
        | RecordFact::TimesOutOfLine(_)
        | RecordFact::Outside(_)
        | RecordFact::RoundStart { .. }
        | RecordFact::RoundsMissing { .. }
        | RecordFact::RoundsOutOfLine { .. } => {}
    }
}
