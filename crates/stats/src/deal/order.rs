//! Counts of deals whose order is known, against one reference.
//!
//! A card has a label: itself against the fixed reference, its place in an earlier deal against the
//! previous one, where a card that was not seen then has none.

use super::chain::{NO_LABEL, Seen};
use super::counters::{Kinds, Square, Tally};
use super::fewest::Fewest;
use super::pattern::{self, COUNTS, Count, Labels, Row, Tables, Values, lowest};
use crate::sums::sums;

/// Values of a count whose histogram is kept: 0 to 64.
const VALUES: usize = 65;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    /// Deals by (cards dealt, labels that there are).
    pub shapes: Tally<(u8, u8)>,
    /// Position by label.
    pub table: Square,
    /// "Label a directly before label b"; one for each number of labels.
    pub followed: Kinds<u8, Square>,
    /// Deals by (labels that there are, places where a labelled card follows a labelled card,
    /// places where two of them do). Given these the labels are still in uniformly random order.
    pub chains: Tally<(u8, u8, u8)>,
    /// Deals by labelled cards dealt.
    pub lengths: Tally<u8>,
    /// Rank of each label among those left, a row for each number left; the last row is that of one.
    pub lehmer: Square,
    /// Deals by value of each count but the inversions.
    histograms: [[u64; VALUES]; COUNTS - 1],
    pub fewest: Fewest,
}

sums!(Order: shapes, table, followed, chains, lengths, lehmer, histograms, fewest);

/// The places of cards in the deal before, and of those dealt then in this one.
pub(super) struct Old {
    of: Row,
    /// Behind them room for all that was not seen.
    at: [u8; 129],
}

impl Old {
    #[inline(always)]
    pub(super) fn places(now: &Seen, before: &Seen) -> Self {
        let (mut of, mut at) = ([NO_LABEL; 64], [NO_LABEL; 129]);
        for ((label, card), place) in of.iter_mut().zip(now.dealt()).zip(0..) {
            *label = before.place_of(*card);
            at[usize::from(*label & NO_LABEL) + 1] = place;
        }
        Self { of, at }
    }
}

impl<'a> Labels<'a> {
    /// The cards themselves, of a deck of `n`.
    #[inline(always)]
    pub(super) fn fixed(n: usize, deal: &'a Seen) -> Self {
        let cards = deal.layout.cards();
        let (unseen, labelled) = (lowest(n), lowest(cards));
        Self { of: &deal.cards, at: &deal.place, cards, known: n, unseen, labelled, index: deal.at }
    }

    /// The places of the cards in the deal before.
    #[inline(always)]
    pub(super) fn previous(now: &'a Seen, before: &Seen, old: &'a Old) -> Self {
        let (cards, known) = (now.layout.cards(), before.layout.cards());
        let (of, at) = (&old.of, old.at.first_chunk().unwrap_or(&now.place));
        let (mut unseen, mut labelled) = (lowest(known), lowest(cards));
        if now.mask != before.mask {
            (unseen, labelled) = (0, 0);
            for (i, label) in of.iter().enumerate().filter(|(_, label)| **label != NO_LABEL) {
                unseen |= 1 << label;
                labelled |= 1 << i;
            }
        }
        Self { of, at, cards, known, unseen, labelled, index: now.at }
    }
}

impl Order {
    pub(super) fn new() -> Self {
        Self {
            shapes: Tally::default(),
            table: Square::default(),
            followed: Kinds::default(),
            chains: Tally::default(),
            lengths: Tally::default(),
            lehmer: Square::default(),
            histograms: [[0; VALUES]; COUNTS - 1],
            fewest: Fewest::default(),
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, labels: &Labels<'_>) -> Values {
        if self.table.since == u8::MAX {
            self.pour();
        }
        self.table.since += 1;
        let (cards, known) = (labels.cards as u8, labels.known as u8);
        self.shapes.one((cards, known));
        let pairs = labels.labelled & labels.labelled >> 1;
        let triples = pairs & pairs >> 1;
        self.chains.one((known, pairs.count_ones() as u8, triples.count_ones() as u8));
        let tables = Tables {
            position: &mut self.table.small,
            followed: &mut self.followed.of(known, Square::default).small,
            lehmer: &mut self.lehmer.small,
        };
        let values = pattern::count(labels, tables);
        for (histogram, value) in self.histograms.iter_mut().zip(values) {
            histogram[usize::from(value).min(VALUES - 1)] += 1;
        }
        let m = labels.labelled.count_ones() as usize;
        self.lengths.one(m as u8);
        self.fewest.push(m, values[Count::Rises as usize], labels.index);
        values
    }

    #[inline(always)]
    fn pour(&mut self) {
        self.table.pour();
        self.lehmer.pour();
        self.followed.values_mut().for_each(Square::pour);
    }

    pub(super) fn deals(&self) -> u64 {
        self.shapes.total()
    }

    /// Deals by value of a count, which the inversions are not.
    pub(super) fn histogram(&self, count: Count) -> [u64; VALUES] {
        self.histograms[count as usize]
    }

    pub(super) fn sum(&self, count: Count) -> u64 {
        self.histogram(count).into_iter().zip(0..).map(|(times, value)| times * value).sum()
    }
}
