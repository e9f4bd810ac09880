//! Cards for those who play many rounds: hands of any sizes, always from a fresh pack.

use feltproof_model::{Card, CardList};

use crate::chance::Chance;

/// Deals from a fresh pack every time; two numbers fix its ChaCha20 stream on every machine.
pub struct Deck {
    chance: Chance,
    pack: [u8; Card::PACK as usize],
}

impl Deck {
    /// One of the streams of the generator seeded with `rng_seed`.
    pub fn new(rng_seed: u64, stream: u64) -> Self {
        let mut pack = [0; Card::PACK as usize];
        for (card, number) in pack.iter_mut().zip(0..) {
            *card = number;
        }
        Self { chance: Chance::new(rng_seed, stream), pack }
    }

    /// A uniform number from 0 to `n - 1`; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        self.chance.below(n)
    }

    pub(super) fn shuffled(&mut self) -> Vec<Card> {
        self.chance.shuffled_rest(&[])
    }

    /// Cards from the whole pack, each as likely, for hands of these sizes; one too large is empty.
    pub fn deal(&mut self, sizes: &[usize]) -> Vec<CardList> {
        // A Fisher-Yates shuffle of as many cards as are needed, from any order as good as another.
        let mut next = 0;
        let mut hands = Vec::with_capacity(sizes.len());
        for size in sizes {
            let end = next + *size;
            if end > self.pack.len() {
                hands.push(CardList::EMPTY);
                continue;
            }
            for i in next..end {
                let rest = u32::try_from(self.pack.len() - i).expect("a pack of cards");
                self.pack.swap(i, i + self.chance.below(rest) as usize);
            }
            let numbers = self.pack.get(next..end).unwrap_or_default();
            let cards: Vec<Card> = numbers.iter().filter_map(|n| Card::new(*n)).collect();
            hands.push(CardList::new(&cards).unwrap_or_default());
            next = end;
        }
        hands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_come_from_one_pack_and_every_card_comes_as_often() {
        let mut deck = Deck::new(5, 0);
        let mut first = [0_u32; 52];
        for _ in 0..20_000 {
            let hands = deck.deal(&[5, 5, 6]);
            let mut cards: Vec<Card> = hands.iter().flat_map(|h| h.as_slice().to_vec()).collect();
            assert_eq!(hands.iter().map(CardList::len).collect::<Vec<_>>(), [5, 5, 6]);
            first[usize::from(cards[15].number())] += 1;
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), 16);
        }
        // 385 expected, standard deviation about 20.
        assert!(first.iter().all(|n| n.abs_diff(385) < 110), "{first:?}");
        assert!(deck.deal(&[50, 5])[0].is_empty());
    }

    #[test]
    fn the_same_numbers_deal_the_same_cards() {
        let deal = |seed, stream| Deck::new(seed, stream).deal(&[5; 7]);
        assert_eq!(deal(1, 2), deal(1, 2));
        assert_ne!(deal(1, 2), deal(1, 3));
        assert_ne!(deal(1, 2), deal(2, 2));
    }
}
