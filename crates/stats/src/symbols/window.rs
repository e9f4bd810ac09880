//! What every counter is shown: one block of the stream with the draws before it.

/// Earlier draws kept before a block: the longest lag any test looks back.
pub(super) const HISTORY: usize = 64;
/// Draws of one block.
pub(super) const BLOCK: usize = 4096;

/// One block, and up to [`HISTORY`] draws before it.
pub(super) struct Window<'a> {
    /// The draws before the block, then the block.
    pub all: &'a [u16],
    /// Where the block begins in `all`; fewer than [`HISTORY`] only at the start of the stream.
    pub from: usize,
    /// `all` less half the range (rounded down).
    pub centred: &'a [i16],
    /// The block with 32 random bits below each symbol: in the order of the symbols, without ties.
    pub fine: &'a [u64],
}

impl Window<'_> {
    /// The block itself.
    pub(super) fn block(&self) -> &[u16] {
        &self.all[self.from..]
    }
}

/// The buffer that cuts a stream into windows, however it arrives.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    half: i32,
    all: Vec<u16>,
    from: usize,
    centred: Vec<i16>,
    fine: Vec<u64>,
    /// Draws of the blocks before this one.
    before: u64,
}

impl Buffer {
    /// For symbols 0 to d - 1.
    pub(super) fn new(d: u32) -> Self {
        Self {
            half: (d / 2).cast_signed(),
            all: Vec::with_capacity(HISTORY + BLOCK),
            from: 0,
            centred: Vec::new(),
            fine: Vec::new(),
            before: 0,
        }
    }

    /// Takes one symbol; true when the block is full and must be [`show`](Self::show)n.
    pub(super) fn push(&mut self, symbol: u16) -> bool {
        self.all.push(symbol);
        self.all.len() - self.from >= BLOCK
    }

    /// Draws waiting to be shown.
    pub(super) fn waiting(&self) -> usize {
        self.all.len() - self.from
    }

    /// The waiting draws as a window.
    pub(super) fn show(&mut self) -> Window<'_> {
        let half = self.half;
        self.centred.clear();
        // The difference lies between -32768 and 32767 for every range up to 65536.
        self.centred.extend(self.all.iter().map(|x| (i32::from(*x) - half) as i16));
        self.fine.clear();
        let before = self.before;
        self.fine.extend(
            self.all[self.from..]
                .iter()
                .enumerate()
                .map(|(i, x)| u64::from(*x) << 32 | (scrambled(before + i as u64) >> 32)),
        );
        Window { all: &self.all, from: self.from, centred: &self.centred, fine: &self.fine }
    }

    /// Drops what has been shown, all but the history.
    pub(super) fn shown(&mut self) {
        self.before += self.waiting() as u64;
        let drop = self.all.len().saturating_sub(HISTORY);
        self.all.copy_within(drop.., 0);
        self.all.truncate(self.all.len() - drop);
        self.from = self.all.len();
    }
}

/// A fixed scrambling of the place of a draw (the finaliser of splitmix64): the bits that break ties.
/// They depend on the place alone, so the same stream always gives the same figures.
fn scrambled(place: u64) -> u64 {
    let mut z = place.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x5EED_0F7E_1A9B_3C4D);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
