//! Settling, written from document 001 and nothing else. With `rank.rs` it shares no code and no
//! table with the reference of the audit, so that an error in either makes the clean day fail.

use feltproof_model::{Action, Money, Seat, Wager};

use crate::rank::{Kind, Strength, strength};
use crate::round::Row;

/// Winnings of odds `win` to `per` on a stake, with the stake: what is handed back.
fn paid(stake: Money, win: i64, per: i64) -> Money {
    Money::from_micros(stake.micros() + stake.micros() * win / per)
}

/// The Super Bonus: odds of a straight or better, whatever the dealer has; below a straight the
/// stake comes back when the player beats or ties the dealer, and is lost otherwise.
fn super_bonus(stake: Money, player: Strength, dealer: Strength) -> Money {
    match player.kind {
        Kind::Quads if player.is_four_aces() => paid(stake, 200, 1),
        Kind::Quads => paid(stake, 30, 1),
        Kind::StraightFlush => paid(stake, 15, 1),
        Kind::Trips => paid(stake, 2, 1),
        Kind::Flush => paid(stake, 3, 2),
        Kind::Straight => paid(stake, 1, 1),
        _ if player >= dealer => stake,
        _ => Money::ZERO,
    }
}

/// Queens Up by the table C4P-09.
fn queens_up(stake: Money, player: Strength) -> Money {
    match player.kind {
        Kind::Quads => paid(stake, 50, 1),
        Kind::StraightFlush => paid(stake, 30, 1),
        Kind::Trips => paid(stake, 9, 1),
        Kind::Flush => paid(stake, 4, 1),
        Kind::Straight => paid(stake, 3, 1),
        Kind::TwoPair => paid(stake, 2, 1),
        Kind::Pair if player.is_queens_or_better() => paid(stake, 1, 1),
        Kind::Pair | Kind::HighCard => Money::ZERO,
    }
}

/// The fixed awards of the progressive (paytable Pays 3), "for 1": the wager is not returned. Four
/// aces are paid from the meter, not from the tray.
fn tray_pay(stake: Money, player: Strength) -> Money {
    let times = match player.kind {
        Kind::Quads if player.is_four_aces() => 0,
        Kind::Quads => 300,
        Kind::StraightFlush => 100,
        Kind::Trips => 15,
        _ => 0,
    };
    Money::from_micros(stake.micros() * times)
}

/// What one hand gives to each of the others who made the progressive wager (Pays 3).
pub(crate) fn envy(hand: Strength) -> Money {
    let dollars = match hand.kind {
        Kind::Quads if hand.is_four_aces() => 100,
        Kind::Quads => 25,
        _ => 0,
    };
    Money::from_dollars(dollars).unwrap_or(Money::ZERO)
}

/// Fills in what every wager of a round gets back, from its cards, actions and stakes.
pub(crate) fn settle(rows: &mut [Row]) {
    let hands: Vec<(Seat, Option<Strength>)> =
        rows.iter().map(|row| (row.seat, strength(&row.cards))).collect();
    // An incorrect number of cards in any hand voids all hands.
    if rows.iter().any(|r| r.action == Action::Void) || hands.iter().any(|h| h.1.is_none()) {
        for row in rows {
            row.returned = row.stake;
        }
        return;
    }
    let Some(dealer) = hands.iter().find(|h| h.0 == Seat::Dealer).and_then(|h| h.1) else { return };
    for row in rows.iter_mut().filter(|r| r.seat != Seat::Dealer) {
        let Some(player) = strength(&row.cards) else { continue };
        settle_hand(row, player, dealer);
        if !row.stake[Wager::Progressive].is_zero() {
            let from_others = hands.iter().filter(|h| h.0 != row.seat && h.0 != Seat::Dealer);
            let micros = from_others.filter_map(|h| h.1).map(|hand| envy(hand).micros()).sum();
            row.returned[Wager::Envy] = Money::from_micros(micros);
        }
    }
}

fn settle_hand(row: &mut Row, player: Strength, dealer: Strength) {
    let stake = row.stake;
    row.returned[Wager::QueensUp] = queens_up(stake[Wager::QueensUp], player);
    row.returned[Wager::Progressive] = tray_pay(stake[Wager::Progressive], player);
    if row.action != Action::Play {
        // A folded hand loses Ante and Super Bonus.
        return;
    }
    row.returned[Wager::SuperBonus] = super_bonus(stake[Wager::SuperBonus], player, dealer);
    let (ante, play) = (stake[Wager::Ante], stake[Wager::Play]);
    let (ante_back, play_back) = if !dealer.qualifies() {
        (ante, paid(play, 1, 1))
    } else {
        match player.cmp(&dealer) {
            std::cmp::Ordering::Greater => (paid(ante, 1, 1), paid(play, 1, 1)),
            std::cmp::Ordering::Equal => (ante, play),
            std::cmp::Ordering::Less => (Money::ZERO, Money::ZERO),
        }
    };
    row.returned[Wager::Ante] = ante_back;
    row.returned[Wager::Play] = play_back;
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::CardList;

    fn rank(cards: &str) -> Strength {
        strength(&CardList::parse(cards.as_bytes()).unwrap()).unwrap()
    }

    fn row(seat: Seat, cards: &str, action: Action, stakes: &[(Wager, i64)]) -> Row {
        let mut row = Row::new(seat, CardList::parse(cards.as_bytes()).unwrap(), action);
        for (wager, dollars) in stakes {
            row.stake[*wager] = Money::from_dollars(*dollars).unwrap();
        }
        row
    }

    /// What one player gets back against one dealer, in cents: Ante, Super Bonus, Play.
    fn base(player: &str, dealer: &str, ante: i64, play: i64) -> [i64; 3] {
        let stakes = [(Wager::Ante, ante), (Wager::SuperBonus, ante), (Wager::Play, play)];
        let action = if play == 0 { Action::Fold } else { Action::Play };
        let mut rows = [
            row(Seat::Player(1), player, action, &stakes),
            row(Seat::Dealer, dealer, Action::Deal, &[]),
        ];
        settle(&mut rows);
        [Wager::Ante, Wager::SuperBonus, Wager::Play].map(|w| rows[0].returned[w].micros() / 10_000)
    }

    /// The box "Playing vs. Dealer" of document 001, row by row, on $10.
    #[test]
    fn the_box_playing_against_the_dealer() {
        let (aces, kings, eights) = ("Ac Ad 9s 5h 3c", "Kh Kc 7s 4d 2c", "8s 8d 7c 4h 2c");
        let tens = "Ts Th Jd 6c 2d";
        assert_eq!(base(aces, tens, 10, 0), [0, 0, 0], "fold");
        // Dealer queen high: Play 1 to 1, Ante pushes, Super Bonus pushes (the hand is better).
        assert_eq!(base(eights, "Qh Js 9c 7d 3d", 10, 10), [1_000, 1_000, 2_000]);
        assert_eq!(base(kings, tens, 10, 10), [2_000, 1_000, 2_000], "win");
        assert_eq!(base(aces, tens, 10, 30), [2_000, 1_000, 6_000], "win with three times");
        assert_eq!(base(eights, tens, 10, 10), [0, 0, 0], "loss");
        assert_eq!(base("Kc Qd 8h 5s 3c", "Ks Qh 8c 5d 2h", 10, 10), [1_000; 3], "tie");
    }

    /// "The Super Bonus wins when the player gets a straight or better ... when the player has a
    /// straight or better but loses to the dealer's qualifying hand, he still receives" it.
    #[test]
    fn super_bonus_pays_even_a_loser() {
        let aces = "Ac Ad Ah As 2d";
        assert_eq!(base("9c 8d 7h 6s 2c", aces, 10, 10), [0, 2_000, 0], "straight 1 to 1");
        assert_eq!(base("9c 7c 5c 2c Kh", aces, 5, 5), [0, 1_250, 0], "flush 3 to 2 on $5");
        assert_eq!(base("9c 9d 9h 6s 2c", aces, 10, 10), [0, 3_000, 0], "three of a kind 2 to 1");
        assert_eq!(base("9c 8c 7c 6c 2h", aces, 10, 10), [0, 16_000, 0], "straight flush 15 to 1");
        assert_eq!(base("9c 9d 9h 9s 2c", aces, 10, 10), [0, 31_000, 0], "four of a kind 30 to 1");
        assert_eq!(
            base(aces, "Kc Kd Kh Ks 2c", 10, 30),
            [2_000, 201_000, 6_000],
            "four aces 200 to 1"
        );
    }

    /// C4P-09, $10 each: 50, 30, 9, 4, 3, 2, 1 to 1; nothing below a pair of queens.
    #[test]
    fn queens_up_by_c4p_09() {
        for (cards, dollars) in [
            ("Ac Ad Ah As 2d", 510),
            ("2c 2d 2h 2s Ad", 510),
            ("9c 8c 7c 6c 2h", 310),
            ("9c 9d 9h 6s 2c", 100),
            ("9c 7c 5c 2c Kh", 50),
            ("9c 8d 7h 6s 2c", 40),
            ("3c 3d 2h 2s Kd", 30),
            ("Qc Qd 9s 5h 3c", 20),
            ("Jc Jd 9s 5h 3c", 0),
            ("Ac Kd 9s 5h 3c", 0),
        ] {
            let paid = queens_up(Money::from_dollars(10).unwrap(), rank(cards));
            assert_eq!(paid, Money::from_dollars(dollars).unwrap(), "{cards}");
        }
    }

    /// Pays 3: 300, 100 and 15 for 1 (the wager is not returned), envy $100 and $25 for the others
    /// who wagered, once for every holder and never for one's own hand.
    #[test]
    fn tray_pays_and_envy() {
        let five = [(Wager::Progressive, 5)];
        let mut rows = [
            row(Seat::Player(1), "8c 8d 8h 8s 3d", Action::Play, &five),
            row(Seat::Player(2), "9c 7c 6c Tc 2h", Action::Play, &[]),
            row(Seat::Player(4), "Jc Jd Jh Js 6d", Action::Play, &five),
            row(Seat::Player(5), "5c 5d 5h 9s 2d", Action::Play, &five),
            row(Seat::Player(6), "7d 6s 5s 4h Kd", Action::Fold, &five),
            row(Seat::Dealer, "Qc Qd Qh Qs 4d", Action::Deal, &[]),
        ];
        settle(&mut rows);
        let dollars = |r: &Row, w| r.returned[w].micros() / 1_000_000;
        assert_eq!(
            rows.each_ref().map(|r| dollars(r, Wager::Progressive)),
            [1_500, 0, 1_500, 75, 0, 0]
        );
        assert_eq!(rows.each_ref().map(|r| dollars(r, Wager::Envy)), [25, 0, 25, 50, 50, 0]);
        assert_eq!(envy(rank("Ac Ad Ah As 2d")), Money::from_dollars(100).unwrap());
        assert_eq!(envy(rank("9c 8c 7c 6c 2h")), Money::ZERO);
        // Four aces are paid from the meter, not from the tray.
        assert_eq!(
            tray_pay(rows[0].stake[Wager::Progressive], rank("Ac Ad Ah As 2d")),
            Money::ZERO
        );
        assert_eq!(
            tray_pay(rows[0].stake[Wager::Progressive], rank("9c 8c 7c 6c 2h")),
            Money::from_dollars(500).unwrap()
        );
    }

    /// "If any player or the dealer is dealt an incorrect number of cards, all hands are void."
    #[test]
    fn a_wrong_count_returns_every_stake() {
        let stakes = [(Wager::Ante, 10), (Wager::SuperBonus, 10), (Wager::QueensUp, 5)];
        let mut rows = [
            row(Seat::Player(1), "8c 8d 8h 8s 3d", Action::Play, &stakes),
            row(Seat::Player(2), "9c 7c 6c Tc 2h 2d", Action::Fold, &stakes),
            row(Seat::Dealer, "Qc Qd Qh Qs 4d", Action::Deal, &[]),
        ];
        settle(&mut rows);
        assert!(rows.iter().all(|r| r.returned == r.stake));
    }
}
