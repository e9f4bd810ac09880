//! One line described: the exceptions there, why its record was set aside, what it belongs to.

use crate::event_text::{Clock, list};
use crate::found::{Beside, Found, WholeRound};
use crate::records::Of;
use crate::round_text::round;
use crate::search::Near;
use crate::section::Section;
use feltproof_checks::{RoundCase, by_code};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, Locus, ManagerEvent, Problem, ShufflerEvent, TableId};
use feltproof_printable::visible;
use feltproof_record::settled_round;
use std::collections::BTreeSet;

/// Exceptions shown at a line, and beside it.
const EXCEPTIONS_MAX: usize = 40;

/// What an audit says of one line.
pub struct Description<'a> {
    found: &'a Found,
    place: Locus,
    near: Option<&'a Near>,
    round: Option<&'a WholeRound>,
    records: Option<&'a Beside>,
    /// The exceptions at the line, in the order of the checks.
    pub here: &'a [Exception],
    /// The exceptions at the other lines described with it, by line.
    pub beside: Vec<&'a Exception>,
    /// Why the record that the line stands in was set aside.
    pub problem: Option<&'a Problem>,
}

impl Found {
    /// What was found at a line, and what it belongs to. Only the lines that the search was for are known.
    pub fn describe(&self, place: Locus) -> Description<'_> {
        let near = self.search.near.get(&place);
        let key = near.and_then(|near| near.of.round());
        let round = self.round_of(place, key);
        let key_of = |of: &WholeRound| (TableId(of.round.table), of.round.round, of.round.day);
        let key = round.map(key_of).or(key);
        let records = key.and_then(|key| self.beside.get(&key));
        let problem = self.problem_at(place);
        let manager = |e: &ManagerEvent| self.scope.locus(JournalKind::Manager, e.line);
        let mut others = BTreeSet::new();
        if let Some(round) = round {
            others.extend(round.lines(&self.scope));
        } else if let Some(near) = near {
            others.extend(near.meter.iter().map(manager));
        }
        if let Some(records) = records {
            let shuffler = |e: &ShufflerEvent| self.scope.locus(JournalKind::Shuffler, e.line);
            others.extend(records.manager.iter().map(manager));
            others.extend(records.shuffler.iter().map(shuffler));
        }
        let section = near.and_then(|near| near.section.as_ref()).into_iter();
        others.extend(section.flat_map(Section::numbers).map(|line| Locus::Engagement { line }));
        others.extend(problem.map(|p| Locus::Journal { journal: p.journal, line: p.line }));
        others.remove(&place);
        let beside = others.into_iter().flat_map(|line| self.exceptions_at(line)).collect();
        let here = self.exceptions_at(place);
        Description { found: self, place, near, round, records, here, beside, problem }
    }
}

impl Description<'_> {
    /// In words, several lines of text.
    pub fn text(&self) -> String {
        let mut text = String::from("Exceptions at this line\n");
        if self.here.is_empty() {
            text.push_str("  none\n");
        }
        text.push_str(&self.exceptions(self.here.iter()));
        if let Some(problem) = self.problem {
            text.push_str(&format!(
                "\nThe record could not be understood and was set aside: {}\n",
                visible(&problem.reason)
            ));
        }
        text.push('\n');
        text.push_str(&self.around());
        if !self.beside.is_empty() {
            text.push_str("\nExceptions at the other lines\n");
            text.push_str(&self.exceptions(self.beside.iter().copied()));
        }
        text
    }

    /// The first of these exceptions, and how many more there are.
    fn exceptions<'e>(&self, all: impl ExactSizeIterator<Item = &'e Exception>) -> String {
        let more = all.len().checked_sub(EXCEPTIONS_MAX).filter(|more| *more > 0);
        let mut text: String = all.take(EXCEPTIONS_MAX).map(|e| self.exception(e)).collect();
        text.extend(more.map(|more| format!("  and {more} more\n")));
        text
    }

    /// One exception: code, place, both values, the difference and whom it favours, the calculation.
    fn exception(&self, e: &Exception) -> String {
        let title = by_code(e.code).map_or("", |check| check.title);
        let journals = &self.found.scope.engagement.journals;
        let place = match e.locus {
            own if own == self.place => String::new(),
            // Only lines of the section are described with the place.
            Locus::Engagement { line } => format!(", line {}", line.number),
            Locus::Journal { journal, line } => {
                format!(", {} line {line}", journals[usize::from(journal)].file_and_sheet())
            }
        };
        let seat = e.seat.map_or_else(String::new, |seat| format!(", seat {seat}"));
        let party = e.favours.map(|party| format!("in favour of the {}", party.name()));
        let difference = match (e.difference.map(|amount| amount.to_string()), party) {
            // The party says which way it goes.
            (Some(amount), Some(party)) => format!("; {} {party}", amount.trim_start_matches('-')),
            (Some(amount), None) => format!("; a difference of {amount}"),
            (None, Some(party)) => format!("; {party}"),
            (None, None) => String::new(),
        };
        let [expected, recorded, why] =
            [&e.expected, &e.recorded, &e.explanation].map(|of| visible(of));
        format!(
            "  {} {title}{place}{seat}\n    expected {expected}, recorded {recorded}{difference}\n    {why}\n",
            e.code
        )
    }

    /// What the line belongs to.
    fn around(&self) -> String {
        let found = self.found;
        let scope = &*found.scope;
        if let Some(of) = self.round {
            let mut hands = Vec::new();
            let settled = settled_round(&scope.subject, &of.round, &of.rows, &mut hands);
            let at = |line| found.exceptions_at(scope.locus(JournalKind::Hands, line));
            return round(&RoundCase { scope, of: &settled }, self.place, self.records, at);
        }
        if let Some(section) = self.near.and_then(|near| near.section.as_ref()) {
            return self.section(section);
        }
        let clock = Clock::of(&scope.subject);
        if self.here.is_empty()
            && self.near.is_some_and(|near| matches!(near.of, Of::AnotherDay(_)))
        {
            return "This record is of a day that is not audited: it was set aside before anything was judged. To have it \
                    explained, name its gaming day in `gaming_days`.\n"
                .to_owned();
        }
        if let Some(near) = self.near.filter(|near| !near.meter.is_empty()) {
            let events =
                list("The meter events around it", &near.meter, |_| false, |e| clock.manager(e));
            return format!("This line belongs to no round on record.\n{events}");
        }
        if let Some(records) = self.records.filter(|records| !records.shuffler.is_empty()) {
            let events = list("Shuffler", &records.shuffler, |_| false, |e| clock.shuffler(e));
            return format!("Its round is not on record: it was never dealt.\n{events}");
        }
        let why = if self.near.is_some_and(|near| near.is_record) {
            "This record belongs to no round."
        } else if matches!(self.place, Locus::Journal { line: 1, .. }) {
            "This line is the header of its journal."
        } else if self.problem.is_some() {
            "It belongs to no round: the rounds beside it are judged as ones of which a record may be missing."
        } else {
            "No record begins at this line."
        };
        format!("{why}\n")
    }

    /// The section of the engagement file, the line itself marked.
    fn section(&self, section: &Section) -> String {
        let file = if section.first.of_house { "house" } else { "engagement" };
        let mut text = format!("The section of the {file} file that it belongs to\n");
        for (number, line) in section.numbers().zip(&section.lines) {
            let is_place = self.place == Locus::Engagement { line: number };
            let mark = if is_place { '>' } else { ' ' };
            text.push_str(format!("{mark} line {:<7} {line}", number.number).trim_end());
            text.push('\n');
        }
        text
    }
}
