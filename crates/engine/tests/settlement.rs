//! Rounds worked by hand from document 001. Stakes and amounts owed stand in the order Ante, Super
//! Bonus, Play, Queens Up, Progressive, Envy; the Queens Up paytable is C4P-09, the unit $5.

use crate::common;
use crate::common::{Round, game, rules, table};
use feltproof_engine::{RoundState, TableRules, Why};
use feltproof_model::{Seat, Wager};

fn round(text: &str) -> Round {
    Round::new(rules("pays-3", &[]), text)
}

fn ruled(ruling: &str, value: &str, text: &str) -> Round {
    Round::new(rules("pays-3", &[(ruling, value)]), text)
}

/// Playing vs. Dealer: the player who beats a qualifying hand wins Play and Ante 1 to 1; the dealer
/// qualifies with king high or better; below a straight Super Bonus pushes for the winner.
#[test]
fn a_dealer_of_exactly_king_high_qualifies() {
    let r = round(
        "1 | As Ah Kd 9c 2h | play | 10 10 30
         D | Kc 7d 5s 3h 2c | deal",
    );
    assert!(r.outcome.dealer_qualifies);
    assert_eq!(r.owed(0), "20.00 10.00 60.00 0.00 0.00 0.00");
    assert_eq!(
        r.explain(0, Wager::Play),
        "dealer K♣ 7♦ 5♠ 3♥ is king-high and qualifies (king high or better); player A♥ A♠ K♦ 9♣ is a pair of aces with K and 9 and beats it; Play wins 1 to 1 on $30.00: $30.00 won, $60.00 returned"
    );
    assert_eq!(
        r.explain(0, Wager::SuperBonus),
        "player A♥ A♠ K♦ 9♣ is a pair of aces with K and 9, below a straight; dealer K♣ 7♦ 5♠ 3♥ is king-high and qualifies (king high or better); the player's hand beats it, so Super Bonus pushes: $10.00 returned"
    );
}

/// Dealer does not qualify: Play wins 1 to 1, Ante pushes, whatever the player holds.
#[test]
fn a_dealer_of_queen_high_does_not_qualify() {
    let r = round(
        "1 | Ks 9h 8d 4c 2h | play | 10 10 10
         D | Qc Jd Ts 8h 2c | deal",
    );
    assert!(!r.outcome.dealer_qualifies);
    assert_eq!(r.owed(0), "10.00 10.00 20.00 0.00 0.00 0.00");
    assert_eq!(
        r.explain(0, Wager::Ante),
        "dealer Q♣ J♦ T♠ 8♥ is queen-high and does not qualify (king high or better); Ante pushes: $10.00 returned"
    );
}

/// Super Bonus pushes when the player beats or ties the dealer; of a lower hand against a dealer
/// who does not qualify the document says nothing: ruling `super_bonus_vs_unqualified`.
#[test]
fn a_lower_hand_against_an_unqualified_dealer_follows_the_ruling() {
    const TEXT: &str = "1 | Js 9h 8d 4c 2h | play | 10 10 10
                        D | Qc Jd Ts 8h 2c | deal";
    let loses = round(TEXT);
    assert_eq!(loses.owed(0), "10.00 0.00 20.00 0.00 0.00 0.00");
    assert_eq!(
        loses.explain(0, Wager::SuperBonus),
        "player J♠ 9♥ 8♦ 4♣ is jack-high, below a straight; dealer Q♣ J♦ T♠ 8♥ is queen-high and does not qualify (king high or better); the player's hand loses to it, so Super Bonus loses (ruling super_bonus_vs_unqualified: loses): $10.00 lost"
    );
    let pushes = ruled("super_bonus_vs_unqualified", "pushes", TEXT);
    assert_eq!(pushes.owed(0), "10.00 10.00 20.00 0.00 0.00 0.00");
    // A qualifying dealer's better hand is beyond the ruling: Super Bonus loses.
    let text = TEXT.replace("Qc", "Kc");
    let qualified = ruled("super_bonus_vs_unqualified", "pushes", &text);
    assert_eq!(qualified.owed(0), "0.00 0.00 0.00 0.00 0.00 0.00");
}

/// A tie pushes Play, Ante and, below a straight, Super Bonus; the fifth card never counts.
#[test]
fn equal_fours_tie_whatever_the_fifth_card() {
    let r = round(
        "1 | As Kh Qd 9c 8h | play | 10 10 10
         D | Ac Kd Qs 9h 2c | deal",
    );
    assert_eq!(r.owed(0), "10.00 10.00 10.00 0.00 0.00 0.00");
    let r = round(
        "1 | As Kh Qd 9c 8h | play | 10 10 10
         D | Ac Kd Qs Th 2c | deal",
    );
    assert_eq!(r.owed(0), "0.00 0.00 0.00 0.00 0.00 0.00");
}

/// A straight or better that loses to the dealer is still paid its Super Bonus, and the wager stays.
#[test]
fn a_straight_that_loses_to_a_flush_keeps_its_super_bonus() {
    let r = round(
        "1 | 9s 8h 7d 6c 2h | play | 10 10 10 5
         D | Kc Jc 8c 4c 2d | deal",
    );
    // Super Bonus 1 to 1: 10 + 10. Queens Up 3 to 1 on 5: 15 + 5.
    assert_eq!(r.owed(0), "0.00 20.00 0.00 20.00 0.00 0.00");
    assert_eq!(
        r.explain(0, Wager::SuperBonus),
        "9♠ 8♥ 7♦ 6♣ is a nine-high straight; Super Bonus pays 1 to 1 on $10.00: $10.00 won, $20.00 returned"
    );
    assert_eq!(
        r.explain(0, Wager::Ante),
        "dealer K♣ J♣ 8♣ 4♣ is a king-high flush and qualifies (king high or better); player 9♠ 8♥ 7♦ 6♣ is a nine-high straight and loses to it; Ante of $10.00 is lost"
    );
}

/// Every row of the Super Bonus column: 200, 30, 15, 2, 3 to 2, 1.
#[test]
fn super_bonus_pays_its_column() {
    for (cards, owed) in [
        ("As Ah Ad Ac 2h", "2010.00"),
        ("Ks Kh Kd Kc 2h", "310.00"),
        ("As Ks Qs Js 2h", "160.00"),
        ("4s 3s 2s As Kh", "160.00"),
        ("5s 5h 5d Kc 2h", "30.00"),
        ("As 9s 5s 3s Kh", "25.00"),
        ("4s 3h 2d Ac Kh", "20.00"),
        ("As Ah Kd Kc Qh", "10.00"),
    ] {
        let r = round(&format!("1 | {cards} | play | 10 10 10\nD | Td 8s 6c 4d 3c | deal"));
        assert_eq!(r.hands[0].owed[Wager::SuperBonus].plain(), owed, "{cards}");
        assert!(r.hands[0].testable.contains(Wager::SuperBonus));
    }
    let r = round("1 | As Ks Qs Js 2d | play | 10 10 10\nD | Td 8s 6c 4d 3c | deal");
    assert_eq!(
        r.explain(0, Wager::SuperBonus),
        "A♠ K♠ Q♠ J♠ is an ace-high straight flush; Super Bonus pays 15 to 1 on $10.00: $150.00 won, $160.00 returned"
    );
}

/// The four Queens Up tables as printed, by category from four of a kind down.
#[test]
fn queens_up_pays_its_tables() {
    let cards = [
        "As Ah Ad Ac 2h",
        "As Ks Qs Js 2h",
        "5s 5h 5d Kc 2h",
        "As 9s 5s 3s Kh",
        "4s 3h 2d Ac Kh",
        "2s 2h 3d 3c Qh",
        "Qs Qh 4d 3c Th",
        "Js Jh 4d 3c Ah",
    ];
    for (id, pays) in [
        ("C4P-09", [50, 30, 9, 4, 3, 2, 1]),
        ("C4P-10", [50, 40, 8, 4, 3, 2, 1]),
        ("C4P-11", [50, 30, 8, 4, 3, 2, 1]),
        ("C4P-12", [50, 40, 7, 4, 3, 2, 1]),
    ] {
        let rules = TableRules::resolve(&game(), &table(Some(id), false), None, &[]).unwrap();
        for (cards, odds) in cards.iter().zip(pays.into_iter().map(|p| p + 1).chain([0])) {
            let text = format!("1 | {cards} | play | 5 5 5 5\nD | Td 8s 7c 6d 6h | deal");
            let r = Round::new(rules.clone(), &text);
            let owed = r.hands[0].owed[Wager::QueensUp];
            assert_eq!(owed, common::money("5").checked_mul(odds).unwrap(), "{id} {cards}");
        }
    }
}

/// Players may fold and lose both mandatory wagers; Queens Up stands by default, or loses.
#[test]
fn a_fold_loses_ante_and_super_bonus() {
    const TEXT: &str = "1 | Qs Qh Jd 9c 8h | fold | 10 10 0 5 5
                        2 | | fold | 10 10
                        3 | | fold | 10 10 0 5
                        D | Ac Ad Ts 7h 2c | deal";
    let r = round(TEXT);
    assert_eq!(r.owed(0), "0.00 0.00 0.00 10.00 0.00 ?");
    assert_eq!(r.owed(1), "0.00 0.00 0.00 0.00 0.00 0.00");
    assert_eq!(r.owed(2), "0.00 0.00 0.00 ? 0.00 0.00");
    assert_eq!(
        r.explain(0, Wager::QueensUp),
        "Q♥ Q♠ J♦ 9♣ is a pair of queens with J and 9 (folded); Queens Up pays 1 to 1 on $5.00: $5.00 won, $10.00 returned"
    );
    assert_eq!(
        r.explain(2, Wager::QueensUp),
        "seat 3 has no cards on record: Queens Up cannot be decided"
    );
    assert_eq!(r.explain(1, Wager::Ante), "the hand was folded: Ante of $10.00 is lost");
    let loses = ruled("queens_up_on_fold", "loses", TEXT);
    assert_eq!(loses.owed(0), "0.00 0.00 0.00 0.00 0.00 ?");
    assert_eq!(loses.owed(2), "0.00 0.00 0.00 0.00 0.00 0.00");
}

/// A straight or better needs no comparison, so a Super Bonus of one is decided without the dealer.
#[test]
fn a_dealer_without_cards_leaves_the_base_wagers_open() {
    let r = round(
        "1 | 9s 8h 7d 6c 2h | play | 10 10 10 5
         2 | Qs Qh 4d 3c Th | play | 10 10 10 5
         3 | | fold | 10 10
         D | | deal",
    );
    assert_eq!(r.outcome.state, RoundState::Settled);
    assert_eq!(r.owed(0), "? 20.00 ? 20.00 0.00 0.00");
    assert_eq!(r.owed(1), "? ? ? 10.00 0.00 0.00");
    assert_eq!(r.owed(2), "0.00 0.00 0.00 0.00 0.00 0.00");
    assert_eq!(
        r.explain(1, Wager::Ante),
        "the dealer has no cards on record: Ante cannot be decided"
    );
    let r = round("1 | | play | 10 10 10 5 5\nD | Ac Ad Ts 7h 2c | deal");
    assert_eq!(r.owed(0), "? ? ? ? ? 0.00");
}

/// 3 to 2 on $5 is $7.50; a smallest chip of fifty cents matters on $2.50 only: $3.75.
#[test]
fn three_to_two_and_the_smallest_chip() {
    let text = |stake: &str| {
        format!("1 | As 9s 5s 3s Kh | play | {stake} {stake} {stake}\nD | Td 8s 6c 4s 3c | deal")
    };
    for (ruling, stake, owed) in [
        ("exact", "5", "12.50"),
        ("exact", "2.50", "6.25"),
        ("down-0.50", "5", "12.50"),
        ("down-0.50", "2.50", "6.00"),
        ("up-0.50", "2.50", "6.50"),
        ("half-up-0.50", "2.50", "6.50"),
        ("half-up-0.50", "0.50", "1.50"),
        ("down-0.50", "0.50", "1.00"),
    ] {
        let r = ruled("payout_rounding", ruling, &text(stake));
        assert_eq!(r.hands[0].owed[Wager::SuperBonus].plain(), owed, "{ruling} {stake}");
    }
    // Half a micro-dollar has no exact amount.
    let r = round(&text("0.000001"));
    assert!(!r.hands[0].testable.contains(Wager::SuperBonus));
    assert_eq!(
        r.explain(0, Wager::SuperBonus),
        "Super Bonus on $0.000001 has no exact payout in whole micro-dollars"
    );
}

/// If any player or the dealer is dealt a wrong number of cards, all hands are void: stakes back.
#[test]
fn a_wrong_number_of_cards_voids_every_hand() {
    let r = round(
        "1 | As Ah Ad Ac 2s | play | 10 10 30 5 5
         2 | Js 9h 8d 4c | fold | 10 10
         D | Qc Jd Th 7d 3c | deal",
    );
    assert_eq!(r.outcome.state, RoundState::Void);
    assert_eq!(r.owed(0), "10.00 10.00 30.00 5.00 5.00 0.00");
    assert_eq!(r.owed(1), "10.00 10.00 0.00 0.00 0.00 0.00");
    assert!(r.hands.iter().all(|h| h.meter_share.is_none() && h.envy_from.is_empty()));
    assert_eq!(
        r.explain(0, Wager::Ante),
        "the round is void (seat 2 has 4 cards, not 5): all stakes are returned, $10.00 for Ante"
    );
    let declared = round("1 | | void | 10 10\nD | | void");
    assert_eq!(declared.outcome.state, RoundState::Void);
    assert_eq!(declared.owed(0), "10.00 10.00 0.00 0.00 0.00 0.00");
    assert!(declared.explain(0, Wager::SuperBonus).contains("it was declared void"));
}

#[test]
fn a_record_that_contradicts_itself_settles_nothing() {
    const ONE: &str = "1 | As Ah Ad Ac 2s | play | 10 10 30";
    for (text, why) in [
        (ONE.to_owned(), Why::NoDealerHand),
        (format!("{ONE}\nD | Qc Jd Th 7d 3c | deal\nD | | deal"), Why::TwoDealerHands),
        (format!("{ONE}\nD | Qc Jd Th 7d As | deal"), Why::RepeatedCard),
        ("1 | As As Ad Ac 2s | play | 10\nD | Qc Jd Th 7d 3c | deal".into(), Why::RepeatedCard),
        (format!("{ONE}\n1 | | fold | 5 5\nD | Qc Jd Th 7d 3c | deal"), Why::SeatTwice),
        (format!("{ONE}\nB | Qc Jd Th 7d 3c | deal"), Why::PlayerBanker),
    ] {
        let r = round(&text);
        assert_eq!(r.outcome.state, RoundState::Unsettleable(why), "{text}");
        assert!(r.hands.iter().all(|h| h.testable.is_empty() && h.owed.total_micros() == 0));
        assert!(r.explain(0, Wager::Ante).ends_with(why.describe()));
    }
    let mut rows = common::rows("1 | As Ah Ad Ac 2s | play | 10 10 30");
    rows[0].seat = Seat::Player(12);
    let mut hands = Vec::new();
    let outcome = feltproof_engine::settle(&rules("pays-3", &[]), &rows, &mut hands);
    assert_eq!(outcome.state, RoundState::Unsettleable(Why::NoSuchSeat));
}

/// Staying in is making the Play wager, so an action that the Play stake contradicts proves nothing;
/// without an action the stake tells.
#[test]
fn action_and_play_stake_must_agree() {
    let r = round(
        "1 | Ks Kh Qd 9c 8h | play | 10 10 0 5 5
         2 | As Ah Td 9d 8c | fold | 10 10 10 5 5
         3 | 6s 6h 5d 4c 2h | | 10 10
         4 | 7s 7h 5s 4h 2s | | 10 10 10
         5 | 3s 3h Js Jh 2d | play |
         D | Ac 9s 7d 4d 3c | deal",
    );
    assert_eq!(r.owed(0), "? ? 0.00 10.00 0.00 0.00");
    assert_eq!(r.owed(1), "? ? ? 10.00 0.00 0.00");
    assert_eq!(r.owed(2), "0.00 0.00 0.00 0.00 0.00 0.00");
    assert_eq!(r.owed(3), "20.00 10.00 20.00 0.00 0.00 0.00");
    assert_eq!(r.owed(4), "0.00 0.00 0.00 0.00 0.00 0.00");
    assert_eq!(
        r.explain(0, Wager::Ante),
        "the record says the hand was played, but its Play stake is $0.00: Ante cannot be decided"
    );
    assert_eq!(r.explain(4, Wager::Ante), "no Ante wager was made, so nothing is owed");
}

#[test]
fn a_wager_that_the_table_does_not_offer_cannot_be_decided() {
    let rules = TableRules::resolve(&game(), &table(None, false), None, &[]).unwrap();
    let r =
        Round::new(rules, "1 | Ks Kh Qd 9c 8h | play | 10 10 10 5 5\nD | Ac 9s 7d 4d 3c | deal");
    assert_eq!(r.owed(0), "20.00 10.00 20.00 ? ? 0.00");
    assert!(r.explain(0, Wager::QueensUp).contains("offers no Queens Up"));
    let offered: Vec<Wager> = Wager::ALL.into_iter().filter(|w| r.rules.offers(*w)).collect();
    assert_eq!(offered, [Wager::Ante, Wager::SuperBonus, Wager::Play]);
    assert_eq!(r.rules.largest_fixed_award(), None);
}

/// What is said to be missing is what decides, not what comes first in a list of reasons.
#[test]
fn an_undecided_wager_names_what_is_missing() {
    let dealer = "D | Kc 7d 5s 3h 2c | deal";
    // Queens Up stands on a fold, so that a contradiction about folding leaves only its cards open.
    let r = round(&format!("1 | | play | 10 10 0 5 5\n{dealer}"));
    assert_eq!(
        r.explain(0, Wager::QueensUp),
        "seat 1 has no cards on record: Queens Up cannot be decided"
    );
    // Where a fold loses the progressive, the contradiction itself does.
    let r = ruled(
        "progressive_on_fold",
        "not-eligible",
        &format!("1 | As Ah Kd 9c 2h | play | 10 10 0 5 5\n{dealer}"),
    );
    assert_eq!(
        r.explain(0, Wager::Progressive),
        "the record says the hand was played, but its Play stake is $0.00: Progressive cannot be decided"
    );
    // No link, no envy: nobody folded.
    let rules = TableRules::resolve(&game(), &table(Some("C4P-09"), false), None, &[]).unwrap();
    let r = Round::new(rules, &format!("1 | As Ah Kd 9c 2h | play | 10 10 10 5 5\n{dealer}"));
    assert_eq!(
        r.explain(0, Wager::Envy),
        "the table offers no Progressive wager, so no envy is owed"
    );
}
