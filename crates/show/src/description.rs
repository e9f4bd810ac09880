//! One line described: the exceptions there, why its record was set aside, what it belongs to.

use crate::event_text::{Clock, list};
use crate::found::{Beside, Found, WholeRound};
use crate::round_text::round;
use crate::search::Near;
use crate::section::Section;
use feltproof_checks::{RoundCase, by_code};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, Locus, Problem, TableId};
use feltproof_record::settled_round;
use std::collections::BTreeSet;

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
        let key = near.and_then(|near| near.round);
        let round = self.round_of(place, key);
        let key_of = |of: &WholeRound| (TableId(of.round.table), of.round.round, of.round.day);
        let key = round.map(key_of).or(key);
        let records = key.and_then(|key| self.beside.get(&key));
        let problem = self.problem_at(place);
        let mut others = BTreeSet::new();
        if let Some(round) = round {
            others.extend(round.lines(&self.scope));
        } else if let Some(near) = near {
            let at = |line| self.scope.locus(JournalKind::Manager, line);
            others.extend(near.meter.iter().map(|e| at(e.line)));
        }
        if let Some(records) = records {
            others.extend(
                records.manager.iter().map(|e| self.scope.locus(JournalKind::Manager, e.line)),
            );
            others.extend(
                records.shuffler.iter().map(|e| self.scope.locus(JournalKind::Shuffler, e.line)),
            );
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
        text.extend(self.here.iter().map(|e| self.exception(e)));
        if let Some(problem) = self.problem {
            text.push_str(&format!(
                "\nThe record could not be understood and was set aside: {}\n",
                problem.reason
            ));
        }
        text.push('\n');
        text.push_str(&self.around());
        if !self.beside.is_empty() {
            text.push_str("\nExceptions at the other lines\n");
            text.extend(self.beside.iter().map(|e| self.exception(e)));
        }
        text
    }

    /// One exception: code, place, both values, the difference and whom it favours, the calculation.
    fn exception(&self, e: &Exception) -> String {
        let title = by_code(e.code).map_or("", |check| check.title);
        let place = if e.locus == self.place {
            String::new()
        } else {
            let journals = &self.found.scope.engagement.journals;
            match e.locus {
                // Only lines of the section are described with the place.
                Locus::Engagement { line } => format!(", line {}", line.number),
                Locus::Journal { journal, line } => {
                    format!(", {} line {line}", journals[usize::from(journal)].file_and_sheet())
                }
            }
        };
        let seat = e.seat.map_or_else(String::new, |seat| format!(", seat {seat}"));
        let difference = match (e.difference, e.favours) {
            (Some(amount), Some(party)) => {
                // The party says which way it goes.
                let amount = amount.to_string();
                format!("; {} in favour of the {}", amount.trim_start_matches('-'), party.name())
            }
            (Some(amount), None) => format!("; a difference of {amount}"),
            (None, Some(party)) => format!("; in favour of the {}", party.name()),
            (None, None) => String::new(),
        };
        let (code, expected, recorded) = (e.code, &e.expected, &e.recorded);
        format!(
            "  {code} {title}{place}{seat}\n    expected {expected}, recorded {recorded}{difference}\n    {}\n",
            e.explanation
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
            return round(&RoundCase { scope, of: &settled }, self.records, at);
        }
        if let Some(section) = self.near.and_then(|near| near.section.as_ref()) {
            return self.section(section);
        }
        let clock = Clock::of(&scope.subject);
        let (meter, shuffler) = (
            self.near.map_or(&[][..], |near| &near.meter),
            self.records.map_or(&[][..], |records| &records.shuffler),
        );
        if !meter.is_empty() {
            let events = list("The meter events around it", meter, |e| clock.manager(e));
            return format!("This line belongs to no round on record.\n{events}");
        }
        if !shuffler.is_empty() {
            let events = list("Shuffler", shuffler, |e| clock.shuffler(e));
            return format!("Its round is not on record: it was never dealt.\n{events}");
        }
        let header = matches!(self.place, Locus::Journal { line: 1, .. });
        let is_record = self.near.is_some_and(|near| near.is_record);
        match (is_record, header) {
            (true, _) => "This record belongs to no round.\n".to_owned(),
            (false, true) => "This line is the header of its journal.\n".to_owned(),
            (false, false) if self.problem.is_some() => {
                "It belongs to no round: the rounds beside it are judged as ones of which a record may be \
                 missing.\n"
                    .to_owned()
            }
            (false, false) => "No record begins at this line.\n".to_owned(),
        }
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
