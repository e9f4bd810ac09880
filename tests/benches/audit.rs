//! The audit of a simulated log of 1,000,000 rounds, from files, without the report.
//!
//! `cargo bench -p feltproof-tests`. The days are simulated into scratch folders first: without tests of
//! randomness, with those of the hands, and with every deck on record.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot run should stop")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use feltproof_checks::{Audit, Scope};
use feltproof_engine::{builtin_games, builtin_systems};
use feltproof_intake::{JournalReader, parse_engagement};
use feltproof_regs::builtin_packs;
use feltproof_simulate::{Output, Plan, simulate};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

const ROUNDS: u32 = 1_000_000;

struct Folder<'a>(&'a Path);

impl Output for Folder<'_> {
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.0.join(file);
        OpenOptions::new().create(true).append(true).open(path)?.write_all(bytes)
    }
}

fn audit(folder: &Path) -> u64 {
    let text = std::fs::read_to_string(folder.join("engagement.toml")).unwrap();
    let engagement = parse_engagement(&text, "engagement.toml").unwrap();
    let mut readers: Vec<_> = (0_u16..)
        .zip(&engagement.journals)
        .map(|(i, j)| {
            JournalReader::new(File::open(folder.join(&j.file)).unwrap(), &engagement, i).unwrap()
        })
        .collect();
    let columns = Some(readers[0].columns().clone());
    let (games, systems, packs) = (builtin_games(), builtin_systems(), builtin_packs());
    let scope = Scope::new(engagement, "engagement.toml", &games, systems, packs, columns).unwrap();
    let mut audit = Audit::<()>::new(Arc::new(scope));
    while let Some(journal) = audit.wants() {
        match readers[usize::from(journal)].next_block().unwrap() {
            Some(block) => assert!(audit.feed(block).is_empty(), "an untouched day"),
            None => audit.end_of(journal),
        }
    }
    audit.finish().counts.rounds
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("audit");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(ROUNDS)));
    for (name, shuffler_journal, hands_tested) in [
        ("1,000,000 rounds", false, false),
        ("1,000,000 rounds, hands tested for randomness", false, true),
        ("1,000,000 rounds, decks on record and tested", true, false),
    ] {
        let scratch = tempfile::tempdir().unwrap();
        let plan = Plan { shuffler_journal, ..Plan::new(1, ROUNDS) };
        let mut folder = Folder(scratch.path());
        simulate(&plan, &mut folder).unwrap();
        if hands_tested {
            folder.write("engagement.toml", b"\n[randomness]\nlevel = \"0.01\"\n").unwrap();
        }
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(audit(scratch.path()), u64::from(ROUNDS)));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
