//! What a check is shown. Each case holds everything one test needs, and nothing of the world.

use crate::assemble::ShufflerMode;
use crate::frame::exception;
use crate::scope::Scope;
use feltproof_engine::{Banked, RoundSettlement, RoundState, SettledHand, TableRules};
use feltproof_model::engagement::{JournalKind, LevelSettings, Link, Table};
use feltproof_model::{
    Action, CompactString, ControllerEvent, ControllerKind, Exception, HandRow, LinkId,
    ManagerEvent, Money, Problem, Rate, Seat, ShufflerEvent, TableId, Timestamp,
};
use smallvec::SmallVec;

/// What the order of one journal says about one record.
pub struct RecordCase<'a> {
    /// The audit.
    pub scope: &'a Scope,
    /// Which journal, by its place in the engagement.
    pub journal: u16,
    /// First line of the record.
    pub line: u32,
    /// What is known of it.
    pub fact: RecordFact<'a>,
}

/// One fact about one record.
pub enum RecordFact<'a> {
    /// It could not be understood.
    Problem(&'a Problem),
    /// It has this running number; the highest before was `previous`, and `quarantined` records
    /// between the two could not be read.
    Sequence {
        /// Its running number.
        seq: u64,
        /// The highest running number before, if any.
        previous: Option<u64>,
        /// Unreadable records between the two.
        quarantined: u64,
    },
    /// It has this time; the latest before was `latest`.
    Time {
        /// Its time.
        time: Timestamp,
        /// The latest time before it, if any.
        latest: Option<Timestamp>,
        /// The gaming day it belongs to, if any of the audited ones.
        day: Option<u16>,
        /// Records that share the time: the rows of a round, else one.
        records: u64,
    },
    /// It starts this round at this table; the last round started there was `previous`.
    RoundStart {
        /// Table.
        table: TableId,
        /// Its number.
        round: u32,
        /// The number of the round before it at the table in the same gaming day.
        previous: Option<u32>,
        /// When.
        time: Timestamp,
    },
}

impl RecordCase<'_> {
    /// An exception of `code` at this record.
    pub fn exception(&self, code: &'static str) -> Exception {
        exception(code, feltproof_model::Locus::Journal { journal: self.journal, line: self.line })
    }

    /// The kind of journal.
    pub fn kind(&self) -> JournalKind {
        self.scope.engagement.journals[usize::from(self.journal)].kind
    }
}

/// One round with what all journals say of it.
pub struct RoundCase<'a> {
    /// The audit.
    pub scope: &'a Scope,
    /// Rules of its table.
    pub rules: &'a TableRules,
    /// Which table.
    pub table_id: TableId,
    /// The table.
    pub table: &'a Table,
    /// Its number.
    pub round: u32,
    /// When it was settled (or began, where there are no hands).
    pub time: Timestamp,
    /// Who dealt.
    pub dealer: &'a CompactString,
    /// The first row that names another dealer, and whom.
    pub other_dealer: Option<&'a (u32, CompactString)>,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Rows of the hands journal; empty when it has none.
    pub rows: &'a [HandRow<'a>],
    /// What the reference says each row is owed, in the order of `rows`.
    pub settled: &'a [SettledHand],
    /// How the reference settled the round.
    pub outcome: &'a RoundSettlement,
    /// Controller events, in order.
    pub controller: &'a [ControllerEvent],
    /// Manager events that name this round (coin-ins and awards), in order.
    pub manager: &'a [ManagerEvent],
    /// The mode its table's shuffler was set to, where an event says so.
    pub shuffler: Option<&'a ShufflerMode>,
    /// What the shuffler dispensed for it, in the order of its journal.
    pub dispensed: &'a [ShufflerEvent],
    /// A record beside its rows could not be understood, and may be a hand of it.
    pub unread: bool,
    /// True for a second instance of a round number: its controller and manager events, if any,
    /// belong to the first.
    pub repeated: bool,
}

impl RoundCase<'_> {
    /// An exception of `code` at a row of this round.
    pub fn at_row(&self, code: &'static str, row: &HandRow) -> Exception {
        let locus = self.scope.locus(JournalKind::Hands, row.line);
        Exception { seat: Some(row.seat), time: Some(row.time), ..self.base(code, locus) }
    }

    /// An exception of `code` at a controller event of this round.
    pub fn at_controller(&self, code: &'static str, event: &ControllerEvent) -> Exception {
        let locus = self.scope.locus(JournalKind::Controller, event.line);
        Exception { seat: event.seat, time: Some(event.time), ..self.base(code, locus) }
    }

    /// An exception of `code` at a manager event of this round.
    pub fn at_manager(&self, code: &'static str, event: &ManagerEvent) -> Exception {
        let locus = self.scope.locus(JournalKind::Manager, event.line);
        Exception { seat: event.seat, time: Some(event.time), ..self.base(code, locus) }
    }

    /// An exception of `code` at the round as a whole: its last row (the dealer's), else its first
    /// event.
    pub fn at_round(&self, code: &'static str) -> Exception {
        if let Some(row) = self.rows.last() {
            return Exception { seat: None, ..self.at_row(code, row) };
        }
        if let Some(event) = self.controller.first() {
            return Exception { seat: None, ..self.at_controller(code, event) };
        }
        match self.manager.first() {
            Some(event) => self.at_manager(code, event),
            // A round exists only through a record of it.
            None => self.base(code, feltproof_model::Locus::Engagement { line: self.table.line }),
        }
    }

    fn base(&self, code: &'static str, locus: feltproof_model::Locus) -> Exception {
        Exception {
            time: Some(self.time),
            table: Some(self.table.id.clone()),
            link: self.table.link.map(|l| self.scope.link(l).id.clone()),
            round: Some(self.round),
            dealer: (!self.dealer.is_empty()).then(|| self.dealer.clone()),
            ..exception(code, locus)
        }
    }

    /// Rows of players, with their settlement and place.
    pub fn players(&self) -> impl Iterator<Item = (usize, &HandRow<'_>, &SettledHand)> {
        self.rows
            .iter()
            .zip(self.settled)
            .enumerate()
            .filter(|(_, (row, _))| matches!(row.seat, Seat::Player(_)))
            .map(|(i, (row, settled))| (i, row, settled))
    }

    /// The row of the hand that the players play against: the house dealer's or the player banker's.
    pub fn opponent_row(&self) -> Option<&HandRow<'_>> {
        self.rows.iter().find(|r| self.rules.is_opponent(r.seat))
    }

    /// The place of the player banker's row, where a player keeps the bank.
    pub fn banker(&self) -> Option<usize> {
        if self.rules.banked() == Banked::House {
            return None;
        }
        self.rows.iter().position(|r| r.seat.is_banker())
    }

    /// True when the automatic bonus stands in the returned column of the Ante.
    pub fn bonus_stands_with_ante(&self) -> bool {
        self.scope.bonus_stands_with_ante(self.rules)
    }

    /// True when the round tells of nothing but the mode of the shuffler, set for the round that
    /// would have come next: nothing was dealt.
    pub fn is_mode_alone(&self) -> bool {
        let mode = |e: &ControllerEvent| e.kind == ControllerKind::ShufflerMode;
        self.rows.is_empty()
            && self.manager.is_empty()
            && !self.controller.is_empty()
            && self.controller.iter().all(mode)
    }

    /// True when the round is void.
    pub fn is_void(&self) -> bool {
        self.outcome.state == RoundState::Void
    }

    /// True when somebody declared the round void, in the hands journal or on the controller.
    pub fn is_declared_void(&self) -> bool {
        self.rows.iter().any(|r| r.action == Action::Void)
            || self.controller.iter().any(|e| e.kind == ControllerKind::Void)
    }

    /// The link of the table.
    pub fn link(&self) -> Option<&Link> {
        self.table.link.map(|l| self.scope.link(l))
    }
}

/// One deck or packet as it left a shuffler.
pub struct ShufflerCase<'a> {
    /// The audit.
    pub scope: &'a Scope,
    /// The record.
    pub event: &'a ShufflerEvent,
    /// For a packet, the cards of the packets of its deck before it, as a mask of card numbers.
    pub before: u64,
}

impl ShufflerCase<'_> {
    /// An exception of `code` at the record.
    pub fn exception(&self, code: &'static str) -> Exception {
        Exception {
            time: Some(self.event.time),
            table: Some(self.scope.table(self.event.table).id.clone()),
            round: self.event.round,
            ..exception(code, self.scope.locus(JournalKind::Shuffler, self.event.line))
        }
    }
}

/// One event of one meter, with the meter as re-kept before and after it.
pub struct MeterCase<'a> {
    /// The audit.
    pub scope: &'a Scope,
    /// Which link.
    pub link: &'a Link,
    /// Which link, by its place in the engagement.
    pub link_id: LinkId,
    /// The event.
    pub event: &'a ManagerEvent,
    /// Gaming day of the event, by its place in the engagement.
    pub day: u16,
    /// True for the first event of the link in the record.
    pub first: bool,
    /// True while the link is open for play, before this event.
    pub open: bool,
    /// The meter and reserve as re-kept before the event.
    pub before: Standing,
    /// The meter and reserve as re-kept after the event.
    pub after: Standing,
    /// The settings in force before the event.
    pub settings: LevelSettings,
    /// What a reseed should have added (reseeds only).
    pub reseed_owed: Option<ReseedOwed>,
    /// True when a reseed may follow: an award has not been followed by one, or the meter is empty.
    pub reseed_due: bool,
}

impl MeterCase<'_> {
    /// An exception of `code` at this event.
    pub fn exception(&self, code: &'static str) -> Exception {
        meter_exception(self.scope, self.link, self.event, code)
    }
}

/// An exception of `code` at a manager event.
pub fn meter_exception(
    scope: &Scope,
    link: &Link,
    event: &ManagerEvent,
    code: &'static str,
) -> Exception {
    Exception {
        time: Some(event.time),
        table: event.table.map(|t| scope.table(t).id.clone()),
        link: Some(link.id.clone()),
        round: event.round,
        seat: event.seat,
        ..exception(code, scope.locus(JournalKind::Manager, event.line))
    }
}

/// What a reseed should have added: the seed and the whole reserve. Where the record does not show
/// the last fraction of the reserve, anything from `least` to `most`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReseedOwed {
    /// With the smallest fraction the record leaves possible.
    pub least: Money,
    /// With the largest.
    pub most: Money,
}

/// A meter and its reserve at one moment, as a display shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The displayed meter.
    pub display: Money,
    /// The reserve, as recorded or as it would be recorded.
    pub reserve: Money,
}

/// One award, and the hand that won it; either may be missing.
pub struct AwardCase<'a> {
    /// The audit.
    pub scope: &'a Scope,
    /// Which link.
    pub link: &'a Link,
    /// What is known.
    pub entry: &'a AwardEntry,
}

/// What is known of one award or meter-winning hand.
#[derive(Clone, Debug)]
pub struct AwardEntry {
    /// Which link.
    pub link: LinkId,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Which table.
    pub table: TableId,
    /// Which round.
    pub round: u32,
    /// Which seat.
    pub seat: Seat,
    /// The award in the manager journal.
    pub event: Option<ManagerEvent>,
    /// The displayed meter just before the award.
    pub display_before: Money,
    /// What the reseed after it added, if one followed.
    pub reseeded: Option<Money>,
    /// What that reseed drew from the reserve.
    pub reserve_drawn: Money,
    /// True when the link played on before that reseed, or without one.
    pub played_on: bool,
    /// The hand at the seat, when the hands journal has the round.
    pub hand: Option<AwardHand>,
    /// True when it took a share of the meter, after which nothing is reseeded.
    pub partial: bool,
    /// Controller events of the round, in order.
    pub controller: SmallVec<[ControllerEvent; 4]>,
    /// The seat of the award before it in its round, in the manager's order.
    pub previous_seat: Option<Seat>,
    /// True when accounting backed the award out.
    pub backed_out: bool,
    /// True when an earlier award for the same hand stands.
    pub repeats: bool,
    /// When the award before it for the same hand was made, if all before were backed out.
    pub anew_after: Option<Timestamp>,
    /// True when a later award was recorded for the same hand.
    pub replaced: bool,
}

/// The hand behind an award.
#[derive(Clone, Debug)]
pub struct AwardHand {
    /// Line in the hands journal.
    pub line: u32,
    /// When.
    pub time: Timestamp,
    /// The cards, for the explanation.
    pub cards: String,
    /// What they are worth, in words.
    pub described: String,
    /// The share of the meter the hand wins with a progressive wager.
    pub share: Option<Rate>,
    /// The progressive wager.
    pub stake: Money,
    /// True when the round was void.
    pub void: bool,
    /// True when the record decides what the progressive wager wins.
    pub known: bool,
}

impl AwardCase<'_> {
    /// An exception of `code` at the award, or at the hand when there is no award.
    pub fn exception(&self, code: &'static str) -> Exception {
        let e = self.entry;
        let locus = match (&e.event, &e.hand) {
            (Some(event), _) => self.scope.locus(JournalKind::Manager, event.line),
            (None, Some(hand)) => self.scope.locus(JournalKind::Hands, hand.line),
            (None, None) => feltproof_model::Locus::Engagement { line: self.link.line },
        };
        Exception {
            time: e.event.as_ref().map(|v| v.time).or(e.hand.as_ref().map(|h| h.time)),
            table: Some(self.scope.table(e.table).id.clone()),
            link: Some(self.link.id.clone()),
            round: Some(e.round),
            seat: Some(e.seat),
            ..exception(code, locus)
        }
    }
}

/// One set of adjustments that belong together, and what they should come to.
pub struct AdjustmentCase<'a> {
    /// The audit.
    pub scope: &'a Scope,
    /// Which link.
    pub link: &'a Link,
    /// What they reverse.
    pub matter: Matter,
    /// Where the matter stands: the first adjustment, or the coin-in of the void round.
    pub event: &'a ManagerEvent,
    /// What the meter adjustments should come to.
    pub meter_owed: Money,
    /// What they come to.
    pub meter_made: Money,
    /// What the reserve adjustments should come to.
    pub reserve_owed: Money,
    /// What they come to.
    pub reserve_made: Money,
}

/// What a set of adjustments reverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// A confirmed award.
    BackOut,
    /// A back-out that names no award on record.
    BackOutOfNothing,
    /// The contribution of a void round.
    VoidRound,
    /// The contribution of a void round that by ruling stays for the redeal.
    StandingRound,
    /// A reversal for a round that was not void.
    VoidRoundOfNothing,
}

impl AdjustmentCase<'_> {
    /// An exception of `code` at the matter.
    pub fn exception(&self, code: &'static str) -> Exception {
        meter_exception(self.scope, self.link, self.event, code)
    }
}
