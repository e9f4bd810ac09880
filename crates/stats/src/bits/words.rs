//! Bits of a stream packed into machine words, the first bit highest.

/// One sequence of bits: bit `i` is bit `63 - i % 64` of word `i / 64`; none behind the last.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    words: &'a [u64],
    bits: usize,
}

impl<'a> Sequence<'a> {
    /// The first `bits` bits of `words`, or all there are if that is fewer.
    pub fn new(words: &'a [u64], bits: usize) -> Self {
        Self { words, bits: bits.min(words.len() * 64) }
    }

    /// Number of bits.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// Bit `i`, 0 or 1; 0 behind the end.
    pub fn bit(&self, i: usize) -> u64 {
        self.word(i) >> 63
    }

    /// The 64 bits from bit `i` on, the first one highest; zeros behind the end.
    #[inline]
    pub fn word(&self, i: usize) -> u64 {
        let (index, shift) = (i / 64, i % 64);
        let high = self.words.get(index).copied().unwrap_or(0);
        let word = if shift == 0 {
            high
        } else {
            let low = self.words.get(index + 1).copied().unwrap_or(0);
            high << shift | low >> (64 - shift)
        };
        word & mask(self.bits.max(i) - i)
    }

    /// The `len` bits from bit `i` on as a number, the first one highest, going on at the beginning
    /// behind the end. `len` is at most 64.
    pub(crate) fn window_around(&self, i: usize, len: usize) -> u64 {
        (0..len).fold(0, |value, k| value << 1 | self.bit((i + k) % self.bits.max(1)))
    }

    /// Counts all windows of `length` bits that lie within the `bits` bits from `start` on.
    pub(super) fn count_windows(
        &self,
        start: usize,
        bits: usize,
        length: usize,
        counts: &mut [u64],
    ) {
        let end = start + (bits + 1).max(length) - length;
        // A word holds several windows.
        for from in (start..end).step_by(65 - length) {
            let mut word = self.word(from);
            for _ in from..end.min(from + 65 - length) {
                counts[(word >> (64 - length)) as usize] += 1;
                word <<= 1;
            }
        }
    }

    /// Ones among the `len` bits from bit `start` on.
    pub fn ones(&self, start: usize, len: usize) -> u64 {
        let end = self.bits.min(start + len);
        let parts = (start..end).step_by(64);
        parts.map(|i| u64::from((self.word(i) & mask(end - i)).count_ones())).sum()
    }

    /// Whole words and what is left of the last one, in order, with the number of bits of each.
    pub fn chunks(self) -> impl Iterator<Item = (u64, usize)> + 'a {
        (0..self.bits).step_by(64).map(move |i| (self.word(i), (self.bits - i).min(64)))
    }
}

/// The highest `bits` bits set; all of them from 64 on.
pub(super) fn mask(bits: usize) -> u64 {
    match bits {
        0 => 0,
        1..=63 => !(u64::MAX >> bits),
        _ => u64::MAX,
    }
}

/// Packs bytes, the highest bit of each first; the last word is filled up with zeros.
pub fn pack(bytes: &[u8]) -> Vec<u64> {
    let word = |chunk: &[u8]| {
        let mut whole = [0; 8];
        whole[..chunk.len()].copy_from_slice(chunk);
        u64::from_be_bytes(whole)
    };
    bytes.chunks(8).map(word).collect()
}
