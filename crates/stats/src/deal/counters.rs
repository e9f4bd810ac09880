//! Counters that cost little: square tables, and how often each of a few kinds came.

use crate::sums::Sums;

pub(super) type Small = [[u8; 64]; 64];

/// One more in a cell of a row. No cell may have more than 255 since the last [`Square::pour`].
#[inline(always)]
pub(super) fn one(row: &mut [u8; 64], column: u8) {
    let cell = &mut row[usize::from(column & 63)];
    *cell = cell.wrapping_add(1);
}

/// A table of 64 rows and columns. New counts go into small cells, so that all tables of a stream stay in the
/// nearest cache together; they are poured into large ones before they overflow.
#[derive(Clone, Debug)]
pub(super) struct Square {
    pub small: Box<Small>,
    /// Deals since the last pour.
    pub since: u8,
    large: Box<[u64; 64 * 64]>,
}

impl Default for Square {
    fn default() -> Self {
        Self { small: Box::new([[0; 64]; 64]), since: 0, large: Box::new([0; 64 * 64]) }
    }
}

impl Square {
    #[inline(always)]
    pub(super) fn pour(&mut self) {
        for (large, small) in self.large.iter_mut().zip(self.small.as_flattened()) {
            // As many as deals: they fit, and no check stands in the way of vectors.
            *large = large.wrapping_add(u64::from(*small));
        }
        self.small.fill([0; 64]);
        self.since = 0;
    }

    /// All counts, 64 to a row.
    pub(super) fn cells(&self) -> Vec<u64> {
        self.large.iter().zip(self.small.as_flattened()).map(|(l, s)| l + u64::from(*s)).collect()
    }
}

impl Sums for Square {
    fn add(&mut self, next: &Self) {
        super::add(&mut *self.large, &next.cells());
    }
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        self.cells() == other.cells()
    }
}

/// Something counted for each of a few kinds, in their order; the kind that came last is found first.
#[derive(Clone, Debug)]
pub(super) struct Kinds<K, V> {
    all: Vec<(K, V)>,
    last: usize,
}

pub(super) type Tally<K> = Kinds<K, u64>;

impl<K, V> Default for Kinds<K, V> {
    fn default() -> Self {
        Self { all: Vec::new(), last: 0 }
    }
}

impl<K: Copy + Ord, V> Kinds<K, V> {
    /// What is counted of this kind; made where it is the first.
    #[inline(always)]
    pub(super) fn of(&mut self, kind: K, make: impl FnOnce() -> V) -> &mut V {
        if self.all.get(self.last).is_none_or(|(last, _)| *last != kind) {
            self.last = self.find(kind, make);
        }
        &mut self.all[self.last].1
    }

    #[cold]
    fn find(&mut self, kind: K, make: impl FnOnce() -> V) -> usize {
        self.all.binary_search_by(|(other, _)| other.cmp(&kind)).unwrap_or_else(|at| {
            self.all.insert(at, (kind, make()));
            at
        })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(K, V)> + Clone {
        self.all.iter()
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.all.iter_mut().map(|(_, value)| value)
    }
}

impl<K: Copy + Ord, V: Default + Sums> Sums for Kinds<K, V> {
    fn add(&mut self, next: &Self) {
        next.iter().for_each(|(kind, more)| self.of(*kind, V::default).add(more));
    }
}

impl<K: Copy + Ord> Tally<K> {
    #[inline(always)]
    pub(super) fn one(&mut self, kind: K) {
        *self.of(kind, || 0) += 1;
    }

    pub(super) fn total(&self) -> u64 {
        self.iter().map(|(_, times)| times).sum()
    }
}

impl Tally<(u8, u8)> {
    pub(super) fn sizes(&self) -> impl Iterator<Item = (usize, usize, u64)> + Clone {
        self.iter().map(|((k, known), times)| (usize::from(*k), usize::from(*known), *times))
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Kinds<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}
