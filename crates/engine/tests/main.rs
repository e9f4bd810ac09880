//! The tests of `engine` from outside, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod bad_beat;
mod bank_rulings;
mod common;
mod cover_all;
mod definitions;
mod definitions_games;
mod exhibit_a;
mod five_card_progressive;
mod four_card_poker;
mod frenzy;
mod highest_odds;
mod ledger;
mod player_banked;
mod progressive;
mod properties;
mod ranking;
mod ranking_six;
mod resolving;
mod settlement;
