//! Sums block by block, in at most 512 blocks however long the stream grows.

/// Blocks at most.
const BLOCKS: usize = 512;

/// What is followed of each permutation; also the sums of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Looked {
    pub(super) inversions: u64,
    pub(super) rises: u64,
    pub(super) guess: u64,
    pub(super) peaks: u64,
}

impl Looked {
    fn add(&mut self, more: Self) {
        self.inversions += more.inversions;
        self.rises += more.rises;
        self.guess += more.guess;
        self.peaks += more.peaks;
    }
}

/// One block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Permutations counted in it.
    pub(super) permutations: u64,
    pub(super) sums: Looked,
}

/// Blocks of `2^level` places of the stream each; block `b` of the stream begins at place
/// `b * 2^level`, so the blocks of two pieces of a stream fit together wherever it was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drifts {
    level: u32,
    /// Number of the first block held.
    first: u64,
    blocks: Vec<Block>,
}

impl Drifts {
    /// Counts a permutation at place `at` of the stream.
    #[inline]
    pub(super) fn add(&mut self, at: u64, looked: Looked) {
        let one = Block { permutations: 1, sums: looked };
        let block = (at >> self.level).wrapping_sub(self.first);
        match self.blocks.get_mut(usize::try_from(block).unwrap_or(BLOCKS)) {
            Some(found) => found.add(one),
            None => self.add_block(at >> self.level, one),
        }
    }

    /// Adds a block by its number, with room made for it.
    fn add_block(&mut self, mut number: u64, block: Block) {
        if self.blocks.is_empty() {
            self.first = number;
        }
        loop {
            let end = self.first + self.blocks.len() as u64;
            let (low, high) = (number.min(self.first), (number + 1).max(end));
            if high - low <= BLOCKS as u64 {
                let before = (self.first - low) as usize;
                self.blocks.splice(0..0, std::iter::repeat_n(Block::default(), before));
                self.blocks.resize((high - low) as usize, Block::default());
                self.first = low;
                break;
            }
            self.coarsen();
            number >>= 1;
        }
        if let Some(found) = self.blocks.get_mut((number - self.first) as usize) {
            found.add(block);
        }
    }

    /// Makes every block twice as long.
    fn coarsen(&mut self) {
        let old = std::mem::take(&mut self.blocks);
        let first = self.first >> 1;
        for (block, number) in old.into_iter().zip(self.first..) {
            let place = ((number >> 1) - first) as usize;
            if place == self.blocks.len() {
                self.blocks.push(block);
            } else if let Some(last) = self.blocks.last_mut() {
                last.add(block);
            }
        }
        self.first = first;
        self.level += 1;
    }

    /// Whether all places can be moved by `by`: the blocks are single places, or `by` is a whole number
    /// of them.
    pub(super) fn can_shift(&self, by: u64) -> bool {
        by.trailing_zeros() >= self.level
    }

    /// Moves all places by `by`, where [`Self::can_shift`].
    pub(super) fn shift(&mut self, by: u64) {
        self.first += by >> self.level;
    }

    /// Adds the blocks of another piece of the stream.
    pub(super) fn absorb(&mut self, next: &Self) {
        let mut next = next.clone();
        if next.blocks.is_empty() {
            return;
        }
        if self.blocks.is_empty() {
            self.level = self.level.max(next.level);
        }
        while self.level < next.level {
            self.coarsen();
        }
        while next.level < self.level {
            next.coarsen();
        }
        let level = next.level;
        for (block, number) in next.blocks.into_iter().zip(next.first..) {
            // Room for a block may have made all of them longer.
            self.add_block(number >> (self.level - level), block);
        }
    }

    /// The blocks that hold something, each with the place after its last.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (u64, Block)> + '_ {
        let ends = (self.first + 1..).map(|number| number << self.level);
        ends.zip(self.blocks.iter().copied()).filter(|(_, block)| block.permutations > 0)
    }
}

impl Block {
    fn add(&mut self, more: Self) {
        self.permutations += more.permutations;
        self.sums.add(more.sums);
    }
}
