//! The Cover All Bonus, worked by hand from document 002: the highest hand dealt pays everybody who
//! made the wager, in the column of the number of hands, the dealer's among them.

use crate::common::{Round, money, rules_of};
use feltproof_engine::TableRules;
use feltproof_model::Wager;

fn rules(choices: &[(&str, &str)]) -> TableRules {
    let paytables = [(Wager::AnteBonus, "AB-1"), (Wager::CoverAll, "CA-1")];
    rules_of("four-card-poker", &paytables, None, choices, &[])
}

fn ruled(choices: &[(&str, &str)], text: &str) -> Round {
    Round::new(rules(choices), text)
}

fn owed(r: &Round, row: usize) -> String {
    r.owed_of(row, &[Wager::CoverAll])
}

/// Hands of high cards alone that share no card with one another or with those below.
const OTHERS: [&str; 5] =
    ["Kh Qd Tc 7h 4s", "Kd Jh 9c 6h 3s", "Qc Jd 8h 4d 2s", "Th 9d 7c 4h 2d", "Qh Td 8c 6d 3h"];

const DEALER: &str = "D | Jc Ts 9h 7d 4c 2c | deal";

/// The columns as printed, here for 2, 3, 4, 5, 6 and 7 hands.
const MATRIX: [(&str, [i64; 6]); 5] = [
    ("As Ah Ad Ac 2h", [250, 200, 150, 125, 100, 100]),
    ("As Ks Qs Js 2h", [125, 100, 90, 80, 50, 50]),
    ("5s 5h 5d 5c 2h", [90, 80, 60, 50, 30, 35]),
    ("9s 8s 7s 6s 2h", [70, 50, 30, 30, 15, 20]),
    ("5s 5h 5d Kc 2h", [8, 6, 5, 4, 4, 3]),
];

/// Seat 1 with this hand and a wager of 2, then so many others with a wager of 5, then the dealer.
fn table(high: &str, others: usize, action: &str) -> String {
    let mut text = format!("1 | {high} | {action} cover_all=2\n");
    for (seat, cards) in (2..).zip(&OTHERS[..others]) {
        text.push_str(&format!("{seat} | {cards} | play | ante=10 play=10 cover_all=5\n"));
    }
    text + DEALER
}

#[test]
fn every_cell_of_the_matrix_pays_everybody_in_the_wager() {
    for (high, columns) in MATRIX {
        for (others, pays) in columns.into_iter().enumerate() {
            // The high hand counts whether it was played or folded.
            for action in ["play | ante=10 play=10", "fold | ante=10"] {
                let r = ruled(&[], &table(high, others, action));
                for (row, stake) in (0..=others).zip(["2"].into_iter().chain(["5"; 5])) {
                    let want = money(stake).checked_mul(pays + 1).unwrap().plain();
                    assert_eq!(owed(&r, row), want, "{high}: {} hands, row {row}", others + 2);
                }
            }
        }
    }
}

#[test]
fn the_wager_loses_when_nothing_as_good_as_trips_was_dealt() {
    for others in 0..=5 {
        let r = ruled(&[], &table("As Ks Qs 6c 2h", others, "play | ante=10 play=10"));
        assert!((0..=others).all(|row| owed(&r, row) == "0.00"));
    }
    // A flush, a straight and two pair are below three of a kind.
    let r = ruled(
        &[],
        "1 | As 9s 5s 3s Kh | play | ante=10 play=10 cover_all=5
         2 | 9d 8h 7d 6c 2h | play | ante=10 play=10
         D | Qc Qd Jc Jd 4c 2c | deal",
    );
    assert_eq!(owed(&r, 0), "0.00");
    assert_eq!(owed(&r, 1), "0.00", "no wager was made");
    assert_eq!(
        r.explain(0, Wager::CoverAll),
        "no hand of the 3 dealt is three of a kind or better: Cover All of $5.00 is lost"
    );
}

/// Document 002, 7: the dealer's trips, a player's straight flush: the straight flush pays everybody.
#[test]
fn the_highest_hand_counts_whoever_holds_it() {
    const TRIPS: &str = "Jc Js Jh 7d 4c 2c";
    let text = format!(
        "1 | Kh Qd Tc 7h 4s | play | ante=10 play=10 cover_all=5
         2 | 9s 8s 7s 6s 2h | fold | ante=10
         3 | Qc Jd 8h 4d 2s | play | ante=10 play=10
         D | {TRIPS} | deal"
    );
    let r = ruled(&[], &text);
    assert_eq!([owed(&r, 0), owed(&r, 2)], ["155.00", "0.00"]); // 4 hands: 30 to 1
    assert_eq!(
        r.explain(0, Wager::CoverAll),
        "seat 2: 9♠ 8♠ 7♠ 6♠ is a nine-high straight flush, the highest of 4 hands; Cover All pays 30 to 1 on $5.00: $150.00 won, $155.00 returned"
    );
    // Without the straight flush the dealer's three jacks pay: 4 hands, 5 to 1.
    let r = ruled(&[], &text.replace("9s 8s 7s 6s 2h", "9s 8s 7s 6h 2h"));
    assert_eq!(owed(&r, 0), "30.00");
    // Four aces among the dealer's six; 2 hands, 250 to 1.
    let r =
        ruled(&[], "1 | Kh Qd Tc 7h 4s | fold | ante=10 cover_all=5\nD | As Ah Ad Ac Kc 2c | deal");
    assert_eq!(owed(&r, 0), "1255.00");
    assert!(r.explain(0, Wager::CoverAll).starts_with("the dealer: A♣ A♦ A♥ A♠ is four aces"));
}

/// Royal flush and four of a kind in three hands: 100 to 1 by the matrix, 80 by the game's ranking.
/// Four aces stand above both.
#[test]
fn a_royal_flush_beside_four_of_a_kind_follows_the_ruling() {
    let text = "1 | 5s 5h 5d 5c 2h | play | ante=10 play=10 cover_all=5
                2 | As Ks Qs Js 3h | play | ante=10 play=10
                D | Jc Ts 9h 7d 4c 2c | deal";
    let r = ruled(&[("cover_all_royal", "matrix-order")], text);
    assert_eq!(owed(&r, 0), "505.00");
    assert!(r.explain(0, Wager::CoverAll).starts_with("seat 2: A♠ K♠ Q♠ J♠"));
    let r = ruled(&[("cover_all_royal", "hand-ranking")], text);
    assert_eq!(owed(&r, 0), "405.00");
    assert!(r.explain(0, Wager::CoverAll).starts_with("seat 1: 5♣ 5♦ 5♥ 5♠"));
    // A lower straight flush is below four of a kind in both.
    let lower = text.replace("As Ks Qs Js 3h", "Ks Qs Js Ts 3h").replace("Jc Ts 9h", "Jc Td 9h");
    for value in ["matrix-order", "hand-ranking"] {
        let r = ruled(&[("cover_all_royal", value)], &lower);
        assert_eq!(owed(&r, 0), "405.00");
        // The royal flush alone has its own row.
        let alone = text.replace("5s 5h 5d 5c 2h", "5s 5h Kd 9c 2h");
        assert_eq!(owed(&ruled(&[("cover_all_royal", value)], &alone), 0), "505.00");
        let aces = "1 | As Ah Ad Ac 2h | play | ante=10 play=10 cover_all=5
                    2 | Kc Qc Jc Tc 3h | play | ante=10 play=10
                    D | Jd Ts 9h 7d 4c 2c | deal";
        assert_eq!(owed(&ruled(&[("cover_all_royal", value)], aces), 0), "1005.00");
    }
}

/// A hand that is not on record might be the highest, unless four aces are there.
#[test]
fn a_missing_hand_leaves_the_wager_open_unless_four_aces_show() {
    for (high, want) in
        [("As Ks Qs Js 2h", "?"), ("5s 5h 5d Kc 2h", "?"), ("As Ah Ad Ac 2h", "1005.00")]
    {
        let text = format!(
            "1 | {high} | play | ante=10 play=10 cover_all=5
             2 | | fold | ante=10
             {DEALER}"
        );
        let r = ruled(&[], &text);
        assert_eq!(owed(&r, 0), want, "{high}");
        assert_eq!(owed(&r, 1), "0.00", "no wager was made");
        let indicated = r.explain(0, Wager::CoverAll);
        assert_eq!(
            indicated.contains("seat 2 has no cards on record, and every hand dealt"),
            want == "?"
        );
    }
    let r = ruled(&[], "1 | 5s 5h 5d Kc 2h | play | ante=10 play=10 cover_all=5\nD | | deal");
    assert_eq!(owed(&r, 0), "?");
}

/// The matrix has columns for two to seven hands.
#[test]
fn eight_hands_have_no_column() {
    let text = table("5s 5h 5d Kc 2h", 5, "play | ante=10 play=10");
    let eighth = "7 | 9s 8s 7s 6c 3c | play | ante=10 play=10 cover_all=5\nD |";
    let r = ruled(&[], &text.replace("D |", eighth));
    assert_eq!([owed(&r, 0), owed(&r, 6)], ["?", "?"]);
    assert!(r.explain(0, Wager::CoverAll).contains("8 hands were dealt"));
}

#[test]
fn a_void_round_returns_the_wager() {
    let text = table("5s 5h 5d Kc 2h", 2, "play | ante=10 play=10").replace("4c 2c", "4c");
    let r = ruled(&[], &text);
    assert_eq!([owed(&r, 0), owed(&r, 1)], ["2.00", "5.00"]);
}
