//! What is audited, known before the first record is read: tables, rules, links, journals, columns.

use crate::cuts::{Cuts, DaysAlike, days_alike};
use crate::parts::Parts;
use crate::period::Periods;
use crate::resolve::{moments, rules_by_link, rules_of_table, stated_figures, undefined_systems};
use feltproof_engine::{
    Banked, Game, Procedure, RoundSettlement, SettledHand, System, TableRules, settle,
};
use feltproof_intake::{Block, Columns};
use feltproof_model::engagement::{CalendarDay, GamingDay, JournalEntry, JournalKind, Link, Table};
use feltproof_model::{
    Date, Engagement, HandRow, LinkId, Locus, TableId, Timestamp, Wager, WagerSet,
};
use std::sync::Arc;

/// What is audited, as the engagement declares it and the journals' headers show it.
pub struct Subject {
    /// The engagement.
    pub engagement: Engagement,
    /// Rules of each table, in the order of the engagement's tables.
    pub rules: Vec<TableRules>,
    /// Of each table the further meters that it feeds, with its rules by the paytable of each.
    further: Vec<Vec<(LinkId, TableRules)>>,
    /// Of each table its rules from the moments on at which a meter that it feeds goes on by another paytable.
    dated: Vec<Vec<Dated>>,
    /// Of each table the days on which its posted aggregate limits cut differently; empty where all cut always.
    cuts: Vec<Vec<DaysAlike>>,
    /// Definitions of the games that the tables deal.
    pub games: Vec<Game>,
    /// Known progressive systems.
    pub systems: Vec<System>,
    /// Columns of the hands journal, if there is one.
    pub hands_columns: Option<Columns>,
    /// How rounds are settled: the engine. Public so that a test can plant a bug and see a right day fail.
    pub settle: SettleFn,
    /// Of each table the wagers that it does not offer though the journal has what they returned.
    strange: Vec<WagerSet>,
    pub(crate) parts: Arc<Parts>,
    /// The periods of round numbers, audited or not.
    pub(crate) periods: Periods,
}

/// The rules of a table from a moment on.
struct Dated {
    from: Timestamp,
    rules: TableRules,
    further: Vec<(LinkId, TableRules)>,
    cuts: Vec<DaysAlike>,
}

/// A settling function with the engine's contract.
pub type SettleFn = fn(&TableRules, &[HandRow], &mut Vec<SettledHand>) -> RoundSettlement;

/// Why an audit cannot start: what the engagement names and nothing defines, a sentence each with its line.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct SubjectError(pub Vec<String>);

impl Subject {
    /// Resolves the engagement against games and systems. `file` names the engagement file in messages.
    ///
    /// # Errors
    /// Every table, ruling, link or stated figure that names something that does not exist.
    pub fn new(
        engagement: Engagement,
        file: &str,
        games: &[Game],
        systems: Vec<System>,
        hands_columns: Option<Columns>,
    ) -> Result<Self, SubjectError> {
        let mut errors = Vec::new();
        let (mut rules, mut further) = (Vec::new(), Vec::new());
        let mut dated = Vec::new();
        for table in &engagement.tables {
            match rules_of_table(&engagement, table, None, games, hands_columns.as_ref()) {
                Ok((own, others)) => {
                    rules.push(own);
                    further.push(others);
                }
                Err(e) => {
                    let place = engagement.place_of(table.line, file);
                    errors.push(format!("{place}: table {}: {e}", table.id));
                }
            }
            let mut later = Vec::new();
            for from in moments(&engagement, table) {
                let columns = hands_columns.as_ref();
                match rules_of_table(&engagement, table, Some(from), games, columns) {
                    Ok((rules, further)) => {
                        later.push(Dated { from, rules, further, cuts: Vec::new() });
                    }
                    Err(e) => {
                        let place = engagement.place_of(table.line, file);
                        let what = "by its approvals and those of its links";
                        errors.push(format!("{place}: table {}, {what}: {e}", table.id));
                    }
                }
            }
            dated.push(later);
        }
        undefined_systems(&engagement, file, &systems, &mut errors);
        stated_figures(&engagement, file, games, &mut errors);
        if !errors.is_empty() {
            return Err(SubjectError(errors));
        }
        let dealt = |game: &&Game| engagement.tables.iter().any(|t| t.game == game.id);
        let games = games.iter().filter(dealt).cloned().collect();
        let returned = hands_columns.as_ref().map_or([false; Wager::COUNT], |c| c.returned);
        let strange = rules.iter().map(|r| {
            let is_strange = |w: &Wager| {
                returned[*w as usize] && !r.offers(*w) && !matches!(w, Wager::Envy | Wager::Bank)
            };
            Wager::ALL.into_iter().filter(is_strange).fold(WagerSet::EMPTY, WagerSet::with)
        });
        let strange = strange.collect();
        let parts = Arc::new(Parts::new(&engagement));
        let cuts = rules.iter().map(|_| Vec::new()).collect();
        let periods = Periods::new(&engagement.days, &engagement.numbers_begin_again);
        Ok(Self {
            engagement,
            rules,
            cuts,
            periods,
            further,
            dated,
            games,
            systems,
            hands_columns,
            settle,
            strange,
            parts,
        })
    }

    /// Takes in which posted aggregate limits cut nothing, or may: `cuts` says it of a table and a calendar day.
    pub fn decide_cuts(&mut self, cuts: impl Fn(&Table, &TableRules, Date) -> Cuts) {
        let of_table = |(table, rules): (&Table, &TableRules)| {
            let days = self.engagement.calendar().filter(|_| rules.has_aggregate());
            days_alike(rules, days.map(|date| cuts(table, rules, date)))
        };
        let all = self.tables().map(of_table).collect();
        let later = self.engagement.tables.iter().zip(&self.dated);
        let later = later.map(|(table, dated)| {
            dated.iter().map(|dated| of_table((table, &dated.rules))).collect::<Vec<_>>()
        });
        let later: Vec<Vec<Vec<DaysAlike>>> = later.collect();
        self.cuts = all;
        for (dated, cuts) in self.dated.iter_mut().flatten().zip(later.into_iter().flatten()) {
            dated.cuts = cuts;
        }
    }

    /// The rules of a table at a moment, where they are others than as the record begins.
    fn dated(&self, table: TableId, time: Timestamp) -> Option<&Dated> {
        let dated = &self.dated[usize::from(table.0)];
        let after = dated.partition_point(|of| of.from <= time);
        dated.get(after.checked_sub(1)?)
    }

    /// The days that are like a calendar day at a table, for wagers of a moment; `None` where every posted
    /// aggregate limit cuts always.
    pub(crate) fn days_alike(
        &self,
        table: TableId,
        day: CalendarDay,
        time: Timestamp,
    ) -> Option<&DaysAlike> {
        let cuts = self.dated(table, time).map(|dated| &dated.cuts);
        let cuts = cuts.unwrap_or_else(|| &self.cuts[usize::from(table.0)]);
        let after = cuts.partition_point(|days| days.first <= day.place());
        cuts.get(after.checked_sub(1)?)
    }

    /// Whether the cards are tested for randomness: on request, or where the journal of a shuffler is kept.
    pub fn tests_randomness(&self) -> bool {
        self.engagement.randomness.is_some() || self.journal(JournalKind::Shuffler).is_some()
    }

    /// True when the cards of a journal of this kind stand in the order they were dealt.
    pub fn cards_in_order(&self, kind: JournalKind) -> bool {
        self.journal(kind).is_some_and(|journal| journal.cards_in_dealt_order)
    }

    /// The game that a table deals; every table's was found when the scope was made.
    pub fn game(&self, table: &Table) -> Option<&Game> {
        self.games.iter().find(|g| g.id == table.game)
    }

    /// The procedure of the progressive system that a table feeds; none without a link.
    pub fn procedure(&self, table: TableId) -> Option<&Procedure> {
        self.procedure_of(self.link(self.table(table).link()?))
    }

    /// The procedure of the progressive system of a link.
    pub fn procedure_of(&self, link: &Link) -> Option<&Procedure> {
        self.systems.iter().find(|s| s.id == link.system).map(|system| &system.procedure)
    }

    /// Tables with their rules, in the order of the engagement.
    pub fn tables(&self) -> impl Iterator<Item = (&Table, &TableRules)> {
        self.engagement.tables.iter().zip(&self.rules)
    }

    /// True when the hands journal has the stake column of a wager.
    #[inline]
    pub fn has_stake(&self, wager: Wager) -> bool {
        self.hands_columns.as_ref().is_some_and(|c| c.stake[wager as usize])
    }

    /// True when the hands journal has the returned column of a wager.
    #[inline]
    pub fn has_returned(&self, wager: Wager) -> bool {
        self.hands_columns.as_ref().is_some_and(|c| c.returned[wager as usize])
    }

    /// Where a player keeps the bank, which covers all wagers in turn: the first wager whose stakes the journal lacks.
    pub fn lacking_beside_bank(&self, table: TableId) -> Option<Wager> {
        let rules = self.rules(table);
        let is_covered = |w: &Wager| rules.offers(*w) && *w != Wager::Envy && !self.has_stake(*w);
        let wagers = (rules.banked() == Banked::Player).then_some(Wager::ALL);
        wagers.into_iter().flatten().find(is_covered)
    }

    /// The wagers that a table does not offer though the hands journal has what they returned. Envy is
    /// apart: it is compared at every table.
    #[inline]
    pub fn paid_but_not_offered(&self, table: TableId) -> WagerSet {
        self.strange[usize::from(table.0)]
    }

    /// True when the automatic bonus stands in the returned column of the Ante, since it has none of its own.
    #[inline]
    pub fn bonus_stands_with_ante(&self, rules: &TableRules) -> bool {
        rules.family().has_ante_bonus() && !self.has_returned(Wager::AnteBonus)
    }

    /// The rules of a table.
    #[inline]
    pub fn rules(&self, table: TableId) -> &TableRules {
        &self.rules[usize::from(table.0)]
    }

    /// The rules of a table for wagers of a moment.
    #[inline]
    pub fn rules_at(&self, table: TableId, time: Timestamp) -> &TableRules {
        self.dated(table, time).map_or_else(|| self.rules(table), |dated| &dated.rules)
    }

    /// The further meters that a table feeds, with its rules by the paytable of each, for wagers of a moment.
    #[inline]
    pub(crate) fn further(&self, table: TableId, time: Timestamp) -> &[(LinkId, TableRules)] {
        let further = self.dated(table, time).map(|dated| &dated.further);
        further.unwrap_or_else(|| &self.further[usize::from(table.0)])
    }

    /// Every meter that a table feeds, the first one first, with its rules by the paytable of each, for wagers of a
    /// moment.
    pub fn meters_at(
        &self,
        table: TableId,
        time: Timestamp,
    ) -> impl Iterator<Item = (LinkId, &TableRules)> {
        let first = self.table(table).link().map(|link| (link, self.rules_at(table, time)));
        let further = self.further(table, time).iter().map(|(link, rules)| (*link, rules));
        first.into_iter().chain(further)
    }

    /// The same by the paytable of one meter; by its first one's where it does not feed that meter.
    pub fn rules_of_at(&self, table: TableId, link: LinkId, time: Timestamp) -> &TableRules {
        let mut own = self.meters_at(table, time).filter(|(of, _)| *of == link);
        own.next().map_or_else(|| self.rules_at(table, time), |(_, rules)| rules)
    }

    /// Every meter that a table feeds, the first one first, with its rules by the paytable of each.
    pub fn meters_of(&self, table: TableId) -> impl Iterator<Item = (LinkId, &TableRules)> {
        let first = self.table(table).link().map(|link| (link, self.rules(table)));
        let further = &self.further[usize::from(table.0)];
        first.into_iter().chain(further.iter().map(|(link, rules)| (*link, rules)))
    }

    /// The rules of a table by the paytable of a meter; by its first one's where it does not feed that meter.
    pub fn rules_of(&self, table: TableId, link: LinkId) -> &TableRules {
        let mut own = self.meters_of(table).filter(|(of, _)| *of == link);
        own.next().map_or_else(|| self.rules(table), |(_, rules)| rules)
    }

    /// The rules of a table that feeds a link, as they would be by another paytable of its progressive.
    pub fn rules_by(&self, table: TableId, paytable: &str) -> Option<TableRules> {
        let table = self.table(table);
        let link = Link { paytable: paytable.into(), ..self.link(table.link()?).clone() };
        let columns = self.hands_columns.as_ref();
        rules_by_link(&self.engagement, table, Some(&link), &self.games, columns).ok()
    }

    /// A table.
    #[inline]
    pub fn table(&self, table: TableId) -> &Table {
        self.engagement.table(table)
    }

    /// A link.
    #[inline]
    pub fn link(&self, link: LinkId) -> &Link {
        self.engagement.link(link)
    }

    /// Tables on a link.
    pub fn tables_on(&self, link: LinkId) -> impl Iterator<Item = (TableId, &Table)> {
        let tables = (0_u16..).map(TableId).zip(&self.engagement.tables);
        tables.filter(move |(_, table)| table.feeds(link))
    }

    /// The journal of a kind; of several files the first: what is declared of all records is declared alike.
    pub fn journal(&self, kind: JournalKind) -> Option<&JournalEntry> {
        self.journals(kind).next()
    }

    /// The kind of a journal.
    pub fn kind(&self, journal: u16) -> JournalKind {
        self.engagement.journals[usize::from(journal)].kind
    }

    /// The kind of a journal, and its place among the files of that kind.
    #[inline]
    pub(crate) fn part(&self, journal: u16) -> (JournalKind, usize) {
        (self.kind(journal), self.parts.position(journal))
    }

    /// The files of a kind of journal.
    pub fn journals(&self, kind: JournalKind) -> impl Iterator<Item = &JournalEntry> {
        let files = self.parts.of(kind).iter();
        files.map(|place| &self.engagement.journals[usize::from(*place)])
    }

    /// Whether running numbers may go on in other files of a journal: the engagement does not say.
    pub fn may_number_through_files(&self, journal: u16) -> bool {
        let entry = &self.engagement.journals[usize::from(journal)];
        !entry.is_sequence_stated && self.parts.has_several(entry.kind)
    }

    /// Where a record stands, by its line among those of the kind. A kind that the engagement lacks has no
    /// lines, so the engagement itself stands in.
    #[inline]
    pub fn locus(&self, kind: JournalKind, line: u32) -> Locus {
        match self.line_in_file(kind, line) {
            Some((journal, line)) => Locus::Journal { journal, line },
            None => Locus::Engagement { line: line.into() },
        }
    }

    /// What a line of a file is called among all lines of its kind.
    pub fn line_of(&self, journal: u16, line: u32) -> u32 {
        self.parts.base(journal) + self.engagement.journals[usize::from(journal)].place_of(line)
    }

    /// Calls the lines of a block as they are called among all lines of their kind.
    pub(crate) fn call_lines(&self, block: &mut Block) {
        let entry = &self.engagement.journals[usize::from(block.journal)];
        let base = self.parts.base(block.journal);
        if base > 0 || entry.lines.is_some() {
            block.change_lines(|line| base + entry.place_of(line));
        }
    }

    /// The file of a line among those of its kind, and its line there.
    #[inline]
    fn line_in_file(&self, kind: JournalKind, line: u32) -> Option<(u16, u32)> {
        let (journal, line) = self.parts.place(kind, line)?;
        Some((journal, self.engagement.journals[usize::from(journal)].line_at(line)))
    }

    /// The number of a line in words: `7`, or `7 (hands-2.csv)` where the journal has several files.
    pub fn line(&self, kind: JournalKind, line: u32) -> String {
        match self.line_in_file(kind, line) {
            Some((journal, line)) if self.parts.has_several(kind) => {
                let file = self.engagement.journals[usize::from(journal)].file_and_sheet();
                format!("{line} ({file})")
            }
            Some((_, line)) => line.to_string(),
            None => line.to_string(),
        }
    }

    fn gaming_day(&self, day: u16) -> &GamingDay {
        &self.engagement.days[usize::from(day).min(self.engagement.days.len() - 1)]
    }

    /// The date of a gaming day, by its place in the engagement.
    pub fn date(&self, day: u16) -> Date {
        self.gaming_day(day).date
    }

    /// The calendar day of a time, by whose law what is told of it is judged.
    pub fn date_at(&self, time: Timestamp) -> Date {
        let day = self.nearest_day(time);
        self.engagement.calendar_date(self.engagement.calendar_day(day, time))
    }

    pub(crate) fn day_start(&self, day: u16) -> Timestamp {
        self.gaming_day(day).start
    }

    /// The gaming day of a time, by its place; outside the audited days (reported as such) the nearest, so
    /// that its round is still put together.
    pub fn nearest_day(&self, time: Timestamp) -> u16 {
        self.engagement.day_of(time).unwrap_or_else(|| {
            let days = &self.engagement.days;
            let after = days.partition_point(|d| d.end <= time);
            u16::try_from(after.min(days.len() - 1)).expect("days are numbered in 16 bits")
        })
    }

    /// True for a time of a day that is not audited, further from the audited ones than a round of theirs may reach.
    pub fn is_of_another_day(&self, time: Timestamp) -> bool {
        self.periods.is_outside(time)
    }

    /// True when the engagement declares that the automatic bonus stands with the Ante.
    pub fn bonus_declared_with_ante(&self) -> bool {
        self.journal(JournalKind::Hands).is_some_and(|j| j.bonus_with_ante)
    }

    /// True when a meter award is also in the hands journal.
    pub fn meter_award_in_hands(&self) -> bool {
        self.journal(JournalKind::Hands).is_some_and(|j| j.meter_award_in_hands)
    }
}
