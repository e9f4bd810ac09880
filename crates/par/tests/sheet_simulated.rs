//! Rounds dealt by a seeded generator and settled by the engine, against the sheets: each average
//! must lie within four standard errors of the exact one.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]
#![allow(clippy::float_arithmetic, reason = "standard errors are of no other use")]

use feltproof_engine::game::Strategy;
use feltproof_engine::{Banked, Game, TableRules, best_four_of_five, builtin_games, settle};
use feltproof_model::engagement::Table;
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{Card, CardList, Money, Seat, Timestamp, Wager, WagerMap};
use feltproof_par::sheet::{Decisions, Distribution, Request, Which, sheets};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

const ROUNDS: u32 = 120_000;
const STAKE: i64 = 10;

/// Shuffles the first `count` cards of a pack into place.
fn deal(pack: &mut [Card], count: usize, rng: &mut ChaCha20Rng) {
    for at in 0..count {
        let left = (pack.len() - at) as u64;
        // Draws that would favour some cards are thrown away.
        let fair = u64::MAX - u64::MAX % left;
        let draw = loop {
            let draw = rng.next_u64();
            if draw < fair {
                break (draw % left) as usize;
            }
        };
        pack.swap(at, at + draw);
    }
}

fn row(seat: Seat, cards: &[Card]) -> HandRow {
    HandRow {
        line: 1,
        time: Timestamp(0),
        seat,
        action: Action::Unrecorded,
        cards: CardList::new(cards).unwrap(),
        stake: WagerMap::default(),
        returned: WagerMap::default(),
    }
}

/// What is wagered at the table: each side bet with its paytable.
fn table(game: &Game, sides: &[(Wager, &str)]) -> TableRules {
    let table = Table {
        id: "T1".into(),
        game: game.id.clone(),
        seats: 6,
        link: None,
        paytables: sides.iter().map(|(w, id)| (*w, (*id).to_owned())).collect(),
        posted: vec![],
        aggregate: vec![],
        shuffler: None,
        line: 1,
    };
    TableRules::resolve(game, &table, None, &[]).unwrap()
}

/// Sum and sum of squares of results in stakes.
#[derive(Default)]
struct Sums(f64, f64);

/// Results of the base game (under Ante) and of each side bet over all rounds.
fn play(
    game: &Game,
    rules: &TableRules,
    sides: &[(Wager, &str)],
    strategy: &Strategy,
    players: usize,
) -> BTreeMap<Wager, Sums> {
    let mut rng = ChaCha20Rng::seed_from_u64(20_261_031);
    let mut pack: Vec<Card> = (0..Card::PACK).filter_map(Card::new).collect();
    let mut out = Vec::new();
    let mut sums: BTreeMap<Wager, Sums> = BTreeMap::new();
    let opponent = game.family.opponent_cards();
    let base = [Some(Wager::Ante), game.family.second(), Some(game.family.raise())];
    for _ in 0..ROUNDS {
        deal(&mut pack, players * 5 + opponent, &mut rng);
        let (dealer, hands) = pack.split_at(opponent);
        let seat = if game.banked == Banked::Player { Seat::Banker(9) } else { Seat::Dealer };
        let mut rows = vec![row(seat, dealer)];
        for (number, cards) in (1..).zip(hands.chunks_exact(5).take(players)) {
            let mut row = row(Seat::Player(number), cards);
            let rank = best_four_of_five(cards.try_into().unwrap());
            let multiple = match rank {
                rank if rank < strategy.play_from => 0,
                rank if rank < strategy.raise_from => 1,
                rank => *rules.play_multiples_for(rank).last().unwrap(),
            };
            let stake = |antes: i64| Money::from_dollars(STAKE * antes).unwrap();
            row.stake[Wager::Ante] = stake(1);
            if let Some(second) = game.family.second() {
                row.stake[second] = stake(1);
            }
            row.stake[game.family.raise()] = stake(multiple);
            for (wager, _) in sides.iter().filter(|(w, _)| w.is_side_bet()) {
                row.stake[*wager] = stake(1);
            }
            rows.push(row);
        }
        settle(rules, &rows, &mut out);
        // The first player's wagers: rounds are independent, hands of one round are not.
        let (row, hand) = (&rows[1], &out[1]);
        let net = |wager: Wager| {
            assert!(hand.testable.contains(wager), "{wager} was not decided");
            hand.owed[wager].micros() - row.stake[wager].micros()
        };
        let mut add = |wager: Wager, micros: i64| {
            let units = micros as f64 / (STAKE * 1_000_000) as f64;
            let sum = sums.entry(wager).or_default();
            sum.0 += units;
            sum.1 += units * units;
        };
        add(
            Wager::Ante,
            base.iter().flatten().map(|w| net(*w)).sum::<i64>() + net(Wager::AnteBonus),
        );
        for (wager, _) in sides.iter().filter(|(w, _)| w.is_side_bet()) {
            add(*wager, net(*wager));
        }
    }
    sums
}

fn value(text: &str) -> f64 {
    text.parse().unwrap()
}

/// Mean within four standard errors, the errors taken from the exact variance.
fn near(what: &str, sums: &Sums, exact: &Distribution) {
    let decimal = |ratio| value(&feltproof_par::sheet::decimal(&ratio, 12));
    let (mean, variance) = (decimal(exact.expectation()), decimal(exact.variance()));
    let rounds = f64::from(ROUNDS);
    let error = (variance / rounds).sqrt();
    let difference = sums.0 / rounds - mean;
    assert!(difference.abs() < 4.0 * error, "{what}: {difference} with an error of {error}");
    assert!(error > 0.0 && sums.1 > 0.0);
}

fn compare(id: &str, sides: &[(Wager, &str)], players: usize) {
    let game = builtin_games().into_iter().find(|g| g.id == id).unwrap();
    let strategy = game.strategies.first().unwrap().clone();
    let rules = table(&game, sides);
    let sums = play(&game, &rules, sides, &strategy, players);
    let hands = u8::try_from(players + 1).ok();
    for (wager, paytable) in sides {
        let request = Request {
            decisions: Which::Named(strategy.id.clone()),
            wager: Some(if wager.is_side_bet() { *wager } else { Wager::Ante }),
            paytable: Some((*paytable).to_owned()),
            hands,
            ..Request::default()
        };
        let sheets = sheets(&game, &request).unwrap();
        let name = format!("{id} {wager} {paytable}");
        if wager.is_side_bet() {
            near(&name, &sums[wager], &sheets.sides[0].distribution);
        } else {
            assert_eq!(sheets.bases[0].decisions, Decisions::Named(strategy.clone()));
            near(&name, &sums[&Wager::Ante], &sheets.bases[0].result);
        }
    }
}

#[test]
fn crazy_4_poker_in_washington() {
    let sides =
        [(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-10"), (Wager::BadBeat, "BBB-02")];
    compare("crazy4-wa", &sides, 1);
}

#[test]
fn crazy_4_poker_version_2_with_three_players() {
    compare("crazy4-v2", &[(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-12")], 3);
}

#[test]
fn crazy_4_poker_in_california() {
    compare("crazy4-ca", &[(Wager::SuperBonus, "SB"), (Wager::QueensUp, "C4P-09")], 1);
}

#[test]
fn four_card_frenzy() {
    let sides =
        [(Wager::Odds, "ODDS-4"), (Wager::FourCardBonus, "FCB-2"), (Wager::Prime, "PRIME-6")];
    compare("four-card-frenzy", &sides, 1);
}

#[test]
fn four_card_poker_with_four_hands() {
    let sides = [(Wager::AnteBonus, "AB-2"), (Wager::AcesUp, "AU-3"), (Wager::CoverAll, "CA-1")];
    compare("four-card-poker", &sides, 3);
}
