//! What faults do to the hands journal: `before` changes what was dealt and wagered (the round is
//! then settled rightly as recorded), `after` changes what was handed back or what was written down.

use feltproof_model::{Action, Card, CardList, Money, Seat, Wager};

use crate::fault::{Edit, Fault};
use crate::journals::{another_dealer, dealer_id};
use crate::players::dollars;
use crate::round::{Award, Mark, Round, Row, Share};

const TWENTY: Money = Money::from_micros(20_000_000);

/// Changes cards and stakes before the round is settled.
pub(crate) fn before(fault: Fault, round: &mut Round) {
    if let Some(Edit::Stake(seat, wager, n)) = fault.kind().edit {
        restake(fault, round, seat, wager, n);
    }
    match fault {
        Fault::SeatBeyondTheTable => {
            if let Some(row) = round.row_mut(Seat::Player(6)) {
                row.hand.seat = Seat::Player(7);
                row.marks.push(Mark::words(fault, "1 to 6", "7"));
            }
        }
        Fault::RowOfAnotherDealer => {
            let [own, other] = [round.dealer, another_dealer(round.dealer)].map(dealer_id);
            if let Some(row) = round.row_mut(Seat::Player(2)) {
                row.marks.push(Mark::words(fault, own, &other));
            }
        }
        Fault::CapBeforeMidnight => {
            if let Some(row) = round.row_mut(Seat::Player(5)) {
                row.marks.push(Mark::words(fault, "5.00 to 50.00", "350.00").coded("WGR-003"));
            }
        }
        Fault::SameCardInTwoHands => same_card(fault, round),
        Fault::MisdealNotDeclared => {
            if let Some(row) = round.row_mut(Seat::Player(6)) {
                let four = row.hand.cards.as_slice().get(..4).and_then(CardList::new);
                row.hand.cards = four.unwrap_or_default();
                row.marks.push(Mark::words(fault, "5", "4"));
            }
        }
        Fault::VoidAgainstCards => {
            make_void(round);
            round.void = Some("Wrong number of cards");
        }
        Fault::VoidWithoutCause => {
            make_void(round);
            mark_last(round, Mark::words(fault, "not void", "void"));
        }
        // Every other fault is planted elsewhere.
        _ => {}
    }
}

fn make_void(round: &mut Round) {
    for row in &mut round.rows {
        row.hand.action = Action::Void;
        row.hand.stake[Wager::Play] = Money::ZERO;
    }
}

/// Changes payments, awards and rows after the round is settled.
pub(crate) fn after(fault: Fault, round: &mut Round) {
    if let Some(Edit::Return(seat, wager, n)) = fault.kind().edit
        && let Some(row) = round.row_mut(Seat::Player(seat))
    {
        hand_back(fault, row, wager, |_| Some(dollars(n)));
    }
    rewrite(fault, round);
}

/// Hands back another amount than the right one.
fn hand_back(fault: Fault, row: &mut Row, wager: Wager, change: impl Fn(Money) -> Option<Money>) {
    let right = row.hand.returned[wager];
    let recorded = change(right).unwrap_or(right);
    row.hand.returned[wager] = recorded;
    row.marks.push(Mark::money(fault, right, recorded));
}

/// Faults that leave out or misplace parts of the record.
fn rewrite(fault: Fault, round: &mut Round) {
    match fault {
        Fault::RoundWithoutPlayers => {
            round.rows.retain(|r| r.hand.seat == Seat::Dealer);
            mark_last(round, Mark::words(fault, "at least one player", "none"));
        }
        Fault::DealerHandMissing => {
            round.rows.retain(|r| r.hand.seat != Seat::Dealer);
            mark_last(round, Mark::words(fault, "a row for the dealer", "none"));
        }
        Fault::PlayedHandWithoutCards => {
            if let Some(row) = round.row_mut(Seat::Player(2)) {
                row.hand.cards = CardList::EMPTY;
                row.marks.push(Mark::words(fault, "5 cards", "none"));
            }
        }
        // The order of numbers is reported at a round's first row, all else at its last.
        Fault::RoundNumberRepeated => {
            mark_first(round, Mark::words(fault, "a new number", &round.number.to_string()));
        }
        Fault::RoundNumberMissing => {
            let expected = (round.number - 1).to_string();
            mark_first(round, Mark::words(fault, expected, &round.number.to_string()));
        }
        Fault::RoundNotOnController => {
            mark_last(round, Mark::words(fault, "coin_in and end_game", "none"));
        }
        Fault::CoinInMissing => {
            let mark = Mark::money(fault, round.progressive(), Money::ZERO);
            mark_last(round, mark);
        }
        Fault::AwardMissing => {
            for award in std::mem::take(&mut round.awards) {
                if let Some(row) = round.row_mut(Seat::Player(award.seat)) {
                    row.marks.push(Mark::words(fault, "an award of the meter", "none"));
                }
            }
        }
        Fault::SevenInARound => {
            mark_last(round, Mark::words(fault, "2 to 6 with the banker", "7"));
        }
        Fault::TrayButtonMissing => {
            for row in &mut round.rows {
                if let Some(hand) = row.tray {
                    row.marks.push(Mark::words(fault, hand, "no hand button"));
                }
            }
        }
        Fault::OneConfirmation => {
            round.awards.push(Award { seat: 1, share: Share::FOUR_ACES, is_mistake: true });
        }
        Fault::LinkAwardsInWrongOrder => round.awards.reverse(),
        _ => rewrite_bank(fault, round),
    }
}

/// Faults of a bank that a player keeps, and of what the house takes beside it.
fn rewrite_bank(fault: Fault, round: &mut Round) {
    match fault {
        Fault::FeeTooHigh => {
            // An Ante of $20: one dollar.
            if let Some(row) = round.row_mut(Seat::Player(2)) {
                row.hand.extras.fee = Some(dollars(2));
                row.marks.push(Mark::money(fault, dollars(1), dollars(2)));
            }
        }
        Fault::BankShort => {
            if let Some(row) = round.rows.last_mut() {
                hand_back(fault, row, Wager::Bank, |right| right.checked_sub(TWENTY));
            }
        }
        Fault::QueensUpBeyondAggregate => {
            // Seat 5 sits next to the banker and comes last: three of a kind pays more than is left.
            if let Some(row) = round.row_mut(Seat::Player(5)) {
                hand_back(fault, row, Wager::QueensUp, |right| right.checked_add(TWENTY));
            }
        }
        // Every other fault is planted elsewhere.
        _ => {}
    }
}

fn mark_first(round: &mut Round, mark: Mark) {
    if let Some(row) = round.rows.first_mut() {
        row.marks.push(mark.of_round());
    }
}

fn mark_last(round: &mut Round, mark: Mark) {
    if let Some(row) = round.rows.last_mut() {
        row.marks.push(mark.of_round());
    }
}

/// Sets a stake to another amount; what it should have been depends on the wager.
fn restake(fault: Fault, round: &mut Round, seat: u8, wager: Wager, n: i64) {
    let Some(row) = round.row_mut(Seat::Player(seat)) else { return };
    let recorded = dollars(n);
    let expected = match fault {
        Fault::QueensUpBelowMinimum => dollars(5),
        Fault::WagerAboveCap => dollars(400),
        Fault::CapBeforeMidnight => dollars(300),
        _ => row.hand.stake[wager],
    };
    row.hand.stake[wager] = recorded;
    row.marks.push(Mark::money(fault, expected, recorded));
}

/// Seat 6, which folds, holds the three of hearts of seat 4, not that of spades: worth the same.
fn same_card(fault: Fault, round: &mut Round) {
    let Some(row) = round.row_mut(Seat::Player(6)) else { return };
    let (Some(from), Some(to)) = (Card::parse(b"3s"), Card::parse(b"3h")) else { return };
    let change = |card: &Card| if *card == from { to } else { *card };
    let cards: Vec<Card> = row.hand.cards.as_slice().iter().map(change).collect();
    row.hand.cards = CardList::new(&cards).unwrap_or_default();
    row.marks.push(Mark::words(fault, "52 different cards", "3h twice"));
}
