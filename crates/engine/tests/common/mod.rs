//! What the tests of this crate share: rounds written as text, tables, links.
#![allow(dead_code)] // each test file uses its own part

use feltproof_engine::{
    Game, RoundSettlement, SettledHand, TableRules, builtin_games, explain, settle,
};
use feltproof_model::engagement::{LevelSettings, Link, LinkId, RulingChoice, Table};
use feltproof_model::event::{Action, HandRow};
use feltproof_model::{CardList, Money, Rate, Seat, Timestamp, Wager, WagerMap};

pub fn money(text: &str) -> Money {
    Money::parse(text.as_bytes()).unwrap()
}

pub fn game() -> Game {
    builtin_games().into_iter().find(|g| g.id == "crazy4-wa").unwrap()
}

pub fn settings(contribution: &str, reserve: &str) -> LevelSettings {
    LevelSettings {
        seed: money("2500"),
        contribution: Rate::parse(contribution).unwrap(),
        reserve: Rate::parse(reserve).unwrap(),
        limit: None,
        contribution_unit: None,
        display_unit: money("0.01"),
    }
}

pub fn table(queens_up: Option<&str>, link: bool) -> Table {
    let mut paytables = vec![(Wager::SuperBonus, "SB".to_owned())];
    paytables.extend(queens_up.map(|id| (Wager::QueensUp, id.to_owned())));
    Table {
        id: "C4P-1".into(),
        game: "crazy4-wa".into(),
        seats: 6,
        link: link.then_some(LinkId(0)),
        paytables,
        posted: vec![],
        line: 1,
    }
}

pub fn link(paytable: &str) -> Link {
    Link {
        id: "HARBOR-1".into(),
        system: "nexus-command".into(),
        paytable: paytable.into(),
        location: "Harbor Card Room".into(),
        level: "grand".into(),
        unit: money("5"),
        approved: settings("20%", "5%"),
        running: settings("20%", "5%"),
        preconfigured_contribution: None,
        executive_from: money("5000"),
        line: 1,
        running_line: 1,
    }
}

pub fn choice(ruling: &str, value: &str) -> RulingChoice {
    RulingChoice {
        game: "crazy4-wa".into(),
        ruling: ruling.into(),
        value: value.into(),
        source: "House rules, section 4".into(),
        line: 1,
    }
}

/// Rules of a table with Queens Up C4P-09 and the given progressive paytable.
pub fn rules(paytable: &str, choices: &[(&str, &str)]) -> TableRules {
    let choices: Vec<RulingChoice> = choices.iter().map(|(r, v)| choice(r, v)).collect();
    TableRules::resolve(&game(), &table(Some("C4P-09"), true), Some(&link(paytable)), &choices)
        .unwrap()
}

/// Rows from text, one a line: `seat | cards | action | ante, super bonus, play, queens up,
/// progressive`; the stakes may be left out.
pub fn rows(text: &str) -> Vec<HandRow> {
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
    for (wager, amount) in Wager::ALL.into_iter().zip(next().split_whitespace()) {
        stake[wager] = money(amount);
    }
    let (time, returned) = (Timestamp(0), WagerMap::default());
    HandRow { line, time, seat, action, cards, stake, returned }
}

/// A settled round with what is needed to ask about it.
pub struct Round {
    pub rules: TableRules,
    pub rows: Vec<HandRow>,
    pub hands: Vec<SettledHand>,
    pub outcome: RoundSettlement,
}

impl Round {
    pub fn new(rules: TableRules, text: &str) -> Self {
        let rows = rows(text);
        let mut hands = Vec::new();
        let outcome = settle(&rules, &rows, &mut hands);
        assert_eq!(hands.len(), rows.len());
        Self { rules, rows, hands, outcome }
    }

    /// What is owed to a row, a text for each wager in report order: `12.50`, or `?` where the
    /// reference cannot tell.
    pub fn owed(&self, row: usize) -> String {
        let hand = &self.hands[row];
        let texts = Wager::ALL.into_iter().map(|wager| {
            if hand.testable.contains(wager) { hand.owed[wager].plain() } else { "?".to_owned() }
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    pub fn explain(&self, row: usize, wager: Wager) -> String {
        explain(&self.rules, &self.rows, &self.hands, &self.outcome, row, wager)
    }
}
