//! The commands of the project's README, typed one after the other in a folder that holds what they name.

#![cfg(unix)]

use crate::common::{feltproof, fixtures};
use crate::parts::workbook;
use std::fs;
use std::path::Path;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The blocks of commands of the README, each line whole and without its remark.
fn commands() -> Vec<String> {
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(|block| block.lines().map(|line| line.trim().to_owned()));
    let lines = lines.map(|line| match line.split_once(" #") {
        Some((command, _)) => command.trim().to_owned(),
        None => line,
    });
    let lines = lines.map(|line| line.replace("cargo run --release -- ", "feltproof "));
    lines.filter(|line| line.starts_with("feltproof ")).collect()
}

/// Files that the README takes for the reader's own.
fn reader_s_files(home: &Path) {
    let file = |name: &str, bytes: &[u8]| fs::write(home.join(name), bytes).unwrap();
    let link = |name: &str, to: &str| {
        std::os::unix::fs::symlink(root().join(to), home.join(name)).unwrap();
    };
    link("fixtures", "fixtures");
    for folder in ["reports", ".local/share/man", ".local/share/bash-completion/completions"] {
        fs::create_dir_all(home.join(folder)).unwrap();
    }
    let pack = fs::read_to_string(root().join("regulations/us-nj.toml")).unwrap();
    file("our-casino.toml", pack.replace("id = \"us-nj\"", "id = \"our-casino\"").as_bytes());
    fs::copy(root().join("crates/engine/games/crazy4-v2.toml"), home.join("my-game.toml")).unwrap();
    let decks = fs::read(root().join("fixtures/randomness/golden_uniform_1000.bin")).unwrap();
    let lines = |cards: usize| {
        let line = |deck: &[u8]| {
            let words: Vec<String> = deck[..cards].iter().map(u8::to_string).collect();
            words.join(" ") + "\n"
        };
        decks.chunks(52).map(line).collect::<String>()
    };
    file("decks.txt", lines(52).as_bytes());
    file("deals.txt", lines(35).as_bytes());
    // Eight decks, one after the other.
    file(
        "shoes.txt",
        lines(52)
            .lines()
            .collect::<Vec<_>>()
            .chunks(8)
            .map(|decks| decks.join(" ") + "\n")
            .collect::<String>()
            .as_bytes(),
    );
    let short = |(deck, at): (&[u8], u32)| {
        let cards = deck.iter().filter(|card| *card % 13 >= 4).map(|card| {
            let (ranks, suits) = (b"6789TJQKA", b"cdhs");
            let rank = char::from(ranks[usize::from(card % 13 - 4)]);
            format!("{rank}{}", char::from(suits[usize::from(card / 13)]))
        });
        format!("{at},{}", cards.collect::<Vec<_>>().join(" "))
    };
    let rows = decks.chunks(52).take(200).zip(1..).map(short);
    let rows = std::iter::once("Deck,Cards".to_owned()).chain(rows).collect();
    file("decks.xlsx", &workbook(&[("Decks".to_owned(), rows)]));
    let numbers: String = decks.iter().map(|card| format!("{}\n", card + 1)).collect();
    file("draws.txt", numbers.as_bytes());
    let pocket =
        |card: &u8| if card % 38 == 37 { "00".to_owned() } else { (card % 38).to_string() };
    let spins: String = decks.iter().map(|card| format!("x,{}\n", pocket(card))).collect();
    file("spins.csv", format!("wheel,pocket\n{spins}").as_bytes());
    let stop = |card: &u8| ["7", "BAR", "BAR", "blank"][usize::from(card % 4)];
    let stops = decks.chunks(2).map(|two| format!("{},{}\n", stop(&two[0]), stop(&two[1])));
    file("reels.csv", format!("left,right\n{}", stops.collect::<String>()).as_bytes());
    let weights = |reel: &str| format!("{reel},7,1\n{reel},BAR,2\n{reel},blank,1\n");
    let both = weights("left") + &weights("right");
    file("stops.csv", format!("column,outcome,weight\n{both}").as_bytes());
    let hex = decks.iter().map(|card| format!("{:02x}", card.wrapping_mul(41)));
    file("bits.txt", hex.collect::<String>().as_bytes());
    file("review.toml", &fs::read(fixtures().join("randomness/source_review.toml")).unwrap());
    file("words.bin", &decks.iter().map(|card| card.wrapping_mul(41)).collect::<Vec<u8>>());
    // A registration names the tests that count for decks.
    let mut listed = feltproof(home);
    listed.current_dir(home).args(["shuffle", "decks.txt", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&listed.output().unwrap().stdout).unwrap();
    let tests = json["sources"][0]["tests"].as_array().unwrap();
    let tests = tests.iter().filter(|test| test["registered"] == true);
    let keys: Vec<String> = tests.map(|test| test["key"].to_string()).collect();
    let plan = format!(
        "schema = 1\ndate = \"2026-09-01\"\nlevel_one_in = 100\ntests = [{}]\n",
        keys.join(", ")
    );
    file("plan.toml", plan.as_bytes());
}

#[test]
fn every_command_of_the_readme_runs() {
    let home = tempfile::tempdir().unwrap();
    reader_s_files(home.path());
    // Minutes of counting, each with tests of its own.
    let slow = ["shuffle --self-test", "par four-card-poker", "par --check"];
    let (mut ran, mut bad) = (0, Vec::new());
    let all = commands();
    // The day that is audited under "Audit your own logs" is simulated first.
    let own_day = "feltproof simulate --rounds 300 --out day".to_owned();
    for command in std::iter::once(&own_day).chain(&all) {
        if slow.iter().any(|words| command.contains(words)) {
            continue;
        }
        // Fewer rounds, and into the day that is there.
        let command = command
            .replace("--rounds 2000", "--rounds 300")
            .replace("--rounds 5000", "--rounds 300");
        let command = match command.contains("simulate") && command != own_day {
            true => format!("{command} --force"),
            false => command,
        };
        let (command, into) = command.split_once(" > ").unwrap_or((&command, ""));
        let mut words = Vec::new();
        for (at, part) in command.split('"').enumerate() {
            match at % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_owned)),
                _ => words.push(part.to_owned()),
            }
        }
        let words =
            words.iter().skip(1).map(|w| w.replace('~', &home.path().display().to_string()));
        let mut line = feltproof(home.path());
        line.current_dir(home.path()).args(words).env("FELTPROOF_PASSPHRASE", "correct horse");
        let made = line.output().unwrap();
        ran += 1;
        if !matches!(made.status.code(), Some(0 | 1 | 3)) {
            bad.push(format!("{command}: {}", String::from_utf8_lossy(&made.stderr)));
        }
        if let Some(into) = into.strip_prefix("~/") {
            fs::write(home.path().join(into), &made.stdout).unwrap();
        }
        // The example shows a round in which the check explained before it found something.
        if command.contains(" show ") {
            let text = String::from_utf8_lossy(&made.stdout).into_owned();
            assert!(text.contains("  PAY-003 ") && text.contains("DIFFERS"), "{command}\n{text}");
        }
    }
    assert!(ran > 25, "only {ran} commands ran");
    assert!(bad.is_empty(), "{bad:#?}");
}
