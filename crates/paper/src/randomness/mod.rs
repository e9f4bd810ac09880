//! What a battery of randomness tests says, in words and figures. Nothing is computed here: every figure comes from
//! [`feltproof_stats::Randomness`].

pub mod alone;
pub mod battery;
mod causes;
mod departure;
pub mod departures;
mod kinds;
mod named;
pub mod number;
pub mod plots;
mod printed;
pub mod review;
#[cfg(test)]
mod tests;
pub mod words;
