//! Decks and deals out of a file, given to a counter lot by lot.

use crate::random::count::Records;
use crate::random::encoding::Taken;
use crate::random::input::Input;
use crate::random::left_out::{Faults, with};
use crate::random::review::Form;
use crate::random::rows::Rows;
use feltproof_checks::source_review::DeckReplay;
use feltproof_intake::samples::{Deals, DeckForm, DeckReader, Flaw, Record, Shape};
use feltproof_model::Card;
use rayon::prelude::*;

/// Counts the records of parts of a file into `all`, the parts side by side and joined in order. `count` counts one part, of
/// so many records; `records` is how many were counted before.
fn counted<P: Sync>(
    parts: &[(u64, P)],
    records: &mut u64,
    all: &mut Records,
    count: impl Fn(&P, u64, &mut Records) -> Faults + Sync,
) -> Result<Faults, String> {
    let starts = parts.iter().map(|(many, part)| {
        *records += many;
        (part, *records - many)
    });
    let starts: Vec<(&P, u64)> = starts.collect();
    let one = |(part, start): &(&P, u64)| {
        let mut counter = all.part(*start);
        let faults = count(part, *start, &mut counter);
        (counter, faults)
    };
    let counted: Vec<(Records, Faults)> = starts.par_iter().map(one).collect();
    let mut faults = Faults::default();
    for (counter, more) in counted {
        all.join(counter)?;
        faults.merge(more);
    }
    Ok(faults)
}

/// What the records of a file are given to.
pub(crate) struct Takers<'a> {
    pub all: Records,
    /// Of records that have rows.
    pub rows: Rows,
    /// The generator that they are said to come from.
    pub review: Option<&'a Form>,
    pub replay: Option<DeckReplay>,
}

impl Takers<'_> {
    /// Runs the generator from its stated seed beside the file, whose cards have these names.
    fn replay(&mut self, names: &[String], form: &DeckForm) -> Result<(), String> {
        let Some(review) = self.review else { return Ok(()) };
        let replay = DeckReplay::new(&review.review, names.to_vec(), form.decks);
        self.replay = replay.map_err(|why| review.place(why))?;
        Ok(())
    }

    fn compare(&mut self, found: Option<&[u8]>) {
        self.replay.iter_mut().for_each(|replay| replay.compare(found));
    }
}

/// The decks of a file with rows of cells.
pub(crate) fn read(
    reader: &mut DeckReader,
    place: &str,
    form: &DeckForm,
    takers: &mut Takers<'_>,
) -> Result<Faults, String> {
    let (mut faults, mut records, names) = (Faults::default(), 0, reader.names());
    takers.replay(&names, form)?;
    while let Some(lots) = reader.next_deals()? {
        for lot in &lots {
            for record in &lot.records {
                takers.rows.push(record.row);
                takers.compare(record.cards.as_ref().ok().map(|at| &lot.cards[at.clone()]));
            }
        }
        let with_records = |lot: Deals| (lot.records.len() as u64, lot);
        let lots: Vec<(u64, Deals)> = lots.into_iter().map(with_records).collect();
        let count = |lot: &Deals, _: u64, counter: &mut Records| {
            let mut faults = Faults::default();
            for Record { cards, row, rows, rest } in &lot.records {
                let cards = match cards {
                    Ok(cards) => &lot.cards[cards.clone()],
                    Err((flaw, what)) => {
                        counter.skip();
                        faults.left_out.push(with(*flaw), &format!("{place}:{row}: {what}"));
                        continue;
                    }
                };
                if let Err(sentence) = counter.take(cards, rows, rest.is_some()) {
                    let named = named_fault(cards, form, &names);
                    faults.push(format!("{place}:{row}: {}", named.unwrap_or(sentence)));
                } else if let Some(rest) = rest {
                    faults.left_out.push_rest(place, rest);
                }
            }
            faults
        };
        faults.merge(counted(&lots, &mut records, &mut takers.all, count)?);
    }
    Ok(faults)
}

/// The names of the labels of cards that are bytes.
pub(crate) fn raw_names(form: &DeckForm) -> Vec<String> {
    let name = |label: u8| {
        let card = Card::new(label).filter(|_| form.cards == Card::PACK);
        card.map_or_else(|| (label + form.first.unwrap_or(0)).to_string(), |card| card.to_string())
    };
    (0..form.cards).map(name).collect()
}

/// The decks of a file with one byte a card. An error is one sentence with the place: what is no card, a
/// file of records of another size, or empty.
pub(crate) fn read_raw(
    input: &mut Input,
    form: &DeckForm,
    takers: &mut Takers<'_>,
) -> Result<Faults, String> {
    let length = match form.shape {
        Shape::Full => form.all(),
        Shape::First(Some(dealt)) => dealt.into(),
        Shape::First(None) | Shape::Packets { .. } => {
            let why = "with --raw every record has the same length: say --dealt and a number";
            return Err(why.to_owned());
        }
    };
    let first = form.first.unwrap_or(0);
    input.refuse_text(&Taken::cards(first..=form.cards - 1 + first))?;
    let raw = Raw { name: input.name().to_owned(), length, form, names: raw_names(form) };
    let (mut faults, mut records, mut left) = (Faults::default(), 0, 0);
    takers.replay(&raw.names, form)?;
    let mut has_first = form.first.is_some();
    loop {
        let blocks = input.blocks(length)?;
        let Some((last, _)) = blocks.last() else { break };
        left = last.len() % length;
        has_first = has_first || blocks.iter().any(|(block, _)| block.contains(&0));
        for record in blocks.iter().flat_map(|(block, _)| block.chunks_exact(length)) {
            if takers.replay.is_some() {
                let cards: Vec<u8> = record.iter().map(|card| card.wrapping_sub(first)).collect();
                takers.compare(cards.iter().all(|card| *card < form.cards).then_some(&cards));
            }
        }
        let with_records = |(block, _): (Vec<u8>, u64)| ((block.len() / length) as u64, block);
        let parts: Vec<(u64, Vec<u8>)> = blocks.into_iter().map(with_records).collect();
        let count =
            |block: &Vec<u8>, start: u64, counter: &mut Records| raw.count(block, start, counter);
        faults.merge(counted(&parts, &mut records, &mut takers.all, count)?);
    }
    let (name, what) = (&raw.name, if form.shape == Shape::Full { "decks" } else { "deals" });
    if records == 0 {
        return Err(format!(
            "{name} holds {left} bytes, less than one of the {what} of {length} cards that --raw, --cards and --dealt say it \
             holds"
        ));
    }
    let strangers = faults.left_out.total();
    if let Some(first) = &faults.left_out.first
        && (!has_first || strangers * 2 >= records)
    {
        return Err(format!("{first} (so are {strangers} of {records} {what})"));
    }
    let wrong = strangers + faults.total;
    if left > 0 {
        // Of another size most decks would be wrong, and some of their first cards.
        if if form.shape == Shape::Full { wrong * 2 >= records } else { wrong > 0 } {
            return Err(format!(
                "{name} holds {records} {what} of {length} cards and {left} bytes more; it is cut off, or its {what} have \
                 another size: say --cards, or --dealt"
            ));
        }
        let cut = format!("{name}: {left} bytes at the end are less than the {length} of a record");
        faults.left_out.push(with(Flaw::TooFew), &cut);
    }
    Ok(faults)
}

/// How the records of bytes are counted.
struct Raw<'f> {
    name: String,
    length: usize,
    form: &'f DeckForm,
    names: Vec<String>,
}

impl Raw<'_> {
    fn count(&self, block: &[u8], start: u64, counter: &mut Records) -> Faults {
        let (mut faults, mut moved) = (Faults::default(), vec![0; self.length]);
        let (name, cards, low) = (&self.name, self.form.cards, self.form.first.unwrap_or(0));
        for (index, record) in (start..).zip(block.chunks_exact(self.length)) {
            // A zero becomes 255 where cards are counted from 1, which is no card either.
            moved.iter_mut().zip(record).for_each(|(to, from)| *to = from.wrapping_sub(low));
            let byte = index * self.length as u64;
            if !moved.iter().all(|card| *card < cards) {
                let at = moved.iter().position(|card| *card >= cards).unwrap_or(0);
                let other = 1 - low;
                let what = format!(
                    "{name}: byte {} (deck {}, position {}) is {}, and with --cards {cards} and --first {low} a card is {low} to \
                     {}; if the file counts from {other}, say --first {other}",
                    byte + at as u64,
                    index + 1,
                    at + 1,
                    record[at],
                    cards - 1 + low
                );
                counter.skip();
                faults.left_out.push(with(Flaw::NoCard), &what);
                continue;
            }
            let Err(sentence) = counter.take(&moved, &[], false) else { continue };
            let sentence = named_fault(&moved, self.form, &self.names).unwrap_or(sentence);
            faults.push(format!("{name}: deck {} (byte {byte}): {sentence}", index + 1));
        }
        faults
    }
}

/// What is certainly wrong with a deck or a shoe, its cards named, places counted from 1: of a part it is not known what is
/// missing.
fn named_fault(cards: &[u8], form: &DeckForm, names: &[String]) -> Option<String> {
    let (found, wanted, decks) = (cards.len(), form.all(), usize::from(form.decks));
    let is_whole = form.shape == Shape::Full;
    let count = (is_whole && found != wanted).then(|| format!("{found} cards, not {wanted}"));
    let of_card = |(name, label): (&String, u8)| {
        let places = (1..).zip(cards).filter(|(_, card)| **card == label);
        let at: Vec<String> = places.map(|(place, _): (usize, _)| place.to_string()).collect();
        let times = at.len();
        if times > decks && decks > 1 {
            let beyond = at[decks..].join(" and ");
            Some(format!(
                "{name} stands {times} times in a shoe of {decks} decks, beyond them at position {beyond}"
            ))
        } else if times > decks {
            Some(format!("{name} stands at positions {}", at.join(" and ")))
        } else if is_whole && times == 0 {
            Some(format!("{name} is missing"))
        } else if is_whole && times < decks {
            Some(format!("{name} stands {times} times, not {decks}"))
        } else {
            None
        }
    };
    let wrong: Vec<String> =
        count.into_iter().chain(names.iter().zip(0..).filter_map(of_card)).collect();
    (!wrong.is_empty()).then(|| wrong.join("; "))
}
