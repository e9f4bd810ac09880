//! The day of the multi-game link: its meter, its awards of a tenth, its pays and envies.

use crate::common::memory::{Memory, day};
use feltproof_model::Money;
use feltproof_simulate::Plan;
use feltproof_simulate::referee::GameKind;

/// In micro-dollars: 21.25 % of $5 is 1,062,500, 4 % is 200,000. An award of a tenth is a tenth of
/// the display before it, cut to a cent; what is cut off stays, and no reseed follows.
#[test]
fn the_multi_game_link_adds_up_and_a_tenth_leaves_the_rest() {
    for (rounds, seed) in [(200, 1), (400, 5), (3_000, 8)] {
        let (files, _) = day(&Plan::of(GameKind::FourCardPoker, seed, rounds));
        let amount = |text: &str| Money::parse(text.as_bytes()).unwrap().micros();
        let (mut meter, mut reserve, mut display) = (38_214_667_500, 1_146_400_000, 38_214_660_000);
        let (mut tenths, mut wholes, mut cut) = (0, 0, 0);
        let records = files.records("manager.csv");
        for (i, f) in records.iter().enumerate() {
            assert_eq!(f[0], (i + 1).to_string());
            let next = records.get(i + 1).map_or("", |next| next[4]);
            match f[4] {
                "coin_in" => {
                    let wagers = amount(f[8]) / 5_000_000;
                    meter += wagers * 1_062_500;
                    reserve += wagers * 200_000;
                }
                "award" if amount(f[8]) == display => {
                    wholes += 1;
                    meter -= display;
                    // At another table a round may begin in the moment before the reseed.
                    assert!(next == "reseed" || next == "coin_in", "{f:?}");
                }
                "award" => {
                    tenths += 1;
                    cut += i64::from(display % 100_000 > 0);
                    assert_eq!(amount(f[8]), display / 100_000 * 10_000, "{f:?}");
                    meter -= amount(f[8]);
                    assert_ne!(next, "reseed");
                }
                "reseed" => {
                    assert_eq!(amount(f[8]), 5_000_000_000 + reserve);
                    meter += 5_000_000_000 + reserve;
                    reserve = 0;
                }
                "adjustment" => meter += amount(f[8]),
                "reserve_adjustment" => reserve += amount(f[8]),
                _ => assert!(f[8].is_empty(), "{f:?}"),
            }
            display = meter / 10_000 * 10_000;
            assert_eq!((amount(f[9]), amount(f[10])), (display, reserve), "{f:?}");
        }
        // Two scripted royals; three scripted straight flushes, one at the Crazy 4 Poker table.
        assert!(wholes >= 2 && tenths >= 3, "{wholes} and {tenths}");
        assert!(rounds < 1_000 || cut > 0, "no award was cut to a cent");
        let (royals, others) = awards(&files);
        assert_eq!((royals, others), (wholes, tenths));
    }
}

/// Hand buttons with an award of the same round and seat, by their hand: royal flushes and straight
/// flushes. The card is an executive's from $5,000 on, and for both of two awards in one round.
fn awards(files: &Memory) -> (usize, usize) {
    let controller = files.records("controller.csv");
    let mut counts = (0, 0);
    for f in files.records("manager.csv").iter().filter(|f| f[4] == "award") {
        let own = |event: &str| -> Vec<&Vec<&str>> {
            let is_own = |c: &&Vec<&str>| (c[2], c[3], c[5]) == (f[5], f[6], f[7]) && c[4] == event;
            controller.iter().filter(is_own).collect()
        };
        let [button] = own("hand_button")[..] else { panic!("{f:?}") };
        match button[6] {
            "royal_flush" => counts.0 += 1,
            "straight_flush" => counts.1 += 1,
            other => panic!("{other}"),
        }
        let executive = own("executive_card").len();
        assert_eq!(executive + own("supervisor_card").len(), 1, "{f:?}");
        let amount = Money::parse(f[8].as_bytes()).expect("an amount").micros();
        assert!(amount < 5_000_000_000 || executive == 1, "{f:?}");
    }
    counts
}

/// Worked by hand: paid for 1 on $5; envy $5,000 and $1,000 times five, to the others at the table
/// with the wager, folded or not, and once for each hand.
#[test]
fn a_day_of_the_multi_game_link_shows_every_pay_and_both_envies() {
    for (rounds, seed) in [(200, 2), (400, 9)] {
        let (files, summary) = day(&Plan::of(GameKind::FourCardPoker, seed, rounds));
        assert_eq!((summary.scripted, summary.exceptions), (17, 0));
        let records = files.records("hands.csv");
        for (seat, cards, progressive) in [
            // Full house 50, flush 40, straight 30, three of a kind 9, four of a kind 300.
            ("1", "Kh Kd Ks 7c 7d", ["5.00", "250.00", ""]),
            ("2", "Ah Jh 9h 6h 3h", ["5.00", "200.00", ""]),
            ("3", "Tc 9d 8s 7s 6c", ["5.00", "150.00", ""]),
            ("4", "5c 5d 5s Qc 2h", ["5.00", "45.00", ""]),
            ("6", "Jc 8d 4c 3s 2d", ["5.00", "", ""]),
            ("1", "Jc Jd Jh Js 6d", ["5.00", "1500.00", ""]),
            // A straight flush and its two envies; a royal flush and its two.
            ("1", "8d 7d 6d 5d 4d", ["5.00", "", ""]),
            ("3", "Ac Kd 9s 5c 3c", ["5.00", "", "5000.00"]),
            ("4", "Ah Ad Jc 7s 2h", ["5.00", "", "5000.00"]),
            ("2", "Ks Qs As Ts Js", ["5.00", "", ""]),
            ("3", "9c 9d 7h 4d 2c", ["5.00", "", "25000.00"]),
            ("5", "Kd Jh 8c 5c 3d", ["5.00", "", "25000.00"]),
            ("6", "Qd Qh 9h 4c 2d", ["", "", ""]),
            // Both in one round.
            ("2", "Th Jh Qh Kh Ah", ["5.00", "", "5000.00"]),
            ("4", "8c 8s 6d 4h 2c", ["5.00", "", "30000.00"]),
            ("5", "9c Tc Jc Qc Kc", ["5.00", "", "25000.00"]),
            // Four cards are not five: nothing for the holder, nothing for the others.
            ("2", "9h 8h 7h 6h 2c", ["5.00", "", ""]),
            ("5", "Ac Kd 9s 5c 3d", ["5.00", "", ""]),
            ("1", "Ah Kh Qh Jh 3c", ["5.00", "", ""]),
            ("4", "9c 9s 6d 5d 2h", ["5.00", "", ""]),
            // The ace below the two, at the Crazy 4 Poker table.
            ("2", "As 2s 3s 4s 5s", ["5.00", "", ""]),
            ("6", "Jd 9c 7d 5c 2h", ["5.00", "", "5000.00"]),
        ] {
            let mut hands = records.iter().filter(|f| (f[4], f[5]) == (seat, cards));
            assert!(hands.any(|f| f[22..] == progressive), "{rounds} rounds: {seat} {cards}");
        }
        // The right-most of two winners comes first: a tenth; then all that is left, and a reseed.
        let two = records.iter().find(|f| f[5] == "Th Jh Qh Kh Ah").unwrap();
        let manager = files.records("manager.csv");
        let of_round: Vec<_> =
            manager.iter().filter(|f| (f[5], f[6]) == (two[2], two[0])).collect();
        let events: Vec<_> = of_round.iter().map(|f| (f[4], f[7])).collect();
        assert_eq!(events, [("coin_in", ""), ("award", "5"), ("award", "2"), ("reseed", "2")]);
        assert_eq!((of_round[2][8], of_round[2][9]), (of_round[1][9], "0.00"));
        let engagement = files.text("engagement.toml");
        assert_eq!(engagement.matches("link = \"HARBOR-1\"").count(), 4);
        assert_eq!(engagement.matches("value = \"swapped\"").count(), 2);
        assert!(engagement.contains("paytable = \"link-5\"") && engagement.contains("[[stated]]"));
        let controller = files.text("controller.csv");
        assert_eq!(controller.matches(",shuffler_mode,,Four Card Poker Cover All,").count(), 3);
    }
}
