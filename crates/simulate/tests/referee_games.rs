//! The second implementation against rounds of Four Card Poker and Four Card Frenzy, worked by hand
//! from documents 002 and 003 and the published descriptions.

use crate::common::{ACES, EIGHTS, FOUR_ACES, KINGS, QUEEN_HIGH, TENS, TO_TWO_PAIR, check_table};
use crate::common::{house, one, returned};
use feltproof_simulate::referee::GameKind::{FourCardFrenzy, FourCardPoker};
use feltproof_simulate::referee::House;

/// Four Card Poker: no qualifying hand, the player wins ties, the Ante bonus is paid to a loser too.
#[test]
fn four_card_poker_against_six_cards() {
    let poker = house(FourCardPoker, &["ante_bonus AB-1", "aces_up AU-1"], &[]);
    let stakes = "ante 10 play 10 aces_up 5";
    let deal = |player, dealer| one(&poker, player, dealer, "play", stakes);
    assert_eq!(deal(ACES, "Ts Th Jd 6c 2d 4h"), "ante 20.00 play 20.00 aces_up 10.00");
    assert_eq!(deal(KINGS, "As Ah Jd 6c 2d 4h"), "");
    // The dealer has queen high, and the player jack high: a loss, whatever the dealer opens with.
    assert_eq!(deal("Jh Ts 8c 7d 3d", "Qh Js 9c 7s 3s 2h"), "");
    let tie = deal("Kc Qd 8h 5s 3c", "Ks Qh 8c 5d 2h 4d");
    assert_eq!(tie, "ante 20.00 play 20.00", "king, queen, eight, five on both sides");
    // Three of a kind 2 to 1, straight flush 20, four of a kind 25, on the Ante and beaten.
    let beaten = "Ac Ad Ah As 2d 3d";
    assert_eq!(deal("9c 9d 9h 6s 2c", beaten), "aces_up 50.00 ante_bonus 20.00");
    assert_eq!(deal("9c 8c 7c 6c 2h", beaten), "aces_up 205.00 ante_bonus 200.00");
    assert_eq!(deal("9c 9d 9h 9s 2c", beaten), "aces_up 255.00 ante_bonus 250.00");
    assert_eq!(deal("9c 7c 5c 2c Kh", beaten), "aces_up 35.00", "a flush has no Ante bonus");
    let folded = |house: &House| one(house, "9c 9d 9h 6s 2c", beaten, "fold", "ante 10 aces_up 5");
    assert_eq!(folded(&poker), "aces_up 50.00", "no Ante bonus on a fold");
    let strict = house(FourCardPoker, &["aces_up AU-1"], &["aces_up_on_fold loses"]);
    assert_eq!(folded(&strict), "");
    let other = house(FourCardPoker, &["ante_bonus AB-2"], &[]);
    for (player, bonus) in
        [("9c 9d 9h 9s 2c", "300.00"), ("9c 8c 7c 6c 2h", "150.00"), ("9c 9d 9h 6s 2c", "20.00")]
    {
        let owed = one(&other, player, beaten, "play", "ante 10 play 30");
        assert_eq!(owed, format!("ante_bonus {bonus}"));
    }
}

/// Seven tables, each with every row and the hand just below.
#[test]
fn aces_up_by_every_table() {
    let hands = [&TO_TWO_PAIR[..], &[ACES, KINGS]].concat();
    for (table, pays) in [
        ("AU-1", [50, 40, 9, 6, 4, 2, 1]),
        ("AU-2", [50, 40, 7, 6, 5, 2, 1]),
        ("AU-3", [50, 30, 9, 6, 4, 2, 1]),
        ("AU-4", [50, 30, 7, 6, 5, 2, 1]),
        ("AU-5", [50, 40, 8, 5, 4, 3, 1]),
        ("AU-6", [50, 40, 8, 6, 4, 2, 1]),
        ("AU-7", [50, 40, 7, 5, 4, 3, 1]),
    ] {
        check_table(FourCardPoker, "aces_up", table, &hands, &pays);
    }
}

/// Document 002: every cell of the matrix. The highest hand moves from seat to dealer and may be
/// folded; everybody with the wager is paid, and nobody else.
#[test]
fn cover_all_by_the_number_of_hands() {
    let poker = house(FourCardPoker, &["cover_all CA-1"], &[]);
    let plain = [
        "Kh 9d 7c 4h 2s",
        "Qh Td 8c 5h 3s",
        "Jd 9s 7h 5d 2h",
        "Kd Ts 8d 6h 3h",
        "Qs Js 8s 6s 4d",
        "Th 9h 6d 3d 2d",
    ];
    for (high, pays) in [
        ("Ac Ad Ah As", [250, 200, 150, 125, 100, 100]),
        ("Ac Kc Qc Jc", [125, 100, 90, 80, 50, 50]),
        ("5c 5s 5h 5d", [90, 80, 60, 50, 30, 35]),
        ("9c 8c 7c 6c", [70, 50, 30, 30, 15, 20]),
        ("3c 3s 3h 9c", [8, 6, 5, 4, 4, 3]),
    ] {
        for (players, pays) in (1..=6).zip(pays) {
            for holder in 0..=players {
                let mut rows = Vec::new();
                for (seat, plain) in plain.iter().enumerate().take(players) {
                    let cards = if seat == holder { &format!("{high} 2c") } else { *plain };
                    let wager = if seat == 0 { "cover_all 5" } else { "" };
                    rows.push(format!("{} | {cards} | fold | {wager}", seat + 1));
                }
                let six =
                    if holder == players { &format!("{high} 2c 4c") } else { "Kc Tc 8h 7d 4s 3c" };
                rows.push(format!("D | {six} | deal"));
                let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
                let owed = returned(&poker, &texts);
                let back = format!("cover_all {}.00", 5 + 5 * pays);
                assert_eq!(owed[0], back, "{high} of {holder}, {players} players");
                assert!(owed[1..].iter().all(String::is_empty));
            }
        }
    }
    // A flush is too little; a hand that is not on record may be anything.
    let flush = ["1 | 9c 7c 5c 2c Kh | play | cover_all 5", "D | Qd Jh 8h 5d 3h 2s | deal"];
    assert_eq!(returned(&poker, &flush)[0], "");
    let unknown =
        ["1 | 9c 7c 5c 2c Kh | play | cover_all 5", "2 | | fold", "D | Qd Jh 8h 5d 3h 2s | deal"];
    assert_eq!(returned(&poker, &unknown)[0], "cover_all ?");
}

/// "If the dealer has three-of-a-kind and a player has a straight flush, the bonus for the straight
/// flush is paid"; and where a royal flush meets four of a kind, matrix and ranking differ.
#[test]
fn cover_all_pays_the_highest_hand_of_all() {
    let poker = |rulings: &[&str]| house(FourCardPoker, &["cover_all CA-1"], rulings);
    let rows = [
        "1 | Kh 9d 7c 4h 2s | fold | cover_all 5",
        "2 | 9c 8c 6c Tc 7c | play | cover_all 10",
        "D | 3c 3s 3h 9h 2d 4s | deal",
    ];
    assert_eq!(returned(&poker(&[]), &rows)[..2], ["cover_all 255.00", "cover_all 510.00"]);
    let rows = [
        "1 | Ac Kc Qc Jc 2s | play | cover_all 5",
        "2 | 5c 5d 5h 5s 7c | play",
        "D | 3c 3s Kh 9h 2d 4s | deal",
    ];
    assert_eq!(returned(&poker(&[]), &rows)[0], "cover_all 505.00", "royal flush 100 to 1");
    let ranked = poker(&["cover_all_royal hand-ranking"]);
    assert_eq!(returned(&ranked, &rows)[0], "cover_all 405.00", "four of a kind 80 to 1");
}

/// Document 003 on $10: the dealer opens with king high or better; the Odds do not care.
#[test]
fn four_card_frenzy_against_the_dealer() {
    let frenzy = house(FourCardFrenzy, &["odds ODDS-1"], &[]);
    let stakes = "ante 10 odds 10 raise 10";
    let deal = |player, dealer| one(&frenzy, player, dealer, "play", stakes);
    assert_eq!(deal(EIGHTS, QUEEN_HIGH), "ante 10.00 odds 10.00 raise 20.00", "does not open");
    assert_eq!(deal("Jh Ts 8c 7d 3d", QUEEN_HIGH), "ante 10.00 raise 20.00", "nor wins the Odds");
    assert_eq!(deal(ACES, TENS), "ante 20.00 odds 10.00 raise 20.00");
    assert_eq!(deal("Kc Qd 8h 5s 3c", "Ks Qh 8c 5d 2h"), "ante 10.00 odds 10.00 raise 10.00");
    assert_eq!(deal(EIGHTS, TENS), "");
    assert_eq!(one(&frenzy, FOUR_ACES, TENS, "fold", "ante 10 odds 10"), "");
    let straight = deal("9c 8d 7h 6s 2c", QUEEN_HIGH);
    assert_eq!(straight, "ante 10.00 odds 20.00 raise 20.00");
    // Two straights to the nine: as a win, or a push.
    let (a, b) = ("9c 8d 7h 6s 2c", "9h 8s 7d 6c 2d");
    assert_eq!(deal(a, b), "ante 10.00 odds 20.00 raise 10.00");
    let pushes = house(FourCardFrenzy, &["odds ODDS-1"], &["odds_on_tie pushes"]);
    assert_eq!(one(&pushes, a, b, "play", stakes), "ante 10.00 odds 10.00 raise 10.00");
}

/// The Odds of a winning hand, one row after the other, and of a beaten one by every table.
#[test]
fn odds_by_every_table() {
    let hands =
        ["Qc Qd Qh Qs 2c", "9c 8c 7c 6c 2h", "9c 9d 9h 6s 2c", "9c 7c 5c 2c Kh", "9c 8d 7h 6s 2c"];
    for (table, lost) in [
        ("ODDS-1", ["1010", "310", "50", "40", "30"]),
        ("ODDS-2", ["1010", "510", "50", "40", "30"]),
        ("ODDS-3", ["5010", "510", "110", "40", "30"]),
        ("ODDS-4", ["5010", "510", "60", "50", "30"]),
        ("ODDS-5", ["5010", "510", "60", "50", "40"]),
        ("ODDS-6", ["310", "160", "160", "25", "20"]),
    ] {
        let frenzy = house(FourCardFrenzy, &[&format!("odds {table}")], &[]);
        for ((hand, lost), won) in hands.iter().zip(lost).zip(["310", "160", "30", "25", "20"]) {
            let owed = |dealer| one(&frenzy, hand, dealer, "play", "odds 10");
            assert_eq!(owed("Ac Ad Ah As 3d"), format!("odds {lost}.00"), "{table} {hand}");
            assert_eq!(owed("Kd Js 8d 4h 3s"), format!("odds {won}.00"), "{table} {hand}");
        }
        let aces = one(&frenzy, FOUR_ACES, "Kc Kd Kh Ks 3d", "play", "odds 10");
        assert_eq!(aces, "odds 2010.00");
    }
}

/// The six tables of the 4 Card Bonus, and Prime; both stand on a fold.
#[test]
fn four_card_bonus_and_prime() {
    let hands = [
        "Ac Ad Ah As 2d",
        "2c 2d 2h 2s Ad",
        "Ac Kc Qc Jc 2h",
        "Kc Qc Jc Tc 2h",
        "Ac Ad Ah Ks 2c",
        "9c 9d 9h 6s 2c",
        "9c 7c 5c 2c Kh",
        "9c 8d 7h 6s 2c",
        "3c 3d 2h 2s Kd",
        "Qc Qd 9s 5h 3c",
        "Jc Jd 9s 5h 3c",
    ];
    for (table, top) in [
        ("FCB-1", [200, 100, 50, 30, 20, 8]),
        ("FCB-2", [200, 100, 50, 40, 20, 7]),
        ("FCB-3", [200, 100, 50, 30, 20, 6]),
        ("FCB-4", [200, 100, 50, 40, 20, 5]),
        ("FCB-5", [200, 100, 50, 40, 20, 8]),
        ("FCB-6", [200, 100, 50, 40, 20, 6]),
    ] {
        let pays = [&top[..], &[4, 3, 2, 1]].concat();
        check_table(FourCardFrenzy, "four_card_bonus", table, &hands, &pays);
    }
    for (table, five) in [("PRIME-6", "35.00"), ("PRIME-5", "30.00")] {
        let frenzy = house(FourCardFrenzy, &[&format!("prime {table}")], &[]);
        let owed = |hand| one(&frenzy, hand, TENS, "fold", "prime 5");
        assert_eq!(owed("Ac Ks Qc 8s 3c"), format!("prime {five}"), "five black");
        assert_eq!(owed("Ad Kh Qd 8h 3c"), "prime 10.00", "four red");
        assert_eq!(owed("Ad Kh Qd 8s 3c"), "", "three red");
    }
}
