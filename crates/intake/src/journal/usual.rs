//! A row of a hands journal in the form that nearly all have, read in one pass over its bytes: no
//! quotes, five cards with one space between, amounts such as 12.50.
//!
//! What has any other form is left to the general way (`fields`, `hands`), which alone knows what is
//! wrong with a record. A test reads the same records both ways.

use super::kinds::HandsCell;
use feltproof_model::{CardList, Money, NewAmounts, Seat};
use memchr::{memchr, memchr3};

/// The fields of a row that other rows of its round do not repeat; its amounts lie apart.
pub(super) struct UsualRow<'a> {
    pub(super) seat: Seat,
    /// `None` when the journal has no such column.
    pub(super) action: Option<&'a [u8]>,
    pub(super) cards: CardList,
    /// Whether the bank was offered; `None` when the journal has no such column.
    pub(super) offered: Option<&'a [u8]>,
    pub(super) fee: Option<Money>,
    /// Its end, after the line ending.
    pub(super) end: usize,
}

/// The first four fields, each before a comma, and their length with the commas but the last.
pub(super) fn first_four(bytes: &[u8]) -> Option<([&[u8]; 4], usize)> {
    let mut fields: [&[u8]; 4] = [&[]; 4];
    let mut from = 0;
    for field in &mut fields {
        let rest = bytes.get(from..)?;
        let length = memchr(b',', rest)?;
        *field = rest.get(..length)?;
        from += length + 1;
    }
    // A quote, a NUL or the end of the line among them is not usual.
    let of_four = bytes.get(..from - 1)?;
    let is_plain = memchr3(b'"', b'\n', b'\r', of_four).or(memchr(0, of_four)).is_none();
    is_plain.then_some((fields, of_four.len()))
}

/// Reads the cells of a row from `at` on, up to the end of its line.
#[inline]
pub(super) fn row<'a>(
    bytes: &'a [u8],
    mut at: usize,
    cells: &[HandsCell],
    stakes: &mut NewAmounts,
    returned: &mut NewAmounts,
) -> Option<UsualRow<'a>> {
    let (mut seat, mut action, mut cards) = (None, None, CardList::EMPTY);
    let (mut offered, mut fee) = (None, None);
    stakes.clear();
    returned.clear();
    for cell in cells {
        // Every cell but the first of the record follows a comma.
        if bytes.get(at) != Some(&b',') {
            return None;
        }
        at += 1;
        match cell {
            HandsCell::Stake(wager) => {
                let (amount, end) = amount(bytes, at)?;
                if !amount.is_zero() {
                    stakes.set(*wager, amount);
                }
                at = end;
            }
            HandsCell::Returned(wager) => {
                let (amount, end) = amount(bytes, at)?;
                if !amount.is_zero() {
                    returned.set(*wager, amount);
                }
                at = end;
            }
            HandsCell::Seat => {
                let end = if bytes.get(at + 1) == Some(&b',') { at + 1 } else { ended(bytes, at)? };
                seat = Some(Seat::parse(bytes.get(at..end)?)?);
                at = end;
            }
            HandsCell::Cards => {
                let five = bytes.get(at..at + 15).filter(|five| five.last() == Some(&b','));
                let end = match five {
                    Some([b',', ..]) => at,
                    Some(_) => at + 14,
                    None => ended(bytes, at)?,
                };
                cards = CardList::parse(bytes.get(at..end)?).ok()?;
                at = end;
            }
            HandsCell::Action => {
                let end = if bytes.get(at + 4) == Some(&b',') { at + 4 } else { ended(bytes, at)? };
                action = Some(bytes.get(at..end)?);
                at = end;
            }
            HandsCell::Offered => {
                let end = ended(bytes, at)?;
                offered = Some(bytes.get(at..end)?);
                at = end;
            }
            HandsCell::Fee => {
                let (paid, end) = amount(bytes, at)?;
                fee = (end > at).then_some(paid);
                at = end;
            }
        }
    }
    let end = match bytes.get(at..)? {
        [b'\n', ..] => at + 1,
        [b'\r', b'\n', ..] => at + 2,
        _ => return None,
    };
    Some(UsualRow { seat: seat?, action, cards, offered, fee, end })
}

/// Where the field at this place ends.
fn ended(bytes: &[u8], at: usize) -> Option<usize> {
    /// Longer than any seat, action or hand.
    const LENGTH_MAX: usize = 32;
    let window = bytes.get(at..)?;
    let length = window.iter().take(LENGTH_MAX).position(|b| matches!(b, b',' | b'\r' | b'\n'))?;
    Some(at + length)
}

/// The amount here and where it ends: nothing, or one to four digits, the point and two digits.
#[inline]
fn amount(bytes: &[u8], at: usize) -> Option<(Money, usize)> {
    if matches!(bytes.get(at)?, b',' | b'\n' | b'\r') {
        return Some((Money::ZERO, at));
    }
    let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
    let (cents, length) = cents(word)?;
    Some((Money::from_micros(cents * feltproof_model::money::MICROS_PER_CENT), at + length))
}

/// The same value in each of the eight bytes of a word.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The cents that the first bytes of a word write, the first byte lowest, and how many bytes they
/// take: one to four digits, the point, two digits. What follows them is not looked at.
///
/// All bytes are handled at once: the lengths of amounts vary from field to field, so asking for each
/// of them in turn would be guessed wrong half the time.
#[inline]
fn cents(word: u64) -> Option<(i64, usize)> {
    let without_points = word ^ each(b'.');
    // The lowest byte that became zero is the lowest that gets its high bit here.
    let points = without_points.wrapping_sub(each(1)) & !without_points & each(0x80);
    let whole = points.trailing_zeros() / 8;
    if !(1..=4).contains(&whole) {
        return None;
    }
    // With zeros before them the digits always stand in the same bytes: four, the point, two.
    let missing = 8 * (4 - whole);
    let digits = (word << missing) ^ (each(b'0') << missing);
    let digits = digits & 0x00FF_FF00_FFFF_FFFF;
    let beyond_nine = digits | digits.wrapping_add(0x0076_7600_7676_7676);
    if beyond_nine & 0x0080_8000_8080_8080 != 0 {
        return None;
    }
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x0000_FF00_00FF_00FF;
    let [thousands, _, ones, _, _, hundredths, ..] = pairs.to_le_bytes();
    let cents = i64::from(thousands) * 10_000 + i64::from(ones) * 100 + i64::from(hundredths);
    Some((cents, whole as usize + 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of up to eight of these characters: an amount is read as `Money` reads it, and is
    /// read when it has the usual form.
    #[test]
    fn amounts_are_those_of_money() {
        const CHARACTERS: &[u8; 6] = b"09.-:,";
        for number in 0..CHARACTERS.len().pow(8) {
            let text: [u8; 8] =
                std::array::from_fn(|place| CHARACTERS[number / 6_usize.pow(place as u32) % 6]);
            let whole = text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(8);
            let is_usual = (1..=4).contains(&whole)
                && text[whole] == b'.'
                && text[whole + 1..whole + 3].iter().all(u8::is_ascii_digit);
            let read = cents(u64::from_le_bytes(text));
            assert_eq!(read.is_some(), is_usual, "{text:?}");
            if let Some((cents, length)) = read {
                assert_eq!(length, whole + 3);
                let money = Money::from_micros(cents * feltproof_model::money::MICROS_PER_CENT);
                assert_eq!(Money::parse(&text[..length]), Ok(money), "{text:?}");
            }
        }
    }
}
