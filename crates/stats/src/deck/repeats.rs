//! Identical decks: a sample of all decks by the value of a hash, so that all copies of one deck are
//! kept or dropped together.

use super::lanes::LABELS;
use std::collections::BTreeMap;

/// Different decks held at most; a table of them takes 32 MB.
const HELD: usize = 1 << 20;
/// Bits of the hash.
pub(super) const HASH_BITS: u32 = 80;
/// Bits of a place in the stream; with the hash they make one entry.
const PLACE_BITS: u32 = 128 - HASH_BITS;
/// Decks put into the table together, so that their memory is fetched together.
const TOGETHER: usize = 16;
/// Six bytes of a deck make one word of the hash.
const WORD: usize = 6;
const WORDS: usize = LABELS.div_ceil(WORD);

/// One multiplier for each word of a deck and one summand: digits of pi and of e, chosen before any
/// deck was seen.
const KEYS: [u128; WORDS + 1] = [
    0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0_082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377_be54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd_3f84_d5b5_b547_0917,
    0x9216_d5d9_8979_fb1b_d131_0ba6_98df_b5ac,
    0x2ffd_72db_d01a_dfb7_b8e1_afed_6a26_7e96,
    0xba7c_9045_f12c_7f99_24a1_9947_b391_6cf7,
    0x0801_f2e2_858e_fc16_6369_20d8_7157_4e69,
    0xa458_fea3_f493_3d7e_0d95_748f_728e_b658,
    0x718b_cd58_8215_4aee_7b54_a41d_c25a_59b5,
    0x9c30_d539_2af2_6013_c5d1_b023_2860_85f0,
    0xca41_7918_b8db_38ef_8e79_dcb0_603a_180e,
];

/// Hash of a deck: its words times their multipliers, modulo 2^128, upper 80 bits.
///
/// This is the multilinear family of Dietzfelbinger: for words of 48 bits, multipliers of 128 bits
/// drawn at random give any two different decks the same 80 bits with probability 2^-80 at most.
#[inline(always)]
pub(super) fn hash(n: usize, deck: &[u8; LABELS]) -> u128 {
    let mut sum = KEYS[WORDS];
    for (word, key) in KEYS.iter().enumerate().take(n.div_ceil(WORD)) {
        // Eight bytes are read at once, the last ones from where the deck ends; six are used.
        let from = (word * WORD).min(LABELS - 8);
        let eight = deck.get(from..).and_then(|rest| rest.first_chunk()).copied();
        let six = u64::from_le_bytes(eight.unwrap_or_default()) >> (8 * (word * WORD - from))
            & 0xffff_ffff_ffff;
        sum = sum.wrapping_add(key.wrapping_mul(u128::from(six)));
    }
    sum >> PLACE_BITS
}

/// A deck that came more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    /// How often.
    pub(super) times: u64,
    /// The first two places.
    pub(super) places: [u64; 2],
}

/// The sample.
#[derive(Clone)]
pub(super) struct Repeats {
    /// Kept are the hashes whose lowest bits, this many, are zero.
    pub(super) level: u32,
    /// Open addressing; zero is an empty slot, else the hash and, below it, the first place plus one.
    slots: Vec<u128>,
    held: usize,
    /// Different decks held at most.
    limit: usize,
    /// Decks that came more than once, by hash.
    repeated: BTreeMap<u128, Repeat>,
    waiting: [(u128, u64); TOGETHER],
    filled: usize,
}

/// The hash of an entry.
fn hash_of(entry: u128) -> u128 {
    entry >> PLACE_BITS
}

/// The first place of an entry.
fn place_of(entry: u128) -> u64 {
    ((entry & ((1 << PLACE_BITS) - 1)) as u64).saturating_sub(1)
}

fn entry(hash: u128, place: u64) -> u128 {
    hash << PLACE_BITS | (u128::from(place) + 1) & ((1 << PLACE_BITS) - 1)
}

/// The two smallest of the places of two lots.
fn first_two(a: &[u64], b: &[u64]) -> [u64; 2] {
    let mut all: Vec<u64> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    [all.first().copied().unwrap_or(0), all.get(1).copied().unwrap_or(0)]
}

impl Repeats {
    pub(super) fn new() -> Self {
        Self::holding(HELD)
    }

    /// A sample of at most this many different decks.
    pub(super) fn holding(limit: usize) -> Self {
        Self {
            level: 0,
            slots: vec![0; 128],
            held: 0,
            limit,
            repeated: BTreeMap::new(),
            waiting: [(0, 0); TOGETHER],
            filled: 0,
        }
    }

    /// Takes a deck by its hash.
    #[inline(always)]
    pub(super) fn add(&mut self, hash: u128, place: u64) {
        if hash.trailing_zeros() < self.level {
            return;
        }
        self.waiting[self.filled] = (hash, place);
        self.filled += 1;
        if self.filled == TOGETHER {
            self.settle();
        }
    }

    /// Brings the decks that wait into the table.
    pub(super) fn settle(&mut self) {
        let waiting = self.waiting;
        let filled = std::mem::take(&mut self.filled);
        // Every slot is read once before any is decided on: the reads do not wait for one another.
        let touched = waiting
            .iter()
            .take(filled)
            .fold(0, |sum, (hash, _)| sum | self.slots.get(self.slot(*hash)).copied().unwrap_or(0));
        std::hint::black_box(touched);
        for (hash, place) in waiting.iter().take(filled) {
            self.insert(*hash, 1, &[*place]);
        }
    }

    /// Where the search for a hash begins.
    #[inline(always)]
    fn slot(&self, hash: u128) -> usize {
        // The lowest bits decide what is kept, so the place is taken from the highest.
        let bits = self.slots.len().trailing_zeros();
        (hash >> (HASH_BITS - bits)) as usize & (self.slots.len() - 1)
    }

    /// Adds a hash that came `times` times, first at `places`.
    fn insert(&mut self, hash: u128, times: u64, places: &[u64]) {
        if hash.trailing_zeros() < self.level {
            return;
        }
        let first = places.iter().copied().min().unwrap_or(0);
        let mut slot = self.slot(hash);
        loop {
            let found = self.slots[slot];
            if found == 0 {
                self.slots[slot] = entry(hash, first);
                self.held += 1;
                if times > 1 {
                    self.repeated.insert(hash, Repeat { times, places: first_two(places, &[]) });
                }
                break;
            }
            if hash_of(found) == hash {
                self.again(hash, place_of(found), times, places);
                self.slots[slot] = entry(hash, first.min(place_of(found)));
                return;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        if self.held > self.limit {
            self.halve();
        } else if 2 * self.held > self.slots.len() {
            self.grow(4 * self.slots.len());
        }
    }

    /// Counts a hash that is held already.
    fn again(&mut self, hash: u128, held: u64, times: u64, places: &[u64]) {
        match self.repeated.get_mut(&hash) {
            Some(repeat) => {
                repeat.times += times;
                repeat.places = first_two(&repeat.places, places);
            }
            None => {
                let places = first_two(&[held], places);
                self.repeated.insert(hash, Repeat { times: times + 1, places });
            }
        }
    }

    /// Drops the hashes with a one in the next bit until no more are held than may be.
    fn halve(&mut self) {
        while self.held > self.limit && self.level < HASH_BITS {
            self.level += 1;
            let level = self.level;
            self.repeated.retain(|hash, _| hash.trailing_zeros() >= level);
            self.rebuild(0);
        }
    }

    /// Puts everything into a table of this size.
    fn grow(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for found in old.into_iter().filter(|entry| *entry != 0) {
            self.put(hash_of(found), place_of(found));
        }
    }

    /// Keeps what is still wanted, all places later by `by`.
    ///
    /// Every entry is taken out and put in again, in the order of the slots from an empty one on: then
    /// all that stand between where its search begins and its slot are in their new slots already, and
    /// none is put where one has still to be taken out.
    fn rebuild(&mut self, by: u64) {
        let size = self.slots.len();
        let Some(empty) = self.slots.iter().position(|entry| *entry == 0) else { return };
        self.held = 0;
        for step in 1..size {
            let slot = (empty + step) & (size - 1);
            let found = std::mem::take(&mut self.slots[slot]);
            let hash = hash_of(found);
            if found != 0 && hash.trailing_zeros() >= self.level {
                self.put(hash, place_of(found) + by);
                self.held += 1;
            }
        }
    }

    /// Writes an entry that is not in the table yet.
    #[inline(always)]
    fn put(&mut self, hash: u128, place: u64) {
        let mut slot = self.slot(hash);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = entry(hash, place);
    }

    /// Moves all places by `by`; settled before.
    pub(super) fn shift(&mut self, by: u64) {
        if by > 0 {
            self.rebuild(by);
            for repeat in self.repeated.values_mut() {
                repeat.places = repeat.places.map(|place| place + by);
            }
        }
    }

    /// Adds the sample of another piece of the stream; both settled.
    pub(super) fn absorb(&mut self, next: &Self) {
        if next.level > self.level {
            self.level = next.level;
            let level = self.level;
            self.repeated.retain(|hash, _| hash.trailing_zeros() >= level);
            self.rebuild(0);
        }
        for found in next.slots.iter().filter(|entry| **entry != 0) {
            let hash = hash_of(*found);
            match next.repeated.get(&hash) {
                Some(repeat) => self.insert(hash, repeat.times, &repeat.places),
                None => self.insert(hash, 1, &[place_of(*found)]),
            }
        }
    }

    /// All that is held, in an order that does not depend on the table: level, entries, repeats.
    #[cfg(test)]
    pub(super) fn contents(&self) -> (u32, Vec<u128>, BTreeMap<u128, Repeat>) {
        let mut entries: Vec<u128> = self.slots.iter().copied().filter(|e| *e != 0).collect();
        entries.sort_unstable();
        (self.level, entries, self.repeated.clone())
    }

    /// The decks that came more than once, with those that still wait; by hash.
    pub(super) fn repeated(&self) -> BTreeMap<u128, Repeat> {
        let mut all = self.repeated.clone();
        let mut waiting: BTreeMap<u128, Vec<u64>> = BTreeMap::new();
        for (hash, place) in self.waiting.iter().take(self.filled) {
            waiting.entry(*hash).or_default().push(*place);
        }
        for (hash, mut places) in waiting {
            let new = places.len() as u64;
            let (held, times) = match (all.get(&hash), self.find(hash)) {
                (Some(repeat), _) => (repeat.places.to_vec(), repeat.times),
                (None, Some(place)) => (vec![place], 1),
                (None, None) => (Vec::new(), 0),
            };
            places.extend(held);
            if times + new > 1 {
                all.insert(hash, Repeat { times: times + new, places: first_two(&places, &[]) });
            }
        }
        all
    }

    /// First place of a hash, if it is held.
    fn find(&self, hash: u128) -> Option<u64> {
        let mut slot = self.slot(hash);
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return None;
            }
            if hash_of(found) == hash {
                return Some(place_of(found));
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}
