//! Tail probabilities and their inverses, exact far out in both tails.
//!
//! A verdict multiplies a p-value by the length of the list, and a fit that is too good is judged by the other tail, so
//! both tails must be right to many digits and keep their logarithm where no number holds them. Everything here is right
//! to about 1e-12 relative, and to 1e-12 absolute or 1e-14 relative in the logarithm, over: chi-square up to 1e7 degrees
//! of freedom, binomial up to 1e9 trials, Poisson up to mean 1e9, normal to any distance, log p down to -1e6
//! (`tests/reference_special.rs`: 40 digits).
//!
//! Of statrs 0.19, compared with the same values, `ln_gamma` is right to 4e-15 and is used here; so
//! is `erfc_inv`, to begin a search from. The others are not exact enough:
//!
//! | statrs function | worst at | instead |
//! |---|---|---|
//! | `gamma_ur`, `gamma_lr` | 7e-10 at a = 1e6, 4e-6 at 1e9; zero below 1e-308, no logarithm | series and continued fraction after a saddle-point density (Loader 2000) |
//! | `beta_reg` (binomial tails) | 1e9 trials: 4e-6, and 1.07 for a probability of 0.50 | the tail itself, term by term |
//! | `erfc` | 9e-11 at one sigma; zero beyond 38 sigma | incomplete gamma |
//!
//! All sums have positive terms only. No function panics; a domain error gives the limit that makes
//! sense (no degrees of freedom: the statistic is zero) or NaN in, NaN out.

mod band;
mod counts;
mod excess;
mod form;
mod gamma;
mod inverse;
mod noncentral;
mod prob;
mod saddle;

pub(crate) use band::outside_band;
pub(crate) use counts::{binomial_at_least, binomial_both, poisson_at_least, sum_of_products};
pub use counts::{binomial_cdf, binomial_sf, ln_choose, poisson_cdf, poisson_sf, sidak};
pub(crate) use excess::{detectable_excess, detectable_times, first};
pub(crate) use form::inverse_form;
pub use gamma::{chi2_cdf, chi2_sf, gamma_p, gamma_q, normal_sf, normal_two_sided};
pub use inverse::{chi2_isf, normal_isf};
pub use noncentral::{chi2_noncentral_sf, needed_noncentrality};
pub use prob::Prob;
pub(crate) use prob::least_likely;
pub use saddle::{ln_binomial_pmf, ln_poisson_pmf};
pub use statrs::function::gamma::ln_gamma;
