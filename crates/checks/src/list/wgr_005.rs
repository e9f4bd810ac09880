//! WGR-005: progressive wager is not the fixed amount. The procedure is described in `wgr_005.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::Wager;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let (Some(link), Some(unit)) = (case.link(), case.rules.unit()) else { return };
    for (_, row, _) in case.players() {
        let stake = row.stake[Wager::Progressive];
        if stake.is_zero() {
            continue;
        }
        tally.tested += 1;
        if stake != unit {
            tally.push(case.at_row(row).words(unit.to_string(), stake.to_string()).because(
                format!(
                    "The progressive wager of link {} at this table is {unit}; the sensor registers one wager, \
                         whatever lies on it, and {stake} was recorded.",
                    link.id
                ),
            ));
        }
    }
}
