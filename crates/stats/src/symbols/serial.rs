//! Pairs and triples of consecutive draws, and every second draw beside those between, given how often each symbol came.

use super::given::{Cell, Classes, Given, furthest, independence};
use super::report::Report;
use super::window::Window;
use crate::battery::Most;
use crate::tuples::shorter;

/// Cells a table of tuples may have: 8 MiB.
pub(super) const MOST_CELLS: u64 = 1 << 20;
/// Draws from which pairs and triples have two classes of symbols at least, whatever the range.
const PAIRS_NEED: u64 = 100;
const TRIPLES_NEED: u64 = 200;
/// Classes of a range whose table would be too large, at most: stretches of equal width but for the last.
pub(super) const COARSE: u32 = 16;

/// Overlapping tuples of `m` symbols, each `step` places after the one before; of classes of symbols where the table would
/// be too large.
#[derive(Clone, Debug)]
struct Tuples {
    d: u32,
    /// Neighbouring symbols of one class, and classes there are.
    width: u16,
    base: usize,
    m: usize,
    step: usize,
    counts: Vec<u64>,
}

impl Tuples {
    fn new(d: u32, m: usize, step: usize) -> Self {
        let fits = u64::from(d).pow(m as u32) <= MOST_CELLS;
        let width = if fits { 1 } else { d.div_ceil(COARSE) };
        let base = d.div_ceil(width) as usize;
        Self { d, width: width as u16, base, m, step, counts: vec![0; base.pow(m as u32)] }
    }

    fn span(&self) -> usize {
        self.step * (self.m - 1)
    }

    fn classes(&self, symbols: &[u16]) -> Vec<u16> {
        symbols.iter().map(|x| x / self.width).collect()
    }

    fn feed(&mut self, window: &Window) {
        let symbols = window.reaching_back(self.span());
        if self.width == 1 { self.count(symbols) } else { self.count(&self.classes(symbols)) }
    }

    fn count(&mut self, symbols: &[u16]) {
        for tuple in symbols.windows(self.span() + 1) {
            let symbols = tuple.iter().step_by(self.step);
            self.counts[symbols.fold(0, |code, x| code * self.base + usize::from(*x))] += 1;
        }
    }

    /// The counts of the ring that is the stream read in steps: places 0, k, 2k..., then 1, k + 1 and so on, then back to
    /// the first. It holds every symbol once, so its null law is that of the stream. And how often each class came.
    fn ring(&self, given: &Given) -> (Vec<u64>, Given) {
        let (mut ring, k, span) = (self.counts.clone(), self.step, self.span());
        let [head, tail] = [&given.head, &given.tail].map(|symbols| self.classes(symbols));
        let tail = &tail[tail.len() - span..];
        let first_of_tail = (given.n % k as u64) as usize + k * span - span;
        for phase in 0..k {
            let within = |symbols: &[u16], from: usize, phase: usize| -> Vec<u16> {
                let placed = symbols.iter().zip(from..);
                placed.filter(|(_, place)| place % k == phase).map(|(x, _)| *x).collect()
            };
            // The end of this phase goes on with the beginning of the next.
            let mut seam = within(tail, first_of_tail, phase);
            seam.extend(within(&head[..span], 0, (phase + 1) % k));
            for tuple in seam.windows(self.m) {
                ring[tuple.iter().fold(0, |code, x| code * self.base + usize::from(*x))] += 1;
            }
        }
        let first = (1..self.m).fold(ring.clone(), |counts, _| shorter(&counts, self.base));
        (ring, Given::new(first))
    }

    /// The tuple of these classes, where it is what departs most.
    fn named(&self, classes: &Classes, tuple: &[usize], cell: &Cell) -> Most {
        let labels = |class: &usize| classes.labels(*class, self.width.into(), self.d as usize);
        Most::Tuple {
            labels: tuple.iter().map(labels).collect(),
            step: self.step,
            count: cell.count,
            expected: cell.expected,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Serial {
    /// Of neighbours, and of every second draw.
    pairs: [Tuples; 2],
    triples: Tuples,
    /// Counts of the symbols by the place of a draw modulo 2.
    halves: [Vec<u64>; 2],
}

impl Serial {
    pub(super) fn new(d: u32) -> Self {
        let pairs = [1, 2].map(|step| Tuples::new(d, 2, step));
        let halves = std::array::from_fn(|_| vec![0; d as usize]);
        Self { pairs, triples: Tuples::new(d, 3, 1), halves }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        self.pairs.iter_mut().chain([&mut self.triples]).for_each(|tuples| tuples.feed(window));
        for (place, x) in (window.before..).zip(window.block()) {
            self.halves[(place % 2) as usize][usize::from(*x)] += 1;
        }
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        for (pairs, key) in
            self.pairs.iter().zip(["stream.overlapping_pairs", "stream.every_2nd_pairs"])
        {
            let table = (given.n >= PAIRS_NEED).then(|| {
                let (ring, given) = pairs.ring(given);
                let classes = given.classes(2, 1.0);
                let table = classes.table(&classes, &ring);
                (classes, table)
            });
            say.chi(key, given.n, PAIRS_NEED, || independence(&table.as_ref()?.1));
            let most = table.and_then(|(classes, table)| {
                let cell = furthest(&table)?;
                Some(pairs.named(&classes, &cell.at, &cell))
            });
            say.most(key, most);
        }
        self.report_triples(say, given);
        say.chi("stream.every_2nd_frequency", given.n, 200, || {
            independence(&given.classes(1, 2.0).columns(&self.halves.concat()))
        });
    }

    fn report_triples(&self, say: &mut Report, given: &Given) {
        let key = "stream.overlapping_triples";
        let tables = (given.n >= TRIPLES_NEED).then(|| {
            let (ring, given) = self.triples.ring(given);
            let classes = given.classes(3, 1.0);
            let tables = by_middle(&ring, &classes);
            (classes, tables)
        });
        say.chi(key, given.n, TRIPLES_NEED, || {
            let parts = tables.as_ref()?.1.iter().filter_map(|table| independence(table));
            parts.reduce(|(q, df), (more, of_more)| (q + more, df + of_more))
        });
        let most = tables.and_then(|(classes, tables)| {
            let all =
                (0..).zip(&tables).filter_map(|(middle, table)| Some((middle, furthest(table)?)));
            let (middle, cell) = all.max_by(|a, b| a.1.off.total_cmp(&b.1.off))?;
            Some(self.triples.named(&classes, &[cell.at[0], middle, cell.at[1]], &cell))
        });
        say.most(key, most);
    }
}

/// For each symbol the first of a triple around it against the last: what triples have beyond pairs.
fn by_middle(ring: &[u64], classes: &Classes) -> Vec<Vec<Vec<u64>>> {
    let d = classes.of.len();
    let mut tables = vec![vec![vec![0; classes.number]; classes.number]; classes.number];
    for (code, count) in ring.iter().enumerate().filter(|(_, count)| **count > 0) {
        let [first, middle, last] = [code / d / d, code / d % d, code % d].map(|x| classes.of[x]);
        tables[middle][first][last] += count;
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::window::in_parts;

    /// The counts of a ring against the stream read in steps, and round its end, however it was cut.
    #[test]
    fn a_ring_is_closed() {
        let word = [4, 1, 0, 3, 3, 2, 4, 4, 0, 1, 1_u16];
        for (m, step) in [(2, 1), (3, 1), (4, 1), (2, 2), (2, 3)] {
            for length in [10, 11] {
                let word = &word[..length];
                let mut tuples = Tuples::new(5, m, step);
                in_parts(word, &[4, 8, length], |part| tuples.feed(part));
                let read: Vec<usize> = (0..step)
                    .flat_map(|phase| word[phase..].iter().step_by(step))
                    .map(|x| usize::from(*x))
                    .collect();
                let mut ring = vec![0; 5_usize.pow(m as u32)];
                let mut counts = vec![0; 5];
                for at in 0..read.len() {
                    ring[(0..m).fold(0, |code, k| code * 5 + read[(at + k) % read.len()])] += 1;
                    counts[read[at]] += 1;
                }
                let ends = Given { head: word.to_vec(), tail: word.to_vec(), ..Given::new(counts) };
                let (found, given) = tuples.ring(&ends);
                assert_eq!((found, given.counts), (ring, ends.counts), "{m} {step}");
            }
        }
    }
}
