//! Whether enough of each journal could be read for an audit; where not, the reasons counted, each
//! with its first line and its remedy.

use super::Block;
use feltproof_model::{Engagement, Problem};
use std::collections::BTreeMap;

/// A journal with fewer records than this is read as it stands.
const SEEN_MIN: u64 = 20;
/// No more than one record in so many read: what is left is no sample of the record.
const READ_ONE_IN: u64 = 10;
/// Reasons told apart, and of these printed: damage has endless forms.
const REASONS_MAX: usize = 1000;
const REASONS_PRINTED: usize = 12;

/// Counts the records of each journal, and why those that could not be read were not.
#[derive(Debug)]
pub struct Readable {
    journals: Vec<Journal>,
}

#[derive(Debug, Default)]
struct Journal {
    file: String,
    seen: u64,
    problems: u64,
    /// By the reason without its values.
    reasons: BTreeMap<String, Reason>,
}

/// Records that could not be read for one reason.
#[derive(Debug)]
struct Reason {
    records: u64,
    line: u32,
    /// As the first record has it, with its value and the remedy.
    words: String,
}

impl Readable {
    /// Of the journals of an engagement, before the first record.
    pub fn new(engagement: &Engagement) -> Self {
        let journal = |file: &String| Journal { file: file.clone(), ..Journal::default() };
        Self { journals: engagement.journals.iter().map(|j| journal(&j.file)).collect() }
    }

    /// Counts a block.
    pub fn count(&mut self, block: &Block) {
        if let Some(journal) = self.journals.get_mut(usize::from(block.journal)) {
            journal.seen += block.records_seen;
            block.problems.iter().for_each(|problem| journal.problem(problem));
        }
    }

    /// Why records of a journal could not be read, most frequent first: how many, line of the first,
    /// its sentence.
    pub fn reasons(&self, journal: usize) -> Vec<(u64, u32, &str)> {
        let reasons = self.journals.get(journal).map(Journal::by_frequency).unwrap_or_default();
        reasons.into_iter().map(|reason| (reason.records, reason.line, &*reason.words)).collect()
    }

    /// Why there can be no audit, for the person at the terminal; `None` where enough of every journal
    /// was read. A journal that begins readable and then turns bad counts as a whole.
    pub fn refusal(&self) -> Option<String> {
        let refused = self.journals.iter().filter(|journal| journal.is_unreadable());
        let sentences: Vec<String> = refused.map(Journal::sentence).collect();
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }
}

impl Journal {
    fn problem(&mut self, problem: &Problem) {
        self.problems += 1;
        let key = without_values(&problem.reason);
        if let Some(reason) = self.reasons.get_mut(&key) {
            reason.records += 1;
        } else if self.reasons.len() < REASONS_MAX {
            let words = problem.reason.clone();
            self.reasons.insert(key, Reason { records: 1, line: problem.line, words });
        }
    }

    fn by_frequency(&self) -> Vec<&Reason> {
        let mut reasons: Vec<&Reason> = self.reasons.values().collect();
        reasons.sort_by_key(|reason| (std::cmp::Reverse(reason.records), reason.line));
        reasons
    }

    const fn is_unreadable(&self) -> bool {
        let read = self.seen.saturating_sub(self.problems);
        self.seen >= SEEN_MIN && read.saturating_mul(READ_ONE_IN) <= self.seen
    }

    fn sentence(&self) -> String {
        let Self { file, seen, problems, .. } = self;
        let read = seen.saturating_sub(*problems);
        let mut text = format!(
            "{file}: {read} of its {seen} records could be read, too few to audit; nothing was \
             written or signed. Why, most frequent first:"
        );
        let mut told = 0;
        for Reason { records, line, words } in self.by_frequency().into_iter().take(REASONS_PRINTED)
        {
            told += records;
            let s = if *records == 1 { "" } else { "s" };
            text.push_str(&format!("\n  {records} record{s}, the first {file}:{line}: {words}"));
        }
        if told < *problems {
            text.push_str(&format!("\n  {} more for other reasons", problems - told));
        }
        text
    }
}

/// A reason with its values left out, so that one kind of damage is one reason: what stands after
/// "is" in quotes, and digits.
fn without_values(reason: &str) -> String {
    let (before, rest) = reason.split_once(" is `").unwrap_or((reason, ""));
    let after = rest.split_once('`').map_or(rest, |(_, after)| after);
    let letters = before.chars().chain(after.chars());
    letters.filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(seen: u64, reasons: &[&str]) -> Journal {
        let file = "hands.csv".to_owned();
        let mut journal = Journal { file, seen, ..Journal::default() };
        for (line, reason) in (2..).zip(reasons) {
            let raw = String::new();
            journal.problem(&Problem { journal: 0, line, raw, reason: (*reason).to_owned() });
        }
        journal
    }

    #[test]
    fn a_tenth_read_is_too_little_and_a_record_more_is_enough() {
        let bad = ["seat is `x`, which is none; correct the record"; 60];
        assert!(counted(20, &bad[..18]).is_unreadable());
        assert!(!counted(20, &bad[..17]).is_unreadable());
        assert!(counted(60, &bad[..54]).is_unreadable());
        assert!(!counted(60, &bad[..53]).is_unreadable());
        // A handful of records says nothing of the export.
        assert!(!counted(19, &bad[..19]).is_unreadable());
    }

    #[test]
    fn reasons_are_counted_whatever_their_values() {
        let mut reasons = vec!["the record has 3 fields, but the header has 8 columns; quote"];
        reasons.extend([
            "seat is `x`, which is none; correct",
            "seat is `y2`, which is none; correct",
        ]);
        reasons.push("round is `x`, not a whole number; give it");
        let sentence = counted(24, &reasons).sentence();
        let lines: Vec<&str> = sentence.lines().collect();
        assert!(
            lines[0].starts_with("hands.csv: 20 of its 24 records could be read"),
            "{sentence}"
        );
        assert_eq!(
            lines[1..],
            [
                "  2 records, the first hands.csv:3: seat is `x`, which is none; correct",
                "  1 record, the first hands.csv:2: the record has 3 fields, but the header has 8 \
                 columns; quote",
                "  1 record, the first hands.csv:5: round is `x`, not a whole number; give it",
            ]
        );
    }

    #[test]
    fn endless_forms_of_damage_stay_a_short_message() {
        let damage = |n: usize| format!("damage {}; export it again", "y".repeat(n % 2000));
        let texts: Vec<String> = (0..5000).map(damage).collect();
        let reasons: Vec<&str> = texts.iter().map(String::as_str).collect();
        let sentence = counted(5000, &reasons).sentence();
        assert_eq!(sentence.lines().count(), 2 + REASONS_PRINTED, "{sentence}");
        assert!(sentence.ends_with("more for other reasons"));
    }
}
