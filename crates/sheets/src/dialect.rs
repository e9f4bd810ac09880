//! How delimited text is written: what stands between fields and around them.

use memchr::memchr;

/// What stands between the fields of a record, and what around a field that holds such a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Between two fields: one byte below 0x80.
    pub delimiter: u8,
    /// Around a field, doubled within; `None`: quotes are text.
    pub quote: Option<u8>,
    /// Before a quote, a delimiter, a line end or itself, which is text then; `None`: there is none.
    pub escape: Option<u8>,
}

impl Dialect {
    /// Commas and double quotes (RFC 4180).
    pub const CSV: Self = Self { delimiter: b',', quote: Some(b'"'), escape: None };

    /// Whether a text may have what takes more than looking for delimiters: a quote or an escape.
    #[inline]
    pub fn needs_care(self, text: &[u8]) -> bool {
        [self.quote, self.escape].into_iter().flatten().any(|byte| memchr(byte, text).is_some())
    }
}
