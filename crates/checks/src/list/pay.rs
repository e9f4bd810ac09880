//! PAY: what a void round gives back, what is left of a player's bank, and what a side bet may pay in all.
//!
//! What one wager returns is compared by `compare`, alike for every wager.

use super::{Fill, RoundCase, Tally, columns_paid, void_by_count_alone};
use crate::compare::{compare_returned_unless, why_open};
use crate::tally::Compared;
use feltproof_engine::{Banked, RoundState, SettledHand};
use feltproof_model::engagement::JournalKind::Hands;
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
    let recorded = Wager::ALL.into_iter().filter(move |wager| is_recorded(case, *wager));
    let against = recorded.clone().map(difference).filter(|d| d.signum() != favours);
    let mut opposed: i128 = against.map(i128::abs).sum();
    recorded.map(move |wager| {
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

/// Stakes of a void round were not returned.
pub(super) fn pay_006(case: &RoundCase<'_>, tally: &mut Tally) {
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
            let line = || case.scope.line(Hands, row.line);
            tally.left_open(why, || format!("What goes back to the seat of line {}", line()));
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

/// Cover All was not returned as owed. A payment by the column of another number of hands is PAR-003's.
pub(super) fn pay_010(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned_unless(case, Wager::CoverAll, tally, |case, row| {
        !columns_paid(case, row).is_empty()
    });
}

/// What recorded payments leave of the bank: it got what players did not, and paid what they won.
/// `None` where payments are not on record, or beyond the range of money.
fn left_by_record(case: &RoundCase<'_>, put_up: Money) -> Option<Money> {
    let scope = case.scope;
    if Wager::ALL.into_iter().any(|w| scope.has_stake(w) && !scope.has_returned(w)) {
        return None;
    }
    left_after(case, put_up, |_, row, wager| row.returned[wager])
}

/// What is left of a bank where each wager of each player comes back with so much; below nothing where more was paid
/// out of it than was in it.
fn left_after(
    case: &RoundCase<'_>,
    put_up: Money,
    back: impl Fn(&SettledHand, &HandRow, Wager) -> Money,
) -> Option<Money> {
    case.players().try_fold(put_up, |left, (_, row, settled)| {
        Wager::ALL.into_iter().try_fold(left, |left, wager| {
            left.checked_add(row.stake[wager])?.checked_sub(back(settled, row, wager))
        })
    })
}

/// What is owed of a bank without limit: below nothing by what its banker makes good.
fn owed_without_limit(case: &RoundCase<'_>, put_up: Money) -> Option<Money> {
    let is_open = |settled: &SettledHand| !settled.made.without_all(settled.testable).is_empty();
    let is_known = !case.players().any(|(_, _, settled)| is_open(settled));
    left_after(case, put_up, |settled, _, wager| settled.owed[wager]).filter(|_| is_known)
}

/// What was left of a player's bank is not what is owed.
pub(super) fn pay_015(case: &RoundCase<'_>, tally: &mut Tally) {
    // A void round is PAY-006's; one that contradicts itself has no bank to follow.
    let Some(place) = case.banker().filter(|_| case.outcome.state == RoundState::Settled) else {
        return;
    };
    let (row, settled) = (&case.rows[place], &case.settled[place]);
    let (put_up, kept) = (row.stake[Wager::Bank], row.returned[Wager::Bank]);
    if put_up.is_zero() && kept.is_zero() {
        return;
    }
    // Nor is it known what a hand brought or cost the bank that may not be on record.
    if let Some(why) = case.lacks_a_hand() {
        tally.tested += 1;
        return tally.left_open(why, || format!("What is left of the bank of {}", case.name()));
    }
    let owed = settled.testable.contains(Wager::Bank).then(|| settled.owed[Wager::Bank]);
    // Nearly every bank is as owed.
    if owed == Some(kept) {
        tally.tested += 1;
        return;
    }
    // What a wager brought or cost the bank is not known without its stakes or payments.
    let lacks = |w: &Wager| !case.scope.has_returned(*w) || !case.scope.has_stake(*w);
    let mut staked = Wager::ALL.into_iter().filter(|w| w.is_staked() && case.rules.offers(*w));
    if let Some(missing) = staked.find(lacks) {
        tally.tested += 1;
        let has_stake = case.scope.has_stake(missing);
        let column = if has_stake { missing.key_returned() } else { missing.key() };
        return tally.undecided(|| {
            format!(
                "the hands journal has no {column} column, so what a bank paid and collected for it is not known"
            )
        });
    }
    let Some((expected, recorded)) = bank_unlike(case, owed, (put_up, kept)) else { return };
    tally.tested += 1;
    // Nothing of it is on record, or the bank is as the payments on record leave it.
    if expected == recorded {
        return;
    }
    let why = case.explained(place, Wager::Bank);
    let by_record = left_by_record(case, put_up).filter(|_| !put_up.is_zero());
    let by_record =
        by_record.map_or_else(String::new, |left| format!("; the payments on record leave {left}"));
    tally.push(case.at_row(row).money(expected, recorded, Party::Player).because(format!(
        "The player banker put up {put_up} in {}: {why}{by_record}. {kept} is recorded as left.",
        case.name()
    )));
}

/// What should be left of a bank, and what is: the same where it is as it should be, `None` where nothing tells.
fn bank_unlike(
    case: &RoundCase<'_>,
    owed: Option<Money>,
    (put_up, kept): (Money, Money),
) -> Option<(Money, Money)> {
    let is_unlimited = case.rules.ruling("bank_limit") == "unlimited";
    let by_record = left_by_record(case, put_up).filter(|_| is_unlimited || !put_up.is_zero());
    // Of a wrong payment the bank may show either amount: the fault is another check's.
    if by_record == Some(kept) && (is_unlimited || owed.is_some() || kept >= Money::ZERO) {
        return Some((kept, kept));
    }
    if !is_unlimited {
        return match (owed, by_record) {
            (Some(owed), _) => Some((owed, kept)),
            // A bank pays no more than was put up for it, whoever was to be paid.
            (None, Some(left)) if left < Money::ZERO => Some((Money::ZERO, left)),
            (None, left) => Some((left?, kept)),
        };
    }
    // What a banker makes good stands below nothing, or is not on record: then nothing is left of the bank.
    let without_limit = owed_without_limit(case, put_up);
    let may_be = |left: Money| left == kept || left < kept && kept.is_zero();
    if [by_record, without_limit].into_iter().flatten().any(may_be) {
        return Some((kept, kept));
    }
    let left = without_limit.or(by_record).or(owed)?;
    Some((if kept < Money::ZERO { left } else { left.max(Money::ZERO) }, kept))
}

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

/// More was paid on a side bet in one round than its aggregate limit.
pub(super) fn pay_016(case: &RoundCase<'_>, tally: &mut Tally) {
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
        let (table, round) = (&case.table.id, case.round);
        if case.cuts.open.contains(*wager) {
            tally.left_open(why_open(case, *wager), || {
                format!(
                    "Whether the aggregate limit of {limit} for {wager} at table {table} is lawful, which round \
                     {round} exceeds,"
                )
            });
            continue;
        }
        let sum = Sum::from_micros(sum);
        tally.push(case.at_round().money(*limit, sum, Party::Player).because(format!(
            "Table {table} posts that all players together win at most {limit} on {wager} in one round; in \
             round {round} they were paid {sum} above their stakes, though not every hand is on record."
        )));
    }
}
