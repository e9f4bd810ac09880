//! Rounds put together from three journals, and what each wager of them is owed by the rules of document 001.

use crate::journals::{Heard, Journals, clock, money};
use feltproof_model::{Seat, Wager};

const DEALER: &str = "Kc Qd 9h 5s 2c";

/// A round of one player against the dealer at a table.
fn round(number: u32, time: &str, table: &str, player: &str) -> [String; 2] {
    [
        format!("{number},{time},{table},D01,1,{player}"),
        format!("{number},{time},{table},D01,D,{DEALER},deal"),
    ]
}

/// So many rounds at T2, a minute apart, of a pair of nines each.
fn rounds(numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
    let rounds = numbers.into_iter().zip(0..);
    let round = |(number, at): (u32, u32)| {
        round(number, &clock(at * 60), "T2", "9s 9d 4h 3c Ks,play,10,20,10,20,10,10")
    };
    rounds.flat_map(round).collect()
}

#[test]
fn a_round_has_what_three_journals_tell_of_it() {
    let heard = Journals::new()
        .hands(&[
            "1,10:00:40,T1,D01,3,9s 9d 4h 3c Ks,play,10,20,10,20,10,10,5",
            "1,10:00:40,T1,D01,D,Kc Qd 9h 5s 2c,deal",
            "1,10:00:50,T2,D02,2,9s 9d 4h 3c Ks,play,10,20,10,20,10,10",
            "1,10:00:50,T2,D02,D,Kc Qd 9h 5s 2c,deal",
            "2,10:01:40,T1,D01,3,9s 9d 4h 3c Ks,play,10,20,10,20,10,10,5",
            "2,10:01:40,T1,D01,D,Kc Qd 9h 5s 2c,deal",
        ])
        .controller(&[
            "1,10:00:10,T1,1,coin_in,,3,D01",
            "2,10:00:45,T1,1,end_game,,,D01",
            "3,10:01:10,T1,2,coin_in,,3,D01",
            "4,10:01:45,T1,2,end_game,,,D01",
        ])
        .manager(&[
            "1,10:00:00,L1,grand,reading,,,,,2000.00,0.00",
            "2,10:00:10,L1,grand,coin_in,T1,1,,5.00,2001.00,0.25",
            "3,10:01:10,L1,grand,coin_in,T1,2,,5.00,2002.00,0.50",
        ])
        .follow();
    assert_eq!(heard.keys(), [(0, 0, 1), (0, 0, 2), (1, 0, 1)]);
    for round in &heard.rounds {
        let [player, dealer] = round.seats.as_slice() else { panic!("{round:?}") };
        assert!(player.player().is_some() && *dealer == Seat::Dealer, "{round:?}");
        let of_link = round.table == 0;
        assert_eq!(round.controller, if of_link { &["coin_in", "end_game"][..] } else { &[] });
        assert_eq!(round.manager, if of_link { &["coin_in"][..] } else { &[] });
        assert!(!round.repeated && !round.is_void && !round.may_lack_hands, "{round:?}");
    }
    // Six rows, four events and three.
    assert_eq!((heard.timed, heard.facts.len()), (13, 0), "{:?}", heard.facts);
}

/// Document 001, "Playing vs. Dealer" and "Super Bonus": Ante, Play and Super Bonus of $10 each (Play of three aces may be
/// $30), by what the player and the dealer hold.
#[test]
fn wagers_are_owed_what_the_document_says() {
    let by_hand = [
        // The dealer's K-Q-9-5 qualifies.
        ("a pair beats it", "9s 9d 4h 3c Ks,play", DEALER, 10, [20, 20, 10]),
        ("a queen loses to it", "Qs Jd 8h 4c 2d,play", DEALER, 10, [0, 0, 0]),
        ("the same four tie", "Kd Qh 9s 5c 2h,play", DEALER, 10, [10, 10, 10]),
        ("a straight wins the bonus at 1 to 1", "5d 4d 3h 2s Kd,play", DEALER, 10, [20, 20, 20]),
        ("a flush wins it at 3 to 2", "As Js 8s 3s Kd,play", DEALER, 10, [20, 20, 25]),
        (
            "three aces win it at 2 to 1, Play three times",
            "As Ah Ad 3s Kd,play",
            DEALER,
            30,
            [20, 60, 30],
        ),
        ("a fold loses both", "Qs Jd 8h 4c 2d,fold", DEALER, 0, [0, 0, 0]),
        // A queen does not qualify: Play wins, Ante comes back.
        ("a king beats a queen", "Kd Jh 8s 4c 2h,play", "Qc Jd 9h 5s 2c", 10, [10, 20, 10]),
        ("a pair beats a queen", "9s 9d 4h 3c Ks,play", "Qc Jd 9h 5s 2c", 10, [10, 20, 10]),
        // Three nines beat a pair of aces, a straight flush beats them, and the bonus stands where it is won.
        (
            "a straight loses to three nines",
            "5s 4d 3h 2c Kd,play",
            "9s 9d 9h 5h 2d",
            10,
            [0, 0, 20],
        ),
        (
            "a straight flush wins it at 15 to 1",
            "5s 4s 3s 2s Kd,play",
            "9s 9d 9h 5h 2d",
            10,
            [20, 20, 160],
        ),
        (
            "four aces win it at 200 to 1",
            "As Ah Ac Ad Kd,play",
            "9s 9d 9h 5h 2d",
            30,
            [20, 60, 2010],
        ),
    ];
    let rows = (1..).zip(&by_hand).flat_map(|(number, (_, player, dealer, play, _))| {
        let time = clock(number * 60);
        let play = if *play == 0 { String::new() } else { play.to_string() };
        [
            format!("{number},{time},T2,D01,1,{player},10,,{play},,10"),
            format!("{number},{time},T2,D01,D,{dealer},deal"),
        ]
    });
    let heard = Journals::new().hands(&rows.collect::<Vec<_>>()).follow();
    assert_eq!(heard.rounds.len(), by_hand.len());
    for (round, (what, .., owed)) in heard.rounds.iter().zip(by_hand) {
        let wagers = [Wager::Ante, Wager::Play, Wager::SuperBonus];
        for (wager, dollars) in wagers.into_iter().zip(owed) {
            let found = round.owed.iter().find(|(_, of, _)| *of == wager).map(|(.., owed)| *owed);
            // A Play that was not made is owed nothing, and stands in no row.
            let wanted = Some(Some(money(&dollars.to_string())));
            let is_made = !(what.starts_with("a fold") && wager == Wager::Play);
            assert_eq!(found, wanted.filter(|_| is_made), "{what}: {wager}");
        }
    }
}

/// Document 001, "Irregularities": an incorrect number of cards makes all hands void, and every stake goes back.
#[test]
fn a_hand_of_four_cards_makes_a_round_void() {
    let heard = Journals::new()
        .hands(&[
            "1,10:00:00,T2,D01,1,9s 9d 4h 3c,void,10,10,,,10,10",
            "1,10:00:00,T2,D01,2,Qs Jd 8h 4c 2d,void,15,15,,,15,15",
            "1,10:00:00,T2,D01,D,Kc Qd 9h 5s 2c,void",
        ])
        .follow();
    let [round] = heard.rounds.as_slice() else { panic!("{:?}", heard.rounds) };
    assert!(round.is_void);
    let owed: Vec<_> = round.owed.iter().map(|(.., owed)| *owed).collect();
    assert_eq!(owed, [10, 10, 15, 15].map(|dollars| Some(money(&dollars.to_string()))));
}

#[test]
fn numbers_that_are_missing_are_told_where_they_should_stand() {
    let heard = Journals::new().hands(&rounds([1, 2, 5, 6])).follow();
    assert_eq!(heard.keys(), [1, 2, 5, 6].map(|number| (1, 0, number)));
    // The header is line 1, and each round has two.
    assert_eq!(heard.facts_of("RoundsMissing"), [6]);
}

#[test]
fn a_number_out_of_line_is_that_of_its_neighbours() {
    let mut numbers: Vec<u32> = (1..=12).collect();
    numbers[5] = 600;
    let heard = Journals::new().hands(&rounds(numbers)).follow();
    assert_eq!(heard.keys(), (1..=12).map(|number| (1, 0, number)).collect::<Vec<_>>());
    assert_eq!(heard.facts_of("RoundsOutOfLine"), [12]);
    assert!(heard.facts_of("RoundsMissing").is_empty());
}

#[test]
fn a_block_that_stands_twice_is_read_once() {
    let mut rows = rounds(1..=20);
    let again = rows[8..16].to_vec();
    rows.splice(16..16, again);
    let heard = Journals::new().hands(&rows).follow();
    assert_eq!(heard.keys(), (1..=20).map(|number| (1, 0, number)).collect::<Vec<_>>());
    assert_eq!(heard.facts_of("Copied"), [18]);
    assert_eq!(heard.timed, 40);
    assert!(heard.rounds.iter().all(|round| round.seats.len() == 2), "{:?}", heard.rounds);
}

#[test]
fn a_number_with_other_hands_is_a_second_round() {
    let mut rows = rounds(1..=3);
    rows.extend(round(3, &clock(180), "T2", "As Ah 7c 5d 3s,play,10,20,10,20,10,10"));
    rows.extend(round(4, &clock(240), "T2", "9s 9d 4h 3c Ks,play,10,20,10,20,10,10"));
    let heard = Journals::new().hands(&rows).follow();
    assert_eq!(heard.keys(), [1, 2, 3, 3, 4].map(|number| (1, 0, number)));
    let repeated: Vec<bool> = heard.rounds.iter().map(|round| round.repeated).collect();
    assert_eq!(repeated, [false, false, false, true, false]);
}

#[test]
fn a_round_with_a_row_that_cannot_be_read_may_lack_a_hand() {
    let mut rows = rounds(1..=3);
    rows.insert(2, "2,10:01:00,T2,D01,X,9s 9d 4h 3c Ks,play,10".to_owned());
    let heard = Journals::new().hands(&rows).follow();
    assert_eq!(heard.facts_of("Problem"), [4]);
    assert!(heard.rounds.iter().any(|round| round.round == 2 && round.may_lack_hands));
    assert!(heard.rounds.iter().all(|round| round.round != 3 || !round.may_lack_hands));
}

/// The round under way at six in the morning is of the day before, whose number it bears; the next begins anew.
#[test]
fn numbers_begin_anew_with_the_gaming_day() {
    let mut rows = rounds(1..=2);
    rows.extend(round(3, "2026-06-16T05:59:30", "T2", "9s 9d 4h 3c Ks,play,10"));
    rows.extend(round(1, "2026-06-16T06:01:00", "T2", "9s 9d 4h 3c Ks,play,10"));
    rows.extend(round(2, "2026-06-16T06:02:00", "T2", "9s 9d 4h 3c Ks,play,10"));
    let heard = Journals::new().hands(&rows).follow();
    assert_eq!(heard.keys(), [(1, 0, 1), (1, 0, 2), (1, 0, 3), (1, 1, 1), (1, 1, 2)]);
}

/// Two files of one journal tell together what one file tells, and a line is counted in its own file.
#[test]
fn rounds_of_two_files_are_those_of_one() {
    let all = rounds(1..=30);
    let header = "round,time,table,dealer,seat,cards,action,ante,ante_returned,play,play_returned,super_bonus,\
                  super_bonus_returned,progressive";
    let describe = |heard: &Heard| {
        let rounds = heard.rounds.iter().map(|r| format!("{:?} {:?}", r.seats, r.owed));
        (heard.keys(), rounds.collect::<Vec<_>>(), heard.timed)
    };
    let whole = describe(&Journals::new().hands(&all).follow());
    for cut in [2, 20, 58] {
        let (first, second) = all.split_at(cut);
        let parts = Journals::new().and("hands", header, first).and("hands", header, second);
        assert_eq!(describe(&parts.follow()), whole, "cut after {cut} rows");
    }
}

/// What comes behind the records of the next round is of the round that it names: nothing is said of another one.
#[test]
fn a_record_that_comes_late_is_of_its_own_round() {
    let rounds = || 1..=10_u32;
    let hands = |round: u32| {
        let time = clock(round * 300 + 60);
        [
            format!("{round},{time},T1,D01,1,As Ah 7c 5d 3s,play,10,20,10,20,10,10,5"),
            format!("{round},{time},T1,D01,D,Kc Qd 9h 5s 2c,deal"),
        ]
    };
    let hands: Vec<String> = rounds().flat_map(hands).collect();
    let controller = |round: u32| {
        let (starts, ends) = (clock(round * 300), clock(round * 300 + 90));
        [format!("{starts},T1,{round},coin_in,,1,D01"), format!("{ends},T1,{round},end_game,,,D01")]
    };
    let controller: Vec<String> = rounds().flat_map(controller).collect();
    let coin_in = |round: u32| {
        format!("{},L1,grand,coin_in,T1,{round},,5.00,2000.00,0.00", clock(round * 300))
    };
    let manager: Vec<String> = rounds().map(coin_in).collect();
    let numbered = |rows: Vec<String>| -> Vec<String> {
        rows.iter().enumerate().map(|(at, row)| format!("{},{row}", at + 1)).collect()
    };
    let late = |rows: &[String], from: usize, to: usize, was: u32| {
        let mut rows = rows.to_vec();
        let row = rows.remove(from).replacen(&clock(was), &clock(6 * 300 + 120), 1);
        rows.insert(to, row);
        numbered(rows)
    };
    let right = [numbered(controller.clone()), numbered(manager.clone())];
    for (what, [controller, manager], journal, line) in [
        ("COIN IN", [late(&controller, 8, 11, 1500), right[1].clone()], 1, 13),
        ("END GAME", [late(&controller, 9, 11, 1590), right[1].clone()], 1, 13),
        ("coin-in", [right[0].clone(), late(&manager, 4, 5, 1500)], 2, 7),
    ] {
        let heard =
            Journals::new().hands(&hands).controller(&controller).manager(&manager).follow();
        assert_eq!(heard.keys(), rounds().map(|round| (0, 0, round)).collect::<Vec<_>>(), "{what}");
        let facts: Vec<_> =
            heard.facts.iter().map(|(journal, line, _)| (*journal, *line)).collect();
        assert_eq!(facts, [(journal, line)], "{what}: {:?}", heard.facts);
        for round in &heard.rounds {
            assert_eq!(round.controller, ["coin_in", "end_game"], "{what}: round {}", round.round);
            assert_eq!(round.manager, ["coin_in"], "{what}: round {}", round.round);
        }
    }
}
