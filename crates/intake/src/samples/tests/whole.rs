//! Records of decks, deals and shoes: a card a row, faces of other languages, and what is not whole.

use super::*;

pub(super) fn decks(
    text: &str,
    form: &DeckForm,
    options: &TableOptions,
) -> Result<Vec<Vec<u8>>, String> {
    let mut reader = DeckReader::new(file(text), "f".to_owned(), form.clone(), options)?;
    let mut all = Vec::new();
    while let Some(lots) = reader.next_deals()? {
        for lot in lots {
            let whole = lot.records.into_iter().filter_map(|record| record.cards.ok());
            all.extend(whole.map(|cards| lot.cards[cards].to_vec()));
        }
    }
    reader.finish().map(|_| all)
}

/// Decks with faces in another language are the decks in English; a face by a letter of another language leaves its row out,
/// and where the first rows tell no language, the letters are no cards.
#[test]
fn faces_of_other_languages_are_read_where_the_rows_tell_which() {
    let form = DeckForm { cards: 52, decks: 1, pack: None, shape: Shape::Full, ..FOUR };
    let written = |faces: &str, suit_first: bool| {
        let ranks: Vec<String> = (2..=10).map(|n| n.to_string()).collect();
        let faces = faces.chars().map(|face| face.to_string());
        let ranks: Vec<String> = ranks.into_iter().chain(faces).chain(["A".to_owned()]).collect();
        let row = |from: usize| -> String {
            let card = |at: usize| {
                let (rank, suit) = (&ranks[at % 13], ['♣', '♦', '♥', '♠'][at / 13]);
                if suit_first { format!("{suit}{rank} ") } else { format!("{rank}{suit} ") }
            };
            (0..52).map(|at| card((at * 17 + from) % 52)).collect()
        };
        (0..5).map(|from| row(from) + "\n").collect::<String>()
    };
    let read = |text: &str| decks(text, &form, &TableOptions::default());
    let english = read(&written("JQK", false)).unwrap();
    assert_eq!(english.len(), 5);
    for faces in ["BDK", "VDR", "BVH", "bdk"] {
        for suit_first in [false, true] {
            assert_eq!(read(&written(faces, suit_first)), Ok(english.clone()), "{faces}");
        }
    }
    // Beyond the first rows a queen by its English letter is a card misread.
    let german = written("BDK", false);
    let wrong = german.replacen("D♠", "Q♠", 1);
    assert_eq!(read(&(german.repeat(200) + &wrong)).unwrap().len(), 1004);
    // A jack that is a V goes with no language that has a K.
    let refused = read(&written("VDK", false)).unwrap_err();
    assert!(refused.contains("write J, Q and K"), "{refused}");
    // Letters of suits beside such faces are no cards.
    let letters = german.replace('♠', "s").replace('♥', "h").replace('♦', "d").replace('♣', "c");
    assert!(read(&letters).unwrap_err().contains("beside a sign"));
}

pub(super) const FOUR: DeckForm = DeckForm {
    cards: 4,
    decks: 1,
    pack: None,
    shape: Shape::Full,
    ordered: true,
    baccarat: false,
    first: None,
};

/// One card a row, with or without its place; rows out of order are refused.
#[test]
fn a_card_a_row() {
    let none = TableOptions::default();
    let text = "Deck,Place,Card\n1,1,2c\n1,2,As\n1,3,Kd\n1,4,9h\n2,1,9h\n2,2,Kd\n2,3,As\n2,4,2c\n";
    assert_eq!(decks(text, &FOUR, &none), Ok(vec![vec![0, 3, 1, 2], vec![2, 1, 3, 0]]));
    for (from, to, said) in [
        ("1,2,As\n1,3,Kd", "1,3,Kd\n1,2,As", "f:3: deck 1: place 3 where place 2 is the next"),
        ("2,1,9h", "0,1,9h", "f:6: deck 0 stands after deck 1"),
        ("2,1,9h", "x,1,9h", "f:6: `x` in `Deck` is no whole number"),
        ("2,1,9h", "2,1,Qh", "f:6: deck 2: Qh is none of the 4 cards"),
        ("2,1,9h\n", "", "f:6: deck 2: begins with place 2"),
        (
            "Deck,",
            "Set,",
            "say --deck-column with the column of its deck's number; there are `Set`",
        ),
    ] {
        let said_now = decks(&text.replace(from, to), &FOUR, &none).unwrap_err();
        assert!(said_now.contains(said), "{said_now}");
    }
    let stated = TableOptions { deck_column: Some("set".to_owned()), ..TableOptions::default() };
    assert_eq!(decks(&text.replace("Deck,", "Set,"), &FOUR, &stated).map(|all| all.len()), Ok(2));
}

/// Each record of a file: its cards, or what is wrong with it; and its row.
fn records(text: &str, form: &DeckForm) -> Vec<(Result<Vec<u8>, Flaw>, u64)> {
    let options = TableOptions::default();
    let mut reader = DeckReader::new(file(text), "f".to_owned(), form.clone(), &options).unwrap();
    let mut all = Vec::new();
    while let Some(lots) = reader.next_deals().unwrap() {
        for lot in lots {
            all.extend(lot.records.into_iter().map(|Record { cards, row, .. }| {
                (cards.map(|cards| lot.cards[cards].to_vec()).map_err(|flawed| flawed.0), row)
            }));
        }
    }
    reader.finish().unwrap();
    all
}

/// Of a shoe what stands before a row that cannot be used counts, with the rows that are left out; of a deck nothing does.
#[test]
fn the_first_part_of_a_shoe_counts() {
    let pack = Pack::parse("2c Kd 9h As").ok();
    let shoe = DeckForm { decks: 2, shape: Shape::First(None), pack, ..FOUR };
    let whole = DeckForm { shape: Shape::Full, ..shoe.clone() };
    let options = |deck_column: Option<&str>| TableOptions {
        deck_column: deck_column.map(str::to_owned),
        ..TableOptions::default()
    };
    let read = |text: &str, form: &DeckForm, deck: Option<&str>| {
        let mut reader =
            DeckReader::new(file(text), "f".to_owned(), form.clone(), &options(deck)).unwrap();
        let mut all = Vec::new();
        while let Some(lots) = reader.next_deals().unwrap() {
            for lot in lots {
                all.extend(lot.records.into_iter().map(|Record { cards, rows, rest, .. }| {
                    let cards = cards.map(|cards| lot.cards[cards].to_vec());
                    let rest = rest.map(|rest| (rest.row, rest.rows, rest.flawed.0));
                    (cards.map_err(|flawed| flawed.0), rows, rest)
                }));
            }
        }
        all
    };
    let last = (Ok(vec![2, 1, 0]), Vec::new(), None);
    // A card a row, the third misread, or missing; begun at its second place.
    for (third, cards, rest) in [
        ("1,3,XX\n1,4,9h", Ok(vec![0, 3]), Some((4, 2, Flaw::NoCard))),
        ("1,4,9h\n1,5,Kd", Ok(vec![0, 3]), Some((4, 2, Flaw::TooFew))),
        ("1,3,??\n1,4,9h\n1,5,Kd", Ok(vec![0, 3]), Some((5, 2, Flaw::Unseen))),
    ] {
        let text = format!("Deck,Place,Card\n1,1,2c\n1,2,As\n{third}\n2,1,9h\n2,2,Kd\n2,3,2c\n");
        let found = read(&text, &shoe, None);
        assert_eq!(found, [(cards, Vec::new(), rest), last.clone()], "{third}");
    }
    let late = read("Deck,Place,Card\n1,2,As\n1,3,Kd\n2,1,9h\n2,2,Kd\n2,3,2c\n", &shoe, None);
    assert_eq!(late, [(Err(Flaw::TooFew), Vec::new(), None), last.clone()]);
    // A round a row: of one that was misread no card counts.
    let rounds = "Shoe,Cards\n1,2c As\n1,Kd 9h 2c\n1,Kd XX\n1,9h 9h\n2,9h Kd\n2,2c\n";
    let found = read(rounds, &shoe, Some("Shoe"));
    let part = (Ok(vec![0, 3, 1, 2, 0]), vec![2, 3], Some((4, 2, Flaw::NoCard)));
    assert_eq!(found, [part, (Ok(vec![2, 1, 0]), vec![2, 1], None)]);
    // A shoe a row: what stands behind a stranger is not read, and less than a deck may be a round.
    for (wrong, cards) in [
        ("2c As Kd 9h 2c XX As", Ok(vec![0, 3, 1, 2, 0])),
        ("2c As Kd 9h 2c Qh As", Ok(vec![0, 3, 1, 2, 0])),
        ("2c As Kd 9h ?? As", Ok(vec![0, 3, 1, 2])),
        ("2c As Kd XX 9h 2c As", Err(Flaw::NoCard)),
    ] {
        let text = format!("9h Kd 2c 2c\n{wrong}\n9h Kd 2c\n");
        let rest = cards.as_ref().ok().map(|_| (2, 1, Flaw::NoCard));
        let found = read(&text, &shoe, None);
        assert_eq!(found[1], (cards, Vec::new(), rest), "{wrong}");
        assert_eq!(found[2], last);
        // A shoe that must be whole is none in part.
        let text = format!("9h Kd 2c As 2c As Kd 9h\n{wrong}\n");
        assert_eq!(read(&text, &whole, None)[1].0, Err(Flaw::NoCard), "{wrong}");
    }
}

/// A record that is not whole is left out with what it is and its row, in every layout; those around it are read.
#[test]
fn a_record_that_is_not_whole_is_left_out() {
    let (one, other) = (Ok(vec![0, 3, 1, 2]), Ok(vec![2, 1, 3, 0]));
    for (wrong, flaw) in [
        ("9h Kd", Flaw::TooFew),
        ("9h Kd As 2c 2c", Flaw::TooMany),
        ("9h XX As 2c", Flaw::NoCard),
        ("9h ?? As 2c", Flaw::NoCard),
        ("9h Kd As ??", Flaw::Unseen),
        ("Total: 3 decks", Flaw::NoCard),
    ] {
        let text = format!("2c As Kd 9h\n{wrong}\n9h Kd As 2c\n");
        let expected = vec![(one.clone(), 1), (Err(flaw), 2), (other.clone(), 3)];
        assert_eq!(records(&text, &FOUR), expected, "{wrong}");
        let cells =
            format!("Id,Cards\nx,2c As Kd 9h\ny,{wrong}\nId,Cards\nz,9h Kd As 2c\nu,2c As Kd 9h\n");
        let expected = vec![(one.clone(), 2), (Err(flaw), 3), (other.clone(), 5), (one.clone(), 6)];
        assert_eq!(records(&cells, &FOUR), expected, "{wrong}");
    }
    let [head, a, c] =
        ["Deck,Place,Card", "1,1,2c\n1,2,As\n1,3,Kd\n1,4,9h", "3,1,9h\n3,2,Kd\n3,3,As\n3,4,2c"];
    for (wrong, flaw, row) in [
        ("2,1,9h\n2,2,Kd\n2,3,As", Flaw::TooFew, 6),
        ("2,1,9h\n2,2,Kd\n2,4,As", Flaw::TooFew, 8),
        ("2,1,9h\n2,2,XX\n2,3,As\n2,4,2c", Flaw::NoCard, 7),
        ("2,2,Kd\n2,3,As\n2,4,2c", Flaw::TooFew, 6),
        ("2,1,9h\n2,2,Kd\n2,3,As\n2,4,2c\n2,5,2c", Flaw::TooMany, 6),
    ] {
        let text = format!("{head}\n{a}\n{wrong}\n{c}\n");
        let third = 6 + wrong.lines().count() as u64;
        let expected = vec![(one.clone(), 2), (Err(flaw), row), (other.clone(), third)];
        assert_eq!(records(&text, &FOUR), expected, "{wrong}");
    }
}
