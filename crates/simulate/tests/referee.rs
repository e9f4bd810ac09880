//! The second implementation against rounds of Crazy 4 Poker, and of what all games share, worked by
//! hand from the documents.

use crate::common::{ACES, EIGHTS, FOUR_ACES, KINGS, QUEEN_HIGH, TENS, TO_TWO_PAIR, check_table};
use crate::common::{house, one, returned};
use feltproof_simulate::referee::GameKind::{
    Crazy4California, Crazy4Version2, Crazy4Washington, FourCardFrenzy, FourCardPoker,
};
use feltproof_simulate::referee::{GameKind, House};

/// The box "Playing vs. Dealer" of document 001, row by row, on $10. Documents 000 and 004 say the
/// same.
#[test]
fn crazy4_against_the_dealer() {
    for game in [Crazy4Washington, Crazy4California, Crazy4Version2] {
        let house = House::new(game);
        let play = |player, dealer, times: i64| {
            let stakes = format!("ante 10 super_bonus 10 play {}", 10 * times);
            one(&house, player, dealer, "play", &stakes)
        };
        assert_eq!(one(&house, ACES, TENS, "fold", "ante 10 super_bonus 10"), "");
        let eights = play(EIGHTS, QUEEN_HIGH, 1);
        assert_eq!(eights, "ante 10.00 super_bonus 10.00 play 20.00");
        assert_eq!(play(KINGS, TENS, 1), "ante 20.00 super_bonus 10.00 play 20.00");
        assert_eq!(play(ACES, TENS, 3), "ante 20.00 super_bonus 10.00 play 60.00");
        assert_eq!(play(EIGHTS, TENS, 1), "");
        let tie = play("Kc Qd 8h 5s 3c", "Ks Qh 8c 5d 2h", 1);
        assert_eq!(tie, "ante 10.00 super_bonus 10.00 play 10.00");
        // Jack high against queen high: the dealer does not qualify, but holds the better hand.
        let lower = play("Jh Ts 8c 7d 3d", QUEEN_HIGH, 1);
        assert_eq!(lower, "ante 10.00 play 20.00");
    }
    let spared = house(Crazy4Washington, &[], &["super_bonus_vs_unqualified pushes"]);
    let stakes = "ante 10 super_bonus 10 play 10";
    let lower = one(&spared, "Jh Ts 8c 7d 3d", QUEEN_HIGH, "play", stakes);
    assert_eq!(lower, "ante 10.00 super_bonus 10.00 play 20.00");
    assert_eq!(one(&spared, EIGHTS, TENS, "play", stakes), "", "the dealer qualifies");
}

/// "Hands of straight or better always receive SUPER BONUS payouts."
#[test]
fn super_bonus_pays_even_a_loser() {
    let wa = House::new(Crazy4Washington);
    for (player, back) in [
        ("9c 8d 7h 6s 2c", "20.00"),
        ("9c 7c 5c 2c Kh", "25.00"),
        ("9c 9d 9h 6s 2c", "30.00"),
        ("9c 8c 7c 6c 2h", "160.00"),
        ("9c 9d 9h 9s 2c", "310.00"),
    ] {
        let owed = one(&wa, player, FOUR_ACES, "play", "ante 10 super_bonus 10 play 10");
        assert_eq!(owed, format!("super_bonus {back}"), "{player}");
    }
    let owed = one(&wa, FOUR_ACES, "Kc Kd Kh Ks 2c", "play", "ante 10 super_bonus 10 play 30");
    assert_eq!(owed, "ante 20.00 super_bonus 2010.00 play 60.00");
    // 3 to 2 on $2.50 is $3.75.
    for (rounding, back) in [
        ("exact", "6.25"),
        ("down-0.50", "6.00"),
        ("up-0.50", "6.50"),
        ("half-up-1.00", "6.50"),
        ("down-1.00", "5.50"),
    ] {
        let rounded = house(Crazy4Washington, &[], &[&format!("payout_rounding {rounding}")]);
        let owed = one(&rounded, "9c 7c 5c 2c Kh", FOUR_ACES, "play", "super_bonus 2.50");
        assert_eq!(owed, format!("super_bonus {back}"), "{rounding}");
    }
}

/// The tables C4P-09 to C4P-12 and, with them, the lowest rows that pay.
#[test]
fn queens_up_by_every_table() {
    let hands = [&TO_TWO_PAIR[..], &["Qc Qd 9s 5h 3c", "Jc Jd 9s 5h 3c"]].concat();
    for (table, pays) in [
        ("C4P-09", [50, 30, 9, 4, 3, 2, 1]),
        ("C4P-10", [50, 40, 8, 4, 3, 2, 1]),
        ("C4P-11", [50, 30, 8, 4, 3, 2, 1]),
        ("C4P-12", [50, 40, 7, 4, 3, 2, 1]),
    ] {
        check_table(Crazy4Washington, "queens_up", table, &hands, &pays);
        check_table(Crazy4California, "queens_up", table, &hands, &pays);
        check_table(FourCardFrenzy, "four_card_bonus", table, &hands, &pays);
    }
    let strict = house(Crazy4Washington, &["queens_up C4P-09"], &["queens_up_on_fold loses"]);
    assert_eq!(one(&strict, ACES, TENS, "fold", "queens_up 5"), "");
    assert_eq!(one(&strict, ACES, TENS, "play", "queens_up 5"), "queens_up 10.00");
}

/// Document 001, Bad Beat Bonus: the beaten hand decides, whoever holds it.
#[test]
fn bad_beat_is_paid_by_the_beaten_hand() {
    let twos = "2c 2d 3h 3s 9d";
    let straight = "9c 8d 7h 6s 2h";
    let flush = "Tc 7c 5c 4c Kh";
    let trips = "5s 5d 5h Kd 7s";
    let suited = "Jd Td 9d 8d 3c";
    let quads = "4c 4d 4h 4s 9h";
    for (table, pays) in
        [("BBB-01", [20, 30, 50, 200, 10_000, 25_000]), ("BBB-02", [15, 20, 50, 500, 1_000, 1_000])]
    {
        let wa = house(Crazy4Washington, &[&format!("bad_beat {table}")], &[]);
        for (beaten, pays) in [twos, straight, flush, trips, suited, quads].iter().zip(pays) {
            let back = format!("bad_beat {}.00", 5 + 5 * pays);
            let aces = "Ac Ad Ah As Qd";
            let deal = |player, dealer, action| one(&wa, player, dealer, action, "bad_beat 5");
            // The player loses with it, and the player beats it.
            assert_eq!(deal(beaten, aces, "play"), back, "{table} {beaten}");
            assert_eq!(deal(aces, beaten, "play"), back, "{table} {beaten}");
            assert_eq!(deal(beaten, aces, "fold"), back, "hands are compared as dealt");
        }
        // A beaten pair, of the player or of the dealer, wins nothing.
        assert_eq!(one(&wa, KINGS, ACES, "play", "bad_beat 5"), "");
        assert_eq!(one(&wa, straight, ACES, "play", "bad_beat 5"), "");
    }
    let (a, b) = ("2c 2d 3h 3s 9d", "2h 2s 3c 3d Td");
    let wa = |rulings: &[&str]| house(Crazy4Washington, &["bad_beat BBB-01"], rulings);
    assert_eq!(one(&wa(&[]), a, b, "play", "bad_beat 5"), "", "two equal hands of two pair");
    let pushes = wa(&["bad_beat_on_tie pushes"]);
    assert_eq!(one(&pushes, a, b, "play", "bad_beat 5"), "bad_beat 5.00");
    let (c, d) = ("Ac Kd 9h 5s 3d", "Ad Kc 9s 5h 2d");
    assert_eq!(one(&pushes, c, d, "play", "bad_beat 5"), "", "two equal hands without a pair");
    let strict = wa(&["bad_beat_on_fold loses"]);
    assert_eq!(one(&strict, "9c 8d 7h 6s 2h", flush, "fold", "bad_beat 5"), "");
    // Without the dealer's cards nobody knows which hand is beaten.
    assert_eq!(one(&wa(&[]), a, "", "play", "bad_beat 5"), "bad_beat ?");
    assert_eq!(one(&strict, a, "", "fold", "bad_beat 5"), "");
}

/// Pays 1 to 3: "for 1", the wager is not returned; four aces win the meter. Envy goes to the others
/// who wagered, once for every holder.
#[test]
fn tray_pays_and_envy_of_pays_1_to_3() {
    let rows = [
        "1 | 8c 8d 8h 8s 3d | play | progressive 5",
        "2 | 9c 7c 6c Tc 2h | play",
        "3 | Ac Ad Ah As 2d | fold | progressive 5",
        "4 | Jc Jd Jh Js 6d | play",
        "5 | 5c 5d 5h 9s 2s | play | progressive 5",
        "6 | 7d 6s 5s 4h Kd | fold | progressive 5",
        "D | Qc Qd Qh Qs 4d | deal",
    ];
    // What seats 1, 3, 5 and 6 get back; seats 2 and 4 made no wager and never get anything.
    let wa = |pays: &str, rulings: &[&str]| {
        let owed =
            returned(&house(Crazy4Washington, &[&format!("progressive {pays}")], rulings), &rows);
        assert_eq!((&*owed[1], &*owed[3], &*owed[6]), ("", "", ""));
        [0, 2, 4, 5].map(|i| owed[i].replace("progressive ", "").replace(".00", ""))
    };
    // Seat 1's eights and seat 4's jacks (who did not wager) bring $25 each, seat 3's aces $100.
    let pays_3 = ["1500 envy 125", "envy 50 100%", "75 envy 150", "envy 150"];
    assert_eq!(wa("pays-3", &[]), pays_3);
    assert_eq!(wa("pays-2", &[]), pays_3);
    assert_eq!(
        wa("pays-1", &[]),
        ["1500 envy 110", "envy 20 100%", "45 envy 120", "envy 120"],
        "$10 for four of a kind, 9 for 1 for three"
    );
    assert_eq!(
        wa("pays-3", &["envy_holder wagering-player", "envy_per_unit times-wager"]),
        ["1500 envy 500", "envy 125 100%", "75 envy 625", "envy 625"],
        "without seat 4's jacks, times five"
    );
    assert_eq!(
        wa("pays-3", &["progressive_on_fold not-eligible"]),
        ["1500 envy 25", "envy 50", "75 envy 50", "envy 50"],
        "seat 3, folded, wins and brings nothing, but is still paid envy"
    );
    assert_eq!(wa("pays-3", &["envy_to_folded not-paid"])[3], "");
    // The amounts from the second row on: four of a kind $100, and four aces nothing.
    assert_eq!(wa("pays-3", &["envy_reading from-the-second-row"])[3], "envy 200");
}

/// Pays 1 read from the second row: a straight flush brings $10 and three of a kind $5.
#[test]
fn envy_from_the_second_row() {
    let wa =
        house(Crazy4Washington, &["progressive pays-1"], &["envy_reading from-the-second-row"]);
    let rows = [
        "1 | 9h 8h 7h 6h 2c | play",
        "2 | 9c 9d 9s 4s 2d | play",
        "3 | Kc Qd 8h 5s 3c | play | progressive 5",
        "D | Ts Th Jd 6c 2h | deal",
    ];
    assert_eq!(returned(&wa, &rows)[2], "envy 15.00");
}

/// The multi-game link's table: all five cards, "Envy Payouts Are Multiplied by Wager Amount".
#[test]
fn the_link_looks_at_five_cards() {
    for game in [Crazy4Washington, FourCardPoker] {
        let dealer = if game == FourCardPoker {
            "D | 2h 9h 4s 3c Jh 7h | deal"
        } else {
            "D | 2h 9h 4s 3c Jh | deal"
        };
        let rows = [
            "1 | Ac Kc Qc Jc Tc | play | progressive 2",
            "2 | 5d 4d 3d 2d Ad | play | progressive 5",
            "3 | 9c 9d 9h 9s Th | fold | progressive 1",
            "4 | 8c 8d 8h 3s 3h | play | progressive 1",
            "5 | As Qs 7s 5s 4s | play | progressive 1",
            "6 | Kd Qd Jd Ts 9s | play | progressive 1",
        ];
        let mut all: Vec<&str> = rows.to_vec();
        all.push(dealer);
        // Nine of spades twice: the referee does not mind, and every row of the table is there.
        let link = house(game, &["progressive link-5"], &[]);
        let owed = returned(&link, &all);
        assert_eq!(
            owed[..6],
            [
                "envy 10000.00 100%",
                "envy 5000.00 10%",
                "progressive 300.00 envy 6000.00",
                "progressive 50.00 envy 6000.00",
                "progressive 40.00 envy 6000.00",
                "progressive 30.00 envy 6000.00"
            ]
        );
        let swapped = house(game, &["progressive link-5"], &["link_envy_reading swapped"]);
        let owed = returned(&swapped, &all);
        assert_eq!(owed[..2], ["envy 2000.00 100%", "envy 25000.00 10%"]);
        let trips = [
            "1 | 7c 7d 7h 9s 2s | play | progressive 1",
            "2 | 2c 3d 4h 5c Ah | play | progressive 1",
            dealer,
        ];
        assert_eq!(returned(&link, &trips)[..2], ["progressive 9.00", "progressive 30.00"]);
    }
}

/// "If any player or the dealer is dealt an incorrect number of cards, all hands are void."
#[test]
fn a_wrong_count_returns_every_stake() {
    for game in GameKind::ALL {
        let dealer = match game {
            FourCardPoker => "D | Qc Qd Qh Qs 4d 2c | deal",
            Crazy4California => "B4 | Qc Qd Qh Qs 4d | deal | bank 100",
            _ => "D | Qc Qd Qh Qs 4d | deal",
        };
        let house = House::new(game);
        let rows = [
            "1 | 8c 8d 8h 8s 3d | play | ante 10 play 30",
            "2 | 9c 7c 6c Tc 2h 2d | fold | ante 5",
            dealer,
        ];
        let owed = returned(&house, &rows);
        assert_eq!(owed[..2], ["ante 10.00 play 30.00", "ante 5.00"], "{game:?}");
        assert_eq!(owed[2], if game == Crazy4California { "bank 100.00" } else { "" });
        let declared = ["1 | 8c 8d 8h 8s 3d | void | ante 10 play 30", dealer];
        assert_eq!(returned(&house, &declared)[0], "ante 10.00 play 30.00");
    }
    // Five cards are one too few for the dealer of Four Card Poker.
    let short = ["1 | 8c 8d 8h 8s 3d | play | ante 10 play 30", "D | Qc Qd Qh Qs 4d | deal"];
    assert_eq!(returned(&House::new(FourCardPoker), &short)[0], "ante 10.00 play 30.00");
    let stands =
        house(Crazy4Washington, &["progressive pays-3"], &["void_round progressive-stands"]);
    let rows = ["1 | 8c 8d 8h 8s | play | ante 10 progressive 5", "D | Qc Qd Qh Qs 4d | deal"];
    assert_eq!(returned(&stands, &rows)[0], "ante 10.00");
}

/// A missing hand leaves open what depends on it, and nothing else.
#[test]
fn what_is_not_on_record_is_not_decided() {
    let wa = house(Crazy4Washington, &["queens_up C4P-09", "progressive pays-3"], &[]);
    let stakes = "ante 10 super_bonus 10 play 10 queens_up 5";
    let owed = one(&wa, "9c 8d 7h 6s 2c", "", "play", stakes);
    assert_eq!(owed, "ante ? super_bonus 20.00 play ? queens_up 20.00");
    let owed = one(&wa, "", QUEEN_HIGH, "play", stakes);
    assert_eq!(owed, "ante 10.00 super_bonus ? play 20.00 queens_up ?");
    let owed = one(&wa, "", TENS, "fold", "ante 10 super_bonus 10 queens_up 5");
    assert_eq!(owed, "queens_up ?");
    // A wager that the game or the house does not offer.
    assert_eq!(one(&wa, ACES, TENS, "play", "prime 5"), "prime ?");
    let rows =
        ["1 | Kc Qd 8h 5s 3c | play | progressive 5", "2 | | fold", "D | Ts Th Jd 6c 2d | deal"];
    assert_eq!(returned(&wa, &rows)[0], "envy ?");
}
