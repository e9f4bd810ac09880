//! Ten faults of shuffled decks and ten of random numbers that a user can ask for by name, so that the
//! batteries can show that they see them.
//!
//! Each is defined by one plain sentence and is the same in every version: the same seed gives the same decks. A source
//! is *chained* when it shuffles its own last output, as a machine at a table does, and not a new deck each time.

mod chance;
pub mod moves;
pub mod numbers;

#[cfg(test)]
mod tests;

pub use chance::Chance;
use moves::{Deck, N};

/// An endless source of decks, draws or words of bits.
pub type Endless<T> = Box<dyn FnMut() -> T>;

/// A source with a known fault.
#[derive(Clone, Copy, Debug)]
pub struct Defect<T> {
    /// What a user calls it; unique in its list.
    pub name: &'static str,
    /// What is wrong, in one sentence.
    pub words: &'static str,
    /// Starts the source.
    pub start: fn(Chance) -> Endless<T>,
}

const fn defect<T>(
    name: &'static str,
    words: &'static str,
    start: fn(Chance) -> Endless<T>,
) -> Defect<T> {
    Defect { name, words, start }
}

impl<T> Defect<T> {
    /// The source of this seed.
    pub fn source(&self, rng_seed: u64) -> Endless<T> {
        (self.start)(Chance::new(rng_seed))
    }
}

/// A new deck is shuffled in every round.
pub fn lab(
    mut chance: Chance,
    mut shuffle: impl FnMut(&mut Deck, &mut Chance) + 'static,
) -> Endless<Deck> {
    Box::new(move || {
        let mut deck = moves::new_deck();
        shuffle(&mut deck, &mut chance);
        deck
    })
}

/// The deck of the last round is shuffled; the first one comes from a fair shuffle, since a machine at
/// a table does not begin with a new deck.
pub fn chained(
    mut chance: Chance,
    mut shuffle: impl FnMut(&mut Deck, &mut Chance) + 'static,
) -> Endless<Deck> {
    let mut deck = moves::new_deck();
    moves::fair(&mut deck, &mut chance);
    Box::new(move || {
        shuffle(&mut deck, &mut chance);
        deck
    })
}

/// No fault: every order of the deck is as likely as any other.
pub fn fair_decks(rng_seed: u64) -> Endless<Deck> {
    lab(Chance::new(rng_seed), moves::fair)
}

fn riffled<const TIMES: u32>(chance: Chance) -> Endless<Deck> {
    chained(chance, |deck, chance| (0..TIMES).for_each(|_| moves::riffle(deck, chance)))
}

/// A fair shuffle of which one deck in 50 is meddled with.
fn one_in_50(chance: Chance, meddle: fn(&mut Deck)) -> Endless<Deck> {
    lab(chance, move |deck, chance| {
        moves::fair(deck, chance);
        if chance.happens(20_000) {
            meddle(deck);
        }
    })
}

/// The ten faults of shuffled decks; codes of cards are suit * 13 + rank, position 0 is dealt first.
pub const DECKS: [Defect<Deck>; 10] = [
    defect("riffle-5", "The deck of the last round is riffled 5 times.", riffled::<5>),
    defect("riffle-6", "The deck of the last round is riffled 6 times.", riffled::<6>),
    defect("riffle-7", "The deck of the last round is riffled 7 times.", riffled::<7>),
    defect(
        "shelf-machine",
        "The deck of the last round goes once through a machine of 10 shelves.",
        |chance| chained(chance, |deck, chance| moves::shelf(deck, 10, chance)),
    ),
    defect(
        "naive-swap",
        "A new deck is shuffled by swapping every position with any of the 52.",
        |chance| lab(chance, |deck, chance| moves::naive_swap(deck, |n| chance.index(n))),
    ),
    defect(
        "sattolo",
        "A Fisher-Yates shuffle of a new deck never swaps a card with itself.",
        |chance| lab(chance, |deck, chance| moves::sattolo(deck, |n| chance.index(n))),
    ),
    defect(
        "modulo",
        "A Fisher-Yates shuffle of a new deck takes the remainder of a random byte.",
        |chance| {
            lab(chance, |deck, chance| moves::fisher_yates(deck, |n| (chance.word() >> 24) % n))
        },
    ),
    defect(
        "stuck-card",
        "In one round of 50 the two of clubs is exchanged to the bottom of a fair deck.",
        |chance| one_in_50(chance, |deck| moves::bring(deck, 0, N - 1)),
    ),
    defect(
        "sticky-card",
        "In one round of 10 one card keeps the position it had in the last deck.",
        |chance| chained(chance, |deck, chance| moves::sticky_card(deck, 100_000, chance)),
    ),
    defect(
        "glued-pair",
        "In one round of 50 the three of clubs is put below the two of clubs of a fair deck.",
        |chance| one_in_50(chance, |deck| moves::put_below(deck, 0, 1)),
    ),
];
