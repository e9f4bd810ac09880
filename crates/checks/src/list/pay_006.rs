//! PAY-006: stakes of a void round were not returned. The procedure is described in `pay_006.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::{Banked, SettledHand};
use feltproof_model::{HandRow, Party, Seat, Sum, Wager};

/// What goes back and what was returned, over the wagers whose returned amounts the journal has.
fn totals(case: &RoundCase<'_>, row: &HandRow, settled: &SettledHand) -> (Sum, Sum) {
    let recorded = || Wager::ALL.into_iter().filter(|w| case.scope.has_returned(*w));
    (recorded().map(|w| settled.owed[w]).sum(), recorded().map(|w| row.returned[w]).sum())
}

/// Whose money a void round gives back: every player's, and a bank that is on record.
fn has_money(case: &RoundCase<'_>, row: &HandRow) -> bool {
    match row.seat {
        Seat::Player(_) => true,
        Seat::Dealer => false,
        Seat::Banker(_) => {
            let on_record =
                !row.stake[Wager::Bank].is_zero() || !row.returned[Wager::Bank].is_zero();
            case.rules.banked() == Banked::Player && on_record
        }
    }
}

fn what_goes_back(case: &RoundCase<'_>, row: &HandRow) -> &'static str {
    let progressive = !row.stake[Wager::Progressive].is_zero();
    if row.seat.is_banker() {
        "the amounts put up as the bank"
    } else if progressive && case.rules.ruling("void_round") == "progressive-stands" {
        "the stakes but for the progressive (ruling void_round: progressive-stands)"
    } else {
        "the stakes"
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.is_void() {
        return;
    }
    for (row, settled) in case.rows.iter().zip(case.settled) {
        if !has_money(case, row) {
            continue;
        }
        tally.tested += 1;
        let (staked, paid) = totals(case, row, settled);
        if staked != paid {
            let cause = if case.is_declared_void() {
                "was declared void"
            } else {
                "is void, since a hand has a wrong number of cards"
            };
            tally.push(case.at_row(row).money(staked, paid, Party::Player).because(format!(
                "Round {} of table {} {cause}: {} of seat {} ({staked}) go back, and \
                         nothing else; {paid} was returned.",
                case.round,
                case.table.id,
                what_goes_back(case, row),
                row.seat
            )));
        }
    }
}
