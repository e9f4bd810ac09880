//! The shufflers: the deck of each round as it leaves the machine, and machines with a fault.
//!
//! The hands of a round are the first cards of its deck, seat by seat, the opponent last.

use feltproof_model::Card;

use crate::chance::Chance;
use crate::fault::Fault;
use crate::round::{Mark, Round};

/// Riffles of the machine that only riffles the deck of the round before.
const RIFFLES: u32 = 5;
/// Times in a thousand that the sticking card comes first.
const STUCK_PER_MILLE: u32 = 100;
/// The round of the table whose deck comes again, and when.
const KEPT: u32 = 20;
const AGAIN: u32 = 60;
/// What chance a machine has of its own: streams far from those of the rounds.
const STREAMS: u64 = 1 << 40;

/// The shuffler of one table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Machine {
    fault: Option<Fault>,
    rounds: u32,
    last: Vec<Card>,
    kept: Vec<Card>,
}

/// The chance of the shuffler in one round.
pub(crate) fn chance(rng_seed: u64, round: u32) -> Chance {
    Chance::new(rng_seed, STREAMS + u64::from(round))
}

impl Machine {
    /// A machine with one of these faults, if it is the first table's.
    pub(crate) fn new(table: u16, faults: &[Fault]) -> Self {
        let is_machine = |f: &&Fault| f.is_of_machine();
        let fault = faults.iter().find(is_machine).copied().filter(|_| table == 0);
        Self { fault, ..Self::default() }
    }

    /// The deck of the next round; `fair` is what a machine without fault makes of it.
    pub(crate) fn shuffle(&mut self, fair: Vec<Card>, chance: &mut Chance) -> Vec<Card> {
        self.rounds += 1;
        let deck = match self.fault {
            Some(Fault::DecksOnlyRiffled) if !self.last.is_empty() => {
                (0..RIFFLES).fold(std::mem::take(&mut self.last), |deck, _| riffle(&deck, chance))
            }
            Some(Fault::CardSticks) if chance.per_mille(STUCK_PER_MILLE) => {
                let mut deck = fair;
                if let Some(at) = deck.iter().position(|c| c.number() == 0) {
                    deck.swap(0, at);
                }
                deck
            }
            Some(Fault::DeckComesAgain) if self.rounds == AGAIN => std::mem::take(&mut self.kept),
            _ => fair,
        };
        if self.rounds == KEPT {
            self.kept.clone_from(&deck);
        }
        self.last.clone_from(&deck);
        deck
    }
}

/// One riffle by the model of Gilbert, Shannon and Reeds: every card goes to either half with the
/// same chance, and the halves fall together so that every interleaving is equally likely.
fn riffle(deck: &[Card], chance: &mut Chance) -> Vec<Card> {
    let from_top: Vec<bool> = deck.iter().map(|_| chance.below(2) == 0).collect();
    let cut = from_top.iter().filter(|top| **top).count();
    let (mut top, mut bottom) = (deck.iter().take(cut), deck.iter().skip(cut));
    let next = |is_top: bool| if is_top { top.next() } else { bottom.next() };
    from_top.into_iter().filter_map(next).copied().collect()
}

/// The deck of a prepared round: its cards, each once, and the rest of the pack in random order.
pub(crate) fn deck_of(round: &Round, chance: &mut Chance) -> Vec<Card> {
    let mut deck: Vec<Card> = Vec::with_capacity(usize::from(Card::PACK));
    for card in round.rows.iter().flat_map(|row| row.hand.cards.as_slice()) {
        if !deck.contains(card) {
            deck.push(*card);
        }
    }
    let rest = chance.shuffled_rest(&deck);
    deck.extend(rest);
    deck
}

/// A card that was not dealt is there twice, in place of another.
pub(crate) fn twice(fault: Fault, round: &mut Round) {
    if let [.., before, last] = round.deck.as_mut_slice() {
        let (card, missing) = (*before, *last);
        *last = card;
        let mark = Mark::words(fault, "52 different cards", &format!("{card} twice, no {missing}"));
        round.deck_marks.push(mark);
    }
}

/// The first card dealt is not the first of the deck on record.
pub(crate) fn not_dispensed(fault: Fault, round: &mut Round) {
    let (Some(first), Some(row)) = (round.deck.last().copied(), round.rows.first_mut()) else {
        return;
    };
    let last = round.deck.len() - 1;
    let recorded = row.hand.cards.as_slice().first().map(ToString::to_string).unwrap_or_default();
    row.marks.push(Mark::words(fault, first.to_string(), &recorded));
    round.deck.swap(0, last);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack() -> Vec<Card> {
        (0..Card::PACK).filter_map(Card::new).collect()
    }

    /// A riffle of a deck in order has one or two rising sequences, and each of the 2^n ways of
    /// cutting and dropping is as likely: four cards stay as they are 5 times in 16.
    #[test]
    fn a_riffle_is_that_of_gilbert_shannon_and_reeds() {
        let mut chance = chance(5, 0);
        let deck = pack();
        for _ in 0..200 {
            let riffled = riffle(&deck, &mut chance);
            let mut place = [0; 52];
            riffled.iter().enumerate().for_each(|(i, c)| place[usize::from(c.number())] = i);
            assert!(place.windows(2).filter(|w| w[1] < w[0]).count() <= 1);
        }
        let four = &deck[..4];
        let same = (0..16_000).filter(|_| riffle(four, &mut chance) == four).count();
        // 5,000 expected, standard deviation 59.
        assert!(same.abs_diff(5_000) < 300, "{same}");
    }

    #[test]
    fn every_machine_gives_a_whole_pack_and_repeats_only_by_its_fault() {
        for fault in [
            None,
            Some(Fault::DecksOnlyRiffled),
            Some(Fault::CardSticks),
            Some(Fault::DeckComesAgain),
        ] {
            let mut machine = Machine::new(0, &fault.into_iter().collect::<Vec<_>>());
            let mut seen = Vec::new();
            for round in 0..100 {
                let mut chance = chance(9, round);
                let fair = chance.shuffled_rest(&[]);
                let deck = machine.shuffle(fair, &mut chance);
                let mut sorted = deck.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, pack());
                seen.push(deck);
            }
            let again = seen[(AGAIN - 1) as usize] == seen[(KEPT - 1) as usize];
            assert_eq!(again, fault == Some(Fault::DeckComesAgain));
        }
    }
}
