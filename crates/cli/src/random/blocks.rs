//! An input cut into blocks at the ends of records, the blocks taken in parallel, their results joined
//! in the order of the input: the answer does not depend on the number of threads.

use crate::random::input::{BLOCK_BYTES, Input};
use rayon::prelude::*;

/// Where a block may end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    /// After so many bytes, or a multiple.
    Records(usize),
    /// After a line.
    Lines,
    /// After a line, or after white space where one line fills a block.
    Spaces,
}

/// Where a block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Bytes before it.
    pub byte: u64,
    /// Its first line, counted from one.
    pub line: u64,
}

/// Gives each block to `parse`, many at a time, and what came of them to `take`, in order; it goes on
/// while `take` says so. An error is the first of `parse` or `take` in the order of the input, or why it
/// cannot be read.
pub(crate) fn each_batch<P: Send>(
    input: &mut Input,
    cut: Cut,
    parse: impl Fn(Vec<u8>, Place) -> Result<P, String> + Sync,
    mut take: impl FnMut(Vec<P>) -> Result<bool, String>,
) -> Result<(), String> {
    let mut place = Place { byte: 0, line: 1 };
    let mut rest: Vec<u8> = Vec::new();
    let many = rayon::current_num_threads() * 2;
    let mut ended = false;
    while !ended {
        let mut blocks: Vec<(Vec<u8>, Place)> = Vec::with_capacity(many);
        while blocks.len() < many && !ended {
            let mut block = std::mem::take(&mut rest);
            let want = block_bytes(cut);
            input.fill(&mut block, want)?;
            ended = block.len() < want;
            if !ended {
                rest = block.split_off(last_end(cut, &block));
                if block.is_empty() {
                    return Err(format!(
                        "{}:{}: a line of more than {BLOCK_BYTES} bytes; every deck or number ends with \
                         a line or a space",
                        input.name(),
                        place.line
                    ));
                }
            }
            if block.is_empty() {
                break;
            }
            let after = place.after(&block, cut);
            blocks.push((block, place));
            place = after;
        }
        let parsed: Vec<Result<P, String>> =
            blocks.into_par_iter().map(|(block, place)| parse(block, place)).collect();
        if !take(parsed.into_iter().collect::<Result<_, _>>()?)? {
            return Ok(());
        }
    }
    Ok(())
}

impl Place {
    fn after(self, block: &[u8], cut: Cut) -> Self {
        let lines = match cut {
            Cut::Records(_) => 0,
            Cut::Lines | Cut::Spaces => block.iter().filter(|b| **b == b'\n').count() as u64,
        };
        Self { byte: self.byte + block.len() as u64, line: self.line + lines }
    }
}

fn block_bytes(cut: Cut) -> usize {
    match cut {
        Cut::Records(size) => (BLOCK_BYTES / size).max(1) * size,
        Cut::Lines | Cut::Spaces => BLOCK_BYTES,
    }
}

/// The end of the last whole record, zero when there is none.
fn last_end(cut: Cut, block: &[u8]) -> usize {
    let end_of = |found: Option<usize>| found.map_or(0, |at| at + 1);
    match cut {
        Cut::Records(size) => block.len() / size * size,
        Cut::Lines => end_of(block.iter().rposition(|b| *b == b'\n')),
        Cut::Spaces => match last_end(Cut::Lines, block) {
            0 => end_of(
                block.iter().rposition(|b| b.is_ascii_whitespace() || matches!(b, b',' | b';')),
            ),
            line => line,
        },
    }
}
