//! Adding up settled wagers while they stream by.
//!
//! A block holds the totals of one dealer at one table on one gaming day, by seat and wager. A
//! table keeps its dealer for many rounds, so each table remembers its last block: in the steady
//! state a round costs one comparison of a short name, and a wager one index and a few additions,
//! without a look-up or an allocation.

use crate::played::{Played, PlayedCell, PlayedRound};
use crate::totals::Totals;
use feltproof_model::{CompactString, Money, Seat, TableId, Wager};
use std::collections::BTreeMap;

/// What a group of settled wagers has in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell<'a> {
    /// The table.
    pub table: TableId,
    /// The gaming day, by its place in the engagement.
    pub day: u16,
    /// The dealer's name in the journal.
    pub dealer: &'a str,
    /// The seat; the player banker is one group, wherever seated.
    pub seat: Seat,
    /// The wager.
    pub wager: Wager,
}

/// Sums of settled wagers by table, gaming day, dealer, seat and wager; merged in any order.
#[derive(Clone, Debug, Default)]
pub struct Partial {
    /// Dealers in order of appearance. A place in it means nothing outside this partial.
    dealers: Vec<CompactString>,
    dealer_places: BTreeMap<CompactString, usize>,
    places: BTreeMap<DealerKey, usize>,
    blocks: Vec<DealerTotals>,
    recent: Vec<Option<Recent>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DealerKey {
    table: TableId,
    day: u16,
    dealer: usize,
}

#[derive(Clone, Copy, Debug)]
struct Recent {
    day: u16,
    dealer: usize,
    block: usize,
}

/// The totals of one dealer at one table on one gaming day.
#[derive(Clone, Debug, Default)]
pub struct DealerTotals {
    /// By wager, and within it by seat ([`row_of`]) as far as the wager was made. A game has few of
    /// the wagers there are, and a wager that never occurs takes no memory for its seats.
    wagers: [Vec<Totals>; Wager::COUNT],
    /// Side bets round by round, for the tests of their results.
    played: Played,
}

/// The place of a seat in a block: 1 to 9, then `D`, then `B` wherever the banker sits. The seat type
/// could hold other numbers of players, which no journal has; they get places of their own after these.
const fn row_of(seat: Seat) -> usize {
    match seat {
        Seat::Player(n @ 1..=9) => n as usize - 1,
        Seat::Dealer => 9,
        Seat::Banker(_) => 10,
        Seat::Player(n) => n as usize + 11,
    }
}

fn seat_of(row: usize) -> Option<Seat> {
    match row {
        0..=8 => u8::try_from(row + 1).ok().map(Seat::Player),
        9 => Some(Seat::Dealer),
        10 => Some(Seat::Banker(0)),
        _ => u8::try_from(row - 11).ok().map(Seat::Player),
    }
}

impl DealerTotals {
    /// Adds one settled wager of one seat ([`Totals::add`]), but for a bank, which covers others.
    #[inline]
    pub fn add(&mut self, seat: Seat, wager: Wager, staked: Money, owed: Money, paid: Money) {
        if wager != Wager::Bank {
            self.totals(seat, wager).add(staked, owed, paid);
        }
    }

    /// Adds one side bet of one round, of all seats together, for the test of its results.
    pub fn add_played(&mut self, round: &PlayedRound) {
        self.played.add(round);
    }

    /// Counts a round whose side bets are no part of that test.
    pub const fn leave_out(&mut self) {
        self.played.left_out += 1;
    }

    /// Counts one wager of one seat that no check tested.
    pub fn add_untested(&mut self, seat: Seat, wager: Wager) {
        if wager != Wager::Bank {
            self.totals(seat, wager).untested += 1;
        }
    }

    #[inline]
    fn totals(&mut self, seat: Seat, wager: Wager) -> &mut Totals {
        // A wager's number is below their count, and the place of the seat is made to exist.
        let seats = &mut self.wagers[wager as usize];
        let row = row_of(seat);
        if row >= seats.len() {
            seats.resize(row + 1, Totals::default());
        }
        &mut seats[row]
    }

    fn merge(&mut self, other: &Self) {
        self.played.merge(&other.played);
        for (mine, theirs) in self.wagers.iter_mut().zip(&other.wagers) {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), Totals::default());
            }
            for (total, more) in mine.iter_mut().zip(theirs) {
                total.merge(more);
            }
        }
    }

    fn cells(&self) -> impl Iterator<Item = (Seat, Wager, &Totals)> {
        Wager::ALL.into_iter().zip(&self.wagers).flat_map(|(wager, seats)| {
            let seats = seats.iter().enumerate();
            seats.filter_map(move |(row, t)| (!t.is_empty()).then_some((seat_of(row)?, wager, t)))
        })
    }
}

impl Partial {
    /// The block of a dealer at a table on a gaming day, for all wagers of a round.
    #[inline]
    pub fn block(&mut self, table: TableId, day: u16, dealer: &str) -> &mut DealerTotals {
        let recent = self.recent.get(usize::from(table.0)).copied().flatten();
        let hit = recent.filter(|r| {
            r.day == day && self.dealers.get(r.dealer).is_some_and(|name| name == dealer)
        });
        let place = match hit {
            Some(recent) => recent.block,
            None => self.switch(table, day, dealer),
        };
        // Places come from `switch`, which adds the block it names.
        &mut self.blocks[place]
    }

    /// Finds or makes the block, and remembers it as the table's last.
    #[cold]
    fn switch(&mut self, table: TableId, day: u16, dealer: &str) -> usize {
        let dealer = match self.dealer_places.get(dealer) {
            Some(place) => *place,
            None => {
                let name = CompactString::from(dealer);
                self.dealer_places.insert(name.clone(), self.dealers.len());
                self.dealers.push(name);
                self.dealers.len() - 1
            }
        };
        let fresh = self.blocks.len();
        let block = *self.places.entry(DealerKey { table, day, dealer }).or_insert(fresh);
        if block == fresh {
            self.blocks.push(DealerTotals::default());
        }
        let slot = usize::from(table.0);
        if slot >= self.recent.len() {
            self.recent.resize(slot + 1, None);
        }
        self.recent[slot] = Some(Recent { day, dealer, block });
        block
    }

    /// How many dealers there are.
    #[must_use]
    pub const fn dealers(&self) -> usize {
        self.dealers.len()
    }

    /// Both together.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        for (key, place) in &other.places {
            if let (Some(dealer), Some(block)) =
                (other.dealers.get(key.dealer), other.blocks.get(*place))
            {
                self.block(key.table, key.day, dealer).merge(block);
            }
        }
        self
    }

    /// Rounds whose side bets are no part of the test of their results.
    pub(crate) fn rounds_left_out(&self) -> u64 {
        self.blocks.iter().map(|block| block.played.left_out).sum()
    }

    /// Side bets by table, dealer and stake; the same may come once for each gaming day.
    pub(crate) fn played(&self) -> impl Iterator<Item = PlayedCell<'_>> {
        self.places.iter().flat_map(|(key, place)| {
            let dealer = self.dealers.get(key.dealer).map_or("", CompactString::as_str);
            let sums = self.blocks.get(*place).into_iter().flat_map(|block| &block.played.sums);
            sums.map(move |(of, sums)| PlayedCell {
                table: key.table,
                dealer,
                key: *of,
                sums: *sums,
            })
        })
    }

    /// Every group that is not empty, by table, gaming day, dealer's name, seat and wager.
    pub fn cells(&self) -> Vec<(Cell<'_>, Totals)> {
        let mut cells = Vec::new();
        for (key, place) in &self.places {
            let (Some(dealer), Some(block)) =
                (self.dealers.get(key.dealer), self.blocks.get(*place))
            else {
                continue;
            };
            cells.extend(block.cells().map(|(seat, wager, totals)| {
                (Cell { table: key.table, day: key.day, dealer, seat, wager }, *totals)
            }));
        }
        cells.sort_by_key(|(cell, _)| *cell);
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_its_own_place_and_reads_back() {
        let mut places = std::collections::BTreeSet::new();
        let seats = (0..=u8::MAX).map(Seat::Player).chain([Seat::Dealer, Seat::Banker(0)]);
        for seat in seats {
            assert_eq!(seat_of(row_of(seat)), Some(seat));
            assert!(places.insert(row_of(seat)), "{seat:?}");
        }
    }

    #[test]
    fn the_banker_is_one_group_wherever_seated() {
        let mut partial = Partial::default();
        let one = Money::from_micros(1);
        for number in 0..=9 {
            let seat = Seat::Banker(number);
            partial.block(TableId(0), 0, "Kim").add(seat, Wager::Envy, one, one, one);
        }
        let found: Vec<_> =
            partial.cells().into_iter().map(|(c, t)| (c.seat.to_string(), t.wagers)).collect();
        assert_eq!(found, [("B".to_owned(), 10)]);
    }

    #[test]
    fn a_bank_is_no_wager() {
        let many = Money::from_micros(5_000_000_000);
        let mut partial = Partial::default();
        let block = partial.block(TableId(0), 0, "Kim");
        block.add(Seat::Banker(4), Wager::Bank, many, many, Money::ZERO);
        assert_eq!(partial.cells(), []);
    }

    /// Two wagers at six seats need their own sums and little beside: no room for the others.
    #[test]
    fn a_wager_that_never_occurs_takes_no_memory_for_its_seats() {
        let mut block = DealerTotals::default();
        let one = Money::from_micros(1);
        for seat in 1..=6 {
            block.add(Seat::Player(seat), Wager::Ante, one, one, one);
            block.add(Seat::Player(seat), Wager::Prime, one, one, one);
        }
        let kept: Vec<usize> = block.wagers.iter().map(Vec::capacity).filter(|c| *c > 0).collect();
        assert_eq!(kept.len(), 2);
        assert!(kept.iter().all(|c| (6..=11).contains(c)), "{kept:?}");
    }

    #[test]
    fn a_dealer_who_comes_back_gets_the_same_block() {
        let one = Money::from_micros(1);
        let mut partial = Partial::default();
        for dealer in ["Kim", "Lee", "Kim", "Kim", "Lee"] {
            partial.block(TableId(3), 0, dealer).add(Seat::Player(1), Wager::Ante, one, one, one);
        }
        partial.block(TableId(3), 1, "Kim").add(Seat::Player(1), Wager::Ante, one, one, one);
        let found: Vec<_> = partial
            .cells()
            .into_iter()
            .map(|(c, t)| (c.day, c.dealer.to_owned(), t.wagers))
            .collect();
        let expected =
            [(0, "Kim".to_owned(), 3), (0, "Lee".to_owned(), 2), (1, "Kim".to_owned(), 1)];
        assert_eq!(found, expected);
        assert!(Partial::default().cells().is_empty());
    }
}
