//! Exact PAR sheets: every deal counted, none sampled.
//!
//! Not here: settling a round (`engine`), comparing a deployment with its sheet (`checks`).

pub mod count;
pub mod high_hand;
pub mod printed;
pub mod sheet;
