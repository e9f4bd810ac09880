//! Tests of full decks, dealt one after the other: every card of a deck of `n` labels is seen.
//!
//! Every deck is looked at against two references in one pass. Against the **fixed** reference a label
//! is the card itself, which sees a machine that favours cards or places. Against the **previous**
//! reference the label of a card is its position in the deck before (or `lag` decks before, where
//! decks are used in turn), which sees a machine that carries order over. When chance alone is at
//! work both are independent uniform permutations, and every null law is that of a uniform
//! permutation: exact means and variances, exact laws of the counts, and quadratic forms whose degrees
//! of freedom are the dimensions of the representations they project on.
//!
//! All that is kept are counts, so the stream may be longer than memory, and pieces of it counted
//! apart are merged into exactly the counts of the whole.
//!
//! ## Valid from
//!
//! | tests | decks needed |
//! |---|---|
//! | `position_card`, `adjacency`, `direction` | 100 at 52 labels, in proportion to `n`, at least 30: about two expected in a cell |
//! | `position_rank`, `position_suit` | five expected in the smallest cell, at least 30 |
//! | `lehmer` | 5 `n`: five expected in each cell of the first position |
//! | means of counts, `inversions`, `spearman`, `displacement` | 30 |
//! | means of rare counts (`fixed_points`, `successions`, `reverse_successions`, `cycles`), `parity` | 100 |
//! | `..._law` | that of the mean, and five expected in each of at least two cells after pooling |
//! | `position_max`, `pair_max` (exact binomial tails) | 1 |
//! | `duplicates` | 2 |

mod contrast;
mod counts;
mod drift;
mod error;
mod evaluate;
mod figures;
mod kernels;
mod lanes;
mod laws;
mod pictures;
mod registered;
mod repeats;
mod small;
mod tables;
#[cfg(test)]
mod tests;
#[cfg_attr(not(target_arch = "x86_64"), path = "no_wide.rs")]
mod wide;

use crate::battery::{Battery, Fault};
pub use contrast::Contrast;
use counts::Counts;
pub use error::DeckError;
use lanes::{Both, LABELS};
use repeats::Repeats;

/// Faults kept with their sentences; beyond these they are only counted.
const FAULTS_KEPT: usize = 200;
/// The greatest lag.
const LAG_MAX: usize = 8;

/// Rank and suit of each label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Classes {
    rank: Vec<u8>,
    suit: Vec<u8>,
}

/// What is counted of a stream of full decks.
#[derive(Clone)]
pub struct Decks {
    n: usize,
    lag: usize,
    classes: Option<Classes>,
    contrast: Option<Contrast>,
    /// Place in the whole stream of the first deck pushed here.
    start: u64,
    /// Decks pushed, sound or not.
    pushed: u64,
    faults: Vec<Fault>,
    faulty: u64,
    fixed: Counts,
    previous: Counts,
    chain: Chain,
    repeats: Repeats,
}

/// How the next decks follow the last ones.
#[derive(Clone)]
struct Chain {
    /// Decks since the last break, up to the lag.
    since: usize,
    /// The first decks of this piece and their places: those whose deck before is in an earlier piece.
    head: Vec<(Both, u64)>,
    /// Whether nothing broke the chain since this piece began.
    unbroken: bool,
}

impl Chain {
    fn restart(&mut self) {
        self.since = 0;
        self.unbroken = false;
    }
}

impl Decks {
    /// An empty count of decks of `n` labels, 2 to 64, each compared with the deck `lag` before, 1 to 8.
    ///
    /// A label is a code from 0 to `n`-1. With 52 labels its rank is the code modulo 13 and its suit
    /// the code divided by 13.
    pub fn new(n: usize, lag: usize) -> Result<Self, DeckError> {
        if !(2..=LABELS).contains(&n) {
            return Err(DeckError::Cards(n));
        }
        if !(1..=LAG_MAX).contains(&lag) {
            return Err(DeckError::Lag(lag));
        }
        let classes = (n == 52).then(|| Classes {
            rank: (0..52).map(|code| code % 13).collect(),
            suit: (0..52).map(|code| code / 13).collect(),
        });
        Ok(Self {
            n,
            lag,
            classes,
            contrast: None,
            start: 0,
            pushed: 0,
            faults: Vec::new(),
            faulty: 0,
            fixed: Counts::new(n),
            previous: Counts::new(n),
            chain: Chain { since: 0, head: Vec::new(), unbroken: true },
            repeats: Repeats::new(),
        })
    }

    /// The same with one more registered test: marked cards at given positions.
    pub fn with_contrast(mut self, contrast: Contrast) -> Result<Self, DeckError> {
        contrast.check(self.n)?;
        self.contrast = Some(contrast);
        Ok(self)
    }

    /// The same for a piece of a stream that begins with its deck number `place`, counted from zero.
    ///
    /// A piece longer than 512 decks can be merged only if it was told its place: blocks of the stream
    /// in [`Battery::drifts`] begin at whole multiples of their length, wherever it is cut.
    pub fn starting_at(mut self, place: u64) -> Self {
        self.start = place;
        self
    }

    /// Decks counted; those with faults are not among them.
    pub fn count(&self) -> u64 {
        self.fixed.total
    }

    /// Counts the next deck, one code for each position in the order dealt.
    ///
    /// A deck in which a card is missing or comes twice is certainly wrong: it is left out of the
    /// statistics, the fault is kept for the battery, and the next `lag` decks have no deck before.
    pub fn push(&mut self, deck: &[u8]) -> Result<(), Fault> {
        match self.n {
            52 => self.take::<52>(deck),
            _ => self.take::<0>(deck),
        }
    }

    /// Says that the next deck does not follow the last one: a gap, another mode, another machine.
    pub fn break_chain(&mut self) {
        self.chain.restart();
    }

    /// Counts a deck; `N` is the number of labels where the compiler is to know it.
    #[inline(always)]
    fn take<const N: usize>(&mut self, codes: &[u8]) -> Result<(), Fault> {
        let n = if N == 0 { self.n } else { N };
        let place = self.start + self.pushed;
        self.pushed += 1;
        if !self.fixed.write(n, codes) {
            return Err(self.fault(codes, place));
        }
        let (before, now) = self.fixed.before_and_next(self.lag);
        self.repeats.add(repeats::hash(n, &now.deck), place);
        if self.chain.since == self.lag {
            self.previous.write_relative(before, now);
            self.previous.observe(place);
        } else {
            self.chain.since += 1;
            if self.chain.unbroken {
                self.chain.head.push((*now, place));
            }
        }
        self.fixed.observe(place);
        Ok(())
    }

    #[cold]
    fn fault(&mut self, codes: &[u8], at: u64) -> Fault {
        let fault = Fault { at, what: what_is_wrong(self.n, codes) };
        if self.faults.len() < FAULTS_KEPT {
            self.faults.push(fault.clone());
        }
        self.faulty += 1;
        self.chain.restart();
        fault
    }

    /// Adds the counts of `next`, which follows this piece of the stream. Its first decks are compared
    /// with the last ones here, so the result is what one count of the whole stream would be.
    ///
    /// Fails, with nothing added, if the two do not count the same thing, or `next` is longer than 512
    /// decks and was not told its place ([`Self::starting_at`]).
    pub fn merge(&mut self, mut next: Self) -> Result<(), DeckError> {
        if (self.n, self.lag) != (next.n, next.lag) {
            return Err(DeckError::DifferentKinds);
        }
        let end = self.start + self.pushed;
        let Some(by) = end.checked_sub(next.start) else {
            return Err(DeckError::OutOfOrder { start: next.start, end });
        };
        next.settle();
        if !next.fixed.drifts.can_shift(by) || !next.previous.drifts.can_shift(by) {
            return Err(DeckError::NoPlace(next.pushed));
        }
        next.fixed.drifts.shift(by);
        next.previous.drifts.shift(by);
        next.repeats.shift(by);
        self.settle();
        self.join(&next, by);
        self.settle();
        self.fixed.absorb(&next.fixed);
        self.previous.absorb(&next.previous);
        self.repeats.absorb(&next.repeats);
        let room = FAULTS_KEPT.saturating_sub(self.faults.len());
        let later = next.faults.into_iter().take(room);
        self.faults.extend(later.map(|fault| Fault { at: fault.at + by, ..fault }));
        self.faulty += next.faulty;
        self.pushed += next.pushed;
        Ok(())
    }

    /// Compares the first decks of `next` with the last ones here, and goes on with its chain.
    fn join(&mut self, next: &Self, by: u64) {
        let tail = self.fixed.last(self.chain.since).to_vec();
        for (j, (now, place)) in next.chain.head.iter().enumerate() {
            // The deck `lag` before number j of the next piece, counted in the tail of this one.
            if let Some(before) = (tail.len() + j).checked_sub(self.lag).and_then(|i| tail.get(i)) {
                self.previous.write_relative(before, now);
                self.previous.observe(place + by);
            }
        }
        if self.chain.unbroken {
            let room = self.lag - self.chain.head.len().min(self.lag);
            let more = next.chain.head.iter().take(room).map(|(deck, at)| (*deck, at + by));
            self.chain.head.extend(more);
        }
        let mut kept = next.fixed.last(next.chain.since).to_vec();
        if next.chain.unbroken {
            kept = tail.into_iter().chain(kept).collect();
        }
        kept.drain(..kept.len().saturating_sub(self.lag));
        self.chain.since = kept.len();
        self.chain.unbroken &= next.chain.unbroken;
        self.fixed.set_last(&kept);
    }

    /// Brings everything that waits to be counted together into the counts.
    fn settle(&mut self) {
        self.fixed.settle();
        self.previous.settle();
        self.repeats.settle();
    }

    /// All tests of what was counted so far.
    pub fn battery(&self) -> Battery {
        evaluate::battery(self)
    }
}

/// What is wrong with a deck, as a sentence that names the cards and their positions.
fn what_is_wrong(n: usize, codes: &[u8]) -> String {
    let mut found: Vec<String> = Vec::new();
    if codes.len() != n {
        found.push(format!("{} cards instead of {n}", codes.len()));
    }
    let mut first: Vec<Option<usize>> = vec![None; n];
    for (position, code) in codes.iter().enumerate() {
        match first.get_mut(usize::from(*code)) {
            None => found.push(format!("position {position} holds {code}, which is no card")),
            Some(Some(before)) => {
                found.push(format!("card {code} stands at positions {before} and {position}"));
            }
            Some(place) => *place = Some(position),
        }
    }
    let missing = first.iter().enumerate().filter(|(_, place)| place.is_none());
    found.extend(missing.map(|(code, _)| format!("card {code} is missing")));
    let more = found.len().saturating_sub(6);
    found.truncate(6);
    if more > 0 {
        found.push(format!("and {more} more faults"));
    }
    found.join("; ")
}
