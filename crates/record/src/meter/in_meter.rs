//! The in-meter of a link, the manager's own count of all its wagers, beside the coin-ins on record:
//! whoever takes wagers off the record afterwards leaves it ahead of them.

use crate::hole::Hole;
use feltproof_model::{ManagerEvent, ManagerKind, Money, Sum};

/// After so many departures running an in-meter that counted in dollars is taken to count something else.
const DEPARTURES_MAX: u32 = 10;

/// Capacities of counters in dollars, from which they begin again at nothing; none has fewer than four digits.
const CAPACITIES: std::ops::RangeInclusive<u32> = 4..=15;

/// What an in-meter counts where it is written, beside the coin-ins on record since it was written last.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// What it counted when it was written last.
    pub before: Money,
    /// The coin-ins since then, with that of the event itself.
    pub wagered: Sum,
    /// What it counts now.
    pub now: Money,
    /// It counts what was wagered: the coin-ins on record.
    pub fits: bool,
    /// Where coin-ins since may not be on record.
    pub hole: Option<Hole>,
    /// It departed before and has not counted coin-ins in dollars, or not for long: it may count something else.
    pub is_strange: bool,
}

impl Counted {
    /// What it should count.
    pub fn expected(&self) -> Sum {
        Sum::from(self.before) + self.wagered
    }
}

#[derive(Default)]
pub(super) struct InMeter {
    /// What it counted when it was written last.
    last: Option<Money>,
    /// Coin-ins since.
    wagered: Sum,
    /// Where a record since may be missing.
    hole: Option<Hole>,
    /// Where the meter may have gained since by wagers that are not recorded at all.
    gained: Option<Hole>,
    /// After a departure: what it should have counted.
    unmoved: Option<Sum>,
    /// It has counted coin-ins in dollars.
    is_proven: bool,
    /// Departures at coin-ins since it did so last.
    departures: u32,
}

/// True where a counter goes on from `base` by what was wagered, or begins again at nothing on the way.
fn goes_on(base: Sum, wagered: Sum, now: Money) -> bool {
    let count = base + wagered;
    let begins_again = |digits| {
        let capacity = Sum::from_micros(10_i128.pow(digits) * 1_000_000);
        base < capacity && count - capacity == now.into()
    };
    count == now.into() || CAPACITIES.into_iter().any(begins_again)
}

impl InMeter {
    pub(super) fn enter_hole(&mut self, hole: Hole) {
        self.hole.get_or_insert(hole);
    }

    /// Takes in the next event; what it counts, where that can be compared. Coin-ins may be unrecorded
    /// altogether (`uncounted`), or by them the meter `gained`.
    pub(super) fn event(
        &mut self,
        event: &ManagerEvent,
        uncounted: Option<Hole>,
        gained: Option<Hole>,
    ) -> Option<Counted> {
        let is_coin_in = event.kind == ManagerKind::CoinIn;
        if is_coin_in {
            self.wagered = self.wagered + event.amount;
        }
        self.gained = self.gained.or(gained);
        let now = event.in_meter?;
        let (wagered, hole) = (std::mem::take(&mut self.wagered), self.hole.take());
        let gained = self.gained.take();
        let (last, unmoved) = (self.last.replace(now), self.unmoved.take());
        let before = last?;
        // One wrong figure moves nothing: the next may go on from what should have been counted.
        let bases = [Some(before.into()), unmoved];
        let fits = bases.into_iter().flatten().any(|base| goes_on(base, wagered, now));
        let may_rise = !is_coin_in && now > before;
        let has_more = Sum::from(now) > Sum::from(before) + wagered;
        let hole = hole.or(uncounted.filter(|_| may_rise)).or(gained.filter(|_| has_more));
        let allowed = if self.is_proven { DEPARTURES_MAX } else { 1 };
        let is_strange = self.departures >= allowed;
        let counted = Counted { before, wagered, now, fits, hole, is_strange };
        let has_moved = wagered != Sum::ZERO;
        if fits && has_moved {
            (self.is_proven, self.departures) = (true, 0);
        } else if !fits && hole.is_none() {
            self.unmoved = Some(counted.expected());
            self.departures += u32::from(has_moved);
        }
        Some(counted)
    }
}
