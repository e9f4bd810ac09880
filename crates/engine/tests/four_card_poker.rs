//! Rounds of Four Card Poker, worked by hand from the public descriptions that the definition names:
//! five cards against the dealer's six, no qualification, ties win, an automatic bonus on the Ante.
//! Cover All has its own file. Amounts owed stand in the order Ante, Play, Ante Bonus, Aces Up.

use crate::common::{Round, money, rules_of};
use feltproof_engine::{RoundState, TableRules, Why};
use feltproof_model::Wager;

const WAGERS: [Wager; 4] = [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::AcesUp];

fn rules(bonus: &str, aces_up: &str, choices: &[(&str, &str)]) -> TableRules {
    let paytables = [(Wager::AnteBonus, bonus), (Wager::AcesUp, aces_up)];
    rules_of("four-card-poker", &paytables, Some("pays-1"), choices, &[])
}

fn ruled(choices: &[(&str, &str)], text: &str) -> Round {
    Round::new(rules("AB-1", "AU-1", choices), text)
}

/// One player with an Ante of 10, a Play of 30 and Aces Up of 5.
fn against(player: &str, dealer: &str) -> Round {
    let text = format!("1 | {player} | play | ante=10 play=30 aces_up=5\nD | {dealer} | deal");
    ruled(&[], &text)
}

fn owed(player: &str, dealer: &str) -> String {
    against(player, dealer).owed_of(0, &WAGERS)
}

/// Equal fours: Ante and Play win 1 to 1. The fifth and sixth cards do not count.
#[test]
fn the_player_wins_ties() {
    let r = against("As Kh Qd 9c 8h", "Ac Kd Qs 9h 7c 2d");
    assert_eq!(r.owed_of(0, &WAGERS), "20.00 60.00 0.00 0.00");
    assert_eq!(
        r.explain(0, Wager::Play),
        "dealer A♣ K♦ Q♠ 9♥ is ace-high; player A♠ K♥ Q♦ 9♣ is ace-high and ties it; Play wins 1 to 1 on $30.00: $30.00 won, $60.00 returned"
    );
    assert_eq!(owed("Ts 9h 8d 7c 2h", "Tc 9d 8s 7h 2c 2d"), "20.00 60.00 0.00 25.00");
}

/// No hand of the dealer's is too low to play: nine high beats eight high and is beaten by ten high.
#[test]
fn the_dealer_needs_no_qualifying_hand() {
    let dealer = "9c 7d 5s 4h 3c 2d"; // 5-4-3-2 is a straight
    assert_eq!(owed("As Ah Kd 9h 6c", dealer), "0.00 0.00 0.00 10.00");
    let dealer = "9c 8d 6s 4h 3c 2d"; // 9-8-6-4
    assert_eq!(owed("8s 7h 5d 4c 2h", dealer), "0.00 0.00 0.00 0.00");
    assert_eq!(owed("Ts 7h 5d 4c 2h", dealer), "20.00 60.00 0.00 0.00");
    assert!(against("Ts 7h 5d 4c 2h", dealer).outcome.dealer_qualifies);
}

/// The dealer plays the best four of six: of three pairs the upper two, a flush before a pair, trips
/// before a flush, a straight flush hidden among six.
#[test]
fn the_dealer_plays_the_best_four_of_six() {
    for (player, dealer, want) in [
        // K K 5 5 against K K 9 9 of three pairs; two pair pay Aces Up 2 to 1.
        ("Kh Ks 5h 5s Ac", "Kc Kd 9s 9h 5c 5d", "0.00 0.00 0.00 15.00"),
        ("Kh Ks Th Ts Ac", "Kc Kd 9s 9h 5c 5d", "20.00 60.00 0.00 15.00"),
        // A straight against the four clubs; Aces Up 4 to 1.
        ("9s 8h 7d 6c 2h", "Ac Tc 5c 4c Kd Kh", "0.00 0.00 0.00 25.00"),
        // Three fives beat the flush: Ante Bonus 2 x 10, Aces Up 9 x 5.
        ("5s 5h 5d 8c 2h", "Ac 9c 7c 4c Kd Kh", "20.00 60.00 20.00 50.00"),
        // Three sixes among six cards beat three fives.
        ("5s 5h 5d 8c 2h", "6s 6h 6d Qc 9h 3c", "0.00 0.00 20.00 50.00"),
        // 7-6-5-4 of clubs is seen through the pair of kings.
        ("5s 5h 5d 8h 2h", "7c 6c 5c 4c Kd Kh", "0.00 0.00 20.00 50.00"),
    ] {
        assert_eq!(owed(player, dealer), want, "{player} against {dealer}");
    }
}

/// 25/20/2 and 30/15/2 times the Ante of 10 for four of a kind, straight flush, trips, whether the
/// hand wins or loses; nothing below, nothing on a fold.
#[test]
fn the_automatic_bonus_is_paid_whatever_the_dealer_holds() {
    for (player, first, second) in [
        ("As Ah Ad Ac 2h", "250.00", "300.00"),
        ("5s 5h 5d 5c 2h", "250.00", "300.00"),
        ("9s 8s 7s 6s 2h", "200.00", "150.00"),
        ("5s 5h 5d 8c 2h", "20.00", "20.00"),
        ("As 9s 5s 3s 8h", "0.00", "0.00"),
    ] {
        for (paytable, want) in [("AB-1", first), ("AB-2", second)] {
            for dealer in ["Ts Th Td Tc 4c 3d", "Qc Jd Th 7c 4h 3d"] {
                let text = |action| format!("1 | {player} | {action}\nD | {dealer} | deal");
                let rules = rules(paytable, "AU-1", &[]);
                let r = Round::new(rules.clone(), &text("play | ante=10 play=10"));
                assert_eq!(r.owed_of(0, &[Wager::AnteBonus]), want, "{player} against {dealer}");
                let r = Round::new(rules, &text("fold | ante=10"));
                assert_eq!(r.owed_of(0, &[Wager::AnteBonus, Wager::Ante]), "0.00 0.00");
            }
        }
    }
    // The four fives lose to four tens, and the payment stands alone: the stake was the Ante's.
    let r = against("5s 5h 5d 5c 2h", "Ts Th Td Tc 4c 3d");
    assert_eq!(r.owed_of(0, &WAGERS), "0.00 0.00 250.00 255.00");
    assert!(r.explain(0, Wager::AnteBonus).ends_with(
        "the automatic bonus pays 25 to 1 on the Ante of $10.00: $250.00 paid, whatever the dealer holds"
    ));
}

/// The dealer's cards are not needed for the bonus and Aces Up; Ante and Play are open without them.
#[test]
fn the_bonus_needs_the_players_own_cards_alone() {
    let r = ruled(&[], "1 | 5s 5h 5d 8c 2h | play | ante=10 play=10 aces_up=5\nD | | deal");
    assert_eq!(r.owed_of(0, &WAGERS), "? ? 20.00 50.00");
    let r = ruled(&[], "1 | | play | ante=10 play=10 aces_up=5\nD | Qc Jd Th 7c 4h 3d | deal");
    assert_eq!(r.owed_of(0, &WAGERS), "? ? ? ?");
    // A stake that contradicts the action leaves the bonus open as well.
    let r = ruled(&[], "1 | 5s 5h 5d 8c 2h | fold | ante=10 play=10\nD | Qc Jd Th 7c 4h 3d | deal");
    assert_eq!(r.owed_of(0, &[Wager::Ante, Wager::AnteBonus]), "? ?");
}

/// The seven Aces Up tables: four of a kind, straight flush, trips, flush, straight, two pair, aces.
#[test]
fn aces_up_pays_its_seven_tables() {
    let cards = [
        "As Ah Ad Ac 2h",
        "As Ks Qs Js 2h",
        "5s 5h 5d Kc 2h",
        "As 9s 5s 3s Kh",
        "4s 3h 2d Ac Kh",
        "2s 2h 3d 3c Qh",
        "As Ah 4d 3c Th",
        "Ks Kh 4d 3c Ah",
    ];
    for (id, pays) in [
        ("AU-1", [50, 40, 9, 6, 4, 2, 1]),
        ("AU-2", [50, 40, 7, 6, 5, 2, 1]),
        ("AU-3", [50, 30, 9, 6, 4, 2, 1]),
        ("AU-4", [50, 30, 7, 6, 5, 2, 1]),
        ("AU-5", [50, 40, 8, 5, 4, 3, 1]),
        ("AU-6", [50, 40, 8, 6, 4, 2, 1]),
        ("AU-7", [50, 40, 7, 5, 4, 3, 1]),
    ] {
        for (cards, odds) in cards.iter().zip(pays.into_iter().map(|p| p + 1).chain([0])) {
            let text = format!(
                "1 | {cards} | play | ante=5 play=5 aces_up=5\nD | Td 8s 7c 6d 6h 9h | deal"
            );
            let r = Round::new(rules("AB-1", id, &[]), &text);
            let want = money("5").checked_mul(odds).unwrap().plain();
            assert_eq!(r.owed_of(0, &[Wager::AcesUp]), want, "{id} {cards}");
        }
    }
}

#[test]
fn aces_up_stands_or_goes_with_a_fold() {
    let text = "1 | As Ah 4d 3c Th | fold | ante=10 aces_up=5\nD | Td 8s 7c 6d 6h 9h | deal";
    let stands = ruled(&[("aces_up_on_fold", "stands")], text);
    assert_eq!(stands.owed_of(0, &WAGERS), "0.00 0.00 0.00 10.00");
    let loses = ruled(&[("aces_up_on_fold", "loses")], text);
    assert_eq!(loses.owed_of(0, &WAGERS), "0.00 0.00 0.00 0.00");
    assert!(loses.explain(0, Wager::AcesUp).ends_with("(ruling aces_up_on_fold: loses)"));
}

/// One to three times the Ante with any hand.
#[test]
fn any_hand_may_be_played_for_three_times_the_ante() {
    let r = against("9s 7h 5d 4c 2h", "Qc Jd Th 7c 4h 3d");
    assert_eq!(r.rules.play_multiples_for(r.hands[0].rank.unwrap()), [1, 2, 3]);
    assert_eq!(r.rules.players(), (1, 6));
}

/// On an Ante of 2.50: won 2.50 beside the stake; the bonus of four of a kind is 25 x 2.50 = 62.50.
#[test]
fn payouts_come_in_whole_chips_where_ruled() {
    for (value, ante, bonus) in [
        ("exact", "5.00", "62.50"),
        ("down-0.50", "5.00", "62.50"),
        ("up-0.50", "5.00", "62.50"),
        ("half-up-0.50", "5.00", "62.50"),
        ("down-1.00", "4.50", "62.00"),
        ("up-1.00", "5.50", "63.00"),
        ("half-up-1.00", "5.50", "63.00"),
    ] {
        let text = "1 | 5s 5h 5d 5c 2h | play | ante=2.50 play=2.50\nD | Qc Jd Th 7c 4h 3d | deal";
        let r = ruled(&[("payout_rounding", value)], text);
        assert_eq!(r.owed_of(0, &[Wager::Ante, Wager::AnteBonus]), format!("{ante} {bonus}"));
    }
}

/// Six cards for the dealer, five for a player: any other number voids every hand.
#[test]
fn a_wrong_number_of_cards_voids_the_round() {
    for (player, dealer, says) in [
        ("9s 7h 5d 4c 2h", "Qc Jd Th 7c 4h", "the dealer has 5 cards, not 6"),
        ("9s 7h 5d 4c", "Qc Jd Th 7c 4h 3d", "seat 1 has 4 cards, not 5"),
        ("9s 7h 5d 4c 2h 2c", "Qc Jd Th 7c 4h 3d", "seat 1 has 6 cards, not 5"),
    ] {
        let text = format!(
            "1 | {player} | play | ante=10 play=30 aces_up=5 progressive=5\nD | {dealer} | deal"
        );
        let all = [Wager::Ante, Wager::Play, Wager::AnteBonus, Wager::AcesUp, Wager::Progressive];
        let r = ruled(&[], &text);
        assert_eq!(r.outcome.state, RoundState::Void);
        assert_eq!(r.owed_of(0, &all), "10.00 30.00 0.00 5.00 5.00");
        assert!(r.explain(0, Wager::Ante).contains(says), "{says}");
        let r = ruled(&[("void_round", "progressive-stands")], &text);
        assert_eq!(r.owed_of(0, &all), "10.00 30.00 0.00 5.00 0.00");
        assert!(r.explain(0, Wager::Progressive).contains("stands for the redeal"));
    }
    let r = ruled(&[], "1 | 9s 7h 5d 4c 2h | play | ante=10 play=10\nB4 | Qc Jd Th 7c 4h | deal");
    assert_eq!(r.outcome.state, RoundState::Unsettleable(Why::PlayerBanker));
}

/// Pays 1 by the best four: four aces take the meter, the others have 300, 100 and 9 for 1.
#[test]
fn the_four_card_progressive_pays_the_best_four() {
    for (cards, owed, share) in [
        ("As Ah Ad Ac 2h", "0.00", true),
        ("5s 5h 5d 5c 2h", "1500.00", false),
        ("As Ks Qs Js 2h", "500.00", false),
        ("5s 5h 5d Kc 2h", "45.00", false),
        ("As 9s 5s 3s Kh", "0.00", false),
    ] {
        let text = format!(
            "1 | {cards} | play | ante=10 play=10 progressive=5\nD | Td 8s 7c 6d 6h 9h | deal"
        );
        let r = ruled(&[], &text);
        assert_eq!(r.owed_of(0, &[Wager::Progressive]), owed, "{cards}");
        assert_eq!(r.hands[0].meter_share.is_some(), share, "{cards}");
    }
}

/// Pays 1: seat 1 a straight flush (envy 5), seat 2 four of a kind without a progressive wager (10),
/// seat 3 folded.
#[test]
fn the_rulings_of_the_progressive_apply_here_too() {
    const TEXT: &str = "1 | 9s 8s 7s 6s 2h | play | ante=10 play=10 progressive=5
                        2 | 5s 5h 5d 5c 2s | play | ante=10 play=10
                        3 | Js 9h 8d 4c 2d | fold | ante=10 progressive=5
                        D | Qc Jd Th 7d 3c 3d | deal";
    let owed = |ruling: &str, value: &str| {
        let r = ruled(&[(ruling, value)], TEXT);
        [0, 2].map(|i: usize| r.owed_of(i, &[Wager::Envy]))
    };
    for (ruling, value, want) in [
        ("envy_holder", "any-player", ["10.00", "15.00"]),
        ("envy_holder", "wagering-player", ["0.00", "5.00"]),
        ("envy_to_folded", "paid", ["10.00", "15.00"]),
        ("envy_to_folded", "not-paid", ["10.00", "0.00"]),
        ("envy_per_unit", "once", ["10.00", "15.00"]),
        ("envy_per_unit", "times-wager", ["50.00", "75.00"]),
        ("envy_reading", "from-the-top", ["10.00", "15.00"]),
        ("envy_reading", "from-the-second-row", ["100.00", "110.00"]),
        ("award_order", "right-most-first", ["10.00", "15.00"]),
        ("award_order", "left-most-first", ["10.00", "15.00"]),
        ("award_order", "seats-as-listed: 3 1 2", ["10.00", "15.00"]),
        ("award_order", "largest-first", ["10.00", "15.00"]),
        ("award_order", "smallest-first", ["10.00", "15.00"]),
        ("award_order", "as-confirmed", ["10.00", "15.00"]),
        ("award_order", "on-one-reading", ["10.00", "15.00"]),
        ("reserve_of_void_round", "from-meter", ["10.00", "15.00"]),
        ("reserve_of_void_round", "from-reserve", ["10.00", "15.00"]),
    ] {
        assert_eq!(owed(ruling, value), want, "{ruling}: {value}");
    }
    let folded =
        TEXT.replace("5c 2s | play | ante=10 play=10", "5c 2s | fold | ante=10 progressive=5");
    for (value, prize, envy) in [("eligible", "1500.00", "10.00"), ("not-eligible", "0.00", "0.00")]
    {
        let r = ruled(&[("progressive_on_fold", value)], &folded);
        assert_eq!(r.owed_of(1, &[Wager::Progressive]), prize);
        assert_eq!(r.owed_of(0, &[Wager::Envy]), envy);
    }
}
