//! The values of a row group that repeat, each once: what a dictionary page holds, and the place of each.

use std::collections::BTreeMap;
use std::ops::Range;

/// Places of those that were met last: most of a column are a few that come again and again.
const RECENT: usize = 1024;

/// Texts, in the order in which they first come.
pub(super) struct Texts {
    /// As a dictionary page has them: each behind its length.
    plain: Vec<u8>,
    ranges: Vec<Range<usize>>,
    places: BTreeMap<Box<str>, u32>,
    recent: [u32; RECENT],
}

impl Default for Texts {
    fn default() -> Self {
        let (plain, ranges, places) = Default::default();
        Self { plain, ranges, places, recent: [0; RECENT] }
    }
}

impl Texts {
    pub(super) fn plain(&self) -> &[u8] {
        &self.plain
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    pub(super) fn clear(&mut self) {
        self.plain.clear();
        self.ranges.clear();
        self.places.clear();
    }

    /// Where a text stands; it is added unless it is there.
    pub(super) fn place(&mut self, text: &str) -> u32 {
        let slot = slot_of_text(text.as_bytes());
        let recent = self.recent.get(slot).copied().unwrap_or_default();
        let range = self.ranges.get(recent as usize).cloned();
        if range.is_some_and(|range| self.plain.get(range) == Some(text.as_bytes())) {
            return recent;
        }
        let place = self.looked_up(text);
        if let Some(recent) = self.recent.get_mut(slot) {
            *recent = place;
        }
        place
    }

    fn looked_up(&mut self, text: &str) -> u32 {
        if let Some(place) = self.places.get(text) {
            return *place;
        }
        // A row group has far fewer values than numbers of 32 bits.
        let place = self.ranges.len() as u32;
        put_text(text, &mut self.plain);
        self.ranges.push(self.plain.len() - text.len()..self.plain.len());
        self.places.insert(text.into(), place);
        place
    }
}

/// A text as `PLAIN` has it.
pub(super) fn put_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// Texts that differ in length, or in the first, middle or last letter, mostly stand in different slots.
fn slot_of_text(text: &[u8]) -> usize {
    let at = |place: usize| usize::from(text.get(place).copied().unwrap_or_default());
    let (first, middle, last) = (at(0), at(text.len() / 2), at(text.len().max(1) - 1));
    (text.len() * 59 + first + middle * 17 + last * 261) % RECENT
}

/// Numbers, in the order in which they first come.
pub(super) struct Numbers {
    in_order: Vec<i64>,
    places: BTreeMap<i64, u32>,
    recent: [u32; RECENT],
}

impl Default for Numbers {
    fn default() -> Self {
        let (in_order, places) = Default::default();
        Self { in_order, places, recent: [0; RECENT] }
    }
}

impl Numbers {
    pub(super) fn in_order(&self) -> &[i64] {
        &self.in_order
    }

    pub(super) fn clear(&mut self) {
        self.in_order.clear();
        self.places.clear();
    }

    /// Where a number stands; it is added unless it is there.
    pub(super) fn place(&mut self, number: i64) -> u32 {
        let slot = slot_of_number(number);
        let recent = self.recent.get(slot).copied().unwrap_or_default();
        if self.in_order.get(recent as usize) == Some(&number) {
            return recent;
        }
        let next = self.in_order.len() as u32;
        let place = *self.places.entry(number).or_insert(next);
        if place == next {
            self.in_order.push(number);
        }
        if let Some(recent) = self.recent.get_mut(slot) {
            *recent = place;
        }
        place
    }
}

/// By the upper bits of a product, which all bits of the number reach.
fn slot_of_number(number: i64) -> usize {
    (number.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % RECENT
}
