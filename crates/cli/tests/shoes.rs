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
