//! Stretches of rows counted against the orders in which people write: the one search for groups that were sorted.
//!
//! Every size of a group, and every place where the first may begin, is looked at. Given which labels a stretch holds, every
//! order of them is as likely in a fair source, and stretches side by side are independent in this. Of `m` labels whose keys
//! come `t1`, `t2`, ... times, `t1! t2! ...` of the `m!` orders never fall: how many stand in order is a sum of independent
//! trials, and its upper tail is at most `exp(-n KL)` of their number, share and mean chance (Hoeffding 1963, theorem 1).
//!
//! A weak source puts stretches in order too, but wherever they begin. Whoever sorts groups does not: from one group to the
//! next the order does not go on, or nothing is called sorted.

use super::{By, CALLED, Key, Recorded, ln_more_than};
use crate::sums::sums;

/// Labels of a group at most.
const SIZE_MAX: usize = 26;
/// Labels of a stretch up to which all are counted. Of longer ones only those in order are, and there are no more
/// of them, nor is their chance larger, than of stretches of so many.
pub(super) const CHANCE_MAX: usize = 20;
/// Labels of a row at most, where rows are looked at place by place.
const PLACES: usize = 64;
/// Probability, over all that is looked at, under which groups in order excuse tests that depart less.
const SUSPECTED: f64 = 0.01;
/// How far the pairs between groups may go on in the order, in standard deviations.
const BETWEEN_MAX: f64 = 1.0;
/// An order may rise or fall.
const WAYS: usize = 2;
const FACTORIALS: [u64; CHANCE_MAX + 1] = factorials();

const fn factorials() -> [u64; CHANCE_MAX + 1] {
    let (mut all, mut n) = ([1; CHANCE_MAX + 1], 1);
    while n <= CHANCE_MAX {
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

/// Orders in which the same labels are alike, so that chance makes as many stretches in each.
#[derive(Clone, Debug, Default, PartialEq)]
struct Family {
    /// Stretches that chance alone does not put into an order.
    units: Vec<u64>,
    /// Sum of their chances, in parts of 20!.
    chances: Vec<u128>,
    orders: Vec<Order>,
}

/// Stretches in one order.
#[derive(Clone, Debug, Default, PartialEq)]
struct Order {
    key: Key,
    /// Rising, falling; of groups and of two labels alike, the first.
    found: [Vec<u64>; WAYS],
}

/// Counts of stretches of rows against some orders.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stretches {
    rows: Rows,
    families: Vec<Family>,
}

sums!(Family: units, chances, orders);
sums!(Order: found);
sums!(Stretches: families);

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
    /// The cell of stretches by whether they end their row, place and size.
    fn cell(self, ends: bool, place: usize, size: usize) -> usize {
        let (half, place) = match self {
            Self::Endless => (0, place % size),
            Self::Units | Self::Alike => (usize::from(ends), place),
        };
        (half * self.places(SIZE_MAX) + place) * (SIZE_MAX + 1) + size
    }

    /// Places of stretches of a size that are counted one by one.
    fn places(self, size: usize) -> usize {
        match self {
            Self::Units => 1,
            Self::Alike => PLACES,
            Self::Endless => size,
        }
    }

    /// Whether stretches from this place on are looked at.
    fn begins(self, place: usize) -> bool {
        self == Self::Endless || place < self.places(SIZE_MAX)
    }
}

impl Stretches {
    pub(crate) fn new(keys: Vec<Key>, rows: Rows) -> Self {
        let mut families: Vec<Family> = Vec::new();
        let cells = 2 * rows.places(SIZE_MAX) * (SIZE_MAX + 1);
        for key in keys {
            let is_like = |family: &&mut Family| family.orders[0].key.is_alike(&key);
            let found = [(); WAYS].map(|()| vec![0; cells]);
            let order = Order { key: key.clone(), found };
            match families.iter_mut().find(is_like) {
                Some(family) => family.orders.push(order),
                None => families.push(Family {
                    units: vec![0; cells],
                    chances: vec![0; cells],
                    orders: vec![order],
                }),
            }
        }
        Self { rows, families }
    }

    /// Counts one row, its labels in the order recorded; whether all of it stands in an order, which chance
    /// alone does not make.
    pub(crate) fn push(&mut self, row: impl Iterator<Item = u16> + Clone) -> bool {
        let (mut values, mut times, mut stands) = (Vec::new(), Vec::new(), false);
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
        for standing in self.standings() {
            for size in 2..=SIZE_MAX {
                for from in 0..size {
                    let places = || (from..self.rows.places(size)).step_by(size);
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
        let rows = self.rows;
        let orders = self
            .families
            .iter()
            .flat_map(|family| family.orders.iter().map(move |order| (family, order)));
        orders.flat_map(move |(family, order)| {
            (0..WAYS).map(move |way| Standing { rows, family, order, way })
        })
    }
}

impl Family {
    /// Counts the stretches of a row; `times` has room for all values, and is nought.
    fn push(&mut self, values: &[u16], times: &mut [u64], rows: Rows) {
        let is_groups = self.orders[0].key.by == By::Groups;
        for place in (0..values.len()).take_while(|place| rows.begins(*place)) {
            let (mut ways, mut kinds) = (1, 0);
            let stretch = &values[place..values.len().min(place + CHANCE_MAX)];
            for (size, value) in (1..).zip(stretch) {
                let times = &mut times[usize::from(*value)];
                *times += 1;
                ways *= *times;
                if *times == 1 && is_groups {
                    kinds += 1;
                    ways *= kinds;
                }
                if size >= 2 && (ways < FACTORIALS[size] || is_groups && size == 2) {
                    let cell = rows.cell(place + size == values.len(), place, size);
                    self.units[cell] += 1;
                    self.chances[cell] +=
                        u128::from(ways * (FACTORIALS[CHANCE_MAX] / FACTORIALS[size]));
                }
            }
            stretch.iter().for_each(|value| times[usize::from(*value)] = 0);
        }
    }
}

impl Order {
    /// Counts the stretches of a row that stand in this order, which chance alone does not make; whether the
    /// whole row does.
    fn push(&mut self, values: &[u16], rows: Rows) -> bool {
        let row = values.len();
        let (mut ends, mut stands) = ([row; WAYS], false);
        for place in (0..row).rev() {
            let stretch = &values[place..];
            if let [first, next, ..] = stretch {
                for (end, goes_on) in ends.iter_mut().zip([first <= next, first >= next]) {
                    *end = if goes_on { *end } else { place + 1 };
                }
            }
            let alike = ends[0].min(ends[1]) - place;
            if !rows.begins(place) || alike >= CHANCE_MAX {
                continue;
            }
            let mut sizes = ends.map(|end| alike + 1..=end - place);
            if self.key.by == By::Groups {
                // Two alike say whether groups go on, and are in no count.
                if alike > 1 {
                    self.found[0][rows.cell(place + 2 == row, place, 2)] += 1;
                }
                sizes = [together(stretch, alike), alike + 1..=alike];
            }
            for (sizes, found) in sizes.into_iter().zip(&mut self.found) {
                stands |= place == 0 && sizes.contains(&row);
                for size in *sizes.start()..=(*sizes.end()).min(SIZE_MAX) {
                    found[rows.cell(place + size == row, place, size)] += 1;
                }
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
                let counted = self.rows.cell(*ends, place, size.min(CHANCE_MAX));
                units += self.family.units[counted];
                chances += self.family.chances[counted];
                found += self.order.found[self.way][self.rows.cell(*ends, place, size)];
            }
        }
        Counted { units, found, mean: chances as f64 / FACTORIALS[CHANCE_MAX] as f64 }
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
