//! How often each of 64 places was marked, many places at once: the counts stand bit by bit in words, and a mark is carried
//! from one to the next.

use crate::sums::Sums;

/// Places, as bits of a word.
pub(super) const PLACES: usize = u64::BITS as usize;
/// Words of a count before it is put away.
const PLANES: usize = 8;
/// Marks of one place that the words hold.
const HELD_MAX: u8 = u8::MAX;

/// Counts by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Bit `k` of the counts that are held.
    planes: [u64; PLANES],
    /// How often something was marked since they were nought.
    held: u8,
    /// What was put away, by place; none as long as nothing was.
    counts: Vec<u64>,
}

impl Tally {
    /// Marks the places whose bits are set.
    pub(super) fn mark(&mut self, mut places: u64) {
        if places == 0 {
            return;
        }
        // To the last, even where nothing is carried: a guess where to stop would cost more.
        for plane in &mut self.planes {
            (places, *plane) = (*plane & places, *plane ^ places);
        }
        debug_assert_eq!(places, 0, "no place was marked more often than the words hold");
        self.held += 1;
        if self.held == HELD_MAX {
            self.counts = (0..PLACES).map(|place| self.of(place)).collect();
            (self.planes, self.held) = ([0; PLANES], 0);
        }
    }

    /// How often this place was marked.
    pub(super) fn of(&self, place: usize) -> u64 {
        let bits = self.planes.iter().rev();
        let held = bits.fold(0, |held, plane| held << 1 | plane >> place & 1);
        self.counts.get(place).map_or(held, |count| count + held)
    }
}

impl PartialEq for Tally {
    fn eq(&self, other: &Self) -> bool {
        (0..PLACES).all(|place| self.of(place) == other.of(place))
    }
}

impl Sums for Tally {
    fn add(&mut self, more: &Self) {
        self.counts = (0..PLACES).map(|place| self.of(place) + more.of(place)).collect();
        (self.planes, self.held) = ([0; PLANES], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defects::Chance;

    /// Marked one by one, and in parts that are added up.
    #[test]
    fn marks_are_those_counted_one_by_one() {
        let (mut chance, mut plain) = (Chance::new(1), [0_u64; PLACES]);
        let (mut whole, mut parts) = (Tally::default(), [Tally::default(), Tally::default()]);
        for at in 0..2_000 {
            let word = u64::from(chance.word()) << (at % 33);
            whole.mark(word);
            parts[usize::from(at % 7 == 0)].mark(word);
            (0..PLACES).for_each(|place| plain[place] += word >> place & 1);
            assert!((0..PLACES).all(|place| whole.of(place) == plain[place]));
        }
        let [mut sum, more] = parts;
        assert_ne!(sum, whole);
        sum.add(&more);
        assert_eq!(sum, whole);
        whole.mark(1 << 63);
        assert_ne!(sum, whole);
    }
}
