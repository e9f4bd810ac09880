//! What a card room records where a player keeps the bank: that the bank was offered before each round, and the
//! collection fees of a posted schedule, which are all that the house takes.

use feltproof_model::{HandRow, Money, Wager};

use crate::round::Round;

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
