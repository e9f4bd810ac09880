//! Defects that no mean and no table of a single reference shows: each is seen by one statistic that was
//! added for it.

use feltproof_stats::defects::moves::{self, Deck, N};
use feltproof_stats::defects::{Chance, Endless, chained, fair_decks, lab};

/// A source of whole decks, and the test that is there for it.
pub struct Blind {
    /// What is wrong.
    pub name: &'static str,
    /// Key of the test that must see it.
    pub seen_by: &'static str,
    /// Starts the source.
    pub start: fn(Chance) -> Endless<Deck>,
}

const fn blind(
    name: &'static str,
    seen_by: &'static str,
    start: fn(Chance) -> Endless<Deck>,
) -> Blind {
    Blind { name, seen_by, start }
}

/// All of whole decks.
#[rustfmt::skip]
pub const BLIND: &[Blind] = &[
    blind("two decks by turns, seven riffles each", "lag_2.rises", |c| by_turns(c, 7)),
    blind("twenty shuffles replayed on a chained deck", "previous.replayed", replayed),
    blind("one deck in a thousand riffled once", "fixed.rises_min", |c| lab(c, |d, c| hardly(d, 1, c))),
    blind("one deck in a thousand riffled three times", "fixed.rises_min", |c| lab(c, |d, c| hardly(d, 3, c))),
    blind("the same, chained and riffled once", "previous.rises_min", |c| chained(c, |d, c| hardly(d, 1, c))),
    blind("the same, chained and riffled three times", "previous.rises_min", |c| chained(c, |d, c| hardly(d, 3, c))),
    blind("the same by turns and riffled three times", "lag_2.rises_min", hardly_by_turns),
    blind("a card heavier by 30 %", "fixed.mean_position_max", |c| lab(c, heavy_card)),
    blind("aces that sink in 5 % of the decks", "fixed.class_position", |c| lab(c, sinking_aces)),
];

/// Two decks, each shuffled from its own last order, by turns.
fn two(
    mut chance: Chance,
    mut shuffle: impl FnMut(&mut Deck, &mut Chance) + 'static,
) -> Endless<Deck> {
    let mut fresh = fair_decks(chance.double_word());
    let mut decks = [fresh(), fresh()];
    let mut turn = 0;
    Box::new(move || {
        turn = 1 - turn;
        shuffle(&mut decks[turn], &mut chance);
        decks[turn]
    })
}

fn by_turns(chance: Chance, riffles: u32) -> Endless<Deck> {
    two(chance, move |deck, chance| (0..riffles).for_each(|_| moves::riffle(deck, chance)))
}

/// One deck in a thousand is riffled only so many times; the others are shuffled fairly.
fn hardly(deck: &mut Deck, riffles: u32, chance: &mut Chance) {
    if chance.happens(1_000) {
        (0..riffles).for_each(|_| moves::riffle(deck, chance));
    } else {
        moves::fair(deck, chance);
    }
}

fn hardly_by_turns(chance: Chance) -> Endless<Deck> {
    two(chance, |deck, chance| hardly(deck, 3, chance))
}

/// Twenty fair shuffles, recorded once; one of them, drawn at random, is played on the deck at a time.
fn replayed(mut chance: Chance) -> Endless<Deck> {
    let mut fresh = fair_decks(chance.double_word());
    let recorded: Vec<Deck> = (0..20).map(|_| fresh()).collect();
    chained(chance, move |deck, chance| {
        let (old, shuffle) = (*deck, recorded[chance.index(recorded.len())]);
        for (card, from) in deck.iter_mut().zip(shuffle) {
            *card = old[usize::from(from)];
        }
    })
}

/// Each next card is drawn among those left with a chance in proportion to its weight: 13 for card 17, 10
/// for every other.
fn heavy_card(deck: &mut Deck, chance: &mut Chance) {
    for i in 0..N {
        let heavy = deck[i..].iter().position(|card| *card == 17);
        let left = N - i;
        let drawn = chance.index(10 * left + if heavy.is_some() { 3 } else { 0 });
        // The last three weights are the excess of the heavy card.
        let at = if drawn < 10 * left { drawn / 10 } else { heavy.unwrap_or(0) };
        deck.swap(i, i + at);
    }
}

/// A fair shuffle; once in twenty every ace in the upper half changes places with the card as far from the
/// bottom as the ace is from the top.
fn sinking_aces(deck: &mut Deck, chance: &mut Chance) {
    moves::fair(deck, chance);
    if chance.happens(50_000) {
        for i in (0..N / 2).filter(|i| deck[*i] % 13 == 12).collect::<Vec<_>>() {
            deck.swap(i, N - 1 - i);
        }
    }
}

/// First five cards of fair decks, one deal in a hundred a copy of one of the hundred before it.
#[must_use]
pub fn copied_draws(rng_seed: u64) -> Endless<[u8; 5]> {
    let mut chance = Chance::new(rng_seed);
    let mut fair = fair_decks(chance.double_word());
    let mut last: Vec<[u8; 5]> = Vec::new();
    Box::new(move || {
        let deck = fair();
        let mut draw = [deck[0], deck[1], deck[2], deck[3], deck[4]];
        if last.len() == 100 {
            if chance.happens(10_000) {
                draw = last[chance.index(100)];
            }
            last.remove(0);
        }
        last.push(draw);
        draw
    })
}
