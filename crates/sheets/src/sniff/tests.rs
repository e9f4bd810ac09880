//! Texts as programs write them, and what they are.

use super::*;
use crate::format::FixedColumn;
use std::io::Cursor;

fn found(bytes: &[u8]) -> Sniffed {
    sniff("f", Box::new(Cursor::new(bytes.to_vec())), &Format::default()).unwrap()
}

/// Delimiter, quote and header row.
fn dialect(text: &str) -> (char, Option<char>, u32) {
    let format = found(text.as_bytes()).format;
    assert_eq!(format.kind, Some(Kind::Delimited), "{text}");
    let quote = match format.quote.unwrap() {
        Quote::None => None,
        Quote::Byte(byte) => Some(char::from(byte)),
    };
    (char::from(format.delimiter.unwrap()), quote, format.header_row.unwrap())
}

#[test]
fn the_delimiter_is_what_makes_rows_alike() {
    for (text, delimiter) in [
        ("a,b\n1,2\n", ','),
        // Decimal commas, once in every row: no more fields than semicolons make.
        ("5,00;7,50\n1,25;3,00\n", ';'),
        ("2026-10-31;5,00;x\n2026-10-31;7,50;y\n", ';'),
        ("a,b,c\n1,\"x;y\",2\n3,\"z;w\",4\n", ','),
        ("a|b\nx, y|1\nz|2\n", '|'),
        ("one\ntwo\nthree\n", ','),
        ("", ','),
    ] {
        assert_eq!(dialect(text).0, delimiter, "{text}");
    }
}

#[test]
fn the_quote_is_what_closes() {
    assert_eq!(dialect("n,m\n1,O'Brien\n2,'s Gravenhage\n").1, Some('"'));
    assert_eq!(dialect("n,m\n1,'a, b'\n2,'c, d'\n").1, Some('\''));
    // Inches: a quote at the start of a field that never closes.
    assert_eq!(dialect("n,m\n1,\" inch\n2,\" inch\n3,x\n").1, None);
}

#[test]
fn names_stand_above_values() {
    for (text, row) in [
        ("Tbl,Ante\nT1,5.00\nT2,6.00\n", 1),
        ("Example Casino,,\nfrom 1 to 2,,\nTbl,Ante,Paid\nT1,$5.00,\nT2,(5.00),x\n", 3),
        ("T1,5.00\nT2,6.00\n", 0),
        ("Tbl,Dealer\nT-one,Ann\nT-two,Bob\n", 1),
        ("T1,T1\nT2,T2\n", 0),
        ("C1,C2\n2c,Kd\n", 1),
        ("\n\nTbl,Ante\nT1,5\n", 3),
        ("Tbl,\"Ante\nBet\"\nT1,5\n", 1),
        // Names that begin with a digit.
        ("Tbl,1 Cards,4 Card Bonus,2nd Card\nT1,Kd,5.00,2c\n", 1),
        // A record of texts alone, or the names once more on a later page: the rows above them are records.
        ("T1,5.00,Ann\nT2,void,Bob\nT3,6.00,Cem\n", 0),
        ("T1,5.00\nT2,6.00\nTbl,Ante\nT3,7.00\n", 0),
        // A title that a spreadsheet made as wide as the rows.
        ("Day:,10/31/2026,,,,\nTbl,Rnd,Seat,Ante,Play,Paid\nT1,1,1,5,5,0\nT1,2,1,5,5,0\n", 2),
    ] {
        assert_eq!(dialect(text).2, row, "{text}");
    }
}

#[test]
fn encodings_are_told_apart() {
    for (bytes, encoding) in [
        (&b"a,b\n1,2\n"[..], Encoding::Utf8),
        ("é,♥\n1,2\n".as_bytes(), Encoding::Utf8),
        (b"caf\xE9,b\n1,2\n", Encoding::Windows1252),
        (b"a\0,\0b\0\n\0", Encoding::Utf16),
        (b"\0a\0,\0b\0\n", Encoding::Utf16BigEndian),
        (b"\xFF\xFEa\0", Encoding::Utf16),
    ] {
        assert_eq!(found(bytes).format.encoding, Some(encoding), "{bytes:?}");
    }
    // The end of what is looked at may stand within a character.
    let long = format!("{}é\n", "x".repeat(HEAD - 1));
    assert_eq!(found(long.as_bytes()).format.encoding, Some(Encoding::Utf8));
}

#[test]
fn lines_may_end_with_returns() {
    let found = found(b"a;b\r1;2\r3;4\r");
    assert!(found.returns_end_lines);
    assert_eq!((found.format.delimiter, found.format.header_row), (Some(b';'), Some(1)));
}

#[test]
fn returns_end_lines_where_they_stand_between_rows() {
    for (text, ends) in [
        ("a,b\r1,2\r3,4\r\n5,6\r7,8\r\n", true),
        ("a,b\n1,2\r3,4\n5,\"x\ry\"\n", false),
        ("a,b\n1,six cards\rdealt\n3,4\n", false),
        ("a,b\r\n1,2\r\n", false),
        ("a,b\r\r\n1,2\r\r\n", false),
        ("{\"a\":1}\r{\"a\":2}\r\n{\"a\":3}\n", true),
    ] {
        assert_eq!(found(text.as_bytes()).returns_end_lines, ends, "{text:?}");
    }
}

#[test]
fn lines_of_two_encodings_are_not_taken_for_one() {
    let joined = [&b"a,b\n1,Jos\xE9\n"[..], "2,Jos\u{e9}\n".as_bytes()].concat();
    assert_eq!(found(&joined).format.encoding, Some(Encoding::Utf8));
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let appended = ["a,b\n".repeat(90).as_bytes(), &wide("1,2\r\n3,4\r\n5,6\r\n7,8\r\n")].concat();
    assert_eq!(found(&appended).format.encoding, Some(Encoding::Utf16));
    let damaged = ["a,b\n".repeat(90).as_bytes(), &[0; 90]].concat();
    assert!(sniff("f", Box::new(Cursor::new(damaged)), &Format::default()).is_err());
}

#[test]
fn an_escape_is_one_where_nothing_else_fits() {
    let escape = |text: &str| found(text.as_bytes()).format.escape;
    let dump = "\"n\",\"m\"\n\"1\",\"Smith, \\\"Ace\\\"\"\n\"2\",\\N\n\"3\",\"x\"\n";
    assert_eq!(escape(dump), Some(b'\\'));
    assert_eq!(escape("n,m\n1,a\\,b\n2,c\\,d\n3,x\n4,y\n5,z\n"), Some(b'\\'));
    for text in [
        "n,m\n1,\"C:\\\"\n2,\"D:\\\"\n",
        "n,m\n1,\\N\n2,x\n",
        "n,m\n1,\"{\"\"a\"\":\"\"\\\"\"\"\"}\"\n2,x\n",
        "n,m\n1,C:\\x\n",
    ] {
        assert_eq!(escape(text), None, "{text}");
    }
}

#[test]
fn a_delimiter_may_end_each_row_but_not_the_names() {
    for (text, ends, row) in [
        ("a,b\n1,2,\n3,4,\n", true, 1),
        ("Title\na,b\n1,2,\na,b\n3,,\n", true, 2),
        ("a,b\n1,2,\n3,4,5\n", false, 0),
        ("a,b\n1,2,\n3,4\n5,6,\n", false, 0),
        ("a,b,\n1,2,\n3,4,\n", false, 1),
        ("a,b\n1,2\n", false, 1),
    ] {
        let format = found(text.as_bytes()).format;
        assert_eq!(format.trailing_delimiter, ends, "{text}");
        assert!(!ends || format.header_row == Some(row), "{text}: {:?}", format.header_row);
    }
}

#[test]
fn blanks_under_each_other_are_columns() {
    let text =
        "Hands of the day\n\nTbl  Ante    Paid\nT1   5.00\nT2  12.50   25.00\nT10  1.00    2.00\n";
    let format = found(text.as_bytes()).format;
    assert_eq!((format.kind, format.header_row), (Some(Kind::FixedWidth), Some(3)));
    let columns: Vec<(&str, u32, u32)> =
        format.columns.iter().map(|c| (c.name.as_str(), c.from, c.width)).collect();
    // Each reaches to the next, so that nothing between two is lost.
    assert_eq!(columns, [("Tbl", 1, 4), ("Ante", 5, 8), ("Paid", 13, (1 << 16) - 12)]);
}

#[test]
fn under_stated_columns_only_their_names_are_names() {
    let column = |name: &str, from, width| FixedColumn { name: name.to_owned(), from, width };
    let columns = vec![column("Tbl", 1, 4), column("Event", 5, 10), column("Ante", 15, 6)];
    let stated =
        Format { kind: Some(Kind::FixedWidth), columns: columns.clone(), ..Format::default() };
    let records = "T1  COIN IN     5.00\nT2  GAME OVER   0.00\n";
    let names = "Tbl Event       Ante\n";
    for (text, row) in [
        (format!("Table report\n\n{names}{records}"), 3),
        // A record without a number, and a title, stand above records and are no names.
        (format!("T1  OPENED    Ann\n{records}"), 0),
        (format!("No  Name        Bet\n{records}"), 0),
        // The first page has no names: its records must not get lost.
        (format!("{records}{names}{records}"), 0),
    ] {
        let file = Shared::new(Box::new(Cursor::new(text.clone().into_bytes()))).unwrap();
        let (found, _) = look("f", &file, &stated, &Notes::default()).unwrap();
        assert_eq!(found.format.header_row, Some(row), "{text}");
        assert_eq!(found.format.columns, columns);
    }
}

#[test]
fn what_is_stated_is_not_looked_for() {
    let stated = Format { delimiter: Some(b';'), header_row: Some(0), ..Format::default() };
    let file = Shared::new(Box::new(Cursor::new(b"a,b\n1,2\n".to_vec()))).unwrap();
    let (found, _) = look("f", &file, &stated, &Notes::default()).unwrap();
    assert_eq!((found.format.delimiter, found.format.header_row), (Some(b';'), Some(0)));
}
