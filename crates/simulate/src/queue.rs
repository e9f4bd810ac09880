//! What waits to be written, in the order of time, and the opening hours over which the day is spread.

use std::collections::BTreeMap;
use std::rc::Rc;

use feltproof_model::Money;

use crate::calendar::{MINUTE, SECOND};
use crate::chance::Chance;
use crate::fault::Fault;
use crate::journals::ControllerRecord;
use crate::round::{Award, Mark, Round};

/// Something that happens at a moment and is then written.
pub(crate) enum Item {
    Controller(ControllerRecord),
    /// The manager registers the progressive wagers of a round.
    CoinIn(Rc<Round>),
    /// A card is swiped, and so long after it the manager records the award.
    Card(Rc<Round>, Award, i64),
    Hands(Rc<Round>),
    /// The deck of a round leaves its shuffler.
    Deck(Rc<Round>),
    /// What the accounting department and the link itself do.
    Accounting(Accounting),
    /// A round that only the controller knows.
    Phantom(Mark),
}

/// What waits to be written, in the order of time, then of arrival.
#[derive(Default)]
pub(crate) struct Queue {
    items: BTreeMap<(i64, u64), Item>,
    arrivals: u64,
}

impl Queue {
    pub(crate) fn push(&mut self, time: i64, item: Item) {
        self.items.insert((time, self.arrivals), item);
        self.arrivals += 1;
    }

    pub(crate) fn pop_before(&mut self, time: i64) -> Option<(i64, Item)> {
        let first = self.items.first_entry()?;
        let at = first.key().0;
        (at < time).then(|| (at, first.remove()))
    }
}

/// The opening hours, and how the rounds are spread over them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hours {
    pub(crate) open: i64,
    pub(crate) close: i64,
    pub(crate) next_day: i64,
    pub(crate) rounds: i64,
    pub(crate) tables: i64,
}

/// How long a fault leaves the supervisor's key at JPH after the reseed: longer than two clocks differ that tell of the coin-in
/// at one time, and shorter than two may where nothing shows that.
pub(crate) const KEY_HELD: i64 = 60 * SECOND;

impl Hours {
    /// The length of a round in which the key stays at JPH so long, where that leaves time before the next
    /// round of the table: it is back at 0.73 of the round, before GAME OVER.
    pub(crate) fn length_to_hold_the_key(self) -> Option<i64> {
        let length = 400 * SECOND;
        (self.slot() * self.tables > length + 60 * SECOND).then_some(length)
    }

    /// The last round starts well before closing time.
    const fn span(self) -> i64 {
        self.close - self.open - 2 * MINUTE
    }

    /// So many thousandths of the opening hours after opening.
    pub(crate) const fn at(self, per_mille: i64) -> i64 {
        self.open + self.span() / 1_000 * per_mille
    }

    /// Half-way between opening and closing.
    pub(crate) const fn middle(self) -> i64 {
        self.open + (self.close - self.open) / 2
    }

    /// The share of the opening hours between two rounds.
    const fn slot(self) -> i64 {
        self.span() / self.rounds
    }

    /// Times are whole quarters of a second where the pace allows it, else microseconds.
    pub(crate) const fn whole(self, time: i64) -> i64 {
        if self.slot() * self.tables >= 40 * SECOND { time - time % 250_000 } else { time }
    }

    pub(crate) fn round(self, index: u32, chance: &mut Chance) -> (i64, i64) {
        // i128: microseconds of a day times a million rounds exceed 64 bits.
        let start = i128::from(self.span()) * i128::from(index) / i128::from(self.rounds);
        let jitter = self.slot() * i64::from(chance.below(300)) / 1_000;
        let start =
            self.open + i64::try_from(start).expect("a round begins within its day") + jitter;
        let usual = i64::from(45 + chance.below(30)) * SECOND;
        (self.whole(start), usual.min(self.slot() * self.tables * 6 / 10))
    }
}

/// A record of the manager that no wager and no award causes.
#[derive(Clone, Debug)]
pub(crate) enum Accounting {
    /// The meters are read.
    Reading(Option<Fault>),
    /// The link is opened for play.
    Open,
    /// The link is closed.
    Close,
    /// A setting is made again while the link is open, or changed before it is.
    Config(Fault),
    /// A documented change of the meter.
    Correction {
        dollars: i64,
        actor: &'static str,
        number: u32,
        reason: &'static str,
        fault: Option<Fault>,
    },
    /// The contribution of a void round is taken back.
    Reversal(Rc<Round>),
    /// An award is taken back.
    BackOut(Rc<Round>, Taken),
}

/// An award as it was taken from the meter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) seat: u8,
    pub(crate) amount: Money,
    pub(crate) reseeded: Money,
    /// What the reseed after it drew from the reserve.
    pub(crate) from_reserve: Money,
}
