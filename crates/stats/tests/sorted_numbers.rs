//! Numbers that were sorted when written, all or few of them, beside weak generators: no record is accused by how it was
//! written down, and no generator is excused by it.

use feltproof_stats::Battery;
use feltproof_stats::defects::{Chance, Endless, numbers};
use feltproof_stats::symbols::Symbols;
use feltproof_stats::verdict::{Rule, State, judge};

const SHARES: [usize; 6] = [100, 50, 20, 10, 5, 3];

/// What became of records.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outcomes {
    recognised: usize,
    suspected: usize,
    accused: usize,
    passed: usize,
}

impl Outcomes {
    fn add(&mut self, battery: &Battery) {
        let why = battery.refused.as_deref().unwrap_or_default();
        let is_accused = judge(battery, Rule::at(0.01)).state == State::Departure;
        let count = match (is_accused, why) {
            (true, _) => &mut self.accused,
            (false, why) if why.contains("may have been sorted") => &mut self.suspected,
            (false, "") => &mut self.passed,
            (false, _) => &mut self.recognised,
        };
        *count += 1;
    }
}

fn battery(d: u32, draws: &[u32]) -> Battery {
    let mut symbols = Symbols::new(d).unwrap();
    symbols.push_all(draws);
    symbols.finish()
}

/// Fair draws of which so many groups in a hundred are sorted.
fn record(seed: u64, size: Option<usize>, share: usize) -> (u32, Vec<u32>) {
    let mut chance = Chance::new(seed);
    let d = 2 + chance.below(79);
    let size = size.unwrap_or(2 + chance.index(19));
    let from = chance.index(size);
    let n = [1_000, 3_000, 10_000, 40_000][chance.index(4)];
    let is_falling = chance.happens(500_000);
    let mut draws: Vec<u32> = (0..n).map(|_| chance.below(d)).collect();
    for group in draws[from..].chunks_exact_mut(size) {
        if chance.happens(share as u32 * 10_000) {
            group.sort_unstable();
            if is_falling {
                group.reverse();
            }
        }
    }
    (d, draws)
}

/// At the level of a report records accuse as seldom as fair draws do, and those of which half was sorted are recognised.
#[test]
fn no_record_of_numbers_is_accused_by_how_it_was_written() {
    for size in [None, Some(2), Some(3)] {
        let mut accused = 0;
        for share in SHARES {
            let mut outcomes = Outcomes::default();
            for seed in 0..records() {
                let (d, draws) = record(seed * 100 + share as u64, size, share);
                outcomes.add(&battery(d, &draws));
            }
            println!("groups of {size:?}, {share} in 100 sorted: {outcomes:?}");
            assert!(share < 50 || outcomes.recognised as u64 == records(), "{outcomes:?}");
            accused += outcomes.accused as u64;
        }
        // One in a hundred by chance; more than one in 50 of 36 or more is rare.
        assert!(accused <= 1.max(SHARES.len() as u64 * records() / 50), "{size:?}: {accused}");
    }
}

fn records() -> u64 {
    let requested = std::env::var("CALIBRATION_REPLICATIONS").ok().and_then(|n| n.parse().ok());
    requested.unwrap_or(6)
}

type Weak = (String, u32, Box<dyn Fn(u64) -> Endless<u32>>);

fn lcg_bits(bits: u32, shift: u32) -> Weak {
    let start = move |seed| -> Endless<u32> {
        let mut x = Chance::new(seed).below(1 << 31);
        Box::new(move || {
            x = x.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7fff_ffff;
            x >> shift & ((1 << bits) - 1)
        })
    };
    (format!("{bits} bits above bit {shift}"), 1 << bits, Box::new(start))
}

fn weak() -> Vec<Weak> {
    let mut all: Vec<Weak> = Vec::new();
    for defect in numbers::DRAWS {
        all.push((defect.name.to_owned(), 52, Box::new(move |seed| defect.source(seed))));
    }
    for defect in numbers::BITS {
        for (bits, each) in [(8, 8), (1, 64)] {
            let start = move |seed| -> Endless<u32> {
                let mut source = defect.source(seed);
                let (mut word, mut left) = (0, 0);
                Box::new(move || {
                    if left == 0 {
                        (word, left) = (source(), each);
                    }
                    left -= 1;
                    (word >> (left * bits)) as u32 & ((1 << bits) - 1)
                })
            };
            all.push((format!("{} {bits}", defect.name), 1 << bits, Box::new(start)));
        }
    }
    all.extend(
        [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (3, 2), (6, 0), (4, 8)]
            .map(|(b, s)| lcg_bits(b, s)),
    );
    for (d, name) in [(6, "randu by 6"), (38, "randu by 38"), (10, "randu by 10")] {
        let start = move |seed| -> Endless<u32> {
            let mut x = Chance::new(seed).below(1 << 30) * 2 + 1;
            Box::new(move || {
                x = x.wrapping_mul(65_539) & 0x7fff_ffff;
                ((u64::from(x) * u64::from(d)) >> 31) as u32
            })
        };
        all.push((name.to_owned(), d, Box::new(start)));
    }
    let middle = |seed| -> Endless<u32> {
        let mut x = u64::from(Chance::new(seed).below(100_000_000));
        Box::new(move || {
            x = x * x / 10_000 % 100_000_000;
            (x / 10_000_000) as u32
        })
    };
    all.push(("middle square".to_owned(), 10, Box::new(middle)));
    for carried in [3, 10, 30] {
        let start = move |seed| -> Endless<u32> {
            let (mut chance, mut last) = (Chance::new(seed), 0);
            Box::new(move || {
                let climbs = chance.below(100) < carried;
                last = if climbs { (last + 1 + chance.below(3)) % 38 } else { chance.below(38) };
                last
            })
        };
        all.push((format!("climbs {carried} in 100"), 38, Box::new(start)));
    }
    all
}

/// Whatever departs is the generator's: of 100,000 draws these depart always.
#[test]
fn weak_generators_depart_and_are_no_sorted_record() {
    let seen = ["low-bits", "randu", "modulo", "repeats", "lag-5", "short-period", "low-bytes 8"];
    for (name, d, start) in weak() {
        for n in [1_000, 10_000, 100_000] {
            let seeds = if n < 100_000 { records() } else { records().div_ceil(3) };
            let mut outcomes = Outcomes::default();
            for seed in 0..seeds {
                let mut source = start(seed);
                let draws: Vec<u32> = (0..n).map(|_| source()).collect();
                outcomes.add(&battery(d, &draws));
            }
            println!("{name}, {n} draws: {outcomes:?}");
            assert_eq!(outcomes.recognised + outcomes.suspected, 0, "{name}, {n}");
            let departs = n == 100_000 && seen.contains(&name.as_str());
            assert!(!departs || outcomes.accused as u64 == seeds, "{name}, {n}: {outcomes:?}");
        }
    }
}

#[test]
fn fair_numbers_are_no_sorted_record() {
    for d in [2, 6, 38, 52, 1000] {
        for n in [1_000, 10_000, 100_000] {
            let mut outcomes = Outcomes::default();
            for seed in 0..records() {
                let mut chance = Chance::new(seed + 77_000);
                let draws: Vec<u32> = (0..n).map(|_| chance.below(d)).collect();
                outcomes.add(&battery(d, &draws));
            }
            println!("{d} fair symbols, {n} draws: {outcomes:?}");
            assert_eq!(outcomes.recognised + outcomes.suspected, 0, "{d}, {n}");
        }
    }
}
