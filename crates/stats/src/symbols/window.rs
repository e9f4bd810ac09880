//! What every counter reads: one block of the stream with the draws before it.

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
    /// Twice the distance of `all` from the middle of the range, 2 x - (d - 1): a whole number.
    pub centred: &'a [i32],
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
}

impl Buffer {
    /// For symbols 0 to d - 1.
    pub(super) fn new(d: u32) -> Self {
        Self {
            last: d.cast_signed() - 1,
            all: Vec::with_capacity(HISTORY + BLOCK),
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
        Window { all: &self.all, from: self.from, centred: &self.centred }
    }

    /// Drops the counted draws, all but the history.
    pub(super) fn drop_counted(&mut self) {
        let drop = self.all.len().max(HISTORY) - HISTORY;
        self.all.copy_within(drop.., 0);
        self.all.truncate(self.all.len() - drop);
        self.from = self.all.len();
    }
}
