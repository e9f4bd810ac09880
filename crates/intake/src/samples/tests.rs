//! Cells, names of columns and rows, by small files.

use super::cards::{CardCells, Pack, Seen, Way, way_of};
use super::dates::{Dates, is_date};
use super::*;
use crate::journal::{ColumnNames, Content, Export};
use feltproof_sheets::Dialect;
use std::io::Cursor;

mod whole;

use whole::{FOUR, decks};

fn file(text: &str) -> Export<feed::Text> {
    let text: feed::Text = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let content = Content::Text(text, Dialect::CSV);
    Export { content, names: ColumnNames::None, evidence: None }
}

fn columns(names: &str) -> TableOptions {
    TableOptions { columns: Some(names.to_owned()), ..TableOptions::default() }
}

fn cell(text: &str, first: u8) -> Result<(Vec<u8>, usize), String> {
    let (pack, way) = (Pack::full(), way_of(text).map_or(Way::Ranks, |found| found.0));
    let (mut cards, mut seen) = (Vec::new(), Seen::default());
    let cells = CardCells { way, faces: None, pack: &pack, cards: 52, first };
    cells.read(text, 1, &mut seen, &mut cards).map(|()| (cards, seen.unseen))
}

#[test]
fn cards_in_every_way_people_write_them() {
    // 2c is 0, As is 51, Td is 13 + 8.
    for text in [
        "2c As Td",
        "2cAs10d",
        "2c,As;10d",
        "2♣ A♠ 10♦",
        "2♣\u{fe0f}A♠\u{fe0f}T♦\u{fe0f}",
        "Two of Clubs, Ace of Spades, Ten of Diamonds",
        "2 of clubs ace of spades 10 of diamonds",
        "C2 S-A D10",
        "Clubs Two, Spades Ace, Diamonds 10",
        "0 51\t21",
        "2c 14s 10d",
        "2♣1♠10♦",
        "C2 S-14 D10",
        "♣2♠1♦10",
        "Clubs 2, Spades 14, Diamonds 10",
        "2 of Clubs, 1 of Spades, 10 of Diamonds",
        "🃒🂡🃊",
        "2 de Trèfle, As de Pique, 10 de Carreau",
        "Kreuz 2, Pik Ass, Karo 10",
    ] {
        assert_eq!(cell(text, 0), Ok((vec![0, 51, 21], 0)), "{text}");
    }
    assert_eq!(cell("1, 52, 22", 1), Ok((vec![0, 51, 21], 0)));
}

#[test]
fn what_is_no_card_is_said_with_the_remedy() {
    for (text, first, said) in [
        ("0 52", 0, "cards are 0 to 51; if the file counts from 1, say --first 1"),
        ("0 1", 1, "say --first 0"),
        ("As Kx", 0, "`Kx` is not a card"),
        ("As ?", 0, "`?` is not a card"),
        ("7 99999999999999999999", 0, "`7` is not a card"),
        ("-", 0, "may be a card that was not seen, or none"),
        ("--", 0, "may be a card that was not seen, or none"),
        ("NULL", 0, "`NULL` is not a card"),
        ("Seven of Clubs Joker", 0, "Joker is none of the 52 cards of the deck"),
        ("15s 2c", 0, "`15s` is not a card"),
        ("0s 2c", 0, "`0s` is not a card"),
        ("As 2c B♠", 0, "write J, Q and K"),
        ("Seven of Clubs Joke", 0, "`Seven` is not a card"),
    ] {
        let found = cell(text, first).unwrap_err();
        assert!(found.contains(said), "{text}: {found}");
    }
}

/// Unseen cards are counted where they end a row, and refused where a seen one follows.
#[test]
fn cards_that_were_not_seen_end_a_row() {
    assert_eq!(cell("2c As ?? ??", 0), Ok((vec![0, 51], 2)));
    assert_eq!(cell("2cAs????", 0), Ok((vec![0, 51], 2)));
    assert_eq!(cell("0,51,??", 0), Ok((vec![0, 51], 1)));
    assert_eq!(cell("?? ??", 0), Ok((vec![], 2)));
    for text in ["As ?? Kd", "?? 7", "As??Kd"] {
        assert!(cell(text, 0).unwrap_err().contains("not seen"), "{text}");
    }
}

#[test]
fn a_short_deck_is_named_by_its_ranks_or_its_cards() {
    assert_eq!(Pack::parse("6..A").map(|pack| pack.count()), Ok(36));
    assert_eq!(Pack::parse("10..A").map(|pack| pack.count()), Ok(20));
    assert_eq!(Pack::parse("Ac Kd 2s").map(|pack| pack.count()), Ok(3));
    assert_eq!(Pack::parse("2..A Joker1 Joker2").map(|pack| pack.count()), Ok(54));
    assert_eq!(
        Pack::parse("Ac JK").map(|pack| pack.names()),
        Ok(vec!["Ac".into(), "Joker".into()])
    );
    for text in ["A..6", "2..A Joker Joker", "As As", "As", "six", "6..B"] {
        assert!(Pack::parse(text).is_err(), "{text}");
    }
}

/// Jokers are cards of a deck that has them, in every way of writing: the first whole deck says so.
#[test]
fn jokers_are_cards_where_a_deck_has_them() {
    for (cards, text) in [
        (4, "2c Joker As Kd\nKd As 2c JK\n"),
        (5, "2c RJ As BJ Kd\nKd Joker2 As Joker1 2c\n"),
        (
            5,
            "Two of Clubs, Red Joker, Ace of Spades, Black Joker, King of Diamonds\nBlack Joker, Ace of Spades, 2 of clubs, Big Joker, King of Diamonds\n",
        ),
        (4, "C2 JK SA DK\nDK SA C2 Joker\n"),
        (4, "a,b,c,d\n2c,Joker,As,Kd\nKd,As,2c,JK\n"),
    ] {
        let form = DeckForm { cards, ..FOUR };
        let read = decks(text, &form, &TableOptions::default());
        let all: Vec<u8> = (0..cards).collect();
        let sorted = |deck: &Vec<u8>| {
            let mut deck = deck.clone();
            deck.sort_unstable();
            deck
        };
        assert_eq!(read.as_ref().map(Vec::len), Ok(2), "{text}: {read:?}");
        assert!(read.unwrap().iter().all(|deck| sorted(deck) == all), "{text}");
    }
    let alike = "2c As As Joker\nJoker As 2c As\n";
    let said = decks(alike, &FOUR, &TableOptions::default()).unwrap_err();
    assert!(
        said.contains("of the 4 cards 3 differ") && said.contains("write them apart"),
        "{said}"
    );
}

#[test]
fn dates_in_every_way_archives_write_them() {
    for text in [
        "2024-09-25",
        "2024/09/25",
        "2024-09-25T00:00:00.000",
        "09/25/2024",
        "9/25/2024",
        "Wed 9/25/2024",
        "25.09.2024",
        "25/09/2024",
        "Sep 25, 2024",
        "Sept. 25, 2024",
        "Wednesday, September 25, 2024",
        "25-Sep-2024",
        "2024-Sep-25",
        "25 September 2024",
        "09/25/24",
    ] {
        let day = Dates::of(&[text]).map(|dates| dates.read(text));
        assert_eq!(day, Ok(Some((20_240_925, 0))), "{text}");
        assert_eq!(is_date(text), text != "09/25/24", "{text}");
    }
    let read = |text| Dates::of(&[text]).map(|dates| dates.read(text));
    assert_eq!(read("09/25/2024 9:30 PM"), Ok(Some((20_240_925, 213_000))));
    assert_eq!(read("12:05 AM"), Ok(Some((0, 500))));
    for text in [
        "05 11 14 23 37",
        "5 11 14",
        "13/13/2024",
        "Midday",
        "1 2 2024 3",
        ":",
        "2024-00-10",
        "2024",
        "9",
    ] {
        assert!(!is_date(text), "{text}");
    }
    // One of the two decides for the other.
    let both = Dates::of(&["03/04/2024", "25/04/2024"]).map(|dates| dates.read("03/04/2024"));
    assert_eq!(both, Ok(Some((20_240_403, 0))));
    let wrong = Dates::of(&["09/26/2024", "26/09/2024"]).map(|_| ());
    assert_eq!(wrong, Err((1, Some("%m/%d/%Y".to_owned()))));
}

fn places_of(
    text: &str,
    options: &TableOptions,
    form: &mut IntegerForm,
) -> Result<Vec<u32>, String> {
    let mut all = Vec::new();
    let take = |some: &[u32], _: &[String]| all.extend_from_slice(some);
    read_integers(file(text), "f", form, options, take).map(|_| all)
}

fn integers(text: &str, options: &TableOptions, padded: bool) -> Result<Vec<u32>, String> {
    let outcomes = Outcomes::Numbers(ValueRange::parse("0..37").unwrap());
    places_of(text, options, &mut IntegerForm { outcomes, padded, limit: None })
}

fn labels(text: &str, stated: &str) -> Result<(Vec<u32>, Vec<String>), String> {
    let outcomes = Outcomes::Labels(Labels::parse(stated).unwrap());
    let mut form = IntegerForm { outcomes, padded: false, limit: None };
    let all = places_of(text, &TableOptions::default(), &mut form)?;
    let Outcomes::Labels(labels) = form.outcomes else { panic!("labels") };
    Ok((all, labels.names()))
}

/// Noughts before a number mean nothing where every number has as many digits, and are asked where one has fewer.
#[test]
fn noughts_before_a_number_never_vanish_unsaid() {
    let none = TableOptions::default();
    assert_eq!(integers("00 07 36", &none, false), Ok(vec![0, 7, 36]));
    let question = integers("00 12\n7 36", &none, false).unwrap_err();
    assert!(
        question.starts_with("f:1: `00` may be 0 or a number of its own, since in line 2"),
        "{question}"
    );
    assert!(question.contains("--padded") && question.contains("--outcomes 0,00,1..36"));
    assert_eq!(integers("00 12\n7 36", &none, true), Ok(vec![0, 12, 7, 36]));
    for text in ["0 00", "1 01", "007 12", "10\n01\n5", "07 7"] {
        assert!(integers(text, &none, false).is_err(), "{text}");
    }
}

/// A column that numbers the games is none of outcomes; cells of several numbers are read where they are named.
#[test]
fn numbers_of_one_throw_may_stand_in_one_cell() {
    let rows: String =
        (1..=20).map(|game| format!("{game},{}-{}-6\n", game % 5, game % 7)).collect();
    let text = format!("game,result\n{rows}");
    let question = integers(&text, &TableOptions::default(), false).unwrap_err();
    assert!(question.contains("not plain: say --columns"), "{question}");
    let named = TableOptions { columns: Some("result".to_owned()), ..TableOptions::default() };
    let all: Vec<u32> = (1..=20).flat_map(|game| [game % 5, game % 7, 6]).collect();
    assert_eq!(integers(&text, &named, false), Ok(all));
    let wrong = integers(&format!("{text}21,2-3\n"), &named, false).unwrap_err();
    assert!(wrong.starts_with("f:22: `2-3` is "), "{wrong}");
    let times: String = (1..=20).map(|game| format!("{game},12:{game}\n")).collect();
    let question = integers(&format!("game,time\n{times}"), &TableOptions::default(), false);
    assert!(question.unwrap_err().contains("there are `game`, `time`"), "a running number");
}

#[test]
fn outcomes_are_as_they_are_written() {
    let places = |text, stated| labels(text, stated).map(|found| found.0);
    assert_eq!(places("00 12\n7 0 36", "0,00,1..36"), Ok(vec![1, 13, 8, 0, 37]));
    assert_eq!(places("01\n1\n001", "1,01,001"), Ok(vec![1, 0, 2]));
    assert_eq!(places("$10\nBig Joker\n$1\n", "$1, $10, Big Joker"), Ok(vec![1, 2, 0]));
    assert_eq!(places("a b\nb a a", "a,b"), Ok(vec![0, 1, 1, 0, 0]));
    let said = places("1\n2\n07\n", "1..36").unwrap_err();
    assert!(said.starts_with("f:3: `07` is none of the 36 outcomes; `7` is"), "{said}");
    // Not stated: as they come, and those that never came.
    let (all, names) = labels("00 0\n7 00", "4").unwrap();
    assert_eq!((all, names.len()), (vec![0, 1, 2, 0], 4));
    assert_eq!(names[..3], ["00", "0", "7"]);
    let said = places("1\n2\n3\n", "2").unwrap_err();
    assert!(said.starts_with("f:3: `3` is one outcome more than the 2 stated"), "{said}");
    // A first row of words may be an outcome.
    let said = places("Logo\n1\n2\nLogo\n", "3").unwrap_err();
    assert!(said.starts_with("f:1: `Logo` may be an outcome or name a column"), "{said}");
    assert_eq!(places("Spin,Pocket\n7,00\n8,0\n", "0,00"), Ok(vec![1, 0]));
    // Rows of words under names that are stated.
    let reel = |options: &TableOptions| {
        let outcomes = Outcomes::Labels(Labels::parse("BAR,Bell").unwrap());
        let mut form = IntegerForm { outcomes, padded: false, limit: None };
        places_of("Spin,Reel\n0,BAR\n1,Bell\n2,BAR\n", options, &mut form)
    };
    assert_eq!(reel(&columns("reel")), Ok(vec![0, 1, 0]));
    assert!(reel(&TableOptions::default()).unwrap_err().contains("--header-row"));
    let stated = TableOptions { header_row: Some(1), ..columns("reel") };
    assert_eq!(reel(&stated), Ok(vec![0, 1, 0]));
    for wrong in ["1", "1,1", "5..5", "a"] {
        assert!(Labels::parse(wrong).is_err(), "{wrong}");
    }
}

/// `#` begins a remark, unless the cell is an error of a spreadsheet.
#[test]
fn an_error_is_no_remark() {
    let none = TableOptions::default();
    assert_eq!(integers("# a remark\n1 # one\n#####\n3\n", &none, false), Ok(vec![1, 3]));
    for text in ["1\n#N/A\n3\n", "1,2\n3,4\n5,#DIV/0!\n", "1\n2\n#VALUE!"] {
        let said = integers(text, &none, false).unwrap_err();
        assert!(said.contains("is not an integer"), "{said}");
    }
}

/// What stands beside the numbers is left out where that is plain, and asked where it may be one of them.
#[test]
fn columns_beside_the_numbers() {
    let none = TableOptions::default();
    let rows = |separator: &str| {
        (0..12).map(|n| format!("{}{separator}{}\n", n + 1, (n * 7) % 37)).collect::<String>()
    };
    let expected: Vec<u32> = (0..12).map(|n| (n * 7) % 37).collect();
    for separator in [",", " "] {
        let question = integers(&rows(separator), &none, false).unwrap_err();
        assert!(
            question
                .contains("say --columns 2 if it numbers them, or --columns 1-2 if it does not"),
            "{question}"
        );
        assert_eq!(integers(&rows(separator), &columns("2"), false), Ok(expected.clone()));
        assert_eq!(integers(&rows(separator), &columns("1-2"), false).map(|all| all.len()), Ok(24));
    }
    let headed = format!("No,Value\n{}", rows(","));
    assert!(integers(&headed, &none, false).unwrap_err().contains("there are `No`, `Value`"));
    assert_eq!(integers(&headed, &columns("value"), false), Ok(expected.clone()));
    let dated: String = expected.iter().map(|n| format!("2026-01-01,{n}\n")).collect();
    assert_eq!(integers(&dated, &none, false), Ok(expected.clone()));
    assert_eq!(integers(&format!("Time,Value\n{dated}"), &none, false), Ok(expected));
}

/// A row that counts above rows of numbers names columns or is a record: both answers read.
#[test]
fn a_row_that_counts_is_a_question() {
    let form = DeckForm { cards: 6, first: Some(1), ..FOUR };
    let text = "1,2,3,4,5,6\n6,5,4,3,2,1\n2,1,3,4,5,6\n";
    let question = decks(text, &form, &TableOptions::default()).unwrap_err();
    assert!(question.contains("f:1: the row counts from 1 to 6"), "{question}");
    for (row, records) in [(1, 2), (0, 3)] {
        let stated = TableOptions { header_row: Some(row), ..TableOptions::default() };
        assert_eq!(decks(text, &form, &stated).map(|all| all.len()), Ok(records));
    }
    // Above cards that are named it can only be places.
    let form = DeckForm { cards: 5, first: None, ..FOUR };
    let named = "1,2,3,4,5\n2c,3c,4c,5c,6c\n6c,5c,4c,3c,2c\n";
    assert_eq!(decks(named, &form, &TableOptions::default()).map(|all| all.len()), Ok(2));
}

/// A typing error in the first record does not make it the row of the names.
#[test]
fn a_record_is_never_lost_as_the_names() {
    let named = "Two of Clubs, Ace of Spades, King of Hearts, Nine of Hearts";
    for (right, wrong) in [("2c As Kd 9h", "9x"), ("2c,As,Kd,9h", "9x"), (named, "Nine of Heartz")]
    {
        let last = right.rfind(['9', 'N']).unwrap();
        let text = format!("{}{wrong}\n{right}\n{right}\n", &right[..last]);
        let said = decks(&text, &FOUR, &TableOptions::default()).unwrap_err();
        assert!(said.starts_with("f:1: ") && said.contains("is not a card"), "{said}");
    }
}

#[test]
fn from_which_number_cards_count_is_a_question() {
    let form = DeckForm { shape: Shape::First(None), ..FOUR };
    let none = TableOptions::default();
    assert_eq!(decks("0 3\n1 2\n", &form, &none).map(|all| all.len()), Ok(2));
    let question = decks("1 3\n1 2\n", &form, &none).unwrap_err();
    assert!(question.contains("say --first 0 or --first 1"), "{question}");
    for first in [0, 1] {
        let form = DeckForm { first: Some(first), ..form.clone() };
        assert_eq!(
            decks("1 3\n1 2\n", &form, &none).map(|all| all[0].clone()),
            Ok(vec![1 - first, 3 - first])
        );
    }
}

#[test]
fn remarks_hold_nothing_and_quotes_must_close() {
    let form = DeckForm { cards: 2, ..FOUR };
    let none = TableOptions::default();
    assert_eq!(
        decks("# a \"remark\"\n\n0 1 # by hand\n  # more\n1 0\n", &form, &none)
            .map(|all| all.len()),
        Ok(2)
    );
    let said = decks("0 1\n\"0 1\n", &form, &none).unwrap_err();
    assert!(said.starts_with("f:2: a quoted cell does not close"), "{said}");
}

/// Raw words beside outcomes; an empty outcome is a word that was drawn again.
#[test]
fn raw_words_beside_outcomes() {
    let range = ValueRange::parse("1..6").unwrap();
    let read = |text: &str, options: &TableOptions| {
        let mut all = Vec::new();
        read_scaled(file(text), "f", (range, "raw"), options, |some| all.extend_from_slice(some))
            .map(|_| all)
    };
    let row = |line, word, outcome| Scaled { line, word, outcome };
    let text = "Raw,Face\n18446744073709551615,4\n12,\n7,1\n";
    let expected = vec![row(2, u64::MAX, Some(3)), row(3, 12, None), row(4, 7, Some(0))];
    assert_eq!(read(text, &columns("face")), Ok(expected));
    for (text, options, said) in [
        (text, TableOptions::default(), "f: say --columns with the column of the outcomes"),
        ("Raw,Face\n1,7\n", columns("face"), "f:2: 7 is not in 1..6"),
        ("Raw,Face\n-1,1\n", columns("face"), "f:2: `-1` is not a whole number"),
        ("Word,Face\n1,1\n", columns("face"), "--raw-column: there is no column `raw`"),
    ] {
        let found = read(text, &options).unwrap_err();
        assert!(found.starts_with(said), "{found}");
    }
}

fn deck_of(card: impl Fn(usize) -> String) -> String {
    (0..52).map(card).collect::<Vec<_>>().join(" ")
}

/// Ranks are letters or numbers in the whole file, and the ace one number: else a digit that was lost is another card.
#[test]
fn ranks_are_written_in_one_way() {
    let full = DeckForm { cards: 52, ..FOUR };
    let suit = |at: usize| "cdhs".as_bytes()[at / 13] as char;
    let of = |ace: usize| {
        deck_of(|at| format!("{}{}", if at % 13 == 12 { ace } else { at % 13 + 2 }, suit(at)))
    };
    let letters =
        deck_of(|at| format!("{}{}", "23456789TJQKA".as_bytes()[at % 13] as char, suit(at)));
    let (low, high) = (of(1), of(14));
    let read = |rows: [&str; 2]| decks(&(rows.join("\n") + "\n"), &full, &TableOptions::default());
    let new: Vec<u8> = (0..52).collect();
    for rows in [[&low, &low], [&high, &high], [&letters, &letters]] {
        assert_eq!(read(rows.map(String::as_str)), Ok(vec![new.clone(); 2]));
    }
    for (rows, said) in
        [([&low, &letters], "J Q K A"), ([&low, &high], "the ace is 1 in some rows and 14")]
    {
        let error = read(rows.map(String::as_str)).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    // Suits first: no row of such cards names columns.
    let first = deck_of(|at| format!("{}{}", suit(at).to_ascii_uppercase(), at % 13 + 2))
        .replace(' ', ",")
        + "\n";
    assert_eq!(decks(&first.repeat(3), &full, &TableOptions::default()), Ok(vec![new; 3]));
}

/// Over all decks of two cards and two jokers: either joker is each as often, and the same deck has the same.
#[test]
fn jokers_that_are_written_alike_are_settled_by_the_deck() {
    let pack = Pack::parse("2c 3c 4c 5c 6c Joker").unwrap().with_two_jokers().unwrap();
    assert_eq!(pack.names()[5..], ["Joker 1", "Joker 2"]);
    let (mut first, mut all) = (0, 0);
    let mut each = |deck: &[u8]| {
        let mut settled = deck.to_vec();
        pack.settle_jokers(&mut settled);
        let place = |label| settled.iter().position(|card| *card == label).unwrap();
        (first, all) = (first + u32::from(place(5) < place(6)), all + 1);
    };
    for code in 0..7_u32.pow(7) {
        let deck: Vec<u8> = (0..7).map(|at| (code / 7_u32.pow(at) % 7) as u8).collect();
        let count = |label: u8| deck.iter().filter(|card| **card == label).count();
        if (0..5).all(|label| count(label) == 1) && count(5) == 2 {
            each(&deck);
        }
    }
    // 2,520 decks; four deviations are 100.
    assert!(all == 2_520 && (1_160..=1_360).contains(&first), "{first} of {all}");
    let form = DeckForm { cards: 4, ..FOUR };
    for joker in ["Joker", "JK", "*", "🃏"] {
        let text = format!("2c {joker} 3c {joker}\n{joker} {joker} 3c 2c\n");
        let found = decks(&text, &form, &TableOptions::default()).unwrap();
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4], "{joker}");
        assert!(found.iter().all(|deck| (0..4).all(|label| deck.contains(&label))), "{found:?}");
    }
    let twice = decks("2c 3c 2c 3c\n", &form, &TableOptions::default()).unwrap_err();
    assert!(twice.contains("say --decks-per-shoe 2 --cards \"2c 3c\""), "{twice}");
}
