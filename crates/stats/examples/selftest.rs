//! The proof of the batteries at full length:
//!
//! `selftest [calibration|stream-calibration|power|stream-power|monitor|all] [share]`
//!
//! `share` scales the replications: 1, the default, is the whole (2,000 of calibration; 200 and 60 of
//! power). Deterministic: the same figures on any number of threads.
#![allow(
    clippy::float_arithmetic,
    clippy::unwrap_used,
    reason = "a program for the bench, which stops where something is wrong"
)]

use feltproof_stats::defects::{self, streams};
use feltproof_stats::monitor::{Monitor, StreamMonitor};
use feltproof_stats::trial::{self, Calibration, Power, View};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

const VIEWS: [View; 3] = [View::Full, View::First(35), View::First(10)];
/// Chance of calling a sound battery out of size, for each table printed.
const CHANCE: f64 = 1e-3;

/// Gives the threads ranges of seeds, and merges what they make of them.
fn shared<T: Send>(
    seeds: u64,
    make: impl Fn(Range<u64>) -> T + Sync,
    merge: impl Fn(&mut T, T) + Sync,
) -> T {
    const STEP: u64 = 4;
    let next = AtomicU64::new(0);
    let worker = || {
        let mut own = make(0..0);
        loop {
            let start = next.fetch_add(STEP, Ordering::Relaxed);
            if start >= seeds {
                return own;
            }
            merge(&mut own, make(start..(start + STEP).min(seeds)));
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut all = worker();
        others.into_iter().for_each(|other| merge(&mut all, other.join().unwrap()));
        all
    })
}

fn scaled(replications: u64, share: f64) -> u64 {
    (replications as f64 * share).ceil() as u64
}

fn print_sizes(title: &str, calibration: &Calibration) {
    let n = calibration.replications as f64;
    println!(
        "{title}: verdicts .05 {:.4} .01 {:.4} too good {:.4}",
        calibration.verdicts_05 as f64 / n,
        calibration.verdicts_01 as f64 / n,
        calibration.verdicts_too_good as f64 / n
    );
    for (key, s) in &calibration.tests {
        let of = |count: u64, all: u64| count as f64 / all.max(1) as f64;
        let (at_05, at_01) = (of(s.at_05, s.ran), of(s.at_01, s.ran));
        let fit = of(s.too_good, s.could_fit);
        let unused = s.insufficient + s.not_run;
        let mark = if s.registered { ' ' } else { '-' };
        println!("  {mark}{key:38} .05 {at_05:.4} .01 {at_01:.4} fit {fit:.4} unused {unused}");
    }
    for out in calibration.out_of_size(CHANCE) {
        let side = if out.above { "ABOVE" } else { "BELOW" };
        let share = out.seen as f64 / out.of as f64;
        println!("  {side} {} {} {share:.4} of {} p {:.1e}", out.key, out.what, out.of, out.p);
    }
}

fn calibration(share: f64) {
    let fair = defects::named("uniform").unwrap();
    for rounds in [100, 1_000, 10_000] {
        let make = |seeds: Range<u64>| {
            let seeds = seeds.start + 1_000_000..seeds.end + 1_000_000;
            trial::calibrate(seeds, |seed| trial::decks(fair, seed, rounds, &VIEWS)).unwrap()
        };
        let all = shared(scaled(2_000, share), make, trial::merge_calibrations);
        for (view, calibration) in VIEWS.iter().zip(&all) {
            print_sizes(&format!("decks {view:?}, {rounds} rounds"), calibration);
        }
    }
}

fn stream_calibration(share: f64) {
    let fair = streams::named("uniform").unwrap();
    for draws in [1_000, 10_000, 100_000] {
        let make = |seeds: Range<u64>| {
            let seeds = seeds.start + 1_000_000..seeds.end + 1_000_000;
            trial::calibrate(seeds, |seed| trial::stream(fair, seed, draws).map(|b| vec![b]))
                .unwrap()
        };
        let all = shared(scaled(2_000, share), make, trial::merge_calibrations);
        print_sizes(&format!("stream, {draws} draws"), &all[0]);
    }
}

fn print_power(power: &Power) {
    let comparison = trial::compare(power);
    for (i, cell) in comparison.cells.iter().enumerate() {
        let share = |seen: trial::Seen| seen.rejected as f64 / seen.replications as f64;
        let low = if comparison.lower.contains(&i) {
            "  LOWER"
        } else if cell.p_lower < 0.01 {
            "  low"
        } else {
            ""
        };
        println!(
            "  {:?} {:32} {:6} ours {:.3} reference {:.3} p {:.1e}{low}",
            cell.view,
            cell.defect,
            cell.rounds,
            share(cell.ours),
            share(cell.reference),
            cell.p_lower
        );
    }
    println!("  pooled p {:.3}, holds: {}", comparison.pooled, comparison.holds());
}

fn power(share: f64) {
    let mut table = Power::default();
    for defect in defects::ALL {
        for (rounds, replications) in [(1_000, 200), (10_000, 60)] {
            let make = |seeds: Range<u64>| {
                let try_one = |seed| trial::decks(defect, seed, rounds, &VIEWS);
                trial::power(defect.name, rounds, &VIEWS, seeds, try_one).unwrap()
            };
            table.merge(shared(scaled(replications, share), make, Power::merge));
        }
        eprintln!("tried {}", defect.name);
    }
    print_power(&table);
}

fn stream_power(share: f64) {
    let mut table = Power::default();
    for flaw in streams::ALL {
        for (draws, replications) in [(1_000, 200), (10_000, 60), (100_000, 20)] {
            let make = |seeds: Range<u64>| {
                let try_one = |seed| trial::stream(flaw, seed, draws).map(|b| vec![b]);
                trial::power(flaw.name, draws, &[View::Stream], seeds, try_one).unwrap()
            };
            table.merge(shared(scaled(replications, share), make, Power::merge));
        }
    }
    print_power(&table);
}

/// Medians of the rounds until the evidence reaches 100.
fn monitor(share: f64) {
    const MOST: u64 = 30_000;
    let bound = 100_f64.ln();
    let median = |mut all: Vec<u64>| {
        all.sort_unstable();
        all[all.len() / 2]
    };
    let gather = |all: &mut Vec<u64>, other: Vec<u64>| all.extend(other);
    for defect in defects::ALL {
        let run = |seed| {
            let mut monitor = Monitor::new(52, 1).unwrap();
            let (mut source, mut deck) = (defect.source(seed), [0; 52]);
            let found = (1..=MOST).find(|_| {
                source.next(&mut deck);
                monitor.push(&deck).unwrap();
                monitor.ln_e() >= bound
            });
            found.unwrap_or(u64::MAX)
        };
        let all = shared(scaled(21, share), |seeds| seeds.map(run).collect(), gather);
        println!("monitor {:32} {}", defect.name, median(all));
    }
    for flaw in streams::ALL {
        let run = |seed| {
            let mut monitor = StreamMonitor::new(streams::SYMBOLS).unwrap();
            let mut source = flaw.source(seed);
            let found = (1..=10 * MOST).find(|_| {
                monitor.push(source.draw()).unwrap();
                monitor.ln_e() >= bound
            });
            found.unwrap_or(u64::MAX)
        };
        let all = shared(scaled(21, share), |seeds| seeds.map(run).collect(), gather);
        println!("monitor {:32} {}", flaw.name, median(all));
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "all".to_owned());
    let share = arguments.next().map_or(1.0, |share| share.parse().unwrap());
    for (name, run) in [
        ("calibration", calibration as fn(f64)),
        ("stream-calibration", stream_calibration),
        ("power", power),
        ("stream-power", stream_power),
        ("monitor", monitor),
    ] {
        if what == name || what == "all" {
            println!("{name}, {share} of the replications");
            run(share);
        }
    }
}
