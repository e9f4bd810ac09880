//! Pairs, triples and longer tuples of consecutive draws.

use super::report::Report;
use super::window::Window;
use crate::tuples::{differences, shorter};

/// Cells a table of tuples may have: 8 MiB.
pub(super) const MOST_CELLS: u64 = 1 << 20;
/// Draws per cell that a table of pairs or triples needs.
const LEAST_EXPECTED: u64 = 5;
/// Classes of the coarse view: the range cut into this many equal stretches.
const COARSE: u32 = 16;

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

/// Pairs of draws that share no draw.
#[derive(Clone, Debug)]
struct Apart {
    d: usize,
    open: Option<u16>,
    counts: Vec<u64>,
}

impl Apart {
    fn feed(&mut self, block: &[u16]) {
        for x in block {
            match self.open.take() {
                Some(first) => self.counts[usize::from(first) * self.d + usize::from(*x)] += 1,
                None => self.open = Some(*x),
            }
        }
    }
}

const PAIR: &str = "rms relative deviation of a pair's frequency";
const TRIPLE: &str = "rms relative deviation of a triple's frequency";

#[derive(Clone, Debug)]
pub(super) struct Serial {
    d: u32,
    /// Steps 1, 2 and 3; none where the range is too large.
    pairs: Vec<Tuples>,
    apart: Option<Apart>,
    triples: Option<Tuples>,
    coarse: Option<Tuples>,
    low_bit: Tuples,
    two_low_bits: Option<Tuples>,
}

impl Serial {
    pub(super) fn new(d: u32) -> Self {
        let (wide, small) = (d as usize, u64::from(d).pow(2) <= MOST_CELLS);
        let steps: &[usize] = if small { &[1, 2, 3] } else { &[] };
        Self {
            d,
            pairs: steps.iter().map(|step| Tuples::new(wide, 2, *step)).collect(),
            apart: small.then(|| Apart { d: wide, open: None, counts: vec![0; wide * wide] }),
            triples: (u64::from(d).pow(3) <= MOST_CELLS).then(|| Tuples::new(wide, 3, 1)),
            coarse: (d >= 2 * COARSE).then(|| Tuples::new(COARSE as usize, 3, 1)),
            low_bit: Tuples::new(2, 8, 1),
            two_low_bits: (d > 4).then(|| Tuples::new(4, 4, 1)),
        }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        let block = window.block();
        for whole in self.pairs.iter_mut().chain(&mut self.triples) {
            whole.feed(block.iter().copied());
        }
        if let Some(apart) = &mut self.apart {
            apart.feed(block);
        }
        // A view of the stream keeps the draws below the largest multiple of its number of classes,
        // so that its classes are equally likely exactly, whatever the range.
        let below = |classes: u32| {
            let kept = self.d / classes * classes;
            block.iter().copied().filter(move |x| u32::from(*x) < kept)
        };
        if let Some(coarse) = &mut self.coarse {
            let width = (self.d / COARSE) as u16;
            coarse.feed(below(COARSE).map(|x| x / width));
        }
        self.low_bit.feed(below(2).map(|x| x & 1));
        if let Some(two) = &mut self.two_low_bits {
            two.feed(below(4).map(|x| x & 3));
        }
    }

    pub(super) fn report(&self, say: &mut Report) {
        self.report_pairs(say);
        self.report_triples(say);
        self.report_low(say);
    }

    fn report_pairs(&self, say: &mut Report) {
        let cells = u64::from(self.d).pow(2);
        let needs = (LEAST_EXPECTED * cells).max(100);
        let too_large = too_large(self.d, "pairs", cells);
        for step in 1..=3 {
            let key = match step {
                1 => "stream.overlapping_pairs",
                2 => "stream.every_2nd_pairs",
                _ => "stream.every_3rd_pairs",
            };
            let pairs = self.pairs.get(step - 1);
            let Some(pairs) = say.counted(key, &pairs, &too_large) else { continue };
            let form = || Some(differences(&pairs.ring(), pairs.base)[0]);
            say.chi(key, pairs.n, needs, PAIR, form);
        }
        if let Some(pairs) = say.counted("stream.pairs", &self.apart, &too_large) {
            say.uniform("stream.pairs", &pairs.counts, 2 * needs, PAIR);
        }
    }

    fn report_triples(&self, say: &mut Report) {
        let cells = u64::from(self.d).pow(3);
        let too_large = too_large(self.d, "triples", cells);
        if let Some(t) = say.counted("stream.overlapping_triples", &self.triples, &too_large) {
            let needs = (LEAST_EXPECTED * cells).max(100);
            let form = || Some(differences(&t.ring(), t.base)[1]);
            say.chi("stream.overlapping_triples", t.n, needs, TRIPLE, form);
        }
        let Some(coarse) = &self.coarse else {
            let why = format!(
                "a range of {} symbols is coarse enough for the pairs and triples of the symbols",
                self.d
            );
            say.not_run("stream.coarse_pairs", why.clone());
            say.not_run("stream.coarse_triples", why);
            return;
        };
        // Every draw but fewer than one in two is kept; twice the draws are surely enough.
        let needs = |cells: u64| 2 * LEAST_EXPECTED * cells;
        say.chi("stream.coarse_pairs", coarse.n, needs(16), PAIR, || {
            let ring = finest(shorter(&coarse.ring(), 16), 2, coarse.n)?;
            let base = (ring.len() as f64).sqrt().round() as usize;
            Some(differences(&ring, base)[0])
        });
        say.chi("stream.coarse_triples", coarse.n, needs(64), TRIPLE, || {
            let ring = finest(coarse.ring(), 3, coarse.n)?;
            let base = (ring.len() as f64).cbrt().round() as usize;
            Some(differences(&ring, base)[1])
        });
    }

    /// A view may hold far fewer draws than the stream, where the stream is far from chance.
    fn report_low(&self, say: &mut Report) {
        let mut view = |key, view: &Tuples| {
            // Of an odd range the last symbol is left out: at worst one draw in three.
            let needs = LEAST_EXPECTED * 256 * 2;
            say.chi(key, view.n, needs, "rms relative deviation of a tuple's frequency", || {
                let enough = view.n >= LEAST_EXPECTED * view.counts.len() as u64;
                enough.then(|| differences(&view.ring(), view.base)[0])
            });
        };
        view("stream.low_bit", &self.low_bit);
        if let Some(two) = &self.two_low_bits {
            view("stream.two_low_bits", two);
        } else {
            let why = format!("a range of {} symbols has no more than two bits", self.d);
            say.not_run("stream.two_low_bits", why);
        }
    }
}

/// The ring in 16 classes, or in 8 or 4 where its draws are too few for more.
fn finest(mut ring: Vec<u64>, m: u32, n: u64) -> Option<Vec<u64>> {
    for classes in [16_usize, 8, 4] {
        if n >= LEAST_EXPECTED * (classes as u64).pow(m) {
            return Some(ring);
        }
        ring = halved(&ring, classes, m);
    }
    None
}

/// Neighbouring classes put together, in each of the `m` symbols of a tuple.
fn halved(ring: &[u64], classes: usize, m: u32) -> Vec<u64> {
    let mut out = vec![0; (classes / 2).pow(m)];
    for (code, count) in ring.iter().enumerate() {
        let (mut rest, mut place, mut into) = (code, 1, 0);
        for _ in 0..m {
            into += rest % classes / 2 * place;
            rest /= classes;
            place *= classes / 2;
        }
        out[into] += count;
    }
    out
}

fn too_large(d: u32, what: &str, cells: u64) -> String {
    format!(
        "a range of {d} symbols has {cells} {what}, more than the {MOST_CELLS} a table may hold; \
         the coarse tests look at the range in {COARSE} classes instead"
    )
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

    #[test]
    fn halving_classes_keeps_the_order_of_the_symbols() {
        let mut ring = vec![0; 64];
        ring[3 * 16 + 4 + 2] = 7; // classes 3, 1, 2 of four
        let out = halved(&ring, 4, 3);
        assert_eq!(out[4 + 1], 7); // classes 1, 0, 1 of two
        assert_eq!(out.iter().sum::<u64>(), 7);
    }
}
