//! Reads one PDF value from raw bytes: all that a signature dictionary needs, or the little more that other objects of
//! this program's PDFs have.
//!
//! For hostile input: it never panics, looks at each byte once, nests to [`DEPTH_MAX`] and holds [`VALUES_MAX`] values at most.

use core::ops::Range;

/// Signature dictionaries nest four deep; more is not one of ours.
const DEPTH_MAX: usize = 8;
/// Values that one is made of, keys included. A signature dictionary has some thirty, a catalog a hundred; each takes
/// thirty times the memory of the byte that it may be.
const VALUES_MAX: usize = 4096;
/// Bytes that one stands in: the certificates of a chain and a timestamp take some ten thousand digits.
const BYTES_MAX: usize = 1 << 20;

/// A value and the bytes it stands in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spanned {
    pub span: Range<usize>,
    pub value: Value,
}

/// The kinds of value that occur.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// `/Name`, without the slash. Escapes (`#41`) are refused in a signature dictionary.
    Name(Vec<u8>),
    /// A whole number.
    Integer(i64),
    /// `(…)`, decoded.
    Literal(Vec<u8>),
    /// `<…>`; the digits are left where they are.
    Hex,
    /// `[…]`
    Array(Vec<Spanned>),
    /// `<<…>>`, in order.
    Dictionary(Vec<(Spanned, Spanned)>),
    /// `12 0 R`: the number of an object. Not in a signature dictionary.
    Reference(u32),
    /// A number with a fraction, `true`, `false` or `null`, which stand where they are. Not in a signature dictionary.
    Other,
}

/// Why a value could not be read: where, and what was expected there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unreadable {
    pub offset: usize,
    pub expected: &'static str,
}

/// Reads the value of a signature dictionary that begins at `offset` or after white space.
pub(super) fn read(bytes: &[u8], offset: usize) -> Result<Spanned, Unreadable> {
    read_as(bytes, offset, true)
}

/// The same of any object: it may refer to others.
pub(crate) fn read_object(bytes: &[u8], offset: usize) -> Result<Spanned, Unreadable> {
    read_as(bytes, offset, false)
}

fn read_as(bytes: &[u8], offset: usize, is_signature: bool) -> Result<Spanned, Unreadable> {
    let end = offset.checked_add(BYTES_MAX).map_or(bytes.len(), |end| end.min(bytes.len()));
    let bytes = bytes.get(..end).unwrap_or_default();
    Lexer { bytes, at: offset, left: VALUES_MAX, is_signature }.value(0)
}

/// The first place at or after `offset` that is not white space.
pub(crate) fn skip_space(bytes: &[u8], offset: usize) -> usize {
    let rest = bytes.get(offset..).unwrap_or_default();
    offset + rest.iter().take_while(|byte| is_space(**byte)).count()
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

/// A name with its escapes put in, each `#` with two digits.
fn unescaped(name: &[u8]) -> Option<Vec<u8>> {
    let mut parts = name.split(|byte| *byte == b'#');
    let mut decoded = parts.next()?.to_vec();
    for part in parts {
        let digits = core::str::from_utf8(part.get(..2)?).ok()?;
        decoded.push(u8::from_str_radix(digits, 16).ok()?);
        decoded.extend_from_slice(part.get(2..)?);
    }
    Some(decoded)
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Values that may still come.
    left: usize,
    is_signature: bool,
}

impl<'a> Lexer<'a> {
    fn value(&mut self, depth: usize) -> Result<Spanned, Unreadable> {
        if depth > DEPTH_MAX {
            return Err(self.expected("a value that is not nested so deeply"));
        }
        let left = self.left.checked_sub(1);
        self.left = left.ok_or_else(|| self.expected("a value of 4096 parts at most"))?;
        self.at = skip_space(self.bytes, self.at);
        let start = self.at;
        let value = match (self.peek(0), self.peek(1)) {
            (Some(b'/'), _) => self.name(),
            (Some(b'('), _) => self.literal(),
            (Some(b'<'), Some(b'<')) => self.dictionary(depth),
            (Some(b'<'), _) => self.hex(),
            (Some(b'['), _) => self.array(depth),
            (Some(b'0'..=b'9' | b'-'), _) if self.is_signature => self.integer(),
            (Some(byte), _) if !self.is_signature && is_regular(byte) => self.word_of_object(),
            _ => Err(self.expected("a value")),
        }?;
        Ok(Spanned { span: start..self.at, value })
    }

    fn name(&mut self) -> Result<Value, Unreadable> {
        self.at += 1;
        let name = self.word();
        if name.is_empty() || (self.is_signature && name.contains(&b'#')) {
            return Err(self.expected("a name without escapes"));
        }
        let decoded = unescaped(name).ok_or_else(|| self.expected("a name"))?;
        self.at += name.len();
        Ok(Value::Name(decoded))
    }

    fn integer(&mut self) -> Result<Value, Unreadable> {
        let word = self.word();
        let value = core::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        let value = value.ok_or_else(|| self.expected("a whole number"))?;
        self.at += word.len();
        Ok(Value::Integer(value))
    }

    /// A number, a reference, or one of the words that stand for a value.
    fn word_of_object(&mut self) -> Result<Value, Unreadable> {
        let word = self.word();
        if let Some((number, len)) = self.reference() {
            self.at += len;
            return Ok(Value::Reference(number));
        }
        let text = core::str::from_utf8(word).unwrap_or_default();
        let is_real = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.'));
        self.at += word.len();
        match text.parse() {
            Ok(integer) => Ok(Value::Integer(integer)),
            Err(_) if is_real || ["true", "false", "null"].contains(&text) => Ok(Value::Other),
            Err(_) => Err(self.expected("a number, a reference, true, false or null")),
        }
    }

    /// The number and length of a reference that stands here, `12 0 R`; every object here is of generation 0.
    fn reference(&self) -> Option<(u32, usize)> {
        let word = self.word();
        let number = core::str::from_utf8(word).ok()?.parse().ok()?;
        let rest = self.bytes.get(self.at + word.len()..)?;
        let follows = rest.strip_prefix(b" 0 R")?;
        let is_end = follows.first().is_none_or(|byte| !is_regular(*byte));
        is_end.then_some((number, word.len() + b" 0 R".len()))
    }

    /// What stands here up to a space or a delimiter.
    fn word(&self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let len = rest.iter().take_while(|byte| is_regular(**byte)).count();
        rest.get(..len).unwrap_or_default()
    }

    fn literal(&mut self) -> Result<Value, Unreadable> {
        self.at += 1;
        let mut text = Vec::new();
        let mut open = 0_usize;
        while let Some(byte) = self.peek(0) {
            self.at += 1;
            match byte {
                b')' if open == 0 => return Ok(Value::Literal(text)),
                b')' => open -= 1,
                b'(' => open += 1,
                b'\\' => {
                    // The writer escapes these four only.
                    let escaped = match self.peek(0) {
                        Some(byte @ (b'(' | b')' | b'\\')) => byte,
                        Some(b'r') => b'\r',
                        _ => return Err(self.expected("an escaped parenthesis or backslash")),
                    };
                    self.at += 1;
                    text.push(escaped);
                    continue;
                }
                // Every other byte stands for itself.
                _ => {}
            }
            text.push(byte);
        }
        Err(self.expected("the end of a text"))
    }

    fn hex(&mut self) -> Result<Value, Unreadable> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let len = memchr::memchr(b'>', rest).ok_or_else(|| self.expected("the end of a text"))?;
        self.at += len + 1;
        Ok(Value::Hex)
    }

    fn array(&mut self, depth: usize) -> Result<Value, Unreadable> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.at = skip_space(self.bytes, self.at);
            if self.peek(0) == Some(b']') {
                self.at += 1;
                return Ok(Value::Array(items));
            }
            items.push(self.value(depth + 1)?);
        }
    }

    fn dictionary(&mut self, depth: usize) -> Result<Value, Unreadable> {
        self.at += 2;
        let mut entries = Vec::new();
        loop {
            self.at = skip_space(self.bytes, self.at);
            match (self.peek(0), self.peek(1)) {
                (Some(b'>'), Some(b'>')) => {
                    self.at += 2;
                    return Ok(Value::Dictionary(entries));
                }
                (Some(b'/'), _) => {
                    let key = self.value(depth + 1)?;
                    entries.push((key, self.value(depth + 1)?));
                }
                _ => return Err(self.expected("a name or the end of a dictionary")),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn expected(&self, expected: &'static str) -> Unreadable {
        Unreadable { offset: self.at, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_values_of_a_signature_dictionary() {
        let text = br"<</A/B/C 12/D(a\(b\)(c)\\)/E<00ff>/F[1 2  3]/G<</P 1>>>> endobj";
        let Value::Dictionary(entries) = read(text, 0).unwrap().value else { panic!() };
        let values: Vec<&Value> = entries.iter().map(|(_, value)| &value.value).collect();
        assert_eq!(values[0], &Value::Name(b"B".to_vec()));
        assert_eq!(values[1], &Value::Integer(12));
        assert_eq!(values[2], &Value::Literal(br"a(b)(c)\".to_vec()));
        assert_eq!(values[3], &Value::Hex);
        assert_eq!(&text[entries[3].1.span.clone()], b"<00ff>");
        assert!(matches!(values[4], Value::Array(items) if items.len() == 3));
        assert!(matches!(values[5], Value::Dictionary(items) if items.len() == 1));
    }

    #[test]
    fn every_prefix_is_refused_and_none_panics() {
        let text = br"<</A/B/C 12/D(a\(b\)(c)\\)/E<00ff>/F[1 2  3]/G<</P 1>>>>";
        for len in 0..text.len() {
            assert!(read(&text[..len], 0).is_err(), "{len}");
        }
        assert!(read(text, usize::MAX / 2).is_err());
    }

    #[test]
    fn deep_nesting_and_escapes_are_refused() {
        assert!(read(&b"[".repeat(100_000), 0).is_err());
        assert!(read(&b"<</A".repeat(100_000), 0).is_err());
        assert!(read(b"/Byte#52ange ", 0).is_err());
        assert!(read(b"99999999999999999999", 0).is_err());
        assert!(read(b"1.5", 0).is_err());
        assert!(read(br"(\n)", 0).is_err());
    }
}
