//! The words and figures every presentation shares, so that terminal, JSON and PDF never disagree.

use crate::cell::Value;
pub(crate) use crate::print::in_groups;
pub use crate::print::{dollars, grouped, letters, micros, plain_dollars, plural, signed_dollars};
use feltproof_model::engagement::JournalEntry;
use feltproof_model::workpaper::{
    ControlResult, ControlVerdict, Dimension, MeterReconciliation, Outcome, Signer, VarianceGroup,
    Verdict, Workpaper,
};
use feltproof_model::{Engagement, EngagementLine, Exception, Locus};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What advisories are.
pub(crate) const ADVICE: &str = "Advice of the source documents that the settings do not follow. An advisory is no \
                                 exception: no rule is broken, and it has no part in the verdict.";

/// File and line of a locus, by the names of the engagement.
#[derive(Clone, Debug)]
pub struct Places {
    engagement_file: String,
    house_file: String,
    /// File of each journal, with the sheet.
    journals: Vec<String>,
}

impl Places {
    /// By the journals of an engagement, and the name of its file.
    pub fn new(engagement: &Engagement, engagement_file: &str) -> Self {
        let of_house = EngagementLine { of_house: true, number: 0 };
        Self {
            engagement_file: engagement_file.to_owned(),
            house_file: engagement.file_of(of_house, engagement_file),
            journals: engagement.journals.iter().map(JournalEntry::file_and_sheet).collect(),
        }
    }

    /// Those of a workpaper.
    pub fn of(w: &Workpaper) -> Self {
        Self::new(&w.engagement, &w.engagement_file.file)
    }

    /// The journal's file; a number the engagement does not have is printed as such.
    pub fn journal(&self, journal: u16) -> Cow<'_, str> {
        let known = self.journals.get(usize::from(journal));
        known.map_or_else(|| format!("journal number {journal}").into(), Cow::from)
    }

    /// File name and line.
    pub fn file_and_line(&self, locus: Locus) -> (Cow<'_, str>, u32) {
        match locus {
            Locus::Engagement { line } => {
                let file = if line.of_house { &self.house_file } else { &self.engagement_file };
                (file.into(), line.number)
            }
            Locus::Journal { journal, line } => (self.journal(journal), line),
        }
    }

    /// The same as the value of a cell.
    pub fn line(&self, locus: Locus) -> Value {
        let (file, line) = self.file_and_line(locus);
        Value::Line { file: file.into_owned(), line }
    }

    /// `hands.csv:412`.
    pub fn place(&self, locus: Locus) -> String {
        let (file, line) = self.file_and_line(locus);
        format!("{file}:{line}")
    }
}

/// `Gaming day 2026-10-31, from 06:00 (America/Los_Angeles)`.
pub fn gaming_days(e: &Engagement) -> String {
    let days = match e.days.as_slice() {
        [] => "no gaming day".to_owned(),
        [one] => format!("gaming day {}", one.date),
        [first, .., last] => {
            format!("{} gaming days, {} to {}", e.days.len(), first.date, last.date)
        }
    };
    format!("{days}, starting at {} ({})", e.gaming_day_start, e.time_zone)
}

/// Where at the property: table, link and dealer, and on a line of its own round and seat, as far as the record says.
pub(crate) fn position(e: &Exception) -> String {
    let table = e.table.as_ref().map(ToString::to_string);
    let link = e.link.as_ref().map(ToString::to_string);
    let dealer = e.dealer.as_ref().map(|of| format!("dealer {of}"));
    let round = e.round.map(|of| format!("round {of}"));
    let seat = e.seat.map(|of| format!("seat {of}"));
    let lines = [[table, link, dealer], [round, seat, None]];
    let lines = lines.map(|line| line.into_iter().flatten().collect::<Vec<_>>().join(", "));
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// How many checks ran clean, found something, and did not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckCounts {
    /// Ran and found nothing, and left nothing open.
    pub clean: u64,
    /// Found something.
    pub found: u64,
    /// Did not run.
    pub not_run: u64,
    /// Ran and found nothing, but the law or the record leaves something undecided.
    pub undecided: u64,
}

/// How the checks of a workpaper came out.
pub fn check_counts(w: &Workpaper) -> CheckCounts {
    let mut counts = CheckCounts::default();
    for check in &w.checks {
        match check.outcome {
            Outcome::Ran { exceptions: 0, .. } if check.undecided > 0 => counts.undecided += 1,
            Outcome::Ran { exceptions: 0, .. } => counts.clean += 1,
            Outcome::Ran { .. } => counts.found += 1,
            Outcome::NotRun { .. } => counts.not_run += 1,
        }
    }
    counts
}

/// Reasons why checks did not run, each with its codes; in the order of the registry.
pub(crate) fn not_run_by_reason(w: &Workpaper) -> Vec<(&str, Vec<&str>)> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for check in &w.checks {
        if let Outcome::NotRun { reason } = &check.outcome {
            match groups.iter_mut().find(|(r, _)| r == reason) {
                Some((_, codes)) => codes.push(check.code),
                None => groups.push((reason, vec![check.code])),
            }
        }
    }
    groups
}

/// Paid too much and too little over all wagers that were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettledTotals {
    /// Wagers compared.
    pub wagers: u64,
    /// Wagers that no check tested.
    pub untested: u64,
    /// Staked, micro-dollars.
    pub staked_micros: i128,
    /// Owed, micro-dollars.
    pub owed_micros: i128,
    /// Paid, micro-dollars.
    pub paid_micros: i128,
    /// Wagers paid too much.
    pub overpaid: u64,
    /// By how much, micro-dollars.
    pub over_micros: i128,
    /// Wagers paid too little.
    pub underpaid: u64,
    /// By how much, micro-dollars.
    pub under_micros: i128,
}

impl SettledTotals {
    fn with(self, g: &VarianceGroup) -> Self {
        Self {
            wagers: self.wagers.saturating_add(g.wagers),
            untested: self.untested.saturating_add(g.untested),
            staked_micros: self.staked_micros + i128::from(g.staked_micros),
            owed_micros: self.owed_micros + i128::from(g.owed_micros),
            paid_micros: self.paid_micros + i128::from(g.paid_micros),
            overpaid: self.overpaid.saturating_add(g.overpaid),
            over_micros: self.over_micros + i128::from(g.over_micros),
            underpaid: self.underpaid.saturating_add(g.underpaid),
            under_micros: self.under_micros + i128::from(g.under_micros),
        }
    }
}

impl From<&VarianceGroup> for SettledTotals {
    fn from(group: &VarianceGroup) -> Self {
        Self::default().with(group)
    }
}

/// Totals along one dimension; `None` when nothing was compared.
pub fn settled_totals(w: &Workpaper, dimension: Dimension) -> Option<SettledTotals> {
    let groups = || w.variance.iter().filter(|g| g.dimension == dimension);
    let is_compared = groups().any(|g| g.wagers > 0);
    is_compared.then(|| groups().fold(SettledTotals::default(), SettledTotals::with))
}

/// Recorded minus expected at the end of a meter, in micro-dollars.
pub fn meter_difference(m: &MeterReconciliation) -> i128 {
    i128::from(m.recorded.micros()) - i128::from(m.expected.micros())
}

/// The verdict in two or three words.
pub const fn verdict_title(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NothingFound => "NO EXCEPTIONS FOUND",
        Verdict::Incomplete => "INCOMPLETE",
        Verdict::Exceptions => "EXCEPTIONS FOUND",
    }
}

/// The verdict as plain sentences. Not run is never called passed.
pub fn verdict_sentence(w: &Workpaper) -> String {
    let waived = waived_sentence(w).map_or_else(String::new, |said| format!(" {said}"));
    outcome_sentence(w) + &waived
}

fn outcome_sentence(w: &Workpaper) -> String {
    let counts = check_counts(w);
    let ran = counts.clean + counts.undecided + counts.found;
    let all = ran + counts.not_run;
    let idle = plural(counts.not_run, "check");
    let they = if counts.not_run == 1 { "it" } else { "they" };
    let not_run = match counts.not_run {
        0 => String::new(),
        _ => format!(" {idle} did not run; what {they} would have tested is not covered."),
    };
    match w.verdict {
        // Only a check with nothing to test in the record is not run here: no input was missing.
        Verdict::NothingFound => {
            let idle = match counts.not_run {
                0 => String::new(),
                _ => format!(" {idle} had nothing to test in this record."),
            };
            let all = if counts.not_run == 0 { "All " } else { "The " };
            format!("{all}{} that ran found no exception.{idle}", plural(ran, "check"))
        }
        Verdict::Incomplete if ran == 0 => {
            format!("No check ran.{not_run} This is not a pass.")
        }
        Verdict::Incomplete => format!(
            "The {} that ran found no exception.{not_run}{} This is not a pass.",
            plural(ran, "check"),
            match (w.gaps.len(), counts.undecided) {
                (0, 0) => "",
                (0, _) =>
                    " Some of what was tested could not be decided; the checks say what and why.",
                (1, _) => " The record has a gap.",
                _ => " The record has gaps.",
            }
        ),
        Verdict::Exceptions => {
            let found = if counts.found == 0 {
                format!("{} found.", was(w.exceptions_total, "exception"))
            } else {
                format!(
                    "{} found by {} of {}.",
                    was(w.exceptions_total, "exception"),
                    grouped(counts.found),
                    plural(all, "check")
                )
            };
            format!("{found}{not_run}")
        }
    }
}

fn was(number: u64, noun: &str) -> String {
    format!("{} {}", plural(number, noun), if number == 1 { "was" } else { "were" })
}

/// The verdict on one control, in words.
pub const fn control_verdict(verdict: ControlVerdict) -> &'static str {
    match verdict {
        ControlVerdict::NothingFound => "nothing found",
        ControlVerdict::Exceptions => "exceptions",
        ControlVerdict::PartlyTested => "partly tested",
        ControlVerdict::NotDecidable => "not decidable",
        ControlVerdict::InputMissing => "input missing",
        ControlVerdict::NothingToTest => "nothing to test",
        ControlVerdict::MetByInspection => "met by inspection",
        ControlVerdict::ByInspection => "by inspection",
        ControlVerdict::NotApplicable => "not applicable",
    }
}

/// Codes of checks in their order, runs of numbers as one: `PAY-001 to PAY-016, WGR-002`.
pub(crate) fn code_ranges<S: AsRef<str>>(codes: &[S]) -> String {
    let number = |code: &str| code.get(4..).and_then(|digits| digits.parse::<u16>().ok());
    let follows = |last: &str, next: &str| {
        let numbers = number(last).zip(number(next));
        last.get(..4) == next.get(..4) && numbers.is_some_and(|(a, b)| a + 1 == b)
    };
    let mut runs: Vec<(&str, &str, usize)> = Vec::new();
    for code in codes.iter().map(AsRef::as_ref) {
        match runs.last_mut() {
            Some((_, last, count)) if follows(last, code) => (*last, *count) = (code, *count + 1),
            _ => runs.push((code, code, 1)),
        }
    }
    let words = runs.iter().map(|(first, last, count)| match count {
        1 => (*first).to_owned(),
        2 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// How many controls of the rule packs were tested, and how many apply.
pub fn controls_tested(w: &Workpaper) -> (usize, usize) {
    let is_applied = |c: &&ControlResult| c.verdict != ControlVerdict::NotApplicable;
    let tested = w.controls.iter().filter(|c| c.verdict.is_tested()).count();
    (tested, w.controls.iter().filter(is_applied).count())
}

/// The same in a sentence, with what became of the others.
pub fn controls_sentence(w: &Workpaper) -> String {
    if w.controls.is_empty() {
        return "No rule pack was applied: nothing was judged by a law.".to_owned();
    }
    let (tested, apply) = controls_tested(w);
    let count = |verdict| w.controls.iter().filter(|c| c.verdict == verdict).count();
    let others = ControlVerdict::ALL.into_iter().filter(|verdict| {
        !verdict.is_tested() && *verdict != ControlVerdict::NotApplicable && count(*verdict) > 0
    });
    let name = |of| match of {
        ControlVerdict::ByInspection => "by inspection alone",
        of => control_verdict(of),
    };
    let others: Vec<String> = others.map(|of| format!("{}: {}", name(of), count(of))).collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(" ({})", others.join(", ")),
    };
    format!("{tested} of {apply} regulatory controls that apply were tested{others}.")
}

/// What the checklist of inspection asks after, beside what inspection alone answers, as a sentence.
pub(crate) fn inspection_sentence(w: &Workpaper) -> String {
    let of = |is_such: &dyn Fn(&ControlResult) -> bool| {
        let such = w.controls.iter().filter(|c| c.days > 0 && c.status != "automated");
        let such = such.filter(|c| is_such(c));
        such.map(|c| (&c.pack, &c.id)).collect::<BTreeSet<_>>().len()
    };
    let (all, none) = (of(&|_| true), of(&|c| c.checks.is_empty()));
    let lacking = of(&|c| {
        let inspected = [ControlVerdict::ByInspection, ControlVerdict::MetByInspection];
        !c.checks.is_empty() && inspected.contains(&c.verdict)
    });
    let lacking = match lacking {
        0 => String::new(),
        some => format!("; of {some} of these the audit has nothing for them to look at"),
    };
    // A control says in its note of which games alone it is; a day without them leaves it out, and the form of a pack cannot.
    let is_elsewhere = |c: &&ControlResult| c.days == 0 && c.note.starts_with("Only of ");
    let others = w.controls.iter().filter(is_elsewhere).filter(|c| c.status != "automated");
    let others = match others.map(|c| (&c.pack, &c.id)).collect::<BTreeSet<_>>().len() {
        0 => String::new(),
        some => format!("; it asks after {some} more, of games that are not dealt here"),
    };
    format!(
        "No log answers {all} controls alone, and feltproof regs checklist asks after them: {none} no check answers, \
         {} checks answer in part{lacking}{others}.",
        all - none
    )
}

/// How many exceptions fall under controls, as a sentence.
pub(crate) fn exceptions_under_controls(w: &Workpaper) -> String {
    let (all, none) = (w.exceptions_total, w.exceptions_of_no_control);
    let rows: u64 = w.controls.iter().map(|control| control.found).sum();
    let again = rows + none - all;
    let again = match again {
        0 => String::new(),
        again => format!(
            " Some fall under several controls, so that the controls have {} together, {} more.",
            grouped(rows),
            grouped(again)
        ),
    };
    format!(
        "Of {}, {} fall under these controls; {} fall under none (approved rules of play).{again}",
        plural(all, "exception"),
        grouped(all - none),
        grouped(none)
    )
}

/// What waivers cover, as a sentence; none where they cover nothing.
pub(crate) fn waived_sentence(w: &Workpaper) -> Option<String> {
    let covering = w.waivers.iter().filter(|waiver| waiver.waived > 0).count();
    (w.waived_total > 0).then(|| {
        format!(
            "{} covered by {}: listed, and no part of the verdict.",
            was(w.waived_total, "exception"),
            plural(covering as u64, "waiver")
        )
    })
}

/// Who signs, in sentences. A local identity proves the file, never the person.
pub fn signer_sentences(signer: Option<&Signer>) -> Vec<String> {
    let Some(signer) = signer else {
        let unsigned =
            "This report is not signed. Nothing shows whether it was changed after it was made.";
        return vec![unsigned.to_owned()];
    };
    let which = match (signer.created_now, signer.local) {
        (true, _) => Some("a local one was made for this run"),
        (false, true) => Some("the local one of this installation was used"),
        (false, false) => None,
    };
    let local = which.map(|which| {
        format!(
            "No signing identity was configured: {which}. It proves that the file is unchanged, \
             not who made it."
        )
    });
    local
        .into_iter()
        .chain([format!("Signed as {}.", feltproof_printable::visible(&signer.subject))])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common;

    #[test]
    fn the_verdict_is_plain_and_not_run_is_never_passed() {
        let mut w = common::sample();
        let sentence = verdict_sentence(&w);
        assert!(sentence.starts_with("72 exceptions were found by 3 of 18 checks. 3 checks did"));
        w.exceptions_total = 1;
        w.checks.retain(|c| !c.code.starts_with("STA") && c.code != "PAY-004");
        let sentence = verdict_sentence(&w);
        assert!(sentence.starts_with("1 exception was found by 2 of 15 checks. 1 check did not"));

        w.verdict = Verdict::Incomplete;
        w.checks.retain(|c| matches!(c.outcome, Outcome::NotRun { .. }));
        assert_eq!(
            verdict_sentence(&w),
            "No check ran. 1 check did not run; what it would have tested is not covered. \
             This is not a pass."
        );
        w.verdict = Verdict::NothingFound;
        w.checks = common::sample().checks;
        w.checks.retain(|c| matches!(c.outcome, Outcome::Ran { exceptions: 0, .. }));
        assert_eq!(verdict_sentence(&w), "All 12 checks that ran found no exception.");
    }

    #[test]
    fn totals_add_up_along_every_dimension() {
        let w = common::sample();
        let along_wagers = settled_totals(&w, Dimension::Wager);
        assert!(along_wagers.is_some_and(|t| t.over_micros == 2_400_000_000));
        for dimension in [Dimension::Table, Dimension::Dealer, Dimension::Seat] {
            assert_eq!(settled_totals(&w, dimension), along_wagers);
        }
    }
}
