//! Plain second implementations, straight from the text of SP 800-22, on one bit a byte. Slow.

use feltproof_stats::special::{chi2_sf, gamma_q};
use statrs::function::erf::erfc;

fn sum(bits: &[u8]) -> f64 {
    bits.iter().map(|b| if *b == 1 { 1.0 } else { -1.0 }).sum()
}

pub(crate) fn frequency(bits: &[u8]) -> f64 {
    erfc(sum(bits).abs() / (bits.len() as f64).sqrt() / 2f64.sqrt())
}

pub(crate) fn block_frequency(bits: &[u8], m: usize) -> f64 {
    let blocks: Vec<&[u8]> = bits.chunks_exact(m).collect();
    let share = |block: &&[u8]| block.iter().filter(|b| **b == 1).count() as f64 / m as f64;
    let statistic: f64 =
        4.0 * m as f64 * blocks.iter().map(|b| (share(b) - 0.5).powi(2)).sum::<f64>();
    gamma_q(blocks.len() as f64 / 2.0, statistic / 2.0).p()
}

/// None where the standard does not run the test.
pub(crate) fn runs(bits: &[u8]) -> Option<f64> {
    let n = bits.len() as f64;
    let share = bits.iter().filter(|b| **b == 1).count() as f64 / n;
    if (share - 0.5).abs() >= 2.0 / n.sqrt() {
        return None;
    }
    let runs = 1.0 + bits.windows(2).filter(|w| w[0] != w[1]).count() as f64;
    let mixed = share * (1.0 - share);
    Some(erfc((runs - 2.0 * n * mixed).abs() / (2.0 * (2.0 * n).sqrt() * mixed)))
}

pub(crate) fn longest_run(bits: &[u8], m: usize, first: usize, chances: &[f64]) -> f64 {
    let mut counts = vec![0u64; chances.len()];
    for block in bits.chunks_exact(m) {
        let longest = block.split(|b| *b == 0).map(<[u8]>::len).max().unwrap();
        counts[longest.max(first).min(first + chances.len() - 1) - first] += 1;
    }
    chi_square(&counts, chances)
}

fn chi_square(counts: &[u64], chances: &[f64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let terms = counts.iter().zip(chances);
    let statistic: f64 =
        terms.map(|(c, p)| (*c as f64 - n * p) * (*c as f64 - n * p) / (n * p)).sum();
    chi2_sf(statistic, counts.len() as f64 - 1.0).p()
}

pub(crate) fn rank_counts(bits: &[u8]) -> [u64; 3] {
    let mut counts = [0; 3];
    for matrix in bits.chunks_exact(1024) {
        let mut rows: Vec<Vec<u8>> = matrix.chunks(32).map(<[u8]>::to_vec).collect();
        let mut rank = 0;
        for column in 0..32 {
            if let Some(at) = (rank..32).find(|r| rows[*r][column] == 1) {
                rows.swap(rank, at);
                for r in 0..32 {
                    if r != rank && rows[r][column] == 1 {
                        let pivot = rows[rank].clone();
                        rows[r].iter_mut().zip(pivot).for_each(|(a, b)| *a ^= b);
                    }
                }
                rank += 1;
            }
        }
        counts[(32 - rank).min(2)] += 1;
    }
    counts
}

/// Frequencies below the threshold, by the definition of the transform.
pub(crate) fn low_peaks(bits: &[u8]) -> u64 {
    let n = bits.len();
    let threshold = (n as f64 * (1.0f64 / 0.05).ln()).sqrt();
    let low = |j: &usize| {
        let (mut re, mut im) = (0.0, 0.0);
        for (k, bit) in bits.iter().enumerate() {
            let angle = std::f64::consts::TAU * ((j * k) % n) as f64 / n as f64;
            let x = 2.0 * f64::from(*bit) - 1.0;
            re += x * angle.cos();
            im += x * angle.sin();
        }
        re.hypot(im) < threshold
    };
    (0..n / 2).filter(low).count() as u64
}

/// Occurrences that do not overlap: after one the search goes on behind it.
pub(crate) fn template(bits: &[u8], template: &[u8], blocks: usize) -> f64 {
    let (m, length) = (template.len(), bits.len() / blocks);
    let mean = (length - m + 1) as f64 / 2f64.powi(m as i32);
    let variance =
        length as f64 * (0.5f64.powi(m as i32) - (2 * m - 1) as f64 / 2f64.powi(2 * m as i32));
    let mut statistic = 0.0;
    for block in bits[..blocks * length].chunks(length) {
        let (mut found, mut at) = (0.0, 0);
        while at + m <= length {
            if &block[at..at + m] == template {
                found += 1.0;
                at += m;
            } else {
                at += 1;
            }
        }
        statistic += (found - mean) * (found - mean) / variance;
    }
    gamma_q(blocks as f64 / 2.0, statistic / 2.0).p()
}

pub(crate) fn overlapping_counts(bits: &[u8]) -> [u64; 6] {
    let mut counts = [0; 6];
    for block in bits.chunks_exact(1032) {
        let found = block.windows(9).filter(|w| w.iter().all(|b| *b == 1)).count();
        counts[found.min(5)] += 1;
    }
    counts
}

/// The statistic of section 2.9.
pub(crate) fn universal(bits: &[u8], l: usize) -> f64 {
    let first = 10 << l;
    let blocks: Vec<&[u8]> = bits.chunks_exact(l).collect();
    let value = |b: &&[u8]| b.iter().fold(0, |v, bit| 2 * v + usize::from(*bit));
    let mut last = vec![0; 1 << l];
    let mut total = 0.0;
    for (i, block) in blocks.iter().enumerate() {
        if i >= first {
            total += ((i + 1 - last[value(block)]) as f64).log2();
        }
        last[value(block)] = i + 1;
    }
    total / (blocks.len() - first) as f64
}

/// Massey 1969, on single bits.
pub(crate) fn linear_complexity(s: &[u8]) -> usize {
    let n = s.len();
    let (mut c, mut b) = (vec![0u8; n + 1], vec![0u8; n + 1]);
    (c[0], b[0]) = (1, 1);
    let (mut l, mut m) = (0usize, -1isize);
    for i in 0..n {
        let mut d = s[i];
        for j in 1..=l {
            d ^= c[j] & s[i - j];
        }
        if d == 1 {
            let t = c.clone();
            let shift = (i as isize - m) as usize;
            for j in 0..=n - shift {
                c[j + shift] ^= b[j];
            }
            if 2 * l <= i {
                l = i + 1 - l;
                m = i as isize;
                b = t;
            }
        }
    }
    l
}

/// Counts of the patterns of m bits, going on at the beginning behind the end.
fn patterns(bits: &[u8], m: usize) -> Vec<u64> {
    let mut counts = vec![0; 1 << m];
    for start in 0..bits.len() {
        let value = (0..m).fold(0, |v, k| 2 * v + usize::from(bits[(start + k) % bits.len()]));
        counts[value] += 1;
    }
    counts
}

pub(crate) fn serial(bits: &[u8], m: usize) -> [f64; 2] {
    let n = bits.len() as f64;
    let psi = |m: usize| {
        let squares: u64 = patterns(bits, m).iter().map(|c| c * c).sum();
        if m == 0 { 0.0 } else { 2f64.powi(m as i32) / n * squares as f64 - n }
    };
    let (a, b, c) = (psi(m), psi(m - 1), psi(m - 2));
    let half = 2f64.powi(m as i32 - 2);
    [gamma_q(half, (a - b) / 2.0).p(), gamma_q(half / 2.0, (a - 2.0 * b + c) / 2.0).p()]
}

pub(crate) fn entropy(bits: &[u8], m: usize) -> f64 {
    let n = bits.len() as f64;
    let phi = |m: usize| -> f64 {
        let share = patterns(bits, m).into_iter().filter(|c| *c > 0).map(|c| c as f64 / n);
        share.map(|c| c * c.ln()).sum()
    };
    let entropy = phi(m) - phi(m + 1);
    gamma_q(2f64.powi(m as i32 - 1), n * (2f64.ln() - entropy)).p()
}

/// Largest distance of the partial sums from zero.
pub(crate) fn largest(bits: impl Iterator<Item = u8>) -> i64 {
    let mut at = 0i64;
    bits.map(|b| {
        at += if b == 1 { 1 } else { -1 };
        at.abs()
    })
    .max()
    .unwrap_or(0)
}

/// Section 3.13, with the limits of the sums cut off as the program does.
pub(crate) fn cusum_p(n: i64, z: i64) -> f64 {
    let normal = |x: f64| 0.5 * erfc(-x / std::f64::consts::SQRT_2);
    let at = |k: i64| normal((k * z) as f64 / (n as f64).sqrt());
    let first: f64 =
        ((-n / z + 1) / 4..=(n / z - 1) / 4).map(|k| at(4 * k + 1) - at(4 * k - 1)).sum();
    let second: f64 =
        ((-n / z - 3) / 4..=(n / z - 1) / 4).map(|k| at(4 * k + 3) - at(4 * k + 1)).sum();
    1.0 - first + second
}

/// The cycles of the walk, each with all points it visits, the zero at its end left out.
pub(crate) fn cycles(bits: &[u8]) -> Vec<Vec<i64>> {
    let mut cycles = vec![Vec::new()];
    let mut at = 0i64;
    for bit in bits {
        at += if *bit == 1 { 1 } else { -1 };
        if at == 0 {
            cycles.push(Vec::new());
        } else {
            cycles.last_mut().unwrap().push(at);
        }
    }
    if at == 0 {
        cycles.pop();
    }
    cycles
}

/// Section 3.14: p of the state x.
pub(crate) fn excursions(cycles: &[Vec<i64>], x: i64) -> f64 {
    let mut counts = [0u64; 6];
    for cycle in cycles {
        counts[cycle.iter().filter(|at| **at == x).count().min(5)] += 1;
    }
    let a = 2.0 * x.abs() as f64;
    let mut chances = [1.0 - 1.0 / a; 6];
    for (k, chance) in chances.iter_mut().enumerate().take(5).skip(1) {
        *chance = 1.0 / (a * a) * (1.0 - 1.0 / a).powi(k as i32 - 1);
    }
    chances[5] = 1.0 / a * (1.0 - 1.0 / a).powi(4);
    chi_square(&counts, &chances)
}

/// Section 3.15: p of the state x.
pub(crate) fn excursions_variant(cycles: &[Vec<i64>], x: i64) -> f64 {
    let visits = cycles.iter().flatten().filter(|at| **at == x).count() as f64;
    let j = cycles.len() as f64;
    erfc((visits - j).abs() / (2.0 * j * (4.0 * x.abs() as f64 - 2.0)).sqrt())
}
