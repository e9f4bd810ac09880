//! The numbers of the documents that adjustments and awards name: what is missing in a series of them,
//! and what stands there for two matters.

use crate::hole::{Hole, Why};
use crate::holes::Holes;
use crate::meter::LinkMeters;
use feltproof_model::ManagerEvent;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeMap;

/// A use of a number of a series of documents.
#[derive(Clone)]
pub struct DocumentUse<'a> {
    /// The adjustment or award.
    pub event: &'a ManagerEvent,
    /// The document's number, as it is written there.
    pub number: &'a str,
    /// The first and the last number that are missing before this one, where it is the first use of it.
    pub missing: Option<(String, String)>,
    /// Numbers are missing in several places of the series: others may use the same book.
    pub is_shared: bool,
    /// Where a use of those may be missing.
    pub hole: Option<Hole>,
    /// The line of another use, for another matter.
    pub other: Option<u32>,
    /// The series is one of logs, each of which is of many matters.
    pub is_log: bool,
}

/// One number of a series with its uses, in the order of the record.
type Numbers<'a> = BTreeMap<u64, Vec<(&'a ManagerEvent, &'a str)>>;

/// Every use of a number of a series; hears of them by series and number. Series go through all links.
pub(crate) fn documents(
    links: &[LinkMeters],
    holes: &Holes,
    mut hear: impl FnMut(&DocumentUse<'_>),
) {
    let mut all = BTreeMap::<&str, Numbers<'_>>::new();
    let mut blank: Vec<u32> = Vec::new();
    let documented = links.iter().flat_map(|link| &link.documented);
    for event in documented.map(|documented| &documented.event) {
        match numbered(&event.document) {
            Some((text, prefix, number)) => {
                all.entry(prefix).or_default().entry(number).or_default().push((event, text));
            }
            None if event.document.trim().is_empty() => blank.push(event.line),
            None => {}
        }
    }
    for numbers in all.values_mut().filter(|numbers| is_series(numbers) && !is_of_dates(numbers)) {
        let mut before: Option<(u64, u32)> = None;
        numbers.values_mut().for_each(|uses| uses.sort_by_key(|(event, _)| event.line));
        let is_log = is_of_logs(numbers);
        let all: Vec<u64> = numbers.keys().copied().collect();
        let is_shared = all.windows(2).filter(|two| two[0] + 1 < two[1]).count() > 1;
        for (number, uses) in numbers {
            for (at, (event, text)) in uses.iter().enumerate() {
                let (number, text) = (*number, *text);
                let gap = before.filter(|(last, _)| at == 0 && last + 1 < number);
                let missing = gap.map(|(last, _)| (like(text, last + 1), like(text, number - 1)));
                let hole = gap.and_then(|(_, line)| between(holes, &blank, line, event.line));
                let other = other_matter(uses, at).map(|other| other.line);
                let number = text;
                hear(&DocumentUse { event, number, missing, is_shared, hole, other, is_log });
            }
            before = uses.first().map(|(event, _)| (*number, event.line));
        }
    }
}

/// `JP-0007, statement of ...` is `JP-0007`, `JP-` and 7.
fn numbered(document: &str) -> Option<(&str, &str, u64)> {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(');
    let text = document.trim().split(ends).next()?;
    let prefix = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let number =
        text.get(prefix.len()..)?.parse().ok().filter(|number| *number < u64::from(u32::MAX))?;
    Some((text, prefix, number))
}

/// Another number, written as this one is.
fn like(text: &str, number: u64) -> String {
    let prefix = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let width = text.len() - prefix.len();
    format!("{prefix}{number:0width$}")
}

/// True where three numbers follow one another, and at most half as many are missing as are there:
/// others may be of a book that serves other matters, too.
fn is_series(numbers: &Numbers<'_>) -> bool {
    let all: Vec<u64> = numbers.keys().copied().collect();
    let (Some(first), Some(last)) = (all.first(), all.last()) else { return false };
    let present = all.len() as u64;
    let missing = last - first + 1 - present;
    all.windows(3).any(|three| three[0] + 2 == three[2]) && missing * 2 <= present
}

/// The first use of a number before the one at a place that is of another matter.
fn other_matter<'a>(uses: &[(&'a ManagerEvent, &str)], at: usize) -> Option<&'a ManagerEvent> {
    let (event, _) = uses.get(at)?;
    uses[..at].iter().map(|(other, _)| *other).find(|other| are_two_matters(other, event))
}

/// True where a number is of three matters or more, or several are of more than one: such a log is
/// kept of many matters, of a shift or a night.
fn is_of_logs(numbers: &Numbers<'_>) -> bool {
    let more = |uses: &Vec<(&ManagerEvent, &str)>| {
        (0..uses.len()).filter(|at| other_matter(uses, *at).is_some()).count()
    };
    let of_several = numbers.values().filter(|uses| more(uses) > 0).count();
    of_several > 1 || numbers.values().any(|uses| more(uses) > 1)
}

/// True where what is numbered are days: `2026-10-12` or `20261012`.
fn is_of_dates(numbers: &Numbers<'_>) -> bool {
    let is_date = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let part =
            |from: usize, to: usize| digits.get(from..to).and_then(|d| d.parse::<u32>().ok());
        let (year, month, day) = (part(0, 4), part(4, 6), part(6, 8));
        digits.len() == 8
            && year.is_some_and(|year| (1990..2100).contains(&year))
            && month.is_some_and(|month| (1..=12).contains(&month))
            && day.is_some_and(|day| (1..=31).contains(&day))
    };
    numbers.values().flatten().all(|(_, text)| is_date(text))
}

/// True for records that change the same account of one link for different rounds, or without one.
fn are_two_matters(one: &ManagerEvent, other: &ManagerEvent) -> bool {
    let round = |e: &ManagerEvent| e.table.zip(e.round);
    let differ = match (round(one), round(other)) {
        (Some(one), Some(other)) => one != other,
        (None, None) => true,
        _ => false,
    };
    one.link == other.link && one.kind == other.kind && differ
}

/// Where a record with a missing number may stand, between the lines of the numbers beside it.
fn between(holes: &Holes, blank: &[u32], one: u32, other: u32) -> Option<Hole> {
    let undocumented = || {
        let lines = one.min(other)..=one.max(other);
        let line = *blank.iter().find(|line| lines.contains(*line))?;
        Some(Hole::at(JournalKind::Manager, Why::Undocumented, line))
    };
    holes.between(one, other).or_else(undocumented)
}
