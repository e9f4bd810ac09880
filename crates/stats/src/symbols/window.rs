//! What every counter reads: one block of the stream with the draws before it.

/// Earlier draws kept before a block: no test looks back further.
const HISTORY: usize = 64;
pub(super) const BLOCK: usize = 4096;

/// One block, and up to [`HISTORY`] draws before it.
pub(super) struct Window<'a> {
    /// The draws before the block, then the block.
    pub all: &'a [u16],
    /// Where the block begins in `all`; fewer than [`HISTORY`] only at the start of the stream.
    pub from: usize,
    /// Draws of the stream before the block.
    pub before: u64,
    /// Twice the distance of `all` from the middle of the range, 2 x - (d - 1): a whole number.
    pub centred: &'a [i32],
}

impl<'a> Window<'a> {
    pub(super) fn block(&self) -> &'a [u16] {
        &self.all[self.from..]
    }

    /// The block with so many draws before it, as far as there are.
    pub(super) fn reaching_back(&self, draws: usize) -> &'a [u16] {
        &self.all[self.from - draws.min(self.from)..]
    }

    /// The block with what the draws before it leave open where the stream is cut into groups of this length.
    pub(super) fn grouped(&self, length: usize) -> &'a [u16] {
        self.reaching_back((self.before % length as u64) as usize)
    }
}

/// The buffer that cuts a stream into windows, however it arrives.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    last: i32,
    /// The first draws of the stream, as many as a history.
    pub(super) head: Vec<u16>,
    /// The last draws: history and block.
    pub(super) all: Vec<u16>,
    from: usize,
    before: u64,
    centred: Vec<i32>,
}

impl Buffer {
    pub(super) fn new(d: u32) -> Self {
        let all = Vec::with_capacity(HISTORY + BLOCK);
        Self { last: d.cast_signed() - 1, all, ..Self::default() }
    }

    /// Takes one symbol; true when the block is full and must be counted as a [`window`](Self::window).
    pub(super) fn push(&mut self, symbol: u16) -> bool {
        self.all.push(symbol);
        self.all.len() - self.from >= BLOCK
    }

    pub(super) fn waiting(&self) -> usize {
        self.all.len() - self.from
    }

    pub(super) fn window(&mut self) -> Window<'_> {
        let Self { last, all, from, before, .. } = self;
        if *before == 0 {
            self.head = all[..HISTORY.min(all.len())].to_vec();
        }
        self.centred.clear();
        self.centred.extend(all.iter().map(|x| 2 * i32::from(*x) - *last));
        Window { all, from: *from, before: *before, centred: &self.centred }
    }

    /// Drops the counted draws, all but the history.
    pub(super) fn drop_counted(&mut self) {
        self.before += self.waiting() as u64;
        self.all.drain(..self.all.len().max(HISTORY) - HISTORY);
        self.from = self.all.len();
    }
}

/// Feeds a stream in parts that end at these places.
#[cfg(test)]
pub(super) fn in_parts(stream: &[u16], ends: &[usize], mut feed: impl FnMut(&Window)) {
    let mut from = 0;
    for end in ends {
        feed(&Window { all: &stream[..*end], from, before: from as u64, centred: &[] });
        from = *end;
    }
}
