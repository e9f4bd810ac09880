//! A meter that stands still while wagers are made and none of them is on record: no rounding and no rate explains that.

use super::Standing;
use feltproof_model::engagement::{LevelSettings, Link};
use feltproof_model::{ManagerEvent, ManagerKind, Money, Rounding, Sum, Timestamp};

/// Rounds with wagers that it must stand still over: one or two may have been void, or not counted in for another reason.
const ROUNDS_MIN: u64 = 10;
/// Rounds so near to a reading may have been counted in on its other side, in micro-seconds.
const MARGIN: i64 = 5 * 60 * 1_000_000;
const DOLLAR: Money = Money::from_micros(1_000_000);

/// Wagers that moved neither meter nor reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Still {
    /// Rounds with wagers since then.
    pub rounds: u64,
    /// What was wagered in them.
    pub staked: Sum,
    /// What of that is owed to the meter and to the reserve, at least, with where they stand.
    pub owed: Standing,
}

/// Whether a link stands still.
#[derive(Default)]
pub(crate) struct Stillness {
    /// Since the reading, opening or other event after which both accounts stood where they are.
    since: Option<Timestamp>,
    /// It was said: from there on the same is no other matter.
    is_said: bool,
}

impl Stillness {
    /// From when to when rounds count that end with an event; `slack` is by how much clocks may differ.
    pub(crate) fn span(&self, event: &ManagerEvent, slack: i64) -> Option<(Timestamp, Timestamp)> {
        let margin = MARGIN + slack;
        let is_requested = matches!(event.kind, ManagerKind::Reading | ManagerKind::Close);
        let since = self.since.filter(|_| is_requested && !self.is_said)?;
        Some((since.plus_micros(margin), event.time.plus_micros(-margin)))
    }

    /// Up to when nothing is asked for any more.
    pub(crate) const fn since(&self) -> Option<Timestamp> {
        self.since
    }

    /// Takes in an event before which the accounts stood at `before`, and the rounds and stakes of the time asked for;
    /// `is_known` where no record before it may be missing and the link is open.
    pub(super) fn take(
        &mut self,
        (event, link): (&ManagerEvent, &Link),
        before: Standing,
        (rounds, staked): (u64, Sum),
        (settings, is_known): (&LevelSettings, bool),
    ) -> Option<Still> {
        let stands = before == Standing { display: event.display, reserve: event.reserve };
        let is_read = matches!(event.kind, ManagerKind::Reading | ManagerKind::Close);
        let since = self.since.filter(|_| is_read && stands && is_known);
        let goes_on = since.filter(|_| event.kind == ManagerKind::Reading);
        self.since = goes_on.or(Some(event.time));
        let owed = owed((before, link), staked, settings)?;
        let still = Still { rounds, staked, owed };
        since?;
        self.is_said |= rounds >= ROUNDS_MIN;
        (rounds >= ROUNDS_MIN).then_some(still)
    }
}

/// Where the accounts would stand at least; `None` where a display may hide what is owed, or a limit takes it.
fn owed(
    (before, link): (Standing, &Link),
    staked: Sum,
    settings: &LevelSettings,
) -> Option<Standing> {
    if settings.limit.is_some() || settings.contribution_unit.is_some() {
        return None;
    }
    let staked = Money::from_micros(i64::try_from(staked.micros()).ok()?);
    // A reserve that no unit is stated of may be shown in whole dollars.
    let reserve_unit = link.reserve_unit.unwrap_or(DOLLAR).max(settings.display_unit);
    let share = |rate: feltproof_model::Rate, unit| {
        Rounding::Down.to_multiple_of(rate.of(staked, Rounding::Down)?, unit)
    };
    let (meter, reserve) = (
        share(settings.contribution, settings.display_unit)?,
        share(settings.reserve, reserve_unit)?,
    );
    (meter > Money::ZERO || reserve > Money::ZERO).then_some(Standing {
        display: before.display.checked_add(meter)?,
        reserve: before.reserve.checked_add(reserve)?,
    })
}
