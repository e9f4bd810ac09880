//! Integers out of a file, in the order drawn.

use crate::args::Word;
use crate::random::blocks::{Cut, Place, each_batch};
use crate::random::input::Input;
use crate::random::text::excerpt;
use std::str;

/// The values a draw may have, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub from: u64,
    pub to: u64,
}

/// Symbols that the tests can count: more would need tables that no memory holds.
const SYMBOLS_MAX: u64 = 65_536;

impl Range {
    /// Reads `1..52`, which is 1 to 52.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let ends = text.split_once("..").map(|(a, b)| (a.trim().parse(), b.trim().parse()));
        let Some((Ok(from), Ok(to))) = ends else {
            return Err(format!("`{text}` is not a range such as 1..52, which is 1 to 52"));
        };
        let range = Self { from, to };
        if to < from {
            return Err(format!("the range {text} ends before it begins; write {to}..{from}"));
        }
        match to.checked_sub(from) {
            Some(span) if (1..SYMBOLS_MAX).contains(&span) => Ok(range),
            _ => Err(format!(
                "the range {text} must have 2 to {SYMBOLS_MAX} values; test raw words of a wider one as --bits"
            )),
        }
    }

    /// How many values.
    pub(crate) fn symbols(self) -> u32 {
        u32::try_from(self.to - self.from + 1).unwrap_or(u32::MAX)
    }

    fn symbol(self, value: u64) -> Option<u32> {
        (self.from..=self.to).contains(&value).then(|| u32::try_from(value - self.from).ok())?
    }
}

/// Reads integers and gives them to `take`, in order; at most `limit`.
/// An error is one sentence with the place: what is no integer, or out of the range; none at all.
pub(crate) fn read(
    input: &mut Input,
    range: Range,
    word: Option<Word>,
    limit: Option<u64>,
    mut take: impl FnMut(&[u32]),
) -> Result<u64, String> {
    let name = input.name().to_owned();
    let mut room = limit.unwrap_or(u64::MAX);
    let mut taken = 0;
    let cut = word.map_or(Cut::Spaces, |w| Cut::Records(width(w)));
    // A wrong number beyond the limit is no part of the stream, so errors wait for their turn.
    let parse = |block: Vec<u8>, place: Place| {
        let mut symbols = Vec::with_capacity(block.len() / word.map_or(3, width));
        let read = match word {
            None => characters(&block, place, &name, range, &mut symbols),
            Some(word) => words(&block, place, &name, range, word, &mut symbols),
        };
        Ok((symbols, read.err()))
    };
    each_batch(input, cut, parse, |batch: Vec<(Vec<u32>, Option<String>)>| {
        for (symbols, wrong) in batch {
            let some = symbols.len().min(usize::try_from(room).unwrap_or(usize::MAX));
            take(&symbols[..some]);
            taken += some as u64;
            room -= some as u64;
            match wrong {
                Some(sentence) if room > 0 => return Err(sentence),
                _ if room == 0 => return Ok(false),
                _ => {}
            }
        }
        Ok(true)
    })?;
    if taken == 0 {
        return Err(format!("{name} holds no integer"));
    }
    Ok(taken)
}

fn out_of_range(value: &str, range: Range) -> String {
    format!(
        "{} is not in {}..{}; correct it, or say --range as the generator was set",
        excerpt(value),
        range.from,
        range.to
    )
}

/// The symbols of a block of text up to the first wrong one, which is the error.
fn characters(
    block: &[u8],
    place: Place,
    name: &str,
    range: Range,
    symbols: &mut Vec<u32>,
) -> Result<(), String> {
    for (line, bytes) in (place.line..).zip(block.split(|b| *b == b'\n')) {
        let text = str::from_utf8(bytes)
            .map_err(|_| format!("{name}:{line}: not text; for binary integers say --word"))?;
        let text = text.strip_prefix('\u{feff}').filter(|_| line == 1).unwrap_or(text);
        let body = text.split('#').next().unwrap_or_default();
        let tokens = body.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        for token in tokens.filter(|t| !t.is_empty()) {
            let digits = token.bytes().all(|b| b.is_ascii_digit());
            // A number that no word holds is in no range either.
            let value = token.parse::<u64>().ok().or(digits.then_some(u64::MAX));
            let value = value.ok_or_else(|| {
                format!("{name}:{line}: `{}` is not an integer of 0 or more", excerpt(token))
            })?;
            let symbol = range.symbol(value);
            symbols.push(
                symbol.ok_or_else(|| format!("{name}:{line}: {}", out_of_range(token, range)))?,
            );
        }
    }
    Ok(())
}

fn width(word: Word) -> usize {
    match word {
        Word::U8 => 1,
        Word::U16le | Word::U16be => 2,
        Word::U32le | Word::U32be => 4,
    }
}

fn words(
    block: &[u8],
    place: Place,
    name: &str,
    range: Range,
    word: Word,
    symbols: &mut Vec<u32>,
) -> Result<(), String> {
    let width = width(word);
    let chunks = block.chunks_exact(width);
    let left = chunks.remainder().len();
    for (index, bytes) in chunks.enumerate() {
        let big = bytes.iter().fold(0, |value, b| value << 8 | u64::from(*b));
        let little = bytes.iter().rev().fold(0, |value, b| value << 8 | u64::from(*b));
        let value = if matches!(word, Word::U16be | Word::U32be) { big } else { little };
        symbols.push(range.symbol(value).ok_or_else(|| {
            let byte = place.byte + (index * width) as u64;
            format!("{name}: byte {byte}: {}", out_of_range(&value.to_string(), range))
        })?);
    }
    if left == 0 {
        return Ok(());
    }
    Err(format!(
        "{name} ends with {left} bytes that are less than one word of {width} bytes; it is cut off"
    ))
}
