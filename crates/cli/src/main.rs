//! feltproof
fn main() {}
