//! When a meter and its reserve joined up: stood where the wagers that were counted in, and nothing else, lead.

use feltproof_model::engagement::{LevelSettings, Link};
use feltproof_model::money::MICROS_PER_CENT;
use feltproof_model::{Money, Rate, Rounding, Timestamp};

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
