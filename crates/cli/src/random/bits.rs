//! Bits out of a file, cut into sequences.

use crate::args::BitsWritten;
use crate::random::encoding::{HEAD_BYTES, Taken};
use crate::random::input::{BLOCK_BYTES, Input};

pub(crate) struct Read {
    pub written: BitsWritten,
    /// Bits at the end that fill no sequence.
    pub left: u64,
}

/// One sequence being filled: bit `i` is bit `63 - i % 64` of word `i / 64`.
#[derive(Default)]
pub(crate) struct Filling {
    /// The words so far.
    pub words: Vec<u64>,
    /// Bits in them.
    pub bits: usize,
}

impl Filling {
    fn push(&mut self, bit: u64) {
        match self.words.last_mut().filter(|_| !self.bits.is_multiple_of(64)) {
            Some(word) => *word |= bit << (63 - self.bits % 64),
            None => self.words.push(bit << 63),
        }
        self.bits += 1;
    }
}

/// Reads at most `limit` bits and gives whole sequences to `take`, several at a time, in order. A
/// stream that fills not even one sequence is given as the one short sequence that it is.
/// An error is one sentence with the place: a character that is no bit; no bit at all.
pub(crate) fn read(
    input: &mut Input,
    declared: Option<BitsWritten>,
    sequence: usize,
    limit: Option<u64>,
    mut take: impl FnMut(Vec<Filling>),
) -> Result<Read, String> {
    let mut bits = 0_u64;
    let (mut written, mut line) = (declared, 1_u64);
    let (mut filling, mut ready) = (Filling::default(), Vec::new());
    let many = rayon::current_num_threads() * 2;
    let mut taken = false;
    let mut block = Vec::new();
    while limit != Some(bits) {
        block.clear();
        input.fill(&mut block, BLOCK_BYTES)?;
        let ended = block.len() < BLOCK_BYTES;
        let form = match written {
            Some(form) => form,
            None => *written.insert(guess(&block, input.name())?),
        };
        let mut bit = |bit: u64| {
            filling.push(bit);
            bits += 1;
            if filling.bits == sequence {
                ready.push(std::mem::take(&mut filling));
            }
            limit != Some(bits)
        };
        match form {
            BitsWritten::Packed => packed(&block, &mut bit),
            BitsWritten::Characters => characters(&block, &mut line, input.name(), &mut bit)?,
        }
        if ready.len() >= many || ended || limit == Some(bits) {
            taken |= !ready.is_empty();
            take(std::mem::take(&mut ready));
        }
        if ended {
            break;
        }
    }
    let mut left = filling.bits as u64;
    if !taken {
        if left == 0 {
            return Err(format!("{} holds no bit", input.name()));
        }
        left = 0;
        take(vec![filling]);
    }
    Ok(Read { written: written.unwrap_or(BitsWritten::Packed), left })
}

/// Characters when the first bytes are nothing but 0, 1 and what may stand between; what is no bits at all is not guessed.
fn guess(block: &[u8], name: &str) -> Result<BitsWritten, String> {
    let head = &block[..block.len().min(HEAD_BYTES)];
    if head.iter().all(|b| matches!(b, b'0' | b'1') || is_between(*b)) {
        return Ok(BitsWritten::Characters);
    }
    if head.iter().all(|b| *b < 2) && head.contains(&0) && head.contains(&1) {
        return Err(format!(
            "{name}: each of the first bytes is 0 or 1, so one byte may be one bit: say --written characters if it is, or \
             --written packed if it is eight"
        ));
    }
    Taken::Bits.checked(head, name).map(|()| BitsWritten::Packed)
}

/// What stands between bits that are written as characters.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b';')
}

/// Gives the bits of bytes to `bit` while it wants them.
fn packed(block: &[u8], bit: &mut impl FnMut(u64) -> bool) {
    let bits = block.iter().flat_map(|byte| (0..8).rev().map(move |shift| byte >> shift & 1));
    bits.map(u64::from).all(bit);
}

fn characters(
    block: &[u8],
    line: &mut u64,
    name: &str,
    bit: &mut impl FnMut(u64) -> bool,
) -> Result<(), String> {
    for byte in block {
        match byte {
            0 | 1 | b'0' | b'1' => {
                if !bit(u64::from(byte & 1)) {
                    break;
                }
            }
            b'\n' => *line += 1,
            between if is_between(*between) => {}
            other => {
                let written = char::from(*other).escape_default();
                return Err(format!(
                    "{name}:{line}: `{written}` is neither 0 nor 1; for packed bits say --written packed"
                ));
            }
        }
    }
    Ok(())
}
