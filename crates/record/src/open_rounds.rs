//! The rounds of one table that are still open, in the order the table played them.
//!
//! Rounds nearly always begin one after the other and are numbered without gaps, so a round is found
//! by counting back from the latest; where that fails, by halving.

use std::collections::VecDeque;

/// Gaming day, round number, instance: ascending as the table played them.
pub type Key = (u16, u32, u32);

/// Open rounds by their keys.
pub struct OpenRounds<T> {
    rounds: VecDeque<(Key, T)>,
}

impl<T> Default for OpenRounds<T> {
    fn default() -> Self {
        Self { rounds: VecDeque::new() }
    }
}

impl<T> OpenRounds<T> {
    /// How many.
    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    /// The oldest.
    pub fn first(&self) -> Option<&T> {
        self.rounds.front().map(|(_, round)| round)
    }

    /// Takes out the oldest.
    pub fn pop_first(&mut self) -> Option<(Key, T)> {
        self.rounds.pop_front()
    }

    /// The round with this key.
    pub fn get(&self, key: Key) -> Option<&T> {
        let (_, round) = self.rounds.get(self.place(key).ok()?)?;
        Some(round)
    }

    /// Takes out the round with this key.
    pub fn remove(&mut self, key: Key) -> Option<T> {
        let (_, round) = self.rounds.remove(self.place(key).ok()?)?;
        Some(round)
    }

    /// The newest instance of a round number.
    pub fn newest(&self, day: u16, round: u32) -> Option<(Key, &T)> {
        let last = self.up_to((day, round, u32::MAX)).checked_sub(1)?;
        let (key, open) = self.rounds.get(last)?;
        ((key.0, key.1) == (day, round)).then_some((*key, open))
    }

    /// All instances of a round number.
    pub fn instances_mut(&mut self, day: u16, round: u32) -> impl Iterator<Item = &mut T> {
        let from = self.place((day, round, 0)).unwrap_or_else(|place| place);
        let to = self.up_to((day, round, u32::MAX));
        self.rounds.range_mut(from..to).map(|(_, round)| round)
    }

    /// The round with this key, opened with `new` if it is not open.
    pub fn or_open(&mut self, key: Key, new: impl FnOnce() -> T) -> &mut T {
        let place = self.place(key).unwrap_or_else(|place| {
            self.rounds.insert(place, (key, new()));
            place
        });
        &mut self.rounds[place].1
    }

    /// The place of a key, or where it would stand.
    fn place(&self, key: Key) -> Result<usize, usize> {
        let after = self.up_to(key);
        match after.checked_sub(1) {
            Some(at) if self.rounds[at].0 == key => Ok(at),
            _ => Err(after),
        }
    }

    /// How many rounds stand up to and with this key.
    fn up_to(&self, key: Key) -> usize {
        let Some((last, _)) = self.rounds.back() else { return 0 };
        let all = self.rounds.len();
        if *last <= key {
            return all;
        }
        let behind = if last.0 == key.0 { last.1.abs_diff(key.1) as usize } else { all };
        let guess = all.saturating_sub(behind);
        let is_right = (guess == 0 || self.rounds[guess - 1].0 <= key)
            && self.rounds.get(guess).is_none_or(|(next, _)| *next > key);
        if is_right { guess } else { self.rounds.partition_point(|(at, _)| *at <= key) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Keys with gaps, repetitions and days, opened, taken out and asked for in an order like that of
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
            let key = (u16::try_from(number(3) / 2).unwrap(), round, number(5) / 4);
            match number(8) {
                0..4 => {
                    assert_eq!(open.or_open(key, || step), map.entry(key).or_insert(step));
                }
                4 => assert_eq!(open.remove(key), map.remove(&key)),
                5 => assert_eq!(open.pop_first(), map.pop_first()),
                6 => {
                    let instances = (key.0, key.1, 0)..=(key.0, key.1, u32::MAX);
                    let newest = map.range(instances.clone()).next_back();
                    assert_eq!(open.newest(key.0, key.1), newest.map(|(k, v)| (*k, v)));
                    let ours: Vec<u32> = open.instances_mut(key.0, key.1).map(|v| *v).collect();
                    assert_eq!(ours, map.range(instances).map(|(_, v)| *v).collect::<Vec<_>>());
                }
                _ => assert_eq!(open.get(key), map.get(&key)),
            }
            assert_eq!(open.len(), map.len());
            assert_eq!(open.first(), map.first_key_value().map(|(_, v)| v));
        }
    }
}
