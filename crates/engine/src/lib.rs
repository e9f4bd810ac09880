//! The reference: ranks hands, settles rounds, keeps progressive ledgers.
//!
//! It has never heard of a regulation, a journal or a report. Games, paytables, rulings and
//! progressive systems are data in `games/`; a family of games (today `crazy4`) is code.

pub mod account;
mod crazy4;
pub mod definition;
mod explain;
pub mod game;
mod ladder;
pub mod ledger;
pub mod rank;
mod rank_tables;
pub mod rules;
pub mod settle;
pub mod systems;
mod toml_reader;
pub mod version;

pub use account::Account;
pub use explain::explain;
pub use game::{Game, builtin_games};
pub use ledger::{Ledger, LedgerError};
pub use rank::{Category, HandRank};
pub use rank_tables::{best_four, best_four_of_five};
pub use rules::{AppliedRuling, TableRules};
pub use settle::{RoundSettlement, RoundState, SettledHand, WagerSet, Why, settle};
pub use systems::{System, VersionVerdict, builtin_systems};
pub use toml_reader::{DefinitionError, DefinitionErrors};
pub use version::compare_versions;
