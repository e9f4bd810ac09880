//! What a card room records where a player keeps the bank: that the bank was offered before each round, and the
//! collection fees of a posted schedule, which are all that the house takes.

use feltproof_model::{Date, HandRow, Money, Seat, Wager};

use crate::fault::Fault;
use crate::players::Table;
use crate::round::{Mark, Round};

/// The posted schedule as the engagement states it.
pub(crate) const SCHEDULE: &str = "{ to = \"20.00\", fee = \"1.00\" }, { from = \"20.01\", fee = \"2.00\" }, \
     { wager = \"bank\", fee = \"3.00\" }";
/// Six rates for stakes that nobody makes, which a fault adds.
pub(crate) const SIX_MORE: &str = "{ wager = \"queens_up\", from = \"1001\", to = \"1002\", fee = \"1.00\" }, \
     { wager = \"queens_up\", from = \"1003\", to = \"1004\", fee = \"2.00\" }, \
     { wager = \"queens_up\", from = \"1005\", to = \"1006\", fee = \"3.00\" }, \
     { wager = \"queens_up\", from = \"1007\", to = \"1008\", fee = \"4.00\" }, \
     { wager = \"queens_up\", from = \"1009\", to = \"1010\", fee = \"5.00\" }, \
     { wager = \"queens_up\", from = \"1011\", to = \"1012\", fee = \"6.00\" }";

/// Records the offer and the fees of a round; a void round is not charged for.
pub(crate) fn record(round: &mut Round) {
    let is_charged = round.void.is_none();
    for row in &mut round.rows {
        let hand = &mut row.hand;
        hand.extras.offered = hand.seat.is_banker().then_some(true);
        hand.extras.fee = fee(hand).filter(|_| is_charged);
    }
}

/// A bank that a player keeps for too long: for how many rounds, what the law of the day allows, and what
/// is recorded of the last of them.
fn kept_too_long(day: Date) -> (u32, &'static str, &'static str) {
    let from = |year, month, of| day >= Date { year, month, day: of };
    if from(2026, 5, 21) {
        (3, "1 round or 2 rounds (which of the two applied is not known)", "3 rounds")
    } else if from(2026, 4, 1) {
        (1, "an offer before the round", "none")
    } else {
        (3, "2 rounds", "3 rounds")
    }
}

/// Records that nobody was offered the bank after a player took it, who keeps it; the last such round is marked.
pub(crate) fn keep(table: &mut Table, round: &mut Round, day: Date) {
    let (rounds, expected, recorded) = kept_too_long(day);
    let Some(row) = round.rows.last_mut().filter(|_| round.void.is_none()) else { return };
    let Seat::Banker(seat) = row.hand.seat else { return };
    if round.fault == Some(Fault::BankNotOffered) {
        table.kept = Some((seat, rounds));
    }
    let Some((kept, left)) = table.kept else { return };
    if kept != seat {
        // A prepared round of another banker: after it the count begins again.
        table.kept = Some((kept, rounds));
        return;
    }
    // It was offered when the player took it.
    row.hand.extras.offered = Some(left == rounds && rounds > 1);
    if left == 1 {
        row.marks.push(Mark::words(Fault::BankNotOffered, expected, recorded));
    }
    table.kept = (left > 1).then_some((kept, left - 1));
}

/// The fee of a seat, in dollars: one up to an Ante of twenty, two above it, three of the banker.
fn fee(hand: &HandRow) -> Option<Money> {
    let twenty = Money::from_micros(20_000_000);
    let dollars = match hand.seat.player() {
        Some(_) if hand.stake[Wager::Ante] > twenty => 2,
        Some(_) => 1,
        None if hand.seat.is_banker() => 3,
        None => return None,
    };
    Some(Money::from_micros(dollars * 1_000_000))
}
