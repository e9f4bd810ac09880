//! How fast the two hot paths are: ranking hands, settling rounds.
#![allow(missing_docs)] // criterion's macros write undocumented functions

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use feltproof_engine::{TableRules, best_four_of_five, builtin_games, settle};
use feltproof_model::engagement::{
    AwardTerms, LevelSettings, Link, LinkId, Overflow, Table, TableTerms,
};
use feltproof_model::event::{Action, Extras, HandRow};
use feltproof_model::{Card, CardList, Money, Rate, Seat, Timestamp, Wager, WagerMap};
use std::hint::black_box;

/// Every five-card hand, in the card type of whoever ranks it.
fn every_hand<C: Copy>(pack: &[C]) -> Vec<[C; 5]> {
    let mut hands = Vec::with_capacity(2_598_960);
    for (a, first) in pack.iter().enumerate() {
        for (b, second) in pack.iter().enumerate().skip(a + 1) {
            for (c, third) in pack.iter().enumerate().skip(b + 1) {
                for (d, fourth) in pack.iter().enumerate().skip(c + 1) {
                    for fifth in pack.iter().skip(d + 1) {
                        hands.push([*first, *second, *third, *fourth, *fifth]);
                    }
                }
            }
        }
    }
    hands
}

/// The same 2,598,960 hands by us (best four of five) and by the fastest evaluator of ordinary
/// poker that the public registry has (all five), from cards to rank.
fn ranking(c: &mut Criterion) {
    let mut group = c.benchmark_group("rank");
    group.sample_size(20).throughput(Throughput::Elements(2_598_960));

    let pack: Vec<Card> = (0..Card::PACK).filter_map(Card::new).collect();
    let hands = every_hand(&pack);
    group.bench_function("all hands", |b| {
        b.iter(|| {
            black_box(&hands)
                .iter()
                .fold(0_u64, |sum, hand| sum + u64::from(best_four_of_five(*hand).number()))
        });
    });

    let pack: Vec<u8> = (0..Card::PACK).collect();
    let hands = every_hand(&pack);
    group.bench_function("all hands: fastest public evaluator", |b| {
        b.iter(|| {
            black_box(&hands).iter().fold(0_u64, |sum, hand| {
                let mut cards = pokers::Hand::default();
                for card in hand {
                    cards += pokers::CARDS[usize::from(*card)];
                }
                sum + u64::from(cards.evaluate())
            })
        });
    });
    group.finish();
}

fn dollars(amount: i64) -> Money {
    Money::from_micros(amount * 1_000_000)
}

fn rules() -> TableRules {
    let settings = LevelSettings {
        seed: dollars(2_500),
        contribution: Rate::parse("20%").unwrap_or(Rate::ZERO),
        reserve: Rate::parse("5%").unwrap_or(Rate::ZERO),
        limit: None,
        contribution_unit: None,
        overflow: Overflow::Undeclared,
        display_unit: Money::from_micros(10_000),
    };
    let link = Link {
        id: "L".into(),
        name: "L".into(),
        shares: Vec::new(),
        system: "nexus-command".into(),
        paytable: "pays-3".into(),
        location: String::new(),
        level: "grand".into(),
        unit: dollars(5),
        approved: settings.clone(),
        approvals: Vec::new(),
        running: settings,
        preconfigured_contribution: None,
        executive_from: dollars(5_000),
        longest_odds: 100_000_000,
        awards: AwardTerms::DEFAULT,
        reserve_unit: None,
        line: 1.into(),
        running_line: 1.into(),
    };
    let table = Table {
        id: "T".into(),
        game: "crazy4-wa".into(),
        seats: 6,
        links: vec![LinkId(0)],
        paytables: vec![(Wager::SuperBonus, "SB".into()), (Wager::QueensUp, "C4P-09".into())],
        posted: vec![],
        aggregate: vec![],
        shuffler: None,
        approvals: Vec::new(),
        decks_in_use: 1,
        terms: TableTerms::default(),
        unit: None,
        line: 1.into(),
    };
    let games = builtin_games();
    TableRules::resolve(&games[0], &table, Some(&link), &[])
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A thousand rounds of six seats, from a pack turned by a fixed step.
fn rounds() -> Vec<Vec<HandRow>> {
    (0..1_000_u32)
        .map(|round| {
            let mut card =
                (0..52_u32).map(|i| (i * 17 + round * (i % 5)) % 52).scan(0_u64, |seen, n| {
                    let free = (0..52).map(|k| (n + k) % 52).find(|n| *seen >> n & 1 == 0)?;
                    *seen |= 1 << free;
                    Card::new(u8::try_from(free).ok()?)
                });
            let seats = (1..=6).map(Seat::Player).chain([Seat::Dealer]);
            seats
                .map(|seat| {
                    let cards: Vec<Card> = card.by_ref().take(5).collect();
                    let mut stake = WagerMap::default();
                    if seat != Seat::Dealer {
                        stake[Wager::Ante] = dollars(10);
                        stake[Wager::SuperBonus] = dollars(10);
                        stake[Wager::Play] = dollars(10);
                        stake[Wager::QueensUp] = dollars(5);
                        stake[Wager::Progressive] = dollars(5);
                    }
                    HandRow {
                        line: 1,
                        time: Timestamp(0),
                        seat,
                        action: if seat == Seat::Dealer { Action::Deal } else { Action::Play },
                        cards: CardList::new(&cards).unwrap_or_default(),
                        extras: Extras::default(),
                        stake,
                        returned: WagerMap::default(),
                    }
                })
                .collect()
        })
        .collect()
}

fn settling(c: &mut Criterion) {
    let (rules, rounds) = (rules(), rounds());
    let mut out = Vec::with_capacity(7);
    let mut group = c.benchmark_group("settle");
    group.throughput(Throughput::Elements(rounds.len() as u64));
    group.bench_function("rounds of six seats", |b| {
        b.iter(|| {
            for rows in &rounds {
                black_box(settle(&rules, black_box(rows), &mut out));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, ranking, settling);
criterion_main!(benches);
