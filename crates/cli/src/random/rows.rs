//! In which row of its file each record stands, for the few that a report names.

use feltproof_stats::Battery;

/// Runs kept at most; a file with more changes of step than that has no rows that can be named.
const RUNS_MAX: usize = 1 << 16;

/// Records at equal distances from one another.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Index of the first record.
    index: u64,
    /// Its row.
    row: u64,
    /// Rows from one record to the next; zero of one record alone.
    step: u64,
    /// Records.
    records: u64,
}

/// The first row of every record of a file, record after record: a few runs where the file is regular.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    runs: Vec<Run>,
    records: u64,
    is_lost: bool,
}

impl Rows {
    /// The next record begins in this row.
    pub(crate) fn push(&mut self, row: u64) {
        let index = self.records;
        self.records += 1;
        let has_room = self.runs.len() < RUNS_MAX;
        match self.runs.last_mut() {
            Some(run) if run.records == 1 && row > run.row => {
                (run.step, run.records) = (row - run.row, 2);
            }
            Some(run) if run.records > 1 && run.row + run.step * run.records == row => {
                run.records += 1;
            }
            _ if has_room => {
                self.runs.push(Run { index, row, step: 0, records: 1 });
            }
            _ => self.is_lost = true,
        }
    }

    /// The row in which the record of this index begins, and the distance to the next.
    fn first(&self, index: u64) -> Option<(u64, u64)> {
        let after = self.runs.partition_point(|run| run.index <= index);
        let run = self.runs.get(after.checked_sub(1)?)?;
        let is_there = !self.is_lost && index - run.index < run.records;
        is_there.then(|| (run.row + run.step * (index - run.index), run.step))
    }

    /// Index, first row and last row of the records that the battery names.
    pub(crate) fn of_named(&self, battery: &Battery) -> Vec<(u64, u64, u64)> {
        let rows = |index: u64| {
            let (first, step) = self.first(index)?;
            let last = match self.first(index + 1) {
                Some((next, _)) if next > first => next - 1,
                _ => first + step.max(1) - 1,
            };
            Some((index, first, last))
        };
        battery.observations_named().into_iter().filter_map(rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_stats::Most;

    /// A heading, decks of 52 rows, a blank line after the third, then a record a row.
    #[test]
    fn rows_of_records_are_known_at_every_step() {
        let all = [2, 54, 106, 159, 211, 263, 315, 316, 317];
        let mut rows = Rows::default();
        all.iter().for_each(|row| rows.push(*row));
        let named = |at| Battery {
            most: vec![("fixed.rises_min", Most::Observation { at, count: 1, expected: 26.5 })],
            ..Battery::default()
        };
        for (at, row) in (0..).zip(all) {
            let last = all.get(at as usize + 1).map_or(row, |next| next - 1);
            assert_eq!(rows.of_named(&named(at)), [(at, row, last)], "{at}");
        }
        assert_eq!(rows.of_named(&named(9)), []);
        // One deck alone, whose rows are not known but for the first.
        let mut one = Rows::default();
        one.push(7);
        assert_eq!(one.of_named(&named(0)), [(0, 7, 7)]);
    }
}
