//! What the record does not cover, which is no exception: silent days, tables, links, and cut off ends.

use crate::subject::Subject;
use feltproof_model::engagement::{JournalKind, Sequence, TwoPeople};
use feltproof_model::{LinkId, ManagerKind, TableId, Timestamp, Wager};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default)]
pub(crate) struct Coverage {
    /// Lowest and highest round number by table and gaming day.
    rounds: BTreeMap<(u16, u16), (u32, u32)>,
    /// The latest round number of each table before a gaming day, of a day that is not audited.
    before: BTreeMap<(u16, u16), u32>,
    links: BTreeMap<u16, CoveredLink>,
    /// The links of which an event stands before the audited days.
    opened_before: BTreeSet<u16>,
}

/// How the record of a link begins and ends: by its first and last event, and whether the link is open then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoveredLink {
    pub(crate) first: ManagerKind,
    pub(crate) last: ManagerKind,
    pub(crate) open: bool,
    /// Events of days that are not audited follow.
    pub(crate) goes_on: bool,
}

impl Coverage {
    pub(crate) fn round(&mut self, table: TableId, day: u16, number: u32) {
        let (first, last) = self.rounds.entry((table.0, day)).or_insert((number, number));
        (*first, *last) = (number.min(*first), number.max(*last));
    }

    /// Takes in a round that is of no audited day.
    pub(crate) fn aside(
        &mut self,
        subject: &Subject,
        table: TableId,
        number: u32,
        time: Timestamp,
    ) {
        let day = subject.nearest_day(time);
        if time < subject.day_start(day) {
            self.before.insert((table.0, day), number);
        }
    }

    pub(crate) fn link(&mut self, link: LinkId, kind: ManagerKind) {
        // Any event before tells where it begins, as a reading does.
        let is_opened = self.opened_before.contains(&link.0);
        let first = if is_opened { ManagerKind::Reading } else { kind };
        let first = CoveredLink { first, last: kind, open: false, goes_on: false };
        let covered = self.links.entry(link.0).or_insert(first);
        (covered.last, covered.goes_on) = (kind, false);
        covered.open = kind == ManagerKind::Open || covered.open && kind != ManagerKind::Close;
    }

    /// Takes in an event of a link on a day that is not audited.
    pub(crate) fn link_aside(&mut self, link: LinkId) {
        match self.links.get_mut(&link.0) {
            Some(covered) => covered.goes_on = true,
            None => {
                self.opened_before.insert(link.0);
            }
        }
    }

    pub(crate) fn of_link(&self, link: LinkId) -> Option<CoveredLink> {
        self.links.get(&link.0).copied()
    }

    pub(crate) fn gaps(&self, subject: &Subject) -> Vec<String> {
        let mut gaps = Vec::new();
        without_numbers(subject, &mut gaps);
        without_counters(subject, &mut gaps);
        without_counters(subject, &mut gaps);
        undeclared_shufflers(subject, &mut gaps);
        unposted_wagers(subject, &mut gaps);
        if subject.journal(JournalKind::Hands).is_some() {
            self.silent(subject, &mut gaps);
        }
        if subject.journal(JournalKind::Manager).is_some() {
            self.silent_links(subject, &mut gaps);
        }
        left_behind(subject, &mut gaps);
        gaps
    }

    fn silent(&self, subject: &Subject, gaps: &mut Vec<String>) {
        for (at, day) in (0_u16..).zip(&subject.engagement.days) {
            if !self.rounds.keys().any(|(_, d)| *d == at) {
                gaps.push(format!("Gaming day {} has no round on record.", day.date));
            }
        }
        for (at, table) in (0_u16..).zip(&subject.engagement.tables) {
            if !self.rounds.keys().any(|(t, _)| *t == at) {
                gaps.push(format!("Table {} has no round on record.", table.id));
            }
        }
        for ((table, day), (first, _)) in &self.rounds {
            // Numbers may run on from the day before.
            let before = day.checked_sub(1).and_then(|before| self.rounds.get(&(*table, before)));
            let before = before.map(|(_, last)| last).or(self.before.get(&(*table, *day)));
            let goes_on = before.is_some_and(|last| first.checked_sub(1) == Some(*last));
            if *first > 1 && !goes_on {
                gaps.push(format!(
                    "The record of table {} on gaming day {} begins with round {first}: what was \
                     dealt before it is not on record.",
                    subject.table(TableId(*table)).id,
                    subject.date(*day)
                ));
            }
        }
    }

    fn silent_links(&self, subject: &Subject, gaps: &mut Vec<String>) {
        for (at, link) in (0_u16..).zip(&subject.engagement.links) {
            // What follows the audited days tells where they leave the meter.
            if self.links.get(&at).is_some_and(|of| of.goes_on) {
                continue;
            }
            match self.links.get(&at).map(|of| (of.last, of.open)) {
                None => gaps.push(format!(
                    "Link {} has no event in the manager journal: its meter was not re-kept.",
                    link.id
                )),
                Some((_, true)) => gaps.push(format!(
                    "The record of link {} ends while the link is open: its closing is not on record.",
                    link.id
                )),
                Some((ManagerKind::Reading | ManagerKind::Close, _)) => {}
                Some((last, _)) => gaps.push(format!(
                    "The record of link {} ends with {} and not with a reading: nothing says what its \
                     meter stood at in the end.",
                    link.id,
                    last.name()
                )),
            }
        }
    }
}

/// Meters of the engagement before that no link of this one carries over.
fn left_behind(subject: &Subject, gaps: &mut Vec<String>) {
    for meter in subject.engagement.left_behind() {
        gaps.push(format!(
            "The meter of link {}, level {}, which the report of the engagement before leaves at {} with {} in \
             reserve, was not carried over: no [[link]] of this engagement has that `id` and `level`, so what became \
             of it was not tested.",
            meter.link, meter.level, meter.display, meter.reserve
        ));
    }
}

fn without_numbers(subject: &Subject, gaps: &mut Vec<String>) {
    let journals = subject.engagement.journals.iter();
    for journal in journals.filter(|journal| journal.sequence == Sequence::None) {
        gaps.push(format!(
            "The records of {} have no running numbers, as the engagement says: that none is missing, copied \
             or moved is not tested there, and what would show by a record's absence cannot be told.",
            journal.file_and_sheet()
        ));
    }
}

/// Two people who count the bank, whom no journal names.
fn without_counters(subject: &Subject, gaps: &mut Vec<String>) {
    if subject.engagement.two_people.contains(&TwoPeople::BankCount) {
        gaps.push(
            "The engagement demands two people for the count of the bank, and no journal names who counts: that there were two was \
             not tested; see the count sheets."
                .to_owned(),
        );
    }
}

/// Tables with Cover All whose shuffler is not declared, while that of another is.
fn undeclared_shufflers(subject: &Subject, gaps: &mut Vec<String>) {
    let covers = || subject.tables().filter(|(_, rules)| rules.offers(Wager::CoverAll));
    if covers().all(|(table, _)| table.shuffler.is_none()) {
        return;
    }
    for (table, _) in covers().filter(|(table, _)| table.shuffler.is_none()) {
        gaps.push(format!(
            "Table {} offers Cover All and the engagement does not declare its shuffler: the mode it is \
             set to was not tested.",
            table.id
        ));
    }
}

/// Wagers without posted limits while others have them. What goes in proportion to the Ante is bounded
/// by it, and the progressive wager is of one size.
fn unposted_wagers(subject: &Subject, gaps: &mut Vec<String>) {
    if subject.tables().all(|(table, _)| table.posted.is_empty()) {
        return;
    }
    for (table, rules) in subject.tables() {
        let is_free = |w: &Wager| *w == Wager::Ante || w.is_side_bet() && *w != Wager::Progressive;
        let is_posted = |w: &Wager| table.posted.iter().any(|limit| limit.wager == *w);
        let offered = Wager::ALL.into_iter().filter(|w| is_free(w) && rules.offers(*w));
        let unposted: Vec<_> = offered.filter(|w| !is_posted(w)).map(Wager::title).collect();
        if !unposted.is_empty() {
            gaps.push(format!(
                "The engagement has no posted limits of table {} for {}: whether what was wagered there was \
                 within them was not tested.",
                table.id,
                unposted.join(", ")
            ));
        }
    }
}
