//! Rounds of Crazy 4 Poker version 2, worked by hand from document 004 (Exhibit A). Amounts owed stand
//! in the order Ante, Super Bonus, Play, Queens Up.

use crate::common::{Round, money, rules_of};
use feltproof_engine::{RoundState, TableRules, Why};
use feltproof_model::Wager;

const WAGERS: [Wager; 4] = [Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp];

fn rules(choices: &[(&str, &str)]) -> TableRules {
    let paytables = [(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-12")];
    rules_of("crazy4-v2", &paytables, None, choices, &[])
}

fn ruled(choices: &[(&str, &str)], text: &str) -> Round {
    Round::new(rules(choices), text)
}

/// One player with Ante and Super Bonus of 10 and a Play of 10 against this dealer.
fn owed(choices: &[(&str, &str)], player: &str, dealer: &str) -> String {
    let text = format!("1 | {player} | play | 10 10 10 5\nD | {dealer} | deal");
    ruled(choices, &text).owed_of(0, &WAGERS)
}

/// The five lines of the rules: not qualified, beaten, lost, tied; Super Bonus below a straight.
#[test]
fn the_base_wagers_follow_the_comparison() {
    let player = "Ks Jh 9d 4c 2h";
    for (dealer, want) in [
        ("Qc Jd Ts 8h 2c", "10.00 10.00 20.00 0.00"), // queen high does not qualify
        ("Kc 7d 5s 3h 2c", "20.00 10.00 20.00 0.00"), // king high qualifies and is beaten
        ("Kc Qd 5s 3h 2c", "0.00 0.00 0.00 0.00"),    // a better king high
        ("Kc Jd 9s 4h 3c", "10.00 10.00 10.00 0.00"), // the same four cards
    ] {
        assert_eq!(owed(&[], player, dealer), want, "{dealer}");
    }
}

/// A straight or better always receives its payout, also when it loses: 200, 30, 15, 2, 1.5, 1. On
/// 10 with the stake: beaten by four kings, or by nothing in the case of four aces.
#[test]
fn the_super_bonus_is_paid_on_a_losing_hand() {
    for (player, want) in [
        ("As Ah Ad Ac 2h", "2010.00"),
        ("5s 5h 5d 5c 2h", "310.00"),
        ("As 2s 3s 4s Th", "160.00"),
        ("5s 5h 5d Qc 2h", "30.00"),
        ("As 9s 5s 3s Th", "25.00"),
        ("9s 8h 7d 6c 2h", "20.00"),
        ("9s 9h 6d 6c 2h", "0.00"),
    ] {
        let text = format!("1 | {player} | play | 10 10 10\nD | Ks Kh Kd Kc 3c | deal");
        let r = ruled(&[], &text);
        assert_eq!(r.owed_of(0, &[Wager::SuperBonus]), want, "{player}");
    }
}

/// Queens Up: 50, 40, 7, 4, 3, 2, 1 by the player's own hand; below a pair of queens it loses.
#[test]
fn queens_up_pays_its_table() {
    for (player, pays) in [
        ("As Ah Ad Ac 2h", 50),
        ("As Ks Qs Js 2h", 40),
        ("5s 5h 5d Qc 2h", 7),
        ("As 9s 5s 3s Th", 4),
        ("4s 3h 2d Ac Kh", 3),
        ("9s 9h 6d 6c 2h", 2),
        ("As Ah 6d 5c 2h", 1),
        ("Qs Qh 6d 5c 2h", 1),
        ("Js Jh 6d 5c 2h", -1),
    ] {
        let text = format!("1 | {player} | play | 10 10 10 5\nD | Tc 8d 7h 4c 3d | deal");
        let r = ruled(&[], &text);
        let want = money("5").checked_mul(pays + 1).unwrap().plain();
        assert_eq!(r.owed_of(0, &[Wager::QueensUp]), want, "{player}");
    }
}

/// With a pair of aces or higher the Play may be three times the Ante, not twice.
#[test]
fn the_play_is_once_or_three_times_the_ante() {
    let r = ruled(
        &[],
        "1 | As Ah Kd 9c 2h | play | 10 10 30
         2 | Ks Kh 6d 5c 2d | play | 10 10 10
         D | Kc 7d 5s 3h 2c | deal",
    );
    assert_eq!(r.owed_of(0, &WAGERS), "20.00 10.00 60.00 0.00");
    assert_eq!(r.owed_of(1, &WAGERS), "20.00 10.00 20.00 0.00");
    let [aces, kings] = [0, 1].map(|row: usize| r.hands[row].rank.unwrap());
    assert_eq!(r.rules.play_multiples_for(aces), [1, 3]);
    assert_eq!(r.rules.play_multiples_for(kings), [1]);
    assert_eq!(rules(&[("play_multiples", "1-2-3")]).play_multiples_for(aces), [1, 2, 3]);
}

#[test]
fn the_open_points_follow_their_rulings() {
    let (low, unqualified) = ("Js 9h 8d 4c 2h", "Qc Jd Ts 8h 2c");
    let vs = "super_bonus_vs_unqualified";
    assert_eq!(owed(&[(vs, "loses")], low, unqualified), "10.00 0.00 20.00 0.00");
    assert_eq!(owed(&[(vs, "pushes")], low, unqualified), "10.00 10.00 20.00 0.00");
    let folded = "1 | Qs Qh Jd 9c 8h | fold | 10 10 0 5\nD | Ac Ad Ts 7h 2c | deal";
    for (value, want) in [("stands", "0.00 0.00 0.00 10.00"), ("loses", "0.00 0.00 0.00 0.00")] {
        let r = ruled(&[("queens_up_on_fold", value)], folded);
        assert_eq!(r.owed_of(0, &WAGERS), want);
    }
    // 1.5 times 2.50 is 3.75.
    let flush = "1 | As 9s 5s 3s Th | play | 2.50 2.50 2.50\nD | Ks Kh Kd Kc 3c | deal";
    for (value, want) in [
        ("exact", "6.25"),
        ("down-0.50", "6.00"),
        ("up-0.50", "6.50"),
        ("half-up-0.50", "6.50"),
        ("down-1.00", "5.50"),
        ("up-1.00", "6.50"),
        ("half-up-1.00", "6.50"),
    ] {
        let r = ruled(&[("payout_rounding", value)], flush);
        assert_eq!(r.owed_of(0, &[Wager::SuperBonus]), want, "{value}");
    }
    // No progressive is played here: both readings of a void round return every stake.
    let void = "1 | As 9s 5s 3s | play | 10 10 10 5\nD | Ks Kh Kd Kc 3c | deal";
    for value in ["stakes-returned", "progressive-stands"] {
        let r = ruled(&[("void_round", value)], void);
        assert_eq!(r.outcome.state, RoundState::Void);
        assert_eq!(r.owed_of(0, &WAGERS), "10.00 10.00 10.00 5.00");
    }
}

#[test]
fn a_player_banker_does_not_belong_at_this_table() {
    let r =
        ruled(&[], "1 | As Ah Kd 9c 2h | play | 10 10 30\nB4 | Kc 7d 5s 3h 2c | deal | bank=100");
    assert_eq!(r.outcome.state, RoundState::Unsettleable(Why::PlayerBanker));
    assert_eq!(r.owed_of(0, &WAGERS), "? ? ? ?");
    assert_eq!(r.owed_of(1, &[Wager::Bank]), "?");
}
