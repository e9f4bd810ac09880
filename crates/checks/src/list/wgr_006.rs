//! WGR-006: wager is not offered at the table. The procedure is described in `wgr_006.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::{Money, Party, Wager};

/// A payment for a wager that was neither made nor offered is owed to nobody. Of a void round it is
/// PAY-006's; where the wager was made, the stake is the exception.
fn payments(case: &RoundCase<'_>, tally: &mut Tally) {
    let strange = case.scope.paid_but_not_offered(case.table_id);
    if strange.is_empty() || case.is_void() {
        return;
    }
    for (i, row, _) in case.players() {
        for wager in strange.iter() {
            let paid = row.returned[wager];
            if paid.is_zero() || !row.stake[wager].is_zero() {
                continue;
            }
            tally.test_wager(i, wager, Money::ZERO);
            let found = case.at_row(row).money(Money::ZERO, paid, Party::Player);
            let of_link = matches!(wager, Wager::Progressive | Wager::Envy);
            let found = found.suspected(case.feeds_another().filter(|_| of_link));
            tally.push(found.because(format!(
                "Table {} does not offer {wager} and no such wager was made, yet {paid} was returned for \
                 it: it is owed to nobody.",
                case.table.id
            )));
        }
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    payments(case, tally);
    for (row, wager, stake) in case.wagers_made() {
        tally.tested += 1;
        if case.rules.offers(wager) {
            continue;
        }
        let table = &case.table.id;
        let of_game = wager.is_staked() && !wager.is_side_bet();
        let lacks = if wager == Wager::Progressive {
            format!("puts table {table} on no link")
        } else if of_game {
            format!("says that table {table} deals {}, which has no {wager}", case.table.game)
        } else {
            format!("names no paytable for {wager} at table {table}")
        };
        let found = case.at_row(row).words("no such wager", format!("{wager} of {stake}"));
        let cause = case.feeds_another().filter(|_| wager == Wager::Progressive);
        tally.push(found.suspected(cause).because(format!(
            "The engagement {lacks}: either the table offers a wager that was not approved for it, or \
             the engagement is wrong."
        )));
    }
}
