//! PAY-006: stakes of a void round were not returned. The procedure is described in `pay_006.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::{Money, Party};

/// PAY-006.
pub const CHECK: Check = Check {
    code: "PAY-006",
    title: "Stakes of a void round were not returned",
    unit: "hand",
    doc: include_str!("pay_006.md"),
    needs: &[Need::Stakes, Need::Returned],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {

    if !case.is_declared_void() {
        return;
    }
    for (_, row, _) in case.players() {
        tally.tested += 1;
        let sum = |micros: i128| i64::try_from(micros).map(Money::from_micros).unwrap_or_default();
        let (staked, paid) = (sum(row.stake.total_micros()), sum(row.returned.total_micros()));
        if staked != paid {
            tally.push(
                case.at_row(CHECK.code, row)
                    .money(staked, paid, Party::Player, Party::House)
                    .because(format!(
                        "Round {} of table {} is void: all stakes of seat {} ({staked}) go back, and \
                         nothing else; {paid} was returned.",
                        case.round, case.table.id, row.seat
                    )),
            );
        }
    }
}
