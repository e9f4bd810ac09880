//! PAY-006: stakes of a void round were not returned. The procedure is described in `pay_006.md`.

use super::{Fill, RoundCase, Tally, void_by_count_alone};
use crate::tally::Compared;
use feltproof_engine::{Banked, SettledHand};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{HandRow, Money, Party, Seat, Sum, Wager};

/// True for a wager of which the journal says both what was put up and what was returned.
fn is_recorded(case: &RoundCase<'_>, wager: Wager) -> bool {
    let never_staked = matches!(wager, Wager::AnteBonus | Wager::Envy);
    let stake_is_missing =
        !never_staked && case.rules.offers(wager) && !case.scope.has_stake(wager);
    case.scope.has_returned(wager) && !stake_is_missing
}

/// What goes back and what was returned, over the wagers of which the journal has both.
fn totals(case: &RoundCase<'_>, row: &HandRow, settled: &SettledHand) -> (Sum, Sum) {
    let recorded = || Wager::ALL.into_iter().filter(|w| is_recorded(case, *w));
    (recorded().map(|w| settled.owed[w]).sum(), recorded().map(|w| row.returned[w]).sum())
}

/// The wagers of a hand with what counts as owed for each: as the hand is compared as a whole, what one
/// wager got too much first makes up for what another got too little.
fn compared(
    case: &RoundCase<'_>,
    place: usize,
    (owed, paid): (Sum, Sum),
) -> impl Iterator<Item = Compared> {
    let (row, settled) = (&case.rows[place], &case.settled[place]);
    let favours = (paid - owed).micros().signum();
    let difference = move |wager: Wager| {
        i128::from(row.returned[wager].micros()) - i128::from(settled.owed[wager].micros())
    };
    let recorded = move |wager: &Wager| is_recorded(case, *wager);
    let differences = Wager::ALL.into_iter().filter(recorded).map(difference);
    let mut opposed: i128 = differences
        .filter(|d| d.signum() != favours)
        .map(i128::unsigned_abs)
        .sum::<u128>()
        .cast_signed();
    Wager::ALL.into_iter().filter(recorded).map(move |wager| {
        let (paid, difference) = (row.returned[wager], difference(wager));
        let mut rest = 0;
        if difference.signum() == favours {
            let made_up = opposed.min(difference.abs());
            opposed -= made_up;
            rest = difference - favours * made_up;
        }
        // Between what was paid and what is owed, so it is an amount.
        let owed = i64::try_from(i128::from(paid.micros()) - rest).map_or(paid, Money::from_micros);
        Compared { row: place, wager, owed }
    })
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
    for (place, (row, settled)) in case.rows.iter().zip(case.settled).enumerate() {
        if !has_money(case, row) {
            continue;
        }
        tally.tested += 1;
        let (staked, paid) = totals(case, row, settled);
        let why = void_by_count_alone(case.is_declared_void()).filter(|_| staked != paid);
        if let Some(why) = why {
            tally.left_open(why, || {
                format!(
                    "What goes back to the seat of line {}",
                    case.scope.line(JournalKind::Hands, row.line)
                )
            });
            continue;
        }
        tally.compared.extend(compared(case, place, (staked, paid)));
        if staked != paid {
            tally.push(case.at_row(row).money(staked, paid, Party::Player).because(format!(
                "Round {} of table {} was declared void: {} of seat {} ({staked}) go back, and \
                         nothing else; {paid} was returned.",
                case.round,
                case.table.id,
                what_goes_back(case, row),
                row.seat
            )));
        }
    }
}
