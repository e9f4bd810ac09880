//! The counter that records of a file are given to.

use crate::Result;
use crate::args::Shuffle;
use feltproof_checks::CATEGORIES_OF_FIVE;
use feltproof_engine::{Category, best_four_of_five};
use feltproof_intake::samples::{DeckForm, Round, Shape};
use feltproof_model::Card;
use feltproof_paper::words::grouped;
use feltproof_stats::Battery;
use feltproof_stats::deal::{Classes, Contrast, Deals, Layout, Options, Rows, ShoeForm, Shoes};
use feltproof_stats::symbols::Symbols;

/// The aces at `31-35`, positions counted from one.
fn aces_at(text: &str, cards: usize) -> Result<Contrast, String> {
    let ends = text.split_once('-').map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    let Some((Ok(from), Ok(to))) = ends else {
        return Err(format!("`{text}` is not two positions such as 31-35 (--dealer)"));
    };
    let (from, to): (usize, usize) = (from, to);
    if cards != 52 || from == 0 {
        return Err("--dealer is for decks of 52 cards, positions counted from 1".into());
    }
    let labels = (0..4).fold(0, |mask, suit| mask | 1 << (suit * 13 + 12));
    let name = format!("Aces in the dealer's hand, positions {from} to {to}");
    Ok(Contrast { places: Some(from - 1..to), labels, name })
}

/// What counts the records.
#[allow(clippy::large_enum_variant, reason = "there is one for each table")]
enum Counter {
    Decks(Deals),
    Shoes(Shoes),
}

/// Decks, deals or shoes, counted record by record, and as draws of plays where a standard demands the tests of positions.
pub(crate) struct Records {
    counter: Counter,
    /// What a record is.
    shape: Shape,
    /// Whether categories of hands are counted.
    categories: bool,
    /// Whether records are rounds of baccarat.
    baccarat: bool,
    plays: Option<Symbols>,
    /// Symbols of a part, in order.
    draws: Vec<u32>,
}

impl Records {
    /// For the records of a file.
    pub(crate) fn new(args: &Shuffle, form: &DeckForm) -> Result<Self> {
        let (cards, shape) = (usize::from(form.cards), form.shape);
        let categories = matches!(shape, Shape::Packets { size: 5, last: 5, .. }) && cards == 52;
        let mut options = match shape {
            // Where the dealer's positions are given, the aces are counted there.
            Shape::Full => {
                let contrast = args.dealer.as_ref().map(|text| aces_at(text, cards)).transpose()?;
                Options { contrast, ..Options::decks(cards) }
            }
            Shape::First(_) | Shape::Packets { .. } if cards == 52 => Options::cards_52(),
            Shape::First(_) | Shape::Packets { .. } => Options::default(),
        };
        options.categories = categories.then(category_law);
        if form.decks > 1 && options.classes.is_none() {
            let classes = form.pack.as_ref().and_then(|pack| pack.ranks_and_suits());
            options.classes = classes.map(|(rank, suit)| Classes { rank, suit });
        }
        let counter = match form.decks {
            1 => Counter::Decks(Deals::new(cards, args.decks_in_use.into(), options)?),
            _ => Counter::Shoes(Shoes::new(shoe_form(args, form, options))?),
        };
        let dealt = match shape {
            Shape::Full => cards,
            Shape::First(Some(dealt)) => dealt.into(),
            Shape::First(None) | Shape::Packets { .. } => 0,
        };
        let standard = args.judging.standard()?;
        let requested = standard.is_some_and(|standard| {
            standard.demands.iter().any(|d| d.decks.iter().any(|key| key.starts_with("play.")))
        });
        let mut plays = None;
        if requested && dealt >= 2 && form.decks == 1 {
            plays = Some(Symbols::new_grouped(form.cards.into(), dealt)?.without_replacement()?);
        }
        let baccarat = form.baccarat;
        Ok(Self { counter, shape, categories, baccarat, plays, draws: Vec::new() })
    }

    /// An empty counter for the part of the file that begins with the record of this index.
    pub(crate) fn part(&self, start: u64) -> Self {
        Self {
            counter: match &self.counter {
                Counter::Decks(deals) => Counter::Decks(deals.part(start)),
                Counter::Shoes(shoes) => Counter::Shoes(shoes.part(start)),
            },
            plays: self.plays.clone(),
            draws: Vec::new(),
            ..*self
        }
    }

    /// Counts one record. An error is what is certainly wrong with it, one sentence without the place; it
    /// is left out then, and the records after it have none before them. `rows` are the numbers of cards of its rows, none
    /// where it is one; of a shoe the rest `is_lost`, or none of it.
    pub(crate) fn take(&mut self, cards: &[u8], rows: &[u16], is_lost: bool) -> Result<(), String> {
        let deals = match &mut self.counter {
            Counter::Decks(deals) => deals,
            Counter::Shoes(shoes) => {
                let form = shoes.form();
                let seen = match self.shape {
                    Shape::First(Some(dealt)) => dealt.into(),
                    Shape::Full | Shape::First(None) | Shape::Packets { .. } => {
                        usize::from(form.types) * usize::from(form.decks)
                    }
                };
                // A copy too many is wrong wherever it stands.
                let pushed = match is_lost {
                    true => shoes.push_part(cards, rows, seen),
                    false => shoes.push(cards, rows, seen),
                };
                pushed.map_err(|e| e.to_string())?;
                if self.baccarat {
                    push_results(shoes, cards);
                }
                return Ok(());
            }
        };
        // Whoever reads records refuses those of more cards than a deck has, and those that are no whole hands.
        let dealt = u8::try_from(cards.len())
            .map_err(|_| format!("{} cards, more than any deck", cards.len()))?;
        let layout = match self.shape {
            Shape::Packets { size, last, ordered, hands_max: _ } => {
                let packets = (dealt - last) / size + 1;
                Layout::Packets { packets, size, last, ordered }
            }
            Shape::Full | Shape::First(_) => Layout::Ordered { dealt },
        };
        let categories: Vec<u8> = match self.categories {
            true => cards.chunks(5).filter_map(category).collect(),
            false => Vec::new(),
        };
        deals.push(layout, cards, &categories).map_err(|e| e.to_string())?;
        if self.plays.is_some() {
            self.draws.extend(cards.iter().copied().map(u32::from));
        }
        Ok(())
    }

    /// A record that is left out, and the next has none before it.
    pub(crate) fn skip(&mut self) {
        match &mut self.counter {
            Counter::Decks(deals) => deals.skip(),
            Counter::Shoes(shoes) => shoes.skip(),
        }
    }

    /// Adds the part that follows.
    pub(crate) fn join(&mut self, next: Self) -> Result<(), String> {
        if let Some(plays) = &mut self.plays {
            plays.push_all(&next.draws);
        }
        let joined = match (&mut self.counter, next.counter) {
            (Counter::Decks(all), Counter::Decks(next)) => all.merge(next),
            (Counter::Shoes(all), Counter::Shoes(next)) => all.merge(next),
            _ => return Err("parts of decks and of shoes".to_owned()),
        };
        joined.map_err(|e| e.to_string())
    }

    /// Records counted, those left out not included.
    pub(crate) fn count(&self) -> u64 {
        match &self.counter {
            Counter::Decks(deals) => deals.count(),
            Counter::Shoes(shoes) => shoes.count(),
        }
    }

    /// Whether so many records hold a card twice that the decks may be shoes of several decks.
    pub(crate) fn may_be_shoes(&self) -> bool {
        match &self.counter {
            Counter::Decks(deals) => deals.may_be_shoes(),
            Counter::Shoes(_) => false,
        }
    }

    /// How rounds of baccarat ended, as a sentence.
    pub(crate) fn results(&self) -> Option<String> {
        let Counter::Shoes(shoes) = &self.counter else { return None };
        let [results, pairs] = shoes.results() else { return None };
        let (chances, rounds) = (&shoes.form().results, results.iter().sum::<u64>());
        let by = |name: &str, count: u64, chance: f64| {
            format!("{name} {} (by chance {:.1})", grouped(count), rounds as f64 * chance)
        };
        let sums = |places: &[usize], counts: &[u64], chances: &[f64]| {
            let count = places.iter().map(|place| counts[*place]).sum();
            (count, places.iter().map(|place| chances[*place]).sum())
        };
        let of = |name, places: &[usize]| {
            let (count, chance) = sums(places, results, &chances[0]);
            by(name, count, chance)
        };
        let pair = |name, places: &[usize]| {
            let (count, chance) = sums(places, pairs, &chances[1]);
            by(name, count, chance)
        };
        Some(format!(
            "Results of {} rounds, beside their exact expectation from full shoes: {}, {}, {}; {}; {}, {}.",
            grouped(rounds),
            of("Banker", &[2, 3]),
            of("Player", &[0, 1]),
            of("Tie", &[4, 5]),
            of("ended by a natural", &[1, 3, 5]),
            pair("Player's pair", &[1, 3]),
            pair("Banker's pair", &[2, 3]),
        ))
    }

    /// All tests, those of positions where a standard demands them.
    pub(crate) fn battery(&self) -> Battery {
        let mut battery = match &self.counter {
            Counter::Decks(deals) => deals.battery(),
            Counter::Shoes(shoes) => shoes.battery(),
        };
        let positions = self.plays.iter().flat_map(|plays| plays.battery().tests);
        battery.tests.extend(positions.filter(|test| test.key.starts_with("play.")));
        battery
    }
}

/// What is declared of shoes.
fn shoe_form(args: &Shuffle, form: &DeckForm, options: Options) -> ShoeForm {
    let rows = match form.shape {
        _ if args.continuous => Rows::Continuous,
        Shape::Full => Rows::Shoes,
        Shape::First(_) | Shape::Packets { .. } if args.deck_column.is_some() => Rows::Shoes,
        Shape::First(_) | Shape::Packets { .. } => Rows::Rounds,
    };
    let whole = form.shape == Shape::Full;
    let (types, decks, lag) = (form.cards, form.decks, args.decks_in_use);
    let (results, hands) = match form.baccarat {
        true => (chances(decks), 2),
        false => (Vec::new(), 1),
    };
    let (ordered, classes) = (form.ordered, options.classes);
    ShoeForm { types, decks, lag, whole, ordered, hands, rows, classes, results }
}

/// The chances of results and of pairs in rounds of baccarat out of so many decks.
fn chances(decks: u8) -> Vec<Vec<f64>> {
    let ways = Round::ways(decks);
    let shares = |ways: &[u64]| {
        let all = ways.iter().sum::<u64>() as f64;
        ways.iter().map(|ways| *ways as f64 / all).collect()
    };
    vec![shares(&ways.results), shares(&ways.pairs)]
}

/// Counts the results of all rounds of a shoe.
fn push_results(shoes: &mut Shoes, cards: &[u8]) {
    let mut rest = cards;
    while let Some(round) = Round::of(rest) {
        shoes.push_result(0, round.result);
        shoes.push_result(1, round.pairs);
        rest = &rest[round.cards..];
    }
}

/// The category of the best four of five cards, counted from the lowest.
fn category(cards: &[u8]) -> Option<u8> {
    let [a, b, c, d, e] = <[u8; 5]>::try_from(cards).ok()?.map(Card::new);
    let hand = [a?, b?, c?, d?, e?];
    let category = best_four_of_five(hand).category();
    Category::ALL.iter().position(|c| *c == category).and_then(|at| u8::try_from(at).ok())
}

/// Probability of each category.
fn category_law() -> Vec<f64> {
    let all: u64 = CATEGORIES_OF_FIVE.iter().sum();
    CATEGORIES_OF_FIVE.iter().map(|n| *n as f64 / all as f64).collect()
}
