//! Decks and deals out of a file, given to a counter block by block.

use crate::random::blocks::{Cut, Place, each_block};
use crate::random::input::Input;
use crate::random::text::{self, Form, Written};
use std::str;

/// Sentences about certain faults that are kept; all are counted.
pub const FAULTS_KEPT: usize = 200;

/// What one record of the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A full deck.
    Full,
    /// The first cards of a deck in order: so many, or any number.
    First(Option<u8>),
    /// Hands of so many cards in dealing order, their inner order known or not.
    Packets {
        /// Cards of a hand.
        size: u8,
        /// Cards of the last hand.
        last: u8,
        /// Whether the cards of a hand are in the order dealt.
        ordered: bool,
    },
}

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Cards of a full deck.
    pub cards: u8,
    /// What a record is.
    pub shape: Shape,
    /// The number of the first card, where cards are numbers.
    pub first: u8,
}

/// What the cards of a file are counted into, block by block.
pub trait Counter: Send {
    /// Counts one record.
    ///
    /// # Errors
    /// What is certainly wrong with it, one sentence without the place; it is not counted then.
    fn take(&mut self, cards: &[u8]) -> Result<(), String>;
    /// What cannot be counted stands between what came before and what follows.
    fn gap(&mut self);
}

/// Certain faults, each with its place.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// The first of them.
    pub kept: Vec<String>,
    /// All.
    pub total: u64,
}

impl Faults {
    fn push(&mut self, sentence: String) {
        self.total += 1;
        if self.kept.len() < FAULTS_KEPT {
            self.kept.push(sentence);
        }
    }

    fn merge(&mut self, other: Self) {
        self.total += other.total;
        let room = FAULTS_KEPT - self.kept.len();
        self.kept.extend(other.kept.into_iter().take(room));
    }
}

/// One block of records, counted.
struct Part<C> {
    counter: C,
    faults: Faults,
    records: u64,
    /// How the cards of the block are written, and the line that shows it.
    written: Option<(Written, u64)>,
    /// Bytes at the end that fill no record.
    left: usize,
}

/// Reads decks or deals of one byte a card.
///
/// # Errors
/// One sentence with the place: a byte that is no card, bytes left over, no record at all.
pub fn raw<C: Counter>(
    input: &mut Input,
    reading: Reading,
    fresh: impl Fn() -> C + Sync,
    mut join: impl FnMut(C) -> Result<(), String>,
) -> Result<Faults, String> {
    let length = match reading.shape {
        Shape::Full => usize::from(reading.cards),
        Shape::First(Some(dealt)) => usize::from(dealt),
        _ => return Err("with --raw every record has the same length: say --dealt and a number".into()),
    };
    let name = input.name().to_owned();
    let (mut faults, mut records, mut left) = (Faults::default(), 0, 0);
    let each = |block: &[u8], place: Place| raw_block(block, place, &name, length, reading, fresh());
    each_block(input, Cut::Records(length), each, |part: Part<C>| {
        faults.merge(part.faults);
        records += part.records;
        left = part.left;
        join(part.counter).map(|()| true)
    })?;
    let what = if reading.shape == Shape::Full { "decks" } else { "deals" };
    if records == 0 {
        return Err(format!(
            "{name} holds {left} bytes, less than one of the {what} of {length} cards that --raw, --cards \
             and --dealt say it holds"
        ));
    }
    if left > 0 {
        return Err(format!(
            "{name} holds {records} {what} of {length} cards and {left} bytes more; it is cut off, or its \
             {what} have another size: say --cards, or --dealt"
        ));
    }
    Ok(faults)
}

fn raw_block<C: Counter>(
    block: &[u8],
    place: Place,
    name: &str,
    length: usize,
    reading: Reading,
    mut counter: C,
) -> Result<Part<C>, String> {
    let mut faults = Faults::default();
    let chunks = block.chunks_exact(length);
    let left = chunks.remainder().len();
    let mut moved = vec![0; length];
    let before = place.byte / length as u64;
    for (index, record) in (before..).zip(chunks) {
        let taken = if reading.first == 0 {
            counter.take(record)
        } else {
            // A zero becomes 255, which is no card either.
            moved.iter_mut().zip(record).for_each(|(to, from)| *to = from.wrapping_sub(reading.first));
            counter.take(&moved)
        };
        let Err(sentence) = taken else { continue };
        counter.gap();
        let low = reading.first;
        let high = reading.cards - 1 + reading.first;
        if let Some(at) = record.iter().position(|card| !(low..=high).contains(card)) {
            let other = 1 - low;
            return Err(format!(
                "{name}: byte {} (deck {}, position {}) is {}, and with --cards {} and --first {low} a card \
                 is {low} to {high}; if the file counts from {other}, say --first {other}",
                index * length as u64 + at as u64,
                index + 1,
                at + 1,
                record[at],
                reading.cards,
            ));
        }
        faults.push(format!("{name}: deck {} (byte {}): {sentence}", index + 1, index * length as u64));
    }
    let records = (block.len() / length) as u64;
    Ok(Part { counter, faults, records, written: None, left })
}

/// Reads decks or deals as text, one a line.
///
/// # Errors
/// One sentence with the line: what is no card, a file of mixed sizes, no record at all.
pub fn text<C: Counter>(
    input: &mut Input,
    reading: Reading,
    fresh: impl Fn() -> C + Sync,
    mut join: impl FnMut(C) -> Result<(), String>,
) -> Result<Faults, String> {
    let name = input.name().to_owned();
    let (mut faults, mut records) = (Faults::default(), 0);
    let mut style: Option<(Written, u64)> = None;
    let each = |block: &[u8], place: Place| text_block(block, place, &name, reading, fresh());
    each_block(input, Cut::Lines, each, |part: Part<C>| {
        match (style, part.written) {
            (Some((one, first)), Some((other, line))) if one != other => {
                return Err(format!(
                    "{name}:{line}: cards are written in another way than in line {first}; write all as \
                     names (As) or all as numbers"
                ));
            }
            (None, written) => style = written,
            _ => {}
        }
        faults.merge(part.faults);
        records += part.records;
        join(part.counter).map(|()| true)
    })?;
    if records == 0 {
        return Err(format!(
            "{name} holds no deck; each line is one deck, its cards written As Kd ... or as numbers"
        ));
    }
    Ok(faults)
}

fn text_block<C: Counter>(
    block: &[u8],
    place: Place,
    name: &str,
    reading: Reading,
    counter: C,
) -> Result<Part<C>, String> {
    let at = |line: u64| format!("{name}:{line}");
    let mut part = Part { counter, faults: Faults::default(), records: 0, written: None, left: 0 };
    let mut cards = Vec::with_capacity(64);
    for (line, bytes) in (place.line..).zip(block.split(|b| *b == b'\n')) {
        let text = str::from_utf8(bytes)
            .map_err(|_| format!("{}: not text; for one byte a card say --raw", at(line)))?;
        let Some(content) = text::content(text) else { continue };
        if let Some(what) = journal_header(content).filter(|_| line == place.line && line == 1) {
            return Err(format!("{}: {what}", at(line)));
        }
        let written = part.written.map_or_else(|| text::written(content, reading.first), |w| w.0);
        part.written.get_or_insert((written, line));
        let form = Form { cards: reading.cards, written };
        text::parse_line(content, form, &mut cards).map_err(|e| format!("{}: {e}", at(line)))?;
        part.records += 1;
        let wrong = match length_fault(cards.len(), reading, part.records == 1 && place.line == 1) {
            Length::Right => part.counter.take(&cards).err(),
            Length::Fault => Some(missing(&cards, reading.cards)),
            Length::Refused(sentence) => return Err(format!("{}: {sentence}", at(line))),
        };
        if let Some(sentence) = wrong {
            part.counter.gap();
            part.faults.push(format!("{}: {sentence}", at(line)));
        }
    }
    Ok(part)
}

/// A journal is not a list of decks, and its columns say more than its cards.
fn journal_header(line: &str) -> Option<&'static str> {
    let columns: Vec<&str> = line.split(',').map(str::trim).collect();
    let has = |name| columns.contains(&name);
    (has("round") && has("seat") && has("cards")).then_some(
        "this is a hands journal; its hands are tested by `feltproof audit` with an engagement, which says \
         in what order cards are dealt and leaves out what play selects",
    )
}

enum Length {
    Right,
    /// A card is missing, or there is one too many.
    Fault,
    Refused(String),
}

/// Cards that may be missing from a full deck, or be too many, before its line is no deck of that size
/// at all.
const NEARLY: usize = 3;

fn length_fault(found: usize, reading: Reading, first_record: bool) -> Length {
    let cards = usize::from(reading.cards);
    let refused = match reading.shape {
        Shape::Full if found == cards => return Length::Right,
        Shape::Full if !first_record && found.abs_diff(cards) <= NEARLY => return Length::Fault,
        Shape::Full if first_record => format!(
            "{found} cards, where a full deck has {cards}; say --cards {found} if that is the deck, or --dealt \
             for the first cards of each deck"
        ),
        Shape::Full => format!(
            "{found} cards, where the lines before have {cards}; a file holds decks of one size: split it, \
             or say --dealt any if lines are the first cards of a deck"
        ),
        Shape::First(Some(dealt)) if found == usize::from(dealt) => return Length::Right,
        Shape::First(None) if (1..=cards).contains(&found) => return Length::Right,
        Shape::First(Some(dealt)) => format!(
            "{found} cards, where --dealt says {dealt}; say --dealt any if their number varies"
        ),
        Shape::First(None) => format!("{found} cards, and a deck has {cards} (--cards)"),
        Shape::Packets { size, .. } if found > cards => {
            format!("{found} cards in hands of {size}, and a deck has {cards} (--cards)")
        }
        Shape::Packets { size, last, .. } if found >= usize::from(last) && hands_of(found, size, last) => {
            return Length::Right;
        }
        Shape::Packets { size, last, .. } if last == size => {
            format!("{found} cards, which are not hands of {size} (--packets {size})")
        }
        Shape::Packets { size, last, .. } => {
            format!("{found} cards, which are not hands of {size} and one of {last} (--packets, --last-packet)")
        }
    };
    Length::Refused(refused)
}

fn hands_of(found: usize, size: u8, last: u8) -> bool {
    (found - usize::from(last)) % usize::from(size) == 0
}

/// What is wrong with a deck that has not as many cards as it should.
fn missing(cards: &[u8], of: u8) -> String {
    let named = |label: u8| feltproof_model::Card::new(label).filter(|_| of == 52);
    let show = |label: u8| named(label).map_or_else(|| label.to_string(), |card| card.to_string());
    let absent: Vec<String> = (0..of).filter(|c| !cards.contains(c)).map(show).collect();
    let twice: Vec<String> =
        (0..of).filter(|c| cards.iter().filter(|d| *d == c).count() > 1).map(show).collect();
    let mut sentence = format!("{} cards, not {of}", cards.len());
    for (list, what) in [(absent, "missing"), (twice, "more than once")] {
        if !list.is_empty() {
            sentence.push_str(&format!("; {what}: {}", list.join(" ")));
        }
    }
    sentence
}
