//! What of the declared order of a record cannot be taken for that of dealing: hands or rows that were sorted when written,
//! and rows that end where their cards say. Looked for before all tests. Where an order of recording is recognised, the
//! deals are read as packets without order, which it cannot touch; a row without packets is one packet.

use super::chain::Seen;
use super::layout::Layout;
use super::options::Options;
use super::stopped::Stops;
use super::within::{are_hands_fair, why};
use super::{Deals, PACKETS_MAX};
use crate::battery::{Battery, Outcome, Test, grouped};
use crate::recorded::{By, Key, Orders, Rows, Sorted, Standing, Stretches};
use crate::recorded::{are_unfair, ln_departing};
use crate::sums::sums;

/// Why a test of order does not apply to packets without.
pub(super) const NO_ORDER: &str = "the order of the cards is not known";
/// Probability of so many identical deals under which deals are taken to come again.
const COPIED: f64 = 1e-6;
/// Pieces of a new deck in which a deck counts as not shuffled: 52 cards in random order have 26.5, and so few in one of 10^31 orders.
const PIECES_MAX: usize = 5;
/// The least probability of any test of whole decks, times their number, above which none departs at any level.
const DEPARTS_MAX: f64 = 0.1;
/// Every order of four suits; the other twelve are these turned round.
const SUIT_ORDERS: [&[u8; 4]; 12] = [
    b"0123", b"0132", b"0213", b"0231", b"0312", b"0321", b"1023", b"1032", b"1203", b"1302",
    b"2013", b"2103",
];
/// What can always be done about a record that was sorted.
pub(super) const AS_DEALT: &str = "write the cards of a row in the order in which they were dealt";
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
    within: Stretches,
    /// Some deal has more than one packet.
    divided: bool,
}

sums!(Record: hands, rows, stems, stops, within, divided);

impl Record {
    pub(super) fn new(n: usize, options: &Options) -> Self {
        let keys = keys(n, options);
        let [hands, rows, stems] = [(); 3].map(|()| Orders::new(keys.clone()));
        let within = Stretches::new(written(n, options), Rows::Alike);
        Self { hands, rows, stems, stops: Stops::default(), within, divided: false }
    }

    pub(super) fn push(&mut self, deal: &Seen) {
        let layout = deal.layout;
        let cards = &deal.cards[..layout.cards()];
        self.rows.push(numbers(cards));
        self.within.push(numbers(cards));
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
pub(super) fn keys(n: usize, options: &Options) -> Vec<Key> {
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
        // The same, the ten written 10.
        let text = |card| (text[usize::from(rank(card))] + 1) % 13;
        keys.push(key("the characters of the rank", &text, By::Keys));
    }
    keys.push(key("suit and rank (ace high)", &|card| suit(card) * 64 + rank(card), By::Keys));
    keys.push(key("suit and rank (ace low)", &|card| suit(card) * 64 + low(card), By::Keys));
    keys.push(key("suit", &suit, By::Groups));
    keys.push(key("pairs before single cards, and rank", &rank, By::Most));
    keys
}

/// The same, with every order of the suits, alone and with the ranks in it.
pub(super) fn written(n: usize, options: &Options) -> Vec<Key> {
    let mut keys = keys(n, options);
    // Of which labels come most often nothing follows within a row.
    keys.retain(|key| key.by != By::Most);
    let Some(classes) = &options.classes else { return keys };
    let rank = |card: usize| u16::from(classes.rank[card]);
    let ranks = (0..n).map(rank).max().unwrap_or(0) + 1;
    for order in SUIT_ORDERS {
        let suit = |card: usize| u16::from(order[usize::from(classes.suit[card]) & 3]) * 64;
        let mut push = |name, of: &dyn Fn(usize) -> u16| {
            keys.push(Key { name, of: (0..n).map(of).collect(), by: By::Keys });
        };
        push("suit, in some order of the suits", &|card| suit(card));
        push("suit and rank (ace high)", &|card| suit(card) + rank(card));
        push("suit and rank (ace low)", &|card| suit(card) + (rank(card) + 1) % ranks);
        push("suit, and rank the other way", &|card| suit(card) + ranks - rank(card));
    }
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

/// Without these nothing is judged: where each card comes to, and what order is left of the cards themselves and of the
/// deal before, in all forms that deals have. Whole decks of 52 are judged from 101 on.
const MINIMUM: [&str; 9] = [
    "fixed.position_card",
    "fixed.rises",
    "fixed.zone_card",
    "previous.position_card",
    "previous.position_position",
    "previous.rises",
    "previous.zone_zone",
    "previous.kept_together",
    "decks.duplicates",
];

impl Deals {
    /// All tests of what has been counted; those that need more deals than there are stand beside the list. An order
    /// of recording is looked for first.
    pub fn battery(&self) -> Battery {
        let battery = self.as_recorded();
        let size = format!("{} {}", grouped(battery.n), battery.unit);
        battery.fitted_from(&size, &MINIMUM)
    }

    fn as_recorded(&self) -> Battery {
        let Some((record, sets)) = &self.sets else { return self.whole_decks() };
        let stopped = record.stops.dependence(self.n, self.options.classes.as_ref());
        // A card that ends a row may put it into order: what stands before it may not.
        let rows = if stopped.is_some() { &record.stems } else { &record.rows };
        let unordered = sets.tested();
        // Deals that come again are not independent: one hand in order may be many.
        let copied = are_copied(&unordered, "fixed.duplicates");
        let order = |orders: &Orders, units| {
            let found = orders.recognised().filter(|found| !copied || found.are_nearly_all());
            found.map(|found| found.why(units))
        };
        let is_within = |key: &str| record.divided && !OF_ALL.contains(&key);
        let within = |departing: Option<f64>| {
            let found = record.within.sorted(departing, stopped.is_some(), Standing::between)?;
            let counts = departing.is_none() && found.order.are_nearly_all()
                || !copied && !are_unfair(unordered.tests.iter());
            let layouts = self.fixed.whole.layouts.iter().map(|(layout, _)| *layout);
            let fair = counts && are_hands_fair(&self.fixed.order, self.n, &found);
            fair.then(|| why(&found, layouts, AS_DEALT))
        };
        if let Some(why) = order(rows, "rows") {
            return refused(unordered, why, is_within);
        }
        if let Some(why) = order(&record.hands, "hands") {
            return refused(unordered, why, |_| false);
        }
        if let Some(why) = within(None) {
            return refused(unordered, why, is_within);
        }
        let mut battery = self.tested();
        if let Some(why) = stopped {
            return refused(battery, why, |_| true);
        }
        if let Some(why) = ln_departing(&battery).and_then(|ln_p| within(Some(ln_p))) {
            return refused(unordered, why, is_within);
        }
        battery.notes.extend(record.stops.vary().then(|| {
            "Rows have different numbers of cards: the tests hold if that number does not \
             depend on the cards. The last and the first card show no such dependence; a game \
             that stops by other cards they cannot show."
                .to_owned()
        }));
        battery
    }

    /// All tests of whole decks. Where some test may depart, the first decks are looked at for sorted hands;
    /// no deck without order says anything.
    fn whole_decks(&self) -> Battery {
        let battery = self.tested();
        let ps = battery.tests.iter().filter_map(Test::figures).map(|figures| figures.p.p());
        let least = ps.fold(1.0, f64::min);
        if least > DEPARTS_MAX / battery.tests.len() as f64 {
            return battery;
        }
        let mut within = Stretches::new(written(self.n, &self.options), Rows::Alike);
        // A deck that was not shuffled is a new one, or the one before, from end to end: no hand is sorted within it.
        let decks: Vec<&[u8]> = self.first.iter().map(|deck| &deck[..self.n]).collect();
        let is_cut = |at: usize| at > 0 && is_cut_of(decks[at], decks[at - 1]);
        let shuffled = (0..decks.len()).filter(|at| !is_one_piece(decks[*at]) && !is_cut(*at));
        for at in shuffled {
            within.push(numbers(decks[at]));
        }
        let copied = are_copied(&battery, "decks.duplicates");
        let found = within.sorted(None, false, Standing::between).filter(|found| {
            are_hands_fair(&self.fixed.order, self.n, found)
                && (found.order.are_nearly_all()
                    || !copied && !are_unfair(self.sets_of(found).tests.iter()))
        });
        let Some(found) = found else { return battery };
        let whole = Layout::Ordered { dealt: self.n as u8 };
        refused(battery, why(&found, [whole].into_iter(), AS_DEALT), |_| true)
    }

    /// What no order within these hands of the first decks can touch.
    fn sets_of(&self, found: &Sorted) -> Battery {
        let hands = ((self.n - found.from) / found.size).min(usize::from(PACKETS_MAX));
        let layout = Layout::packets(hands as u8, found.size as u8);
        let cards = found.from..found.from + hands * found.size;
        let sets = Self::new(self.n, 1, Options::default()).and_then(|mut sets| {
            self.first.iter().try_for_each(|deck| sets.push(layout, &deck[cards.clone()], &[]))?;
            Ok(sets.tested())
        });
        // Hands that are too large to be packets say nothing.
        sets.unwrap_or_default()
    }
}

/// Whether so many deals come again, by the test of this key, that they are not independent.
fn are_copied(battery: &Battery, key: &str) -> bool {
    let figures = battery.test(key).and_then(Test::figures);
    figures.is_some_and(|figures| figures.p.ln() < COPIED.ln())
}

/// Whether a deck is a new one, upwards or downwards, in [`PIECES_MAX`] pieces at most that are let into one another.
fn is_one_piece(deck: &[u8]) -> bool {
    let place = |card: usize| deck.iter().position(|other| usize::from(*other) == card);
    let falls = (1..deck.len()).filter(|card| place(*card) < place(card - 1)).count();
    falls < PIECES_MAX || deck.len() - 1 - falls < PIECES_MAX
}

/// Whether a deck is the one before it, cut into [`PIECES_MAX`] pieces at most.
fn is_cut_of(deck: &[u8], before: &[u8]) -> bool {
    let stays = |two: &&[u8]| before.windows(2).any(|other| other == *two);
    deck.windows(2).filter(stays).count() + PIECES_MAX >= deck.len()
}

/// A battery without the tests that a cause forbids: those of order, and those named.
pub(super) fn refused(mut battery: Battery, why: String, named: impl Fn(&str) -> bool) -> Battery {
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
