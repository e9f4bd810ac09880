//! One round as the journals tell of it, before it is settled.

use crate::hole::{Hole, RoundHoles};
use crate::period::Period;
use crate::procedure::Departure;
use crate::tenure::Tenure;
use feltproof_model::engagement::{JournalKind, Table};
use feltproof_model::{
    CompactString, ControllerEvent, ControllerKind, HandRow, HandRows, LinkId, ManagerEvent,
    ManagerKind, RowHead, Rows, Seat, SeatSet, ShufflerEvent, Timestamp,
};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// How far the journals may lag behind one another about the same round: ten minutes.
pub(crate) const LAG_MICROS: i64 = 600 * 1_000_000;

const HOUR_MICROS: u64 = 3_600_000_000;

/// One round with what all journals say of it.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Which table, by its place in the engagement.
    pub table: u16,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    pub(crate) period: Period,
    /// Its number.
    pub round: u32,
    /// True for a second instance of its number, or one that came after a higher number.
    pub repeated: bool,
    /// True when a record of it bears another number, or stands in another gaming day.
    pub moved: bool,
    /// Who dealt.
    pub dealer: CompactString,
    /// The first row that names another dealer, and whom.
    pub other_dealer: Option<(u32, CompactString)>,
    /// Where a record of it may be missing.
    pub holes: RoundHoles,
    /// When it was settled, or its first event.
    pub time: Timestamp,
    /// Places of its rows: in [`ClosedRounds`], or while it is open among those of its table.
    pub(crate) rows: Range<usize>,
    /// The hand to play against is among them: the house dealer's or the player banker's.
    pub(crate) has_dealer: bool,
    /// Controller events.
    pub controller: SmallVec<[ControllerEvent; 2]>,
    /// The first of them that was out of the procedure's order.
    pub departure: Option<Box<Departure>>,
    /// When the round before it at its table was settled.
    pub(crate) settled_before: Option<Timestamp>,
    /// Its wagers, where they were registered later than the clocks explain.
    pub late_wagers: Option<Box<LateWagers>>,
    /// Whether its link was open at COIN IN.
    pub link_hours: LinkHours,
    /// How long its banker keeps the bank, where a player does.
    pub tenure: Option<Tenure>,
    /// Manager events that name the round.
    pub manager: SmallVec<[ManagerEvent; 1]>,
    /// The mode the table's shuffler was set to, where an event said so before the round ended.
    pub shuffler: Option<ShufflerMode>,
    /// What the shuffler dispensed for it, in the order of its journal.
    pub dispensed: Vec<ShufflerEvent>,
    /// One of its controller events sets the mode of the shuffler.
    pub(crate) sets_mode: bool,
    /// Nothing of it stands where the table played it, so far.
    pub(crate) is_ahead: bool,
    pub(crate) has_moved_rows: bool,
    /// The first of its records that came after its round was closed: the rest of it was judged then.
    pub(crate) late: Option<(JournalKind, u32)>,
    /// When the latest of its records stands in its journal.
    pub(crate) last: Timestamp,
}

impl Round {
    /// Puts its rows, which are among those of the closed rounds, into `rows`, which is emptied first.
    #[inline]
    pub fn copy_rows(&self, of: &HandRows, rows: &mut Vec<HandRow>) {
        of.as_rows().range(self.rows.clone()).copy_to(rows);
    }

    /// Forgets everything. Whoever judged the round does it at once: later it is no longer at hand.
    #[inline]
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// When its wagers were registered; where no journal says so, when it was settled.
    #[inline]
    pub fn wagered_at(&self) -> Timestamp {
        self.registered().unwrap_or(self.time)
    }

    /// Between which moments they were made: at COIN IN, and where that is not on record, after the round before it, and no
    /// longer before the settlement than journals may lag.
    pub fn wagered_between(&self) -> [Timestamp; 2] {
        if let Some(registered) = self.registered() {
            return [registered.min(self.time); 2];
        }
        let lag = self.time.plus_micros(-LAG_MICROS);
        let first = self.settled_before.map_or(lag, |before| before.max(lag)).min(self.time);
        [first, self.time]
    }

    pub(crate) fn is_started(&self) -> bool {
        self.controller.iter().any(|e| e.kind == ControllerKind::CoinIn)
            || self.manager.iter().any(|e| e.kind == ManagerKind::CoinIn)
    }

    /// When its wagers were registered: COIN IN on the controller, or what the manager counted in.
    pub(crate) fn registered(&self) -> Option<Timestamp> {
        let started = self.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
        let counted_in = || self.manager.iter().find(|e| e.kind == ManagerKind::CoinIn);
        started.map(|e| e.time).or_else(|| counted_in().map(|e| e.time))
    }

    /// Seats of which other journals tell and that have no row, though others have (`seats`). Without a
    /// link nobody else tells of seats.
    pub(crate) fn without_row(
        &self,
        table: &Table,
        seats: impl Iterator<Item = Seat> + Clone,
    ) -> SeatSet {
        if table.links.is_empty() || seats.clone().next().is_none() {
            return SeatSet::EMPTY;
        }
        let coin_ins = self.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn);
        let lit = coin_ins.flat_map(|e| e.lit.iter());
        let awards = self.manager.iter().filter(|e| e.kind == ManagerKind::Award);
        let awarded = awards.filter(|e| table.feeds(e.link));
        let indicated = lit.chain(awarded.filter_map(|e| e.seat.and_then(Seat::player)));
        // No hand is dealt to a seat that the table does not have (RND-006).
        let can_play = indicated.filter(|seat| *seat <= table.seats);
        let has_row = |seat: u8| seats.clone().any(|other| other.player() == Some(seat));
        can_play.filter(|seat| !has_row(*seat)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// True when a row with this round's number belongs to another instance: the dealer's hand is there,
    /// and the row repeats a seat or was settled at another time. `rows` are those of it so far.
    #[inline]
    pub(crate) fn is_followed_by_another(&self, row: &RowHead, rows: &[RowHead]) -> bool {
        let hours = self.time.0.abs_diff(row.time.0);
        // Moved away from its neighbours, a local time of the repeated hour may be read an hour off.
        let is_same_time = hours == 0 || self.has_moved_rows && hours == HOUR_MICROS;
        self.has_dealer && (!is_same_time || rows.iter().any(|other| other.seat == row.seat))
    }
}

/// Wagers of a round that were registered later than the clocks of the rounds beside it explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateWagers {
    /// Whose record registers them: the controller's, or where it has none the manager's.
    pub journal: JournalKind,
    /// That record.
    pub line: u32,
    /// When.
    pub registered: Timestamp,
    /// True where the controller's COIN IN is in time, and the manager's coin-in alone is late.
    pub is_only_counted_in: bool,
    /// How long before the settlement the rounds beside it have them, in micro-seconds: the median.
    pub usually: Option<i64>,
    /// By how much later than the clocks explain, in micro-seconds, though the settlement were the last moment of the
    /// round; `None` where rounds before and after it do not both show what the clocks differ by.
    pub beyond: Option<i64>,
    /// Its time, or that of the settlement, is out of line.
    pub clock: Option<Hole>,
}

/// Whether a link was open for play when wagers were registered, as the manager journal says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkHours {
    /// It was neither opened nor closed on record before.
    #[default]
    Unknown,
    /// It was open, or closed or opened within what clocks may differ by.
    Open,
    /// It was closed.
    Closed {
        /// Which link.
        link: LinkId,
        /// The line that closed it.
        line: u32,
        /// Where an opening after that may be missing.
        hole: Option<Hole>,
    },
}

/// The mode of a table's shuffler as one event set it.
#[derive(Clone, Debug)]
pub struct ShufflerMode {
    /// The event; its value is the mode.
    pub event: Arc<ControllerEvent>,
    /// True at the first round dealt in the mode.
    pub is_first: bool,
}

/// Rounds that every journal has passed, with their rows.
#[derive(Debug, Default)]
pub struct ClosedRounds {
    /// The rounds, by table and number; each where it lay while it was open.
    pub rounds: Vec<Box<Round>>,
    /// Their rows.
    pub rows: HandRows,
}

impl ClosedRounds {
    pub(crate) fn push(&mut self, mut round: Box<Round>, rows: Rows<'_>) {
        let from = self.rows.len();
        self.rows.extend(rows);
        round.rows = from..self.rows.len();
        self.rounds.push(round);
    }

    /// Forgets all rows and keeps their memory, and hands out that of the rounds.
    pub(crate) fn empty(&mut self) -> impl Iterator<Item = Box<Round>> {
        self.rows.clear();
        self.rounds.drain(..)
    }
}
