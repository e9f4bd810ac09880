//! The rounds of one table that are still open, in the order the table played them. They begin one after
//! the other with the next number: one is found by counting back from the latest, else by halving.

use crate::period::Period;
use std::collections::VecDeque;

/// Period, round number, instance: ascending as the table played them.
pub(crate) type Key = (Period, u32, u32);

#[derive(Default)]
pub(crate) struct OpenRounds<T>(
    /// In ascending order. A round is large and stays where it is, wherever its key moves.
    VecDeque<(Key, Box<T>)>,
);

impl<T> OpenRounds<T> {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, round)| &**round)
    }

    #[inline]
    pub(crate) fn first_two(&self) -> Option<(Key, Key)> {
        Some((self.0.front()?.0, self.0.get(1)?.0))
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (Key, &T)> {
        self.0.iter().map(|(key, round)| (*key, &**round))
    }

    pub(crate) fn pop_first(&mut self) -> Option<(Key, Box<T>)> {
        self.0.pop_front()
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        self.0.get(self.place(key).ok()?).map(|(_, round)| &**round)
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<Box<T>> {
        self.0.remove(self.place(key).ok()?).map(|(_, round)| round)
    }

    /// The newest instance of a round number.
    pub(crate) fn newest(&self, period: Period, round: u32) -> Option<(Key, &T)> {
        let last = self.up_to((period, round, u32::MAX)).checked_sub(1)?;
        let (key, newest) = self.0.get(last)?;
        ((key.0, key.1) == (period, round)).then_some((*key, &**newest))
    }

    /// The round with this key; `new` makes it if it is not open.
    pub(crate) fn or_open(&mut self, key: Key, new: impl FnOnce() -> Box<T>) -> &mut T {
        let place = self.place(key).unwrap_or_else(|place| {
            self.0.insert(place, (key, new()));
            place
        });
        &mut self.0[place].1
    }

    /// The place of a key, or where it would stand.
    fn place(&self, key: Key) -> Result<usize, usize> {
        let after = self.up_to(key);
        after.checked_sub(1).filter(|at| self.0[*at].0 == key).ok_or(after)
    }

    /// How many rounds stand up to and with this key.
    fn up_to(&self, key: Key) -> usize {
        /// Numbers may be missing: so many are looked for one by one.
        const GAPS: usize = 16;
        let Some((last, _)) = self.0.back() else { return 0 };
        let all = self.0.len();
        if *last <= key {
            return all;
        }
        if last.0 == key.0 {
            // Where more numbers are missing than rounds are open, it would stand before the first.
            let guess = all.saturating_sub((last.1 - key.1) as usize);
            if guess == 0 || self.0[guess - 1].0 <= key {
                let after = self.0.range(guess..).take(GAPS).position(|(next, _)| *next > key);
                if let Some(gaps) = after {
                    return guess + gaps;
                }
            }
        }
        self.0.partition_point(|(at, _)| *at <= key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Keys with gaps, repetitions and days, opened, taken out and looked up in an order like that of
    /// chance, beside a map.
    #[test]
    fn rounds_are_found_as_in_a_map() {
        let mut state = 1_u64;
        let mut number = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u32::try_from((state >> 33) % below).unwrap()
        };
        let (mut open, mut map) = (OpenRounds::default(), BTreeMap::new());
        for step in 0..200_000_u32 {
            // Mostly the next numbers, as a table plays.
            let round = if number(4) > 0 { step / 9 % 600 + number(3) } else { number(600) };
            let period = Period::default().again(u16::try_from(number(3) / 2).unwrap());
            let key = (period, round, number(5) / 4);
            match number(8) {
                0..4 => {
                    *open.or_open(key, Box::default) = step;
                    map.insert(key, step);
                }
                4 => assert_eq!(open.remove(key).map(|v| *v), map.remove(&key)),
                5 => assert_eq!(open.pop_first().map(|(k, v)| (k, *v)), map.pop_first()),
                6 => {
                    let instances = (key.0, key.1, 0)..=(key.0, key.1, u32::MAX);
                    let newest = map.range(instances).next_back();
                    assert_eq!(open.newest(key.0, key.1), newest.map(|(k, v)| (*k, v)));
                }
                _ => assert_eq!(open.get(key), map.get(&key)),
            }
            assert_eq!(open.len(), map.len());
            if step % 1000 == 0 {
                assert!(open.iter().eq(map.values()));
            }
            assert_eq!(open.iter().next(), map.values().next());
        }
    }
}
