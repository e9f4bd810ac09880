//! The three square tables in counters of one byte, emptied into large ones before they overflow: the
//! tables of both references stay in the nearest cache together, and a row is one line of it.

use super::kernels;
use super::lanes::{Cells, LABELS, LANES, Rows};

/// A row of [`LABELS`] cells for each label, and room behind the last for any byte as an index.
const BYTES: usize = LABELS * LABELS + 256;
/// The same for any index of two bytes: what the compiler need not check costs nothing.
const PAIRS: usize = 1 << 16;

/// The counters.
#[derive(Clone)]
pub(super) struct Small {
    position: Box<[u8; BYTES]>,
    lehmer: Box<[u8; BYTES]>,
    adjacency: Box<[u8; PAIRS]>,
    /// Permutations counted since they were emptied: no cell is larger.
    permutations: usize,
}

/// A table whose words hold four counters of two bytes: the one of label `l` is in the half `l / 32`,
/// in the word `l % 8` of it, and there above `l / 8 % 4` others.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Table(pub(super) [[[u64; 8]; 2]; LABELS]);

/// The same counters where full batches are counted at once: see `wide`.
#[derive(Clone)]
pub(super) struct Packed {
    pub(super) position: Table,
    pub(super) lehmer: Table,
    pub(super) adjacency: Table,
    /// Batches counted since they were emptied.
    pub(super) batches: usize,
}

/// The tables they are emptied into, `n` by `n` each.
#[derive(Clone)]
pub(super) struct Large {
    /// Position (row) by label.
    pub(super) position: Vec<u64>,
    /// Label (row) directly before label.
    pub(super) adjacency: Vec<u64>,
    /// Position (row) by rank among the labels not yet dealt.
    pub(super) lehmer: Vec<u64>,
}

impl Small {
    pub(super) fn new() -> Self {
        Self {
            position: Box::new([0; BYTES]),
            lehmer: Box::new([0; BYTES]),
            adjacency: Box::new([0; PAIRS]),
            permutations: 0,
        }
    }

    /// Counts the first `filled` of these permutations of `n` labels.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        n: usize,
        filled: usize,
        labels: &Rows,
        digits: &Rows,
        cells: &Cells,
    ) {
        for (i, (labels, digits)) in labels.iter().zip(digits).enumerate().take(n) {
            count_row(&mut self.position[i * LABELS..], &labels[..filled]);
            count_row(&mut self.lehmer[i * LABELS..], &digits[..filled]);
        }
        for cells in cells.iter().take(n - 1) {
            for cell in &cells[..filled] {
                one_more(&mut self.adjacency[usize::from(*cell)]);
            }
        }
        self.permutations += filled;
    }

    /// Whether the next permutations might not find room.
    pub(super) fn full(&self) -> bool {
        self.permutations + LANES > usize::from(u8::MAX)
    }

    /// Adds all cells to the large tables and begins again.
    pub(super) fn pour(&mut self, n: usize, large: &mut Large) {
        kernels::pour(n, &mut *self.position, &mut large.position);
        kernels::pour(n, &mut *self.adjacency, &mut large.adjacency);
        kernels::pour(n, &mut *self.lehmer, &mut large.lehmer);
        self.permutations = 0;
    }
}

impl Packed {
    pub(super) fn new() -> Self {
        let table = Table([[[0; 8]; 2]; LABELS]);
        Self { position: table.clone(), lehmer: table.clone(), adjacency: table, batches: 0 }
    }

    /// Whether the next batch might not find room.
    pub(super) fn full(&self) -> bool {
        (self.batches + 1) * LANES > usize::from(u16::MAX)
    }

    /// Adds all cells to the large tables and begins again.
    pub(super) fn pour(&mut self, n: usize, large: &mut Large) {
        pour_packed(n, &mut self.position, &mut large.position);
        pour_packed(n, &mut self.lehmer, &mut large.lehmer);
        pour_packed(n, &mut self.adjacency, &mut large.adjacency);
        self.batches = 0;
    }
}

fn pour_packed(n: usize, packed: &mut Table, large: &mut [u64]) {
    for (large, packed) in large.chunks_exact_mut(n).zip(&mut packed.0) {
        for (label, cell) in large.iter_mut().enumerate() {
            let word = packed[label / 32][label % 8];
            *cell += word >> (16 * (label / 8 % 4)) & u64::from(u16::MAX);
        }
        *packed = [[0; 8]; 2];
    }
}

impl Large {
    pub(super) fn new(n: usize) -> Self {
        let table = || vec![0; n * n];
        Self { position: table(), adjacency: table(), lehmer: table() }
    }

    pub(super) fn absorb(&mut self, next: &Self) {
        add(&mut self.position, &next.position);
        add(&mut self.adjacency, &next.adjacency);
        add(&mut self.lehmer, &next.lehmer);
    }
}

/// Adds counts cell by cell.
pub(super) fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// One more in the cell of a row for each of these labels.
#[inline(always)]
fn count_row(cells: &mut [u8], labels: &[u8]) {
    if let Some(cells) = cells.first_chunk_mut::<256>() {
        for label in labels {
            one_more(&mut cells[usize::from(*label)]);
        }
    }
}

#[inline(always)]
fn one_more(cell: &mut u8) {
    *cell = cell.wrapping_add(1);
}
