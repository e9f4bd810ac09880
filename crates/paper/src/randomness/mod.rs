//! What a battery of randomness tests says, in words and figures. Nothing is computed here: every figure comes from
//! [`feltproof_stats::Randomness`].

pub mod alone;
pub mod battery;
pub mod departures;
mod kinds;
pub mod number;
pub mod plots;
mod printed;
pub mod words;
