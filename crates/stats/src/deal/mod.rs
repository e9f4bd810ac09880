//! Deals: the battery for whole decks, and for what a casino's records hold of each shuffled deck.
//!
//! Of one round often only the dealt cards are known: the first positions in order, or packets (hands) whose inner order
//! may be unknown, and not as many in every round. The undealt cards are one more zone, whose content as a set is known. A
//! whole deck is the deal of which all cards are known in order. Whatever is seen, every statistic here has an exact mean
//! and variance under a fair shuffle, given the layouts, which must not depend on the cards; counts of different layouts
//! are added up, and so are their means and covariances ([`table`], statistics.md 3b).
//!
//! Against the **fixed** reference a label is the card itself, which sees a machine that favours cards or places. Against
//! the **previous** reference the label of a card is its place in the deal before (or `lag` deals before, where decks are
//! used in turn), which sees a machine that carries order over. The deals one and two before are looked at in any case, by
//! a few tests. All that is kept are counts: the stream may be longer than memory, and parts of it add up.
//!
//! Counts stand in `order`, `whole` and what these name, null laws in `table` and `figures`; `positions`, `mean_position`,
//! `pairs` and `..._figures` lead from counts to figures, `report` to the battery. One more statistic is a file with its counts
//! (`new`, `push`, `Sums`) and its null law, a field of [`Fixed`] or [`Before`], its answers in `report`, and its line in
//! `registered`. From how many deals a test runs it says itself.

mod chain;
mod counters;
mod drift;
mod duplicates;
mod error;
mod fewest;
mod figures;
mod heat;
mod layout;
mod mean_position;
mod options;
mod order;
mod order_figures;
mod other_lag;
mod pairs;
mod pattern;
mod positions;
mod recorded;
mod registered;
mod report;
mod shoe;
mod stopped;
mod table;
#[cfg(test)]
mod tests;
mod whole;
mod whole_figures;
mod within;

use std::sync::LazyLock;

pub use error::DealError;
pub use layout::Layout;
pub use options::{Classes, Contrast, Options};
pub use shoe::{DECKS_MAX, Rows, ShoeForm, Shoes, left_out_max};

use crate::battery::{Fault, Most, Outcome};
use crate::sums::{Sums, sums};
use chain::{Chain, Seen};
use drift::Drifts;
use duplicates::{DEALS, DECKS, SHORT, SHUFFLES, Sample};
use error::refuse;
use order::{Old, Order};
use other_lag::{OtherLag, besides};
use pattern::{Count, Labels, Values};
use recorded::Record;
use whole::{Again, Whole};

/// The most packets one deal may have.
pub const PACKETS_MAX: u8 = 12;
/// The most categories a hand may fall into.
pub(crate) const CATEGORIES_MAX: usize = 64;
/// Faults kept; all are counted.
const FAULTS_MAX: usize = 200;
/// Whole decks in which sorted hands are looked for: the first.
const FIRST_MAX: usize = 4096;
/// The furthest deal before that may be the reference.
const LAG_MAX: usize = 8;
/// The category of a packet that has none.
pub const NO_CATEGORY: u8 = u8::MAX;

/// The outcome of a test, not yet in the list.
struct Answer {
    key: &'static str,
    deals: u64,
    outcome: Outcome,
    most: Option<Most>,
}

impl Answer {
    fn new(key: &'static str, deals: u64, outcome: Outcome) -> Self {
        Self { key, deals, outcome, most: None }
    }

    /// With what is most unusual in what the test counts.
    fn naming(self, most: Option<Most>) -> Self {
        Self { most, ..self }
    }
}

/// The counts of an order whose sums are followed over time, as the series are listed.
const FOLLOWED: [Count; 3] = [Count::Inversions, Count::Rises, Count::Valleys];

/// Their moments, by the length of the relative order.
static MOMENTS: LazyLock<[[drift::Fixed; FOLLOWED.len()]; 65]> =
    LazyLock::new(|| std::array::from_fn(|m| FOLLOWED.map(|count| count.moments(m).into())));

/// Counts against the cards themselves.
#[derive(Clone, Debug, PartialEq)]
struct Fixed {
    whole: Whole,
    order: Order,
}

/// Counts against the deal `lag` before.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    lag: usize,
    whole: Again,
    order: Order,
    /// The permutations from whole deck to whole deck.
    replayed: Sample,
}

sums!(Fixed: whole, order);
sums!(Before: whole, order, replayed);

/// Counts of a stream of deals; bounded, whatever the length of the stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Deals {
    n: usize,
    options: Options,
    /// Index of the first observation in the stream.
    start: u64,
    /// Observations, those left out included.
    observed: u64,
    faults: Vec<Fault>,
    fault_count: u64,
    /// Observations that could not be read.
    skipped: u64,
    /// Those of them in which some card stands twice.
    doubled: u64,
    chain: Chain,
    fixed: Fixed,
    before: Before,
    /// Against those of the lags 1 and 2 that `before` does not look at.
    other_lags: Vec<OtherLag>,
    drifts: Drifts,
    sample: Sample,
    /// Of the deals of which so little is seen that chance alone repeats some.
    short: Sample,
    /// The first whole decks, in which sorted hands are looked for.
    first: Vec<[u8; 64]>,
    /// From the first deal in order on: how deals stand on record, and the deals without order.
    sets: Option<(Box<Record>, Box<Self>)>,
}

sums!(Deals: observed, fault_count, skipped, doubled, fixed, before, other_lags, drifts, sample, short);

/// Counting one deal, compiled once for each set of instructions a processor may have.
struct Push<'a> {
    deals: &'a mut Deals,
    layout: Layout,
    cards: &'a [u8],
    categories: &'a [u8],
}

impl pulp::WithSimd for Push<'_> {
    type Output = Result<(), DealError>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Self::Output {
        self.deals.take(self.layout, self.cards, self.categories)
    }
}

fn add(own: &mut [u64], other: &[u64]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}

impl Deals {
    /// Of decks of `n` cards (4 to 64, whole decks 2 to 64); the deal before is the one `lag` deals
    /// before (1 to 8): two where two decks are used in turn.
    pub fn new(n: usize, lag: usize, options: Options) -> Result<Self, DealError> {
        let least = if options.whole { 2 } else { 4 };
        if !(least..=64).contains(&n) {
            return refuse(format!("a deck of {n} cards; {least} to 64 can be tested"));
        }
        if !(1..=LAG_MAX).contains(&lag) {
            return refuse(format!("a lag of {lag} deals; 1 to {LAG_MAX} can be tested"));
        }
        options.check(n)?;
        Ok(Self::empty(n, lag, options, 0))
    }

    fn empty(n: usize, lag: usize, options: Options, start: u64) -> Self {
        let sought = if options.whole { &DECKS } else { &DEALS };
        Self {
            n,
            options,
            start,
            observed: 0,
            faults: Vec::new(),
            fault_count: 0,
            skipped: 0,
            doubled: 0,
            chain: Chain::new(lag.max(2)),
            fixed: Fixed { whole: Whole::new(), order: Order::new() },
            before: Before {
                lag,
                whole: Again::default(),
                order: Order::new(),
                replayed: Sample::new(n, &SHUFFLES),
            },
            other_lags: besides(lag),
            drifts: Drifts::starting_at(start),
            sample: Sample::new(n, sought),
            short: Sample::new(n, &SHORT),
            first: Vec::new(),
            sets: None,
        }
    }

    /// An empty part of the same stream whose first observation has this index: what another thread
    /// counts, to be [`merge`](Self::merge)d in the order of the stream.
    pub fn part(&self, start: u64) -> Self {
        Self::empty(self.n, self.before.lag, self.options.clone(), start)
    }

    /// Counts one deal: its cards zone by zone in dealing order, and the category of each packet,
    /// or none at all, [`NO_CATEGORY`] for a packet without. A deal that cannot be is a certain
    /// fault: kept with its index, left out, and the deals after it have none before them.
    pub fn push(
        &mut self,
        layout: Layout,
        cards: &[u8],
        categories: &[u8],
    ) -> Result<(), DealError> {
        if layout.is_ordered() && !self.options.whole {
            self.keep_sets();
        }
        pulp::Arch::new().dispatch(Push { deals: self, layout, cards, categories })
    }

    #[inline(always)]
    fn take(&mut self, layout: Layout, cards: &[u8], categories: &[u8]) -> Result<(), DealError> {
        let at = self.start + self.observed;
        self.observed += 1;
        let read = self.chain.room().read(at, layout, cards, self.n);
        if let Err(error) = read.and_then(|()| self.check(layout, categories)) {
            self.leave_out(at, &error, has_twice(cards));
            return Err(error);
        }
        let deal = self.chain.now();
        if let Some((record, sets)) = &mut self.sets {
            if layout.is_ordered() {
                record.push(deal);
            }
            sets.push(recorded::without_order(layout), cards, categories)?;
        }
        for (zone, category) in categories.iter().enumerate().filter(|c| *c.1 != NO_CATEGORY) {
            self.fixed.whole.categories[zone * CATEGORIES_MAX + usize::from(*category)] += 1;
        }
        if self.options.whole && self.first.len() < FIRST_MAX {
            self.first.push(deal.cards);
        }
        self.fixed.count(self.n, deal, &mut self.drifts);
        self.sample.push(deal);
        self.short.push(deal);
        if let Some(before) = self.chain.back(self.before.lag) {
            self.before.count(self.n, deal, before, &mut self.drifts);
        }
        for other in &mut self.other_lags {
            if let Some(before) = self.chain.back(other.lag) {
                other.push(self.n, deal, before);
            }
        }
        self.chain.keep();
        Ok(())
    }

    /// Counts one whole deck, its cards in the order dealt; as [`Self::push`].
    pub fn push_deck(&mut self, cards: &[u8]) -> Result<(), DealError> {
        self.push(Layout::Ordered { dealt: self.n as u8 }, cards, &[])
    }

    /// A gap or a change of mode: the next deals have none before them.
    pub fn break_chain(&mut self) {
        self.chain.cut();
        if let Some((_, sets)) = &mut self.sets {
            sets.break_chain();
        }
    }

    /// An observation that could not be read: it has a place in the stream and is no fault, and the next deals have none
    /// before them.
    pub fn skip(&mut self) {
        (self.observed, self.skipped) = (self.observed + 1, self.skipped + 1);
        self.chain.cut();
        if let Some((_, sets)) = &mut self.sets {
            sets.skip();
        }
    }

    /// Notes what is no deal, in both readings.
    fn leave_out(&mut self, at: u64, error: &DealError, is_doubled: bool) {
        self.fault_count += 1;
        self.doubled += u64::from(is_doubled);
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(Fault { at, what: error.to_string() });
        }
        self.chain.cut();
        if let Some((_, sets)) = &mut self.sets {
            sets.observed += 1;
            sets.leave_out(at, error, is_doubled);
        }
    }

    /// Until now no deal was in order: what is counted is what is counted without order.
    fn keep_sets(&mut self) {
        if self.sets.is_none() {
            let record = Record::new(self.n, &self.options);
            self.sets = Some((Box::new(record), Box::new(self.clone())));
        }
    }

    /// Deals counted, those left out or skipped not included.
    pub fn count(&self) -> u64 {
        self.observed - self.fault_count - self.skipped
    }

    /// Whether so many deals hold a card twice that they may come out of shoes: two at least, and half as many
    /// as shoes of two decks give where records are as long as those that are kept.
    pub fn may_be_shoes(&self) -> bool {
        let n = self.n as f64;
        // The next card of two decks is none of those dealt.
        let new = |dealt: usize| (2.0 * (n - dealt as f64)) / (2.0 * n - dealt as f64);
        let once = |cards: usize| (0..cards).map(new).product::<f64>();
        let layouts = self.fixed.whole.layouts.iter();
        let once = layouts.map(|(layout, of)| of.deals as f64 * once(layout.cards())).sum::<f64>();
        let kept = self.count() as f64;
        let twice = if kept > 0.0 { 1.0 - once / kept } else { 1.0 };
        self.doubled >= 2 && self.doubled as f64 >= 0.5 * twice * self.observed as f64
    }

    /// Deals left out because of a certain fault.
    pub fn fault_count(&self) -> u64 {
        self.fault_count
    }

    /// Adds the [`part`](Self::part) of the stream that follows. The result is the same as if one
    /// accumulator had seen the whole stream.
    pub fn merge(&mut self, next: Self) -> Result<(), DealError> {
        let lags = (self.before.lag, next.before.lag);
        if self.n != next.n || self.options != next.options || lags.0 != lags.1 {
            return refuse("parts of two different streams");
        }
        let end = self.start + self.observed;
        if next.start != end {
            let start = next.start;
            return refuse(format!("a part that starts at {start} where {end} should follow"));
        }
        match (&mut self.sets, &next.sets) {
            (None, None) => {}
            (Some((_, sets)), None) => sets.merge(next.clone())?,
            (_, Some((record, sets))) => {
                self.keep_sets();
                if let Some((own, own_sets)) = &mut self.sets {
                    own.add(record);
                    own_sets.merge((**sets).clone())?;
                }
            }
        }
        let room = FAULTS_MAX - self.faults.len();
        self.faults.extend(next.faults.iter().take(room).cloned());
        let room = FIRST_MAX - self.first.len();
        self.first.extend(next.first.iter().take(room));
        self.add(&next);
        for (now, before) in self.chain.seam(&next.chain, self.before.lag) {
            self.before.count(self.n, now, before, &mut self.drifts);
        }
        for other in &mut self.other_lags {
            for (now, before) in self.chain.seam(&next.chain, other.lag) {
                other.push(self.n, now, before);
            }
        }
        self.chain.merge(&next.chain);
        Ok(())
    }

    /// Why a deal that can be is not one of those declared.
    fn check(&self, layout: Layout, categories: &[u8]) -> Result<(), DealError> {
        if self.options.whole && layout != (Layout::Ordered { dealt: self.n as u8 }) {
            return refuse(format!("a part of a deck among whole decks of {} cards", self.n));
        }
        if categories.is_empty() {
            return Ok(());
        }
        let (zones, known) = (layout.zones(), self.options.categories.as_ref().map_or(0, Vec::len));
        if categories.len() != zones {
            let given = categories.len();
            return refuse(format!("{given} hand categories of {zones} packets"));
        }
        let unknown = categories.iter().find(|c| **c != NO_CATEGORY && usize::from(**c) >= known);
        unknown.map_or(Ok(()), |c| refuse(format!("no hand category {c} among {known}")))
    }
}

#[cold]
fn has_twice(cards: &[u8]) -> bool {
    let distinct = cards.iter().fold(0_u64, |mask, card| mask | 1 << (card & 63));
    (distinct.count_ones() as usize) < cards.len()
}

/// The followed counts of one order of `m` labels, with their moments.
#[inline(always)]
fn followed(values: &Values, m: usize) -> [(u32, drift::Fixed); FOLLOWED.len()] {
    let moments = MOMENTS.get(m).copied().unwrap_or_default();
    std::array::from_fn(|i| (u32::from(values[FOLLOWED[i] as usize]), moments[i]))
}

impl Fixed {
    #[inline(always)]
    fn count(&mut self, n: usize, deal: &Seen, drifts: &mut Drifts) {
        let (neighbours, moments) = self.whole.push(n, deal);
        if deal.layout.zones() > 0 {
            drifts.push(deal.at, drift::FIXED_PAIRS, &[(neighbours, moments.into())]);
        }
        if deal.layout.is_ordered() {
            let values = self.order.push(&Labels::fixed(n, deal));
            drifts.push(deal.at, drift::FIXED, &followed(&values, deal.layout.cards()));
        }
    }
}

impl Before {
    #[inline(always)]
    fn count(&mut self, n: usize, now: &Seen, before: &Seen, drifts: &mut Drifts) {
        let (kept, moments) = self.whole.push(n, now, before);
        if now.layout.zones() > 0 && before.layout.zones() > 0 {
            drifts.push(now.at, drift::PREVIOUS_PAIRS, &[(kept, moments.into())]);
        }
        if now.layout.is_ordered() && before.layout.is_ordered() {
            let old = Old::places(now, before);
            let labels = Labels::previous(now, before, &old);
            let values = self.order.push(&labels);
            self.replayed.push_shuffle(n, now, &labels);
            let m = labels.unseen.count_ones() as usize;
            drifts.push(now.at, drift::PREVIOUS, &followed(&values, m));
        }
    }
}
