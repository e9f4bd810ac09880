//! Partial deals: the battery for what a casino's records hold of each shuffled deck.
//!
//! Of one round only the dealt cards are known: the first positions in order, or packets (hands)
//! whose inner order may be unknown, and not as many in every round. The undealt cards are one more
//! zone, whose content as a set is known. Whatever part is seen, every statistic here has an exact
//! mean and variance under a fair shuffle, given the layouts; counts of deals of different layouts
//! are added up, and so are their means and covariances ([`table`], statistics.md 3b). Layouts are
//! taken as given: they must not depend on the cards.
//!
//! | file | idea |
//! |---|---|
//! | `layout` | what was seen of a deck |
//! | `chain` | which deal came before |
//! | `order`, `pattern`, `longest` | counts of deals in order |
//! | `hands` | counts of deals in packets |
//! | `whole` | counts of any deal |
//! | `drift`, `duplicates` | over time; twice the same |
//! | `table`, `pairs`, `figures` | null laws |
//! | `order_figures`, `hand_figures`, `whole_figures` | from counts to figures |
//! | `registered` | the list of tests, fixed beforehand |
//! | `report`, `heat` | the battery |

mod chain;
mod drift;
mod duplicates;
mod error;
mod figures;
mod hand_figures;
mod hands;
mod heat;
mod layout;
mod longest;
mod order;
mod order_figures;
mod pairs;
mod pattern;
mod registered;
mod report;
mod table;
#[cfg(test)]
mod tests;
mod whole;
mod whole_figures;

pub use error::DealError;
pub use layout::Layout;

use crate::battery::{Fault, Outcome};
use chain::{Chain, Seen};
use drift::{Drifts, Fixed};
use duplicates::Sample;
use hands::Hands;
use order::{NO_LABEL, Order};
use pattern::Count;
use whole::Whole;

/// The most packets one deal may have.
pub const PACKETS_MAX: u8 = 12;
/// The most categories a hand may fall into.
pub(crate) const CATEGORIES_MAX: usize = 64;
/// Faults kept; all are counted.
const FAULTS_MAX: usize = 200;
/// The furthest deal before that may be the reference.
const LAG_MAX: usize = 8;
/// The category of a packet that has none.
pub const NO_CATEGORY: u8 = u8::MAX;

/// Classes of cards: one number for each card, from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Rank of each card.
    pub rank: Vec<u8>,
    /// Suit of each card.
    pub suit: Vec<u8>,
}

/// Cards whose number in the last packet is tested: the aces and the dealer's hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The marked cards, as a mask.
    pub labels: u64,
    /// What a report calls them: `aces`.
    pub name: String,
}

/// What is known of the cards and the hands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Ranks and suits.
    pub classes: Option<Classes>,
    /// Probability of each category of a packet under a fair shuffle; they add up to one.
    pub categories: Option<Vec<f64>>,
    /// Cards that must not favour the last packet.
    pub contrast: Option<Contrast>,
}

impl Options {
    /// A deck of 52 whose card is `suit * 13 + rank`, rank 12 being the ace: classes, and the aces
    /// as contrast.
    pub fn cards_52() -> Self {
        let classes = Classes {
            rank: (0..52).map(|card| card % 13).collect(),
            suit: (0..52).map(|card| card / 13).collect(),
        };
        let aces = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
        let contrast = Contrast { labels: aces, name: "aces".to_owned() };
        Self { classes: Some(classes), categories: None, contrast: Some(contrast) }
    }

    /// The same with the categories of a packet, by how many of all possible hands each has.
    #[must_use]
    pub fn with_category_counts(mut self, counts: &[u64]) -> Self {
        let all = counts.iter().sum::<u64>() as f64;
        self.categories = Some(counts.iter().map(|count| *count as f64 / all).collect());
        self
    }

    /// Why these options do not fit a deck of `n` cards.
    fn check(&self, n: usize) -> Result<(), DealError> {
        if let Some(classes) = &self.classes {
            for (name, class) in [("ranks", &classes.rank), ("suits", &classes.suit)] {
                if class.len() != n || class.iter().any(|c| usize::from(*c) >= n) {
                    return Err(DealError::Classes { name, n });
                }
            }
        }
        if let Some(chances) = &self.categories {
            let sum: f64 = chances.iter().sum();
            let fits = chances.len() <= CATEGORIES_MAX && chances.iter().all(|p| *p > 0.0);
            if !fits || (sum - 1.0).abs() > 1e-6 {
                return Err(DealError::Chances(sum));
            }
        }
        if let Some(contrast) = &self.contrast
            && (contrast.labels == 0 || contrast.labels > u64::MAX >> (64 - n))
        {
            return Err(DealError::Marked(n));
        }
        Ok(())
    }
}

/// The outcome of a test, not yet in the list.
struct Answer {
    key: &'static str,
    deals: u64,
    outcome: Outcome,
}

/// Moments of the followed counts, by the length of the relative order and the labels unseen.
type DriftMoments = Vec<[Fixed; 3]>;

/// Counts of a stream of partial deals; bounded, whatever the length of the stream.
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
    chain: Chain,
    whole: Whole,
    fixed: Order,
    previous: Order,
    hands: Hands,
    drifts: Drifts,
    sample: Sample,
    /// Against the cards themselves, by cards dealt.
    fixed_moments: DriftMoments,
    /// Against the deal before, by cards seen in both.
    previous_moments: DriftMoments,
}

/// Adds counts to counts.
fn add(own: &mut [u64], other: &[u64]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}

/// The counts whose sums are followed over time.
const FOLLOWED: [Count; 3] = [Count::Rises, Count::Inversions, Count::Guess];

impl Deals {
    /// Of decks of `n` cards (4 to 64); the deal before is the one `lag` deals before (1 to 8): two
    /// where two decks are used in turn.
    pub fn new(n: usize, lag: usize, options: Options) -> Result<Self, DealError> {
        if !(4..=64).contains(&n) {
            return Err(DealError::Deck(n));
        }
        if !(1..=LAG_MAX).contains(&lag) {
            return Err(DealError::Lag(lag));
        }
        options.check(n)?;
        let moments = |m: usize, unseen: usize| -> [Fixed; 3] {
            FOLLOWED.map(|count| Fixed::from(count.moments(m, unseen)))
        };
        Ok(Self {
            n,
            options,
            start: 0,
            observed: 0,
            faults: Vec::new(),
            fault_count: 0,
            chain: Chain::new(lag),
            whole: Whole::new(),
            fixed: Order::new(),
            previous: Order::new(),
            hands: Hands::new(),
            drifts: Drifts::starting_at(0),
            sample: Sample::new(n),
            fixed_moments: (0..=n).map(|m| moments(m, n)).collect(),
            previous_moments: (0..=n).map(|m| moments(m, m)).collect(),
        })
    }

    /// An empty part of the same stream whose first observation has this index: what another thread
    /// counts, to be [`merge`](Self::merge)d in the order of the stream.
    pub fn part(&self, start: u64) -> Self {
        Self {
            n: self.n,
            options: self.options.clone(),
            start,
            observed: 0,
            faults: Vec::new(),
            fault_count: 0,
            chain: self.chain.empty(),
            whole: Whole::new(),
            fixed: Order::new(),
            previous: Order::new(),
            hands: Hands::new(),
            drifts: Drifts::starting_at(start),
            sample: Sample::new(self.n),
            fixed_moments: self.fixed_moments.clone(),
            previous_moments: self.previous_moments.clone(),
        }
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
        let at = self.start + self.observed;
        self.observed += 1;
        let read = Seen::read(at, layout, cards, self.n)
            .and_then(|deal| self.check_categories(layout, categories).map(|()| deal));
        let deal = match read {
            Ok(deal) => deal,
            Err(error) => {
                self.fault_count += 1;
                if self.faults.len() < FAULTS_MAX {
                    self.faults.push(Fault { at, what: error.to_string() });
                }
                self.chain.cut();
                return Err(error);
            }
        };
        for (zone, category) in categories.iter().enumerate().filter(|c| *c.1 != NO_CATEGORY) {
            self.hands.categories[zone * CATEGORIES_MAX + usize::from(*category)] += 1;
        }
        self.count_fixed(&deal);
        let now = deal.clone();
        if let Some(before) = self.chain.push(deal) {
            self.count_previous(&now, &before);
        }
        Ok(())
    }

    /// A gap or a change of mode: the next deals have none before them.
    pub fn break_chain(&mut self) {
        self.chain.cut();
    }

    /// Deals counted, those left out not included.
    pub fn count(&self) -> u64 {
        self.observed - self.fault_count
    }

    /// Deals left out because of a certain fault.
    pub fn fault_count(&self) -> u64 {
        self.fault_count
    }

    /// Adds the [`part`](Self::part) of the stream that follows. The result is the same as if one
    /// accumulator had seen the whole stream.
    pub fn merge(&mut self, next: Self) -> Result<(), DealError> {
        if self.n != next.n || self.options != next.options || !self.chain.fits(&next.chain) {
            return Err(DealError::DifferentStreams);
        }
        let end = self.start + self.observed;
        if next.start != end {
            return Err(DealError::OutOfOrder { start: next.start, end });
        }
        self.observed += next.observed;
        self.fault_count += next.fault_count;
        let room = FAULTS_MAX - self.faults.len();
        self.faults.extend(next.faults.into_iter().take(room));
        self.whole.merge(&next.whole);
        self.fixed.merge(&next.fixed);
        self.previous.merge(&next.previous);
        self.hands.merge(&next.hands);
        self.drifts.merge(next.drifts);
        self.sample.merge(next.sample);
        for (now, before) in self.chain.merge(next.chain) {
            self.count_previous(&now, &before);
        }
        Ok(())
    }

    fn check_categories(&self, layout: Layout, categories: &[u8]) -> Result<(), DealError> {
        if categories.is_empty() {
            return Ok(());
        }
        let (zones, known) = (layout.zones(), self.options.categories.as_ref().map_or(0, Vec::len));
        if categories.len() != zones {
            return Err(DealError::CategoryCount { given: categories.len(), zones });
        }
        let unknown = categories.iter().find(|c| **c != NO_CATEGORY && usize::from(**c) >= known);
        unknown.map_or(Ok(()), |c| Err(DealError::Category { category: *c, known }))
    }

    /// Counts a deal against the cards themselves.
    fn count_fixed(&mut self, deal: &Seen) {
        let n = self.n;
        let cards = deal.layout.cards();
        self.whole.push(n, deal);
        if deal.layout.is_ordered() {
            let all = u64::MAX >> (64 - n);
            let counts = self.fixed.push(&deal.cards[..cards], n as u8, all);
            for (series, count) in FOLLOWED.into_iter().enumerate() {
                let moments = self.fixed_moments[cards][series];
                self.drifts.add(deal.at, series, counts[count as usize], moments);
            }
        }
        if deal.layout.zones() > 0 {
            let (neighbours, moments) = self.hands.push(n, deal);
            self.drifts.add(deal.at, 3, neighbours, moments.into());
        }
        self.sample.push(deal);
    }

    /// Counts a deal against the one before.
    fn count_previous(&mut self, now: &Seen, before: &Seen) {
        let n = self.n;
        self.whole.push_previous(n, now, before);
        if now.layout.is_ordered() && before.layout.is_ordered() {
            let mut labels = [NO_LABEL; 64];
            let mut unseen = 0u64;
            let cards = now.layout.cards();
            for (label, card) in labels.iter_mut().zip(&now.cards[..cards]) {
                *label = before.place[usize::from(*card)];
                if *label != NO_LABEL {
                    unseen |= 1 << *label;
                }
            }
            let known = before.layout.cards() as u8;
            let counts = self.previous.push(&labels[..cards], known, unseen);
            for (series, count) in FOLLOWED.into_iter().enumerate() {
                let moments = self.previous_moments[unseen.count_ones() as usize][series];
                self.drifts.add(now.at, 4 + series, counts[count as usize], moments);
            }
        }
        if now.layout.zones() > 0 && before.layout.zones() > 0 {
            let (kept, moments) = self.hands.push_previous(n, now, before);
            self.drifts.add(now.at, 7, kept, moments.into());
        }
    }
}
