//! What a check looks at: a fact of the record beside what the audit knows.

use crate::exception::exception;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::engagement::{CalendarDay, JournalKind, Link};
use feltproof_model::waiver::Waiver;
use feltproof_model::{
    CauseKey, ControllerEvent, ControllerKind, Date, Exception, HandRow, Locus, ManagerEvent,
    ManagerKind,
};
use feltproof_record::{
    Award, BankFact, DocumentUse, Hole, JournalRecord, Lag, MeterEvent, Overflowed, ReasonedChange,
    Reversal, SettledRound, ShufflerRecord, TieOut,
};
use std::fmt::Display;
use std::ops::Deref;

/// A fact of the record beside what the audit knows. What the fact holds is reached through it.
#[derive(Clone, Copy)]
pub struct Case<'a, Fact> {
    /// The audit.
    pub scope: &'a Scope,
    /// The fact.
    pub of: &'a Fact,
}

pub(crate) type RecordCase<'a> = Case<'a, JournalRecord<'a>>;
/// A round.
pub type RoundCase<'a> = Case<'a, SettledRound<'a>>;
pub(crate) type MeterCase<'a> = Case<'a, MeterEvent<'a>>;
pub(crate) type ShufflerCase<'a> = Case<'a, ShufflerRecord<'a>>;
pub(crate) type AwardCase<'a> = Case<'a, Award>;
pub(crate) type ReversalCase<'a> = Case<'a, Reversal>;
pub(crate) type ReasonedCase<'a> = Case<'a, ReasonedChange<'a>>;
pub(crate) type OverflowCase<'a> = Case<'a, Overflowed<'a>>;
pub(crate) type LagCase<'a> = Case<'a, Lag<'a>>;
pub(crate) type BankCase<'a> = Case<'a, BankFact<'a>>;
pub(crate) type DocumentCase<'a> = Case<'a, DocumentUse<'a>>;
pub(crate) type TieOutCase<'a> = Case<'a, TieOut<'a>>;

pub(crate) struct WaiverFact<'a> {
    pub(crate) waiver: &'a Waiver,
    pub(crate) waived: u64,
    /// Exceptions within its bounds on days on which it did not hold.
    pub(crate) too_late: u64,
    /// Why what it waives could not have been found: the check, or one of the control, did not run.
    pub(crate) not_run: Option<String>,
}
pub(crate) type WaiverCase<'a> = Case<'a, WaiverFact<'a>>;

impl<Fact> Deref for Case<'_, Fact> {
    type Target = Fact;

    fn deref(&self) -> &Fact {
        self.of
    }
}

impl<'a, Fact> Case<'a, Fact> {
    /// Why something may be missing, where a hole is known.
    pub(crate) fn why(&self, hole: Option<Hole>) -> Option<impl Display + use<'a, Fact>> {
        hole.map(|hole| hole.of(self.scope))
    }
}

impl RecordCase<'_> {
    pub(crate) fn exception(&self) -> Exception {
        exception(self.scope.locus(self.kind(), self.line))
    }

    /// The kind of journal.
    pub fn kind(&self) -> JournalKind {
        self.scope.kind(self.journal)
    }
}

impl RoundCase<'_> {
    /// What it is called: `round 7 of table T1`.
    pub(crate) fn name(&self) -> String {
        format!("round {} of table {}", self.round, self.table.id)
    }

    /// The coin-ins that the manager has of it, of whatever meter.
    pub(crate) fn coin_ins(&self) -> impl Iterator<Item = &ManagerEvent> {
        self.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn)
    }

    /// The COIN IN by which the controller started it.
    pub(crate) fn start(&self) -> Option<&ControllerEvent> {
        self.controller.iter().find(|e| e.kind == ControllerKind::CoinIn)
    }

    /// By how much the hands journal may stand out of order.
    pub(crate) fn window_micros(&self) -> i64 {
        self.scope.journal(JournalKind::Hands).map_or(0, |journal| journal.disorder_micros)
    }

    /// The calendar day by whose law it is judged.
    pub(crate) fn date(&self) -> Date {
        self.scope.engagement.calendar_date(self.calendar_day)
    }

    /// Judges wagers by the law of the calendar day on which they were made. Where the record leaves two days for that and
    /// their laws say different things, it is left open.
    pub(crate) fn by_law_of(
        &self,
        [first, last]: [CalendarDay; 2],
        tally: &mut Tally,
        judge: impl Fn(CalendarDay, &mut Tally),
    ) {
        if first == last {
            return judge(last, tally);
        }
        let by = [first, last].map(|day| {
            let mut by = Tally::of(tally.code);
            judge(day, &mut by);
            by.numbers()
        });
        if by[0] == by[1] {
            return judge(last, tally);
        }
        tally.tested += by[1][0];
        let [before, after] = [first, last].map(|day| self.scope.engagement.calendar_date(day));
        let why = format!(
            "its wagers may have been made on {before} or on {after}, and the law changed between them"
        );
        tally.left_open(why, || format!("Whether {} was within the law", self.name()));
    }

    pub(crate) fn at_row(&self, row: &HandRow) -> Exception {
        let locus = self.scope.locus(JournalKind::Hands, row.line);
        Exception { seat: Some(row.seat), time: Some(row.time), ..self.base(locus) }
    }

    /// An exception at a controller event of this round.
    pub(crate) fn at_controller(&self, event: &ControllerEvent) -> Exception {
        let locus = self.scope.locus(JournalKind::Controller, event.line);
        Exception { seat: event.seat, time: Some(event.time), ..self.base(locus) }
    }

    /// An exception at a manager event of this round.
    pub(crate) fn at_manager(&self, event: &ManagerEvent) -> Exception {
        let locus = self.scope.locus(JournalKind::Manager, event.line);
        let link = Some(self.scope.link(event.link).id.clone());
        Exception { seat: event.seat, time: Some(event.time), link, ..self.base(locus) }
    }

    /// That the table feeds a link which the engagement does not give it, where the manager says so.
    pub(crate) fn feeds_another(&self) -> Option<CauseKey> {
        let other = self.coin_ins().map(|e| e.link).find(|link| !self.table.feeds(*link))?;
        Some(CauseKey::Feeds { table: self.table_id, link: other })
    }

    /// Why a hand of this round may not be on record, though others are; `None` where every hand is.
    pub fn lacks_a_hand(&self) -> Option<String> {
        if let Some(why) = self.why(self.holes.hands.filter(|_| !self.rows.is_empty())) {
            return Some(why.to_string());
        }
        (!self.without_row.is_empty()).then(|| {
            format!(
                "the hands journal has no row of seat(s) {}, of which other journals tell",
                self.without_row
            )
        })
    }

    /// An exception at the round as a whole: its last row (the dealer's), else its first event.
    pub(crate) fn at_round(&self) -> Exception {
        if let Some(row) = self.rows.last() {
            return Exception { seat: None, ..self.at_row(row) };
        }
        if let Some(event) = self.controller.first() {
            return Exception { seat: None, ..self.at_controller(event) };
        }
        match self.manager.first() {
            Some(event) => self.at_manager(event),
            // A round exists only through a record of it.
            None => self.base(Locus::Engagement { line: self.table.line }),
        }
    }

    fn base(&self, locus: Locus) -> Exception {
        Exception {
            time: Some(self.time),
            table: Some(self.table.id.clone()),
            link: self.link().map(|link| link.id.clone()),
            round: Some(self.round),
            dealer: (!self.dealer.is_empty()).then(|| self.dealer.clone()),
            ..exception(locus)
        }
    }
}

impl ShufflerCase<'_> {
    pub(crate) fn exception(&self) -> Exception {
        Exception {
            time: Some(self.event.time),
            table: Some(self.scope.table(self.event.table).id.clone()),
            round: self.event.round,
            ..exception(self.scope.locus(JournalKind::Shuffler, self.event.line))
        }
    }
}

pub(crate) fn at_event(scope: &Scope, event: &ManagerEvent) -> Exception {
    Exception {
        time: Some(event.time),
        table: event.table.map(|t| scope.table(t).id.clone()),
        link: Some(scope.link(event.link).id.clone()),
        round: event.round,
        seat: event.seat,
        ..exception(scope.locus(JournalKind::Manager, event.line))
    }
}

impl MeterCase<'_> {
    /// The calendar day by whose law it is judged.
    pub(crate) fn date(&self) -> Date {
        let engagement = &self.scope.engagement;
        engagement.calendar_date(engagement.calendar_day(self.day, self.event.time))
    }
}

impl BankCase<'_> {
    /// An exception at a record of the bank journal.
    pub(crate) fn at_bank(&self, line: u32) -> Exception {
        exception(self.scope.locus(JournalKind::Bank, line))
    }
}

impl AwardCase<'_> {
    /// The round that it is of: `round 7 of table T1`.
    pub(crate) fn name(&self) -> String {
        format!("round {} of table {}", self.round, self.scope.table(self.table).id)
    }

    /// True where its table feeds its link.
    pub(crate) fn is_fed(&self) -> bool {
        self.scope.table(self.table).feeds(self.link_id)
    }

    /// An exception at the award, or at the hand when there is no award.
    pub(crate) fn exception(&self) -> Exception {
        let locus = match (&self.event, &self.hand) {
            (Some(event), _) => self.scope.locus(JournalKind::Manager, event.line),
            (None, Some(hand)) => self.scope.locus(JournalKind::Hands, hand.line),
            (None, None) => Locus::Engagement { line: self.link().line },
        };
        let event_time = self.event.as_ref().map(|event| event.time);
        Exception {
            time: event_time.or(self.hand.as_ref().map(|hand| hand.time)),
            table: Some(self.scope.table(self.table).id.clone()),
            link: Some(self.link().id.clone()),
            round: Some(self.round),
            seat: Some(self.seat),
            ..exception(locus)
        }
    }

    /// True where the record does not decide what the hand behind the award wins.
    pub(crate) fn is_open(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| !hand.known && !hand.void)
    }

    pub(crate) fn link(&self) -> &Link {
        self.scope.link(self.link_id)
    }
}
