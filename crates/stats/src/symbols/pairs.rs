//! Tables of pairs of draws that lie so many places apart.

use super::window::Window;

/// Pairs of draws at a distance of `step`.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    pub d: usize,
    step: usize,
    /// Pairs whose first draw stands at an even place, and the others; one table where the step is
    /// not 1.
    pub tables: [Vec<u64>; 2],
    head: Vec<u16>,
    /// Draws so far.
    pub n: u64,
}

impl Pairs {
    pub(super) fn new(d: u32, step: usize) -> Self {
        let cells = (d as usize).pow(2);
        let second = if step == 1 { cells } else { 0 };
        Self {
            d: d as usize,
            step,
            tables: [vec![0; cells], vec![0; second]],
            head: Vec::new(),
            n: 0,
        }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        for x in window.block() {
            if self.head.len() == self.step {
                break;
            }
            self.head.push(*x);
        }
        if window.all.len() <= self.step {
            self.n += window.block().len() as u64;
            return;
        }
        let start = window.from.max(self.step);
        let first_place = self.n as usize + start - window.from - self.step;
        let pairs = window.all[start - self.step..].iter().zip(&window.all[start..]);
        let [even, odd] = &mut self.tables;
        if self.step == 1 {
            let swap = first_place % 2;
            for (i, (a, b)) in pairs.enumerate() {
                let table = if (i + swap).is_multiple_of(2) { &mut *even } else { &mut *odd };
                table[usize::from(*a) * self.d + usize::from(*b)] += 1;
            }
        } else {
            for (a, b) in pairs {
                even[usize::from(*a) * self.d + usize::from(*b)] += 1;
            }
        }
        self.n += window.block().len() as u64;
    }

    /// The counts of the ring that is the stream read in steps: places 0, k, 2k..., then 1, k + 1
    /// and so on, then back to the first. It holds every draw once, so its null law is that of the
    /// stream.
    pub(super) fn ring(&self, tail: &[u16]) -> Vec<u64> {
        let mut ring = self.tables[0].clone();
        for (sum, odd) in ring.iter_mut().zip(&self.tables[1]) {
            *sum += odd;
        }
        let k = self.step;
        if self.n < k as u64 || tail.len() < k {
            return ring;
        }
        for phase in 0..k {
            // The last place of this phase is among the last k places of the stream.
            let last_k_begin = self.n - k as u64;
            let offset = (phase as u64 + k as u64 - last_k_begin % k as u64) % k as u64;
            let last = tail[tail.len() - k + offset as usize];
            let next = self.head[(phase + 1) % k];
            ring[usize::from(last) * self.d + usize::from(next)] += 1;
        }
        ring
    }
}
