//! Reading a hands journal of 50 MB from memory.

#![allow(missing_docs, reason = "the macros of the bench harness write functions without any")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use feltproof_intake::{JournalReader, Records, parse_engagement};
use feltproof_model::Engagement;
use std::fmt::Write as _;

const BYTES: usize = 50_000_000;

fn engagement() -> Engagement {
    let text = "schema = 1\n[engagement]\nid = \"B\"\nproperty = \"Harbor\"\nlicence = \"67\"\n\
        location = \"Harbor\"\nprepared_for = \"audit\"\nprepared_by = \"lab\"\n\
        gaming_days = [\"2026-10-31\"]\ngaming_day_start = \"06:00\"\n\
        time_zone = \"America/Los_Angeles\"\npacks = []\n\
        [[table]]\nid = \"C4P-1\"\ngame = \"g\"\nseats = 6\n\
        [[journal]]\nkind = \"hands\"\nfile = \"hands.csv\"\nrepeated_hour = \"record-order\"\n";
    parse_engagement(text, "engagement.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

/// Rounds of six players and a dealer, a minute apart; `dealer` stands in every row.
fn journal(dealer: &str) -> String {
    let mut text = String::with_capacity(BYTES + 1000);
    text.push_str(
        "round,time,table,dealer,seat,cards,action,ante,super_bonus,play,queens_up,progressive,\
         ante_returned,super_bonus_returned,play_returned,queens_up_returned,\
         progressive_returned,envy_returned\n",
    );
    let mut round = 0_u32;
    while text.len() < BYTES {
        round += 1;
        let (hour, minute, second) = (round / 60 % 24, round % 60, round % 7);
        for seat in ["1", "2", "3", "4", "5", "6", "D"] {
            let (cards, money) = match (seat, round % 3) {
                ("D", _) => ("As Kd 7h 7c 2s 9d,deal", ",,,,,,,,,,"),
                (_, 0) => ("Qs Jd 4h 9c 2d,fold", "10.00,10.00,,5.00,5.00,,,,,,"),
                _ => ("As Ks Qs Js 2d,play", "10.00,10.00,30.00,5.00,5.00,20.00,160.00,60.00,,,"),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{round},2026-10-31T{hour:02}:{minute:02}:{second:02}-07:00,C4P-1,{dealer},{seat},{cards},{money}"
            );
        }
    }
    text
}

fn rows(text: &str, engagement: &Engagement) -> usize {
    let Ok(mut reader) = JournalReader::new(text.as_bytes(), engagement, 0) else { return 0 };
    let mut rows = 0;
    while let Ok(Some(block)) = reader.next_block() {
        if let Records::Hands(hands) = block.records {
            rows += hands.rows.len();
        }
    }
    assert_eq!(reader.finish().problems, 0);
    rows
}

fn read(c: &mut Criterion) {
    let engagement = engagement();
    let mut group = c.benchmark_group("read hands");
    group.sample_size(10);
    for (name, dealer) in [("plain", "D07"), ("quoted", "\"D07\"")] {
        let text = journal(dealer);
        group.throughput(Throughput::Bytes(text.len() as u64));
        for threads in [1, 2] {
            let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else {
                continue;
            };
            group.bench_function(format!("{name}, {threads} threads"), |b| {
                b.iter(|| pool.install(|| rows(&text, &engagement)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, read);
criterion_main!(benches);
