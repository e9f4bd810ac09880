//! A file beside what its generator gives from the seed that a review states: numbers, bytes, or decks put in order by a stated rule.

use super::generator::{Stream, known};
use super::scaled;
use feltproof_regs::{Scaling, ShuffleRule, Shuffling, SourceReview, Start};

/// The file that was drawn again.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    /// Numbers, bytes or decks compared, all of them alike up to here.
    pub(super) compared: u64,
    /// What they are, one of them.
    pub(super) unit: &'static str,
    /// Decks that could not be read: they were shuffled and not compared.
    pub(super) unread: u64,
    /// The first difference, as a sentence goes on after "from the seed stated:".
    pub(super) differs: Option<String>,
}

/// A generator run beside a file.
pub struct Replay {
    stream: Stream,
    /// Of bytes there is none; of cards in order of their words its bits alone are used.
    scaling: Option<Scaling>,
    seen: Replayed,
}

/// A generator that shuffles, run beside a file of decks.
pub struct DeckReplay {
    replay: Replay,
    rule: ShuffleRule,
    goes_on: bool,
    is_dealt_from_last: bool,
    names: Vec<String>,
    /// A new deck.
    new: Vec<u8>,
    /// The deck as it is held.
    held: Vec<u8>,
}

pub(super) fn run(review: &SourceReview, start: &Start) -> Result<Stream, String> {
    let name = review.algorithm.as_deref();
    let name =
        name.ok_or("a starting state is stated and no algorithm; add it under [generator]")?;
    let known = known(name).ok_or_else(|| {
        format!("`{name}` is none of the generators that can be run; leave out [replay] and [[known_answer]]")
    })?;
    Stream::new(known, start)
}

pub(super) fn too_wide(scaling: &Scaling) -> String {
    let (bits, numbers) = (scaling.word_bits, scaling.numbers);
    format!("words of {bits} bits cannot become {numbers} numbers: some would never come")
}

impl Replay {
    /// Of the starting state that a review states for the file; `None` where it states none. Of numbers the scaling is needed, of
    /// bytes it is not used.
    ///
    /// # Errors
    /// One sentence: a generator that cannot be run, a starting state that lacks something, or no scaling.
    pub fn new(review: &SourceReview, is_of_numbers: bool) -> Result<Option<Self>, String> {
        let Some(start) = &review.replay else { return Ok(None) };
        let stream = run(review, start)?;
        let scaling = match review.scaling.filter(|_| is_of_numbers) {
            None if is_of_numbers => {
                return Err(
                    "numbers cannot be replayed without [scaling]; add it, or leave out [replay]"
                        .to_owned(),
                );
            }
            Some(scaling) if 1_u128 << scaling.word_bits < scaling.numbers.into() => {
                return Err(too_wide(&scaling) + "; correct word_bits");
            }
            scaling => scaling,
        };
        let unit = if is_of_numbers { "number" } else { "byte" };
        Ok(Some(Self { stream, scaling, seen: Replayed { unit, ..Replayed::default() } }))
    }

    /// Compares the next number of the file, or its next byte.
    pub fn compare(&mut self, found: u64) {
        if self.seen.differs.is_some() {
            return;
        }
        let given = match &self.scaling {
            Some(scaling) => scaling.lowest + scaled::next(scaling, &mut self.stream),
            None => self.stream.byte().into(),
        };
        if given == found {
            self.seen.compared += 1;
        } else {
            let (unit, at) = (self.seen.unit, self.seen.compared + 1);
            self.seen.differs = Some(format!("{unit} {at} is {found}, and it gives {given}"));
        }
    }

    /// What was seen.
    pub fn finish(self) -> Replayed {
        self.seen
    }
}

impl DeckReplay {
    /// Of the starting state that a review states for the file, for shoes of so many decks whose cards have these names; `None`
    /// where it states none.
    ///
    /// # Errors
    /// One sentence: as [`Replay::new`], no rule of shuffling, or a new deck of other cards.
    pub fn new(
        review: &SourceReview,
        names: Vec<String>,
        decks: u8,
    ) -> Result<Option<Self>, String> {
        if review.replay.is_none() {
            return Ok(None);
        }
        let shuffling = review.shuffle.as_ref();
        let shuffling = shuffling
            .ok_or("decks cannot be replayed without [shuffle]; add it, or leave out [replay]")?;
        let Shuffling { rule, goes_on, is_dealt_from_last, deck } = shuffling.clone();
        let Some(mut replay) = Replay::new(review, true)? else { return Ok(None) };
        replay.seen.unit = "deck";
        let new = in_order(&deck, &names)?.repeat(decks.into());
        let first = replay.scaling.map(|scaling| Scaling { numbers: new.len() as u64, ..scaling });
        let first = first.filter(|of| 1_u128 << of.word_bits < of.numbers.into());
        if let Some(first) = first.filter(|_| rule != ShuffleRule::SortByWords) {
            return Err(too_wide(&first) + "; correct word_bits");
        }
        let held = new.clone();
        Ok(Some(Self { replay, rule, goes_on, is_dealt_from_last, names, new, held }))
    }

    /// Compares the next deck of the file, or its first cards where no more are recorded; one that could not be read is shuffled
    /// and not compared.
    pub fn compare(&mut self, found: Option<&[u8]>) {
        if self.replay.seen.differs.is_some() {
            return;
        }
        if !self.goes_on {
            self.held.clone_from(&self.new);
        }
        self.shuffle();
        let seen = &mut self.replay.seen;
        let Some(found) = found else {
            seen.unread += 1;
            return;
        };
        let held: &mut dyn Iterator<Item = &u8> = match self.is_dealt_from_last {
            true => &mut self.held.iter().rev(),
            false => &mut self.held.iter(),
        };
        let other = (1..).zip(found.iter().zip(held)).find(|(_, (found, given))| found != given);
        match other {
            None => seen.compared += 1,
            Some((place, (found, given))) => {
                let name = |card: &u8| &self.names[usize::from(*card)];
                seen.differs = Some(format!(
                    "card {place} of deck {} is {}, and it gives {}",
                    seen.compared + seen.unread + 1,
                    name(found),
                    name(given)
                ));
            }
        }
    }

    /// Puts the deck that is held in order by the next draws.
    fn shuffle(&mut self) {
        let Self { replay: Replay { stream, scaling, .. }, rule, held, .. } = self;
        let scaling = scaling.expect("decks are replayed with a scaling");
        let mut draw = |numbers: usize| {
            let drawn = scaled::next(&Scaling { numbers: numbers as u64, ..scaling }, stream);
            usize::try_from(drawn).expect("a draw is less than the number of cards")
        };
        let n = held.len();
        match rule {
            ShuffleRule::FisherYatesDown => {
                (1..n).rev().for_each(|i| held.swap(i, draw(i + 1)));
            }
            ShuffleRule::FisherYatesUp => (0..n - 1).for_each(|i| held.swap(i, i + draw(n - i))),
            ShuffleRule::InsideOut => {
                let old = held.clone();
                for i in 1..n {
                    let j = draw(i + 1);
                    held[i] = held[j];
                    held[j] = old[i];
                }
            }
            ShuffleRule::SortByWords => {
                let mut keyed: Vec<(u64, u8)> =
                    held.iter().map(|card| (stream.word(scaling.word_bits), *card)).collect();
                keyed.sort_by_key(|(word, _)| *word);
                held.iter_mut().zip(keyed).for_each(|(card, (_, sorted))| *card = sorted);
            }
        }
    }

    /// What was seen.
    pub fn finish(self) -> Replayed {
        self.replay.finish()
    }
}

/// The labels of a new deck that is written so.
fn in_order(deck: &[String], names: &[String]) -> Result<Vec<u8>, String> {
    let labels = (0..=u8::MAX).take(names.len());
    if deck.is_empty() {
        return Ok(labels.collect());
    }
    let label = |card: &String| {
        let label = labels.clone().zip(names).find(|(_, name)| name.eq_ignore_ascii_case(card));
        label.map(|(label, _)| label).ok_or_else(|| {
            format!(
                "deck names {card}, which is none of the cards of the file ({})",
                names.join(" ")
            )
        })
    };
    let cards: Vec<u8> = deck.iter().map(label).collect::<Result<_, _>>()?;
    let mut sorted = cards.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != names.len() || cards.len() != names.len() {
        return Err(format!(
            "deck has {} cards, {} of them different, and a full deck has {}: write each once",
            cards.len(),
            sorted.len(),
            names.len()
        ));
    }
    Ok(cards)
}
