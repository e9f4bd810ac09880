//! What a draw of `rng` is: labels, numbers, columns of one file; what may be read in two ways is asked.

use crate::common;
use crate::samples::{decks, judged, refused};
use serde_json::Value;
use std::fs;

/// `00` beside numbers with one digit is asked; `0` and a label of its own are the answers.
#[test]
fn two_zeros_are_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let spins: Vec<String> = decks()
        .concat()
        .iter()
        .map(|n| if *n % 38 == 37 { "00".to_owned() } else { (n % 38).to_string() })
        .collect();
    fs::write(folder.path().join("spins.txt"), spins.join("\n")).unwrap();
    let plain: Vec<String> = spins
        .iter()
        .map(|spin| if spin == "00" { "37".to_owned() } else { spin.clone() })
        .collect();
    fs::write(folder.path().join("plain.txt"), plain.join("\n")).unwrap();
    let said = refused(folder.path(), &["rng", "spins.txt", "--range", "0..36"]);
    assert!(
        said.contains("`00` may be 0 or a number of its own")
            && said.contains("--outcomes 0,00,1..36"),
        "{said}"
    );
    let stated = judged(folder.path(), &["rng", "spins.txt", "--outcomes", "0..36,00"]).1;
    let expected = judged(folder.path(), &["rng", "plain.txt", "--range", "0..37"]).1;
    assert_eq!(stated["tests"], expected["tests"]);
    assert_eq!(
        judged(folder.path(), &["rng", "spins.txt", "--padded", "--range", "0..36"]).1["observations"],
        spins.len()
    );
}

/// Who has not said what a draw is reads what the columns seem to hold, and the options that read it do.
#[test]
fn what_a_draw_is_follows_from_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    let rows: String = (0..400)
        .map(|n| {
            let pocket = ["0", "00", "7", "36"][n * n % 4];
            format!(
                "{},{},{},{} {} {}\n",
                n + 1,
                pocket,
                n * 5 % 6 + 1,
                n % 7 + 1,
                n % 7 + 9,
                n % 7 + 20
            )
        })
        .collect();
    fs::write(folder.path().join("day.csv"), format!("Game,Pocket,Die,Numbers\n{rows}")).unwrap();
    let said = refused(folder.path(), &["rng", "day.csv"]);
    for column in [
        "`Pocket` holds 2 labels, such as `0`, `00` (--outcomes 2)",
        "`Die` holds numbers from 1 to 6 (--range 1..6)",
        "`Numbers` holds 3 different numbers in a cell, 1 to 26 (--draws 3/N, of 1 to N)",
    ] {
        assert!(said.contains(column), "{said}");
    }
    assert!(!said.contains("`Game`"), "{said}");
    for options in [
        &["--outcomes", "38", "--columns", "Pocket"][..],
        &["--range", "1..6", "--columns", "Die"],
        &["--draws", "3/26", "--columns", "Numbers"],
    ] {
        let (_, source) = judged(folder.path(), &[&["rng", "day.csv"], options].concat());
        assert_eq!(source["observations"], 400, "{options:?}");
    }
    fs::write(folder.path().join("words.txt"), "nothing here\n").unwrap();
    let said = refused(folder.path(), &["rng", "words.txt"]);
    assert!(said.contains("--range, --outcomes, --weights, --draws, or --bits"), "{said}");
}

/// A spreadsheet writes `00` as `0`: nothing is said of the wheel. A wheel without `00` whose `0` is fair is judged.
#[test]
fn a_double_zero_that_a_spreadsheet_lost_is_no_departure() {
    let folder = tempfile::tempdir().unwrap();
    let spins: Vec<u8> = decks().concat().into_iter().filter(|n| *n < 38).collect();
    let write = |name: &str, all: &dyn Fn(u8) -> String| {
        let lines: Vec<String> = spins.iter().map(|spin| all(*spin)).collect();
        fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    };
    write("lost.txt", &|spin| if spin == 37 { "0".to_owned() } else { spin.to_string() });
    write("without.txt", &|spin| if spin == 37 { "5".to_owned() } else { spin.to_string() });
    for outcomes in ["0,00,1..36", "38"] {
        let said = refused(folder.path(), &["rng", "lost.txt", "--outcomes", outcomes]);
        assert!(
            said.contains("as often as both should: noughts before a number were lost"),
            "{said}"
        );
        let (code, _) = judged(folder.path(), &["rng", "without.txt", "--outcomes", outcomes]);
        assert_eq!(code, 1, "{outcomes}");
    }
}

/// Reels of a file: two that share a word are named, fair ones are not; where a row lacks a stop nothing is said of them.
#[test]
fn columns_are_tested_against_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let cards: Vec<u8> = decks().concat();
    let write = |name: &str, row: &dyn Fn(usize, &[u8]) -> String| {
        let rows: Vec<String> =
            cards.chunks(3).take(1_000).enumerate().map(|(at, of)| row(at, of)).collect();
        fs::write(folder.path().join(name), format!("left,middle,right\n{}\n", rows.join("\n")))
            .unwrap();
    };
    let stop = |card: u8| ["7", "BAR", "BAR", "blank"][usize::from(card % 4)];
    write("fair.csv", &|_, of| format!("{},{},{}", stop(of[0]), stop(of[1]), stop(of[2])));
    write("same.csv", &|_, of| format!("{},{},{}", stop(of[0]), stop(of[1]), stop(of[0])));
    write("short.csv", &|at, of| match at {
        7 => format!("{},,{}", stop(of[0]), stop(of[2])),
        _ => format!("{},{},{}", stop(of[0]), stop(of[1]), stop(of[2])),
    });
    let weights = ["left", "middle", "right"]
        .map(|reel| format!("{reel},7,1\n{reel},BAR,2\n{reel},blank,1\n"));
    fs::write(folder.path().join("stops.csv"), weights.concat()).unwrap();
    let report = |name: &str, options: &[&str]| -> Value {
        let output = common::feltproof(folder.path())
            .args([&["rng", name, "--format", "json"], options].concat())
            .current_dir(folder.path())
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let said = |report: &Value| {
        let sources = report["sources"].as_array().unwrap();
        sources.iter().map(|source| source["kinds"].to_string()).collect::<String>()
    };
    for options in [
        &["--weights", "stops.csv"][..],
        &["--outcomes", "7,BAR,blank", "--columns", "1-3", "--header-row", "1"],
    ] {
        assert!(!said(&report("fair.csv", options)).contains("depends on column"), "{options:?}");
        let same = said(&report("same.csv", options));
        // It is said first, and with a cause.
        assert!(same.contains("One column says something of another"), "{same}");
        assert!(same.contains("Column `right` depends on column `left` of the same row"), "{same}");
        let short = report("short.csv", options).to_string();
        assert!(
            !short.contains("depends on column") && short.contains("not one outcome in"),
            "{short}"
        );
    }
}
