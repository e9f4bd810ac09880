//! Integers out of a file of binary words, in the order drawn.

use crate::args::Word;
use crate::random::encoding::{Taken, is_of_text};
use crate::random::input::Input;
use feltproof_intake::samples::ValueRange;
use rayon::prelude::*;

const fn width(word: Word) -> usize {
    match word {
        Word::U8 => 1,
        Word::U16le | Word::U16be => 2,
        Word::U32le | Word::U32be => 4,
    }
}

/// Reads words and gives them to `take`, in order; at most `limit`.
/// An error is one sentence with the place: what is out of the range; none at all.
pub(crate) fn read(
    input: &mut Input,
    range: ValueRange,
    word: Word,
    limit: Option<u64>,
    mut take: impl FnMut(&[u32]),
) -> Result<(), String> {
    input.refuse_text(&as_words(range, word))?;
    let (name, mut taken) = (input.name().to_owned(), 0_u64);
    while limit != Some(taken) {
        let blocks = input.blocks(width(word))?;
        if blocks.is_empty() {
            break;
        }
        let parse = |(block, from): &(Vec<u8>, u64)| words(block, *from, &name, range, word);
        let parsed: Vec<(Vec<u32>, Option<String>)> = blocks.par_iter().map(parse).collect();
        for (symbols, wrong) in parsed {
            // A wrong number beyond the limit is no part of the stream.
            let room = limit.and_then(|limit| usize::try_from(limit - taken).ok());
            let some = room.map_or(symbols.len(), |room| room.min(symbols.len()));
            take(&symbols[..some]);
            taken += some as u64;
            if let Some(wrong) = wrong.filter(|_| limit != Some(taken)) {
                return Err(wrong);
            }
        }
    }
    if taken == 0 {
        return Err(format!("{name} holds no integer"));
    }
    Ok(())
}

/// Words of this form, with the share of the values of the range that are the bytes of a text.
fn as_words(range: ValueRange, word: Word) -> Taken {
    let width = width(word);
    let is_text = |value: &u64| value.to_le_bytes()[..width].iter().all(|b| is_of_text(*b));
    let share = range.values().filter(is_text).count() as f64 / f64::from(range.symbols());
    Taken::Words { share, width }
}

/// The symbols of a block up to the first wrong one, which is the error.
fn words(
    block: &[u8],
    from: u64,
    name: &str,
    range: ValueRange,
    word: Word,
) -> (Vec<u32>, Option<String>) {
    let (width, chunks) = (width(word), block.chunks_exact(width(word)));
    let (left, mut symbols) = (chunks.remainder().len(), Vec::with_capacity(block.len() / width));
    for (bytes, place) in chunks.zip((from..).step_by(width)) {
        let big = bytes.iter().fold(0, |value, b| value << 8 | u64::from(*b));
        let little = bytes.iter().rev().fold(0, |value, b| value << 8 | u64::from(*b));
        let value = if matches!(word, Word::U16be | Word::U32be) { big } else { little };
        match range.symbol(value) {
            Ok(symbol) => symbols.push(symbol),
            Err(what) => return (symbols, Some(format!("{name}: byte {place}: {what}"))),
        }
    }
    let cut = (left > 0).then(|| {
        format!("{name} ends with {left} bytes that are less than one word of {width} bytes; it is cut off")
    });
    (symbols, cut)
}
