//! The same decks, numbers and draws in every form of file that `shuffle` and `rng` read, and what may be read in two ways:
//! asked, with a remedy that works as it is written.

use crate::common;
use crate::parts::workbook;
use feltproof_sheets::{ColumnType, TableValue, TableWriter};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

const DECKS: usize = 120;

/// Decks of the fair fixture.
pub(crate) fn decks() -> Vec<Vec<u8>> {
    let bytes = fs::read(common::fixtures().join("randomness/golden_uniform_1000.bin")).unwrap();
    bytes.chunks(52).take(DECKS).map(<[u8]>::to_vec).collect()
}

pub(crate) fn judged(folder: &Path, args: &[&str]) -> (i32, Value) {
    let output = common::feltproof(folder)
        .args(args)
        .args(["--format", "json"])
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_slice(&output.stdout).expect(&said);
    (output.status.code().unwrap(), report["sources"][0].clone())
}

pub(crate) fn refused(folder: &Path, args: &[&str]) -> String {
    let output = common::feltproof(folder).args(args).current_dir(folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert_eq!(said.trim_end().lines().count(), 1, "one sentence: {said}");
    said
}

fn short(card: u8) -> String {
    let rank = char::from(b"23456789TJQKA"[usize::from(card % 13)]);
    format!("{rank}{}", char::from(b"cdhs"[usize::from(card / 13)]))
}

fn signed(card: u8) -> String {
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
    format!("{}{}", ranks[usize::from(card % 13)], ["♣", "♦", "♥", "♠"][usize::from(card / 13)])
}

fn named(card: u8) -> String {
    let ranks = [
        "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
        "King", "Ace",
    ];
    let suits = ["Clubs", "Diamonds", "Hearts", "Spades"];
    format!("{} of {}", ranks[usize::from(card % 13)], suits[usize::from(card / 13)])
}

fn joined(deck: &[u8], card: &dyn Fn(u8) -> String, between: &str) -> String {
    deck.iter().map(|c| card(*c)).collect::<Vec<_>>().join(between)
}

fn utf16(text: &str) -> Vec<u8> {
    [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

/// Rows of numbers and texts as Parquet.
fn parquet(columns: &[(&str, ColumnType)], rows: &[Vec<String>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = TableWriter::new(&mut bytes, columns).unwrap();
    for row in rows {
        let cells = row.iter().zip(columns).map(|(cell, column)| match column.1 {
            ColumnType::Text => TableValue::Text(cell),
            _ => TableValue::Number(cell.parse().unwrap()),
        });
        let values: Vec<TableValue<'_>> = cells.collect();
        writer.push(&values).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

/// A sheet with these lines of CSV, beside one with something else.
fn sheet(lines: Vec<String>) -> Vec<u8> {
    let notes = ("Notes".to_owned(), vec!["Remark".to_owned(), "made by hand".to_owned()]);
    workbook(&[("Shuffles".to_owned(), lines), notes])
}

/// A file: its name, its bytes, and what must be said of it.
type Form = (&'static str, Vec<u8>, &'static [&'static str]);

fn form(name: &'static str, bytes: impl Into<Vec<u8>>, options: &'static [&'static str]) -> Form {
    (name, bytes.into(), options)
}

/// A line for each deck, which gets its number and its cards.
fn numbered(line: &dyn Fn(usize, &[u8]) -> String) -> Vec<String> {
    (1..).zip(decks()).map(|(at, deck): (usize, Vec<u8>)| line(at, &deck)).collect()
}

/// The same under a line of names, where there is one.
fn lines(head: &str, line: &dyn Fn(usize, &[u8]) -> String) -> String {
    let head = (!head.is_empty()).then(|| head.to_owned());
    head.into_iter().chain(numbered(line)).collect::<Vec<_>>().join("\n") + "\n"
}

/// A line for each card, which gets the number of its deck.
fn cards(head: &str, line: &dyn Fn(usize, u8) -> String) -> String {
    lines(head, &|at, deck| deck.iter().map(|c| line(at, *c)).collect::<Vec<_>>().join("\n"))
}

fn number(card: u8) -> String {
    card.to_string()
}

fn one_cell(at: usize, deck: &[u8]) -> String {
    format!("{at},{}", joined(deck, &short, " "))
}

/// Text with the cards of a deck in one cell.
fn text_files() -> Vec<Form> {
    let noted = |at: usize, d: &[u8]| {
        format!("{at},2026-01-01 08:{:02},\"{}\",ok #{at}", at % 60, joined(d, &short, ", "))
    };
    let signs = |at: usize, d: &[u8]| format!("{at}\t{}", joined(d, &signed, " "));
    let latin = lines("Num\u{e9}ro;Cartes", &|at, d| format!("{at};{}", joined(d, &short, " ")));
    let latin: Vec<u8> = latin.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let names = |at: usize, d: &[u8]| format!("{at},\"{}\"", joined(d, &named, ", "));
    let from_one = |c: u8| (c + 1).to_string();
    vec![
        form("headed.csv", lines("Deck,Cards", &one_cell), &[]),
        form("noted.csv", lines("Deck,Time,Cards,Note", &noted), &[]),
        form("ids.csv", lines("", &|at, d| format!("{at};{}", joined(d, &signed, " "))), &[]),
        form("signs.txt", utf16(&lines("Deck\tCards", &signs)), &[]),
        form("emoji.txt", lines("", &|_, d| joined(d, &|c| signed(c) + "\u{fe0f}", "")), &[]),
        form("dashes.txt", lines("", &|_, d| joined(d, &signed, "-")), &[]),
        form("names.csv", lines("Numero,Cards", &names), &[]),
        form("names.txt", lines("", &|_, d| joined(d, &named, " ")), &[]),
        form("latin.csv", latin, &[]),
        form(
            "one.csv",
            lines("Deck,Cards", &|at, d| format!("{at},{}", joined(d, &from_one, " "))),
            &["--first", "1"],
        ),
    ]
}

/// Cells of their own, other formats, and a card a row.
fn other_files() -> Vec<Form> {
    let heads = |name: &str, between: &str| {
        (1..=52).map(|n| format!("{name}{n}")).collect::<Vec<_>>().join(between)
    };
    let wide = |at: usize, d: &[u8]| format!("{at};{};7", joined(d, &number, ";"));
    let stated = |at: usize, d: &[u8]| format!("{at},{},{at}", joined(d, &number, ","));
    let object = |at: usize, d: &[u8]| {
        let list = joined(d, &|c| format!("\"{}\"", short(c)), ",");
        format!("{{\"deck\": {at}, \"cards\": [{list}]}}")
    };
    let cells = |row: String| row.split(',').map(str::to_owned).collect::<Vec<String>>();
    let rows: Vec<Vec<String>> = numbered(&one_cell).into_iter().map(cells).collect();
    let placed = |at: usize, d: &[u8]| {
        let card = |(place, c): (usize, &u8)| format!("{at},{place},{c}");
        (1..).zip(d).map(card).collect::<Vec<_>>().join("\n")
    };
    let placed: Vec<Vec<String>> =
        lines("", &placed).lines().map(|row| cells(row.to_owned())).collect();
    let titles = ["Made 2026-11-01,", "Deck,Cards"].map(str::to_owned).to_vec();
    let (integer, text) = (ColumnType::Integer, ColumnType::Text);
    let three = [("deck", integer), ("position", integer), ("card", integer)];
    vec![
        form("wide.csv", lines(&format!("Deck;{};Table", heads("C", ";")), &wide), &[]),
        form("places.csv", lines(&heads("", ","), &|_, d| joined(d, &named, ",")), &[]),
        form("stated.csv", lines("", &stated), &["--columns", "2-53"]),
        form("book.xlsx", sheet([titles, numbered(&one_cell)].concat()), &[]),
        form("rows.parquet", parquet(&[("deck", integer), ("cards", text)], &rows), &[]),
        form("cards.parquet", parquet(&three, &placed), &[]),
        form("rows.jsonl", lines("", &object), &[]),
        form("cards.csv", cards("Shuffle,Card", &|at, c| format!("{at},{}", short(c))), &[]),
        form("fixed.txt", cards("Deck Card", &|at, c| format!("{at:<4} {}", short(c))), &[]),
        form(
            "set.csv",
            cards("Set,Card", &|at, c| format!("{at},{}", short(c))),
            &["--deck-column", "set"],
        ),
    ]
}

fn deck_files() -> Vec<Form> {
    [text_files(), other_files()].concat()
}

#[test]
fn the_same_decks_in_every_form_of_file_give_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("raw.bin"), decks().concat()).unwrap();
    let (code, raw) = judged(folder.path(), &["shuffle", "--raw", "raw.bin"]);
    for (name, bytes, options) in deck_files() {
        fs::write(folder.path().join(name), bytes).unwrap();
        for threads in ["1", "2"] {
            let args = [&["shuffle", name, "--threads", threads], options].concat();
            let (found, source) = judged(folder.path(), &args);
            assert_eq!((found, &source["tests"]), (code, &raw["tests"]), "{name}");
            assert_eq!(source["observations"], DECKS, "{name}");
        }
    }
    // What was left out is said.
    let notes = judged(folder.path(), &["shuffle", "book.xlsx"]).1["notes"].to_string();
    for said in [
        "Above the column names in row 2 stand rows that were left out: 1.",
        "Cards are read from `Cards`",
        "Columns left out: `Deck`",
        "heets that were not read: `Notes`",
    ] {
        assert!(notes.contains(said), "{said}: {notes}");
    }
    let said = refused(folder.path(), &["shuffle", "book.xlsx", "--sheet", "Shufles"]);
    assert!(
        said.contains("no sheet is called `Shufles`; name one that it has: `Shuffles`, `Notes`"),
        "{said}"
    );
    assert_eq!(
        judged(folder.path(), &["shuffle", "book.xlsx", "--sheet", "Shuffles"]).1["tests"],
        raw["tests"]
    );
    let said = refused(folder.path(), &["shuffle", "headed.csv", "--sheet", "A"]);
    assert!(said.contains("is no workbook"), "{said}");
    let said = refused(folder.path(), &["shuffle", "--raw", "raw.bin", "--columns", "2"]);
    assert!(said.contains("are for rows of cells, and --raw has none; leave them out"), "{said}");
}

/// Files of which something must be said.
fn questionable_files() -> Vec<(&'static str, String)> {
    let after = |c: u8| (c + 1).to_string();
    let low =
        |d: &[u8]| d.iter().copied().filter(|c| (1..52).contains(c)).take(30).collect::<Vec<_>>();
    let two = |_: usize, d: &[u8]| {
        format!("{},{}", joined(&d[..3], &short, " "), joined(&d[3..38], &short, " "))
    };
    let places = (1..=52).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let pair = "Set,Card\n1,As\n1,Kd\n1,2c\n1,3c\n2,5c\n2,6c\n2,7c\n2,8c\n";
    vec![
        ("deals.txt", lines("", &|_, d| joined(&d[..35], &number, " "))),
        ("ids.txt", lines("", &|at, d| format!("{at} {}", joined(&d[..35], &number, " ")))),
        ("above.csv", lines(&places, &|_, d| joined(d, &after, ","))),
        ("low.txt", lines("", &|_, d| joined(&low(d), &number, " "))),
        ("two.csv", lines("Burned,Cards", &two)),
        ("pair.csv", pair.to_owned()),
    ]
}

/// What is typed, what is said, and the answers that it names.
type Question = (&'static [&'static str], &'static str, &'static [[&'static str; 2]]);

const QUESTIONS: [Question; 5] = [
    (
        &["ids.txt", "--dealt", "any"],
        "say --columns 2-36 if it numbers them, or --columns 1-36 if it does not",
        &[["--columns", "2-36"]],
    ),
    (
        &["above.csv", "--first", "1"],
        "say --header-row 1 if it numbers them, or --header-row 0 if it does not",
        &[["--header-row", "1"], ["--header-row", "0"]],
    ),
    (
        &["low.txt", "--dealt", "30"],
        "say --first 0 or --first 1",
        &[["--first", "0"], ["--first", "1"]],
    ),
    (
        &["two.csv", "--dealt", "35"],
        "say --columns with their headings or places (and --deck-column with that of the deck's number where a row is one card); \
         there are `Burned`, `Cards`",
        &[["--columns", "Cards"], ["--columns", "2"]],
    ),
    (
        &["pair.csv", "--dealt", "4"],
        "say --deck-column with the column of its deck's number; there are `Set`, `Card`",
        &[["--deck-column", "Set"], ["--deck-column", "1"]],
    ),
];

/// What is asked of a file, and each answer as it is written there.
#[test]
fn what_reads_in_two_ways_is_a_question_and_each_answer_reads() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in questionable_files() {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for (args, said, answers) in QUESTIONS {
        let args = [&["shuffle"], args].concat();
        let sentence = refused(folder.path(), &args);
        assert!(sentence.contains(said), "{args:?}: {sentence}");
        for answer in answers {
            let (_, source) = judged(folder.path(), &[&args[..], &answer[..]].concat());
            assert!(source["observations"].as_u64().unwrap() > 0, "{args:?} {answer:?}");
        }
    }
    let plain = judged(folder.path(), &["shuffle", "deals.txt", "--dealt", "any"]).1;
    let stated =
        judged(folder.path(), &["shuffle", "ids.txt", "--dealt", "any", "--columns", "2-36"]).1;
    assert_eq!(plain["tests"], stated["tests"]);
    for (row, observations) in [("1", DECKS), ("0", DECKS + 1)] {
        let args = ["shuffle", "above.csv", "--first", "1", "--header-row", row];
        assert_eq!(judged(folder.path(), &args).1["observations"], observations);
    }
}

/// A pack of which every card is there twice is read by what is said of it, word for word.
#[test]
fn each_remedy_of_a_pack_of_two_alike_reads() {
    let folder = tempfile::tempdir().unwrap();
    let high = |deck: &[u8]| deck.iter().copied().filter(|c| c % 13 >= 7).collect::<Vec<u8>>();
    let all: Vec<Vec<u8>> = decks().iter().map(|deck| high(deck)).collect();
    let pack = |two: &[Vec<u8>]| joined(&two.concat(), &short, " ");
    let rows: Vec<String> = all.chunks_exact(2).map(pack).collect();
    fs::write(folder.path().join("pinochle.txt"), rows.join("\n")).unwrap();
    let said = refused(folder.path(), &["shuffle", "pinochle.txt"]);
    assert!(said.contains("say --cards 48 if that is the deck"), "{said}");
    let said = refused(folder.path(), &["shuffle", "pinochle.txt", "--cards", "48"]);
    let (_, remedy) = said.split_once("say --decks-per-shoe 2 --cards \"").unwrap();
    let (cards, _) = remedy.split_once('"').unwrap();
    let args = ["shuffle", "pinochle.txt", "--decks-per-shoe", "2", "--cards", cards];
    let (_, source) = judged(folder.path(), &args);
    assert_eq!((&source["observations"], &source["unit"]), (&rows.len().into(), &"shoes".into()));
}

/// A short deck of named cards: the first whole deck says which there are, or `--cards` does.
#[test]
fn a_short_deck_may_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let six: Vec<Vec<u8>> = decks()
        .into_iter()
        .map(|deck| deck.into_iter().filter(|card| card % 13 >= 4).collect())
        .collect();
    let write = |name: &str, line: &dyn Fn(&[u8]) -> String| {
        let text = six.iter().map(|deck| line(deck)).collect::<Vec<_>>().join("\n");
        fs::write(folder.path().join(name), text).unwrap();
    };
    // The label of a card is its place among the 36.
    write("numbers.txt", &|deck| joined(deck, &|c| (c / 13 * 9 + c % 13 - 4).to_string(), " "));
    write("named.txt", &|deck| joined(deck, &named, " "));
    write("deals.txt", &|deck| joined(&deck[..20], &signed, " "));
    write("few.txt", &|deck| joined(&deck[..20], &|c| (c / 13 * 9 + c % 13 - 4).to_string(), " "));
    let whole = judged(folder.path(), &["shuffle", "numbers.txt", "--cards", "36"]).1;
    for cards in ["36", "6..A"] {
        let source = judged(folder.path(), &["shuffle", "named.txt", "--cards", cards]).1;
        assert_eq!(source["tests"], whole["tests"], "{cards}");
        assert_eq!(
            source["notes"]
                .to_string()
                .contains("The 36 cards are those of the deck in row 1: 6c 7c"),
            cards == "36"
        );
    }
    let said = refused(folder.path(), &["shuffle", "deals.txt", "--cards", "36", "--dealt", "20"]);
    assert!(said.contains("as 6..A, or with every card"), "{said}");
    let every: Vec<String> = (0..52).filter(|card| card % 13 >= 4).map(short).collect();
    let few = judged(folder.path(), &["shuffle", "few.txt", "--cards", "36", "--dealt", "20"]).1;
    for cards in ["6..A", &every.join(" ")] {
        let source =
            judged(folder.path(), &["shuffle", "deals.txt", "--cards", cards, "--dealt", "20"]).1;
        assert_eq!(source["tests"], few["tests"], "{cards}");
    }
    let said = refused(folder.path(), &["shuffle", "named.txt", "--cards", "7..A"]);
    assert!(said.contains("is none of the 32 cards of the deck"), "{said}");
}

/// Integers and draws in every form of file.
#[test]
fn the_same_numbers_in_every_form_of_file_give_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
    let numbers: Vec<u8> = decks().concat().into_iter().take(3_000).collect();
    let rows = |row: &dyn Fn(usize, u8) -> String| -> Vec<String> {
        numbers.iter().enumerate().map(|(at, number)| row(at, *number)).collect()
    };
    let timed = |at: usize, n: u8| format!("2026-01-01 08:{:02}:{:02},{n}", at / 60, at % 60);
    let table = [vec!["Time,Number".to_owned()], rows(&timed)].concat();
    let cells: Vec<Vec<String>> = rows(&|at, n| format!("{at},{n}"))
        .iter()
        .map(|row| row.split(',').map(str::to_owned).collect())
        .collect();
    write("plain.txt", joined(&numbers, &|n| n.to_string(), " ").into());
    write("table.csv", table.join("\n").into());
    write("table.txt", utf16(&table.join("\n").replace(',', "\t")));
    write("table.xlsx", sheet(table));
    write(
        "table.parquet",
        parquet(&[("id", ColumnType::Integer), ("n", ColumnType::Integer)], &cells),
    );
    write(
        "table.jsonl",
        rows(&|at, n| format!("{{\"at\":\"T{at}\",\"n\":{n}}}")).join("\n").into(),
    );
    let range = ["--range", "0..51"];
    let plain = judged(folder.path(), &[&["rng", "plain.txt"], &range[..]].concat());
    for (name, options) in [
        ("table.csv", &[][..]),
        ("table.txt", &[]),
        ("table.xlsx", &[]),
        ("table.jsonl", &[]),
        ("table.parquet", &["--columns", "n"]),
    ] {
        let (code, source) = judged(folder.path(), &[&["rng", name], &range[..], options].concat());
        assert_eq!((code, &source["tests"]), (plain.0, &plain.1["tests"]), "{name}");
    }
    let said = refused(folder.path(), &[&["rng", "table.parquet"], &range[..]].concat());
    assert!(
        said.contains("say --columns with their headings or places; there are `id`, `n`"),
        "{said}"
    );
    // Draws: an archive as a workbook, in UTF-16, Parquet and JSON lines.
    let archive = fs::read_to_string(common::fixtures().join("draws/take5.csv")).unwrap();
    let lines: Vec<String> = archive.lines().map(str::to_owned).collect();
    let cells: Vec<Vec<String>> =
        lines.iter().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let columns: Vec<(&str, ColumnType)> =
        cells[0].iter().map(|name| (&**name, ColumnType::Text)).collect();
    let object = |row: &Vec<String>| {
        let pairs = cells[0].iter().zip(row).map(|(name, cell)| format!("\"{name}\":\"{cell}\""));
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(","))
    };
    write("take5.csv", archive.clone().into());
    write("take5.txt", utf16(&archive.replace(',', "\t")));
    write("take5.xlsx", sheet(lines.clone()));
    write("take5.parquet", parquet(&columns, &cells[1..]));
    write("take5.jsonl", cells[1..].iter().map(object).collect::<Vec<_>>().join("\n").into());
    let game = ["--draws", "5/39", "--bonus", "rest"];
    let expected = judged(folder.path(), &[&["rng", "take5.csv"], &game[..]].concat());
    assert_eq!(expected.1["observations"], 650);
    for name in ["take5.txt", "take5.xlsx", "take5.parquet", "take5.jsonl"] {
        let (code, source) = judged(folder.path(), &[&["rng", name], &game[..]].concat());
        assert_eq!((code, &source["tests"]), (expected.0, &expected.1["tests"]), "{name}");
    }
}

/// Days and months that can change places are asked where the order of the draws depends on it.
#[test]
fn dates_that_read_in_two_ways_are_a_question_where_it_matters() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "Date,Winning Numbers\n".to_owned();
    for (at, date) in ["01/02/2024", "02/01/2024", "03/01/2024", "01/04/2024"].iter().enumerate() {
        writeln!(text, "{date},{} 12 20 32 {}", at + 1, 36 - at).unwrap();
    }
    fs::write(folder.path().join("turned.csv"), &text).unwrap();
    let args = ["rng", "turned.csv", "--draws", "5/36"];
    let said = refused(folder.path(), &args);
    assert!(
        said.contains("say --date-format \"%m/%d/%Y\" or --date-format \"%d/%m/%Y\""),
        "{said}"
    );
    let tests =
        |format: &str| judged(folder.path(), &[&args[..], &["--date-format", format]].concat()).1;
    let (american, european) = (tests("%m/%d/%Y"), tests("%d/%m/%Y"));
    assert_eq!(
        (american["observations"].as_u64(), european["observations"].as_u64()),
        (Some(4), Some(4))
    );
    // The same order either way: nothing to ask.
    let same: String = text.lines().take(2).map(|line| format!("{line}\n")).collect();
    fs::write(folder.path().join("same.csv"), same).unwrap();
    assert_eq!(judged(folder.path(), &["rng", "same.csv", "--draws", "5/36"]).1["observations"], 1);
}

/// A pipe is read as a file is; what cannot be read once from its beginning is refused. A digest is of the whole file,
/// however much of it was counted.
#[test]
fn pipes_and_digests() {
    let folder = tempfile::tempdir().unwrap();
    let files = deck_files();
    let piped = |name: &str| {
        let bytes = &files.iter().find(|file| file.0 == name).unwrap().1;
        fs::write(folder.path().join(name), bytes).unwrap();
        let mut command = common::feltproof(folder.path());
        command
            .args(["shuffle", "-", "--format", "json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The program may refuse before it has read all.
        let _ = child.stdin.take().unwrap().write_all(bytes);
        child.wait_with_output().unwrap()
    };
    for name in ["headed.csv", "signs.txt", "emoji.txt"] {
        let output = piped(name);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let file = common::feltproof(folder.path())
            .args(["shuffle", name, "--format", "json"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let file: Value = serde_json::from_slice(&file.stdout).unwrap();
        assert_eq!(report["sources"][0]["tests"], file["sources"][0]["tests"], "{name}");
        assert_eq!(report["inputs"][0]["sha256"], file["inputs"][0]["sha256"], "{name}");
    }
    let output = piped("book.xlsx");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("give a workbook or Parquet as a file"), "{said}");
    let numbers = joined(&decks().concat(), &|n| n.to_string(), "\n");
    fs::write(folder.path().join("numbers.txt"), &numbers).unwrap();
    let digest = |limit: &[&str]| {
        let args =
            [&["rng", "numbers.txt", "--range", "0..51", "--format", "json"], limit].concat();
        let output = common::feltproof(folder.path())
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["inputs"][0].clone()
    };
    assert_eq!(digest(&[]), digest(&["--limit", "100"]));
    assert_eq!(digest(&[])["size_bytes"].as_u64(), Some(numbers.len() as u64));
}
