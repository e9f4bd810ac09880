//! A simulated day whose files are kept in memory for a test.
#![allow(dead_code)] // each test file uses its own part

use crate::fault_day;
use feltproof_simulate::{Fault, Output, Plan, Summary, simulate};
use std::collections::BTreeMap;
use std::io;

#[derive(Default)]
pub(crate) struct Memory(pub BTreeMap<String, Vec<u8>>);

impl Output for Memory {
    fn write(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.entry(file.to_owned()).or_default().extend_from_slice(bytes);
        Ok(())
    }
}

impl Memory {
    pub(crate) fn text(&self, file: &str) -> &str {
        std::str::from_utf8(&self.0[file]).expect("journals are UTF-8")
    }

    pub(crate) fn lines(&self, file: &str) -> Vec<&str> {
        self.text(file).lines().collect()
    }

    /// Fields of every record of a file without quoted fields in the columns of interest.
    pub(crate) fn records(&self, file: &str) -> Vec<Vec<&str>> {
        self.lines(file).into_iter().skip(1).map(|l| l.split(',').collect()).collect()
    }
}

pub(crate) fn day(plan: &Plan) -> (Memory, Summary) {
    let mut memory = Memory::default();
    let summary = simulate(plan, &mut memory).expect("the plan is sound");
    (memory, summary)
}

pub(crate) fn with_fault(rounds: u32, seed: u64, fault: Fault) -> (Memory, Summary) {
    day(&fault_day::day_of(fault, seed, rounds))
}
