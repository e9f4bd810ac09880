//! What of a meter is not known after a hole in the record of its manager, and until when.

use crate::hole::Hole;
use feltproof_model::{ManagerEvent, ManagerKind, Sum, Timestamp};

/// Where something before an event of a link may be missing.
#[derive(Clone, Copy)]
pub(crate) struct Gaps {
    /// An event of the link.
    pub(crate) before: Option<Hole>,
    /// What its running numbers tell is missing before the first event of all.
    pub(crate) first: Option<Hole>,
    /// A record that could not be read, or is missing between others, before the first event of the link.
    pub(crate) unread: Option<Hole>,
    /// The manager journal names nobody of the staff list so far who made an adjustment.
    pub(crate) strangers: Option<Hole>,
    /// It counted in no wager of a table of the link that took some, or may have.
    pub(crate) uncounted: Option<Hole>,
    /// Rounds and stakes since both accounts stand where they are, where that is asked for.
    pub(crate) staked: (u64, Sum),
    /// By how much order and clocks may differ, in micro-seconds.
    pub(crate) slack: i64,
    /// The time of the event, where it is in line with those beside it.
    pub(crate) in_time: Option<Timestamp>,
}

/// The holes that leave something of a meter open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubt {
    /// The amounts or settings, until a wager is counted in as they say: what does not fit was in the hole.
    pub(super) values: Option<Hole>,
    /// Whether a reseed is due, and of what seed: until the next reseed.
    pub(super) reseed: Option<Hole>,
    /// Whether the link is open: until the record shows it.
    pub(super) hours: Option<Hole>,
}

impl Doubt {
    /// What an event settles; `fits` when it records what it should, given what is known.
    pub(super) fn learn(&mut self, event: &ManagerEvent, fits: bool) {
        let is_coin_in = event.kind == ManagerKind::CoinIn;
        if is_coin_in || matches!(event.kind, ManagerKind::Open | ManagerKind::Close) {
            self.hours = None;
        }
        if is_coin_in && fits && !event.amount.is_zero() {
            self.values = None;
        }
        if event.kind == ManagerKind::Reseed {
            self.reseed = None;
        }
    }
}
