//! PAY-016: more was paid on a side bet in one round than its aggregate limit. The procedure is
//! described in `pay_016.md`.

use super::{Fill, RoundCase, Tally};
use crate::compare::why_open;
use feltproof_model::{HandRow, Money, Party, Sum, Wager};

/// What a payment counts against the limit: what was won, by ruling with the stake that came back.
fn counted(case: &RoundCase<'_>, row: &HandRow, wager: Wager, paid: Money) -> i128 {
    let stake = row.stake[wager];
    if paid <= stake {
        return 0;
    }
    let with_stake = case.rules.ruling("aggregate_counts") == "returned";
    let stake = if with_stake { Money::ZERO } else { stake };
    i128::from(paid.micros()) - i128::from(stake.micros())
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.rules.has_aggregate() || case.is_void() {
        return;
    }
    for (wager, limit) in &case.table.aggregate {
        // An unlawful limit allows and forbids nothing.
        if !case.scope.has_returned(*wager) || case.cuts.none.contains(*wager) {
            continue;
        }
        let (mut sum, mut any) = (0_i128, false);
        for (i, row, _) in case.players() {
            // A decided payment that is wrong is its own check's, so it counts as it is owed.
            let paid = row.returned[*wager];
            let right = case.owed(i, *wager).unwrap_or(paid);
            any |= !paid.is_zero();
            sum += counted(case, row, *wager, right);
        }
        tally.tested += u64::from(any);
        if sum <= i128::from(limit.micros()) {
            continue;
        }
        if case.cuts.open.contains(*wager) {
            tally.left_open(why_open(case, *wager), || {
                format!(
                    "Whether the aggregate limit of {limit} for {wager} at table {} is lawful, which round {} \
                     exceeds,",
                    case.table.id, case.round
                )
            });
            continue;
        }
        let sum = Sum::from_micros(sum);
        tally.push(
            case.at_round().money(*limit, sum, Party::Player).because(format!(
                "Table {} posts that all players together win at most {limit} on {wager} in one round; in \
                 round {} they were paid {sum} above their stakes, though not every hand is on record.",
                case.table.id, case.round
            )),
        );
    }
}
