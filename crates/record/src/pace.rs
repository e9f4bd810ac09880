//! When the wagers of a round were registered, beside its settlement: the one place that compares the two.
//!
//! Hands, controller and manager have clocks of their own. By how much they differ the rounds beside it at its table
//! show: in each of them the settlement lies between COIN IN and the end of the round, so that the median of
//! settlement less COIN IN, and the same less the median length of a round, are bounds of what the clocks differ by.
//! Rounds before and rounds after it give two pairs of bounds, since a clock may be set between them.

use crate::offset::Offsets;
use crate::round::{LAG_MICROS, LateWagers, Round};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, ManagerKind, SeatSet, Timestamp};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// So many rounds before one, and as many after it, show by how much the clocks of its table differ.
const BESIDE_MAX: usize = 8;

const MINUTE_MICROS: i64 = 60 * 1_000_000;

/// Of one round, when its wagers were registered by each of the two journals, and when it was settled and ended.
#[derive(Clone, Copy)]
struct Times {
    controller: Option<(Timestamp, u32)>,
    manager: Option<(Timestamp, u32)>,
    settled: Timestamp,
    length: Option<i64>,
}

impl Times {
    /// `None` where the round has no rows, or nothing says when its wagers were registered.
    fn of(round: &Round) -> Option<Self> {
        if round.rows.is_empty() {
            return None;
        }
        let counted_in = round.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
        let manager = counted_in.filter(|e| !e.amount.is_zero()).map(|e| (e.time, e.line)).max();
        let started = round.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
        let ends = round.controller.iter().rfind(|e| e.kind == ControllerKind::EndGame);
        let length = started.zip(ends).map(|(start, end)| micros_between(start.time, end.time));
        let controller = registered_on_controller(round);
        let times = Self { controller, manager, settled: round.time, length };
        (controller.is_some() || manager.is_some()).then_some(times)
    }

    fn registered(&self, journal: JournalKind) -> Option<(Timestamp, u32)> {
        match journal {
            JournalKind::Controller => self.controller,
            JournalKind::Manager => self.manager,
            JournalKind::Hands | JournalKind::Shuffler | JournalKind::Bank => None,
        }
    }

    /// How long before the settlement a journal has the wagers.
    fn before_settlement(&self, journal: JournalKind) -> Option<i64> {
        let (registered, _) = self.registered(journal)?;
        Some(micros_between(registered, self.settled))
    }
}

/// The last COIN IN that lit a sensor which was not lit before; the first one where none did.
fn registered_on_controller(round: &Round) -> Option<(Timestamp, u32)> {
    let mut coin_ins = round.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn);
    let first = coin_ins.next()?;
    let (mut lit, mut registered) = (first.lit, (first.time, first.line));
    for event in coin_ins {
        let all = event.lit.iter().fold(lit, SeatSet::with);
        if all != lit {
            (lit, registered) = (all, (event.time, event.line));
        }
    }
    Some(registered)
}

fn micros_between(from: Timestamp, to: Timestamp) -> i64 {
    let micros = to.micros_since(from);
    i64::try_from(micros).expect("times of a calendar are less than 20,000 years apart")
}

fn median(values: &mut [i64]) -> Option<i64> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

/// What rounds on one side of another show of its clocks.
#[derive(Clone, Copy)]
struct Side {
    /// How long before the settlement wagers are registered in them: the median.
    usually: i64,
    /// The least by which the settlement's clock is ahead: as if the round ended with it.
    least: i64,
    /// What it is ahead by where it need not be taken for more, nothing if the rounds allow that.
    likely: i64,
}

impl Side {
    fn of<'a>(rounds: impl Iterator<Item = &'a Times>, journal: JournalKind) -> Option<Self> {
        let (mut before, mut lengths) = (SmallVec::<[i64; 8]>::new(), SmallVec::<[i64; 8]>::new());
        for times in rounds {
            before.extend(times.before_settlement(journal));
            lengths.extend(times.length.filter(|length| (0..LAG_MICROS).contains(length)));
        }
        let usually = median(&mut before)?;
        let length = median(&mut lengths).unwrap_or(LAG_MICROS);
        let least = usually - length;
        Some(Self { usually, least, likely: 0.clamp(least, usually - length / 2) })
    }
}

/// The latest rounds of a table that were closed.
#[derive(Default)]
pub(crate) struct Pace {
    latest: VecDeque<Times>,
    pub(crate) offsets: Offsets,
}

impl Pace {
    /// Takes in the next round of the table, with those after it that are open already, and gives the wagers of it
    /// that were registered late.
    pub(crate) fn follow<'a>(
        &mut self,
        round: &Round,
        after: impl Iterator<Item = &'a Round>,
    ) -> Option<Box<LateWagers>> {
        let own = Times::of(round)?;
        let journals = [JournalKind::Controller, JournalKind::Manager];
        for journal in journals {
            if let Some(before) = own.before_settlement(journal) {
                self.offsets.add(journal, before);
            }
        }
        let mut late = None;
        if journals.iter().any(|journal| self.may_be_late(&own, *journal)) {
            let after: SmallVec<[Times; BESIDE_MAX]> =
                after.filter_map(Times::of).take(BESIDE_MAX).collect();
            let found = journals.iter().find_map(|journal| self.late(&own, &after, *journal));
            late = found.map(Box::new);
        }
        if self.latest.len() == BESIDE_MAX {
            self.latest.pop_front();
        }
        self.latest.push_back(own);
        late
    }

    /// Quickly for nearly every round: false where its wagers certainly stand as those of the round before it do.
    fn may_be_late(&self, own: &Times, journal: JournalKind) -> bool {
        let Some(before) = own.before_settlement(journal) else { return false };
        let latest = self.latest.back();
        let of_latest = latest.and_then(|other| Some((other.before_settlement(journal)?, other)));
        before <= 0
            || of_latest.is_some_and(|(usual, other)| {
                before < usual - other.length.filter(|length| *length >= 0).unwrap_or(usual / 2)
            })
    }

    /// What the time of a settlement may lack: most of a minute where all beside it are whole minutes.
    fn cut_off(&self, own: &Times, after: &[Times]) -> i64 {
        let mut all = self.latest.iter().chain(after).chain([own]);
        let is_whole = |times: &Times| times.settled.0 % MINUTE_MICROS == 0;
        let is_coarse = self.latest.len() + after.len() > 1 && all.all(is_whole);
        if is_coarse { MINUTE_MICROS - 1 } else { 0 }
    }

    fn late(&self, own: &Times, after: &[Times], journal: JournalKind) -> Option<LateWagers> {
        let (registered, line) = own.registered(journal)?;
        let before = micros_between(registered, own.settled) + self.cut_off(own, after);
        let sides = [Side::of(self.latest.iter(), journal), Side::of(after.iter(), journal)];
        let known = || sides.iter().flatten();
        let likely = known().map(|side| side.likely).min().unwrap_or(0);
        if before >= likely {
            return None;
        }
        let least = known().map(|side| side.least).min();
        let both = sides.iter().all(Option::is_some);
        Some(LateWagers {
            journal,
            line,
            registered,
            is_only_counted_in: journal == JournalKind::Manager && own.controller.is_some(),
            usually: known().map(|side| side.usually).min(),
            beyond: least.filter(|_| both).map(|least| least - before),
            clock: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    /// A round started after so many seconds, settled and ended so many later.
    fn round(start: i64, settled: i64, end: i64) -> Times {
        let at = |seconds: i64| Timestamp(seconds * SECOND);
        Times {
            controller: Some((at(start), 1)),
            manager: None,
            settled: at(start + settled),
            length: Some(end * SECOND),
        }
    }

    /// By how many seconds a round is later than the clocks explain, among these before and after it: nothing where it is in
    /// time, less than nothing where it may be.
    fn beyond(before: &[Times], own: Times, after: &[Times]) -> Option<Option<i64>> {
        let pace = Pace { latest: before.iter().copied().collect(), ..Pace::default() };
        let late = pace.late(&own, after, JournalKind::Controller)?;
        Some(late.beyond.map(|micros| micros / SECOND))
    }

    #[test]
    fn a_round_is_late_against_both_sides_alone() {
        // Settled 50 seconds after COIN IN, ended 10 later: the clocks differ by -10 to 50 seconds.
        let usual = [round(0, 50, 60), round(600, 50, 60), round(1200, 50, 60)];
        let late = round(1800, -300, 60);
        assert_eq!(beyond(&usual, late, &usual), Some(Some(290)));
        assert_eq!(beyond(&usual, late, &[]), Some(None));
        assert_eq!(beyond(&[], late, &[]), Some(None));
        assert_eq!(beyond(&usual, round(1800, 0, 60), &usual), None);
        assert_eq!(beyond(&usual, round(1800, -1, 60), &usual), Some(Some(-9)));
        // A clock set between them explains it, and so does one that was wrong all along.
        let other = [round(2400, -300, 60), round(3000, -300, 60)];
        assert_eq!(beyond(&usual, late, &other), None);
        assert_eq!(beyond(&other, late, &other), None);
        assert_eq!(beyond(&other, round(1800, -700, 60), &other), Some(Some(340)));
        // A clock that is behind leaves less time.
        let behind = [round(0, 650, 60), round(600, 650, 60)];
        assert_eq!(beyond(&behind, round(1800, 450, 60), &behind), Some(Some(140)));
        assert_eq!(beyond(&behind, round(1800, 590, 60), &behind), None);
    }

    #[test]
    fn whole_minutes_may_lack_most_of_one() {
        let minutes = [round(10, 50, 60), round(610, 50, 60)];
        assert_eq!(beyond(&minutes, round(1830, -30, 60), &minutes), None);
        let seconds = [round(11, 50, 60), round(611, 50, 60)];
        assert_eq!(beyond(&seconds, round(1830, -30, 60), &seconds), Some(Some(20)));
    }
}
