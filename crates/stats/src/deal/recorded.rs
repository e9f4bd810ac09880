//! What of the declared order of a record cannot be taken for that of dealing: hands or rows that
//! were sorted when written, and rows that end where their cards say. Looked for before all tests.
//! Where an order of recording is recognised, the deals are read as packets without order, which it
//! cannot touch; a row without packets is one packet.

use super::Deals;
use super::chain::Seen;
use super::layout::Layout;
use super::options::Options;
use super::stopped::Stops;
use crate::battery::{Battery, Outcome};
use crate::recorded::{By, Key, Orders};
use crate::sums::sums;

/// Why a test of order does not apply to packets without.
pub(super) const NO_ORDER: &str = "the order of the cards is not known";
/// Probability of so many identical deals under which deals are taken to come again.
const COPIED: f64 = 1e-6;
/// Tests of which cards were dealt at all, which no order of a row can touch.
const OF_ALL: [&str; 4] =
    ["fixed.undealt_card", "fixed.undealt_max", "previous.overlap", "fixed.duplicates"];

/// Counts of how the cards of deals in order stand on record.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    hands: Orders,
    rows: Orders,
    /// Rows less their last card, which a game that stops may have chosen.
    stems: Orders,
    stops: Stops,
    /// Some deal has more than one packet.
    divided: bool,
}

sums!(Record: hands, rows, stems, stops, divided);

impl Record {
    pub(super) fn new(n: usize, options: &Options) -> Self {
        let [hands, rows, stems] = [(); 3].map(|()| Orders::new(keys(n, options)));
        Self { hands, rows, stems, stops: Stops::default(), divided: false }
    }

    pub(super) fn push(&mut self, deal: &Seen) {
        let layout = deal.layout;
        let cards = &deal.cards[..layout.cards()];
        self.rows.push(numbers(cards));
        if let Layout::Ordered { .. } = layout {
            self.stems.push(numbers(&cards[..cards.len() - 1]));
            self.stops.push(cards);
        }
        self.divided |= layout.zones() > 1;
        for zone in 0..layout.zones() {
            let start = layout.zone_start(zone);
            self.hands.push(numbers(&cards[start..start + layout.zone_size(zone)]));
        }
    }
}

/// The cards as numbers of their labels.
fn numbers(cards: &[u8]) -> impl ExactSizeIterator<Item = u16> + Clone {
    cards.iter().copied().map(u16::from)
}

/// The orders in which people and programs write cards down.
fn keys(n: usize, options: &Options) -> Vec<Key> {
    let key = |name, of: &dyn Fn(usize) -> u16, by| Key { name, of: (0..n).map(of).collect(), by };
    let mut keys = vec![key("the number of the card", &|card| card as u16, By::Keys)];
    let Some(classes) = &options.classes else { return keys };
    let rank = |card: usize| u16::from(classes.rank[card]);
    let suit = |card: usize| u16::from(classes.suit[card]);
    let ranks = (0..n).map(rank).max().unwrap_or(0) + 1;
    let low = |card: usize| (rank(card) + 1) % ranks;
    keys.push(key("rank (ace high)", &rank, By::Keys));
    keys.push(key("rank (ace low)", &low, By::Keys));
    if ranks == 13 {
        // 2 to 9, A, J, K, Q, T.
        let text = [0, 1, 2, 3, 4, 5, 6, 7, 12, 9, 11, 10, 8];
        keys.push(key("the letter of the rank", &|card| text[usize::from(rank(card))], By::Keys));
    }
    keys.push(key("suit and rank (ace high)", &|card| suit(card) * 64 + rank(card), By::Keys));
    keys.push(key("suit and rank (ace low)", &|card| suit(card) * 64 + low(card), By::Keys));
    keys.push(key("suit", &suit, By::Groups));
    keys.push(key("pairs before single cards, and rank", &rank, By::Most));
    keys
}

pub(super) fn without_order(layout: Layout) -> Layout {
    match layout {
        Layout::Ordered { dealt } => Layout::packets(1, dealt),
        Layout::Packets { packets, size, last, .. } => {
            Layout::packets(packets, size).with_last(last)
        }
    }
}

impl Deals {
    /// All tests of what has been counted. An order of recording is looked for first.
    pub fn battery(&self) -> Battery {
        let Some((record, sets)) = &self.sets else { return self.tested() };
        let stopped = record.stops.dependence(self.n, self.options.classes.as_ref());
        // A card that ends a row may put it into order: what stands before it may not.
        let rows = if stopped.is_some() { &record.stems } else { &record.rows };
        let unordered = sets.tested();
        // Deals that come again are not independent: one hand in order may be many.
        let copied = unordered.test("fixed.duplicates").and_then(|test| test.figures());
        let copied = copied.is_some_and(|figures| figures.p.ln() < COPIED.ln());
        let order = |orders: &Orders, units| {
            let found = orders.recognised().filter(|found| !copied || found.are_nearly_all());
            found.map(|found| found.why(units))
        };
        match (order(rows, "rows"), order(&record.hands, "hands"), stopped) {
            (Some(why), _, _) if record.divided => {
                refused(unordered, why, |key| !OF_ALL.contains(&key))
            }
            (Some(why), _, _) | (None, Some(why), _) => refused(unordered, why, |_| false),
            (None, None, Some(why)) => refused(self.tested(), why, |_| true),
            (None, None, None) => {
                let mut battery = self.tested();
                battery.notes.extend(record.stops.vary().then(|| {
                    "Rows have different numbers of cards: the tests hold if that number does not \
                     depend on the cards. The last and the first card show no such dependence; a game \
                     that stops by other cards they cannot show."
                        .to_owned()
                }));
                battery
            }
        }
    }
}

/// A battery without the tests that a cause forbids: those of order, and those named.
fn refused(mut battery: Battery, why: String, named: impl Fn(&str) -> bool) -> Battery {
    let mut all = true;
    for test in &mut battery.tests {
        let order = matches!(&test.outcome, Outcome::NotRun { why } if why == NO_ORDER);
        if order || named(&test.key) {
            test.outcome = Outcome::not_run(&why);
            test.n = 0;
        }
        all &= !matches!(test.outcome, Outcome::Ran(_));
    }
    if all {
        (battery.heats, battery.drifts) = (Vec::new(), Vec::new());
    }
    battery.notes.push(format!("The order declared is not tested: {why}."));
    battery.refused = Some(why);
    battery
}
