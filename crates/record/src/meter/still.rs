//! A meter that stands still while wagers are made and none of them is on record: no rounding and no rate explains that.

use super::{Judged, Recorded, Standing};
use feltproof_model::{ManagerEvent, ManagerKind, Money, Rate, Rounding, Sum, Timestamp};

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

#[derive(Default)]
pub(crate) struct Stillness {
    /// Since the reading, opening or other event after which both accounts stood where they are.
    pub(crate) since: Option<Timestamp>,
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

    /// Takes in an event; `is_known` where no record before it may be missing and the link is open.
    pub(super) fn take(&mut self, judged: &Judged<'_>, is_known: bool) -> Option<Still> {
        let Recorded { event, gaps, .. } = judged.record;
        let (rounds, staked) = gaps.staked;
        let is_reading = event.kind == ManagerKind::Reading;
        let is_read = is_reading || event.kind == ManagerKind::Close;
        let stands = judged.before == Standing::recorded(event);
        let since = self.since.filter(|_| is_read && stands && is_known);
        self.since = since.filter(|_| is_reading).or(Some(event.time));
        let owed = owed(judged)?;
        since.filter(|_| rounds >= ROUNDS_MIN)?;
        self.is_said = true;
        Some(Still { rounds, staked, owed })
    }
}

/// Where the accounts would stand at least; `None` where a display may hide what is owed, or a limit takes it.
fn owed(judged: &Judged<'_>) -> Option<Standing> {
    let Judged { record, settings, before, .. } = *judged;
    if settings.limit.is_some() || settings.contribution_unit.is_some() {
        return None;
    }
    let staked = record.gaps.staked.1.money()?;
    // A reserve that no unit is stated of may be shown in whole dollars.
    let reserve_unit = record.link.reserve_unit.unwrap_or(DOLLAR).max(settings.display_unit);
    let share =
        |rate: Rate, unit| Rounding::Down.to_multiple_of(rate.of(staked, Rounding::Down)?, unit);
    let meter = share(settings.contribution, settings.display_unit)?;
    let reserve = share(settings.reserve, reserve_unit)?;
    (meter > Money::ZERO || reserve > Money::ZERO).then_some(Standing {
        display: before.display.checked_add(meter)?,
        reserve: before.reserve.checked_add(reserve)?,
    })
}
