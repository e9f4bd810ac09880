//! A house of tables whose results are set beside their sheets.

use feltproof_analysis::{Names, Partial, Sheets, holds};
use feltproof_engine::{Game, TableRules, builtin_games};
use feltproof_model::Wager;
use feltproof_model::analysis::Holds;
use feltproof_model::engagement::{Authority, RulingChoice, Table, TableTerms};

/// A table with an id, a game and the paytables of its wagers.
pub(crate) fn table(id: &str, game: &str, paytables: &[(Wager, &str)]) -> Table {
    Table {
        id: id.into(),
        game: game.to_owned(),
        seats: 6,
        links: Vec::new(),
        paytables: paytables.iter().map(|(wager, id)| (*wager, (*id).to_owned())).collect(),
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

/// Tables with their rules and games.
pub(crate) struct House {
    tables: Vec<Table>,
    rules: Vec<TableRules>,
    games: Vec<Game>,
}

impl House {
    pub(crate) fn new(tables: Vec<Table>, rulings: &[(&str, &str, &str)]) -> Self {
        let games = builtin_games();
        let choices = rulings.iter().map(|(game, ruling, value)| RulingChoice {
            game: (*game).to_owned(),
            ruling: (*ruling).to_owned(),
            value: (*value).to_owned(),
            authority: Authority::default(),
            source: "test".to_owned(),
            line: 1.into(),
        });
        let choices: Vec<RulingChoice> = choices.collect();
        let game = |table: &Table| games.iter().find(|game| game.id == table.game).unwrap();
        let rules = tables.iter().map(|t| TableRules::resolve(game(t), t, None, &choices).unwrap());
        Self { rules: rules.collect(), tables, games }
    }

    pub(crate) fn holds(
        &self,
        partial: &Partial,
        unrecorded: &[Wager],
        misread: &[Wager],
    ) -> Holds {
        let (tables, rules, games) = (&*self.tables, &*self.rules, &*self.games);
        let names = Names {
            tables: tables.iter().map(|table| table.id.to_string()).collect(),
            days: (1..=9).map(|day| format!("2026-10-0{day}")).collect(),
        };
        holds(partial, &names, Sheets { tables, rules, games, unrecorded, misread }).unwrap()
    }
}
