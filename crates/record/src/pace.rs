//! When the wagers of a round were registered, beside its settlement: the one place that compares the two.
//!
//! Hands, controller and manager have clocks of their own. By how much they differ the rounds beside it at its table
//! show: in each of them the settlement lies between COIN IN and the end of the round, so that the median of
//! settlement less COIN IN, and the same less the median length of a round, are bounds of what the clocks differ by.
//! Rounds before and rounds after it give two pairs of bounds, since a clock may be set between them.

use crate::hole::Hole;
use crate::round::{LAG_MICROS, Round};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ControllerKind, ManagerKind, SeatSet, Timestamp};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// So many rounds before one, and as many after it, show by how much the clocks of its table differ.
const BESIDE_MAX: usize = 8;

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

    fn late(&self, own: &Times, after: &[Times], journal: JournalKind) -> Option<LateWagers> {
        let (registered, line) = own.registered(journal)?;
        let before = micros_between(registered, own.settled);
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
