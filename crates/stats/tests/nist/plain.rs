//! Plain second implementations, straight from the text of SP 800-22, on one bit a byte. Slow.

/// Section 3.13, with the limits of the sums cut off as the program does.
pub fn cusum_p(n: i64, z: i64) -> f64 {
    let normal = |x: f64| 0.5 * statrs_erfc(-x / std::f64::consts::SQRT_2);
    let at = |k: i64| normal((k * z) as f64 / (n as f64).sqrt());
    let first: f64 =
        ((-n / z + 1) / 4..=(n / z - 1) / 4).map(|k| at(4 * k + 1) - at(4 * k - 1)).sum();
    let second: f64 =
        ((-n / z - 3) / 4..=(n / z - 1) / 4).map(|k| at(4 * k + 3) - at(4 * k + 1)).sum();
    1.0 - first + second
}

fn statrs_erfc(x: f64) -> f64 {
    statrs::function::erf::erfc(x)
}
