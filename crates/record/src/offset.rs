//! Whether the clock of one journal stands a quarter of an hour or more beside that of the hands journal, for rounds on
//! end, although the first block showed nothing of it (`clocks`): a clock that was set later. Nobody is accused by it;
//! that it is so is said once.

use crate::clocks::{Clocks, in_words, is_undeclared, quarters};
use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeMap;

/// So many rounds of a table, one after the other, show it: no table takes that long for each of them.
const fn rounds_of_run(quarters: i64) -> u32 {
    if quarters.abs() == 1 { 8 } else { 4 }
}

/// Of one journal at one table: by how many quarters its wagers stand before the settlement, and for how many rounds.
#[derive(Clone, Copy, Default)]
struct Latest {
    quarters: i64,
    rounds: u32,
}

/// What the rounds of one table, or of all of them, show.
#[derive(Default)]
pub(crate) struct Offsets {
    latest: [Latest; JournalKind::ALL.len()],
    /// Rounds that stand in such runs, by journal and quarters of an hour.
    runs: BTreeMap<(JournalKind, i64), u64>,
    /// Rounds in all, of each journal.
    rounds: [u64; JournalKind::ALL.len()],
}

impl Offsets {
    /// Takes in the next round of the table: how long before its settlement a journal has its wagers.
    pub(crate) fn add(&mut self, journal: JournalKind, before_settlement: i64) {
        self.rounds[journal as usize] += 1;
        let quarters = quarters(before_settlement);
        let latest = &mut self.latest[journal as usize];
        if latest.quarters != quarters {
            *latest = Latest { quarters, rounds: 0 };
        }
        latest.rounds += 1;
        let run = rounds_of_run(quarters);
        if quarters == 0 || latest.rounds < run {
            return;
        }
        let new = if latest.rounds == run { run } else { 1 };
        *self.runs.entry((journal, quarters)).or_default() += u64::from(new);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (key, rounds) in &other.runs {
            *self.runs.entry(*key).or_default() += rounds;
        }
        for (own, rounds) in self.rounds.iter_mut().zip(other.rounds) {
            *own += rounds;
        }
    }

    /// What is open for it: a sentence for each journal and difference beyond what the engagement declares.
    pub(crate) fn gaps(&self, subject: &Subject, clocks: &Clocks) -> Vec<String> {
        // A clock that is taken otherwise is so by whole quarters: what is left of it is known.
        let is_new = |quarters: i64| clocks.are_alike() || quarters.abs() > 1;
        let is_said = |quarters| is_new(quarters) && is_undeclared(subject, quarters);
        let far = self.runs.iter().filter(|((_, quarters), _)| is_said(*quarters));
        let said = far.map(|((journal, quarters), rounds)| {
            let (all, minutes) = (self.rounds[*journal as usize], quarters.abs() * 15);
            let side = if *quarters < 0 { "ahead of" } else { "behind" };
            format!(
                "The clock of the {} journal stands about {} {side} that of the hands journal in {rounds} of {all} \
                 rounds: which of their records came first was not tested there; if one of the two was written in \
                 another time zone, name it as its `time_zone`.",
                journal.name(),
                in_words(minutes)
            )
        });
        said.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE_MICROS: i64 = 60 * 1_000_000;

    /// How many rounds stand in a run, and by how many quarters: each is so many minutes before its settlement.
    fn runs(minutes: &[i64]) -> Vec<(i64, u64)> {
        let mut offsets = Offsets::default();
        for before in minutes {
            offsets.add(JournalKind::Controller, before * MINUTE_MICROS);
        }
        offsets.runs.iter().map(|((_, quarters), rounds)| (*quarters, *rounds)).collect()
    }

    #[test]
    fn an_hour_for_rounds_on_end_is_seen_and_a_long_round_is_not() {
        assert_eq!(runs(&[-59; 20]), [(-4, 20)]);
        assert_eq!(runs(&[421; 8]), [(28, 8)]);
        assert_eq!(runs(&[61; 3]), []);
        assert_eq!(runs(&[61; 4]), [(4, 4)]);
        assert_eq!(runs(&[14; 7]), []);
        assert_eq!(runs(&[1, 2, 5, 7, 1, 2, 3, 6, 4, 1]), []);
        let verified = [1, 1, 62, 1, 1, 1, 60, 1, 1, 1, 1, 61];
        assert_eq!(runs(&verified), []);
        // Set back in autumn at the controller, and not at the hands journal.
        assert_eq!(runs(&[[1; 9], [61; 9]].concat()), [(4, 9)]);
    }
}
