//! The rows of a hands journal, many of them side by side, with room only for the amounts they have.
//!
//! A table offers a handful of the wagers there are, and a hand makes some of those. So a row is a
//! small head and a run of amounts, which stand one after another for all rows together: a wager
//! nobody made costs one bit.

use crate::card::CardList;
use crate::event::{Action, Extras, HandRow};
use crate::money::Money;
use crate::seat::Seat;
use crate::time::Timestamp;
use crate::wager::{Wager, WagerMap, WagerSet};
use std::ops::Range;

/// Most amounts side by side: far more than a block, which is read from a few megabytes of text, or
/// the open rounds of a table.
const ROOM_MAX: usize = u32::MAX as usize / 2;

/// What a row says beside its amounts.
#[derive(Clone, Copy, Debug)]
pub struct RowHead {
    /// Line in the journal, 1 for the header.
    pub line: u32,
    /// When the round was settled.
    pub time: Timestamp,
    /// Which position.
    pub seat: Seat,
    /// What it did.
    pub action: Action,
    /// Its cards, possibly none or a wrong number.
    pub cards: CardList,
    /// What it says besides; nothing where [`RowHead::new`] made it.
    pub extras: Extras,
    /// The wagers with a stake, and those of which something was returned.
    staked: WagerSet,
    returned: WagerSet,
    /// Place of its first stake among the amounts; what was returned follows its stakes.
    start: u32,
}

impl RowHead {
    /// Of a row without amounts; [`HandRows::push`] adds them.
    #[inline]
    pub const fn new(
        line: u32,
        time: Timestamp,
        seat: Seat,
        action: Action,
        cards: CardList,
    ) -> Self {
        let none = WagerSet::EMPTY;
        let extras = Extras { offered: None, fee: None };
        Self { line, time, seat, action, cards, extras, staked: none, returned: none, start: 0 }
    }

    /// The whole row.
    #[inline]
    fn with(&self, amounts: &[Money]) -> HandRow {
        let mut row = self.without_amounts();
        self.fill(&mut row, amounts);
        row
    }

    #[inline]
    fn without_amounts(&self) -> HandRow {
        let Self { line, time, seat, action, cards, extras, .. } = *self;
        let (stake, returned) = (WagerMap::default(), WagerMap::default());
        HandRow { line, time, seat, action, cards, extras, stake, returned }
    }

    #[inline]
    fn fill(&self, row: &mut HandRow, amounts: &[Money]) {
        let mut amounts = amounts[self.start as usize..].iter();
        for (wager, amount) in self.staked.iter().zip(&mut amounts) {
            row.stake[wager] = *amount;
        }
        for (wager, amount) in self.returned.iter().zip(&mut amounts) {
            row.returned[wager] = *amount;
        }
    }

    /// The places of its amounts.
    #[inline]
    fn amounts(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.staked.len() + self.returned.len()
    }
}

/// Some consecutive rows of [`HandRows`].
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    heads: &'a [RowHead],
    amounts: &'a [Money],
}

impl<'a> Rows<'a> {
    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.heads.len()
    }

    /// True when there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.heads.is_empty()
    }

    /// What the rows say beside their amounts.
    #[inline]
    pub const fn heads(self) -> &'a [RowHead] {
        self.heads
    }

    /// The rows as they are settled and judged, each amount at the place of its wager.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = HandRow> + use<'a> {
        self.heads.iter().map(move |head| head.with(self.amounts))
    }

    /// Of one of the rows the wagers with a stake, those of which something was returned, and the amounts of
    /// the former and then of the latter.
    #[inline]
    pub fn amounts(self, head: &RowHead) -> (WagerSet, WagerSet, &'a [Money]) {
        (head.staked, head.returned, &self.amounts[head.amounts()])
    }

    /// The same into `rows`, which is emptied first: a row is so large that it is made where it stays.
    #[inline]
    pub fn copy_to(self, rows: &mut Vec<HandRow>) {
        rows.clear();
        rows.extend(self.heads.iter().map(RowHead::without_amounts));
        for (row, head) in rows.iter_mut().zip(self.heads) {
            head.fill(row, self.amounts);
        }
    }

    /// Longest runs of rows of which each goes with the one before it.
    #[inline]
    pub fn chunk_by(
        self,
        same: impl FnMut(&RowHead, &RowHead) -> bool,
    ) -> impl Iterator<Item = Self> {
        let amounts = self.amounts;
        self.heads.chunk_by(same).map(move |heads| Self { heads, amounts })
    }

    /// The rows at these places.
    #[inline]
    #[must_use]
    pub fn range(self, places: Range<usize>) -> Self {
        Self { heads: &self.heads[places], ..self }
    }
}

/// The rows of a hands journal, in its order.
#[derive(Clone, Debug, Default)]
pub struct HandRows {
    heads: Vec<RowHead>,
    /// The amounts of the rows, one row after another, each its stakes and then its returns, either in
    /// report order and without the zeros.
    amounts: Vec<Money>,
}

impl HandRows {
    /// All of them.
    #[inline]
    pub fn as_rows(&self) -> Rows<'_> {
        Rows { heads: &self.heads, amounts: &self.amounts }
    }

    /// What they say beside their amounts.
    pub fn heads_mut(&mut self) -> &mut [RowHead] {
        &mut self.heads
    }

    /// How many.
    #[inline]
    pub const fn len(&self) -> usize {
        self.heads.len()
    }

    /// True when there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Forgets all rows and keeps their memory.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.amounts.clear();
    }

    /// Makes room for so many rows more, of about so many amounts each.
    pub fn reserve(&mut self, rows: usize, amounts_each: usize) {
        self.heads.reserve(rows);
        self.amounts.reserve(rows * amounts_each);
    }

    /// Adds a row.
    #[inline]
    pub fn push(&mut self, head: RowHead, stakes: &NewAmounts, returned: &NewAmounts) {
        let start = self.next_start();
        self.amounts.extend(stakes.present.iter().map(|w| stakes.amounts[w]));
        self.amounts.extend(returned.present.iter().map(|w| returned.amounts[w]));
        let (staked, returned) = (stakes.present, returned.present);
        self.heads.push(RowHead { staked, returned, start, ..head });
    }

    /// Adds rows that lie elsewhere.
    #[inline]
    pub fn extend(&mut self, rows: Rows<'_>) {
        let (Some(first), Some(last)) = (rows.heads.first(), rows.heads.last()) else { return };
        let (from, to) = (first.start, self.next_start());
        let places = first.amounts().start..last.amounts().end;
        self.amounts.extend_from_slice(&rows.amounts[places]);
        let moved = |head: &RowHead| RowHead { start: head.start - from + to, ..*head };
        self.heads.extend(rows.heads.iter().map(moved));
    }

    /// Adds rows of its own once more.
    pub fn extend_within(&mut self, places: Range<usize>) {
        let from = self.heads.len();
        self.heads.extend_from_within(places);
        for head in self.heads.iter_mut().skip(from) {
            let amounts = head.amounts();
            assert!(self.amounts.len() < ROOM_MAX, "too many rows side by side");
            head.start = self.amounts.len() as u32;
            self.amounts.extend_from_within(amounts);
        }
    }

    /// Takes away the rows from a place on, and gives them.
    #[must_use]
    pub fn split_off(&mut self, from: usize) -> Self {
        let mut rest = Self::default();
        rest.extend(self.as_rows().range(from..self.len()));
        if let Some(first) = self.heads.get(from) {
            self.amounts.truncate(first.start as usize);
        }
        self.heads.truncate(from);
        rest
    }

    /// Takes away so many rows at the beginning.
    pub fn cut_first(&mut self, rows: usize) {
        let amounts = self.heads.get(rows).map_or(self.amounts.len(), |head| head.start as usize);
        self.heads.drain(..rows);
        self.amounts.drain(..amounts);
        for head in &mut self.heads {
            head.start -= amounts as u32;
        }
    }

    /// The place of the first amount of the next row.
    #[inline]
    fn next_start(&self) -> u32 {
        assert!(self.amounts.len() < ROOM_MAX, "too many rows side by side");
        self.amounts.len() as u32
    }
}

/// Amounts on their way into a row, used again for row after row.
#[derive(Default)]
pub struct NewAmounts {
    present: WagerSet,
    /// Meant only where `present` has the wager.
    amounts: WagerMap,
}

impl NewAmounts {
    /// None yet.
    #[inline]
    pub const fn clear(&mut self) {
        self.present = WagerSet::EMPTY;
    }

    /// The wagers with an amount other than nothing.
    #[inline]
    pub const fn present(&self) -> WagerSet {
        self.present
    }

    /// The amount of a wager; zero is none.
    #[inline]
    pub fn set(&mut self, wager: Wager, amount: Money) {
        self.amounts[wager] = amount;
        let present = self.present;
        self.present = if amount.is_zero() { present.without(wager) } else { present.with(wager) };
    }
}

impl From<&WagerMap> for NewAmounts {
    fn from(amounts: &WagerMap) -> Self {
        Self { present: WagerSet::of(amounts), amounts: *amounts }
    }
}

impl<'a> FromIterator<&'a HandRow> for HandRows {
    fn from_iter<T: IntoIterator<Item = &'a HandRow>>(rows: T) -> Self {
        let mut all = Self::default();
        for row in rows {
            let mut head = RowHead::new(row.line, row.time, row.seat, row.action, row.cards);
            head.extras = row.extras;
            all.push(head, &(&row.stake).into(), &(&row.returned).into());
        }
        all
    }
}

impl PartialEq for HandRows {
    fn eq(&self, other: &Self) -> bool {
        self.as_rows().iter().eq(other.as_rows().iter())
    }
}

impl Eq for HandRows {}

#[cfg(test)]
mod tests;
