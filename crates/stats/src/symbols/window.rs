//! What every counter reads: one block of the stream with the draws before it.

/// Earlier draws kept before a block: the longest lag any test looks back.
pub(super) const HISTORY: usize = 64;
/// Draws of one block.
pub(super) const BLOCK: usize = 4096;

/// What breaks the ties of the first draw; stated in the battery's notes with the method.
pub(super) const SEED: u64 = 0x5EED_0F7E_1A9B_3C4D;

/// One block, and up to [`HISTORY`] draws before it.
pub(super) struct Window<'a> {
    /// The draws before the block, then the block.
    pub all: &'a [u16],
    /// Where the block begins in `all`; fewer than [`HISTORY`] only at the start of the stream.
    pub from: usize,
    /// Twice the distance of `all` from the middle of the range, 2 x - (d - 1): a whole number.
    pub centred: &'a [i32],
    /// The block with 32 scrambled bits below each symbol: in the order of the symbols, no ties.
    pub fine: &'a [u64],
}

impl Window<'_> {
    pub(super) fn block(&self) -> &[u16] {
        &self.all[self.from..]
    }
}

/// The buffer that cuts a stream into windows, however it arrives.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    last: i32,
    all: Vec<u16>,
    from: usize,
    centred: Vec<i32>,
    fine: Vec<u64>,
    /// What all draws before the block, in their order, are scrambled into.
    past: u64,
    /// The same with the block, once it has been counted.
    after: u64,
}

impl Buffer {
    /// For symbols 0 to d - 1.
    pub(super) fn new(d: u32) -> Self {
        Self {
            last: d.cast_signed() - 1,
            all: Vec::with_capacity(HISTORY + BLOCK),
            past: SEED,
            ..Self::default()
        }
    }

    /// Takes one symbol; true when the block is full and must be counted as a [`window`](Self::window).
    pub(super) fn push(&mut self, symbol: u16) -> bool {
        self.all.push(symbol);
        self.all.len() - self.from >= BLOCK
    }

    pub(super) fn waiting(&self) -> usize {
        self.all.len() - self.from
    }

    /// The waiting draws as a window.
    pub(super) fn window(&mut self) -> Window<'_> {
        let last = self.last;
        self.centred.clear();
        self.centred.extend(self.all.iter().map(|x| 2 * i32::from(*x) - last));
        self.fine.clear();
        let mut past = self.past;
        for x in &self.all[self.from..] {
            self.fine.push((u64::from(*x) << 32) | (past >> 32));
            past = scrambled(past.wrapping_add(u64::from(*x)));
        }
        self.after = past;
        Window { all: &self.all, from: self.from, centred: &self.centred, fine: &self.fine }
    }

    /// Drops the counted draws, all but the history.
    pub(super) fn drop_counted(&mut self) {
        self.past = self.after;
        let drop = self.all.len().max(HISTORY) - HISTORY;
        self.all.copy_within(drop.., 0);
        self.all.truncate(self.all.len() - drop);
        self.from = self.all.len();
    }
}

/// One step of splitmix64: the bits that break ties.
///
/// The bits of a draw come from all draws before it, so under chance they are independent of the
/// draw itself and differ from stream to stream; the same stream always gives the same figures.
fn scrambled(past: u64) -> u64 {
    scramble(past.wrapping_add(0x9E37_79B9_7F4A_7C15))
}

/// The finaliser of splitmix64: a permutation of 64-bit words.
pub(super) fn scramble(word: u64) -> u64 {
    let z = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
