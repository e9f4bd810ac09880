//! Stretches of rows counted against the orders in which people write: the one search for groups that were sorted.
//!
//! Every size of a group, and every place where the first may begin, is looked at. Given which labels a stretch holds, every
//! order of them is as likely in a fair source, and stretches side by side are independent in this. Of `m` labels whose keys
//! come `t1`, `t2`, ... times, `t1! t2! ...` of the `m!` orders never fall: how many stand in order is a sum of independent
//! trials, and its upper tail is at most `exp(-n KL)` of their number, share and mean chance (Hoeffding 1963, theorem 1).
//!
//! A weak source puts stretches in order too, but wherever they begin. Whoever sorts groups does not: from one group to the
//! next the order does not go on, or nothing is called sorted.

use super::tally::{PLACES, Tally};
use super::{By, CALLED, Key, Recorded, ln_more_than};
use crate::sums::sums;
use std::collections::BTreeMap;

/// Labels of a group at most.
const SIZE_MAX: usize = 26;
/// Labels of a stretch up to which all are counted. Of longer ones only those in order are, and there are no more
/// of them, nor is their chance larger, than of stretches of so many.
pub(super) const CHANCE_MAX: usize = 20;
/// Probability, over all that is looked at, under which groups in order excuse tests that depart less.
const SUSPECTED: f64 = 0.01;
/// How far the pairs between groups may go on in the order, in standard deviations.
const BETWEEN_MAX: f64 = 1.0;
/// An order may rise or fall.
const WAYS: usize = 2;
/// Counts of stretches from one place on, by size.
const CELLS: usize = CHANCE_MAX + 1;
const FACTORIALS: [u64; CELLS] = factorials();
/// One order of so many labels, in parts of 20!.
const PARTS: [u64; CELLS] = parts();

const fn parts() -> [u64; CELLS] {
    let (mut all, mut n) = ([FACTORIALS[CHANCE_MAX]; CELLS], 1);
    while n < CELLS {
        all[n] = FACTORIALS[CHANCE_MAX] / FACTORIALS[n];
        n += 1;
    }
    all
}

const fn factorials() -> [u64; CELLS] {
    let (mut all, mut n) = ([1; CELLS], 1);
    while n < CELLS {
        all[n] = all[n - 1] * n as u64;
        n += 1;
    }
    all
}

/// Where stretches of a row may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// At the first place alone: a row is a unit.
    Units,
    /// Anywhere: groups begin at the same places of all rows.
    Alike,
    /// Anywhere in one row of any length, in which groups follow one another.
    Endless,
}

/// By whether stretches go on, or end their row.
type Halves<T> = [T; 2];

/// Orders in which the same labels are alike, so that chance makes as many stretches in each.
#[derive(Clone, Debug, Default, PartialEq)]
struct Family {
    /// Stretches that are in order however their labels lie, by size.
    certain: Halves<Vec<Tally>>,
    /// Of the others the sum of their chances, in parts of 20!, by place and size.
    chances: Halves<Vec<u128>>,
    orders: Vec<Order>,
}

/// Stretches in one order, which those of its family that are certain are not.
#[derive(Clone, Debug, Default, PartialEq)]
struct Order {
    key: Key,
    /// Rising, falling, by size; of groups and of two labels alike, the first.
    found: [Halves<Vec<Tally>>; WAYS],
}

/// Counts of stretches of rows against some orders.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stretches {
    rows: Rows,
    /// Rows by their number of labels.
    lengths: BTreeMap<usize, u64>,
    families: Vec<Family>,
}

sums!(Family: certain, chances, orders);
sums!(Order: found);
sums!(Stretches: lengths, families);

/// Groups that were sorted when written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sorted {
    /// Labels of a group.
    pub size: usize,
    /// Where the first begins.
    pub from: usize,
    /// Groups of a row, from the first on, that are sorted more often than chance does.
    pub groups: usize,
    pub order: Recorded,
}

impl Rows {
    /// Where counts of stretches from this place on stand.
    fn place(self, place: usize, size: usize) -> usize {
        if self == Self::Endless { place % size } else { place }
    }

    /// Places of stretches of a size that are counted one by one.
    fn places(self, size: usize) -> usize {
        match self {
            Self::Units => 1,
            Self::Alike => PLACES,
            Self::Endless => size,
        }
    }

    /// Places of a row from which on stretches are looked at.
    fn starts(self, row: usize) -> usize {
        match self {
            Self::Units | Self::Alike => row.min(self.places(SIZE_MAX)),
            Self::Endless => row,
        }
    }

    /// Marks stretches of a size in a row of so many labels: those from `base` on whose bits are set.
    fn mark(
        self,
        tallies: &mut Halves<Vec<Tally>>,
        row: usize,
        base: usize,
        size: usize,
        found: u64,
    ) {
        let mut mark = |half: usize, places| {
            if places != 0 {
                let tallies: &mut Vec<Tally> = &mut tallies[half];
                if tallies.len() <= size {
                    tallies.resize(size + 1, Tally::default());
                }
                tallies[size].mark(places);
            }
        };
        if self == Self::Endless {
            let places = (0..PLACES).filter(|at| found >> at & 1 == 1);
            places.for_each(|at| mark(0, 1 << ((base + at) % size)));
            return;
        }
        let last = row.checked_sub(base + size).filter(|at| *at < PLACES);
        let ends = last.map_or(0, |at| 1 << at);
        mark(0, found & !ends);
        mark(1, found & ends);
    }

    /// Stretches of a size from a place on, in a row of so many labels.
    fn stretches(self, row: usize, (place, size): (usize, usize), ends: bool) -> u64 {
        match self {
            Self::Endless if ends => 0,
            Self::Endless => row.checked_sub(place % size).map_or(0, |left| (left / size) as u64),
            Self::Units | Self::Alike if ends => u64::from(place + size == row),
            Self::Units | Self::Alike => u64::from(place + size < row),
        }
    }
}

/// Marks of a size at a place.
fn marked(tallies: &[Tally], place: usize, size: usize) -> u64 {
    tallies.get(size).map_or(0, |tally| tally.of(place))
}

impl Stretches {
    pub(crate) fn new(keys: Vec<Key>, rows: Rows) -> Self {
        let mut families: Vec<Family> = Vec::new();
        for key in keys {
            let is_like = |family: &&mut Family| family.orders[0].key.is_alike(&key);
            let order = Order { key: key.clone(), ..Order::default() };
            match families.iter_mut().find(is_like) {
                Some(family) => family.orders.push(order),
                None => families.push(Family { orders: vec![order], ..Family::default() }),
            }
        }
        Self { rows, lengths: BTreeMap::new(), families }
    }

    /// Counts one row, its labels in the order recorded; whether all of it stands in an order, which chance
    /// alone does not make.
    pub(crate) fn push(&mut self, row: impl Iterator<Item = u16> + Clone) -> bool {
        let (mut values, mut times, mut stands) = (Vec::new(), Vec::new(), false);
        *self.lengths.entry(row.clone().count()).or_default() += 1;
        for family in &mut self.families {
            family.orders[0].key.values(row.clone(), &mut values);
            let most = values.iter().max().map_or(0, |most| usize::from(*most));
            times.resize(times.len().max(most + 1), 0);
            family.push(&values, &mut times, self.rows);
            for order in &mut family.orders {
                order.key.values(row.clone(), &mut values);
                order.key.put_most_first(&mut values);
                stands |= order.push(&values, self.rows);
            }
        }
        stands
    }

    /// The groups that were sorted: certainly; or, where tests depart, perhaps, by an order that is rarer than
    /// each of them, of which `departing` is the logarithm of the least probability. Stretches that end a row do not
    /// count if those are `stopped`. `between` counts the pairs from one group to the next.
    pub(crate) fn sorted<'a>(
        &'a self,
        departing: Option<f64>,
        stopped: bool,
        between: impl Fn(Standing<'a>, usize, usize) -> Counted,
    ) -> Option<Sorted> {
        let looked_at = self.standings().count() * (SIZE_MAX + 1) * SIZE_MAX / 2;
        let called = departing.map_or(CALLED, |_| SUSPECTED).ln() - (looked_at as f64).ln();
        let mut best = (f64::min(called, departing.unwrap_or(0.0)), None);
        let ends: &[bool] =
            if stopped || self.rows == Rows::Endless { &[false] } else { &[false, true] };
        let row = self.lengths.last_key_value().map_or(0, |(row, _)| *row);
        for standing in self.standings() {
            for size in 2..standing.sizes() {
                for from in 0..size {
                    let places = || (from..self.rows.places(size).min(row)).step_by(size);
                    let at = |place| standing.counted([(place, size)].into_iter(), ends);
                    let counted = standing.counted(places().map(|place| (place, size)), ends);
                    let ln_p = counted.ln_p();
                    if ln_p >= best.0 || standing.goes_on(between(standing, size, from)) {
                        continue;
                    }
                    let groups = places().take_while(|place| at(*place).is_more()).count();
                    let order = standing.recorded(counted, departing.is_none());
                    best = (ln_p, Some(Sorted { size, from, groups, order }));
                }
            }
        }
        best.1
    }

    /// Of each order, rising and falling.
    pub(super) fn standings(&self) -> impl Iterator<Item = Standing<'_>> {
        let (rows, lengths) = (self.rows, &self.lengths);
        let orders = self
            .families
            .iter()
            .flat_map(|family| family.orders.iter().map(move |order| (family, order)));
        orders.flat_map(move |(family, order)| {
            (0..WAYS).map(move |way| Standing { rows, lengths, family, order, way })
        })
    }
}

impl Family {
    /// Counts the stretches of a row; `times` has room for all values, and is nought.
    fn push(&mut self, values: &[u16], times: &mut [u64], rows: Rows) {
        let is_groups = self.orders[0].key.by == By::Groups;
        let (row, starts) = (values.len(), rows.starts(values.len()));
        let cells = rows.places(SIZE_MAX).min(row) * CELLS;
        for chances in &mut self.chances {
            chances.resize(chances.len().max(cells), 0);
        }
        for base in (0..starts).step_by(PLACES) {
            let mut certain = [0_u64; CELLS];
            for place in base..starts.min(base + PLACES) {
                let (mut ways, mut all, mut kinds) = ([1; CELLS], 1, 0);
                let stretch = &values[place..row.min(place + CHANCE_MAX)];
                for (ways, value) in ways[1..].iter_mut().zip(stretch) {
                    let times = &mut times[usize::from(*value)];
                    *times += 1;
                    all *= *times;
                    if is_groups && *times == 1 {
                        kinds += 1;
                        all *= kinds;
                    }
                    *ways = all;
                }
                for (size, ways) in ways.into_iter().enumerate().take(stretch.len() + 1).skip(2) {
                    if ways == FACTORIALS[size] && !(is_groups && size == 2) {
                        certain[size] |= 1 << (place - base);
                    } else {
                        let half = usize::from(place + size == row && rows != Rows::Endless);
                        let cell = rows.place(place, size) * CELLS + size;
                        self.chances[half][cell] += u128::from(ways * PARTS[size]);
                    }
                }
                stretch.iter().for_each(|value| times[usize::from(*value)] = 0);
            }
            for (size, certain) in certain.into_iter().enumerate().skip(2) {
                rows.mark(&mut self.certain, row, base, size, certain);
            }
        }
    }
}

impl Order {
    /// Counts the stretches of a row that stand in this order, which chance alone does not make; whether the
    /// whole row does, of which rows are units.
    fn push(&mut self, values: &[u16], rows: Rows) -> bool {
        if self.key.by == By::Groups {
            return self.push_groups(values, rows);
        }
        let (row, starts, mut stands) = (values.len(), rows.starts(values.len()), false);
        for base in (0..starts).step_by(PLACES) {
            // Bit by bit, whether a label and the next rise, and fall; of two alike, both.
            let mut pairs = [0_u128; WAYS];
            for pair in values[base..row.min(base + PLACES + SIZE_MAX)].windows(2).rev() {
                let ways = [pair[0] <= pair[1], pair[0] >= pair[1]];
                pairs = [0, 1].map(|way| pairs[way] << 1 | u128::from(ways[way]));
            }
            let first = u64::MAX >> (PLACES - PLACES.min(starts - base));
            // From which places on stretches of a size rise, and fall, and hold but one label.
            let (mut standing, mut alike) = (pairs.map(|pairs| pairs as u64 & first), 0);
            for size in 2..=SIZE_MAX {
                if standing == [0; WAYS] {
                    break;
                }
                if size <= CHANCE_MAX {
                    alike = standing[0] & standing[1];
                }
                for (standing, tallies) in standing.iter().zip(&mut self.found) {
                    let found = standing & !alike;
                    rows.mark(tallies, row, base, size, found);
                    stands |= base == 0 && size == row && found & 1 == 1;
                }
                standing = [0, 1].map(|way| standing[way] & (pairs[way] >> (size - 1)) as u64);
            }
        }
        stands
    }

    /// The same of what lies together.
    fn push_groups(&mut self, values: &[u16], rows: Rows) -> bool {
        let (row, mut stands) = (values.len(), false);
        for base in (0..rows.starts(row)).step_by(PLACES) {
            let mut found = [0_u64; SIZE_MAX + 1];
            for place in base..rows.starts(row).min(base + PLACES) {
                let stretch = &values[place..];
                let alike = stretch.iter().take_while(|value| **value == stretch[0]).count();
                if alike >= CHANCE_MAX {
                    continue;
                }
                let (sizes, mark) = (together(stretch, alike), 1 << (place - base));
                stands |= place == 0 && sizes.contains(&row);
                for size in *sizes.start()..=(*sizes.end()).min(SIZE_MAX) {
                    found[size] |= mark;
                }
                // Two alike say whether groups go on, and are in no count.
                if alike > 1 {
                    found[2] |= mark;
                }
            }
            for (size, found) in found.into_iter().enumerate().skip(2) {
                rows.mark(&mut self.found[0], row, base, size, found);
            }
        }
        stands
    }
}

/// Sizes from the first on in which what is alike lies together, and chance may part it.
fn together(stretch: &[u16], alike: usize) -> std::ops::RangeInclusive<usize> {
    let is_next = |at: &usize| stretch[*at] == stretch[at - 1];
    let parts = |at: &usize| !is_next(at) && stretch[..*at].contains(&stretch[*at]);
    let end = (1..stretch.len()).find(parts).unwrap_or(stretch.len());
    let least = (1..end).find(is_next).map_or(end + 1, |at| at + 1);
    least.max(alike + 1)..=end
}

/// Stretches in one order, one way, with their chances.
#[derive(Clone, Copy)]
pub(crate) struct Standing<'a> {
    rows: Rows,
    lengths: &'a BTreeMap<usize, u64>,
    family: &'a Family,
    order: &'a Order,
    way: usize,
}

impl Standing<'_> {
    pub(super) fn key(&self) -> &Key {
        &self.order.key
    }

    pub(crate) fn is_rising(&self) -> bool {
        self.way == 0
    }

    /// Whole rows that are units.
    pub(super) fn whole(self) -> Counted {
        let least = if self.key().by == By::Groups { 3 } else { 2 };
        self.counted((least..=CHANCE_MAX).map(|size| (0, size)), &[true])
    }

    /// The pairs of rows from the last of a group to the first of the next.
    pub(crate) fn between(self, size: usize, from: usize) -> Counted {
        let before = (from..PLACES).step_by(size).filter_map(|place| place.checked_sub(1));
        self.counted(before.map(|place| (place, 2)), &[false, true])
    }

    /// Stretches by place and size, which end their row or do not.
    fn counted(self, of: impl Iterator<Item = (usize, usize)>, ends: &[bool]) -> Counted {
        let (mut units, mut found, mut chances) = (0, 0, 0);
        for (place, size) in of {
            for ends in ends {
                let half = usize::from(*ends);
                let at = self.rows.place(place, size);
                found += marked(&self.order.found[self.way][half], at, size);
                let size = size.min(CHANCE_MAX);
                let at = self.rows.place(place, size);
                let of_row = |(row, rows): (&usize, &u64)| {
                    rows * self.rows.stretches(*row, (place, size), *ends)
                };
                units += self.lengths.iter().map(of_row).sum::<u64>();
                units -= marked(&self.family.certain[half], at, size);
                chances += self.family.chances[half].get(at * CELLS + size).unwrap_or(&0);
            }
        }
        Counted { units, found, mean: chances as f64 / FACTORIALS[CHANCE_MAX] as f64 }
    }

    /// One more than the labels of the longest stretch in this order.
    fn sizes(self) -> usize {
        self.order.found[self.way].iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether the order goes on from one group to the next: pairs between groups rise more often than
    /// they fall, or are more often alike than labels are.
    fn goes_on(self, between: Counted) -> bool {
        let chance = if self.key().by == By::Groups { self.key().agreement() } else { 0.5 };
        let units = between.units as f64;
        let deviation = (units * chance * (1.0 - chance)).sqrt();
        units == 0.0 || between.found as f64 > units * chance + BETWEEN_MAX * deviation
    }

    pub(super) fn recorded(self, counted: Counted, is_certain: bool) -> Recorded {
        let Counted { found, units, mean: chance } = counted;
        let way = ["rising", "falling"][self.way];
        let order = match self.key().by {
            By::Groups => self.key().name.to_owned(),
            By::Keys | By::Most => format!("{}, {way}", self.key().name),
        };
        Recorded { found, units, chance, order, is_certain }
    }
}

/// Stretches counted together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub units: u64,
    pub found: u64,
    /// How many chance makes.
    pub mean: f64,
}

impl Counted {
    /// More than three standard deviations beyond chance.
    fn is_more(self) -> bool {
        self.found as f64 > self.mean + 3.0 * self.mean.sqrt()
    }

    /// Logarithm of at least the probability of so many in order.
    pub(super) fn ln_p(self) -> f64 {
        ln_more_than(self.found as f64, self.units as f64, self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::tests::group;

    const BYS: [By; 3] = [By::Keys, By::Groups, By::Most];
    /// Labels with ties.
    const OF: [[u16; 6]; 4] =
        [[0, 1, 2, 3, 4, 5], [0, 0, 1, 1, 2, 2], [3, 3, 3, 1, 0, 0], [0, 1, 1, 1, 1, 1]];

    fn counted(of: &[u16], bys: &[By], rows: Rows) -> Stretches {
        let key = |by: &By| Key { name: "rank", of: of.to_vec(), by: *by };
        let mut stretches = Stretches::new(bys.iter().map(key).collect(), rows);
        for row in group(6) {
            stretches.push(row.into_iter().map(|label| label as u16));
        }
        stretches
    }

    /// All orders of six labels with ties: the sum of the chances is the number found, of whole rows and of every
    /// stretch.
    #[test]
    fn chances_are_the_shares_of_all_orders() {
        let is_found = |one: Counted| (one.mean - one.found as f64).abs() < 1e-9;
        for of in OF {
            for standing in counted(&of, &BYS, Rows::Units).standings() {
                let one = standing.whole();
                let is_none = standing.key().by == By::Groups && (standing.way == 1 || of[1] == 1);
                assert!(is_none || one.units == 720 && is_found(one), "{of:?}");
            }
            for standing in counted(&of, &BYS[..2], Rows::Alike).standings() {
                let least = match (standing.key().by, standing.way) {
                    (By::Groups, 0) => 3,
                    (By::Groups, _) => continue,
                    _ => 2,
                };
                for (place, size) in
                    (0..6).flat_map(|place| (least..=6 - place).map(move |size| (place, size)))
                {
                    let one = standing.counted([(place, size)].into_iter(), &[false, true]);
                    let going_on = standing.counted([(place, size)].into_iter(), &[false]);
                    assert!(is_found(one), "{of:?} {place} {size}: {one:?}");
                    assert_eq!(going_on.units == one.units, place + size < 6 || one.units == 0);
                }
            }
        }
    }

    /// A slow count by the definition, of a long row with outside labels.
    #[test]
    fn groups_of_an_endless_row_are_those_counted_one_by_one() {
        let row: Vec<u16> = (0..400_u32).map(|i| (i * i / 7 % 11 % 5) as u16).collect();
        let key = Key { name: "value", of: (0..4).collect(), by: By::Keys };
        let mut stretches = Stretches::new(vec![key], Rows::Endless);
        stretches.push(row.iter().copied());
        let value = |label: &u16| if *label < 4 { *label } else { u16::MAX };
        for standing in stretches.standings() {
            for (size, from) in (2..9).flat_map(|size| (0..size).map(move |from| (size, from))) {
                let groups = row[from..].chunks_exact(size).map(|group| {
                    let values: Vec<u16> = group.iter().map(value).collect();
                    let rises = values.is_sorted();
                    let falls = values.iter().rev().is_sorted();
                    (if standing.is_rising() { rises } else { falls }, rises && falls)
                });
                let units = groups.clone().filter(|(_, alike)| !alike).count();
                let found = groups.filter(|(is, alike)| *is && !alike).count();
                let one = standing.counted([(from, size)].into_iter(), &[false]);
                assert_eq!((one.units, one.found), (units as u64, found as u64));
            }
        }
    }
}
