//! Hands that nobody declared, sorted when written, within rows whose order was said to be that of dealing.
//!
//! Every size of hand, and every place where the first may begin, is looked at. Given which cards a stretch of a row holds,
//! every order of them is as likely in a fair machine, and stretches side by side are independent in this: the upper tail
//! of the number in order is at most `exp(-n KL)` of their number, share and mean chance (Hoeffding 1963, theorem 1).
//!
//! A machine that shuffles badly puts stretches in order too, but wherever they begin, and it favours cards. Whoever sorts
//! hands does neither: from one hand to the next the cards do not go on in the order, and which cards lie in which hand
//! stays fair. A record is called sorted if both are so.

use super::order::Order;
use super::table::{Stratum, Table as Cells, chi_square_p, ones};
use crate::recorded::{By, CALLED, Key, Recorded, ln_more_than};
use crate::sums::sums;

/// Cards of a hand at most.
const SIZE_MAX: usize = 26;
/// Cards of a stretch up to which all are counted. Of longer ones only those in order are, and there are no more
/// of them, nor is their chance larger, than of stretches of so many cards.
const CHANCE_MAX: usize = 13;
const PLACES: usize = 64;
/// Probability, over all that is looked at, under which hands in order excuse tests that depart less.
const SUSPECTED: f64 = 0.01;
/// How far the pairs between hands may go on in the order, in standard deviations.
const BETWEEN_MAX: f64 = 1.0;
/// Probability above which it is fair which cards lie in which hand.
const SETS_MIN: f64 = 1e-6;
/// An order may rise or fall.
const WAYS: usize = 2;

/// Stretches of rows by whether they end the row, place and size.
type Table = Vec<u64>;

/// What the chances of stretches follow from: which cards are alike in an order.
#[derive(Clone, Debug, PartialEq)]
struct Ties {
    /// By label.
    of: Vec<u16>,
    by: By,
    /// Stretches that chance alone does not put into an order.
    units: Table,
    /// Sum of their chances, in parts of 13!.
    chances: Table,
}

/// Stretches in one order.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    key: Key,
    /// Which of the ties it has.
    ties: usize,
    /// Rising, falling; of groups and of two cards alike, the first.
    found: [Table; WAYS],
}

/// Counts of stretches of rows against all orders.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Within {
    ties: Vec<Ties>,
    found: Vec<Found>,
}

sums!(Ties: units, chances);
sums!(Found: found);

impl crate::sums::Sums for Within {
    fn add(&mut self, more: &Self) {
        self.ties.iter_mut().zip(&more.ties).for_each(|(own, more)| own.add(more));
        self.found.iter_mut().zip(&more.found).for_each(|(own, more)| own.add(more));
    }
}

/// Hands that were sorted when written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sorted {
    /// Cards of a hand.
    pub size: usize,
    /// Where the first begins.
    pub from: usize,
    /// Hands from the first on that are sorted more often than chance does.
    pub hands: usize,
    pub order: Recorded,
}

fn cell(ends: bool, place: usize, size: usize) -> usize {
    (usize::from(ends) * PLACES + place) * (SIZE_MAX + 1) + size
}

fn table() -> Table {
    vec![0; 2 * PLACES * (SIZE_MAX + 1)]
}

const fn factorial(n: usize) -> u64 {
    let (mut product, mut i) = (1, 2);
    while i <= n {
        product *= i as u64;
        i += 1;
    }
    product
}

impl Within {
    pub(super) fn new(keys: Vec<Key>) -> Self {
        let mut all = Self { ties: Vec::new(), found: Vec::new() };
        for key in keys.into_iter().filter(|key| key.by != By::Most) {
            let alike =
                |ties: &Ties| ties.by == key.by && partition(&ties.of) == partition(&key.of);
            let ties = all.ties.iter().position(alike).unwrap_or(all.ties.len());
            if ties == all.ties.len() {
                let of = key.of.clone();
                all.ties.push(Ties { of, by: key.by, units: table(), chances: table() });
            }
            all.found.push(Found { key, ties, found: [table(), table()] });
        }
        all
    }

    /// Counts one row: its cards in the order recorded.
    pub(super) fn push(&mut self, cards: &[u8]) {
        let values = |of: &[u16]| -> Vec<u16> {
            cards.iter().filter_map(|card| of.get(usize::from(*card)).copied()).collect()
        };
        for ties in &mut self.ties {
            let values = values(&ties.of);
            (0..values.len()).for_each(|place| ties.push(&values, place));
        }
        for found in &mut self.found {
            let values = values(&found.key.of);
            match found.key.by {
                By::Groups => (0..values.len()).for_each(|place| found.push_groups(&values, place)),
                By::Keys | By::Most => found.push_runs(&values),
            }
        }
    }

    /// The order in which hands were written, if they were sorted; `stopped` where the last card of a row may
    /// have ended it. `order` has the counts of the same rows, of a deck of `n`.
    pub(super) fn recognised(&self, stopped: bool, order: &Order, n: usize) -> Option<Sorted> {
        self.sorted(stopped, order, n, CALLED).map(|(_, sorted)| sorted)
    }

    /// The order in which some hands may have been written, where tests depart: it is rarer than each of them, of which
    /// this is the logarithm of the least probability.
    pub(super) fn suspected(&self, ln_least: f64, order: &Order, n: usize) -> Option<Sorted> {
        let found = self.sorted(false, order, n, SUSPECTED);
        found.filter(|(ln_p, _)| *ln_p <= ln_least).map(|(_, sorted)| sorted)
    }

    /// The same with the logarithm of its probability, which is at most `called` over all that is looked at.
    fn sorted(&self, stopped: bool, order: &Order, n: usize, called: f64) -> Option<(f64, Sorted)> {
        let mut best: Option<(f64, Sorted)> = None;
        let tests = (self.found.len() * WAYS * (SIZE_MAX + 1) * SIZE_MAX / 2) as f64;
        let called = (called / tests).ln();
        for (stretches, way) in self.stretches() {
            for size in 2..=SIZE_MAX {
                for from in 0..size {
                    let counted = Counted::of(stretches, way, size, from, stopped);
                    let ln_p = counted.ln_p();
                    let better = best.as_ref().is_none_or(|(least, _)| ln_p < *least);
                    if ln_p > called || !better || !stretches.ends_between(way, size, from) {
                        continue;
                    }
                    let is_sorted = |place: &usize| {
                        Counted::at([*place].into_iter(), stretches, way, size, stopped).is_more()
                    };
                    let hands = (from..PLACES).step_by(size).take_while(is_sorted).count();
                    let order = counted.recorded(&stretches.found.key, way);
                    best = Some((ln_p, Sorted { size, from, hands, order }));
                }
            }
        }
        best.filter(|(_, sorted)| are_sets_fair(order, n, sorted.size, sorted.from))
    }
}

/// The first label that is like each.
fn partition(of: &[u16]) -> Vec<Option<usize>> {
    of.iter().map(|value| of.iter().position(|other| other == value)).collect()
}

impl Ties {
    /// Counts the stretches that begin at this place of a row.
    fn push(&mut self, values: &[u16], place: usize) {
        let (mut times, mut kinds, mut ways) = ([0_u64; 256], 0, 1);
        for (size, value) in (1..=CHANCE_MAX).zip(&values[place..]) {
            let times = &mut times[usize::from(*value) & 255];
            *times += 1;
            ways *= *times;
            if *times == 1 && self.by == By::Groups {
                kinds += 1;
                ways *= kinds;
            }
            let is_pair = self.by == By::Groups && size == 2;
            if size >= 2 && (ways < factorial(size) || is_pair) {
                let cell = cell(place + size == values.len(), place, size);
                self.units[cell] += 1;
                self.chances[cell] += ways * (factorial(CHANCE_MAX) / factorial(size));
            }
        }
    }
}

impl Found {
    /// Counts the stretches of a row that never fall, or never rise, and are not all alike.
    fn push_runs(&mut self, values: &[u16]) {
        let row = values.len();
        let mut runs = [row; WAYS];
        for place in (0..row).rev() {
            if let Some(next) = values.get(place + 1) {
                let goes_on = [values[place] <= *next, values[place] >= *next];
                for (end, goes_on) in runs.iter_mut().zip(goes_on) {
                    *end = if goes_on { *end } else { place + 1 };
                }
            }
            let alike = runs[0].min(runs[1]) - place;
            for (end, found) in runs.into_iter().zip(&mut self.found) {
                for size in alike + 1..=(end - place).min(SIZE_MAX) {
                    found[cell(place + size == row, place, size)] += 1;
                }
            }
        }
    }

    /// Counts the stretches from this place on in which what is alike lies together.
    fn push_groups(&mut self, values: &[u16], place: usize) {
        let (mut seen, mut before, mut kinds) = ([false; 256], None, 0);
        for (size, value) in (1..=CHANCE_MAX).zip(&values[place..]) {
            let seen = &mut seen[usize::from(*value) & 255];
            let alike = before == Some(value);
            if *seen && !alike {
                break;
            }
            kinds += usize::from(!*seen);
            (*seen, before) = (true, Some(value));
            let by_chance = kinds > 1 && kinds < size;
            if by_chance || size == 2 && alike {
                self.found[0][cell(place + size == values.len(), place, size)] += 1;
            }
        }
    }
}

/// Stretches against one order, with their chances.
#[derive(Clone, Copy)]
struct Stretches<'a> {
    found: &'a Found,
    ties: &'a Ties,
}

impl Within {
    /// Of each order, rising and falling.
    fn stretches(&self) -> impl Iterator<Item = (Stretches<'_>, usize)> {
        let one = |found| Stretches { found, ties: &self.ties[found.ties] };
        self.found.iter().flat_map(move |found| [(one(found), 0), (one(found), 1)])
    }
}

impl Stretches<'_> {
    /// Whether the order does not go on from one hand to the next: pairs between hands rise no more often than
    /// they fall, and are no more often alike than cards of the deck are.
    fn ends_between(self, way: usize, size: usize, from: usize) -> bool {
        let places = (from..PLACES).step_by(size).filter_map(|place| place.checked_sub(1));
        let between = Counted::at(places, self, way, 2, false);
        let key = &self.found.key;
        let chance = if key.by == By::Groups {
            let of = |value| key.of.iter().filter(|other| **other == value).count();
            let (all, n) = (key.of.iter().map(|value| of(*value) - 1), key.of.len());
            all.sum::<usize>() as f64 / (n * (n - 1)) as f64
        } else {
            0.5
        };
        let units = between.units as f64;
        let deviation = (units * chance * (1.0 - chance)).sqrt();
        units > 0.0 && between.found as f64 <= units * chance + BETWEEN_MAX * deviation
    }
}

/// Stretches counted together.
#[derive(Clone, Copy)]
struct Counted {
    units: u64,
    found: u64,
    mean: f64,
}

impl Counted {
    /// Those of one size side by side, the first at `from`; without those that end a row if those are `stopped`.
    fn of(all: Stretches<'_>, way: usize, size: usize, from: usize, stopped: bool) -> Self {
        Self::at((from..PLACES).step_by(size), all, way, size, stopped)
    }

    fn at(
        places: impl Iterator<Item = usize> + Clone,
        all: Stretches<'_>,
        way: usize,
        size: usize,
        stopped: bool,
    ) -> Self {
        let sum = |of: &[u64], size, stopped: bool| -> u64 {
            let both = places.clone().map(|place| {
                let ends = if stopped { 0 } else { of[cell(true, place, size)] };
                ends + of[cell(false, place, size)]
            });
            both.sum()
        };
        let (counted, stopped_there) = (size.min(CHANCE_MAX), stopped && size <= CHANCE_MAX);
        let chances = sum(&all.ties.chances, counted, stopped_there);
        Self {
            units: sum(&all.ties.units, counted, stopped_there),
            found: sum(&all.found.found[way], size, stopped),
            mean: chances as f64 / factorial(CHANCE_MAX) as f64,
        }
    }

    /// More than three standard deviations beyond chance.
    fn is_more(self) -> bool {
        self.found as f64 > self.mean + 3.0 * self.mean.sqrt()
    }

    /// Logarithm of at least the probability of so many in order.
    fn ln_p(self) -> f64 {
        ln_more_than(self.found as f64, self.units as f64, self.mean)
    }

    fn recorded(self, key: &Key, way: usize) -> Recorded {
        Recorded::new(self.found, self.units, self.mean, key, ["rising", "falling"][way])
    }
}

/// Whether it is left to chance which cards lie in which hand: a table by hand and card, which no order
/// within hands can touch.
fn are_sets_fair(order: &Order, n: usize, size: usize, from: usize) -> bool {
    let hand = |place: usize| (place + size - from) / size;
    let (mut counts, cells) = (vec![0; PLACES * PLACES], order.table.cells());
    for place in 0..n {
        let row = &mut counts[hand(place) * PLACES..(hand(place) + 1) * PLACES];
        super::add(row, &cells[place * PLACES..(place + 1) * PLACES]);
    }
    let strata = order.shapes.sizes().map(|(seen, known, deals)| {
        let mut rows: Vec<(usize, f64)> = Vec::new();
        for hand in (0..seen).map(hand) {
            match rows.last_mut() {
                Some((last, cards)) if *last == hand => *cards += 1.0,
                _ => rows.push((hand, 1.0)),
            }
        }
        // The last of a whole deck follows from the others.
        rows.truncate(if seen == n { rows.len() - 1 } else { rows.len() });
        Stratum::new(deals, rows, ones(known.min(n - 1)))
    });
    let table = Cells { n, rows: PLACES, columns: PLACES, counts, strata: strata.collect() };
    chi_square_p(&table).is_none_or(|p| p.p() >= SETS_MIN)
}

#[cfg(test)]
mod tests {
    use super::super::recorded::written;
    use super::super::tests::{Fair, permutations, seen};
    use super::super::{Labels, Options, Order};
    use super::{By, CHANCE_MAX, Counted, Key, PLACES, SIZE_MAX, Within, cell, factorial};

    /// All orders of six cards with ties: the sum of the chances is the number found, for every stretch.
    #[test]
    fn chances_are_the_shares_of_all_orders() {
        for of in [[0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 2, 2], [3, 3, 3, 1, 0, 0]] {
            let key = |by| Key { name: "rank", of: of.to_vec(), by };
            let mut within = Within::new(vec![key(By::Keys), key(By::Groups)]);
            let all = permutations(6);
            all.iter().for_each(|row| within.push(row));
            let both =
                within.stretches().filter(|(one, way)| one.found.key.by == By::Keys || *way == 0);
            for (stretches, way) in both {
                let places =
                    (0..6).flat_map(|place| (2..=6 - place).map(move |size| (place, size)));
                let by = stretches.found.key.by;
                let least = if by == By::Groups { 3 } else { 2 };
                for (place, size) in places.filter(|(_, size)| *size >= least) {
                    {
                        let one = Counted::at([place].into_iter(), stretches, way, size, false);
                        // What chance alone puts into the order is in no count.
                        let certain = by == By::Groups && of[1] == 1;
                        assert_eq!(one.units == 0, certain, "{of:?}");
                        assert!(
                            (one.mean - one.found as f64).abs() < 1e-9,
                            "{of:?} {place} {size}"
                        );
                        let ends = stretches.ties.units[cell(true, place, size)];
                        assert_eq!(ends > 0, place + size == 6 && !certain);
                    }
                }
            }
        }
    }

    /// The bound is no less than the tail of the binomial law, added up term by term.
    #[test]
    fn the_bound_holds() {
        for (units, chance) in [(50_u64, 0.1_f64), (200, 0.5), (30, 0.02)] {
            let mut pmf: Vec<f64> = vec![(1.0 - chance).powi(units as i32)];
            for k in 1..=units {
                let last = pmf[k as usize - 1];
                pmf.push(last * (units - k + 1) as f64 / k as f64 * chance / (1.0 - chance));
            }
            for found in 0..=units {
                let tail: f64 = pmf[found as usize..].iter().sum();
                let bound = Counted { units, found, mean: units as f64 * chance }.ln_p();
                assert!(tail <= bound.exp() * (1.0 + 1e-9), "{units} {chance} {found}");
            }
        }
    }

    /// Rows of 24 cards, of which hands of this size from this card on are sorted.
    fn rows(size: usize, from: usize, sort: fn(&u8) -> u8) -> (Within, Order) {
        let mut within = Within::new(written(52, &Options::cards_52()));
        let (mut fair, mut order) = (Fair::new(31), Order::new());
        for _ in 0..300 {
            let mut row = fair.deck(52);
            row.truncate(24);
            row[from..].chunks_exact_mut(size).for_each(|hand| hand.sort_by_key(sort));
            within.push(&row);
            order.push(&Labels::fixed(52, &seen(52, &row)));
        }
        (within, order)
    }

    #[test]
    fn size_and_place_of_the_hands_are_found() {
        for (size, from) in [(2, 0), (2, 1), (3, 2), (5, 0), (8, 0), (12, 0), (5, 4)] {
            for sort in [|card: &u8| card % 13, |card: &u8| 51 - card] {
                let (within, order) = rows(size, from, sort);
                let found = within.recognised(false, &order, 52).unwrap();
                assert_eq!((found.size, found.from), (size, from));
                assert_eq!(found.hands, (24 - from) / size);
            }
        }
        let (within, order) = rows(1, 0, |card| *card);
        assert_eq!(within.recognised(false, &order, 52), None);
    }

    /// An ace that always stands at one place is no sorted hand: it lies in one hand too often.
    #[test]
    fn a_stuck_card_is_no_sorted_hand() {
        let mut within = Within::new(written(52, &Options::cards_52()));
        let (mut fair, mut order) = (Fair::new(32), Order::new());
        for _ in 0..2_000 {
            let mut row = fair.deck(52);
            for (card, place) in [(51, 9), (38, 15), (25, 3)] {
                let at = row.iter().position(|other| *other == card).unwrap();
                row.swap(at, place);
            }
            within.push(&row[..24]);
            order.push(&Labels::fixed(52, &seen(52, &row[..24])));
        }
        assert_eq!(within.recognised(false, &order, 52), None);
        let unfair = |(stretches, way)| Counted::of(stretches, way, 2, 0, false).ln_p() < -40.0;
        assert!(within.stretches().any(unfair), "pairs in order");
    }

    #[test]
    fn longest_chances_fit() {
        const { assert!(SIZE_MAX < PLACES) };
        assert_eq!(factorial(CHANCE_MAX), 6_227_020_800);
    }
}
