//! The spectral test of bits, by the discrete Fourier transform (SP 800-22, 2.6).
//!
//! Of the first n/2 frequencies of the sequence as +1 and -1, 95% have a modulus below sqrt(n ln 20). The number below is
//! normal, with a variance that the standard puts at n * .95 * .05 / 4: too much, since the moduli squared sum to n^2
//! whatever the bits. The limit is (n/2)(.95 * .05 - (.05 ln 20)^2), a divisor of 3.790; 3.8 is what Pareschi, Rovatti
//! and Setti measured (IEEE TIFS 7, 2012) and what is used here unless the published one is asked for.
//!
//! The transform is in double precision: its error is about 1e-13 of a modulus, and one of 500,000 moduli lies that close
//! to the threshold with a chance below 1e-6; in single precision several would.

use std::sync::Arc;

use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};

use super::common::Score;
use super::words::Sequence;
use crate::sums::sums;

/// The transform for one length, with its working space.
#[derive(Clone)]
pub struct Transform {
    plan: Arc<dyn RealToComplex<f64>>,
    input: Vec<f64>,
    output: Vec<Complex<f64>>,
    scratch: Vec<Complex<f64>>,
}

impl Transform {
    /// For sequences of `bits` bits; none below two.
    pub fn new(bits: usize) -> Option<Self> {
        if bits < 2 {
            return None;
        }
        let plan = RealFftPlanner::<f64>::new().plan_fft_forward(bits);
        Some(Self {
            input: plan.make_input_vec(),
            output: plan.make_output_vec(),
            scratch: plan.make_scratch_vec(),
            plan,
        })
    }
}

/// Peaks of one or more sequences of the same length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Peaks {
    bits: u64,
    frequencies: u64,
    /// Those whose modulus is below the threshold.
    pub below: u64,
}

sums!(Peaks: bits, frequencies, below);

impl Peaks {
    /// Counts one sequence, which has the length of the transform.
    pub fn of(sequence: &Sequence, transform: &mut Transform) -> Self {
        let n = sequence.bits();
        if n != transform.input.len() {
            return Self::default();
        }
        const PLUS_ONE: u64 = 0x3ff0_0000_0000_0000;
        const SIGN: u64 = 1 << 63;
        for (values, (word, _)) in transform.input.chunks_mut(64).zip(sequence.chunks()) {
            for (k, value) in values.iter_mut().enumerate() {
                *value = f64::from_bits(PLUS_ONE | (!word << k & SIGN));
            }
        }
        let Transform { plan, input, output, scratch } = transform;
        if plan.process_with_scratch(input, output, scratch).is_err() {
            return Self::default();
        }
        let threshold = n as f64 * 20f64.ln();
        let below = output[..n / 2].iter().filter(|x| x.norm_sqr() < threshold).count();
        Self { bits: n as u64, frequencies: (n / 2) as u64, below: below as u64 }
    }

    /// The test, with the variance of the standard or the measured one; none of no bits.
    pub fn score(&self, published: bool) -> Option<Score> {
        let divisor = if published { 4.0 } else { 3.8 };
        let bits = self.bits as f64;
        let deviation = (bits * 0.95 * 0.05 / divisor).sqrt();
        // The standard expects .95 n/2 for odd n too.
        let z = (self.below as f64 - 0.95 * bits / 2.0) / deviation;
        let unit = deviation / self.frequencies.max(1) as f64;
        (self.bits > 0).then(|| Score::normal(z, unit))
    }
}
