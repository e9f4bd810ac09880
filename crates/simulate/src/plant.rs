//! What faults do to the hands journal: `before` changes what was dealt and wagered (the round is
//! then settled rightly as recorded), `after` changes what was handed back or what was written down.

use feltproof_model::{Action, Card, CardList, Money, Seat, Wager};

use crate::fault::Fault;
use crate::round::{Award, Mark, Round, Row, Share};

const TWENTY: Money = Money::from_micros(20_000_000);

/// Changes cards and stakes before the round is settled.
pub(crate) fn before(fault: Fault, round: &mut Round) {
    match fault {
        Fault::SuperBonusDiffersFromAnte => restake(fault, round, 2, Wager::SuperBonus, 15),
        Fault::PlayTwiceOnKings => restake(fault, round, 2, Wager::Play, 40),
        Fault::QueensUpBelowMinimum => restake(fault, round, 4, Wager::QueensUp, 3),
        Fault::FoldedWithPlayStake => restake(fault, round, 5, Wager::Play, 5),
        Fault::ProgressiveOfTenDollars => restake(fault, round, 5, Wager::Progressive, 10),
        Fault::ProgressiveAtUnlinkedTable => restake(fault, round, 5, Wager::Progressive, 5),
        Fault::WagerAboveCap => restake(fault, round, 4, Wager::QueensUp, 450),
        Fault::OddsDifferFromAnte => restake(fault, round, 2, Wager::Odds, 15),
        Fault::RaiseTwiceOnKings => restake(fault, round, 2, Wager::Raise, 40),
        Fault::SeatBeyondTheTable => {
            if let Some(row) = round.row_mut(Seat::Player(6)) {
                row.seat = Seat::Player(7);
                row.marks.push(Mark::words(fault, "1 to 6", "7"));
            }
        }
        Fault::SameCardInTwoHands => same_card(fault, round),
        Fault::MisdealNotDeclared => {
            if let Some(row) = round.row_mut(Seat::Player(6)) {
                let four = row.cards.as_slice().get(..4).and_then(CardList::new);
                row.cards = four.unwrap_or_default();
                row.marks.push(Mark::words(fault, "5", "4"));
            }
        }
        Fault::VoidWithoutCause => {
            for row in &mut round.rows {
                row.action = Action::Void;
                row.stake[Wager::Play] = Money::ZERO;
            }
            mark_last(round, Mark::words(fault, "not void", "void"));
        }
        _ => {}
    }
}

/// Changes payments, awards and rows after the round is settled.
pub(crate) fn after(fault: Fault, round: &mut Round) {
    let (seat, wager, dollars) = match fault {
        Fault::AnteUnderpaid => (2, Wager::Ante, 35),
        Fault::AntePaidAgainstUnqualified => (1, Wager::Ante, 20),
        Fault::PlayOverpaid => (1, Wager::Play, 105),
        Fault::PlayTakenOnTie => (1, Wager::Play, 0),
        Fault::SuperBonusTakenOnLosingStraight => (2, Wager::SuperBonus, 0),
        Fault::SuperBonusStraightAsFlush => (2, Wager::SuperBonus, 25),
        Fault::SuperBonusFlushTwoToOne => (3, Wager::SuperBonus, 15),
        Fault::SuperBonusPushedOnLoss => (4, Wager::SuperBonus, 10),
        Fault::QueensUpTrips15 => (6, Wager::QueensUp, 160),
        Fault::QueensUpJacks => (2, Wager::QueensUp, 20),
        Fault::TrayPayWithWager => (5, Wager::Progressive, 80),
        Fault::TrayPayMissing => (4, Wager::Progressive, 0),
        Fault::VoidStakeKept => (5, Wager::Ante, 0),
        Fault::EnvyNotPaid => (3, Wager::Envy, 0),
        Fault::EnvyOnceForTwoHands => (6, Wager::Envy, 25),
        Fault::EnvyToTheHolder => (2, Wager::Envy, 25),
        Fault::EnvyWithoutWager => (6, Wager::Envy, 25),
        // The four-card straight flush would bring $1,000 for each dollar, if it counted.
        Fault::EnvyByFourCards => (5, Wager::Envy, 5_000),
        Fault::EnvyNotMultiplied => (4, Wager::Envy, 1_000),
        Fault::BadBeatTakenOnLosingStraight => (1, Wager::BadBeat, 0),
        Fault::AcesUpOnKings => (2, Wager::AcesUp, 20),
        Fault::AnteBonusKept => (1, Wager::AnteBonus, 0),
        Fault::CoverAllForOwnHandOnly => (4, Wager::CoverAll, 0),
        // The matrix of document 002: four of a kind 80 to 1 for three hands, 30 to 1 for six.
        Fault::CoverAllOfOtherHands => (3, Wager::CoverAll, 155),
        Fault::OddsTakenOnLosingStraight => (2, Wager::Odds, 0),
        Fault::RaisePushedWhenNotOpened => (1, Wager::Raise, 10),
        Fault::FourCardBonusOfRoyalShort => (1, Wager::FourCardBonus, 40),
        Fault::PrimeFourAsFive => (6, Wager::Prime, 30),
        _ => return rewrite(fault, round),
    };
    if let Some(row) = round.row_mut(Seat::Player(seat)) {
        let recorded = Money::from_dollars(dollars).unwrap_or(Money::ZERO);
        row.marks.push(Mark::money(fault, row.returned[wager], recorded));
        row.returned[wager] = recorded;
    }
}

/// Faults that leave out or misplace parts of the record.
fn rewrite(fault: Fault, round: &mut Round) {
    match fault {
        Fault::RoundWithoutPlayers => {
            round.rows.retain(|r| r.seat == Seat::Dealer);
            mark_last(round, Mark::words(fault, "at least one player", "none"));
        }
        Fault::DealerHandMissing => {
            round.rows.retain(|r| r.seat != Seat::Dealer);
            mark_last(round, Mark::words(fault, "a row for the dealer", "none"));
        }
        Fault::PlayedHandWithoutCards => {
            if let Some(row) = round.row_mut(Seat::Player(2)) {
                row.cards = CardList::EMPTY;
                row.marks.push(Mark::words(fault, "5 cards", "none"));
            }
        }
        // The order of the numbers is told by the first row of a round, everything else about a
        // whole round by its last.
        Fault::RoundNumberRepeated => {
            mark_first(round, Mark::words(fault, "a new number", &round.number.to_string()));
        }
        Fault::RoundNumberMissing => {
            let expected = round.number.saturating_sub(1).to_string();
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
        Fault::BankShort => {
            if let Some(row) = round.rows.last_mut() {
                let expected = row.returned[Wager::Bank];
                let recorded = expected.checked_sub(TWENTY).unwrap_or(expected);
                row.returned[Wager::Bank] = recorded;
                row.marks.push(Mark::money(fault, expected, recorded));
            }
        }
        Fault::QueensUpBeyondAggregate => {
            // Seat 5 sits next to the banker and comes last: three of a kind pays more than is left.
            if let Some(row) = round.row_mut(Seat::Player(5)) {
                let expected = row.returned[Wager::QueensUp];
                let recorded = expected.checked_add(TWENTY).unwrap_or(expected);
                row.returned[Wager::QueensUp] = recorded;
                row.marks.push(Mark::money(fault, expected, recorded));
            }
        }
        Fault::AwardsInWrongOrder => {
            round.awards.push(Award { seat: 5, share: Share::FOUR_ACES, is_mistake: true });
        }
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
fn restake(fault: Fault, round: &mut Round, seat: u8, wager: Wager, dollars: i64) {
    let Some(row) = round.row_mut(Seat::Player(seat)) else { return };
    let recorded = Money::from_dollars(dollars).unwrap_or(Money::ZERO);
    let expected = match fault {
        Fault::QueensUpBelowMinimum => Money::from_dollars(5).unwrap_or(Money::ZERO),
        Fault::WagerAboveCap => Money::from_dollars(400).unwrap_or(Money::ZERO),
        _ => row.stake[wager],
    };
    row.stake[wager] = recorded;
    row.marks.push(Mark::money(fault, expected, recorded));
}

/// Seat 6, which folds, holds the three of hearts of seat 4 in place of its three of spades: the
/// hand is worth the same.
fn same_card(fault: Fault, round: &mut Round) {
    let Some(row) = round.row_mut(Seat::Player(6)) else { return };
    let change = |row: &Row| -> Option<CardList> {
        let (from, to) = (Card::parse(b"3s")?, Card::parse(b"3h")?);
        let cards: Vec<Card> = row.cards.as_slice().to_vec();
        CardList::new(
            &cards.into_iter().map(|c| if c == from { to } else { c }).collect::<Vec<_>>(),
        )
    };
    if let Some(cards) = change(row) {
        row.cards = cards;
        row.marks.push(Mark::words(fault, "52 different cards", "3h twice"));
    }
}
