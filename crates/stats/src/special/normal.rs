//! The normal law: its square is chi-square with one degree of freedom.

use std::f64::consts::LN_2;

use super::{Prob, gamma_q};

/// P(standard normal > z).
pub fn normal_sf(z: f64) -> Prob {
    if z < 0.0 {
        return normal_sf(-z).complement();
    }
    let both = normal_two_sided(z);
    if both.p() > 1e-290 { Prob::new(0.5 * both.p()) } else { Prob::from_ln(both.ln() - LN_2) }
}

/// P(|standard normal| > |z|).
pub fn normal_two_sided(z: f64) -> Prob {
    gamma_q(0.5, 0.5 * z * z)
}
