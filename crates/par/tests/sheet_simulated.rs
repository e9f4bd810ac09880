//! Rounds dealt by a seeded generator and settled by the referee of `simulate`, which knows neither
//! the engine nor these sheets: every paytable of every game, under a named strategy and under
//! optimal decisions. Each average and each hit frequency lies within four standard errors of the
//! exact figure.

#![allow(clippy::float_arithmetic, reason = "standard errors are of no other use")]

use crate::common::{Decider, Sums, exact};
use feltproof_engine::game::Prize;
use feltproof_engine::{Game, builtin_games};
use feltproof_model::event::{Action, Extras, HandRow};
use feltproof_model::{Money, Seat, Timestamp, Wager, WagerMap};
use feltproof_par::sheet::{Request, Which, sheets};
use feltproof_simulate::referee::{Deck, GameKind, House, Owed, settle_round};
use std::collections::BTreeMap;

/// Rounds of each setting; optimal decisions are worked out for these many at the most.
const ROUNDS: u32 = 40_000;

/// More rounds under a named strategy, if requested: `SHEET_ROUNDS=400000`.
fn rounds(optimal: bool) -> u32 {
    let requested = std::env::var("SHEET_ROUNDS").ok().map(|n| n.parse().unwrap());
    requested.filter(|_| !optimal).unwrap_or(ROUNDS)
}

const STAKE_DOLLARS: i64 = 10;

/// A house with the paytables of every wager that come at this place of their lists.
fn house(kind: GameKind, at: usize) -> (House, BTreeMap<Wager, &'static str>) {
    let mut house = House::new(kind);
    let mut chosen = BTreeMap::new();
    for wager in Wager::ALL {
        let tables = kind.paytables(wager);
        if let Some(table) = tables.get(at % tables.len().max(1)) {
            house.offer(wager, table).unwrap();
            chosen.insert(wager, *table);
        }
    }
    (house, chosen)
}

/// The results of the first player's wagers, in stakes; the base game's under the Ante.
fn play(
    game: &Game,
    (house, chosen): &(House, BTreeMap<Wager, &'static str>),
    players: u8,
    decider: &Decider,
    (seed, rounds): (u64, u32),
) -> BTreeMap<Wager, Sums> {
    let mut deck = Deck::new(20_261_120, seed);
    let mut sums: BTreeMap<Wager, Sums> = BTreeMap::new();
    let mut owed: Vec<Owed> = Vec::new();
    let stake = |units: i64| Money::from_dollars(STAKE_DOLLARS * units).unwrap();
    let opponent = if house.game.is_player_banked() { Seat::Banker(6) } else { Seat::Dealer };
    let seats: Vec<Seat> = (1..=players).map(Seat::Player).chain([opponent]).collect();
    let sizes: Vec<usize> = seats.iter().map(|seat| house.game.cards_of(*seat)).collect();
    let base: Vec<Wager> =
        [Some(Wager::Ante), game.family.second, Some(game.family.raise), Some(Wager::AnteBonus)]
            .into_iter()
            .flatten()
            .collect();
    for _ in 0..rounds {
        let hands = deck.deal(&sizes);
        let up = hands.last().unwrap().as_slice()[0];
        let rows: Vec<HandRow> = seats
            .iter()
            .zip(&hands)
            .map(|(seat, cards)| {
                let mut row = HandRow {
                    line: 1,
                    time: Timestamp(0),
                    seat: *seat,
                    action: Action::Deal,
                    cards: *cards,
                    extras: Extras::default(),
                    stake: WagerMap::default(),
                    returned: WagerMap::default(),
                };
                if seat.player().is_some() {
                    let antes = decider.antes(cards.exactly().unwrap(), up);
                    row.action = if antes == 0 { Action::Fold } else { Action::Play };
                    for wager in chosen.keys().filter(|w| w.is_staked()) {
                        row.stake[*wager] = stake(1);
                    }
                    row.stake[Wager::Ante] = stake(1);
                    row.stake[game.family.raise] = stake(antes);
                }
                row
            })
            .collect();
        settle_round(house, &rows, &mut owed);
        // The first player's wagers alone: rounds are independent, hands of one round are not.
        let (row, owed) = (&rows[0], &owed[0]);
        let units = |wager: Wager, with_stake: bool| {
            assert!(owed.is_decided(wager), "{wager} was not decided");
            let staked = if with_stake { row.stake[wager].micros() } else { 0 };
            (owed.returned[wager].micros() - staked) as f64 / stake(1).micros() as f64
        };
        let all = base.iter().map(|wager| units(*wager, true)).sum();
        sums.entry(Wager::Ante).or_default().add(all);
        for wager in chosen.keys().filter(|w| w.is_side_bet() && **w != Wager::Progressive) {
            sums.entry(*wager).or_default().add(units(*wager, true));
        }
        if chosen.contains_key(&Wager::Progressive) {
            sums.entry(Wager::Progressive).or_default().add(units(Wager::Progressive, false));
            sums.entry(Wager::Envy).or_default().add(units(Wager::Envy, false));
        }
    }
    sums
}

/// Compares a house with its sheets.
fn compare(kind: GameKind, at: usize, players: u8, optimal: bool) {
    let game = builtin_games().into_iter().find(|g| g.id == kind.id()).unwrap();
    let table = house(kind, at);
    let second = table.1[&game.family.needs_paytable];
    let strategy = game.strategies.first().unwrap();
    let seed = kind as u64 * 100 + at as u64 * 2 + u64::from(optimal);
    let decider = match optimal {
        true => Decider::optimal(&game, second, (20_261_120, seed), players, rounds(true)),
        false => Decider::Named(strategy.clone()),
    };
    let sums = play(&game, &table, players, &decider, (seed, rounds(optimal)));
    let name = |wager: Wager| {
        format!(
            "{} {wager} {:?} with {players} players, optimal {optimal}",
            game.id,
            table.1.get(&wager)
        )
    };
    let request = |wager: Wager, paytable: &str| Request {
        decisions: if optimal { Which::Optimal } else { Which::Named(strategy.id.clone()) },
        wager: Some(wager),
        paytable: Some(paytable.to_owned()),
        hands: (wager == Wager::CoverAll).then_some(players + 1),
        ..Request::default()
    };
    let base = sheets(&game, &request(Wager::Ante, second)).unwrap().bases.remove(0);
    sums[&Wager::Ante].is_near(&name(Wager::Ante), &base.result);
    for (wager, paytable) in table.1.iter().filter(|(w, _)| w.is_side_bet()) {
        let found = sheets(&game, &request(*wager, paytable)).unwrap();
        if *wager != Wager::Progressive {
            sums[wager].is_near(&name(*wager), &found.sides[0].distribution);
            continue;
        }
        let sheet = &found.progressives[0];
        let (mut paid, mut envy) = (0.0, 0.0);
        let unit = Money::from_dollars(STAKE_DOLLARS).unwrap();
        let times = if sheet.envy_times_wager { STAKE_DOLLARS as f64 } else { 1.0 };
        for row in &sheet.rows {
            let p = exact(&sheet.probability(row));
            if let Prize::Fixed(payout) = row.prize {
                paid += p * (payout.pays.numerator() as f64).powi(2);
            }
            let amount = row.envy.map_or(0.0, |e| e.micros() as f64 / unit.micros() as f64);
            envy += p * (amount * times).powi(2);
        }
        let mean = exact(&sheet.fixed_return());
        sums[wager].mean_is(&name(*wager), mean, paid - mean * mean);
        // What one other hand brings, in dollars, is known; others bring as much each.
        let others = f64::from(players - 1);
        let of_one = exact(&sheet.envy_of_one(unit)) / STAKE_DOLLARS as f64;
        sums[&Wager::Envy].mean_is(&name(Wager::Envy), others * of_one, others * envy);
    }
}

/// Every paytable of a game, with from one to `most` players.
fn compare_all(kind: GameKind, most: u8) {
    let longest = Wager::ALL.into_iter().map(|w| kind.paytables(w).len()).max().unwrap();
    let game = builtin_games().into_iter().find(|g| g.id == kind.id()).unwrap();
    let bases = kind.paytables(game.family.needs_paytable).len().max(1);
    for at in 0..longest.max(usize::from(most)) {
        let players = 1 + u8::try_from(at).unwrap() % most;
        compare(kind, at, players, false);
        if at < bases {
            compare(kind, at, players, true);
        }
    }
}

#[test]
fn crazy_4_poker_in_washington() {
    compare_all(GameKind::Crazy4Washington, 3);
}

#[test]
fn crazy_4_poker_in_california() {
    compare_all(GameKind::Crazy4California, 2);
}

#[test]
fn crazy_4_poker_version_2() {
    compare_all(GameKind::Crazy4Version2, 1);
}

#[test]
fn four_card_frenzy() {
    compare_all(GameKind::FourCardFrenzy, 1);
}

#[test]
fn four_card_poker_with_two_to_seven_hands() {
    compare_all(GameKind::FourCardPoker, 6);
}
