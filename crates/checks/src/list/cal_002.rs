//! CAL-002: collection fee is not that of the posted schedule. The procedure is described in `cal_002.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::engagement::{Charge, CollectionRate};
use feltproof_model::{HandRow, Money, Party, Seat, Wager};

/// What the schedule says of a row.
enum Due {
    /// So much, for these wagers.
    Fee(Money, Vec<String>),
    /// A wager whose stake is not on record.
    Unrecorded(Wager),
    /// A share of a wager: whether that is lawful is another matter, and no amount is expected of it.
    Share,
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let schedule = &case.table.terms.collection;
    let asks = case.scope.law.that_ask_for(tally.code, case.date()).next();
    let Some((pack, citation)) = asks.filter(|_| !schedule.is_empty() && !case.is_void()) else {
        return;
    };
    for row in case.rows {
        let Some(fee) = row.extras.fee.filter(|_| row.seat != Seat::Dealer) else { continue };
        match due(case, schedule, row) {
            Due::Share => {}
            Due::Unrecorded(wager) => {
                tally.tested += 1;
                tally.left_open(format!("the hands journal has no {} column", wager.key()), || {
                    what(case, row)
                });
            }
            Due::Fee(owed, _) if fee == owed => tally.tested += 1,
            // It may be waived, whole or in part.
            Due::Fee(owed, _) if fee < owed => {
                tally.tested += 1;
                tally.left_open(
                    format!("{fee} is recorded where {owed} is posted, and a fee may be waived"),
                    || what(case, row),
                );
            }
            Due::Fee(owed, by) => {
                tally.tested += 1;
                let posted = match by.is_empty() {
                    true => "the posted schedule has no rate for what the seat wagered".to_owned(),
                    false => format!("the posted schedule has {owed} ({})", by.join(", ")),
                };
                tally.push(case.at_row(row).under(&pack.id).money(owed, fee, Party::House).because(format!(
                    "A collection fee of {fee} was taken of seat {} in round {} of table {}; {posted}. By \
                     {citation} a fee is fixed and told before the round.",
                    row.seat, case.round, case.table.id
                )));
            }
        }
    }
}

fn what(case: &RoundCase<'_>, row: &HandRow) -> String {
    format!(
        "Whether the fee of seat {} in round {} of table {} is that of the schedule",
        row.seat, case.round, case.table.id
    )
}

/// The sum of the rates that the schedule has for the stakes of a row.
fn due(case: &RoundCase<'_>, schedule: &[CollectionRate], row: &HandRow) -> Due {
    let (mut sum, mut by) = (Money::ZERO, Vec::new());
    for rate in schedule.iter().filter(|rate| (rate.wager == Wager::Bank) == row.seat.is_banker()) {
        if !case.scope.has_stake(rate.wager) {
            return Due::Unrecorded(rate.wager);
        }
        let stake = row.stake[rate.wager];
        if stake.is_zero() || !rate.covers(stake) {
            continue;
        }
        let Charge::Fee(fee) = rate.charge else { return Due::Share };
        let Some(more) = sum.checked_add(fee) else { return Due::Share };
        sum = more;
        by.push(format!("{fee} for {} of {stake}", rate.wager));
    }
    Due::Fee(sum, by)
}
