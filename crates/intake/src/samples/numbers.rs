//! Whole numbers of cells, and whether `00` among them is 0.

/// Between two numbers of a cell.
pub(super) fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|')
}

/// The words of a cell.
pub(super) fn words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(is_between).filter(|word| !word.is_empty())
}

pub(super) fn is_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A token as a sentence may show it: no control characters, not too long.
pub(super) fn excerpt(token: &str) -> String {
    let start: String = token.chars().take(24).collect();
    let more = if start.len() < token.len() { "..." } else { "" };
    format!("{}{more}", start.escape_debug())
}

/// A number of so many digits, and where it stands: its line, and its place among the numbers of a lot.
#[derive(Clone, Copy, Debug)]
struct Written {
    digits: usize,
    line: u64,
    place: usize,
}

/// How many digits numbers have. `00` is 0 only where none has fewer: beside a `7` it may be a number of its own, as in
/// roulette with two zeros.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Padding {
    shortest: Option<Written>,
    zeros: Option<Written>,
}

impl Padding {
    /// Sees one more number, which is all digits.
    #[inline]
    pub(super) fn see(&mut self, token: &str, line: u64, place: usize) {
        let digits = token.len();
        if self.shortest.is_none_or(|known| digits < known.digits) {
            self.shortest = Some(Written { digits, line, place });
        }
        let is_zeros = digits > 1 && token.bytes().all(|b| b == b'0');
        if is_zeros && self.zeros.is_none_or(|known| digits > known.digits) {
            self.zeros = Some(Written { digits, line, place });
        }
    }

    /// Adds what comes after, its first so many numbers.
    pub(super) fn join(&mut self, next: &Self, numbers: usize) {
        let counts = |written: &Written| written.place < numbers;
        let shorter = |a: &Written| self.shortest.is_none_or(|b| a.digits < b.digits);
        let longer = |a: &Written| self.zeros.is_none_or(|b| a.digits > b.digits);
        let (shortest, zeros) = (next.shortest.filter(counts), next.zeros.filter(counts));
        (self.shortest, self.zeros) =
            (shortest.filter(shorter).or(self.shortest), zeros.filter(longer).or(self.zeros));
    }

    /// Why zeros are not plain, with the file and a remedy.
    pub(super) fn checked(&self, file: &str, remedy: &str) -> Result<(), String> {
        match (self.zeros, self.shortest) {
            (Some(zeros), Some(short)) if short.digits < zeros.digits => {
                let (word, fewer) = ("0".repeat(zeros.digits), zeros.digits - short.digits);
                let (at, line) = (zeros.line, short.line);
                Err(format!(
                    "{file}:{at}: `{word}` may be 0 or a number of its own, since in line {line} a number has {fewer} \
                     fewer digits; {remedy}"
                ))
            }
            _ => Ok(()),
        }
    }
}
