//! Tail probabilities and their inverses, exact far out in both tails.
//!
//! A verdict over many tests multiplies a p-value by the length of the list, and a fit that is too
//! good is judged by the other tail, so both tails must be right to many digits and must keep their
//! logarithm where no number holds them. Everything here is right to about 1e-12 relative, and to
//! 1e-12 absolute or 1e-14 relative in the logarithm, over: chi-square up to 1e7 degrees of freedom,
//! binomial up to 1e9 trials, Poisson up to mean 1e9, normal to any distance, log p down to -1e6.
//! `tests/reference_special.rs` holds the proof: values computed elsewhere with 40 digits.
//!
//! What statrs 0.19 gives was compared with the same values first. Its error functions are exact to
//! 1e-15 and are used here; its incomplete gamma and beta functions are not:
//!
//! | statrs function | where it fails | here |
//! |---|---|---|
//! | `gamma_ur`, `gamma_lr` | no logarithm: zero below 1e-308; the prefactor loses digits as `a` grows | series and continued fraction with a saddle-point prefactor (Loader 2000) |
//! | `beta_reg` (binomial tails) | the same | the tail itself, summed term by term |
//! | `erfc` | zero beyond 37.5 sigma | the incomplete gamma function beyond 5 sigma |
//!
//! All sums have positive terms only. No function panics; a domain error gives the limit that makes
//! sense (no degrees of freedom: the statistic is zero) or NaN in, NaN out.

mod counts;
mod gamma;
mod inverse;
mod kolmogorov;
mod noncentral;
mod normal;
mod prob;
mod saddle;

pub use counts::{
    binomial_cdf, binomial_sf, binomial_two_sided, extreme_cells, ln_choose, poisson_cdf,
    poisson_sf, sidak,
};
pub use gamma::{chi2_cdf, chi2_sf, gamma_p, gamma_q};
pub use inverse::{chi2_isf, normal_isf};
pub use kolmogorov::{kolmogorov_limit_sf, kolmogorov_sf};
pub use noncentral::{chi2_noncentral_sf, needed_noncentrality};
pub use normal::{normal_sf, normal_two_sided};
pub use prob::Prob;
pub use saddle::{ln_binomial_pmf, ln_gamma, ln_poisson_pmf};
