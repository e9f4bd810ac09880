//! The normal law.

use std::f64::consts::{LN_2, SQRT_2};

use statrs::function::erf::erfc;

use super::{Prob, gamma_q};

/// Beyond this many sigma the incomplete gamma function takes over, which has a logarithm.
const FAR: f64 = 5.0;

/// P(standard normal > z).
pub fn normal_sf(z: f64) -> Prob {
    if z > FAR {
        Prob::from_ln(gamma_q(0.5, 0.5 * z * z).ln() - LN_2)
    } else if z < -1.0 {
        normal_sf(-z).complement()
    } else {
        Prob::new(0.5 * erfc(z / SQRT_2))
    }
}

/// P(|standard normal| > |z|).
pub fn normal_two_sided(z: f64) -> Prob {
    let z = z.abs();
    if z > FAR { gamma_q(0.5, 0.5 * z * z) } else { Prob::new(erfc(z / SQRT_2)) }
}
