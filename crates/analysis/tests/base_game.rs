//! The base game beside its PAR sheet: expectation, error and probability against the sheet of document 004's game, and the
//! exact law of several ways to play added up round by round.

#![allow(clippy::float_arithmetic, reason = "a second way to a probability")]

use crate::common::{House, table};
use feltproof_analysis::{LostOnRecord, Partial, PlayedRound, SetAside};
use feltproof_engine::builtin_games;
use feltproof_model::analysis::{HoldGroup, Holds, Undecided};
use feltproof_model::workpaper::Dimension;
use feltproof_model::{Money, TableId, Wager};
use feltproof_par::sheet::{BaseSheet, Request, Which, sheets};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// A house of tables, each with a game and the paytable of its second wager or bonus.
fn house(of: &[(&str, &str)]) -> House {
    let games = builtin_games();
    let second = |id: &str| games.iter().find(|game| game.id == id).unwrap().family.needs_paytable;
    let tables = of.iter().enumerate().map(|(at, (game, paytable))| {
        table(&format!("T{}", at + 1), game, &[(second(game), *paytable)])
    });
    House::new(tables.collect(), &[])
}

/// The base sheets of a game with a paytable, under every way to decide that its data know: the optimal one first.
fn ways(game: &str, paytable: &str) -> Vec<BaseSheet> {
    let game = builtin_games().into_iter().find(|g| g.id == game).unwrap();
    let request = Request {
        wager: Some(Wager::Ante),
        paytable: Some(paytable.to_owned()),
        decisions: Which::All,
        ..Request::default()
    };
    sheets(&game, &request).unwrap().bases
}

/// A round of so many dollars of Antes, of which all together gain so many.
fn round(ante: i64, gained: i64) -> PlayedRound {
    let dollars = |n: i64| Money::from_dollars(n).unwrap();
    PlayedRound {
        wager: Wager::Ante,
        hands: 0,
        unit: dollars(ante),
        staked: dollars(4 * ante),
        returned: dollars(4 * ante + gained),
        overpaid: Money::ZERO,
        lost: LostOnRecord { folded: gained < 0, beaten: gained < 0 },
        aside: SetAside::default(),
    }
}

fn add(partial: &mut Partial, table: u16, dealer: &str, played: &PlayedRound) {
    partial.block(TableId(table), 0, dealer).add_played(played);
}

fn of(found: &Holds, dimension: Dimension) -> Vec<&HoldGroup> {
    found.groups.iter().filter(|group| group.dimension == dimension).collect()
}

/// 3.42 % of every Ante is what document 004 prints for the base game of Crazy 4 Poker; the standard deviation of the
/// sheet is its own root.
#[test]
fn expectation_and_error_are_those_of_best_play() {
    let house = house(&[("crazy4-wa", "SB")]);
    let mut partial = Partial::default();
    for n in 0..200_i64 {
        add(&mut partial, 0, "D1", &round(10 + 5 * (n % 3), -n % 7));
    }
    let found = house.holds(&partial, &[], &[]);
    assert_eq!((found.groups.len(), found.tested, found.without.len()), (3, 3, 0));
    let antes: i64 = (0..200).map(|n| 10 + 5 * (n % 3)).sum();
    let squares: i64 = (0..200).map(|n| (10_i64 + 5 * (n % 3)).pow(2)).sum();
    let sheet = &ways("crazy4-wa", "SB")[0];
    let edge = sheet.house_edge().to_f64().unwrap();
    assert!((edge - 0.0342).abs() < 0.00005, "{edge}");
    let variance = sheet.result.variance().to_f64().unwrap();
    for group in &found.groups {
        assert_eq!((group.title(), group.key_of_wager()), ("Base game", "base_game"));
        let staked = 4 * antes * 1_000_000;
        assert_eq!(group.staked_micros, staked);
        let kept = (staked - group.expected_micros) as f64 / 1e6;
        assert!((kept - edge * antes as f64).abs() < 1e-6, "{group:?}");
        let error = group.error_micros as f64 / 1e6;
        assert!((error - (variance * squares as f64).sqrt()).abs() < 3e-6, "{group:?}");
    }
}

/// The law of so many rounds at one Ante in halves of it, added up one by one.
fn added_up(sheet: &BaseSheet, rounds: usize) -> BTreeMap<i64, f64> {
    let one: Vec<(i64, f64)> = (sheet.result.lines.iter())
        .map(|line| {
            let halves = &line.net * num_bigint::BigInt::from(2);
            assert!(halves.is_integer(), "a flush pays 3 to 2, nothing has smaller parts");
            (halves.to_i64().unwrap(), sheet.result.probability(line).to_f64().unwrap())
        })
        .collect();
    let mut law = BTreeMap::from([(0, 1.0)]);
    for _ in 0..rounds {
        let mut next = BTreeMap::new();
        for (sum, p) in &law {
            one.iter().for_each(|(net, of)| *next.entry(sum + net).or_insert(0.0) += p * of);
        }
        next.retain(|_, p| *p > 1e-18);
        law = next;
    }
    law
}

/// Of every game and every way to play: never below the exact probability, and for best play not far above it.
#[test]
fn the_probability_bounds_the_exact_law_of_every_way_to_play() {
    let mut ways_seen = 0;
    for (game, paytable) in
        [("crazy4-wa", "SB"), ("four-card-poker", "AB-1"), ("four-card-frenzy", "ODDS-1")]
    {
        let house = house(&[(game, paytable)]);
        let bound = |gained: i64| {
            let mut partial = Partial::default();
            (0..119).for_each(|_| add(&mut partial, 0, "D1", &round(5, 0)));
            // One round brings all of it: only the sum is looked at.
            add(&mut partial, 0, "D1", &round(5, 5 * gained));
            house.holds(&partial, &[], &[]).groups[0].p.unwrap() as f64 / 1e12
        };
        let bounds: Vec<(i64, f64)> =
            [-10, 20, 40, 80, 150, 250].map(|gained| (gained, bound(gained))).into();
        for (at, sheet) in ways(game, paytable).iter().enumerate() {
            let law = added_up(sheet, 120);
            for (gained, bound) in &bounds {
                let exact: f64 = law.range(2 * gained..).map(|(_, p)| p).sum();
                let name = sheet.decisions.id();
                assert!(*bound >= exact * 0.999_999, "{game} {name} {gained}: {bound} {exact}");
                // Far out other decisions than the best on average gain so much the likeliest.
                if at == 0 && *gained <= 80 {
                    assert!(*bound <= 40.0 * exact, "{game} {gained}: {bound} far above {exact}");
                }
            }
            ways_seen += 1;
        }
    }
    assert!(ways_seen >= 5, "{ways_seen}");
}

/// Where no lost wager of one kind is on record, the excess says nothing: folded hands alone that are missing make players
/// look as lucky as a cheat.
#[test]
fn both_ways_to_lose_must_be_on_record() {
    let house = house(&[("crazy4-wa", "SB"), ("crazy4-wa", "SB")]);
    for (lost, undecided) in [
        (LostOnRecord { folded: true, beaten: true }, None),
        (LostOnRecord { folded: true, beaten: false }, Some(Undecided::NoLostWagers)),
        (LostOnRecord { folded: false, beaten: true }, Some(Undecided::NoLostWagers)),
    ] {
        let mut partial = Partial::default();
        for n in 0..400 {
            add(&mut partial, 0, "D1", &PlayedRound { lost, ..round(5, 15) });
            add(&mut partial, 1, "D2", &round(5, if n % 2 == 0 { 5 } else { -5 }));
        }
        let found = house.holds(&partial, &[], &[]);
        let dealers = of(&found, Dimension::Dealer);
        assert!(dealers[0].departs() && !dealers[1].departs(), "{found:?}");
        assert_eq!(dealers[0].undecided, undecided);
        assert_eq!(dealers[0].is_larger(), undecided.is_none());
    }
}

/// A dealer whose players gain too much, with seats set aside: a few leave the excess what it is, many of them could have
/// lost it all, and then it cannot be told. None of them moves a sum, and by itself none makes an excess.
#[test]
fn seats_set_aside_count_as_lost_and_hide_nothing() {
    let house = house(&[("crazy4-wa", "SB"), ("crazy4-wa", "SB")]);
    let found = |rounds: i64, gained: i64, aside: i64| {
        let mut partial = Partial::default();
        for n in 0..400 {
            let lucky = if n % 2 == 0 { gained } else { -5 };
            let mut played = round(5, lucky);
            if n < rounds {
                played.aside.add(aside * 1_000_000, 15_000_000, 5 * aside * 1_000_000);
            }
            add(&mut partial, 0, "D1", &played);
            add(&mut partial, 1, "D2", &round(5, if n % 2 == 0 { 5 } else { -5 }));
        }
        house.holds(&partial, &[], &[])
    };
    let d1 = |found: &Holds| of(found, Dimension::Dealer)[0].clone();
    let [plain, few, many, huge] = [(0, 5), (4, 5), (300, 5), (1, 40_000)]
        .map(|(rounds, aside)| d1(&found(rounds, 25, aside)));
    assert!(plain.is_larger() && few.is_larger());
    for hidden in [&many, &huge] {
        assert_eq!((hidden.undecided, hidden.departs()), (Some(Undecided::SetAside), false));
    }
    for (group, seats) in [(&few, 4), (&many, 300), (&huge, 1)] {
        assert_eq!(
            (group.seats_set_aside, group.set_aside_micros),
            (seats, 15_000_000 * seats as i64)
        );
        let sums = |g: &HoldGroup| [g.staked_micros, g.returned_micros, g.expected_micros];
        assert_eq!((group.rounds, sums(group)), (400, sums(&plain)));
    }
    let fair = d1(&found(300, 5, 5));
    assert_eq!((fair.undecided, fair.departs(), fair.seats_set_aside), (None, false, 300));
}

/// Rounds of which every seat is set aside are counted, and nothing is tested.
#[test]
fn nothing_but_seats_set_aside_is_no_test() {
    let house = house(&[("crazy4-wa", "SB")]);
    let mut partial = Partial::default();
    for _ in 0..200 {
        let mut played = PlayedRound { unit: Money::ZERO, staked: Money::ZERO, ..round(5, 0) };
        played.returned = Money::ZERO;
        played.aside.add(5_000_000, 5_000_000, 25_000_000);
        add(&mut partial, 0, "D1", &played);
    }
    let found = house.holds(&partial, &[], &[]);
    assert_eq!((found.groups.len(), found.tested), (3, 0));
    assert!(found.groups.iter().all(|g| (g.rounds, g.seats_set_aside, g.p) == (0, 200, None)));
}

/// One missing column of the three, or one in another unit, and there is no expectation; other wagers do not matter.
#[test]
fn every_base_wager_must_be_on_record() {
    let house = house(&[("four-card-poker", "AB-1"), ("crazy4-wa", "SB"), ("crazy4-ca", "SB")]);
    let mut partial = Partial::default();
    for table in 0..3 {
        (0..100).for_each(|_| add(&mut partial, table, "D1", &round(5, -5)));
    }
    let without = |unrecorded: &[Wager], misread: &[Wager]| {
        house.holds(&partial, unrecorded, misread).without.join("; ")
    };
    let banked = "Base game at T3: a player banker pays no more than the bank holds";
    assert_eq!(without(&[Wager::AcesUp], &[Wager::Progressive]), banked);
    let lacks =
        |wager: &str| format!("a hands journal lacks the stake of {wager} or what it returned");
    let bonus = without(&[Wager::AnteBonus], &[]);
    assert_eq!(
        bonus,
        format!("Base game at T1: {}; {banked}", lacks(&Wager::AnteBonus.to_string()))
    );
    let play = without(&[Wager::Play], &[]);
    assert!(play.contains(&format!("Base game at T1, T2, T3: {}", lacks("Play"))), "{play}");
    let unit = without(&[], &[Wager::SuperBonus]);
    assert!(
        unit.contains("Base game at T2, T3: its amounts are recorded in another unit"),
        "{unit}"
    );
}
