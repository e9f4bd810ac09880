//! Rounds of Four Card Frenzy, worked by hand from document 003; its pays are those of the definition's
//! unverified source. Amounts owed stand in the order Ante, Odds, Raise, 4 Card Bonus, Prime.

use crate::common::{Round, money, rules_of};
use feltproof_engine::{RoundState, TableRules, Why};
use feltproof_model::Wager;

const WAGERS: [Wager; 5] =
    [Wager::Ante, Wager::Odds, Wager::Raise, Wager::FourCardBonus, Wager::Prime];

fn rules(odds: &str, bonus: &str, prime: &str, choices: &[(&str, &str)]) -> TableRules {
    let paytables = [(Wager::Odds, odds), (Wager::FourCardBonus, bonus), (Wager::Prime, prime)];
    rules_of("four-card-frenzy", &paytables, None, choices, &[])
}

fn ruled(choices: &[(&str, &str)], text: &str) -> Round {
    Round::new(rules("ODDS-1", "FCB-1", "PRIME-6", choices), text)
}

/// One player with Ante, Odds and Raise of 10.
fn text(player: &str, dealer: &str) -> String {
    format!("1 | {player} | play | ante=10 odds=10 raise=10\nD | {dealer} | deal")
}

fn owed(choices: &[(&str, &str)], player: &str, dealer: &str) -> String {
    ruled(choices, &text(player, dealer)).owed_of(0, &WAGERS[..3])
}

/// The four lines for Ante and Raise; Odds below a straight pushes on a win or a tie and asks not
/// whether the dealer opens.
#[test]
fn ante_and_raise_ask_whether_the_dealer_opens_and_odds_does_not() {
    let player = "Ks Jh 9d 4c 2h";
    for (dealer, want) in [
        ("Qc Jd Ts 8h 2c", "10.00 10.00 20.00"), // queen high does not open; the player wins
        ("Kc 7d 5s 3h 2c", "20.00 10.00 20.00"), // king high opens and is beaten
        ("Kc Jd 9s 4h 3c", "10.00 10.00 10.00"), // a tie
        ("Kc Qd 5s 3h 2c", "0.00 0.00 0.00"),    // the dealer wins
    ] {
        assert_eq!(owed(&[], player, dealer), want, "{dealer}");
    }
    // The dealer's queen high does not open and is still the better hand: only Odds loses.
    assert_eq!(owed(&[], "Js 9h 8d 4c 2h", "Qc Jd Ts 7h 2c"), "10.00 0.00 20.00");
    // Neither opens, and they tie.
    assert_eq!(owed(&[], "Qs Th 8d 7c 2h", "Qc Td 8s 7h 3c"), "10.00 10.00 20.00");
    let r = ruled(&[], &text("Js 9h 8d 4c 2h", "Qc Jd Ts 7h 2c"));
    assert!(r.explain(0, Wager::Ante).contains("does not open"));
    assert!(r.explain(0, Wager::Odds).ends_with("below a straight Odds of $10.00 is lost"));
}

/// A straight or better that wins: 200, 30, 15, 2, 1.5, 1 in every table. Against queen high.
#[test]
fn odds_pays_a_winning_straight_or_better() {
    for (player, want) in [
        ("As Ah Ad Ac 2h", "2010.00"),
        ("5s 5h 5d 5c 2h", "310.00"),
        ("As Ks 2s 3s 4s", "160.00"),
        ("5s 5h 5d Kc 2h", "30.00"),
        ("As 9s 5s 3s Kh", "25.00"),
        ("9s 8h 7d 6c 2h", "20.00"),
        ("9s 9h 6d 6c 2h", "10.00"),
    ] {
        for table in 1..=6 {
            let rules = rules(&format!("ODDS-{table}"), "FCB-1", "PRIME-6", &[]);
            let r = Round::new(rules, &text(player, "Qc Jd Th 7c 4d"));
            assert_eq!(r.owed_of(0, &[Wager::Odds]), want, "{player}");
        }
    }
}

/// The hands that four tens beat, four of a kind first.
const BEATEN: [&str; 5] =
    ["5s 5h 5d 5c 2h", "9s 8s 7s 6s 2h", "5s 5h 5d Kc 2h", "As 9s 5s 3s Kh", "9s 8h 7d 6c 2h"];

/// A straight or better that loses pays the Bad Beat Bonus of its table, on 10 with the stake. Ante
/// and Raise are lost.
#[test]
fn odds_pays_a_beaten_straight_or_better_by_the_other_column() {
    for (table, want) in [
        ("ODDS-1", ["1010.00", "310.00", "50.00", "40.00", "30.00"]), // 100/30/4/3/2
        ("ODDS-2", ["1010.00", "510.00", "50.00", "40.00", "30.00"]), // 100/50/4/3/2
        ("ODDS-3", ["5010.00", "510.00", "110.00", "40.00", "30.00"]), // 500/50/10/3/2
        ("ODDS-4", ["5010.00", "510.00", "60.00", "50.00", "30.00"]), // 500/50/5/4/2
        ("ODDS-5", ["5010.00", "510.00", "60.00", "50.00", "40.00"]), // 500/50/5/4/3
        ("ODDS-6", ["310.00", "160.00", "160.00", "25.00", "20.00"]), // 30/15/15/1.5/1
    ] {
        for (player, odds) in BEATEN.iter().zip(want) {
            let r =
                Round::new(rules(table, "FCB-1", "PRIME-6", &[]), &text(player, "Ts Th Td Tc 3c"));
            assert_eq!(r.owed_of(0, &WAGERS[..3]), format!("0.00 {odds} 0.00"), "{table} {player}");
        }
    }
    // Two pair is below a straight: lost.
    assert_eq!(owed(&[], "9s 9h 6d 6c 2h", "Ts Th Td Tc 3c"), "0.00 0.00 0.00");
    let r = ruled(&[], &text(BEATEN[3], "Ts Th Td Tc 3c"));
    assert!(
        r.explain(0, Wager::Odds)
            .ends_with("beaten, Odds pays 3 to 1 on $10.00: $30.00 won, $40.00 returned")
    );
}

/// Document 003 tells of less than a straight on a tie, of a straight or better it does not.
#[test]
fn a_straight_or_better_that_ties_follows_the_ruling() {
    let wins = [("odds_on_tie", "wins")];
    let pushes = [("odds_on_tie", "pushes")];
    for (player, dealer, won) in [
        ("9s 8h 7d 6c 2h", "9c 8d 7s 6h 3c", "20.00"), // 1 to 1
        ("As Ks Qs Js 2h", "Ac Kc Qc Jc 3h", "160.00"), // 15 to 1
        ("As 9s 5s 3s Kh", "Ac 9c 5c 3c Kd", "25.00"), // 3 to 2
    ] {
        assert_eq!(owed(&wins, player, dealer), format!("10.00 {won} 10.00"), "{player}");
        assert_eq!(owed(&pushes, player, dealer), "10.00 10.00 10.00", "{player}");
        let r = ruled(&pushes, &text(player, dealer));
        assert!(
            r.explain(0, Wager::Odds).contains("(ruling odds_on_tie: pushes): $10.00 returned")
        );
    }
    // Below a straight both readings push.
    let (player, dealer) = ("As Kh Qd 9c 8h", "Ac Kd Qs 9h 2c");
    assert_eq!(owed(&wins, player, dealer), "10.00 10.00 10.00");
    assert_eq!(owed(&pushes, player, dealer), "10.00 10.00 10.00");
}

/// A fold forfeits Ante and Odds; the side bets still have action.
#[test]
fn a_fold_forfeits_ante_and_odds_alone() {
    let r = ruled(
        &[],
        "1 | Qs Qc Jc 9s 8h | fold | ante=10 odds=10 four_card_bonus=5 prime=5
         2 | 9d 8d 7s 6c 2h | fold | ante=10 odds=10
         D | Ac Ad Ts 7h 2c | deal",
    );
    // A pair of queens pays 1 to 1; four of five cards are black, 1 to 1.
    assert_eq!(r.owed_of(0, &WAGERS), "0.00 0.00 0.00 10.00 10.00");
    // A straight is no reason to pay Odds on a fold.
    assert_eq!(r.owed_of(1, &WAGERS), "0.00 0.00 0.00 0.00 0.00");
    assert_eq!(r.explain(1, Wager::Odds), "the hand was folded: Odds of $10.00 is lost");
}

/// The ten rows of 4 Card Bonus and the four tables of Queens Up.
#[test]
fn four_card_bonus_pays_its_ten_tables() {
    let cards = [
        "As Ah Ad Ac 2h",
        "5s 5h 5d 5c 2h",
        "As Ks Qs Js 2h",
        "9s 8s 7s 6s 2h",
        "As Ah Ad 9c 2h",
        "5s 5h 5d Kc 2h",
        "As 9s 5s 3s Kh",
        "4s 3h 2d Ac Kh",
        "2s 2h 3d 3c Qh",
        "Qs Qh 4d 3c Th",
        "Js Jh 4d 3c Ah",
    ];
    for (id, pays) in [
        ("FCB-1", [200, 100, 50, 30, 20, 8, 4, 3, 2, 1]),
        ("FCB-2", [200, 100, 50, 40, 20, 7, 4, 3, 2, 1]),
        ("FCB-3", [200, 100, 50, 30, 20, 6, 4, 3, 2, 1]),
        ("FCB-4", [200, 100, 50, 40, 20, 5, 4, 3, 2, 1]),
        ("FCB-5", [200, 100, 50, 40, 20, 8, 4, 3, 2, 1]),
        ("FCB-6", [200, 100, 50, 40, 20, 6, 4, 3, 2, 1]),
        ("C4P-09", [50, 50, 30, 30, 9, 9, 4, 3, 2, 1]),
        ("C4P-10", [50, 50, 40, 40, 8, 8, 4, 3, 2, 1]),
        ("C4P-11", [50, 50, 30, 30, 8, 8, 4, 3, 2, 1]),
        ("C4P-12", [50, 50, 40, 40, 7, 7, 4, 3, 2, 1]),
    ] {
        for (cards, odds) in cards.iter().zip(pays.into_iter().map(|p| p + 1).chain([0])) {
            let text = format!(
                "1 | {cards} | play | ante=5 odds=5 raise=5 four_card_bonus=5\nD | Td 8c 7c 6d 6h | deal"
            );
            let r = Round::new(rules("ODDS-1", id, "PRIME-6", &[]), &text);
            let want = money("5").checked_mul(odds).unwrap().plain();
            assert_eq!(r.owed_of(0, &[Wager::FourCardBonus]), want, "{id} {cards}");
        }
    }
}

/// Prime counts the colours of all five cards: spades and clubs are black, hearts and diamonds red.
#[test]
fn prime_pays_five_or_four_of_one_colour() {
    for (cards, six, five) in [
        ("As 9c 7s 5c 2s", "35.00", "30.00"), // five black
        ("Ah 9d 7h 5d 2h", "35.00", "30.00"), // five red
        ("Ah 9h 7h 5h 2h", "35.00", "30.00"),
        ("As 9c 7s 5c 2h", "10.00", "10.00"), // four black
        ("Ah 9d 7h 5d 2s", "10.00", "10.00"), // four red
        ("As 9c 7s 5d 2h", "0.00", "0.00"),   // three and two
    ] {
        for (table, want) in [("PRIME-6", six), ("PRIME-5", five)] {
            let text = format!(
                "1 | {cards} | play | ante=5 odds=5 raise=5 prime=5\nD | Tc 8d 7c 6d 6h | deal"
            );
            let r = Round::new(rules("ODDS-1", "FCB-1", table, &[]), &text);
            assert_eq!(r.owed_of(0, &[Wager::Prime]), want, "{table} {cards}");
        }
    }
    let r = ruled(
        &[],
        "1 | As 9c 7s 5c 2h | play | ante=5 odds=5 raise=5 prime=5\nD | Tc 8d 7c 6d 6h | deal",
    );
    assert!(r.explain(0, Wager::Prime).starts_with("A♠ 9♣ 7♠ 5♣ 2♥ has 4 cards of one colour"));
}

#[test]
fn the_raise_is_once_the_ante_below_a_pair_of_aces() {
    let r = ruled(
        &[],
        "1 | As Ah Kd 9c 2h | play | ante=10 odds=10 raise=30
         2 | Ks Kh 6d 5c 2d | play | ante=10 odds=10 raise=10
         D | Kc 7d 5s 3h 2c | deal",
    );
    assert_eq!(r.owed_of(0, &WAGERS[..3]), "20.00 10.00 60.00");
    let [aces, kings] = [0, 1].map(|row: usize| r.hands[row].rank.unwrap());
    assert_eq!(r.rules.play_multiples_for(aces), [1, 2, 3]);
    assert_eq!(r.rules.play_multiples_for(kings), [1]);
    let strict = rules("ODDS-1", "FCB-1", "PRIME-6", &[("play_multiples", "1-3")]);
    assert_eq!(strict.play_multiples_for(aces), [1, 3]);
    assert_eq!(r.rules.raise(), Wager::Raise);
}

/// A flush on Odds of 2.50 pays 3.75; voided, every stake goes back under both readings.
#[test]
fn chips_and_void_rounds_follow_their_rulings() {
    for (value, want) in [
        ("exact", "6.25"),
        ("down-0.50", "6.00"),
        ("up-0.50", "6.50"),
        ("half-up-0.50", "6.50"),
        ("down-1.00", "5.50"),
        ("up-1.00", "6.50"),
        ("half-up-1.00", "6.50"),
    ] {
        let text =
            "1 | As 9s 5s 3s Kh | play | ante=2.50 odds=2.50 raise=2.50\nD | Qc Jd Th 7c 4d | deal";
        let r = ruled(&[("payout_rounding", value)], text);
        assert_eq!(r.owed_of(0, &[Wager::Odds]), want, "{value}");
    }
    for value in ["stakes-returned", "progressive-stands"] {
        let r = ruled(
            &[("void_round", value)],
            "1 | As 9s 5s 3s Kh | play | ante=10 odds=10 raise=10 four_card_bonus=5 prime=5
             D | Qc Jd Th 7c 4d 2d | deal",
        );
        assert_eq!(r.outcome.state, RoundState::Void);
        assert_eq!(r.owed_of(0, &WAGERS), "10.00 10.00 10.00 5.00 5.00");
        assert!(r.explain(0, Wager::Odds).contains("the dealer has 6 cards, not 5"));
    }
}

#[test]
fn missing_cards_leave_open_what_needs_them() {
    let r = ruled(
        &[],
        "1 | 9s 8h 7d 6c 2h | play | ante=10 odds=10 raise=10 four_card_bonus=5 prime=5\nD | | deal",
    );
    // A straight wins or loses by different columns, so Odds needs the dealer; the side bets do not:
    // a straight 3 to 1; two black and three red cards.
    assert_eq!(r.owed_of(0, &WAGERS), "? ? ? 20.00 0.00");
    let r = ruled(&[], "1 | 9s 8h 7d 6c 2h | play | ante=10 odds=10 raise=10");
    assert_eq!(r.outcome.state, RoundState::Unsettleable(Why::NoDealerHand));
}
