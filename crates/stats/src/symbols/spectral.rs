//! Periods hidden in the stream: the largest peak of its spectrum.
//!
//! The stream is cut into blocks of 1,024 draws; at each of 511 frequencies the power of a block
//! over its mean, which the variance of the draws says, is exponential under chance (the sum of 1,024
//! independent terms is normal to within its excess of kurtosis, at most 17/1024), so the sum over B blocks is a gamma of shape B.
//! The transform is written out here so that every machine gives the same figures.

use super::given::Given;
use super::report::{self, Report};
use super::window::{BLOCK, Window};
use crate::battery::{Figures, Law, Most};
use crate::special;

const LENGTH: usize = 1024;
/// Frequencies looked at: all but the mean and the fastest.
const FREQUENCIES: usize = LENGTH / 2 - 1;

/// Beyond, a sum over a block is not normal: one rare symbol lies far from all others.
const KURTOSIS_MAX: f64 = 20.0;

type Complex = (f64, f64);

#[derive(Clone, Debug, Default)]
pub(super) struct Spectrum {
    d: u32,
    roots: Vec<Complex>,
    power: Vec<f64>,
    blocks: u64,
}

impl Spectrum {
    pub(super) fn new(d: u32) -> Self {
        let turn = |i: usize| -2.0 * std::f64::consts::PI * i as f64 / LENGTH as f64;
        Self {
            d,
            roots: (0..LENGTH / 2).map(|i| (turn(i).cos(), turn(i).sin())).collect(),
            power: vec![0.0; FREQUENCIES],
            ..Self::default()
        }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        // A window is a whole number of blocks but at the end, where what is left over is not used.
        let (pairs, _) = window.block().as_chunks::<{ 2 * LENGTH }>();
        pairs.iter().for_each(|pair| self.transform(pair));
    }

    /// Two blocks in one complex transform: one is the real part, the other the imaginary.
    fn transform(&mut self, pair: &[u16]) {
        let centred = |x: &u16| f64::from(*x) - f64::from(self.d - 1) / 2.0;
        let (first, second) = pair.split_at(LENGTH);
        let both = first.iter().zip(second).map(|(x, y)| (centred(x), centred(y)));
        let mut both: Vec<Complex> = both.collect();
        fourier(&mut both, &self.roots);
        for (i, power) in self.power.iter_mut().enumerate() {
            // |X|^2 + |Y|^2 = (|Z(f)|^2 + |Z(-f)|^2) / 2.
            let (a, b) = (both[i + 1], both[LENGTH - 1 - i]);
            *power += (a.0 * a.0 + a.1 * a.1 + b.0 * b.0 + b.1 * b.1) / 2.0;
        }
        self.blocks += 2;
    }

    pub(super) fn report(&self, say: &mut Report, given: &Given) {
        const { assert!(BLOCK.is_multiple_of(2 * LENGTH)) };
        let n = self.blocks * LENGTH as u64;
        let highest = (1_u32..).zip(&self.power).max_by(|a, b| a.1.total_cmp(b.1));
        let wave = highest.map(|(turns, _)| {
            let [from, to] = [0.5, -0.5].map(|half| LENGTH as f64 / (f64::from(turns) + half));
            Most::Wave { from, to }
        });
        say.most("stream.spectral", wave.filter(|_| self.blocks > 0));
        say.test("stream.spectral", n, 2 * LENGTH as u64, || {
            // Variance of a draw in its own unit, which is half that of the moments.
            let (_, second, fourth) = given.moments();
            let variance = second / (given.n as f64 - 1.0) / 4.0;
            if fourth * given.n as f64 > KURTOSIS_MAX * second * second || variance <= 0.0 {
                return None;
            }
            let mean = LENGTH as f64 * variance;
            let peak = self.power.iter().copied().fold(0.0, f64::max) / mean;
            let blocks = self.blocks as f64;
            let shift = special::normal_isf(0.01 / FREQUENCIES as f64) + special::normal_isf(0.1);
            // Rounded: the last digits of sines are the machine's own.
            let statistic = (peak / blocks * 1e9).round() / 1e9;
            let effect = report::effect((peak / blocks - 1.0).max(0.0), shift / blocks.sqrt());
            let law = Law::Named("largest of 511 means of exponentials, Sidak");
            let p = special::sidak(special::gamma_q(blocks, peak), FREQUENCIES as u64);
            Some(Figures::new(statistic, law, p, effect))
        });
    }
}

/// The discrete Fourier transform in place, by halves.
fn fourier(values: &mut [Complex], roots: &[Complex]) {
    let n = values.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            values.swap(i, j);
        }
    }
    let mut half = 1;
    while half < n {
        let stride = n / (2 * half);
        for part in values.chunks_exact_mut(2 * half) {
            let (low, high) = part.split_at_mut(half);
            for ((a, b), root) in low.iter_mut().zip(high).zip(roots.iter().step_by(stride)) {
                let turned = (b.0 * root.0 - b.1 * root.1, b.0 * root.1 + b.1 * root.0);
                *b = (a.0 - turned.0, a.1 - turned.1);
                *a = (a.0 + turned.0, a.1 + turned.1);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The transform against its definition.
    #[test]
    fn the_transform_is_the_sum_it_stands_for() {
        let spectrum = Spectrum::new(52);
        let value = |i: usize| (((i * i) % 91) as f64 - 40.0, ((i * 7) % 53) as f64 - 20.0);
        let mut values: Vec<Complex> = (0..LENGTH).map(value).collect();
        fourier(&mut values, &spectrum.roots);
        for f in [0, 1, 2, 17, 255, 512, 513, 1023] {
            let mut sum = (0.0, 0.0);
            for i in 0..LENGTH {
                let angle = -2.0 * std::f64::consts::PI * ((i * f) % LENGTH) as f64 / LENGTH as f64;
                let (a, b) = value(i);
                sum.0 += a * angle.cos() - b * angle.sin();
                sum.1 += a * angle.sin() + b * angle.cos();
            }
            let (a, b) = values[f];
            assert!((a - sum.0).abs() < 1e-6 && (b - sum.1).abs() < 1e-6, "{f}");
        }
    }
}
