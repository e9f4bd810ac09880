//! LOG-003: sequence number is repeated or descends. The procedure is described in `log_003.md`.

use super::{Fill, RecordCase, RecordFact, Tally};

pub(super) fn run(case: &RecordCase<'_>, tally: &mut Tally) {
    let RecordFact::Sequence { seq, previous: Some(previous), .. } = case.fact else {
        tally.tested += u64::from(matches!(case.fact, RecordFact::Sequence { .. }));
        return;
    };
    tally.tested += 1;
    if seq <= previous {
        tally.push(
            case.exception()
                .words(format!("a number above {previous}"), format!("number {seq}"))
                .because(format!(
                    "The {} journal already reached number {previous}; number {seq} after it is \
                     a record copied, inserted or moved.",
                    case.kind().name()
                )),
        );
    }
}
