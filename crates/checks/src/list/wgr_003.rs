//! WGR-003: wager is outside the posted limits. The procedure is described in `wgr_003.md`.

use super::{Check, Fill, Need, RoundCase, Run, Tally};

pub(crate) const CHECK: Check = Check {
    code: "WGR-003",
    title: "Wager is outside the posted limits",
    unit: "wager",
    doc: include_str!("wgr_003.md"),
    needs: &[Need::Stakes, Need::Posted],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // A bank is posted too where a player keeps it; the house dealer's row has no money.
    for row in case.rows {
        for limit in &case.table.posted {
            let stake = row.stake[limit.wager];
            if stake.is_zero() {
                continue;
            }
            tally.tested += 1;
            if stake < limit.min || stake > limit.max {
                tally.push(
                    case.at_row(CHECK.code, row)
                        .words(format!("{} to {}", limit.min, limit.max), stake.to_string())
                        .because(format!(
                            "Table {} posts {} to {} for {}; {stake} was accepted. An accepted wager is \
                             settled in full; accepting it is the exception.",
                            case.table.id, limit.min, limit.max, limit.wager
                        )),
                );
            }
        }
    }
}
