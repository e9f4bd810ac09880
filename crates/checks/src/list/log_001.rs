//! LOG-001: record could not be understood. The procedure is described in `log_001.md`.

use super::{Check, Fill, RecordCase, RecordFact, Run, Tally};

pub(crate) const CHECK: Check = Check {
    code: "LOG-001",
    title: "Record could not be understood",
    unit: "record",
    doc: include_str!("log_001.md"),
    needs: &[],
    run: Run::Record(run),
};

fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    match case.fact {
        RecordFact::Time { records, .. } => tally.tested += records,
        RecordFact::Problem(problem) => {
            tally.tested += 1;
            tally.push(
                case.exception(CHECK.code)
                    .words("a record of the canonical form", problem.raw.clone())
                    .because(problem.reason.clone()),
            );
        }
        RecordFact::Sequence { .. } | RecordFact::RoundStart { .. } => {}
    }
}
