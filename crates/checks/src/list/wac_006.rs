//! WAC-006: posted Ante allows a Play above the single-wager cap. The procedure is described in `wac_006.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, cap_in_words, exception};
use feltproof_engine::Family;
use feltproof_model::{Locus, Wager};
use feltproof_regs::Verdict;

pub const CHECK: Check = Check {
    code: "WAC-006",
    title: "Posted Ante allows a Play above the single-wager cap",
    unit: "table",
    doc: include_str!("wac_006.md"),
    needs: &[Need::WashingtonPack, Need::Posted, Need::SingleWagerCap],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
    for (i, table) in scope.engagement.tables.iter().enumerate() {
        let posted = |w: Wager| table.posted.iter().find(|p| p.wager == w).map(|p| p.max);
        let Some(ante) = posted(Wager::Ante) else { continue };
        let most = scope.rules[i].play_multiples().iter().copied().max().unwrap_or(1);
        let Some(tripled) = ante.checked_mul(most) else { continue };
        let raise = scope.rules[i].raise();
        // A posted Play (Raise) limit below the multiple is the limit that counts.
        let largest = posted(raise).map_or(tripled, |most| most.min(tripled));
        for day in (0_u16..).take(scope.engagement.days.len()) {
            let cap = scope.law.cap(day);
            if !cap.is_in_force() {
                continue;
            }
            tally.tested += 1;
            match cap.judge(largest) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => tally.undecided(|| reason),
                Verdict::Violates => {
                    let mut found = exception(CHECK.code, Locus::Engagement { line: table.line })
                        .words(cap_in_words(cap), largest.to_string())
                        .because(format!(
                            "Table {} posts an Ante of up to {ante}; {} the {raise} may be as much as \
                             {largest}, above the single-wager cap of {} on {}.",
                            table.id,
                            if scope.rules[i].family() == Family::FourCardPoker {
                                "with any hand"
                            } else {
                                "with a pair of aces or better"
                            },
                            cap_in_words(cap),
                            scope.date(day)
                        ));
                    found.table = Some(table.id.clone());
                    tally.push(found);
                    // A posting is one matter, however many days it hangs.
                    break;
                }
            }
        }
    }
}
