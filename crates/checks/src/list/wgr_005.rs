//! WGR-005: progressive wager is not the fixed amount. The procedure is described in `wgr_005.md`.

use super::{Check, Fill, Need, RoundCase, Run, Tally};
use feltproof_model::Wager;

pub(crate) const CHECK: Check = Check {
    code: "WGR-005",
    title: "Progressive wager is not the fixed amount",
    unit: "wager",
    doc: include_str!("wgr_005.md"),
    needs: &[Need::StakeOf(Wager::Progressive), Need::Links],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(link) = case.link() else { return };
    for (_, row, _) in case.players() {
        let stake = row.stake[Wager::Progressive];
        if stake.is_zero() {
            continue;
        }
        tally.tested += 1;
        if stake != link.unit {
            tally.push(
                case.at_row(CHECK.code, row)
                    .words(link.unit.to_string(), stake.to_string())
                    .because(format!(
                        "The progressive wager of link {} is {}; the sensor registers one wager, \
                         whatever lies on it, and {stake} was recorded.",
                        link.id, link.unit
                    )),
            );
        }
    }
}
