//! Deals whose order is known, against one reference: counts, and nothing but counts.
//!
//! A card has a label: itself against the fixed reference, its place in an earlier deal against the
//! previous one, where a card that was not seen then has none.

use std::collections::BTreeMap;

use super::add;
use super::pattern::{self, Counts};

/// A card without a label.
pub(super) const NO_LABEL: u8 = u8::MAX;

/// Counts of deals in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    /// Deals by (cards dealt, labels that there are).
    pub shapes: BTreeMap<(u8, u8), u64>,
    /// Position by label, 64 labels to a row.
    pub table: Vec<u64>,
    /// "Label a directly before label b", 64 to a row; one for each number of labels.
    pub followed: BTreeMap<u8, Vec<u64>>,
    /// Deals by (labels that there are, places where a labelled card follows a labelled card,
    /// places where two of them do). Given these the labels are still in uniformly random order.
    pub chains: BTreeMap<(u8, u8, u8), u64>,
    /// Next label larger by one.
    pub successions: u64,
    /// Next label smaller by one.
    pub reverse_successions: u64,
    /// Labels at their own position.
    pub fixed_points: u64,
    /// Sums of the counts of the relative order.
    pub sums: [u64; 11],
    /// Deals by (labelled cards dealt, labels a guesser knows of).
    pub lengths: BTreeMap<(u8, u8), u64>,
    /// Rank of each label among those left, 64 to a row, a row for each number left.
    pub lehmer: Vec<u64>,
}

impl Order {
    pub(super) fn new() -> Self {
        Self {
            shapes: BTreeMap::new(),
            table: vec![0; 64 * 64],
            followed: BTreeMap::new(),
            chains: BTreeMap::new(),
            successions: 0,
            reverse_successions: 0,
            fixed_points: 0,
            sums: [0; 11],
            lengths: BTreeMap::new(),
            lehmer: vec![0; 65 * 64],
        }
    }

    /// Counts one deal: the label of each position, or [`NO_LABEL`]; `known` labels there are in
    /// all, and `unseen` is a mask of those that may be guessed. Gives the relative order's counts.
    pub(super) fn push(&mut self, labels: &[u8], known: u8, unseen: u64) -> Counts {
        *self.shapes.entry((labels.len() as u8, known)).or_insert(0) += 1;
        let followed = self.followed.entry(known).or_insert_with(|| vec![0; 64 * 64]);
        let mut seen = [0u8; 64];
        let mut m = 0;
        let mut before = NO_LABEL;
        let (mut pairs, mut triples, mut run) = (0, 0, 0u8);
        for (position, &label) in labels.iter().enumerate() {
            if label != NO_LABEL {
                self.table[position * 64 + usize::from(label)] += 1;
                self.fixed_points += u64::from(position == usize::from(label));
                if before != NO_LABEL {
                    followed[usize::from(before) * 64 + usize::from(label)] += 1;
                    self.successions += u64::from(label == before + 1);
                    self.reverse_successions += u64::from(before == label + 1);
                }
                seen[m] = label;
                m += 1;
                pairs += u8::from(run >= 1);
                triples += u8::from(run >= 2);
                run += 1;
            } else {
                run = 0;
            }
            before = label;
        }
        *self.chains.entry((known, pairs, triples)).or_insert(0) += 1;
        let key = (m as u8, unseen.count_ones() as u8);
        *self.lengths.entry(key).or_insert(0) += 1;
        let counts = pattern::count(&seen[..m], unseen, &mut self.lehmer);
        self.sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u64::from(count));
        counts
    }

    /// Deals.
    pub(super) fn deals(&self) -> u64 {
        self.shapes.values().sum()
    }

    /// Adds the counts of other deals.
    pub(super) fn merge(&mut self, next: &Self) {
        for (shape, deals) in &next.shapes {
            *self.shapes.entry(*shape).or_insert(0) += deals;
        }
        for (length, deals) in &next.lengths {
            *self.lengths.entry(*length).or_insert(0) += deals;
        }
        for (chain, deals) in &next.chains {
            *self.chains.entry(*chain).or_insert(0) += deals;
        }
        for (known, counts) in &next.followed {
            add(self.followed.entry(*known).or_insert_with(|| vec![0; 64 * 64]), counts);
        }
        add(&mut self.table, &next.table);
        add(&mut self.sums, &next.sums);
        add(&mut self.lehmer, &next.lehmer);
        self.successions += next.successions;
        self.reverse_successions += next.reverse_successions;
        self.fixed_points += next.fixed_points;
    }
}
