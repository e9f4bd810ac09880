//! The engine against the second implementation of `simulate`, which was written from the documents
//! alone: random rounds of every game, random paytables, random readings of every open point, wager
//! by wager.

use feltproof_engine::{
    Explainer, Game, RoundState, SettledHand, TableRules, builtin_games, settle,
};
use feltproof_model::engagement::{
    AwardTerms, LevelSettings, Link, LinkId, Overflow, RulingChoice, Table, TableTerms,
};
use feltproof_model::{HandRow, Money, Rate, Wager};
use feltproof_simulate::referee::{Deck, GameKind, House, Owed, settle_round};
use std::collections::BTreeMap;

fn link(paytable: &str) -> Link {
    let settings = LevelSettings {
        seed: Money::from_dollars(2_500).unwrap(),
        contribution: Rate::ZERO,
        reserve: Rate::ZERO,
        limit: None,
        contribution_unit: None,
        overflow: Overflow::Undeclared,
        display_unit: Money::from_micros(10_000),
    };
    Link {
        id: "L".into(),
        name: "L".into(),
        shares: Vec::new(),
        system: "nexus-command".into(),
        paytable: paytable.into(),
        location: String::new(),
        level: "grand".into(),
        unit: Money::from_dollars(5).unwrap(),
        approved: settings.clone(),
        running: settings,
        approvals: Vec::new(),
        preconfigured_contribution: None,
        executive_from: Money::ZERO,
        longest_odds: 100_000_000,
        awards: AwardTerms::DEFAULT,
        reserve_unit: None,
        line: 1.into(),
        running_line: 1.into(),
    }
}

/// The same house as the engine sees it.
fn rules(game: &Game, house: &House) -> TableRules {
    let chosen = |wager: Wager| house.paytable(wager);
    let paytables = Wager::ALL
        .into_iter()
        .filter(|w| *w != Wager::Progressive)
        .filter_map(|w| Some((w, chosen(w)?.to_owned())));
    let link = chosen(Wager::Progressive).map(link);
    let table = Table {
        approvals: Vec::new(),
        id: "T".into(),
        game: game.id.clone(),
        seats: 6,
        links: link.is_some().then_some(LinkId(0)).into_iter().collect(),
        unit: None,
        paytables: paytables.collect(),
        posted: vec![],
        aggregate: house.aggregate.clone(),
        shuffler: None,
        decks_in_use: 1,
        terms: TableTerms::default(),
        line: 1.into(),
    };
    let choices: Vec<RulingChoice> = house
        .readings()
        .into_iter()
        .map(|(ruling, value)| RulingChoice {
            game: game.id.clone(),
            ruling: ruling.to_owned(),
            value: value.to_owned(),
            authority: feltproof_model::engagement::Authority::default(),
            source: "drawn".to_owned(),
            line: 1.into(),
        })
        .collect();
    TableRules::resolve(game, &table, link.as_ref(), &choices).unwrap()
}

/// What one of them says of a wager: the amount, or that it cannot be decided.
fn by_engine(hand: &SettledHand, wager: Wager) -> Option<Money> {
    hand.testable.contains(wager).then(|| hand.owed[wager])
}

fn by_referee(owed: &Owed, wager: Wager) -> Option<Money> {
    owed.is_decided(wager).then(|| owed.returned[wager])
}

/// Compares one round; gives how many wagers were compared.
fn compare(rules: &TableRules, house: &House, rows: &[HandRow]) -> u64 {
    let (mut hands, mut owed) = (Vec::new(), Vec::new());
    let outcome = settle(rules, rows, &mut hands);
    assert!(!matches!(outcome.state, RoundState::Unsettleable(_)), "{outcome:?} {rows:?}");
    settle_round(house, rows, &mut owed);
    let mut compared = 0;
    for (at, ((row, hand), owed)) in rows.iter().zip(&hands).zip(&owed).enumerate() {
        let wagers: &[Wager] = match row.seat {
            feltproof_model::Seat::Player(_) => &Wager::ALL,
            feltproof_model::Seat::Banker(_) => &[Wager::Bank],
            feltproof_model::Seat::Dealer => continue,
        };
        for wager in wagers {
            let (ours, theirs) = (by_engine(hand, *wager), by_referee(owed, *wager));
            let why = || Explainer::new(rules, rows, &hands, outcome).text(at, *wager);
            assert_eq!(
                ours,
                theirs,
                "{} seat {} {wager}: {}\n{:?}\n{rows:#?}",
                rules.game(),
                row.seat,
                why(),
                rules.rulings().iter().map(|r| (&r.id, &r.applied)).collect::<Vec<_>>(),
            );
            compared += u64::from(!row.stake[*wager].is_zero());
        }
        let share = hand.meter_share.map_or(0, |s| s.numerator() * 100 / s.denominator());
        assert_eq!(share, i64::from(owed.meter_percent), "{} {rows:#?}", rules.game());
    }
    compared
}

fn game(id: &str) -> Game {
    builtin_games().into_iter().find(|g| g.id == id).unwrap()
}

/// Both know the same paytables and the same open points with the same readings and defaults.
#[test]
fn both_know_the_same_games() {
    for kind in GameKind::ALL {
        let game = game(kind.id());
        for wager in Wager::ALL {
            let mut ours: Vec<&str> =
                game.paytables.iter().filter(|p| p.wager == wager).map(|p| p.id.as_str()).collect();
            let mut theirs = kind.paytables(wager);
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{} {wager}", game.id);
        }
        for (name, values) in kind.rulings() {
            let ruling = game.ruling(name).unwrap();
            assert_eq!(ruling.values, values, "{} {name}", game.id);
            assert_eq!(ruling.default, values[0], "{} {name}", game.id);
        }
    }
    assert_eq!(builtin_games().len(), GameKind::ALL.len());
}

/// Rounds dealt at each house.
const ROUNDS: u32 = 50;

/// Houses of each game; more on demand: `TWO_ENGINES_HOUSES=8000`.
fn houses() -> u32 {
    std::env::var("TWO_ENGINES_HOUSES").map_or(400, |n| n.parse().unwrap())
}

fn compare_many(kind: GameKind) {
    let (houses, rounds) = (houses(), ROUNDS);
    let game = game(kind.id());
    let mut deck = Deck::new(20_261_120, kind as u64);
    let mut compared = 0;
    let mut cut = BTreeMap::new();
    for _ in 0..houses {
        let house = deck.house(kind);
        let rules = rules(&game, &house);
        for _ in 0..rounds {
            let rows = deck.round(&house);
            compared += compare(&rules, &house, &rows);
            note_cuts(&rules, &rows, &mut cut);
        }
    }
    assert!(compared > u64::from(houses) * u64::from(rounds), "{compared}");
    // Limits bound under every reading that says how: no option agrees for want of a case.
    for (name, values) in kind.rulings() {
        for value in values.iter().filter(|_| LIMITS.iter().any(|l| name.starts_with(l))) {
            let rounds = cut.get(&(name.to_owned(), (*value).to_owned())).copied().unwrap_or(0);
            assert!(rounds > 20 || *value == "unlimited", "{} {name} {value}: {rounds}", game.id);
        }
    }
}

/// The rulings of a bank and of an aggregate limit begin so.
const LIMITS: [&str; 2] = ["bank_", "aggregate_"];

/// Counts a round in which a limit cut something, for every reading applied: banks for the rulings of a
/// bank, aggregate limits for theirs.
fn note_cuts(rules: &TableRules, rows: &[HandRow], cut: &mut BTreeMap<(String, String), u32>) {
    let mut hands = Vec::new();
    settle(rules, rows, &mut hands);
    let [bank, aggregate] = LIMITS;
    let any = |wagers: fn(&SettledHand) -> bool| hands.iter().any(wagers);
    for (prefix, is_cut) in [
        (bank, any(|hand| !hand.cut_by_bank.is_empty())),
        (aggregate, any(|hand| !hand.cut_by_aggregate.is_empty())),
    ] {
        let of_limit = rules.rulings().iter().filter(|r| is_cut && r.id.starts_with(prefix));
        for ruling in of_limit {
            *cut.entry((ruling.id.clone(), ruling.applied.clone())).or_default() += 1;
        }
    }
}

#[test]
fn crazy4_washington_by_two_engines() {
    compare_many(GameKind::Crazy4Washington);
}

#[test]
fn crazy4_california_by_two_engines() {
    compare_many(GameKind::Crazy4California);
}

#[test]
fn crazy4_version_2_by_two_engines() {
    compare_many(GameKind::Crazy4Version2);
}

#[test]
fn four_card_poker_by_two_engines() {
    compare_many(GameKind::FourCardPoker);
}

#[test]
fn four_card_frenzy_by_two_engines() {
    compare_many(GameKind::FourCardFrenzy);
}
