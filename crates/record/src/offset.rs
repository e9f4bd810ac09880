//! Whether the clock of one journal stands a quarter of an hour or more beside that of the hands journal, for rounds on
//! end: another time zone, or a clock that was not set. Nobody is accused by it; that it is so is said once.

use crate::subject::Subject;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeMap;

const MINUTE_MICROS: i64 = 60 * 1_000_000;

/// Clocks that were set otherwise differ by quarters of an hour; a round is settled sooner.
const QUARTER_MICROS: i64 = 15 * MINUTE_MICROS;

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
        let quarters = (before_settlement + QUARTER_MICROS / 2).div_euclid(QUARTER_MICROS);
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
    pub(crate) fn gaps(&self, subject: &Subject) -> Vec<String> {
        let declared = subject.engagement.journals.iter().map(|j| j.disorder_micros).max();
        let is_beyond = |quarters: i64| quarters.abs() * QUARTER_MICROS > declared.unwrap_or(0);
        let far = self.runs.iter().filter(|((_, quarters), _)| is_beyond(*quarters));
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

fn in_words(minutes: i64) -> String {
    let (hours, minutes) = (minutes / 60, minutes % 60);
    let hours_in_words = match hours {
        0 => String::new(),
        1 => "1 hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    match (hours, minutes) {
        (_, 0) => hours_in_words,
        (0, minutes) => format!("{minutes} minutes"),
        (_, minutes) => format!("{hours_in_words} {minutes} minutes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn lengths_are_said_as_people_say_them() {
        assert_eq!(
            [15, 60, 90, 420].map(in_words),
            ["15 minutes", "1 hour", "1 hour 30 minutes", "7 hours"]
        );
    }
}
