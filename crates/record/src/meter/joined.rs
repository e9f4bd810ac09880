//! When a meter and its reserve joined up: stood where the wagers that were counted in lead, and nothing
//! else; and what wagers that nobody recorded would leave behind.

use super::Judged;
use crate::hole::Hole;
use feltproof_model::engagement::{LevelSettings, Link};
use feltproof_model::money::MICROS_PER_CENT;
use feltproof_model::{ManagerKind, Money, Rate, Rounding, Timestamp};

const CENT: Money = Money::from_micros(MICROS_PER_CENT);

/// Most times that are told apart at which a meter did not join up.
const BREAKS_MAX: usize = 4096;

#[derive(Default)]
pub(crate) struct Joined {
    first: Option<Timestamp>,
    last: Option<Timestamp>,
    /// Between which events it did not.
    breaks: Vec<(Timestamp, Timestamp)>,
    /// An event stood out of line since: what it moved was moved at an unknown time.
    is_torn: bool,
}

impl Joined {
    /// Takes in an event, `time` being `None` where that is not in line, and whether the meter joins up there.
    pub(super) fn take(&mut self, time: Option<Timestamp>, joins_up: bool) {
        let Some(time) = time else {
            self.is_torn = true;
            return;
        };
        let before = self.last.unwrap_or(time);
        self.first.get_or_insert(time);
        self.last = self.last.max(Some(time));
        let is_torn = std::mem::take(&mut self.is_torn);
        if joins_up && !is_torn {
            return;
        }
        let is_full = self.breaks.len() == BREAKS_MAX;
        match self.breaks.last_mut().filter(|(_, to)| is_full || before <= *to) {
            Some((_, to)) => *to = time.max(*to),
            None => self.breaks.push((before.min(time), time)),
        }
    }

    /// Whether an event stands on both sides of an interval of time, and the meter joined up from one to the other.
    pub(crate) fn is_joined(&self, from: Timestamp, to: Timestamp) -> bool {
        let is_within = self.first.is_some_and(|first| first < from) && self.last >= Some(to);
        is_within && self.breaks.iter().all(|(after, until)| to <= *after || *until <= from)
    }
}

/// Whether one wager moves what is shown, whatever fraction is behind it: by two units of the meter, or of the reserve.
pub(super) fn shows_a_wager(link: &Link, settings: &LevelSettings) -> bool {
    let shows = |rate: Rate, unit: Money| {
        let (share, unit) = (rate.of(link.unit, Rounding::Down), unit.max(CENT));
        share.zip(unit.checked_add(unit)).is_some_and(|(share, two)| share >= two)
    };
    let reserve_unit = link.reserve_unit.unwrap_or(CENT).max(settings.display_unit);
    let shows_meter =
        settings.contribution_unit.is_none() && shows(settings.contribution, settings.display_unit);
    settings.limit.is_none() && (shows_meter || shows(settings.reserve, reserve_unit))
}

/// Where wagers that were not counted in explain where meter and reserve stand, or hide behind coarse
/// displays: of the link (`of_link`), or of a table. A coin-in tells of its own, and a reseed adds none.
pub(super) fn may_have_gained(judged: &Judged<'_>, of_link: Option<Hole>) -> Option<Hole> {
    let of_table = judged.record.gaps.uncounted;
    let hole = of_link.or(of_table)?;
    let is_indicated = match judged.known.kind {
        ManagerKind::CoinIn => of_table.is_none(),
        kind => kind == ManagerKind::Reseed,
    };
    (!is_indicated && are_explained(judged)).then_some(hole)
}

/// True where wagers that are not on record would explain where meter and reserve stand after an event.
fn are_explained(judged: &Judged<'_>) -> bool {
    let Judged { record, known: event, settings, after, .. } = judged;
    // A coarse display, or one at its limit, may stand still.
    let is_coarse = settings.display_unit > CENT || settings.limit.is_some();
    let reserve_is_coarse = record.link.reserve_unit.is_some_and(|unit| unit > CENT);
    let accounts = [
        (event.display, after.display, settings.contribution, is_coarse),
        (event.reserve, after.reserve, settings.reserve, is_coarse || reserve_is_coarse),
    ];
    let gained = accounts.map(|(now, expected, rate, is_coarse)| {
        let stands = now == expected;
        now > expected && rate != Rate::ZERO || stands && (is_coarse || rate == Rate::ZERO)
    });
    // A display shows whole units, whatever was wagered.
    let is_shown = event.display.micros() % settings.display_unit.micros().max(1) == 0;
    is_shown && gained == [true, true]
}
