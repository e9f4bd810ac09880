//! Pairs, triples and longer tuples of consecutive draws.

use super::pairs::Pairs;
use super::report::Report;
use super::window::Window;
use crate::tuples::{differences, shorter};

/// Cells a table of tuples may have: 8 MiB.
pub(super) const MOST_CELLS: u64 = 1 << 20;
/// Draws per cell that a table of pairs or triples needs.
const LEAST_EXPECTED: u64 = 5;
/// Classes of the coarse view: the range cut into this many equal stretches.
const COARSE: u32 = 16;

/// Overlapping tuples of `m` symbols of `base` values.
#[derive(Clone, Debug)]
struct Tuples {
    base: usize,
    m: usize,
    head: Vec<u16>,
    code: usize,
    counts: Vec<u64>,
    n: u64,
}

impl Tuples {
    fn new(base: usize, m: u32) -> Self {
        let cells = base.pow(m);
        Self { base, m: m as usize, head: Vec::new(), code: 0, counts: vec![0; cells], n: 0 }
    }

    fn push(&mut self, x: u16) {
        let code = self.code * self.base + usize::from(x);
        // The oldest symbol goes; for a power of two, which most views have, without a division.
        let cells = self.counts.len();
        self.code = if cells.is_power_of_two() { code & (cells - 1) } else { code % cells };
        self.n += 1;
        if self.head.len() < self.m - 1 {
            self.head.push(x);
        } else {
            self.counts[self.code] += 1;
        }
    }

    /// All symbols of a block; the tables of whole symbols are large, so this is the fast way
    /// there.
    fn feed(&mut self, window: &Window) {
        let block = window.block();
        let ready = (self.m - 1).min(block.len());
        block[..ready].iter().for_each(|x| self.push(*x));
        for tuple in block.windows(self.m) {
            let code = tuple.iter().fold(0, |code, x| code * self.base + usize::from(*x));
            self.counts[code] += 1;
            self.code = code;
        }
        self.n += (block.len() - ready) as u64;
    }

    /// The counts of the ring: the first m - 1 symbols follow the last.
    fn ring(&self) -> Vec<u64> {
        let mut ring = self.counts.clone();
        let mut code = self.code;
        for x in &self.head {
            code = (code * self.base + usize::from(*x)) % ring.len();
            ring[code] += 1;
        }
        ring
    }
}

const PAIR: &str = "rms relative deviation of a pair's frequency";
const TRIPLE: &str = "rms relative deviation of a triple's frequency";

/// Every table of tuples.
#[derive(Clone, Debug)]
pub(super) struct Serial {
    d: u32,
    /// Steps 1, 2 and 3; none where the range is too large.
    pairs: Vec<Pairs>,
    triples: Option<Tuples>,
    coarse: Option<Tuples>,
    low_bit: Tuples,
    two_low_bits: Option<Tuples>,
    /// The last draws, for the ends of the rings.
    tail: Vec<u16>,
}

impl Serial {
    pub(super) fn new(d: u32) -> Self {
        let steps: &[usize] = if u64::from(d).pow(2) <= MOST_CELLS { &[1, 2, 3] } else { &[] };
        Self {
            d,
            pairs: steps.iter().map(|step| Pairs::new(d, *step)).collect(),
            triples: (u64::from(d).pow(3) <= MOST_CELLS).then(|| Tuples::new(d as usize, 3)),
            coarse: (d >= 2 * COARSE).then(|| Tuples::new(COARSE as usize, 3)),
            low_bit: Tuples::new(2, 8),
            two_low_bits: (d > 4).then(|| Tuples::new(4, 4)),
            tail: Vec::new(),
        }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for pairs in &mut self.pairs {
            pairs.feed(window);
        }
        let block = window.block();
        if let Some(triples) = &mut self.triples {
            triples.feed(window);
        }
        // A view of the stream keeps the draws below the largest multiple of its number of classes,
        // so that its classes are equally likely exactly, whatever the range.
        if let Some(coarse) = &mut self.coarse {
            let width = (self.d / COARSE) as u16;
            let class_of = |x: u16| x / width;
            block.iter().map(|x| class_of(*x)).filter(|c| *c < COARSE as u16).for_each(|c| {
                coarse.push(c);
            });
        }
        let (twos, fours) = (self.d & !1, self.d & !3);
        block.iter().filter(|x| u32::from(**x) < twos).for_each(|x| self.low_bit.push(x & 1));
        if let Some(two) = &mut self.two_low_bits {
            block.iter().filter(|x| u32::from(**x) < fours).for_each(|x| two.push(x & 3));
        }
        self.tail = window.all[window.all.len().saturating_sub(8)..].to_vec();
    }

    pub(super) fn report(&self, say: &mut Report) {
        self.report_pairs(say);
        self.report_triples(say);
        self.report_low(say);
    }

    fn report_pairs(&self, say: &mut Report) {
        let cells = u64::from(self.d).pow(2);
        let needs = (LEAST_EXPECTED * cells).max(100);
        for (key, step) in [
            ("stream.overlapping_pairs", 1),
            ("stream.every_2nd_pairs", 2),
            ("stream.every_3rd_pairs", 3),
        ] {
            let Some(pairs) = self.pairs.get(step - 1) else {
                say.not_run(key, too_large(self.d, "pairs", cells));
                continue;
            };
            let form = || Some(differences(&pairs.ring(&self.tail), pairs.d)[0]);
            say.chi(key, pairs.n, needs, PAIR, form);
        }
        let Some(pairs) = self.pairs.first() else {
            say.not_run("stream.pairs", too_large(self.d, "pairs", cells));
            return;
        };
        say.uniform("stream.pairs", &pairs.tables[0], 2 * needs, PAIR);
    }

    fn report_triples(&self, say: &mut Report) {
        let cells = u64::from(self.d).pow(3);
        if let Some(t) = &self.triples {
            let needs = (LEAST_EXPECTED * cells).max(100);
            let form = || Some(differences(&t.ring(), t.base)[1]);
            say.chi("stream.overlapping_triples", t.n, needs, TRIPLE, form);
        } else {
            say.not_run("stream.overlapping_triples", too_large(self.d, "triples", cells));
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

    /// The counts of a ring against a ring that is read round its end.
    #[test]
    fn a_ring_is_closed() {
        for (base, m, word) in
            [(2_usize, 3_u32, &[0_u16, 0, 1, 0, 1, 1][..]), (5, 2, &[4, 1, 0, 3, 3])]
        {
            let mut tuples = Tuples::new(base, m);
            word.iter().for_each(|x| tuples.push(*x));
            let mut ring = vec![0; base.pow(m)];
            for at in 0..word.len() {
                let symbol = |k: usize| usize::from(word[(at + k) % word.len()]);
                ring[(0..m as usize).fold(0, |code, k| code * base + symbol(k))] += 1;
            }
            assert_eq!(tuples.ring(), ring);
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
