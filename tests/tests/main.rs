//! The tests of the whole program, one program: each file is a module.

#![allow(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod absent;
mod begins_again;
mod blind;
mod by_day;
mod causes;
mod circles;
mod clocks;
mod cut;
mod days_apart;
mod defects;
mod holes;
mod in_meter;
mod ledgers;
mod levels;
mod map;
mod money_tested;
mod moved;
mod one_root;
mod out_of_line;
mod owed;
mod parts;
mod playthroughs;
mod power;
mod randomness_days;
mod recorded_cards;
mod tidy;
mod tie_out;
mod trouble;
mod turn_of_day;
mod two_engines;
mod unreadable;
mod untidy;
mod visible;
mod whole_days;
