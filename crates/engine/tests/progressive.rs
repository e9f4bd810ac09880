//! Progressive wagers and envy worked by hand from document 001. Stakes and amounts owed stand in
//! the order Ante, Super Bonus, Play, Queens Up, Progressive, Envy; the unit is $5.

use crate::common::{Round, rules};
use feltproof_model::{SeatSet, Wager};

fn round(text: &str) -> Round {
    Round::new(rules("pays-3", &[]), text)
}

fn ruled(ruling: &str, value: &str, text: &str) -> Round {
    Round::new(rules("pays-3", &[(ruling, value)]), text)
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
