//! Text of any encoding as UTF-8 with line feeds.

use crate::format::Encoding;
use crate::notes::{Noted, Notes};
use encoding_rs::{Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::io::{self, Read};

/// The bytes of a text.
pub(crate) type Text = Box<dyn Read + Send>;

/// Bytes decoded at a time.
const CHUNK: usize = 1 << 16;

/// Text as UTF-8, without a byte order mark. Text that is stated to be UTF-8 passes as it is:
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
    let (decoder, mark) = match (encoding, start) {
        (Encoding::Utf8, [0xEF, 0xBB, 0xBF]) => (None, 3),
        (Encoding::Utf8, _) => (None, 0),
        (Encoding::Utf16 | Encoding::Utf16BigEndian, [0xFE, 0xFF, ..]) => (Some(UTF_16BE), 2),
        (Encoding::Utf16 | Encoding::Utf16BigEndian, [0xFF, 0xFE, ..]) | (Encoding::Utf16, _) => {
            (Some(UTF_16LE), usize::from(start.starts_with(b"\xFF\xFE")) * 2)
        }
        (Encoding::Utf16BigEndian, _) => (Some(UTF_16BE), 0),
        (Encoding::Windows1252, _) => (Some(WINDOWS_1252), 0),
    };
    let start = start.get(mark..).unwrap_or_default().to_vec();
    let bytes = io::Cursor::new(start).chain(text);
    let text: Text = match decoder {
        None => Box::new(bytes),
        Some(encoding) => Box::new(Decoding {
            bytes: Box::new(bytes),
            decoder: encoding.new_decoder_without_bom_handling(),
            input: vec![0; CHUNK],
            filled: 0,
            output: vec![0; CHUNK * 3 + 16],
            ready: (0, 0),
            at_end: false,
            notes,
        }),
    };
    Ok(if returns_end_lines { Box::new(Returns { text }) } else { text })
}

struct Decoding {
    bytes: Text,
    decoder: Decoder,
    input: Vec<u8>,
    /// Bytes of `input` that are not decoded yet.
    filled: usize,
    output: Vec<u8>,
    ready: (usize, usize),
    at_end: bool,
    notes: Notes,
}

impl Decoding {
    /// Decodes some more; the output is large enough for all of the input.
    fn fill(&mut self) -> io::Result<()> {
        let read = self.bytes.read(self.input.get_mut(self.filled..).unwrap_or_default())?;
        self.at_end = read == 0;
        self.filled += read;
        let input = self.input.get(..self.filled).unwrap_or_default();
        let (_, used, written, replaced) =
            self.decoder.decode_to_utf8(input, &mut self.output, self.at_end);
        self.input.copy_within(used..self.filled, 0);
        self.filled -= used;
        self.ready = (0, written);
        self.notes.count(None, Noted::NotDecoded, u64::from(replaced), "");
        Ok(())
    }
}

impl Read for Decoding {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.0 == self.ready.1 && !self.at_end {
            self.fill()?;
        }
        let ready = self.output.get(self.ready.0..self.ready.1).unwrap_or_default();
        let count = ready.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(ready) {
            *to = *from;
        }
        self.ready.0 += count;
        Ok(count)
    }
}

/// Text of which every line ends with a carriage return alone.
struct Returns {
    text: Text,
}

impl Read for Returns {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        let text = buffer.get_mut(..read).unwrap_or_default();
        text.iter_mut().filter(|b| **b == b'\r').for_each(|b| *b = b'\n');
        Ok(read)
    }
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

    #[test]
    fn lone_returns_end_lines_where_all_do() {
        let bytes = Box::new(io::Cursor::new(b"a\rb\r".to_vec()));
        let mut reader = decoded(bytes, Encoding::Utf8, true, Notes::default()).unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "a\nb\n");
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
