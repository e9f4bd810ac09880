//! Progressive meters kept from the manager journal, beside what the manager says they show.
//!
//! Each event is computed from the record of the event before it. Where the two differ, it is said once
//! and the next segment starts at the recorded values, so that one fault is one fact. Whatever fails here
//! does so since a ledger or a sum cannot hold the amounts ([`feltproof_engine::LedgerError`]).

mod awards;
mod behind;
mod claims;
mod dated;
mod days;
mod flow;
mod fraction;
mod hours;
mod in_meter;
mod joined;
mod kept;
mod link;
mod overflow;
mod rate;
mod reserve;
pub mod settings;
mod still;
mod suspects;
mod through;

pub(crate) use claims::{Claim, Left};
pub use dated::Lag;
pub use hours::Shut;
pub use in_meter::Counted;
pub(crate) use link::{Documented, LinkMeters};
pub use overflow::Overflowed;
pub use rate::RateFit;
pub(crate) use reserve::Drawn;
pub use reserve::ReseedOwed;
pub use still::Still;

use crate::hole::Hole;
use crate::period::Period;
use crate::subject::Subject;
use feltproof_model::engagement::{LevelSettings, Link};
use feltproof_model::{CauseKey, LinkId, ManagerEvent, ManagerKind, Money, Sum, Timestamp};

/// One event of one meter, with the meter as kept before and after it.
pub struct MeterEvent<'a> {
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
    /// True for the first one of the audited days: others may stand before those.
    pub opens: bool,
    /// True while the link is open for play, before this event.
    pub open: bool,
    /// The meter and reserve as kept before the event.
    pub before: Standing,
    /// The meter and reserve as kept after the event.
    pub after: Standing,
    /// The settings in force before the event.
    pub settings: LevelSettings,
    /// What the in-meter counts, where it is written and was before.
    pub in_meter: Option<Counted>,
    /// What a reseed should have added (reseeds only).
    pub reseed_owed: Option<ReseedOwed>,
    /// From this event on whole dollars alone explain the reserve on record, and all of the link so far are.
    pub turns_whole: bool,
    /// What may have caused a departure of the meter and of the reserve, together with others.
    pub causes: [Option<CauseKey>; 2],
    /// Where an event before it may be missing that would explain what it records: amounts, settings.
    pub hole: Option<Hole>,
    /// What is missing before the first event of a link: its beginning amount may be there.
    pub before_first: Option<Hole>,
    /// Where a record before the first one of the link could not be read, or is missing between others.
    pub unread: Option<Hole>,
    /// What the first event should record by the report of the engagement before.
    pub carried: Option<Standing>,
    /// Where an award before it, a reseed, may be missing, or a change of the seed.
    pub before_reseed: Option<Hole>,
    /// Wagers that were counted in while the link was closed, as this event tells.
    pub shut: Option<Shut<'a>>,
    /// The journal names nobody of the staff list so far who made an adjustment.
    pub strangers: Option<Hole>,
    /// Where an opening or closing may be missing, so that `open` is not known.
    pub hours: Option<Hole>,
    /// Wagers on record that moved neither meter nor reserve, and of which none was counted in; once for each link.
    pub still: Option<Still>,
    /// True when a reseed may follow: an award has not been followed by one, or the meter is empty.
    pub reseed_due: bool,
}

/// A meter and its reserve at one moment, as a display shows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The displayed meter.
    pub display: Money,
    /// The reserve, as recorded or as it would be recorded.
    pub reserve: Money,
}

impl Standing {
    const fn recorded(event: &ManagerEvent) -> Self {
        Self { display: event.display, reserve: event.reserve }
    }
}

/// An event of a link as it comes.
#[derive(Clone, Copy)]
struct Recorded<'a> {
    subject: &'a Subject,
    link: &'a Link,
    event: &'a ManagerEvent,
    /// Its gaming day, by its place in the engagement; of one outside those that are audited the nearest.
    day: u16,
    period: Period,
    is_audited: bool,
    gaps: Gaps,
}

/// An event under judgement: the settings before it, where the accounts stood, where they should stand.
#[derive(Clone, Copy)]
struct Judged<'a> {
    record: Recorded<'a>,
    /// The event as far as it can be read.
    known: &'a ManagerEvent,
    settings: &'a LevelSettings,
    before: Standing,
    after: Standing,
}

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
struct Doubt {
    /// The amounts or settings, until a wager is counted in as they say: what does not fit was in the hole.
    values: Option<Hole>,
    /// Whether a reseed is due, and of what seed: until the next reseed.
    reseed: Option<Hole>,
    /// Whether the link is open: until the record shows it.
    hours: Option<Hole>,
}

impl Doubt {
    /// What an event settles; `fits` when it records what it should, given what is known.
    fn learn(&mut self, event: &ManagerEvent, fits: bool) {
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
