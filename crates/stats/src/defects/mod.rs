//! Sources with a known fault, so that the batteries can show what they see and what they do not.
//!
//! Every defect is defined by one plain sentence and is the same in every version: the same seed
//! gives the same decks. A *lab* source shuffles from the same new deck every round, a *chained* one
//! from its own last output, as a machine at a table does.

mod chance;
mod generators;
mod moves;

pub mod bits;
pub mod streams;

#[cfg(test)]
mod tests;

pub use chance::Chance;
pub use generators::{Congruential, Recurrence, Scaling};
use moves::{Deck, N};

/// A named fault of a source of decks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defect {
    /// What a table of results calls it; unique.
    pub name: &'static str,
    /// What is wrong, in one sentence.
    pub words: &'static str,
    /// The size of the fault.
    pub parameters: &'static str,
    /// Whether each deck starts from the one before, so that only tests against the deck before can
    /// see it.
    pub chained: bool,
    fault: Fault,
}

/// What the source does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Riffle { times: u32 },
    Shelf { shelves: u32, passes: u32 },
    HouseManual,
    NaiveSwap,
    Sattolo,
    Modulo { bits: u32 },
    Stuck { card: u8, position: usize, ppm: u32 },
    Clump { first: u8, second: u8, ppm: u32 },
    SeatBias { ppm: u32 },
    StickyBlock { length: usize, ppm: u32 },
    StickyPosition { ppm: u32 },
    Generator { recurrence: Recurrence, scaling: Scaling },
    None,
}

/// Positions of the dealer's hand: the last of seven hands of five, dealt one after another.
const DEALER: std::ops::Range<usize> = 30..35;

/// Bottom of the deck.
const BOTTOM: usize = N - 1;

/// The card that sticks, and the pair that clumps; any other would do as well.
const CARD: u8 = 0;
const SECOND: u8 = 1;

const fn lab(
    name: &'static str,
    fault: Fault,
    parameters: &'static str,
    words: &'static str,
) -> Defect {
    Defect { name, words, parameters, chained: false, fault }
}

const fn chained(
    name: &'static str,
    fault: Fault,
    parameters: &'static str,
    words: &'static str,
) -> Defect {
    Defect { name, words, parameters, chained: true, fault }
}

const RIFFLED: &str = "A new deck is riffled too few times.";
const RIFFLED_ON: &str = "The deck of the last round is riffled too few times.";
const SHELVED: &str = "A new deck goes through a shelf machine.";
const SHELVED_ON: &str = "The deck of the last round goes through a shelf machine.";
const MODULO: &str =
    "The random word of a Fisher-Yates shuffle is cut to the range by a remainder.";
const STUCK: &str = "After a fair shuffle one card is at times exchanged into one place.";
const CLUMPED: &str = "After a fair shuffle one card is at times put directly below another one.";
const SEAT: &str = "After a fair shuffle the dealer's hand at times gets one ace more.";
const BLOCK: &str = "Three neighbours of the last deck at times stay together.";
const POSITION: &str = "One card at times keeps the position it had in the last deck.";
const POOR: &str = "A Fisher-Yates shuffle of a new deck is driven by a poor generator.";

/// `Fault::Riffle` in a table row.
const fn riffles(times: u32) -> Fault {
    Fault::Riffle { times }
}

/// `Fault::Generator` in a table row.
const fn driven(recurrence: Recurrence, scaling: Scaling) -> Fault {
    Fault::Generator { recurrence, scaling }
}

/// All of them, in the order of the reference table of power ([`crate::trial::SECTION_4`]); the last
/// one has no fault.
pub const ALL: &[Defect] = &[
    lab("riffle5 lab", riffles(5), "5 riffles", RIFFLED),
    lab("riffle6 lab", riffles(6), "6 riffles", RIFFLED),
    lab("riffle7 lab", riffles(7), "7 riffles", RIFFLED),
    lab("riffle8 lab", riffles(8), "8 riffles", RIFFLED),
    lab("riffle9 lab", riffles(9), "9 riffles", RIFFLED),
    lab("riffle10 lab", riffles(10), "10 riffles", RIFFLED),
    chained("riffle5 chained", riffles(5), "5 riffles", RIFFLED_ON),
    chained("riffle6 chained", riffles(6), "6 riffles", RIFFLED_ON),
    chained("riffle7 chained", riffles(7), "7 riffles", RIFFLED_ON),
    chained("riffle8 chained", riffles(8), "8 riffles", RIFFLED_ON),
    lab("shelf10 x1 lab", Fault::Shelf { shelves: 10, passes: 1 }, "10 shelves, 1 pass", SHELVED),
    chained(
        "shelf10 x1 chained",
        Fault::Shelf { shelves: 10, passes: 1 },
        "10 shelves, 1 pass",
        SHELVED_ON,
    ),
    lab("shelf10 x2 lab", Fault::Shelf { shelves: 10, passes: 2 }, "10 shelves, 2 passes", SHELVED),
    chained(
        "shelf10 x2 chained",
        Fault::Shelf { shelves: 10, passes: 2 },
        "10 shelves, 2 passes",
        SHELVED_ON,
    ),
    chained(
        "house manual no wash chained",
        Fault::HouseManual,
        "riffle, riffle, strip (packets of 4 to 12), riffle, cut (10 or more in either packet)",
        "The deck of the last round is shuffled by hand as the house's manual says, without a wash.",
    ),
    lab(
        "naive swap n^n",
        Fault::NaiveSwap,
        "52^52 ways",
        "A new deck is shuffled by swapping every position with any of the 52.",
    ),
    lab(
        "Sattolo off-by-one",
        Fault::Sattolo,
        "one cycle",
        "A Fisher-Yates shuffle of a new deck never swaps a card with itself.",
    ),
    chained(
        "naive swap n^n chained",
        Fault::NaiveSwap,
        "52^52 ways",
        "The deck of the last round is shuffled by swapping every position with any of the 52.",
    ),
    chained(
        "Sattolo chained",
        Fault::Sattolo,
        "one cycle",
        "A Fisher-Yates shuffle of the last deck never swaps a card with itself.",
    ),
    lab("modulo 8-bit", Fault::Modulo { bits: 8 }, "8-bit words", MODULO),
    lab("modulo 15-bit", Fault::Modulo { bits: 15 }, "15-bit words", MODULO),
    lab("modulo 16-bit", Fault::Modulo { bits: 16 }, "16-bit words", MODULO),
    lab(
        "stuck card at bottom 1%",
        Fault::Stuck { card: CARD, position: BOTTOM, ppm: 10_000 },
        "the two of clubs to the bottom, 1 in 100 rounds",
        STUCK,
    ),
    lab(
        "stuck card at bottom 0.2%",
        Fault::Stuck { card: CARD, position: BOTTOM, ppm: 2_000 },
        "the two of clubs to the bottom, 1 in 500 rounds",
        STUCK,
    ),
    lab(
        "stuck card in seat1 pos0 1%",
        Fault::Stuck { card: CARD, position: 0, ppm: 10_000 },
        "the two of clubs to the first card dealt, 1 in 100 rounds",
        STUCK,
    ),
    lab(
        "clump pair +2% abs",
        Fault::Clump { first: CARD, second: SECOND, ppm: 20_000 },
        "the three of clubs below the two of clubs, 1 in 50 rounds",
        CLUMPED,
    ),
    lab(
        "clump pair +0.5% abs",
        Fault::Clump { first: CARD, second: SECOND, ppm: 5_000 },
        "the three of clubs below the two of clubs, 1 in 200 rounds",
        CLUMPED,
    ),
    lab(
        "dealer-ace seat bias 2%",
        Fault::SeatBias { ppm: 20_000 },
        "positions 31 to 35, 1 in 50 rounds",
        SEAT,
    ),
    lab(
        "dealer-ace seat bias 0.5%",
        Fault::SeatBias { ppm: 5_000 },
        "positions 31 to 35, 1 in 200 rounds",
        SEAT,
    ),
    chained(
        "sticky block of 3 p=5%",
        Fault::StickyBlock { length: 3, ppm: 50_000 },
        "1 in 20 rounds",
        BLOCK,
    ),
    chained(
        "sticky block of 3 p=1%",
        Fault::StickyBlock { length: 3, ppm: 10_000 },
        "1 in 100 rounds",
        BLOCK,
    ),
    chained(
        "sticky position one card p=10%",
        Fault::StickyPosition { ppm: 100_000 },
        "1 in 10 rounds",
        POSITION,
    ),
    chained(
        "sticky position one card p=2%",
        Fault::StickyPosition { ppm: 20_000 },
        "1 in 50 rounds",
        POSITION,
    ),
    lab(
        "LCG 2^31 low bits %",
        driven(Recurrence::Lcg31, Scaling::Remainder),
        "x <- 1103515245 x + 12345 mod 2^31, remainder",
        POOR,
    ),
    lab(
        "RANDU low bits %",
        driven(Recurrence::Randu, Scaling::Remainder),
        "x <- 65539 x mod 2^31, remainder",
        POOR,
    ),
    lab(
        "RANDU high bits",
        driven(Recurrence::Randu, Scaling::High),
        "x <- 65539 x mod 2^31, high bits",
        POOR,
    ),
    lab(
        "minstd %",
        driven(Recurrence::Minstd, Scaling::Remainder),
        "x <- 16807 x mod 2^31 - 1, remainder",
        POOR,
    ),
    lab(
        "msvc rand() %",
        driven(Recurrence::Msvc, Scaling::Remainder),
        "x <- 214013 x + 2531011 mod 2^32, bits 16 to 30, remainder",
        POOR,
    ),
    lab(
        "LCG 2^31 high bits",
        driven(Recurrence::Lcg31, Scaling::High),
        "x <- 1103515245 x + 12345 mod 2^31, high bits",
        POOR,
    ),
    lab("uniform", Fault::None, "none", "Every order of the deck is as likely as any other."),
];

/// The defect of this name.
pub fn named(name: &str) -> Option<&'static Defect> {
    ALL.iter().find(|d| d.name == name)
}

impl Defect {
    /// An endless stream of decks with this fault.
    pub fn source(&self, rng_seed: u64) -> Source {
        let mut chance = Chance::new(rng_seed);
        let generator = match self.fault {
            Fault::Generator { recurrence, scaling } => {
                Some((Congruential::new(recurrence, &mut chance), scaling))
            }
            _ => None,
        };
        let mut deck = moves::new_deck();
        if self.chained {
            // A machine at a table does not begin with a new deck.
            moves::fair(&mut deck, &mut chance);
        }
        Source { fault: self.fault, chained: self.chained, chance, generator, deck }
    }
}

/// An endless stream of decks.
#[derive(Clone, Debug)]
pub struct Source {
    fault: Fault,
    chained: bool,
    chance: Chance,
    generator: Option<(Congruential, Scaling)>,
    deck: Deck,
}

impl Source {
    /// The next deck, in the order dealt; codes are suit * 13 + rank.
    pub fn next(&mut self, deck: &mut [u8; 52]) {
        if !self.chained {
            self.deck = moves::new_deck();
        }
        self.shuffle();
        *deck = self.deck;
    }

    fn shuffle(&mut self) {
        let (deck, chance) = (&mut self.deck, &mut self.chance);
        match self.fault {
            Fault::Riffle { times } => (0..times).for_each(|_| moves::riffle(deck, chance)),
            Fault::Shelf { shelves, passes } => {
                (0..passes).for_each(|_| moves::shelf(deck, shelves, chance));
            }
            Fault::HouseManual => {
                moves::riffle(deck, chance);
                moves::riffle(deck, chance);
                moves::strip(deck, chance);
                moves::riffle(deck, chance);
                moves::cut(deck, chance);
            }
            Fault::NaiveSwap => moves::naive_swap(deck, |n| chance.index(n)),
            Fault::Sattolo => moves::sattolo(deck, |n| chance.index(n)),
            Fault::Modulo { bits } => {
                moves::fisher_yates(deck, |n| (chance.word() >> (32 - bits)) % n);
            }
            Fault::Generator { .. } => {
                if let Some((generator, scaling)) = &mut self.generator {
                    moves::fisher_yates(deck, |n| generator.below(n, *scaling));
                }
            }
            Fault::StickyBlock { length, ppm } if chance.happens(ppm) => {
                moves::fair_but_block(deck, length, chance);
            }
            Fault::StickyPosition { ppm } if chance.happens(ppm) => {
                moves::fair_but_position(deck, chance);
            }
            _ => {
                moves::fair(deck, chance);
                self.after_a_fair_shuffle();
            }
        }
    }

    /// The faults that spoil a fair deck.
    fn after_a_fair_shuffle(&mut self) {
        let (deck, chance) = (&mut self.deck, &mut self.chance);
        match self.fault {
            Fault::Stuck { card, position, ppm } if chance.happens(ppm) => {
                moves::bring(deck, card, position);
            }
            Fault::Clump { first, second, ppm } if chance.happens(ppm) => {
                moves::put_below(deck, first, second);
            }
            Fault::SeatBias { ppm } if chance.happens(ppm) => {
                moves::one_more_ace(deck, DEALER, chance);
            }
            _ => {}
        }
    }
}
