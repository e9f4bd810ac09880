//! PAY-015: what was left of a player's bank is not what is owed. The procedure is described in
//! `pay_015.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::RoundState;
use feltproof_model::{Money, Party, Wager};

/// What the recorded payments leave of the bank: every chip that the players did not get back went
/// into it, and what they won came out of it. `None` where a wager's payments are not on record, or beyond
/// the range of money.
fn left_by_record(case: &RoundCase<'_>, put_up: Money) -> Option<Money> {
    let scope = case.scope;
    if Wager::ALL.into_iter().any(|w| scope.has_stake(w) && !scope.has_returned(w)) {
        return None;
    }
    case.players().try_fold(put_up, |left, (_, row, _)| {
        Wager::ALL.into_iter().try_fold(left, |left, wager| {
            left.checked_add(row.stake[wager])?.checked_sub(row.returned[wager])
        })
    })
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // A void round is PAY-006's; one that contradicts itself has no bank to follow.
    let Some(place) = case.banker() else { return };
    if case.outcome.state != RoundState::Settled {
        return;
    }
    let (row, settled) = (&case.rows[place], &case.settled[place]);
    let (put_up, kept) = (row.stake[Wager::Bank], row.returned[Wager::Bank]);
    if put_up.is_zero() && kept.is_zero() {
        return;
    }
    // Nor is it known what a hand brought or cost the bank that may not be on record.
    if let Some(why) = case.lacks_a_hand() {
        tally.tested += 1;
        return tally.left_open(why, || {
            let table = &case.table.id;
            format!("What is left of the bank of round {} of table {table}", case.round)
        });
    }
    let owed = settled.testable.contains(Wager::Bank).then(|| settled.owed[Wager::Bank]);
    // Nearly every bank is as owed.
    if owed == Some(kept) {
        tally.tested += 1;
        return;
    }
    // Of a wager that the table offers, and of which the stakes or the payments are not on record, it is not
    // known what it brought or cost the bank.
    let lacks = |w: &Wager| !case.scope.has_returned(*w) || !case.scope.has_stake(*w);
    let mut staked = Wager::ALL.into_iter().filter(|w| w.is_staked() && case.rules.offers(*w));
    if let Some(missing) = staked.find(lacks) {
        tally.tested += 1;
        tally.undecided(|| {
            let part = if case.scope.has_stake(missing) { "_returned" } else { "" };
            format!(
                "the hands journal has no {}{part} column, so what a bank paid and collected for it is not \
                 known",
                missing.key()
            )
        });
        return;
    }
    let by_record = if put_up.is_zero() { None } else { left_by_record(case, put_up) };
    let Some(expected) = owed.or(by_record) else { return };
    tally.tested += 1;
    // Where a player was paid wrongly, the bank may show what was paid or what was owed: the wrong
    // payment is the fault, and its own check reports it.
    if by_record == Some(kept) {
        return;
    }
    let why = case.explained(place, Wager::Bank);
    let recorded =
        by_record.map_or_else(String::new, |left| format!("; the payments on record leave {left}"));
    tally.push(case.at_row(row).money(expected, kept, Party::Player).because(format!(
        "The player banker put up {put_up} in round {} of table {}: {why}{recorded}. {kept} is \
                 recorded as left.",
        case.round, case.table.id
    )));
}
