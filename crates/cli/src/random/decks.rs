//! Decks and deals out of a file, given to a counter block by block.

use crate::random::blocks::{Cut, Place, each_batch};
use crate::random::input::Input;
use crate::random::text::{self, Written};
use feltproof_model::Card;
use feltproof_stats::deal::PACKETS_MAX;
use feltproof_stats::{Randomness, State};
use rayon::prelude::*;
use std::str;

/// Sentences about certain faults that are kept; all are counted.
pub(crate) const FAULTS_KEPT: usize = 200;

/// What one record of the file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
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
pub(crate) struct Reading {
    /// Cards of a full deck.
    pub cards: u8,
    /// What a record is.
    pub shape: Shape,
    /// The number of the first card, where cards are numbers.
    pub first: u8,
}

impl Reading {
    /// A card's name: `As` for the pack of 52, else its number as the file has it.
    pub(crate) fn name(self, label: u8) -> String {
        let card = Card::new(label).filter(|_| self.cards == 52);
        card.map_or_else(|| (label + self.first).to_string(), |card| card.to_string())
    }
}

/// What the cards of a file are counted into, part by part.
pub(crate) trait Counter: Send + Sync {
    /// An empty counter for the part of the file that begins with the record of this index.
    fn part(&self, start: u64) -> Self;
    /// Counts one record. An error is what is certainly wrong with it, one sentence without the place; it
    /// is left out then, and the records after it have none before them.
    fn take(&mut self, cards: &[u8]) -> Result<(), String>;
    /// Adds the part that follows.
    fn join(&mut self, next: Self) -> Result<(), String>;
}

/// Certain faults, each with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {
    /// The first of them.
    pub kept: Vec<String>,
    /// All.
    pub total: u64,
}

impl Faults {
    /// Counts one, and keeps it while there is room.
    pub(crate) fn push(&mut self, sentence: String) {
        self.total += 1;
        if self.kept.len() < FAULTS_KEPT {
            self.kept.push(sentence);
        }
    }

    /// Makes them those of a battery, whose verdict they decide.
    pub(crate) fn put_on(self, result: &mut Randomness) {
        (result.faults, result.battery.faults_total) = (self.kept, self.total);
        if self.total > 0 {
            result.verdict.state = State::Fault;
        }
    }

    /// Adds those that come after.
    pub(crate) fn merge(&mut self, other: Self) {
        self.total += other.total;
        let room = FAULTS_KEPT - self.kept.len();
        self.kept.extend(other.kept.into_iter().take(room));
    }
}

/// The records of one block.
struct RecordBlock {
    cards: Vec<u8>,
    /// Each record's cards in `cards`, its line, and what is wrong with its length.
    records: Vec<(std::ops::Range<usize>, u64, Option<String>)>,
    /// How the cards of the block are written, and the line that shows it.
    written: Option<(Written, u64)>,
}

/// Reads decks or deals into `all`, in parallel and in the order of the file.
/// An error is one sentence with the place: what is no card, a file of mixed sizes, cut off, or empty.
pub(crate) fn read<C: Counter>(
    input: &mut Input,
    raw: bool,
    reading: Reading,
    all: &mut C,
) -> Result<Faults, String> {
    if raw { read_raw(input, reading, all) } else { read_text(input, reading, all) }
}

fn read_raw<C: Counter>(
    input: &mut Input,
    reading: Reading,
    all: &mut C,
) -> Result<Faults, String> {
    let length = match reading.shape {
        Shape::Full => usize::from(reading.cards),
        Shape::First(Some(dealt)) => usize::from(dealt),
        _ => {
            return Err(
                "with --raw every record has the same length: say --dealt and a number".into()
            );
        }
    };
    let name = input.name().to_owned();
    let (mut faults, mut records, mut left) = (Faults::default(), 0, 0);
    let parse = |block: Vec<u8>, place: Place| Ok((block, place.byte / length as u64));
    each_batch(input, Cut::Records(length), parse, |batch: Vec<(Vec<u8>, u64)>| {
        let counted: Vec<Result<(C, Faults), String>> = batch
            .par_iter()
            .map(|(block, start)| {
                count_raw(block, *start, &name, length, reading, all.part(*start))
            })
            .collect();
        for part in counted {
            let (counter, more) = part?;
            all.join(counter)?;
            faults.merge(more);
        }
        for (block, start) in &batch {
            records = start + (block.len() / length) as u64;
            left = block.len() % length;
        }
        Ok(true)
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

fn count_raw<C: Counter>(
    block: &[u8],
    start: u64,
    name: &str,
    length: usize,
    reading: Reading,
    mut counter: C,
) -> Result<(C, Faults), String> {
    let mut faults = Faults::default();
    let mut moved = vec![0; length];
    for (index, record) in (start..).zip(block.chunks_exact(length)) {
        let taken = if reading.first == 0 {
            counter.take(record)
        } else {
            // A zero becomes 255, which is no card either.
            moved
                .iter_mut()
                .zip(record)
                .for_each(|(to, from)| *to = from.wrapping_sub(reading.first));
            counter.take(&moved)
        };
        let Err(sentence) = taken else { continue };
        let (low, high) = (reading.first, reading.cards - 1 + reading.first);
        let byte = index * length as u64;
        if let Some(at) = record.iter().position(|card| !(low..=high).contains(card)) {
            let other = 1 - low;
            return Err(format!(
                "{name}: byte {} (deck {}, position {}) is {}, and with --cards {} and --first {low} a card \
                 is {low} to {high}; if the file counts from {other}, say --first {other}",
                byte + at as u64,
                index + 1,
                at + 1,
                record[at],
                reading.cards,
            ));
        }
        let cards = if reading.first == 0 { record } else { &moved };
        let sentence = named_fault(cards, reading).unwrap_or(sentence);
        faults.push(format!("{name}: deck {} (byte {byte}): {sentence}", index + 1));
    }
    Ok((counter, faults))
}

fn read_text<C: Counter>(
    input: &mut Input,
    reading: Reading,
    all: &mut C,
) -> Result<Faults, String> {
    let name = input.name().to_owned();
    let (mut faults, mut records) = (Faults::default(), 0_u64);
    let mut style: Option<(Written, u64)> = None;
    let parse = |block: Vec<u8>, place: Place| parse_text(&block, place, &name, reading);
    each_batch(input, Cut::Lines, parse, |batch: Vec<RecordBlock>| {
        let mut parts = Vec::with_capacity(batch.len());
        for block in &batch {
            match (style, block.written) {
                (Some((one, first)), Some((other, line))) if one != other => {
                    return Err(format!(
                        "{name}:{line}: cards are written in another way than in line {first}; write all \
                         as names (As) or all as numbers"
                    ));
                }
                (None, written) => style = written,
                _ => {}
            }
            parts.push((block, records));
            records += block.records.len() as u64;
        }
        let counted: Vec<(C, Faults)> = parts
            .par_iter()
            .map(|(block, start)| count_text(block, &name, reading, all.part(*start)))
            .collect();
        for (counter, more) in counted {
            all.join(counter)?;
            faults.merge(more);
        }
        Ok(true)
    })?;
    if records == 0 {
        return Err(format!(
            "{name} holds no deck; each line is one deck, its cards written As Kd ... or as numbers"
        ));
    }
    Ok(faults)
}

fn count_text<C: Counter>(
    block: &RecordBlock,
    name: &str,
    reading: Reading,
    mut counter: C,
) -> (C, Faults) {
    let mut faults = Faults::default();
    for (cards, line, wrong) in &block.records {
        let cards = &block.cards[cards.clone()];
        if let Err(sentence) = counter.take(cards) {
            let named = wrong.clone().or_else(|| named_fault(cards, reading));
            faults.push(format!("{name}:{line}: {}", named.unwrap_or(sentence)));
        }
    }
    (counter, faults)
}

fn parse_text(
    block: &[u8],
    place: Place,
    name: &str,
    reading: Reading,
) -> Result<RecordBlock, String> {
    let at = |line: u64| format!("{name}:{line}");
    let mut read = RecordBlock { cards: Vec::new(), records: Vec::new(), written: None };
    for (line, bytes) in (place.line..).zip(block.split(|b| *b == b'\n')) {
        let bytes =
            bytes.strip_prefix(text::BYTE_ORDER_MARK).filter(|_| line == 1).unwrap_or(bytes);
        let text = str::from_utf8(bytes)
            .map_err(|_| format!("{}: not text; for one byte a card say --raw", at(line)))?;
        let Some(content) = text::content(text) else { continue };
        let first_of_file = place.line == 1 && read.records.is_empty();
        if let Some(what) = journal_header(content).filter(|_| first_of_file) {
            return Err(format!("{}: {what}", at(line)));
        }
        let written = read.written.map_or_else(|| text::written(content, reading.first), |w| w.0);
        read.written.get_or_insert((written, line));
        if written == Written::Names && (reading.cards != 52 || reading.first != 0) {
            return Err(format!(
                "{}: cards are named, which is for a pack of 52: write them as numbers for --cards {}, and \
                 leave out --first where they are named",
                at(line),
                reading.cards
            ));
        }
        let from = read.cards.len();
        let unseen = text::parse_line(content, written, reading.cards, &mut read.cards)
            .map_err(|e| format!("{}: {e}", at(line)))?;
        let cards = &read.cards[from..];
        if let Some(sentence) = unseen_fault(cards.len(), unseen, reading) {
            return Err(format!("{}: {sentence}", at(line)));
        }
        let wrong = match length_fault(cards.len(), reading, first_of_file) {
            Length::Right => None,
            Length::Fault => deck_fault(cards, reading),
            Length::Refused(sentence) => return Err(format!("{}: {sentence}", at(line))),
        };
        read.records.push((from..read.cards.len(), line, wrong));
    }
    Ok(read)
}

/// A journal is not a list of decks, and its columns say more than its cards.
fn journal_header(line: &str) -> Option<&'static str> {
    let columns: Vec<&str> = line.split(',').map(str::trim).collect();
    let has = |name| columns.contains(&name);
    if has("seq") && has("event") && has("packet") {
        return Some(
            "this is a shuffler journal; it is read twice, so give it as a file, not as a pipe",
        );
    }
    (has("round") && has("seat") && has("cards")).then_some(
        "this is a hands journal; its hands are tested by `feltproof audit` with an engagement, which says \
         in what order cards are dealt and leaves out what play selects",
    )
}

/// Cards at the end of a line that were not seen are what `--dealt any` leaves out of a deck; nothing else
/// has room for them.
fn unseen_fault(seen: usize, unseen: usize, reading: Reading) -> Option<String> {
    let cards = usize::from(reading.cards);
    match reading.shape {
        _ if unseen == 0 => None,
        _ if seen == 0 => {
            Some("no card of this deck was seen (`??`); leave the line out".to_owned())
        }
        Shape::First(None) if seen + unseen > cards => Some(format!(
            "{} cards with those not seen (`??`), and a deck has {cards} (--cards)",
            seen + unseen
        )),
        Shape::First(None) => None,
        Shape::Packets { .. } => Some(format!(
            "{unseen} cards were not seen (`??`), and a hand is tested whole: leave out the hands at the \
             end of a line that were not seen, if that did not depend on their cards"
        )),
        _ => Some(format!(
            "{unseen} cards were not seen (`??`); say --dealt any, or --dealt and how many are seen of every deck"
        )),
    }
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
        Shape::Full if first_record && (2..=64).contains(&found) => format!(
            "{found} cards, where a full deck has {cards}; say --cards {found} if that is the deck, or --dealt \
             for the first cards of each deck"
        ),
        Shape::Full if first_record => {
            format!("{found} cards, where a full deck has {cards}; decks have 2 to 64 (--cards)")
        }
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
        Shape::Packets { size, .. } if found > usize::from(size) * usize::from(PACKETS_MAX) => {
            format!("{found} cards are more than {PACKETS_MAX} hands of {size} (--packets {size})")
        }
        Shape::Packets { size, last, .. }
            if found >= usize::from(last)
                && (found - usize::from(last)).is_multiple_of(usize::from(size)) =>
        {
            return Length::Right;
        }
        Shape::Packets { size, last, .. } if last == size => {
            format!("{found} cards, which are not hands of {size} (--packets {size})")
        }
        Shape::Packets { size, last, .. } => {
            format!(
                "{found} cards, which are not hands of {size} and one of {last} (--packets, --last-packet)"
            )
        }
    };
    Length::Refused(refused)
}

/// The same for full decks alone: of a partial deal it is not known what is missing.
fn named_fault(cards: &[u8], reading: Reading) -> Option<String> {
    (reading.shape == Shape::Full).then(|| deck_fault(cards, reading))?
}

/// What is certainly wrong with a full deck, its cards named.
fn deck_fault(cards: &[u8], reading: Reading) -> Option<String> {
    let mut parts = Vec::new();
    if cards.len() != usize::from(reading.cards) {
        parts.push(format!("{} cards, not {}", cards.len(), reading.cards));
    }
    for label in 0..reading.cards {
        let at: Vec<String> = (1..)
            .zip(cards)
            .filter(|(_, card)| **card == label)
            .map(|(position, _): (usize, _)| position.to_string())
            .collect();
        match at.len() {
            0 => parts.push(format!("{} is missing", reading.name(label))),
            1 => {}
            _ => parts.push(format!(
                "{} stands at positions {}",
                reading.name(label),
                at.join(" and ")
            )),
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
