//! The reference: ranks hands, settles rounds, keeps progressive ledgers.
//!
//! It has never heard of a regulation, a journal or a report. Games, paytables, rulings and
//! progressive systems are data in `games/`; a family of games (`family`) is code.

mod account;
mod aggregate;
mod bank;
mod builtin;
mod cover_all;
mod decision;
mod definition;
mod envy;
mod explain;
mod families;
mod family;
pub mod game;
mod hand;
mod ladder;
mod ledger;
mod limits;
mod pay;
mod paytable;
mod paytable_reader;
mod procedure;
mod rank;
mod rank_six;
mod rank_tables;
mod ranking;
mod rankings;
mod readings;
pub mod rules;
mod rulings;
mod settle;
mod settlement;
mod side_bets;
pub mod systems;
mod version;

pub use account::Account;
pub use builtin::builtin_games;
pub use decision::{Decided, Decision, Effect, Facts, Line, Missing, Place, Rule, Showdown, Terms};
pub use explain::Explainer;
pub use family::Family;
pub use game::{Banked, Game};
pub use ledger::{Ledger, LedgerError};
pub use procedure::{Procedure, ProcedureState};
pub use rank::{Category, HandRank};
pub use rank_six::{best_four_of_six, best_four_six_cards};
pub use rank_tables::{best_four, best_four_of_five};
pub use ranking::{Outcome, Ranking};
pub use rankings::BEST_FOUR;
pub use readings::{OpenPoint, Readings};
pub use rules::{AppliedRuling, TableRules, applied_rulings, readings_of};
pub use rulings::{envy_as_ruled, listed_seats};
pub use settle::{settle, settle_void};
pub use settlement::{RoundSettlement, RoundState, SettledHand, Why};
pub use systems::{Part, System, VersionVerdict, builtin_systems};
