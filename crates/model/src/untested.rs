//! What a report's figures do not cover: columns that the hands journal lacks, payments that no check
//! could test.

use crate::exception::Locus;
use crate::money::Money;
use crate::seat::Seat;
use crate::wager::Wager;
use compact_str::CompactString;

/// What the hands journal has of what the tables of the engagement need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// There is a hands journal.
    pub hands: bool,
    /// It has the cards.
    pub cards: bool,
    /// It says what each seat did.
    pub actions: bool,
    /// Wagers that a table offers and whose stake it has no column for.
    pub stakes_missing: Vec<Wager>,
    /// Wagers (and envy) that a table offers and for which it has no column of what they returned.
    pub returned_missing: Vec<Wager>,
}

/// Something that was paid and that no check could test: neither right nor wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UntestedPayment {
    /// Where it stands in the evidence.
    pub locus: Locus,
    /// At which table.
    pub table: CompactString,
    /// In which round.
    pub round: u32,
    /// To which seat.
    pub seat: Seat,
    /// For which wager; `None` for an award from a meter.
    pub wager: Option<Wager>,
    /// What was paid; of a wager all that was returned.
    pub amount: Money,
    /// Why it could not be tested, as words that follow a colon.
    pub reason: String,
}

/// Payments that no check could test: the first of them, and what all come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UntestedPayments {
    /// The first 1,000.
    pub listed: Vec<UntestedPayment>,
    /// All.
    pub total: u64,
    /// What all of them come to, micro-dollars.
    pub micros: i128,
}

impl UntestedPayments {
    /// Most that are listed, whatever the record holds.
    const LISTED_MAX: usize = 1_000;

    /// True when no more will be listed.
    pub const fn is_full(&self) -> bool {
        self.listed.len() >= Self::LISTED_MAX
    }

    /// One more; `listed` gives it where there is room.
    pub fn add(&mut self, amount: Money, listed: impl FnOnce() -> Option<UntestedPayment>) {
        self.total += 1;
        self.micros += i128::from(amount.micros());
        if !self.is_full() {
            self.listed.extend(listed());
        }
    }

    /// Adds what another part of the record gave; it stands after ours.
    pub fn merge(&mut self, other: Self) {
        self.total += other.total;
        self.micros += other.micros;
        let room = Self::LISTED_MAX - self.listed.len();
        self.listed.extend(other.listed.into_iter().take(room));
    }
}
