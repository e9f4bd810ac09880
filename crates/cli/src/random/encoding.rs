//! Bytes that are written as text: decoded where that is stated, and recognised before any test where it is not.
//!
//! What is recognised is asked, never read by guess. Fair bytes are UTF-8 without control characters with a probability below
//! 0.47 for each byte (the sum over the forms of a character), so below 1e-1300 for the 4,096 that are looked at, and 2e-21 for 64.

use crate::args::Encoding;
use std::ops::RangeInclusive;

/// Bytes at the beginning that are looked at.
pub(crate) const HEAD_BYTES: usize = 4096;
/// Text is refused without an option that reads its characters as they are only where fair values are text less often.
const CHANCE_MAX: f64 = 1e-9;
const BOM: &[u8] = b"\xef\xbb\xbf";
const ARMOUR: &[u8] = b"-----";

/// What bytes are taken for, and the share of the fair values that are the bytes of a text.
pub(crate) enum Taken {
    /// Bits, which the user may still declare to be packed.
    Bits,
    /// Cards of `shuffle --raw`.
    Cards { share: f64 },
    /// Words of `rng --word`, of so many bytes.
    Words { share: f64, width: usize },
}

impl Taken {
    /// Cards with these numbers.
    pub(crate) fn cards(numbers: RangeInclusive<u8>) -> Self {
        let (all, text) = (numbers.clone().count(), numbers.filter(|b| is_of_text(*b)).count());
        Self::Cards { share: text as f64 / all as f64 }
    }

    /// Refuses bytes that are text, or a compressed file.
    pub(crate) fn checked(&self, head: &[u8], name: &str) -> Result<(), String> {
        let as_they_are = match self {
            Self::Bits => ", or say --written packed to test its bytes as they are",
            Self::Cards { .. } | Self::Words { .. } => "",
        };
        if let Some(kind) = compressed(head) {
            return Err(format!("{name} begins as {kind} does: give it decompressed{as_they_are}"));
        }
        let fair = match self {
            Self::Bits => 0.0,
            Self::Cards { share } => share.powf(head.len() as f64),
            Self::Words { share, width } => share.powf((head.len() / width) as f64),
        };
        if fair > CHANCE_MAX || !is_text(head) {
            return Ok(());
        }
        let found = Encoding::ALL.into_iter().find(|encoding| encoding.reads(head));
        let named = found.filter(|found| *found != Encoding::Decimal || matches!(self, Self::Bits));
        Err(match (named, self) {
            (Some(encoding), _) => {
                let (option, words) = (encoding.option(), encoding.words());
                let ranged = match encoding {
                    Encoding::Decimal => {
                        "; numbers of a range are tested with --range in place of --bits"
                    }
                    Encoding::Hex | Encoding::Base64 | Encoding::Base32 => "",
                };
                format!(
                    "{name} is text that reads as {words}: say --encoding {option} to test the bytes that it holds{as_they_are}{ranged}"
                )
            }
            (None, Self::Bits) => format!(
                "{name} is text, and neither the characters 0 and 1 nor hex, base64, base32 or decimal bytes throughout: take out \
                 what is not{as_they_are}"
            ),
            (None, Self::Cards { .. }) => {
                format!("{name} is text, and --raw is for one byte a card; leave out --raw")
            }
            (None, Self::Words { .. }) => {
                format!("{name} is text, and --word is for binary words; leave out --word")
            }
        })
    }
}

/// Whether a text may have this byte.
pub(crate) fn is_of_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte.is_ascii_whitespace() || byte == b' ' || byte >= 0x80
}

/// Whether these bytes begin a text, in UTF-8, or in UTF-16 with its mark.
fn is_text(head: &[u8]) -> bool {
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return head[2..].iter().all(|b| *b == 0 || is_of_text(*b));
    }
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The last character may be cut.
        Err(e) if e.error_len().is_none() => {
            std::str::from_utf8(&head[..e.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    text.chars().all(|c| !c.is_control() || c.is_ascii_whitespace())
}

/// The kind of compressed file that begins so: fair bytes do once in 16 million times at most.
fn compressed(head: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 5] = [
        (b"\x1f\x8b\x08", "a gzip file"),
        (b"PK\x03\x04", "a ZIP file"),
        (b"\x28\xb5\x2f\xfd", "a zstd file"),
        (b"\xfd7zXZ\0", "an xz file"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z file"),
    ];
    let is_bzip2 = head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY");
    let known = KINDS.into_iter().find(|(magic, _)| head.starts_with(magic)).map(|found| found.1);
    known.or(is_bzip2.then_some("a bzip2 file"))
}

impl Encoding {
    const ALL: [Self; 4] = [Self::Decimal, Self::Hex, Self::Base32, Self::Base64];

    pub(crate) const fn option(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Base32 => "base32",
            Self::Decimal => "decimal",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Hex => "hex digits",
            Self::Base64 => "base64",
            Self::Base32 => "base32",
            Self::Decimal => "bytes in decimal",
        }
    }

    /// Whether it reads the beginning of a text; digits alone are taken for decimal.
    fn reads(self, head: &[u8]) -> bool {
        (self == Self::Decimal || head.iter().any(u8::is_ascii_alphabetic))
            && Decoder::new(self, head).decode(head, "", &mut Vec::new()).is_ok()
    }

    /// Bits of a character, and characters that are whole bytes together.
    const fn group(self) -> (u32, usize) {
        match self {
            Self::Hex => (4, 2),
            Self::Base64 => (6, 4),
            Self::Base32 => (5, 8),
            Self::Decimal => (0, 1),
        }
    }

    /// What a character stands for.
    fn value(self, byte: u8) -> Option<u32> {
        let from = |first: u8, value: u32| Some(u32::from(byte - first) + value);
        match (self, byte) {
            (Self::Hex, _) => char::from(byte).to_digit(16),
            (Self::Decimal, _) => char::from(byte).to_digit(10),
            (Self::Base32 | Self::Base64, b'A'..=b'Z') => from(b'A', 0),
            (Self::Base32, b'a'..=b'z') => from(b'a', 0),
            (Self::Base32, b'2'..=b'7') => from(b'2', 26),
            (Self::Base64, b'a'..=b'z') => from(b'a', 26),
            (Self::Base64, b'0'..=b'9') => from(b'0', 52),
            (Self::Base64, b'+' | b'-') => Some(62),
            (Self::Base64, b'/' | b'_') => Some(63),
            (Self::Base32 | Self::Base64, _) => None,
        }
    }
}

/// What is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    Nothing,
    /// Up to the end of the line.
    Line,
    /// Up to the brace that opens a list.
    Opening,
    /// All that follows the brace that closes the list.
    Rest,
}

/// Decodes a text, block by block.
pub(crate) struct Decoder {
    encoding: Encoding,
    /// Less than what tells a line of dashes from a word.
    rest: Vec<u8>,
    skip: Skip,
    /// Braces that are open.
    open: usize,
    line: u64,
    is_line_start: bool,
    /// Of the word that goes on: its characters, whether `0x` stands before them, whether it is padded.
    characters: usize,
    is_prefixed: bool,
    is_padded: bool,
    /// Bits that fill no byte yet; of decimals the number.
    held: u32,
    bits: u32,
    /// Characters of the word before it in its line; and the line with a word of another length than the one before.
    before: Option<usize>,
    uneven: Option<u64>,
}

impl Decoder {
    /// Of a text that begins so. Where it has a list in braces, that alone is read.
    pub(crate) fn new(encoding: Encoding, head: &[u8]) -> Self {
        let skip = if head.contains(&b'{') { Skip::Opening } else { Skip::Nothing };
        Self {
            encoding,
            rest: Vec::new(),
            skip,
            open: 0,
            line: 1,
            is_line_start: true,
            characters: 0,
            is_prefixed: false,
            is_padded: false,
            held: 0,
            bits: 0,
            before: None,
            uneven: None,
        }
    }

    /// Adds the bytes of the next block. An error is one sentence with the line: what belongs to no encoded text.
    pub(crate) fn decode(
        &mut self,
        block: &[u8],
        name: &str,
        out: &mut Vec<u8>,
    ) -> Result<(), String> {
        let mut joined = std::mem::take(&mut self.rest);
        joined.extend_from_slice(block);
        let is_first = self.line == 1 && self.is_line_start;
        if is_first && joined.len() < BOM.len() && BOM.starts_with(&joined) {
            self.rest = joined;
            return Ok(());
        }
        let text = joined.strip_prefix(BOM).filter(|_| is_first).unwrap_or(&joined);
        for (at, byte) in text.iter().enumerate() {
            if self.is_line_start && *byte == b'-' && self.skip == Skip::Nothing {
                let follows = &text[at..];
                if follows.len() < ARMOUR.len() && ARMOUR.starts_with(follows) {
                    self.rest = follows.to_vec();
                    return Ok(());
                }
                if follows.starts_with(ARMOUR) {
                    self.skip = Skip::Line;
                }
            }
            self.take(*byte, out).map_err(|what| format!("{name}:{}: {what}", self.line))?;
        }
        Ok(())
    }

    /// What is wrong with the end of the text, once all of it was given.
    pub(crate) fn end(&mut self, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let rest = std::mem::take(&mut self.rest);
        let all = rest.iter().try_for_each(|byte| self.take(*byte, out));
        // A byte at least must be whole; bits that fill none are padding that was left out.
        let (bits, group) = self.encoding.group();
        let beyond = self.characters % group;
        if bits == 6 && beyond > 1 || bits == 5 && matches!(beyond, 2 | 4 | 5 | 7) {
            self.is_padded = true;
        }
        let whole = all.and_then(|()| self.close(out));
        whole.map_err(|what| format!("{name}:{}: {what}", self.line))?;
        match self.open {
            0 => Ok(()),
            _ => Err(format!("{name}: the list in braces does not end; the file is cut off")),
        }
    }

    fn take(&mut self, byte: u8, out: &mut Vec<u8>) -> Result<(), String> {
        let was_start = std::mem::replace(&mut self.is_line_start, byte == b'\n');
        if byte == b'\n' {
            self.close(out)?;
            (self.line, self.before) = (self.line + 1, None);
            if self.skip == Skip::Line {
                self.skip = Skip::Nothing;
            }
            return Ok(());
        }
        match (self.skip, byte) {
            (Skip::Rest, b'{') => {
                return Err("a second list in braces begins; give each in a file of its own".into());
            }
            (Skip::Opening, b'{') => (self.skip, self.open) = (Skip::Nothing, 1),
            (Skip::Line | Skip::Opening | Skip::Rest, _) => {}
            (Skip::Nothing, b'{' | b'}') if self.open > 0 => {
                self.close(out)?;
                if byte == b'{' {
                    self.open += 1;
                } else {
                    self.open -= 1;
                }
                if self.open == 0 {
                    self.skip = Skip::Rest;
                }
            }
            (Skip::Nothing, b'#') if was_start => self.skip = Skip::Line,
            (Skip::Nothing, _) => return self.character(byte, out),
        }
        Ok(())
    }

    fn character(&mut self, byte: u8, out: &mut Vec<u8>) -> Result<(), String> {
        let is_hex = self.encoding == Encoding::Hex;
        let is_zero = self.characters == 1 && self.held == 0 && !self.is_prefixed;
        match byte {
            b' ' | b'\t' | b'\r' | b'\x0c' | b',' | b';' | b'[' | b']' | b'"' | b'\'' => {
                self.close(out)
            }
            b':' if is_hex && self.characters > 0 => self.close(out),
            b'\\' if is_hex => self.close(out),
            b'x' | b'X' if is_hex && (is_zero || self.characters == 0) => {
                (self.characters, self.held, self.bits, self.is_prefixed) = (0, 0, 0, true);
                Ok(())
            }
            b'=' if self.characters > 0
                && !matches!(self.encoding, Encoding::Hex | Encoding::Decimal) =>
            {
                self.is_padded = true;
                Ok(())
            }
            _ => match self.encoding.value(byte) {
                Some(value) => self.digit(value, out),
                None => {
                    let (byte, words) = (char::from(byte).escape_default(), self.encoding.words());
                    Err(format!("`{byte}` is none of the characters of {words}; take it out"))
                }
            },
        }
    }

    fn digit(&mut self, value: u32, out: &mut Vec<u8>) -> Result<(), String> {
        if let Some(line) = self.uneven {
            return Err(format!(
                "the words of line {line} have different numbers of digits, as where an address stands before the bytes; leave \
                 out what is no data, and write all words with as many digits"
            ));
        }
        if self.is_padded {
            self.close(out)?;
        }
        self.characters += 1;
        let (bits, _) = self.encoding.group();
        if bits == 0 {
            self.held = self.held * 10 + value;
            if self.held > 255 || self.characters > 3 {
                return Err(format!(
                    "a number of this line is no byte, 0 to 255 in up to three digits (it begins {}); test numbers of another range \
                     with --range, and words of more bits as hex",
                    self.held
                ));
            }
            return Ok(());
        }
        (self.held, self.bits) = (self.held << bits | value, self.bits + bits);
        if self.bits >= 8 {
            self.bits -= 8;
            out.extend(u8::try_from(self.held >> self.bits));
            self.held &= (1 << self.bits) - 1;
        }
        Ok(())
    }

    /// Ends the word that goes on.
    fn close(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let (characters, (bits, group)) = (self.characters, self.encoding.group());
        if characters == 0 {
            return Ok(());
        }
        let is_lone = self.is_prefixed && characters == 1;
        if bits == 0 || is_lone {
            out.extend(u8::try_from(self.held));
        } else if !self.is_padded && !characters.is_multiple_of(group) {
            return Err(format!(
                "a word of {characters} characters ends here, and {group} characters of {} are whole bytes; write each word \
                 whole, or all of them without white space between",
                self.encoding.words()
            ));
        }
        if self.encoding == Encoding::Hex {
            let length = characters + usize::from(is_lone);
            if self.before.replace(length).is_some_and(|before| before != length) {
                self.uneven = Some(self.line);
            }
        }
        (self.characters, self.held, self.bits) = (0, 0, 0);
        (self.is_prefixed, self.is_padded) = (false, false);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
