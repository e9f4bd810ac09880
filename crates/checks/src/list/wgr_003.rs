//! WGR-003: wager is outside the posted limits. The procedure is described in `wgr_003.md`.

use super::{Fill, RoundCase, Tally};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // A bank is posted too where a player keeps it; the house dealer's row has no money.
    for (row, settled) in case.rows.iter().zip(case.settled) {
        let made = |wager| settled.made.contains(wager);
        for limit in case.table.posted.iter().filter(|limit| made(limit.wager)) {
            let stake = row.stake[limit.wager];
            tally.tested += 1;
            if stake < limit.min || stake > limit.max {
                tally.push(
                    case.at_row(row)
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
