//! The numbers of the documents that adjustments and awards name: what is missing in a series of them,
//! and what stands there for two matters, in a series or by itself.

use crate::hole::{Hole, Why};
use crate::holes::Holes;
use crate::meter::LinkMeters;
use feltproof_model::ManagerEvent;
use feltproof_model::engagement::JournalKind;
use std::collections::BTreeMap;

/// A use of a number of a series of documents, or of a document by itself that changes made by hand name again.
#[derive(Clone)]
pub struct DocumentUse<'a> {
    /// The adjustment or award.
    pub event: &'a ManagerEvent,
    /// The document's number, as it is written there.
    pub number: &'a str,
    /// It is of a series; the document by itself may be a log.
    pub is_of_series: bool,
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

/// Every use of a number of a series; hears of them by series and number. Series go through all links. Then every
/// change by hand that names a document of no series, by document.
pub(crate) fn documents(
    links: &[LinkMeters],
    holes: &Holes,
    mut hear: impl FnMut(&DocumentUse<'_>),
) {
    let mut all = BTreeMap::<&str, Numbers<'_>>::new();
    let mut blank: Vec<u32> = Vec::new();
    let mut alone = BTreeMap::<&str, Vec<(&ManagerEvent, &str)>>::new();
    let documented = links.iter().flat_map(|link| &link.documented);
    for event in documented.map(|documented| &documented.event) {
        match numbered(&event.document) {
            Some((text, prefix, number)) => {
                all.entry(prefix).or_default().entry(number).or_default().push((event, text));
            }
            None if event.document.trim().is_empty() => blank.push(event.line),
            None => {
                alone.entry(event.document.trim()).or_default().push((event, event.document.trim()))
            }
        }
    }
    let is_numbered = |numbers: &Numbers<'_>| is_series(numbers) && !is_of_dates(numbers);
    for uses in all.values().filter(|numbers| !is_numbered(numbers)).flat_map(|of| of.values()) {
        uses.iter().for_each(|(event, text)| alone.entry(text).or_default().push((event, text)));
    }
    by_themselves(alone, &mut hear);
    for numbers in all.values_mut().filter(|numbers| is_numbered(numbers)) {
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
                hear(&DocumentUse {
                    event,
                    number: text,
                    is_of_series: true,
                    missing,
                    is_shared,
                    hole,
                    other,
                    is_log,
                });
            }
            before = uses.first().map(|(event, _)| (*number, event.line));
        }
    }
}

/// The changes by hand that name documents of no series. What is put back for a round is no such change: a log of
/// void rounds is one document for many.
fn by_themselves<'a>(
    alone: BTreeMap<&str, Vec<(&'a ManagerEvent, &'a str)>>,
    hear: &mut impl FnMut(&DocumentUse<'_>),
) {
    for (number, mut uses) in alone {
        uses.retain(|(event, _)| is_by_hand(event));
        uses.sort_by_key(|(event, _)| event.line);
        for (at, (event, _)) in uses.iter().enumerate() {
            let other = other_matter(&uses, at).map(|other| other.line);
            hear(&DocumentUse {
                event,
                number,
                is_of_series: false,
                missing: None,
                is_shared: false,
                hole: None,
                other,
                is_log: false,
            });
        }
    }
}

fn is_by_hand(event: &ManagerEvent) -> bool {
    event.kind.is_adjustment() && !matches!(event.reason.as_str(), "back_out" | "void_round")
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

/// True where a number is of three rounds or more, or several are of more than one matter: such a log is
/// kept of many matters, of a shift or a night. What is changed by hand for no round is in no such log.
fn is_of_logs(numbers: &Numbers<'_>) -> bool {
    let more = |uses: &Vec<(&ManagerEvent, &str)>| {
        let names_round = |at: &usize| uses[*at].0.round.is_some() || !is_by_hand(uses[*at].0);
        let all = (0..uses.len()).filter(|at| other_matter(uses, *at).is_some());
        all.filter(names_round).count()
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
