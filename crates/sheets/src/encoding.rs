//! Text of any encoding as UTF-8 with line feeds.

mod decoding;
mod tidy;

use crate::format::Encoding;
use crate::notes::Notes;
use decoding::{Decoding, Way};
use encoding_rs::{UTF_16BE, UTF_16LE};
use std::io::{self, Read};
use tidy::Tidy;

/// The bytes of a text.
pub(crate) type Text = Box<dyn Read + Send>;

/// Text as UTF-8, without byte order marks. Text that is stated to be UTF-8 passes as it is:
/// what is no UTF-8 in it is the business of those who read the fields.
pub(crate) fn decoded(
    mut text: Text,
    encoding: Encoding,
    returns_end_lines: bool,
    notes: Notes,
) -> io::Result<Text> {
    let mut start = [0; 3];
    let mut read = 0;
    while read < start.len() {
        match text.read(start.get_mut(read..).unwrap_or_default())? {
            0 => break,
            more => read += more,
        }
    }
    let start = start.get(..read).unwrap_or_default();
    let (way, mark) = match (encoding, start) {
        (Encoding::Utf8, [0xEF, 0xBB, 0xBF]) => (None, 3),
        (Encoding::Utf8, _) => (None, 0),
        (Encoding::Utf16 | Encoding::Utf16BigEndian, [0xFE, 0xFF, ..]) => {
            (Some(Way::Utf16(UTF_16BE)), 2)
        }
        (Encoding::Utf16 | Encoding::Utf16BigEndian, [0xFF, 0xFE, ..]) | (Encoding::Utf16, _) => {
            (Some(Way::Utf16(UTF_16LE)), usize::from(start.starts_with(b"\xFF\xFE")) * 2)
        }
        (Encoding::Utf16BigEndian, _) => (Some(Way::Utf16(UTF_16BE)), 0),
        (Encoding::Windows1252, _) => (Some(Way::Windows1252), 0),
        (Encoding::Utf8OrWindows1252, [0xEF, 0xBB, 0xBF]) => (Some(Way::Either), 3),
        (Encoding::Utf8OrWindows1252, _) => (Some(Way::Either), 0),
    };
    let start = start.get(mark..).unwrap_or_default().to_vec();
    let bytes = io::Cursor::new(start).chain(text);
    let text: Text = match way {
        None => Box::new(bytes),
        Some(way) => Box::new(Decoding::new(bytes, way, mark, notes.clone())),
    };
    Ok(Box::new(Tidy::new(text, returns_end_lines, notes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Hands over a few bytes at a time, as a pipe does.
    struct Drops(io::Cursor<Vec<u8>>, usize);

    impl Read for Drops {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    fn read(bytes: &[u8], encoding: Encoding, drop: usize) -> (String, Vec<String>) {
        let notes = Notes::default();
        let bytes = Box::new(Drops(io::Cursor::new(bytes.to_vec()), drop));
        let mut text = String::new();
        let mut reader = decoded(bytes, encoding, false, notes.clone()).unwrap();
        reader.read_to_string(&mut text).unwrap();
        (text, notes.sentences())
    }

    fn utf16(text: &str, mark: bool, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let mark = mark.then_some(0xFEFF);
        mark.into_iter().chain(text.encode_utf16()).flat_map(to_bytes).collect()
    }

    #[test]
    fn byte_order_marks_are_no_text() {
        assert_eq!(read(b"\xEF\xBB\xBFa,b", Encoding::Utf8, 9).0, "a,b");
        assert_eq!(read(b"", Encoding::Utf8, 9).0, "");
        assert_eq!(read(b"\xFF\xFE", Encoding::Utf16, 1).0, "");
        assert_eq!(read(b"caf\xE9 \x80 5", Encoding::Windows1252, 2).0, "café € 5");
    }

    #[test]
    fn what_is_no_utf_16_is_counted() {
        let (text, notes) = read(b"a\0\x00\xD8b\0c", Encoding::Utf16, 3);
        assert!(text.starts_with("a\u{FFFD}b"), "{text}");
        assert!(notes[0].contains("not of the encoding"), "{notes:?}");
    }

    /// A program appends to a file in an encoding of its own.
    #[test]
    fn lines_of_another_encoding_are_read_as_what_they_are() {
        let wide = |text: &str, mark| utf16(text, mark, u16::to_le_bytes);
        let tail = "2,Jos\u{e9} \u{2665},b\r\n3,c,d\n".as_bytes();
        for drop in [1, 2, 3, 7, 64, 100_000] {
            let bytes = [wide("Rnd,Name,x\r\n1,\u{d0a},b\r\n", true), tail.to_vec()].concat();
            let (text, notes) = read(&bytes, Encoding::Utf16, drop);
            assert_eq!(text, "Rnd,Name,x\r\n1,\u{d0a},b\r\n2,Jos\u{e9} \u{2665},b\r\n3,c,d\n");
            let said = "2 lines are not UTF-16, as others are, but UTF-8, and were read as that (the \
                        first: line 3)";
            assert_eq!(notes, [said], "{drop}");
            let both = [tail, &wide("4,e,\u{2666}\n", true), &tail[..15], b"x"].concat();
            let (text, _) = read(&both, Encoding::Utf16, drop);
            let tail = String::from_utf8(tail.to_vec()).unwrap();
            assert_eq!(text, format!("{tail}4,e,\u{2666}\n{}x", &tail[..15]));
        }
        let bytes = [wide("Rnd,Name\n1,b", true), b"2,c,d".repeat(20)].concat();
        let bytes = Box::new(Drops(io::Cursor::new(bytes), 9));
        let mut text = decoded(bytes, Encoding::Utf16, false, Notes::default()).unwrap();
        let why = text.read_to_end(&mut Vec::new()).unwrap_err().to_string();
        assert!(
            why.starts_with(
                "line 2 is UTF-16 up to byte 26 of the file and not from there on: `2,c,d"
            ),
            "{why}"
        );
    }

    #[test]
    fn each_line_may_be_of_one_of_two_encodings() {
        for drop in [1, 2, 5, 1000] {
            let bytes = b"\xEF\xBB\xBFa,Jos\xC3\xA9\nb,Jos\xE9\r\nc\nd,\x80 5";
            let (text, notes) = read(bytes, Encoding::Utf8OrWindows1252, drop);
            assert_eq!(text, "a,Jos\u{e9}\nb,Jos\u{e9}\r\nc\nd,\u{20ac} 5");
            assert_eq!(
                notes,
                [
                    "2 lines are not UTF-8, as others are, but taken for Windows-1252 (the first: line 2)"
                ]
            );
        }
    }

    proptest! {
        #[test]
        fn utf_16_comes_back_however_it_arrives(
            text in "[a-zé€♥🂡,\r\n]{0,40}", drop in 1_usize..9, mark: bool,
        ) {
            let little = utf16(&text, mark, u16::to_le_bytes);
            prop_assert_eq!(&read(&little, Encoding::Utf16, drop).0, &text);
            let big = utf16(&text, mark, u16::to_be_bytes);
            prop_assert_eq!(&read(&big, Encoding::Utf16BigEndian, drop).0, &text);
            if mark {
                prop_assert_eq!(&read(&big, Encoding::Utf16, drop).0, &text);
            }
        }
    }
}
