//! Shoes of several decks, and hands in rows of which nobody said that they are hands: what is asked, and that the
//! option in the question reads the file.

use crate::common;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The minimal standard generator of Park and Miller: no generator of this project's.
struct Minimal(u64);

impl Minimal {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        usize::try_from(self.0).unwrap() * n / 2_147_483_647
    }

    /// As many decks as said, in one fair order.
    fn shoe(&mut self, decks: usize) -> Vec<usize> {
        let mut shoe: Vec<usize> = (0..52 * decks).map(|card| card % 52).collect();
        (1..shoe.len()).rev().for_each(|i| {
            let other = self.below(i + 1);
            shoe.swap(i, other);
        });
        shoe
    }
}

fn named(cards: &[usize]) -> String {
    let name = |card: &usize| {
        let (rank, suit) = (b"23456789TJQKA"[card % 13], b"cdhs"[card / 13]);
        format!("{}{}", char::from(rank), char::from(suit))
    };
    cards.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn written(folder: &Path, name: &str, rows: impl Iterator<Item = Vec<usize>>) {
    let lines: String = rows.map(|cards| named(&cards) + "\n").collect();
    fs::write(folder.join(name), lines).unwrap();
}

fn judged(folder: &Path, args: &str) -> (i32, Value) {
    let args: Vec<&str> = args.split(' ').chain(["--format", "json"]).collect();
    let output = common::feltproof(folder).args(&args).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_slice(&output.stdout).expect(&said);
    (output.status.code().unwrap(), report["sources"][0].clone())
}

fn refused(folder: &Path, args: &str) -> String {
    let args: Vec<&str> = args.split(' ').collect();
    let output = common::feltproof(folder).args(&args).current_dir(folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    said
}

/// Points of a card in baccarat.
fn points(card: usize) -> usize {
    match card % 13 {
        rank @ 0..=7 => rank + 2,
        12 => 1,
        _ => 0,
    }
}

/// The coups of a shoe up to the cut card, by the fixed rules of the third card.
fn coups(shoe: &[usize]) -> Vec<Vec<usize>> {
    let (mut at, mut all) = (0, Vec::new());
    while at < 400 {
        let mut coup = shoe[at..at + 4].to_vec();
        let sum = |a: usize, b: usize| (points(coup[a]) + points(coup[b])) % 10;
        let (player, banker) = (sum(0, 2), sum(1, 3));
        if player < 8 && banker < 8 {
            let third = (player <= 5).then(|| points(shoe[at + 4]));
            coup.extend(third.map(|_| shoe[at + 4]));
            let draws = match (banker, third) {
                (0..=2, _) | (3..=5, None) => true,
                (3, Some(third)) => third != 8,
                (4, Some(third)) => (2..=7).contains(&third),
                (5, Some(third)) => (4..=7).contains(&third),
                (6, Some(third)) => third == 6 || third == 7,
                _ => false,
            };
            if draws {
                coup.push(shoe[at + coup.len()]);
            }
        }
        at += coup.len();
        all.push(coup);
    }
    all
}

#[test]
fn coups_of_baccarat_are_no_fault_and_the_question_says_how_to_read_them() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(7);
    let shoes: Vec<Vec<Vec<usize>>> = (0..120).map(|_| coups(&chance.shoe(8))).collect();
    written(folder, "coups.txt", shoes.iter().flatten().cloned());
    let question = refused(folder, "shuffle coups.txt --dealt any");
    assert!(question.contains("stands at positions"), "{question}");
    assert!(question.contains("say --decks-per-shoe"), "{question}");
    let (code, read) = judged(folder, "shuffle coups.txt --dealt any --decks-per-shoe 8");
    assert_eq!((code, read["faults_total"].as_u64()), (0, Some(0)), "{read}");
    // What is said to be one deck is wrong with certainty.
    let (code, one) = judged(folder, "shuffle coups.txt --dealt any --decks-per-shoe 1");
    assert_eq!(code, 1);
    assert!(one["faults_total"].as_u64().unwrap() > 500);
    // The same with the shoe of each coup: one row of cards a shoe, joined.
    let mut table = "Shoe,Cards\n".to_owned();
    for (number, shoe) in shoes.iter().enumerate() {
        for coup in shoe {
            writeln!(table, "{},{}", number + 1, named(coup)).unwrap();
        }
    }
    fs::write(folder.join("coups.csv"), table).unwrap();
    let (code, shoes) =
        judged(folder, "shuffle coups.csv --dealt any --decks-per-shoe 8 --deck-column Shoe");
    assert_eq!((code, shoes["observations"].as_u64()), (0, Some(120)), "{shoes}");
    let has = |read: &Value, key: &str| {
        read["tests"].as_array().unwrap().iter().any(|test| test["key"] == key)
    };
    assert!(has(&shoes, "previous.neighbours_kept") && !has(&read, "previous.neighbours_kept"));
}

#[test]
fn a_ninth_copy_and_a_missing_card_are_certain() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(8);
    let mut shoes: Vec<Vec<usize>> = (0..100).map(|_| chance.shoe(8)).collect();
    written(folder, "fair.txt", shoes.iter().cloned());
    let (code, fair) = judged(folder, "shuffle fair.txt --decks-per-shoe 8");
    assert_eq!((code, fair["faults_total"].as_u64()), (0, Some(0)), "{fair}");
    let sentence = refused(folder, "shuffle fair.txt");
    assert!(
        sentence.contains("416 cards") && sentence.contains("--decks-per-shoe 8"),
        "{sentence}"
    );
    // A two of clubs becomes a seven of hearts.
    let at = shoes[41].iter().position(|card| *card == 0).unwrap();
    shoes[41][at] = 31;
    written(folder, "ninth.txt", shoes.iter().cloned());
    let (code, ninth) = judged(folder, "shuffle ninth.txt --decks-per-shoe 8");
    let fault = ninth["faults"][0].as_str().unwrap();
    assert_eq!((code, ninth["faults_total"].as_u64()), (1, Some(1)));
    assert!(fault.contains("ninth.txt:42") && fault.contains("7h stands 9 times"), "{fault}");
    assert!(fault.contains("2c stands 7 times, not 8"), "{fault}");
}

/// Seven hands of five, each sorted, in a row of 35.
#[test]
fn the_option_that_is_named_reads_hands_that_nobody_declared() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(9);
    let rows = (0..400).map(|_| {
        let mut row = chance.shoe(1)[..35].to_vec();
        row.chunks_mut(5).for_each(|hand| hand.sort_by_key(|card| card % 13));
        row
    });
    written(folder, "rows.txt", rows);
    let (code, rows) = judged(folder, "shuffle rows.txt --dealt 35");
    assert_eq!(code, 3, "{rows}");
    let notes = rows["notes"].to_string();
    assert!(notes.contains("sorted when written") && notes.contains("say --packets 5"), "{notes}");
    let (code, _) = judged(folder, "shuffle rows.txt --packets 5");
    assert_eq!(code, 0);
}

/// The hands of a coup that was dealt in this order.
fn hands(coup: &[usize]) -> [Vec<usize>; 2] {
    let player = (points(coup[0]) + points(coup[2])) % 10;
    let natural = player >= 8 || (points(coup[1]) + points(coup[3])) % 10 >= 8;
    let thirds = usize::from(!natural && player <= 5);
    let (first, second) = coup[4..].split_at(thirds);
    [[&[coup[0], coup[2]], first].concat(), [&[coup[1], coup[3]], second].concat()]
}

/// A coup in columns, each of one card.
fn in_columns(coup: &[usize]) -> String {
    let mut cells = Vec::new();
    for hand in hands(coup) {
        cells.extend((0..3).map(|at| hand.get(at).map_or(String::new(), |card| named(&[*card]))));
    }
    cells.join(",")
}

fn table(shoes: &[Vec<Vec<usize>>], heading: &str, row: impl Fn(&[usize]) -> String) -> String {
    let rows = (1..)
        .zip(shoes)
        .flat_map(|(number, shoe): (usize, _)| shoe.iter().map(move |coup| (number, coup)));
    let rows: String = rows.map(|(number, coup)| format!("{number},{}\n", row(coup))).collect();
    format!("{heading}\n{rows}")
}

/// However the two hands are written, the order dealt is the one that the rules give: every test says the same as of the cards
/// in this order.
#[test]
fn hands_of_baccarat_are_put_into_the_order_dealt() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(11);
    let shoes: Vec<Vec<Vec<usize>>> = (0..60).map(|_| coups(&chance.shoe(8))).collect();
    let both = |coup: &[usize], between: &str| hands(coup).map(|hand| named(&hand)).join(between);
    for (name, heading, row) in [
        ("dealt.csv", "Shoe,Cards", &(|coup: &[usize]| named(coup)) as &dyn Fn(&[usize]) -> String),
        ("columns.csv", "Shoe,P1,P2,P3,B1,B2,B3", &|coup| in_columns(coup)),
        ("cells.csv", "Shoe,Player,Banker", &|coup| both(coup, ",")),
        ("lines.csv", "Shoe,Cards", &|coup| both(coup, " | ")),
    ] {
        fs::write(folder.join(name), table(&shoes, heading, row)).unwrap();
    }
    let read = |name: &str, dealt: &str| {
        let args = format!("shuffle {name} --dealt {dealt} --decks-per-shoe 8 --deck-column Shoe");
        let (code, read) = judged(folder, &args);
        (code, read["tests"].as_array().unwrap().clone(), read["notes"].to_string())
    };
    let (_, any, _) = read("dealt.csv", "any");
    let (_, all, said) = read("dealt.csv", "baccarat");
    let count: usize = shoes.iter().map(Vec::len).sum();
    assert!(said.contains("beside their exact expectation") && said.contains("Banker"), "{said}");
    let thousands = format!("Results of {},{:03} rounds", count / 1000, count % 1000);
    assert!(said.contains(&thousands), "{said}");
    assert!(all.iter().any(|test| test["key"] == "fixed.results"));
    // Tests more make every adjusted p larger, and nothing else.
    for test in &any {
        let same = all.iter().find(|other| other["key"] == test["key"]).unwrap();
        for figure in ["statistic", "p"] {
            assert_eq!(same["figures"][figure], test["figures"][figure], "{}", test["key"]);
            assert!(test["figures"][figure].is_f64() || test["outcome"] != "stands");
        }
    }
    for name in ["columns.csv", "cells.csv", "lines.csv"] {
        let (code, tests, _) = read(name, "baccarat");
        assert_eq!((code, &tests), (0, &all), "{name}");
        let args = format!("shuffle {name} --dealt any --decks-per-shoe 8 --deck-column Shoe");
        let question = refused(folder, &args);
        assert!(question.contains("say --dealt baccarat"), "{question}");
    }
}

#[test]
fn a_round_against_the_rules_is_left_out_and_many_are_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(12);
    let coups: Vec<Vec<usize>> = (0..40).flat_map(|_| coups(&chance.shoe(8))).collect();
    let mut rows: Vec<String> = coups.iter().map(|coup| in_columns(coup)).collect();
    rows[100] = "9h,9s,,2c,3h,4d".to_owned();
    let heading = "P1,P2,P3,B1,B2,B3";
    let text = |heading: &str| format!("{heading}\n{}\n", rows.join("\n"));
    fs::write(folder.join("one.csv"), text(heading)).unwrap();
    let (code, one) = judged(folder, "shuffle one.csv --dealt baccarat --decks-per-shoe 8");
    assert_eq!((code, one["faults_total"].as_u64()), (0, Some(0)), "{one}");
    let notes = one["notes"].to_string();
    let said =
        "one.csv:102: the Player has 9h 9s, the Banker 2c 3h 4d: nobody draws where one has 8.";
    assert!(notes.contains(said), "{notes}");
    assert!(one.to_string().contains("1 against the rules of the third card"), "{one}");
    // The columns of the Banker are said to be the Player's.
    fs::write(folder.join("other.csv"), text("B1,B2,B3,P1,P2,P3")).unwrap();
    let question = refused(folder, "shuffle other.csv --dealt baccarat --decks-per-shoe 8");
    assert!(question.contains("say --columns with the Player's columns first"), "{question}");
    let stated =
        "shuffle other.csv --dealt baccarat --decks-per-shoe 8 --columns 1-6 --header-row 1";
    assert!(refused(folder, stated).contains("rounds"), "headings say whose cards they are");
    let question = refused(folder, "shuffle one.csv --dealt baccarat");
    assert!(question.contains("say --decks-per-shoe"), "{question}");
}

/// Rounds of two to seven cards, as many as the cards themselves say: drawn to 17 pips or more.
fn rounds(shoe: &[usize]) -> Vec<Vec<usize>> {
    let (mut all, mut round, mut sum) = (Vec::new(), Vec::new(), 0);
    for card in &shoe[..230] {
        round.push(*card);
        sum += card % 13 + 1;
        if sum > 16 && round.len() > 1 {
            (sum, _) = (0, all.push(std::mem::take(&mut round)));
        }
    }
    all
}

/// Rounds sorted when written: recognised row by row, and read where that is said; of which cards came a rank that is held back
/// is seen either way.
#[test]
fn rounds_of_unequal_length_are_tested_by_what_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(13);
    let shoes: Vec<Vec<usize>> = (0..150).map(|_| chance.shoe(6)).collect();
    // One ace in eight lies behind the cut card.
    let held: Vec<Vec<usize>> = shoes
        .iter()
        .map(|shoe| {
            let mut shoe = shoe.clone();
            for at in (0..230).filter(|at| shoe[*at] % 13 == 12).step_by(8).collect::<Vec<_>>() {
                let end = (250..312).find(|end| shoe[*end] % 13 != 12).unwrap();
                shoe.swap(at, end);
            }
            shoe
        })
        .collect();
    let sorted = |cards: &[usize]| {
        let mut cards = cards.to_vec();
        cards.sort_by_key(|card| card % 13);
        named(&cards)
    };
    let write = |name: &str, shoes: &[Vec<usize>], row: &dyn Fn(&[usize]) -> String| {
        let all: Vec<Vec<Vec<usize>>> = shoes.iter().map(|shoe| rounds(shoe)).collect();
        fs::write(folder.join(name), table(&all, "Shoe,Cards", row)).unwrap();
    };
    write("dealt.csv", &shoes, &named);
    write("sorted.csv", &shoes, &sorted);
    write("held.csv", &held, &named);
    write("held_sorted.csv", &held, &sorted);
    let read = |name: &str, more: &str| {
        let how = "--dealt any --decks-per-shoe 6 --deck-column Shoe";
        judged(folder, &format!("shuffle {name} {how}{more}"))
    };
    let unknown = " --inner-order unknown";
    assert_eq!(read("dealt.csv", "").0, 0);
    let (code, found) = read("sorted.csv", "");
    assert!(code == 3 && found.to_string().contains("say --inner-order unknown"), "{found}");
    let (code, sets) = read("sorted.csv", unknown);
    let keys: Vec<&str> = sets["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["key"].as_str().unwrap())
        .collect();
    assert_eq!(
        (code, &keys[..]),
        (0, &["fixed.dealt_card", "fixed.dealt_rank", "fixed.duplicates"][..])
    );
    for (name, more) in [("held.csv", ""), ("held_sorted.csv", ""), ("held_sorted.csv", unknown)] {
        let (code, held) = read(name, more);
        let rank =
            held["tests"].as_array().unwrap().iter().find(|test| test["key"] == "fixed.dealt_rank");
        let p = rank.unwrap()["figures"]["p"].as_f64().unwrap();
        assert!(code == 1 && p < 1e-6, "{name}{more}: {code} {p}");
    }
    let question =
        refused(folder, "shuffle dealt.csv --deck-column Shoe --dealt 35 --inner-order unknown");
    assert!(question.contains("--inner-order unknown is for hands of one size"), "{question}");
}

/// A shoe that goes on at the end of the file takes no test from the others.
#[test]
fn a_shoe_that_was_broken_off_is_tested_by_which_cards_came() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(14);
    let mut shoes: Vec<Vec<usize>> = (0..60).map(|_| chance.shoe(6)[..240].to_vec()).collect();
    let keys = |shoes: &[Vec<usize>]| {
        written(folder, "shoes.txt", shoes.iter().cloned());
        let lines = fs::read_to_string(folder.join("shoes.txt")).unwrap();
        let rows: String = (1..)
            .zip(lines.lines())
            .map(|(at, line): (usize, _)| format!("{at},{line}\n"))
            .collect();
        fs::write(folder.join("shoes.csv"), format!("Shoe,Cards\n{rows}")).unwrap();
        let (code, read) =
            judged(folder, "shuffle shoes.csv --dealt any --decks-per-shoe 6 --deck-column Shoe");
        let keys: Vec<String> =
            read["tests"].as_array().unwrap().iter().map(|test| test["key"].to_string()).collect();
        (code, keys, read["notes"].to_string())
    };
    let (_, whole, _) = keys(&shoes);
    shoes[59].truncate(9);
    let (code, broken, notes) = keys(&shoes);
    assert_eq!((code, &broken), (0, &whole));
    assert!(notes.contains("which may be broken off: 1."), "{notes}");
}

/// A row that was misread, or broken off, leaves out the rest of its shoe alone: what came before counts, and both are said.
#[test]
fn a_misread_row_leaves_out_what_stands_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(15);
    let shoes: Vec<Vec<Vec<usize>>> = (0..120).map(|_| coups(&chance.shoe(8))).collect();
    let misread = [(10, 30, "VOID"), (50, 7, "As XX 4d 5c"), (90, 60, "9h 9s 2c 3h 4d")];
    let is_cut = |shoe: usize| misread.iter().find(|(other, ..)| *other == shoe);
    let [mut text, mut without] = ["Shoe,Cards\n"; 2].map(str::to_owned);
    let (mut rounds, mut rest) = (0, 0);
    for (number, shoe) in shoes.iter().enumerate() {
        let cut = is_cut(number);
        for (at, coup) in shoe.iter().enumerate() {
            let row = cut.filter(|(_, row, _)| *row == at).map(|(.., cards)| (*cards).to_owned());
            writeln!(text, "{number},{}", row.unwrap_or_else(|| named(coup))).unwrap();
            let is_read = cut.is_none_or(|(_, row, _)| at < *row);
            rounds += usize::from(is_read);
            rest += usize::from(!is_read);
        }
        if cut.is_none() {
            shoe.iter().for_each(|coup| writeln!(without, "{number},{}", named(coup)).unwrap());
        }
    }
    fs::write(folder.join("misread.csv"), text).unwrap();
    fs::write(folder.join("without.csv"), without).unwrap();
    let how = "--dealt baccarat --decks-per-shoe 8 --deck-column Shoe";
    let (code, read) = judged(folder, &format!("shuffle misread.csv {how}"));
    assert_eq!((code, read["observations"].as_u64()), (0, Some(120)), "{read}");
    let whole = read.to_string();
    assert!(whole.contains("Left out from what could not be used on: the "), "{whole}");
    for word in [
        "rest of 3 of 120 shoes (",
        "against the rules of the third card",
        &format!("({rest} rows)"),
    ] {
        assert!(whole.contains(word), "{word}: {whole}");
    }
    assert!(whole.contains("misread.csv:"), "{whole}");
    let results =
        read["tests"].as_array().unwrap().iter().find(|test| test["key"] == "fixed.results");
    assert_eq!(results.unwrap()["n"].as_u64(), Some(rounds as u64));
    // No test of order has the parts, and which cards came has them.
    let (_, others) = judged(folder, &format!("shuffle without.csv {how}"));
    assert_eq!(others["observations"].as_u64(), Some(117));
    for (test, other) in
        read["tests"].as_array().unwrap().iter().zip(others["tests"].as_array().unwrap())
    {
        let key = test["key"].as_str().unwrap();
        let is_of_cards = ["dealt_card", "dealt_rank", "results", "pairs"]
            .iter()
            .any(|one| key == format!("fixed.{one}"));
        // The shoe behind a part has none before it, and the shoe behind one that is not there has.
        if !key.starts_with("previous.") && !key.starts_with("lag_") {
            assert_eq!(test["figures"]["p"] == other["figures"]["p"], !is_of_cards, "{key}");
        }
    }
}

/// Of a shoe in one row the cards before one that was misread count.
#[test]
fn the_first_part_of_a_shoe_in_one_row_counts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut chance = Minimal(16);
    let shoes: Vec<Vec<usize>> = (0..80).map(|_| chance.shoe(6)[..240].to_vec()).collect();
    let rows: Vec<String> = shoes.iter().map(|shoe| named(shoe)).collect();
    let read = |card: usize, name: &str| {
        let mut rows = rows.clone();
        let cards: Vec<&str> = rows[40].split(' ').collect();
        let wrong = [&cards[..card], &["XX"], &cards[card + 1..]].concat().join(" ");
        rows[40] = wrong;
        fs::write(folder.join(name), rows.join("\n") + "\n").unwrap();
        judged(folder, &format!("shuffle {name} --dealt any --decks-per-shoe 6"))
    };
    let (code, part) = read(100, "part.txt");
    assert_eq!((code, part["observations"].as_u64()), (0, Some(80)), "{part}");
    assert!(
        part.to_string().contains("rest of 1 of 80 shoes (1 row), 1 with what is no card."),
        "{part}"
    );
    // Less than a deck is left out as a round is.
    let (code, short) = read(20, "short.txt");
    assert_eq!((code, short["observations"].as_u64()), (0, Some(79)), "{short}");
    assert!(short.to_string().contains("Left out as not whole: 1 of 80 shoes"), "{short}");
}
