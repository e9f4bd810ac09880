//! The Bad Beat Bonus of document 001, worked by hand. It wins when the player loses with two pair or
//! better, paid by the player's own beaten hand, and when the player beats the dealer's two pair or
//! better, paid by the dealer's.

use crate::common::{Round, rules_of};
use feltproof_engine::TableRules;
use feltproof_model::Wager;

fn rules(paytable: &str, choices: &[(&str, &str)]) -> TableRules {
    let paytables = [(Wager::SuperBonus, "SB"), (Wager::BadBeat, paytable)];
    rules_of("crazy4-wa", &paytables, None, choices, &[])
}

fn round(paytable: &str, choices: &[(&str, &str)], player: &str, dealer: &str) -> Round {
    let text = format!(
        "1 | {player} | play | ante=10 super_bonus=10 play=10 bad_beat=5
         D | {dealer} | deal"
    );
    Round::new(rules(paytable, choices), &text)
}

/// What the $5 wager is owed.
fn owed(paytable: &str, choices: &[(&str, &str)], player: &str, dealer: &str) -> String {
    round(paytable, choices, player, dealer).owed_of(0, &[Wager::BadBeat])
}

const FOUR_TENS: &str = "Ts Th Td Tc 3c";

/// The hands that a row is for, four of a kind first; none shares a card with the four tens.
const BEATEN: [&str; 6] = [
    "5s 5h 5d 5c 2h",
    "9s 8s 7s 6s 2h",
    "5s 5h 5d Kc 2h",
    "As 9s 5s 3s Kh",
    "9s 8h 7d 6c 2h",
    "9s 9h 4d 4c Kh",
];

/// On $5: the pays of each row times 5, and the stake. Paytable 1 is printed again as BBB 01, and
/// Paytable 2 as BBB 02, where four of a kind belongs to "straight flush or higher".
#[test]
fn both_tables_pay_by_the_beaten_hand_whichever_side_holds_it() {
    for (paytable, pays) in [
        ("BBB-01", ["125005.00", "50005.00", "1005.00", "255.00", "155.00", "105.00"]),
        ("BBB-02", ["5005.00", "5005.00", "2505.00", "255.00", "105.00", "80.00"]),
    ] {
        for (hand, want) in BEATEN.iter().zip(pays) {
            assert_eq!(owed(paytable, &[], hand, FOUR_TENS), want, "{paytable}: {hand} loses");
            assert_eq!(owed(paytable, &[], FOUR_TENS, hand), want, "{paytable}: {hand} is beaten");
        }
    }
}

/// Below two pair nothing pays, on either side: a beaten pair, and two pair that beat a pair.
#[test]
fn a_beaten_hand_below_two_pair_loses_the_bet() {
    let pair = "As Ah Kd 9c 2h";
    let two_pair = "9s 9h 4d 4c Kh";
    assert_eq!(owed("BBB-01", &[], pair, FOUR_TENS), "0.00");
    assert_eq!(owed("BBB-01", &[], FOUR_TENS, pair), "0.00");
    assert_eq!(owed("BBB-01", &[], two_pair, "Ac Ad Ks 8h 3c"), "0.00");
    assert_eq!(owed("BBB-01", &[], "Ac Ad Ks 8h 3c", two_pair), "0.00");
}

/// Nines and fours against nines and threes: both sides hold two pair, and one is beaten.
#[test]
fn two_pair_beaten_by_a_better_two_pair_pays_both_ways() {
    let (better, worse) = ("9s 9h 4d 4c Kh", "9d 9c 3s 3h Ac");
    assert_eq!(owed("BBB-01", &[], worse, better), "105.00");
    assert_eq!(owed("BBB-01", &[], better, worse), "105.00");
    assert_eq!(owed("BBB-02", &[], worse, better), "80.00");
}

/// The same two pair on both sides: nobody loses. With a pair there is nothing to push either.
#[test]
fn a_tie_loses_or_pushes() {
    let pushes = [("bad_beat_on_tie", "pushes")];
    let (player, dealer) = ("9s 9h 4d 4c Kh", "9d 9c 4s 4h Ac");
    assert_eq!(owed("BBB-01", &[], player, dealer), "0.00");
    assert_eq!(owed("BBB-01", &[("bad_beat_on_tie", "loses")], player, dealer), "0.00");
    assert_eq!(owed("BBB-01", &pushes, player, dealer), "5.00");
    let (player, dealer) = ("As Ah Kd 9c 2h", "Ac Ad Ks 9h 3c");
    assert_eq!(owed("BBB-01", &[], player, dealer), "0.00");
    assert_eq!(owed("BBB-01", &pushes, player, dealer), "0.00");
}

/// Two pair folded, then beaten by trips: hands are compared as dealt, or the bet goes with the fold.
#[test]
fn a_folded_hand_follows_the_ruling() {
    let loses = [("bad_beat_on_fold", "loses")];
    for (player, dealer, stands) in [
        ("9s 9h 4d 4c Kh", "5s 5h 5d Kc 2h", "105.00"),
        ("5s 5h 5d Kc 2h", "9s 9h 4d 4c Kh", "105.00"),
        ("As Ah Kd 9c 2h", "5s 5h 5d Kc 2c", "0.00"),
    ] {
        let text = format!(
            "1 | {player} | fold | ante=10 super_bonus=10 bad_beat=5
             D | {dealer} | deal"
        );
        let r = Round::new(rules("BBB-01", &[]), &text);
        assert_eq!(r.owed_of(0, &[Wager::BadBeat, Wager::Ante]), format!("{stands} 0.00"));
        let r = Round::new(rules("BBB-01", &loses), &text);
        assert_eq!(r.owed_of(0, &[Wager::BadBeat, Wager::Ante]), "0.00 0.00");
        assert_eq!(
            r.explain(0, Wager::BadBeat),
            "the hand was folded: Bad Beat Bonus of $5.00 is lost (ruling bad_beat_on_fold: loses)"
        );
    }
}

/// Whether the dealer qualifies is not asked, and the other wagers are settled as ever: a straight
/// that loses to trips loses Ante and Play, is paid its Super Bonus (1 to 1) and the Bad Beat (30).
#[test]
fn the_bet_is_settled_beside_the_others() {
    let r = round("BBB-01", &[], "9s 8h 7d 6c 2h", "5s 5h 5d Kc 2c");
    let wagers = [Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::BadBeat];
    assert_eq!(r.owed_of(0, &wagers), "0.00 20.00 0.00 155.00");
    let indicated = r.explain(0, Wager::BadBeat);
    assert!(
        indicated.ends_with(
            "straight is beaten, Bad Beat Bonus pays 30 to 1 on $5.00: $150.00 won, $155.00 returned"
        ),
        "{indicated}"
    );
}

#[test]
fn the_bet_needs_both_hands_where_it_might_win() {
    for (player, dealer, want) in [
        ("9s 9h 4d 4c Kh", "", "?"),
        ("", FOUR_TENS, "?"),
        // Less than two pair neither pays nor beats what pays, whatever the dealer holds.
        ("As Ah Kd 9c 2h", "", "0.00"),
    ] {
        assert_eq!(owed("BBB-01", &[], player, dealer), want, "{player} against {dealer}");
    }
    let r = round("BBB-01", &[], "9s 9h 4d 4c Kh", "");
    assert!(r.explain(0, Wager::BadBeat).starts_with("the dealer has no cards on record"));
}

/// The words say what was settled, also where both hold the same pair and ties push.
#[test]
fn the_words_agree_with_the_amount_on_a_tie() {
    let pushes = [("bad_beat_on_tie", "pushes")];
    let r = round("BBB-01", &pushes, "9s 9h 4d 4c Kh", "9d 9c 4s 4h Ac");
    assert!(
        r.explain(0, Wager::BadBeat).ends_with("(ruling bad_beat_on_tie: pushes): $5.00 returned")
    );
    let r = round("BBB-01", &pushes, "As Ah Kd 9c 2h", "Ac Ad Ks 9h 3c");
    let indicated = r.explain(0, Wager::BadBeat);
    assert!(
        indicated.ends_with("$5.00 is lost"),
        "owed {} but: {indicated}",
        r.owed_of(0, &[Wager::BadBeat])
    );
}

/// A table that does not offer the bet cannot say what it pays.
#[test]
fn a_table_without_the_bet_decides_nothing() {
    let rules = rules_of("crazy4-wa", &[(Wager::SuperBonus, "SB")], None, &[], &[]);
    let r = Round::new(
        rules,
        "1 | 9s 9h 4d 4c Kh | play | ante=10 super_bonus=10 play=10 bad_beat=5
         D | 5s 5h 5d Kc 2h | deal",
    );
    assert_eq!(r.owed_of(0, &[Wager::BadBeat, Wager::Ante]), "? 0.00");
}
