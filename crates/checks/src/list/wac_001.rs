//! WAC-001: wager above the single-wager cap. The procedure is described in `wac_001.md`.

use super::{Check, Fill, Need, RoundCase, Run, Tally, cap_in_words};
use feltproof_regs::Verdict;

pub const CHECK: Check = Check {
    code: "WAC-001",
    title: "Wager above the single-wager cap",
    unit: "wager",
    doc: include_str!("wac_001.md"),
    needs: &[Need::Stakes, Need::WashingtonPack, Need::SingleWagerCap],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let cap = case.scope.law.cap(case.day);
    if !cap.is_in_force() {
        return;
    }
    let certain = case.scope.law.certainly_within_cap(case.day);
    for (_, row, _) in case.players() {
        for wager in case.scope.live(case.table_id).iter().copied() {
            let stake = row.stake[wager];
            if stake.is_zero() {
                continue;
            }
            tally.tested += 1;
            // Nearly every wager; the law is asked about the rest.
            if stake <= certain {
                continue;
            }
            match cap.judge(stake) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => tally.undecided(|| reason),
                Verdict::Violates => {
                    tally.push(
                        case.at_row(CHECK.code, row)
                            .words(cap_in_words(cap), stake.to_string())
                            .because(format!(
                                "WAC 230-15-140 limits a single wager in a house-banked game to {} on {}; \
                                 {wager} of {stake} was accepted.",
                                cap_in_words(cap),
                                case.scope.date(case.day)
                            )),
                    );
                }
            }
        }
    }
}
