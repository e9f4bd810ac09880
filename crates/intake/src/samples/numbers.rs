//! Whole numbers of cells, and whether noughts before them mean nothing.

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

/// A number of so many digits, and where it stands: its line, and its place among the numbers of a lot.
#[derive(Clone, Copy, Debug)]
struct Written {
    digits: usize,
    line: u64,
    place: usize,
}

/// How many digits numbers have. `00` is 0, and `07` is 7, only where no number has fewer digits: beside a `7` they may be
/// of their own, as in roulette with two zeros.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Padding {
    shortest: Option<Written>,
    /// The longest that begins with a nought, and whether it is nought.
    padded: Option<(Written, bool)>,
}

impl Padding {
    /// Sees one more number, which is all digits.
    #[inline]
    pub(super) fn see(&mut self, token: &str, line: u64, place: usize) {
        let digits = token.len();
        if self.shortest.is_none_or(|known| digits < known.digits) {
            self.shortest = Some(Written { digits, line, place });
        }
        let is_padded = digits > 1 && token.starts_with('0');
        if is_padded && self.padded.is_none_or(|(known, _)| digits > known.digits) {
            let is_nought = token.bytes().all(|b| b == b'0');
            self.padded = Some((Written { digits, line, place }, is_nought));
        }
    }

    /// Adds what comes after, its first so many numbers.
    pub(super) fn join(&mut self, next: &Self, numbers: usize) {
        let counts = |written: &Written| written.place < numbers;
        let shorter = |a: &Written| self.shortest.is_none_or(|b| a.digits < b.digits);
        let longer =
            |(a, _): &(Written, bool)| self.padded.is_none_or(|(b, _)| a.digits > b.digits);
        let shortest = next.shortest.filter(counts).filter(shorter).or(self.shortest);
        let padded = next.padded.filter(|(a, _)| counts(a)).filter(longer).or(self.padded);
        (self.shortest, self.padded) = (shortest, padded);
    }

    /// Why noughts before a number are not plain, with the file and a remedy.
    pub(super) fn checked(&self, file: &str, remedy: &str) -> Result<(), String> {
        match (self.padded, self.shortest) {
            (Some((padded, is_nought)), Some(short)) if short.digits < padded.digits => {
                let (at, line, fewer) = (padded.line, short.line, padded.digits - short.digits);
                let what = if is_nought {
                    format!("`{}` may be 0 or a number of its own", "0".repeat(padded.digits))
                } else {
                    format!(
                        "a number of {} digits begins with a nought that may mean something",
                        padded.digits
                    )
                };
                let digits = if fewer == 1 { "digit" } else { "digits" };
                Err(format!(
                    "{file}:{at}: {what}, since in line {line} a number has {fewer} {digits} fewer; {remedy}"
                ))
            }
            _ => Ok(()),
        }
    }
}
