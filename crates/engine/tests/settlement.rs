//! Rounds worked by hand from document 001. Stakes and amounts owed stand in the order Ante, Super
//! Bonus, Play, Queens Up, Progressive, Envy; the Queens Up paytable is C4P-09, the unit $5.
#![allow(clippy::unwrap_used)] // in helpers too: a test may stop

mod common;

use common::{Round, choice, game, link, rules, table};
use feltproof_engine::{RoundState, TableRules, Why};
use feltproof_model::{Seat, SeatSet, Wager};

fn round(text: &str) -> Round {
    Round::new(rules("pays-3", &[]), text)
}

fn ruled(ruling: &str, value: &str, text: &str) -> Round {
    Round::new(rules("pays-3", &[(ruling, value)]), text)
}

// Wager::ALL is Ante, Super Bonus, Play, Queens Up, Progressive, Envy: so are the stakes below.

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

/// Percentage pays come off the meter, other hands from the tray, "for 1": the wager is not
/// returned. Envy: the others who made the progressive wager, never the holder.
#[test]
fn four_aces_win_the_meter_and_bring_the_others_envy() {
    let r = round(
        "1 | Ks Kh Qd 9c 8h | play | 10 10 10 0 5
         2 | Js 9h 8d 4c 2h | fold | 10 10 0 0 5
         3 | As Ah Ad Ac 2s | play | 10 10 30 5 5
         5 | Jc 9d 8s 4h 2d | play | 10 10 10
         D | Qc Qs Ts 7h 3c | deal",
    );
    assert_eq!(r.hands[2].meter_share.unwrap().percent(), "100%");
    assert!([0, 1, 3].iter().all(|i| r.hands[*i].meter_share.is_none()));
    assert_eq!(r.owed(2), "20.00 2010.00 60.00 255.00 0.00 0.00");
    assert_eq!(r.owed(0), "20.00 10.00 20.00 0.00 0.00 100.00");
    assert_eq!(r.owed(1), "0.00 0.00 0.00 0.00 0.00 100.00");
    assert_eq!(r.owed(3), "0.00 0.00 0.00 0.00 0.00 0.00");
    assert_eq!(r.hands[0].envy_from, SeatSet::EMPTY.with(3));
    assert_eq!(
        r.explain(2, Wager::Progressive),
        "A♣ A♦ A♥ A♠ is four aces; Progressive wins 100% of the displayed meter; the stake of $5.00 is not returned"
    );
    assert_eq!(
        r.explain(0, Wager::Envy),
        "seat 3: A♣ A♦ A♥ A♠ is four aces and brings envy of $100.00: $100.00 owed"
    );
    assert_eq!(r.explain(2, Wager::Envy), "no hand on record of another player brings envy");
    assert_eq!(r.explain(3, Wager::Envy), "no Progressive wager was made, so no envy is owed");
}

/// If more than one player is involved in a qualifying envy pay, all win multiple envy payouts:
/// each holder from the other, everybody else from both. The dealer's four of a kind brings none.
#[test]
fn two_holders_bring_two_envies() {
    let r = round(
        "1 | Ks Kh Kd Kc 8h | play | 10 10 10 0 5
         2 | 7s 7h 7d 7c 2h | play | 10 10 10 0 5
         6 | Js 9h 8d 4c 2s | play | 10 10 10 0 5
         D | 3s 3h 3d 3c 6h | deal",
    );
    assert_eq!(r.owed(0), "20.00 310.00 20.00 0.00 1500.00 25.00");
    assert_eq!(r.owed(1), "20.00 310.00 20.00 0.00 1500.00 25.00");
    assert_eq!(r.owed(2), "0.00 0.00 0.00 0.00 0.00 50.00");
    assert_eq!(r.hands[2].envy_from, SeatSet::EMPTY.with(1).with(2));
    assert_eq!(
        r.explain(0, Wager::Progressive),
        "K♣ K♦ K♥ K♠ is four kings; Progressive pays 300 for 1 on $5.00: $1,500.00 paid, the stake is not returned"
    );
}

/// Pays 1: trips 9 for 1, straight flush 100 for 1 with envy $5; Pays 2 and 3: trips 15, no envy
/// for a straight flush, four of a kind $25 in place of $10.
#[test]
fn the_three_progressive_tables_differ_where_printed() {
    const TEXT: &str = "1 | 9s 8s 7s 6s 2h | play | 10 10 10 0 5
                        2 | 5s 5h 5d Kc 2s | play | 10 10 10 0 5
                        3 | 4s 4h 4d 4c 2d | play | 10 10 10 0 5
                        D | Qc Jd Th 7d 3c | deal";
    for (table, flush, trips, envy) in [
        ("pays-1", "500.00", "45.00", ["10.00", "15.00", "5.00"]),
        ("pays-2", "500.00", "75.00", ["25.00", "25.00", "0.00"]),
        ("pays-3", "500.00", "75.00", ["25.00", "25.00", "0.00"]),
    ] {
        let r = Round::new(rules(table, &[]), TEXT);
        assert_eq!(r.hands[0].owed[Wager::Progressive].plain(), flush, "{table}");
        assert_eq!(r.hands[1].owed[Wager::Progressive].plain(), trips, "{table}");
        for (hand, want) in r.hands.iter().zip(envy) {
            assert_eq!(hand.owed[Wager::Envy].plain(), want, "{table}");
        }
        assert_eq!(r.rules.largest_fixed_award().unwrap().plain(), "1500.00");
    }
    assert_eq!(rules("pays-3", &[]).paytable_reserve().unwrap().percent(), "5%");
    assert_eq!(rules("pays-2", &[]).paytable_reserve(), None);
}

#[test]
fn envy_rulings_change_what_they_name() {
    const TEXT: &str = "1 | 9s 8s 7s 6s 2h | play | 10 10 10 0 5
                        2 | 5s 5h 5d 5c 2s | play | 10 10 10
                        3 | Js 9h 8d 4c 2d | fold | 10 10 0 0 5
                        D | Qc Jd Th 7d 3c | deal";
    let owed = |ruling: &str, value: &str| {
        let r = Round::new(rules("pays-1", &[(ruling, value)]), TEXT);
        [0, 2].map(|i: usize| r.hands[i].owed[Wager::Envy].plain())
    };
    // Seat 2 holds four of a kind without a progressive wager: $10; seat 1 a straight flush: $5.
    assert_eq!(owed("envy_holder", "any-player"), ["10.00", "15.00"]);
    assert_eq!(owed("envy_holder", "wagering-player"), ["0.00", "5.00"]);
    assert_eq!(owed("envy_to_folded", "not-paid"), ["10.00", "0.00"]);
    // Multiplied by the wager of five dollars.
    assert_eq!(owed("envy_per_unit", "times-wager"), ["50.00", "75.00"]);
    // $100, $10, $5 read one row lower: four of a kind $100, straight flush $10.
    assert_eq!(owed("envy_reading", "from-the-second-row"), ["100.00", "110.00"]);
}

/// It is at the casino's discretion whether folded hands qualify for progressive payouts.
#[test]
fn a_folded_four_of_a_kind_follows_the_casinos_choice() {
    const TEXT: &str = "1 | 5s 5h 5d 5c 2s | fold | 10 10 0 0 5
                        2 | Js 9h 8d 4c 2d | play | 10 10 10 0 5
                        D | Qc Jd Th 7d 3c | deal";
    let r = round(TEXT);
    assert_eq!(r.owed(0), "0.00 0.00 0.00 0.00 1500.00 0.00");
    assert_eq!(r.hands[1].owed[Wager::Envy].plain(), "25.00");
    let r = ruled("progressive_on_fold", "not-eligible", TEXT);
    assert_eq!(r.owed(0), "0.00 0.00 0.00 0.00 0.00 0.00");
    assert_eq!(r.hands[1].owed[Wager::Envy].plain(), "0.00");
    assert_eq!(
        r.explain(0, Wager::Progressive),
        "the hand was folded: Progressive of $5.00 is lost (ruling progressive_on_fold: not-eligible)"
    );
    let aces = TEXT.replace("5s 5h 5d 5c", "As Ah Ad Ac");
    assert!(round(&aces).hands[0].meter_share.is_some());
    assert!(ruled("progressive_on_fold", "not-eligible", &aces).hands[0].meter_share.is_none());
}

/// What hands on record bring is owed at least; a folded hand without cards may bring more.
#[test]
fn envy_is_open_while_a_hand_that_might_bring_it_is_not_on_record() {
    const TEXT: &str = "1 | 5s 5h 5d 5c 2s | play | 10 10 10
                        2 | | fold | 10 10
                        3 | Js 9h 8d 4c 2d | play | 10 10 10 0 5
                        D | Qc Jd Th 7d 3c | deal";
    let r = round(TEXT);
    assert!(!r.hands[2].testable.contains(Wager::Envy));
    assert_eq!(r.hands[2].owed[Wager::Envy].plain(), "25.00");
    assert!(r.hands[0].testable.contains(Wager::Envy), "seat 1 made no progressive wager");
    assert!(r.explain(2, Wager::Envy).ends_with("so more may be owed"));
    let r = ruled("progressive_on_fold", "not-eligible", TEXT);
    assert!(r.hands[2].testable.contains(Wager::Envy));
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

#[test]
fn a_table_that_names_what_does_not_exist_is_told_what_does() {
    let fails = |change: &dyn Fn(&mut feltproof_model::engagement::Table),
                 paytable: &str,
                 choices: &[_]| {
        let mut table = table(Some("C4P-09"), true);
        change(&mut table);
        TableRules::resolve(&game(), &table, Some(&link(paytable)), choices).unwrap_err()
    };
    for (error, parts) in [
        (fails(&|t| t.game = "c4".into(), "pays-3", &[]), ["C4P-1 plays c4", "crazy4-wa"]),
        (
            fails(&|t| t.paytables[1].1 = "X".into(), "pays-3", &[]),
            ["paytable X", "C4P-11, C4P-12"],
        ),
        (fails(&|t| t.paytables.clear(), "pays-3", &[]), ["no paytable for super_bonus", "SB"]),
        (fails(&|t| t.paytables[1].0 = Wager::Play, "pays-3", &[]), ["for play", "queens_up"]),
        (fails(&|_| (), "pays-9", &[]), ["link HARBOR-1 names paytable pays-9", "pays-1, pays-2"]),
        (fails(&|_| (), "pays-3", &[choice("x", "y")]), ["ruling x", "void_round"]),
        (
            fails(&|_| (), "pays-3", &[choice("envy_per_unit", "y")]),
            ["cannot be y", "once, times-wager"],
        ),
        (
            fails(
                &|_| (),
                "pays-3",
                &[choice("void_round", "stakes-returned"), choice("void_round", "stakes-returned")],
            ),
            ["chosen twice", "keep one"],
        ),
    ] {
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let mut other = choice("x", "y");
    other.game = "another-game".into();
    let table = table(None, false);
    assert!(TableRules::resolve(&game(), &table, None, &[other]).is_ok());
}

#[test]
fn rulings_are_printed_with_who_chose_them() {
    let rules = rules("pays-3", &[("play_multiples", "1-3")]);
    let chosen: Vec<_> = rules.rulings().iter().filter(|r| r.chosen).collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(
        (chosen[0].applied.as_str(), chosen[0].source.as_str()),
        ("1-3", "House rules, section 4")
    );
    assert_eq!(rules.ruling("play_multiples"), "1-3");
    assert_eq!(rules.ruling("progressive_on_fold"), "eligible");
    assert_eq!(rules.ruling("no_such_ruling"), "");
    assert_eq!(rules.play_multiples(), [1, 3]);
    assert_eq!(common::rules("pays-3", &[]).play_multiples(), [1, 2, 3]);
    assert_eq!(rules.cards_per_hand(), 5);
}
