//! Records of the hands journal that could not be understood, and the rounds they may belong to.
//!
//! A hand that is not on record may be the highest of its round, may have drawn on the bank, or may
//! bring the others envy. So a round whose rows stand beside such a record is judged as one of which
//! a hand is missing: what depends on the other hands is left open.

use feltproof_model::Problem;

/// The lines of unreadable records, and where the rows read last ended.
#[derive(Debug, Default)]
pub(crate) struct Unreadable {
    /// First and last line of each in this block, and of the last one before it.
    records: Vec<(u32, u32)>,
}

impl Unreadable {
    /// Takes in the unreadable records of the next block, in the order of the journal.
    pub(crate) fn next_block(&mut self, problems: &[Problem]) {
        let last = self.records.pop();
        self.records.clear();
        self.records.extend(last);
        self.records.extend(problems.iter().map(|problem| {
            let more = problem.raw.trim_end().matches('\n').count();
            (problem.line, problem.line.saturating_add(u32::try_from(more).unwrap_or(u32::MAX)))
        }));
    }

    /// True when one of them stands among the rows from line `first` to line `last`, or next to
    /// them.
    pub(crate) fn is_beside(&self, first: u32, last: u32) -> bool {
        let from = self.records.partition_point(|(_, end)| end.saturating_add(1) < first);
        self.records.get(from).is_some_and(|(start, _)| *start <= last.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(line: u32, raw: &str) -> Problem {
        Problem { journal: 0, line, raw: raw.to_owned(), reason: String::new() }
    }

    #[test]
    fn records_among_the_rows_and_next_to_them_count() {
        let mut unreadable = Unreadable::default();
        unreadable.next_block(&[problem(10, "x"), problem(20, "one\ntwo")]);
        for (first, last, beside) in [
            (5, 8, false),
            (5, 9, true),
            (11, 12, true),
            (12, 13, false),
            (8, 14, true),
            (22, 25, true),
            (23, 25, false),
        ] {
            assert_eq!(unreadable.is_beside(first, last), beside, "{first} to {last}");
        }
        // The last one of a block may stand before the first row of the next.
        unreadable.next_block(&[]);
        assert!(unreadable.is_beside(22, 25) && !unreadable.is_beside(5, 9));
    }
}
