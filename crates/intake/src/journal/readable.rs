//! Whether enough of each journal could be read for an audit; where not, the reasons counted, each
//! with its first line and its remedy. One that stands in an order other than that of time is not read either.

use super::Block;
use super::exchanged::{Exchange, Exchanged};
use super::fault::Fault;
use super::records::Records;
use super::sorted::{Sorted, Standing};
use crate::zone::TimeFault;
use feltproof_model::Engagement;
use feltproof_model::engagement::JournalEntry;

/// A journal with fewer records than this is read as it stands.
const SEEN_MIN: u64 = 20;
/// No more than one record in so many read: what is left is no sample of the record.
const READ_ONE_IN: u64 = 10;
/// Reasons told apart, and of these printed: damage has endless forms.
const REASONS_MAX: usize = 1000;
const REASONS_PRINTED: usize = 12;

/// So many records behind the last that could be read, nearly all for one reason (19 of 20), show another layout.
const TAIL_MIN: u64 = 30;
const TAIL_SAME_OF: u64 = 20;

/// Counts the records of each journal, and why those that could not be read were not.
#[derive(Debug)]
pub struct Readable {
    journals: Vec<Journal>,
}

#[derive(Debug)]
struct Journal {
    file: String,
    kind: &'static str,
    has_profile: bool,
    sorted: Sorted,
    exchanged: Exchanged,
    seen: u64,
    problems: u64,
    /// In the order in which they were first met.
    reasons: Vec<Reason>,
    /// The last line of a record that could be read.
    last_read: u32,
    tail: Option<Tail>,
    /// Its lines are those of the file, one after the other.
    is_as_recorded: bool,
}

/// The records behind the last that could be read.
#[derive(Debug)]
struct Tail {
    line: u32,
    records: u64,
    /// Why the first of them could not be read, and how many could not for the same reason.
    fault: Fault,
    same: u64,
}

/// Records that could not be read for one reason.
#[derive(Debug)]
struct Reason {
    records: u64,
    line: u32,
    fault: Fault,
    /// As the first record has it, with its value and the remedy.
    words: String,
}

impl Readable {
    /// Of the journals of an engagement, before the first record.
    pub fn new(engagement: &Engagement) -> Self {
        Self { journals: engagement.journals.iter().map(Journal::new).collect() }
    }

    /// Counts a block.
    pub fn count(&mut self, block: &Block) {
        if let Some(journal) = self.journals.get_mut(usize::from(block.journal)) {
            journal.seen += block.records_seen;
            journal.sorted.count(block);
            if let Records::Hands(hands) = &block.records {
                journal.exchanged.count(hands);
            }
            let pairs = block.problems.iter().zip(&block.faults);
            pairs.for_each(|(problem, fault)| journal.problem(problem.line, fault));
            journal.last_read = block.records.last_line().unwrap_or(0).max(journal.last_read);
            journal.tail.take_if(|tail| tail.line < journal.last_read);
        }
    }

    /// Why records were not read, most frequent first: how many, line of the first, its sentence.
    pub fn reasons(&self, journal: usize) -> Vec<(u64, u32, &str)> {
        let reasons = self.journals.get(journal).map(Journal::by_frequency).unwrap_or_default();
        reasons.into_iter().map(|reason| (reason.records, reason.line, &*reason.words)).collect()
    }

    /// How the records of a journal stand, and what is to be said in its profile where that is not the order of their times.
    pub fn order(&self, journal: usize) -> Option<String> {
        self.journals.get(journal).map(|journal| match journal.disorder() {
            None => "in the order of their times".to_owned(),
            Some((stand, _)) => stand,
        })
    }

    /// Why no journal can be audited as its records stand: in another order, or in two layouts.
    pub fn disorder(&self) -> Option<String> {
        let sentences: Vec<String> = self.journals.iter().filter_map(Journal::of_layout).collect();
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }

    /// Why there can be no audit, for the person at the terminal; `None` where enough of every journal
    /// was read. A journal that begins readable and then turns bad counts as a whole.
    pub fn refusal(&self) -> Option<String> {
        let sentences: Vec<String> = self.journals.iter().filter_map(Journal::refusal).collect();
        (!sentences.is_empty()).then(|| sentences.join("\n"))
    }
}

impl Journal {
    fn new(of: &JournalEntry) -> Self {
        let (sorted, reasons) = (Sorted::new(of), Vec::new());
        let exchanged = Exchanged::default();
        let (kind, has_profile) = (of.kind.name(), of.profile.is_some());
        Self {
            file: of.file.clone(),
            kind,
            has_profile,
            sorted,
            exchanged,
            seen: 0,
            problems: 0,
            reasons,
            last_read: 0,
            tail: None,
            is_as_recorded: of.lines.is_none(),
        }
    }

    fn refusal(&self) -> Option<String> {
        if self.is_unreadable() {
            return Some(self.sentence());
        }
        self.of_layout()
    }

    /// Why it cannot be audited as it stands: in another order, or in two layouts.
    fn of_layout(&self) -> Option<String> {
        self.of_disorder().or_else(|| self.of_exchange()).or_else(|| self.of_tail())
    }

    /// A column that holds something else from a row on.
    fn of_tail(&self) -> Option<String> {
        let Tail { line, records, fault, same } = self.tail.as_ref()?;
        let (file, kind, last) = (&self.file, self.kind, line - 1);
        // Where the clock was set forward or back no time says so of a layout.
        let is_of_clock =
            matches!(fault, Fault::TimeTwice(_) | Fault::Time { fault: TimeFault::Skipped, .. });
        let is_layout = !is_of_clock
            && *records >= TAIL_MIN
            && self.seen - records >= TAIL_MIN
            && same * TAIL_SAME_OF >= records * (TAIL_SAME_OF - 1);
        (is_layout && self.is_as_recorded).then(|| format!(
            "{file}: from line {line} on none of {records} records could be read, as if they were laid out otherwise than those \
             above: {fault}. Nothing was written or signed. If columns stand in other places there, name the file in two \
             [[journal]], each with a profile of its own (`feltproof inspect {file} --kind {kind} --write-profile --out \
             {kind}-1.toml` writes the first): the first with `last = {last}` in [rows], the second with `first = {line}` there and \
             [columns] as they stand from there on"
        ))
    }

    /// Two columns that have changed places: who reads on accuses wherever their amounts differ.
    fn of_exchange(&self) -> Option<String> {
        let Exchange { from, after, columns: [one, other], rows: (rows, all) } =
            self.exchanged.found()?;
        let (file, kind, last) = (&self.file, self.kind, from - 1);
        let since = match after + 1 < from {
            true => format!(" (it may begin behind line {after} already)"),
            false => String::new(),
        };
        Some(format!(
            "{file}: from line {from} on{since} the columns `{one}` and `{other}` seem to have changed places: {rows} of {all} rows from \
             there on break with what all rows before kept to, and keep to it with the two in each other's place; nothing was \
             written or signed. Look at these rows. If it is so, name the file in two [[journal]], each with a profile of its own \
             (`feltproof inspect {file} --kind {kind} --write-profile --out {kind}-1.toml` writes the first): the first with \
             `last = {last}` in [rows], the second with `first = {from}` there and the two columns of [columns] in each other's place."
        ))
    }

    /// How its records stand, where that is not the order of their times; and the `order` of a profile that reads them.
    fn disorder(&self) -> Option<(String, &'static str)> {
        match self.sorted.standing() {
            Standing::InTime => None,
            Standing::Sorted(by, order) => Some((format!("sorted {by}"), order)),
            Standing::Mixed => Some(("in no order that is known".to_owned(), "unordered")),
        }
    }

    fn of_disorder(&self) -> Option<String> {
        let (stand, order) = self.disorder()?;
        let Self { file, kind, has_profile, .. } = self;
        let profile = match has_profile {
            true => "of its profile".to_owned(),
            false => format!(
                "of a profile, which `feltproof inspect {file} --kind {kind} --write-profile` writes, and name that in its \
                 [[journal]]"
            ),
        };
        Some(format!(
            "{file}: its records stand {stand}, and not in the order of their times, in which a journal is audited; nothing was \
             written or signed. Say `order = \"{order}\"` in [rows] {profile}, or export it in the order of time."
        ))
    }

    fn problem(&mut self, line: u32, fault: &Fault) {
        self.problems += 1;
        match &mut self.tail {
            Some(tail) => {
                tail.records += 1;
                tail.same += u64::from(tail.fault == *fault);
            }
            None => self.tail = Some(Tail { line, records: 1, fault: fault.clone(), same: 1 }),
        }
        if let Some(reason) = self.reasons.iter_mut().find(|reason| reason.fault == *fault) {
            reason.records += 1;
        } else if self.reasons.len() < REASONS_MAX {
            let (fault, words) = (fault.clone(), fault.to_string());
            self.reasons.push(Reason { records: 1, line, fault, words });
        }
    }

    fn by_frequency(&self) -> Vec<&Reason> {
        let mut reasons: Vec<&Reason> = self.reasons.iter().collect();
        reasons.sort_by_key(|reason| (std::cmp::Reverse(reason.records), reason.line));
        reasons
    }

    const fn read(&self) -> u64 {
        self.seen.checked_sub(self.problems).expect("every problem is a record seen")
    }

    const fn is_unreadable(&self) -> bool {
        self.seen >= SEEN_MIN && self.read() <= self.seen / READ_ONE_IN
    }

    fn sentence(&self) -> String {
        let Self { file, seen, problems, .. } = self;
        let read = self.read();
        let mut text = format!(
            "{file}: {read} of its {seen} records could be read, too few to audit; nothing was \
             written or signed. Why, most frequent first:"
        );
        let mut printed = 0;
        for Reason { records, line, words, .. } in
            self.by_frequency().into_iter().take(REASONS_PRINTED)
        {
            printed += records;
            let s = if *records == 1 { "" } else { "s" };
            text.push_str(&format!("\n  {records} record{s}, the first {file}:{line}: {words}"));
        }
        if printed < *problems {
            text.push_str(&format!("\n  {} more for other reasons", problems - printed));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::Shown;
    use super::*;

    fn counted(seen: u64, faults: &[Fault]) -> Journal {
        let mut journal = Journal::new(&super::super::tests::journal_entry());
        journal.seen = seen;
        (2..).zip(faults).for_each(|(line, fault)| journal.problem(line, fault));
        journal
    }

    fn seat(value: &str) -> Fault {
        Fault::Seat(Shown::as_is(value))
    }

    #[test]
    fn a_tenth_read_is_too_little_and_a_record_more_is_enough() {
        let bad = [(); 60].map(|()| seat("x"));
        assert!(counted(20, &bad[..18]).is_unreadable());
        assert!(!counted(20, &bad[..17]).is_unreadable());
        assert!(counted(60, &bad[..54]).is_unreadable());
        assert!(!counted(60, &bad[..53]).is_unreadable());
        // A handful of records says nothing of the export.
        assert!(!counted(19, &bad[..19]).is_unreadable());
    }

    #[test]
    fn reasons_are_counted_whatever_their_values() {
        let width = Fault::Width { fields: Shown::as_is(3), columns: Shown::as_is(8) };
        let faults = [width, seat("x"), seat("y2"), Fault::Round(Shown::as_is("x"))];
        let sentence = counted(24, &faults).sentence();
        let lines: Vec<&str> = sentence.lines().collect();
        assert!(
            lines[0].starts_with("hands.csv: 20 of its 24 records could be read"),
            "{sentence}"
        );
        let start = |line: &str| line.split([',', ';']).take(2).collect::<Vec<_>>().join(",");
        let first: Vec<String> = lines[1..].iter().map(|line| start(line)).collect();
        assert_eq!(
            first,
            [
                "  2 records, the first hands.csv:3: seat is `x`",
                "  1 record, the first hands.csv:2: the record has 3 fields",
                "  1 record, the first hands.csv:5: round is `x`",
            ]
        );
    }

    #[test]
    fn records_of_another_layout_at_the_end_are_known_by_their_number_and_reason() {
        let bad = [(); 40].map(|()| seat("x"));
        let mut journal = counted(100, &bad);
        assert!(journal.refusal().unwrap().contains("from line 2 on none of 40 records"));
        // One that could be read behind them.
        journal.tail.take();
        assert_eq!(journal.refusal(), None);
        // Few of them, few before, or many reasons.
        let other = || Fault::Round(Shown::as_is("x"));
        let mixed: Vec<Fault> =
            (0..40).map(|n| if n % 9 == 0 { other() } else { seat("x") }).collect();
        for (seen, faults) in [(100, &bad[..29]), (69, &bad[..]), (100, &mixed[..])] {
            assert_eq!(counted(seen, faults).refusal(), None, "{seen}");
        }
    }

    #[test]
    fn endless_forms_of_damage_stay_a_short_message() {
        let damage = |n: usize| Fault::TookNoPart {
            present: "y".repeat(n % 2000),
            target: "action",
            value: Shown::as_is(n),
            profile: String::new(),
        };
        let faults: Vec<Fault> = (0..5000).map(damage).collect();
        let sentence = counted(5000, &faults).sentence();
        assert_eq!(sentence.lines().count(), 2 + REASONS_PRINTED, "{sentence}");
        assert!(sentence.ends_with("more for other reasons"));
    }
}
