//! One round as the journals tell of it, before it is settled.

use feltproof_model::{
    CompactString, ControllerEvent, ControllerKind, HandRow, HandRows, ManagerEvent, ManagerKind,
    Seat, ShufflerEvent, Timestamp,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// The rows of one round; more than nearly any table has seats, so that they need no allocation.
pub type RowViews<'a> = SmallVec<[HandRow<'a>; 12]>;

/// One round with what all journals say of it.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Which table.
    pub table: u16,
    /// Gaming day, by its place in the engagement.
    pub day: u16,
    /// Its number.
    pub round: u32,
    /// True for a second instance of its number, or one that came after a higher number.
    pub repeated: bool,
    /// Who dealt.
    pub dealer: CompactString,
    /// The first row that names another dealer, and whom.
    pub other_dealer: Option<(u32, CompactString)>,
    /// A record beside its rows could not be understood, and may be a hand of it.
    pub beside_unreadable: bool,
    /// When it was settled, or its first event.
    pub time: Timestamp,
    /// Rows of the hands journal.
    pub rows: HandRows,
    /// Controller events.
    pub controller: SmallVec<[ControllerEvent; 3]>,
    /// Manager events that name the round.
    pub manager: SmallVec<[ManagerEvent; 1]>,
    /// The mode the table's shuffler was set to, where an event said so before the round ended.
    pub shuffler: Option<ShufflerMode>,
    /// What the shuffler dispensed for it, in the order of its journal.
    pub dispensed: Vec<ShufflerEvent>,
    /// One of its controller events sets the mode of the shuffler.
    pub(crate) sets_mode: bool,
    /// When the latest of its records stands in its journal.
    pub(crate) last: Timestamp,
}

impl Round {
    /// As new, but for the room its rows have.
    pub(crate) fn empty(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        *self = Self { rows, ..Self::default() };
    }

    /// Its rows, one beside the other.
    pub fn views(&self) -> RowViews<'_> {
        self.rows.as_rows().iter().collect()
    }

    /// The hand to play against is there: the house dealer's or the player banker's.
    pub(crate) fn has_dealer(&self) -> bool {
        self.rows.as_rows().iter().any(|r| r.seat.player().is_none())
    }

    pub(crate) fn has_seat(&self, seat: Seat) -> bool {
        self.rows.as_rows().iter().any(|r| r.seat == seat)
    }

    /// True when its wagers were registered.
    pub(crate) fn is_started(&self) -> bool {
        self.controller.iter().any(|e| e.kind == ControllerKind::CoinIn)
            || self.manager.iter().any(|e| e.kind == ManagerKind::CoinIn)
    }

    /// True when a row with this round's number belongs to another instance of it: the dealer's
    /// hand is there already, and the row repeats a seat or was settled at another time.
    pub(crate) fn is_followed_by_another(&self, row: &HandRow) -> bool {
        self.has_dealer() && (self.has_seat(row.seat) || self.time != row.time)
    }
}

/// The mode of a table's shuffler as one event set it.
#[derive(Clone, Debug)]
pub struct ShufflerMode {
    /// The event; its value is the mode.
    pub event: Arc<ControllerEvent>,
    /// True at the first round dealt in the mode.
    pub is_first: bool,
}
