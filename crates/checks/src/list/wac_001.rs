//! WAC-001: wager above the single-wager cap. The procedure is described in `wac_001.md`.

use super::{Fill, RoundCase, Tally, law_in_words, limit_in_words};
use feltproof_regs::Verdict;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(cap) = case.scope.law.cap(case.calendar_day, &case.table.terms) else { return };
    for (row, wager, stake) in case.wagers_made() {
        tally.tested += 1;
        // Nearly every wager; the rest is judged limit by limit.
        if stake <= cap.certain {
            continue;
        }
        let mut open = None;
        for (limit, said) in &cap.limits {
            match said.judge(stake) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => open = open.or(Some((limit, reason))),
                Verdict::Violates => {
                    let law = law_in_words(limit, said, case.date());
                    let found = case
                        .at_row(row)
                        .under(&limit.pack)
                        .words(limit_in_words(said), stake.to_string());
                    tally.push(found.because(format!("{wager} of {stake} was accepted; {law}.")));
                }
            }
        }
        if let Some((limit, reason)) = open {
            tally.undecided_by(&limit.pack, || reason);
        }
    }
}
