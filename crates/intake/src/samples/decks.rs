//! Decks and deals: a record a row, or a card a row with the number of its deck.

use super::baccarat;
use super::cards::{CardCells, Pack, Ranks, Seen, Way};
use super::feed::{self, Feed, Lot, Text};
use super::layout::{self, Layout};
use super::numbers::Padding;
use super::shape::{DeckForm, Flaw, Flawed, Shape};
use super::table::{Kind, Table, TableOptions};
use crate::journal::Export;
use feltproof_model::Card;
use feltproof_printable::shown;
use feltproof_sheets::Fields;
use rayon::prelude::*;
use std::ops::Range;

/// So many rounds, and more than one in so many of all, are against the rules of baccarat where they were read wrongly.
const AGAINST_MIN: u64 = 3;
const AGAINST_ONE_IN: u64 = 20;

/// Some consecutive records.
#[derive(Default)]
pub struct Deals {
    /// Their cards, as labels from 0.
    pub cards: Vec<u8>,
    /// Each with its place among the cards.
    pub records: Vec<Record>,
}

/// A deck, a deal or a shoe of a file.
pub struct Record {
    /// Its cards, or why it is left out.
    pub cards: Result<Range<usize>, Flawed>,
    /// Its row, or the first row that is wrong with one left out.
    pub row: u64,
    /// The cards of each of its rows, where it stands in several.
    pub rows: Vec<u16>,
    /// What of a shoe is left out behind these cards.
    pub rest: Option<Rest>,
}

/// What of a record cannot be used, from a row on.
pub struct Rest {
    /// The first of its rows.
    pub row: u64,
    /// How many rows.
    pub rows: u64,
    /// Why.
    pub flawed: Flawed,
}

/// Decks or deals of a file, read in lots.
pub struct DeckReader {
    feed: Feed,
    rows: DeckRows,
    /// Records that are as declared, and others, the first of them with its place.
    whole: u64,
    flawed: (u64, Option<String>),
    against: Against,
    /// Of cards that are numbers: whether a 0 was seen, and how many digits they have.
    zero: bool,
    padding: Padding,
    /// Of cards that are named, how their ranks are written.
    ranks: Ranks,
    /// One card a row: the deck that goes on.
    open: Option<Run>,
}

/// What is known of the rows.
struct DeckRows {
    table: Table,
    layout: Layout,
    form: DeckForm,
    pack: Pack,
    /// Of baccarat: whose cards each column holds that is read.
    hands: Option<Vec<usize>>,
}

/// Rounds of baccarat, and those that its rules do not give, the first of them with its row.
#[derive(Default)]
struct Against {
    rounds: u64,
    count: u64,
    first: Option<(u64, String)>,
}

/// Consecutive rows with a card of one deck.
#[derive(Default)]
struct Run {
    deck: u64,
    /// The place of the first card that its row states.
    first: Option<u64>,
    row: u64,
    /// How many rows.
    count: u64,
    cards: Vec<u8>,
    /// The cards of each row, where a row may have several.
    rows: Vec<u16>,
    unseen: usize,
    rest: Option<Rest>,
}

/// What a lot holds.
#[derive(Default)]
struct Part {
    deals: Deals,
    runs: Vec<Run>,
    seen: Seen,
    against: Against,
}

impl DeckReader {
    /// Looks at a file of decks. `place` is file and sheet, for messages.
    ///
    /// # Errors
    /// What cannot be read, or be read in two ways: one sentence with the remedy.
    pub fn new(
        export: Export<Text>,
        place: String,
        form: DeckForm,
        options: &TableOptions,
    ) -> Result<Self, String> {
        let (feed, mut table) = Table::of(export, place, options, Kind::Cards)?;
        if let Some(what) = journal(&table) {
            return Err(format!("{}:{}: {what}", table.place, table.heading_row));
        }
        let layout = layout::find(&mut table, &form, options)?;
        let pack =
            form.pack.clone().filter(|_| layout.way != Way::Numbers).unwrap_or_else(Pack::full);
        let hands = match form.baccarat {
            true => Some(layout::hands(&table, layout.columns.as_deref())?),
            false => None,
        };
        let mut rows = DeckRows { table, layout, form, pack, hands };
        rows.find_pack()?;
        Ok(Self {
            feed,
            rows,
            whole: 0,
            flawed: (0, None),
            against: Against::default(),
            zero: false,
            padding: Padding::default(),
            ranks: Ranks::default(),
            open: None,
        })
    }

    /// The names of the labels: numbers as the file has them, unless they are of the pack of 52.
    pub fn names(&self) -> Vec<String> {
        let (form, pack) = (&self.rows.form, &self.rows.pack);
        match (self.rows.layout.way, form.cards) {
            (Way::Numbers, cards) if cards != Card::PACK => {
                let first = form.first.unwrap_or(0);
                (first..cards + first).map(|number| number.to_string()).collect()
            }
            _ => pack.names(),
        }
    }

    /// The next lots of records, in the order of the file; none after the last.
    ///
    /// # Errors
    /// What cannot be read, or belongs to no record: one sentence with its row.
    pub fn next_deals(&mut self) -> Result<Option<Vec<Deals>>, String> {
        let lots = self.feed.lots()?;
        if lots.is_empty() {
            let Some(last) = self.open.take() else { return Ok(None) };
            let mut deals = Deals::default();
            self.close(last, &mut deals);
            return Ok(Some(vec![deals]));
        }
        let rows = &self.rows;
        let parts: Vec<Result<Part, String>> = lots.par_iter().map(|lot| rows.lot(lot)).collect();
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            let Part { mut deals, runs, seen, against } = part?;
            self.against.rounds += against.rounds;
            self.against.count += against.count;
            self.against.first = self.against.first.take().or(against.first);
            self.zero |= seen.zero;
            self.padding.join(&seen.padding, 1);
            self.ranks.join(seen.ranks);
            self.ranks.checked(&self.rows.table.place)?;
            self.padding
                .checked(&self.rows.table.place, "write 0, or all numbers with as many digits")?;
            deals.records.iter().for_each(|record| self.count(record));
            for run in runs {
                self.join(run, &mut deals)?;
            }
            all.push(deals);
        }
        Ok(Some(all))
    }

    /// Joins rows with the deck that goes on, or closes that.
    fn join(&mut self, run: Run, deals: &mut Deals) -> Result<(), String> {
        let (row, deck) = (run.row, run.deck);
        let at = |what: String| format!("{}:{row}: {what}", self.rows.table.place);
        match self.open.take() {
            Some(mut open) if open.deck == deck => {
                open.join(run);
                self.open = Some(open);
                Ok(())
            }
            Some(open) if open.deck > deck => Err(at(format!(
                "deck {deck} stands after deck {}; put the rows in the order of the decks, and number them in the order in which \
                 they came",
                open.deck
            ))),
            before => {
                let mut run = run;
                if let Some(first) = run.first.filter(|first| *first > 1) {
                    let what = format!("begins with place {first}; put its cards in order");
                    run.end((Flaw::TooFew, what));
                }
                self.open = Some(run);
                if let Some(before) = before {
                    self.close(before, deals);
                }
                Ok(())
            }
        }
    }

    /// Adds a deck all of whose rows were read. Of a shoe the first part counts, up to what cannot be used.
    fn close(&mut self, run: Run, deals: &mut Deals) {
        let Run { deck, row, cards, rows, unseen, rest, .. } = run;
        let of_deck = |(flaw, what): Flawed| (flaw, format!("deck {deck}: {what}"));
        let rest = rest.map(|rest| Rest { flawed: of_deck(rest.flawed), ..rest });
        let is_one_each = rows.iter().all(|cards| *cards == 1);
        let rows = if is_one_each { Vec::new() } else { rows };
        let checked = self.rows.form.checked(cards.len(), unseen).map_err(of_deck);
        let record = match (rest, checked) {
            (Some(rest), _) if cards.is_empty() || !self.rows.form.has_parts() => {
                Record { cards: Err(rest.flawed), row: rest.row, rows, rest: None }
            }
            (None, Err(flawed)) => Record { cards: Err(flawed), row, rows, rest: None },
            (rest, _) => {
                let from = deals.cards.len();
                deals.cards.extend(cards);
                self.rows.pack.settle_jokers(&mut deals.cards[from..]);
                Record { cards: Ok(from..deals.cards.len()), row, rows, rest }
            }
        };
        self.count(&record);
        deals.records.push(record);
    }

    fn count(&mut self, record: &Record) {
        let of_rest = record.rest.as_ref().map(|rest| (&rest.flawed, rest.row));
        match record.cards.as_ref().err().map(|flawed| (flawed, record.row)).or(of_rest) {
            None => self.whole += 1,
            Some(((_, what), row)) => {
                let (count, first) = &mut self.flawed;
                *count += 1;
                first.get_or_insert_with(|| format!("{}:{row}: {what}", self.rows.table.place));
            }
        }
    }

    /// What there is to say of how the file was read, once it was read to its end.
    ///
    /// # Errors
    /// Where it holds nothing, or half of it or more is not as declared, or nothing in it says from which number cards are
    /// counted.
    pub fn finish(mut self) -> Result<Vec<String>, String> {
        let place = &self.rows.table.place;
        let Against { rounds, count, first } = &self.against;
        if let Some((row, what)) = first
            && *count >= AGAINST_MIN
            && AGAINST_ONE_IN * count > *rounds
        {
            let what = what.split_once("; ").map_or(what.as_str(), |(what, _)| what);
            return Err(format!(
                "{place}:{row}: {what}; so are {count} of {rounds} rounds, so many that the hands may stand elsewhere: say \
                 --columns with the Player's columns first and then the Banker's, or write | between the two hands; of other \
                 rules say --dealt any with the cards in the order dealt, or --dealt any --inner-order unknown"
            ));
        }
        if let (flawed, Some(first)) = &self.flawed
            && *flawed >= self.whole
        {
            let all = flawed + self.whole;
            return Err(if all > 1 {
                format!("{first} (so are {flawed} of {all})")
            } else {
                first.clone()
            });
        }
        if self.whole == 0 {
            return Err(format!(
                "{place} holds no deck; each row is one deck, its cards written As Kd ... or as numbers"
            ));
        }
        if self.rows.layout.way == Way::Numbers && self.rows.form.first.is_none() && !self.zero {
            return Err(format!(
                "{place}: no card is 0, so cards may be counted from 0 or from 1; say --first 0 or --first 1"
            ));
        }
        Ok(self.rows.table.notes())
    }
}

impl DeckRows {
    /// Of a short deck that is named, and of which it is not declared which cards it has, the first whole deck says it.
    fn find_pack(&mut self) -> Result<(), String> {
        let (cards, table) = (self.form.cards, &self.table);
        let Some((row, _)) = table.rows.first().filter(|_| self.layout.way != Way::Numbers) else {
            return Ok(());
        };
        let place = format!("{}:{row}", table.place);
        if self.form.first == Some(1) {
            return Err(format!(
                "{place}: cards are named, and --first is for cards that are numbers; leave it out"
            ));
        }
        if usize::from(cards) == self.pack.count() {
            return Ok(());
        }
        let (mut found, mut deck, every) = (Vec::new(), None, Pack::every());
        let cells = CardCells { pack: &every, ..self.cells() };
        let is_ours =
            |at: &usize| self.layout.columns.as_ref().is_none_or(|columns| columns.contains(at));
        for (line, row) in &table.rows {
            let of = self.layout.deck.and_then(|(deck, _)| row.get(deck));
            if deck.is_some_and(|deck| deck != of || self.layout.deck.is_none()) {
                break;
            }
            deck = Some(of);
            for (_, cell) in row.iter().enumerate().filter(|(at, _)| is_ours(at)) {
                let read = cells.read(cell, *line, &mut Seen::default(), &mut found);
                read.map_err(|what| format!("{}:{line}: {what}", table.place))?;
            }
        }
        let twice = found.len() > usize::from(cards - 1);
        let is_joker_twice = found.iter().filter(|kind| **kind == Card::PACK).count() == 2;
        let pack = Pack::of(found);
        let (pack, are_alike) = match pack.with_two_jokers() {
            Some(pack) if twice && is_joker_twice && pack.count() == usize::from(cards) => {
                (pack, true)
            }
            _ => (pack, false),
        };
        if twice && pack.count() < usize::from(cards) {
            let decks = usize::from(cards) / pack.count().max(1);
            if self.form.shape == Shape::Full && pack.count() * decks == usize::from(cards) {
                let names = pack.names().join(" ");
                return Err(format!(
                    "{place}: of the {cards} cards {} differ; if each comes {decks} times, say --decks-per-shoe {decks} --cards \
                     \"{names}\"",
                    pack.count()
                ));
            }
            return Err(format!(
                "{place}: of the {cards} cards {} differ, and cards that are alike cannot be followed one by one; write them apart \
                 where they are",
                pack.count()
            ));
        }
        if self.form.shape != Shape::Full || pack.count() != usize::from(cards) {
            return Err(format!(
                "{place}: cards are named, and that there are {cards} (--cards) does not say which; say --cards with the lowest \
                 and the highest rank, as 6..A, or with every card, unless the first record is a whole deck (it names {})",
                pack.count()
            ));
        }
        let names = pack.names().join(" ");
        let note = format!("The {cards} cards are those of the deck in row {row}: {names}.");
        self.table.notes.push(note);
        let alike = "Both jokers are written alike: which is which is settled in each deck by the places of its cards, as by a \
                     coin. What is said of one joker alone means nothing.";
        self.table.notes.extend(are_alike.then(|| alike.to_owned()));
        self.pack = pack;
        Ok(())
    }

    fn cells(&self) -> CardCells<'_> {
        let (cards, first) = (self.form.cards, self.form.first.unwrap_or(0));
        let Layout { way, faces, .. } = self.layout;
        CardCells { way, faces, pack: &self.pack, cards, first }
    }

    fn lot(&self, lot: &Lot) -> Result<Part, String> {
        let (cells, mut part) = (self.cells(), Part::default());
        self.table.each(lot, |number, row| {
            let Part { deals, runs, seen, against } = &mut part;
            let from = deals.cards.len();
            seen.unseen = 0;
            let read = match &self.hands {
                Some(hands) => self.round(hands, (number, row), seen, &mut deals.cards),
                None => {
                    let columns = self.layout.columns.as_deref();
                    let cards = &mut deals.cards;
                    let read = |cell: &str| cells.read(cell, number, seen, cards);
                    self.table.each_cell(row, columns, read).map_err(|what| (Flaw::NoCard, what))
                }
            };
            if read.is_err() && self.table.repeats_names(row) {
                deals.cards.truncate(from);
                return Ok(true);
            }
            let found = deals.cards.len() - from;
            if self.hands.is_some() {
                against.see(number, &read);
            }
            let first = self.form.first_part(found);
            if let Some((_, place)) = self.layout.deck {
                let has_place = place.is_some();
                let one = || match found + seen.unseen {
                    1 => Ok(()),
                    0 => Err((
                        Flaw::TooFew,
                        "no card, where a row is one card; correct it".to_owned(),
                    )),
                    // Rounds of a shoe are rows of several cards.
                    _ if self.form.decks > 1 && !has_place => Ok(()),
                    cards => {
                        let what = format!("{cards} cards, where a row is one card; correct it");
                        Err((Flaw::TooMany, what))
                    }
                };
                let flawed = read.and_then(|()| one()).err();
                let mut cards = deals.cards.split_off(from);
                cards.truncate(if flawed.is_some() { first } else { found });
                let has_rows = self.form.decks > 1 && !has_place && !cards.is_empty();
                let rows = if has_rows { vec![cards.len() as u16] } else { Vec::new() };
                let rest = flawed.map(|flawed| Rest { row: number, rows: 1, flawed });
                let unseen = seen.unseen;
                let run = Run { cards, count: 1, rows, unseen, rest, ..Run::default() };
                self.put(runs, (number, row), run)?;
            } else {
                let record = read.map(|()| self.form.checked(found, seen.unseen));
                let (cards, rest) = match record {
                    Ok(checked) => (checked.map(|()| from..from + found), None),
                    Err(flawed) if first > 0 => {
                        let rest = Rest { row: number, rows: 1, flawed };
                        (Ok(from..from + first), Some(rest))
                    }
                    Err(flawed) => (Err(flawed), None),
                };
                deals.cards.truncate(cards.as_ref().map_or(from, |cards| cards.end));
                self.pack.settle_jokers(&mut deals.cards[from..]);
                deals.records.push(Record { cards, row: number, rows: Vec::new(), rest });
            }
            Ok(true)
        })?;
        Ok(part)
    }

    /// Reads a row as a round of baccarat, its cards put into the order dealt.
    fn round(
        &self,
        columns: &[usize],
        (number, row): (u64, Fields<'_>),
        seen: &mut Seen,
        out: &mut Vec<u8>,
    ) -> Result<(), Flawed> {
        let (cells, mut at, mut hands) = (self.cells(), 0, [Vec::new(), Vec::new()]);
        let read = self.table.each_cell(row, self.layout.columns.as_deref(), |cell| {
            let parts: Vec<&str> = match columns.len() {
                1 => cell.split(layout::is_between_hands).collect(),
                _ => vec![cell],
            };
            let first = columns.get(at).copied().unwrap_or(1);
            at += 1;
            for (hand, part) in (first..).zip(parts) {
                let hand = hands.get_mut(hand).ok_or("more than two hands; correct the row")?;
                cells.read(part, number, seen, hand)?;
            }
            Ok(())
        });
        read.map_err(|what| (Flaw::NoCard, what))?;
        if seen.unseen > 0 {
            let what = "a card was not seen (`??`), and the rules of the third card go by every card; leave the row out";
            return Err((Flaw::Unseen, what.to_owned()));
        }
        out.extend(baccarat::in_order(&hands).map_err(|what| (Flaw::AgainstRules, what))?);
        Ok(())
    }

    /// Adds the card of a row to its deck.
    fn put(
        &self,
        runs: &mut Vec<Run>,
        (number, row): (u64, Fields<'_>),
        card: Run,
    ) -> Result<(), String> {
        let Some((deck, place)) = self.layout.deck else { return Ok(()) };
        let whole = |column: usize| {
            let cell = feed::text(row.get(column))?.trim();
            let number = cell.parse::<u64>().ok().filter(|_| !cell.starts_with('+'));
            number.ok_or_else(|| {
                let (cell, name) = (shown(cell), self.table.name(column));
                format!("`{cell}` in {name} is no whole number of 0 or more; correct it")
            })
        };
        let (deck, first) = (whole(deck)?, place.map(whole).transpose()?);
        let run = Run { deck, first, row: number, ..card };
        match runs.last_mut() {
            Some(last) if last.deck == run.deck => last.join(run),
            _ => runs.push(run),
        }
        Ok(())
    }
}

impl Against {
    fn see(&mut self, row: u64, read: &Result<(), Flawed>) {
        self.rounds += 1;
        if let Err((Flaw::AgainstRules, what)) = read {
            self.count += 1;
            self.first.get_or_insert_with(|| (row, what.clone()));
        }
    }
}

impl Run {
    /// Adds the rows that follow; behind what cannot be used none is.
    fn join(&mut self, mut next: Self) {
        self.count += next.count;
        if let Some(rest) = &mut self.rest {
            rest.rows += next.count;
            return;
        }
        let wanted = self.first.map(|first| first + (self.cards.len() + self.unseen) as u64);
        if next.rest.as_ref().is_none_or(|rest| rest.row > next.row) {
            if next.first != wanted {
                let (place, wanted) = (next.first.unwrap_or(0), wanted.unwrap_or(0));
                let what = format!(
                    "place {place} where place {wanted} is the next; put the cards of each deck in order"
                );
                next.end((Flaw::TooFew, what));
            } else if self.unseen > 0 && !next.cards.is_empty() {
                let what = "a card stands after one that was not seen (`??`); leave out what follows the first `??` of a deck";
                next.end((Flaw::Unseen, what.to_owned()));
            }
        }
        self.cards.extend(next.cards);
        self.rows.extend(next.rows);
        self.unseen += next.unseen;
        self.rest = next.rest;
    }

    /// Makes all of it what cannot be used.
    fn end(&mut self, flawed: Flawed) {
        self.rest = Some(Rest { row: self.row, rows: self.count, flawed });
        self.cards.clear();
        self.rows.clear();
    }
}

/// A journal is not a list of decks, and its columns say more than its cards.
fn journal(table: &Table) -> Option<&'static str> {
    let headings = table.headings.as_ref()?;
    let has = |name| headings.iter().any(|column| column.trim() == name);
    if has("seq") && has("event") && has("packet") {
        return Some(
            "this is a shuffler journal; it is read twice, so give it as a file, not as a pipe, with commas and in UTF-8",
        );
    }
    (has("round") && has("seat") && has("cards")).then_some(
        "this is a hands journal; its hands are tested by `feltproof audit` with an engagement, which says in what order cards \
         are dealt and leaves out what play selects",
    )
}
