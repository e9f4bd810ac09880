//! Pairs and triples of consecutive draws, given how often each symbol came.

use super::given::{Given, independence};
use super::report::Report;
use super::window::Window;
use crate::tuples::shorter;

/// Cells a table of tuples may have: 8 MiB.
pub(super) const MOST_CELLS: u64 = 1 << 20;
/// Draws from which pairs and triples have two classes of symbols at least, whatever the range.
const PAIRS_NEED: u64 = 100;
const TRIPLES_NEED: u64 = 200;
/// Classes of a range whose table would be too large, at most: stretches of equal width but for the last.
pub(super) const COARSE: u32 = 16;

/// Overlapping tuples of `m` symbols of `base` values, each `step` places after the one before.
#[derive(Clone, Debug)]
struct Tuples {
    base: usize,
    m: usize,
    step: usize,
    /// The first and the last symbols, as many as a tuple reaches back.
    head: Vec<u16>,
    tail: Vec<u16>,
    counts: Vec<u64>,
    n: u64,
}

impl Tuples {
    fn new(base: usize, m: usize, step: usize) -> Self {
        let counts = vec![0; base.pow(m as u32)];
        Self { base, m, step, head: Vec::new(), tail: Vec::new(), counts, n: 0 }
    }

    /// Symbols that a tuple reaches back.
    fn span(&self) -> usize {
        self.step * (self.m - 1)
    }

    fn feed(&mut self, symbols: impl Iterator<Item = u16>) {
        let (span, before) = (self.span(), self.tail.len());
        self.tail.extend(symbols);
        self.n += (self.tail.len() - before) as u64;
        if self.head.len() < span {
            self.head = self.tail[..span.min(self.tail.len())].to_vec();
        }
        for tuple in self.tail.windows(span + 1) {
            let symbols = tuple.iter().step_by(self.step);
            self.counts[symbols.fold(0, |code, x| code * self.base + usize::from(*x))] += 1;
        }
        self.tail.drain(..self.tail.len().max(span) - span);
    }

    /// The counts of the ring that is the stream read in steps: places 0, k, 2k..., then 1, k + 1
    /// and so on, then back to the first. It holds every symbol once, so its null law is that of the
    /// stream.
    fn ring(&self) -> Vec<u64> {
        let (mut ring, k) = (self.counts.clone(), self.step as u64);
        let Some(first_of_tail) = self.n.checked_sub(self.span() as u64) else { return ring };
        for phase in 0..k {
            let within = |symbols: &[u16], from: u64, phase: u64| -> Vec<u16> {
                let placed = symbols.iter().zip(from..);
                placed.filter(|(_, place)| place % k == phase).map(|(x, _)| *x).collect()
            };
            // The end of this phase goes on with the beginning of the next.
            let mut seam = within(&self.tail, first_of_tail, phase);
            seam.extend(within(&self.head, 0, (phase + 1) % k));
            for tuple in seam.windows(self.m) {
                ring[tuple.iter().fold(0, |code, x| code * self.base + usize::from(*x))] += 1;
            }
        }
        ring
    }
}

const PAIR: &str = "rms relative deviation of a pair's frequency";
const TRIPLE: &str = "rms relative deviation of a triple's frequency";

/// Tuples of the symbols, or of so many neighbours in one class where the table would be too large.
#[derive(Clone, Debug)]
struct Classed {
    width: u16,
    tuples: Tuples,
}

impl Classed {
    fn new(d: u32, m: usize, step: usize) -> Self {
        let fits = u64::from(d).pow(m as u32) <= MOST_CELLS;
        let width = if fits { 1 } else { d.div_ceil(COARSE) };
        let tuples = Tuples::new(d.div_ceil(width) as usize, m, step);
        Self { width: width as u16, tuples }
    }

    fn feed(&mut self, block: &[u16]) {
        match self.width {
            1 => self.tuples.feed(block.iter().copied()),
            width => self.tuples.feed(block.iter().map(|x| x / width)),
        }
    }

    /// The tuples of the ring, and how often each class came.
    fn ring(&self) -> (Vec<u64>, Given) {
        let (ring, base) = (self.tuples.ring(), self.tuples.base);
        let first = (1..self.tuples.m).fold(ring.clone(), |counts, _| shorter(&counts, base));
        (ring, Given::new(first))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Serial {
    n: u64,
    /// Of neighbours, and of every second draw.
    pairs: [Classed; 2],
    triples: Classed,
}

impl Serial {
    pub(super) fn new(d: u32) -> Self {
        let pairs = [1, 2].map(|step| Classed::new(d, 2, step));
        Self { n: 0, pairs, triples: Classed::new(d, 3, 1) }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        let block = window.block();
        self.n += block.len() as u64;
        self.pairs.iter_mut().chain([&mut self.triples]).for_each(|tuples| tuples.feed(block));
    }

    pub(super) fn report(&self, say: &mut Report, _given: &Given) {
        for (pairs, key) in
            self.pairs.iter().zip(["stream.overlapping_pairs", "stream.every_2nd_pairs"])
        {
            say.chi(key, self.n, PAIRS_NEED, PAIR, || {
                let (ring, given) = pairs.ring();
                independence(&given.classes(2, 1.0).pairs(&ring))
            });
        }
        say.chi("stream.overlapping_triples", self.n, TRIPLES_NEED, TRIPLE, || {
            let (ring, given) = self.triples.ring();
            within_middles(&ring, &given)
        });
    }
}

/// The first symbol of a triple against its last, for each symbol between them: what triples have beyond pairs.
fn within_middles(ring: &[u64], given: &Given) -> Option<(f64, f64)> {
    let (classes, d) = (given.classes(3, 1.0), given.counts.len());
    let mut tables = vec![vec![vec![0; classes.number]; classes.number]; classes.number];
    for (code, count) in ring.iter().enumerate().filter(|(_, count)| **count > 0) {
        let [first, middle, last] = [code / d / d, code / d % d, code % d].map(|x| classes.of[x]);
        tables[middle][first][last] += count;
    }
    let parts = tables.iter().filter_map(|table| independence(table));
    parts.reduce(|(q, df), (more, of_more)| (q + more, df + of_more))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of a ring against the stream read in steps, and round its end, however it was cut.
    #[test]
    fn a_ring_is_closed() {
        let word = [4, 1, 0, 3, 3, 2, 4, 4, 0, 1, 1];
        for (m, step) in [(2, 1), (3, 1), (4, 1), (2, 2), (2, 3)] {
            let mut tuples = Tuples::new(5, m, step);
            word.chunks(4).for_each(|part| tuples.feed(part.iter().copied()));
            let read: Vec<usize> = (0..step)
                .flat_map(|phase| word[phase..].iter().step_by(step))
                .map(|x| usize::from(*x))
                .collect();
            let mut ring = vec![0; 5_usize.pow(m as u32)];
            for at in 0..read.len() {
                ring[(0..m).fold(0, |code, k| code * 5 + read[(at + k) % read.len()])] += 1;
            }
            assert_eq!(tuples.ring(), ring, "{m} {step}");
        }
    }
}
