//! What the tests of this crate share: rounds written as text, tables, links.
#![allow(dead_code)] // each test file uses its own part

use feltproof_engine::{
    Explainer, Game, RoundSettlement, SettledHand, TableRules, builtin_games, settle,
};
use feltproof_model::engagement::{
    AwardTerms, LevelSettings, Link, LinkId, Overflow, RulingChoice, Table, TableTerms,
};
use feltproof_model::event::{Action, Extras, HandRow};
use feltproof_model::{CardList, Money, Rate, Seat, Timestamp, Wager, WagerMap};

pub(crate) fn money(text: &str) -> Money {
    Money::parse(text.as_bytes()).unwrap()
}

pub(crate) fn game() -> Game {
    builtin_games().into_iter().find(|g| g.id == "crazy4-wa").unwrap()
}

pub(crate) fn settings(contribution: &str, reserve: &str) -> LevelSettings {
    LevelSettings {
        seed: money("2500"),
        contribution: Rate::parse(contribution).unwrap(),
        reserve: Rate::parse(reserve).unwrap(),
        limit: None,
        contribution_unit: None,
        overflow: Overflow::Undeclared,
        display_unit: money("0.01"),
    }
}

pub(crate) fn table(queens_up: Option<&str>, link: bool) -> Table {
    let mut paytables = vec![(Wager::SuperBonus, "SB".to_owned())];
    paytables.extend(queens_up.map(|id| (Wager::QueensUp, id.to_owned())));
    Table {
        id: "C4P-1".into(),
        game: "crazy4-wa".into(),
        seats: 6,
        links: link.then_some(LinkId(0)).into_iter().collect(),
        paytables,
        posted: vec![],
        aggregate: vec![],
        shuffler: None,
        approvals: Vec::new(),
        decks_in_use: 1,
        terms: TableTerms::default(),
        unit: None,
        line: 1.into(),
    }
}

pub(crate) fn link(paytable: &str) -> Link {
    Link {
        id: "HARBOR-1".into(),
        name: "HARBOR-1".into(),
        shares: Vec::new(),
        system: "nexus-command".into(),
        paytable: paytable.into(),
        location: "Harbor Card Room".into(),
        level: "grand".into(),
        unit: money("5"),
        approved: settings("20%", "5%"),
        approvals: Vec::new(),
        running: settings("20%", "5%"),
        preconfigured_contribution: None,
        executive_from: money("5000"),
        longest_odds: 100_000_000,
        awards: AwardTerms::DEFAULT,
        reserve_unit: None,
        line: 1.into(),
        running_line: 1.into(),
    }
}

pub(crate) fn choice(ruling: &str, value: &str) -> RulingChoice {
    RulingChoice {
        game: "crazy4-wa".into(),
        ruling: ruling.into(),
        value: value.into(),
        authority: feltproof_model::engagement::Authority::default(),
        source: "House rules, section 4".into(),
        line: 1.into(),
    }
}

/// Rules of a table with Queens Up C4P-09 and the given progressive paytable.
pub(crate) fn rules(paytable: &str, choices: &[(&str, &str)]) -> TableRules {
    let choices: Vec<RulingChoice> = choices.iter().map(|(r, v)| choice(r, v)).collect();
    TableRules::resolve(&game(), &table(Some("C4P-09"), true), Some(&link(paytable)), &choices)
        .unwrap()
}

/// The wagers of Crazy 4 Poker in the order in which these tests write them.
pub(crate) const CRAZY4: [Wager; 6] =
    [Wager::Ante, Wager::SuperBonus, Wager::Play, Wager::QueensUp, Wager::Progressive, Wager::Envy];

/// Rules of any game: paytables by wager, the link's paytable, rulings, aggregate limits.
pub(crate) fn rules_of(
    game: &str,
    paytables: &[(Wager, &str)],
    link_paytable: Option<&str>,
    choices: &[(&str, &str)],
    aggregate: &[(Wager, &str)],
) -> TableRules {
    let definition = builtin_games().into_iter().find(|g| g.id == game).unwrap();
    let table = Table {
        game: game.to_owned(),
        paytables: paytables.iter().map(|(w, id)| (*w, (*id).to_owned())).collect(),
        aggregate: aggregate.iter().map(|(w, limit)| (*w, money(limit))).collect(),
        ..table(None, link_paytable.is_some())
    };
    let choices: Vec<RulingChoice> =
        choices.iter().map(|(r, v)| RulingChoice { game: game.into(), ..choice(r, v) }).collect();
    TableRules::resolve(&definition, &table, link_paytable.map(link).as_ref(), &choices).unwrap()
}

/// Rows from text, one a line: `seat | cards | action | stakes`. Stakes are written as `ante=10`, or
/// as amounts alone in the order of [`CRAZY4`]; they may be left out.
pub(crate) fn rows(text: &str) -> Vec<HandRow> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    (1..).zip(lines).map(|(line, text)| row(line, text)).collect()
}

fn row(line: u32, text: &str) -> HandRow {
    let mut parts = text.split('|').map(str::trim);
    let mut next = || parts.next().unwrap_or("");
    let seat = Seat::parse(next().as_bytes()).unwrap();
    let cards = CardList::parse(next().as_bytes()).unwrap();
    let action = match next() {
        "play" => Action::Play,
        "fold" => Action::Fold,
        "deal" => Action::Deal,
        "void" => Action::Void,
        "" => Action::Unrecorded,
        other => panic!("{other}"),
    };
    let mut stake = WagerMap::default();
    for (place, word) in next().split_whitespace().enumerate() {
        match word.split_once('=') {
            Some((name, amount)) => stake[Wager::from_key(name).unwrap()] = money(amount),
            None => stake[CRAZY4[place]] = money(word),
        }
    }
    let (time, returned) = (Timestamp(0), WagerMap::default());
    let extras = Extras::default();
    HandRow { line, time, seat, action, cards, extras, stake, returned }
}

/// A settled round with what is needed to ask about it.
pub(crate) struct Round {
    pub rules: TableRules,
    pub rows: Vec<HandRow>,
    pub hands: Vec<SettledHand>,
    pub outcome: RoundSettlement,
}

impl Round {
    pub(crate) fn new(rules: TableRules, text: &str) -> Self {
        let rows = rows(text);
        let mut hands = Vec::new();
        let outcome = settle(&rules, &rows, &mut hands);
        assert_eq!(hands.len(), rows.len());
        Self { rules, rows, hands, outcome }
    }

    /// What is owed to a row, a text for each wager of Crazy 4 Poker: `12.50`, or `?` where the
    /// reference cannot tell.
    pub(crate) fn owed(&self, row: usize) -> String {
        self.owed_of(row, &CRAZY4)
    }

    /// The same for these wagers.
    pub(crate) fn owed_of(&self, row: usize, wagers: &[Wager]) -> String {
        let hand = &self.hands[row];
        let texts = wagers.iter().map(|wager| {
            if hand.testable.contains(*wager) { hand.owed[*wager].plain() } else { "?".to_owned() }
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn explain(&self, row: usize, wager: Wager) -> String {
        Explainer::new(&self.rules, &self.rows, &self.hands, self.outcome).text(row, wager)
    }
}
