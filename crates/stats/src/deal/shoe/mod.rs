//! Shoes of several decks: whole, up to a cut card, or in rounds dealt from them.
//!
//! A shoe is a random order of cards of which as many are alike as it has decks. A copy more than that is a
//! certain fault; two of a card are none. What is seen of a shoe is cut to the number of cards that every shoe
//! shows: which cards come may decide how many are seen, but not which come first.
//!
//! Of rounds of which it is not known which came out of one shoe nothing is compared from round to round, and
//! no fit is too good: counts of rounds that share a shoe vary less than those of fresh ones, so that their
//! upper tails are those of [`laws`] at most. Position tables use the covariance of [`super::table`], which
//! holds for cards that are alike, the number of each being the size of its class.

mod counted;
mod dealt;
mod hidden;
mod laws;
mod over_time;
mod report;

use super::Classes;
use super::error::{DealError, refuse};
use crate::battery::Fault;

/// The most decks of a shoe.
pub const DECKS_MAX: u8 = 8;
/// Faults kept; all are counted.
const FAULTS_MAX: usize = 200;

/// How many records may be left out beside those that count.
///
/// Leaving out `m` of `R` decks, even all that have one card in one place, moves a cell of chance 1/52 by a non-centrality of
/// at most `52 m^2 / R`. With `m` at most a third of the square root of `R` that is 5.8, where no test sees less than 14.9 nine
/// times in ten at a level of 1 % for itself alone. Of rounds it is less by the number of their cards. One may always be left out.
pub fn left_out_max(counted: u64) -> u64 {
    (counted.isqrt() / 3).max(1)
}

/// What follows what in a stream of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Each is a shoe of its own, or its first cards.
    Shoes,
    /// Each is a round, out of the same shoe as the one before or not.
    Rounds,
    /// Each is a round dealt from a full shoe, as from a continuous shuffler.
    Continuous,
}

/// What is declared of a stream of shoes.
#[derive(Clone, Debug, PartialEq)]
pub struct ShoeForm {
    /// Cards that differ, 2 to 64.
    pub types: u8,
    /// Decks of a shoe, 2 to [`DECKS_MAX`].
    pub decks: u8,
    /// The shoe before is the one so many before, 1 to 8.
    pub lag: u8,
    /// Whether every record is a whole shoe; another number of cards is a fault then.
    pub whole: bool,
    /// Whether the cards of a row are in the order dealt; where they are not, only which cards came is tested.
    pub ordered: bool,
    /// Hands of a row whose first two cards are dealt by turns, 1 where a row has no hands: a hand may be sorted as a row may.
    pub hands: usize,
    /// What the records are.
    pub rows: Rows,
    /// Ranks and suits of the cards that differ.
    pub classes: Option<Classes>,
    /// Tables of results of rounds: the chance of each, which add up to one.
    pub results: Vec<Vec<f64>>,
}

impl ShoeForm {
    /// Whether rounds are of fixed rules that hide no card.
    fn are_by_rules(&self) -> bool {
        !self.results.is_empty()
    }
}

/// One record that can be.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Record {
    /// Index in the stream.
    at: u64,
    /// Where its cards begin among all.
    from: usize,
    cards: usize,
    /// Where the sizes of its rows begin among all, and how many there are; none: it is one row.
    rows_from: usize,
    rows: usize,
    /// Breaks before it: records of two stretches have none before them.
    stretch: u64,
    /// What stood behind its cards could not be read.
    is_part: bool,
}

/// The cards of a stream of shoes, one byte each.
#[derive(Clone, Debug, PartialEq)]
pub struct Shoes {
    form: ShoeForm,
    start: u64,
    observed: u64,
    cards: Vec<u8>,
    rows: Vec<u16>,
    records: Vec<Record>,
    /// By table: how often each result came.
    results: Vec<Vec<u64>>,
    breaks: u64,
    faults: Vec<Fault>,
    fault_count: u64,
    /// Records that could not be read.
    skipped: u64,
}

impl Shoes {
    /// None yet of shoes of this form.
    ///
    /// # Errors
    /// A form that cannot be tested, as one sentence.
    pub fn new(form: ShoeForm) -> Result<Self, DealError> {
        let ShoeForm { types, decks, lag, .. } = form;
        if !(2..=64).contains(&types)
            || !(2..=DECKS_MAX).contains(&decks)
            || !(1..=8).contains(&lag)
        {
            return refuse(format!(
                "shoes of {decks} decks of {types} cards against the {lag}th before; 2 to {DECKS_MAX} decks of 2 to 64 \
                 cards can be tested, against one of the 8 before"
            ));
        }
        if let Some(classes) = &form.classes {
            classes.check(types.into())?;
        }
        Ok(Self::empty(form, 0))
    }

    fn empty(form: ShoeForm, start: u64) -> Self {
        let (cards, rows, records, faults) = Default::default();
        let results = form.results.iter().map(|chances| vec![0; chances.len()]).collect();
        Self {
            form,
            start,
            observed: 0,
            cards,
            rows,
            records,
            results,
            breaks: 0,
            faults,
            fault_count: 0,
            skipped: 0,
        }
    }

    /// An empty part of the same stream whose first record has this index, to be [`merge`](Self::merge)d in
    /// the order of the stream.
    pub fn part(&self, start: u64) -> Self {
        Self::empty(self.form.clone(), start)
    }

    /// Counts one record, its cards row by row in dealing order, of which the first `seen` are tested; `rows` are the numbers
    /// of cards of its rows, none where it is one. What no shoe can hold is a certain fault: kept with its index, left out,
    /// and the records after it have none before them.
    ///
    /// # Errors
    /// What is certainly wrong with it, as one sentence.
    pub fn push(&mut self, cards: &[u8], rows: &[u16], seen: usize) -> Result<(), DealError> {
        self.add(cards, rows, seen, false)
    }

    /// Counts the first cards of a record whose others could not be read. Unless they are all that is tested, no test of order
    /// takes them and the next record has none before it; which cards came is tested, each given those before. That is exact
    /// if what could not be read did not depend on cards to come.
    ///
    /// # Errors
    /// What is certainly wrong with it, as one sentence.
    pub fn push_part(&mut self, cards: &[u8], rows: &[u16], seen: usize) -> Result<(), DealError> {
        self.add(cards, rows, seen, cards.len() < seen)
    }

    fn add(
        &mut self,
        cards: &[u8],
        rows: &[u16],
        seen: usize,
        is_part: bool,
    ) -> Result<(), DealError> {
        let at = self.start + self.observed;
        self.observed += 1;
        if let Err(error) = self.check(cards) {
            self.fault_count += 1;
            if self.faults.len() < FAULTS_MAX {
                self.faults.push(Fault { at, what: error.to_string() });
            }
            self.breaks += 1;
            return Err(error);
        }
        let (from, stretch) = (self.cards.len(), self.breaks);
        let cards = cards.get(..seen.max(1)).unwrap_or(cards);
        self.cards.extend_from_slice(cards);
        let (rows_from, rows) = (self.rows.len(), {
            self.rows.extend(rows);
            rows.len()
        });
        let cards = cards.len();
        self.records.push(Record { at, from, cards, rows_from, rows, stretch, is_part });
        self.breaks += u64::from(is_part);
        Ok(())
    }

    /// Counts the result of a round in a table of results; what is in no table is not counted.
    pub fn push_result(&mut self, table: usize, result: usize) {
        let times = self.results.get_mut(table).and_then(|table| table.get_mut(result));
        times.into_iter().for_each(|times| *times += 1);
    }

    /// What is declared.
    pub fn form(&self) -> &ShoeForm {
        &self.form
    }

    /// How often each result came, by table.
    pub fn results(&self) -> &[Vec<u64>] {
        &self.results
    }

    /// A record that could not be read: it has a place in the stream and is no fault, and the next have none
    /// before them.
    pub fn skip(&mut self) {
        (self.observed, self.skipped) = (self.observed + 1, self.skipped + 1);
        self.breaks += 1;
    }

    fn check(&self, cards: &[u8]) -> Result<(), DealError> {
        let (types, decks) = (self.form.types, self.form.decks);
        let all = usize::from(types) * usize::from(decks);
        if cards.is_empty() || cards.len() > all || (self.form.whole && cards.len() != all) {
            return refuse(format!("{} cards, where a shoe has {all}", cards.len()));
        }
        let mut times = [0_u16; 64];
        for card in cards {
            match times[..usize::from(types)].get_mut(usize::from(*card)) {
                Some(times) => *times += 1,
                None => return refuse(format!("no card {card} in a deck of {types}")),
            }
        }
        match times.iter().position(|times| *times > u16::from(decks)) {
            Some(card) => {
                let found = times[card];
                refuse(format!("card {card} stands {found} times in a shoe of {decks} decks"))
            }
            None => Ok(()),
        }
    }

    /// Adds the [`part`](Self::part) of the stream that follows.
    ///
    /// # Errors
    /// A part of another stream, or one that does not follow.
    pub fn merge(&mut self, next: Self) -> Result<(), DealError> {
        if self.form != next.form || next.start != self.start + self.observed {
            return refuse("a part of another stream, or one that does not follow");
        }
        let (from, rows_from, breaks) = (self.cards.len(), self.rows.len(), self.breaks);
        self.cards.extend(next.cards);
        self.rows.extend(next.rows);
        let results = self.results.iter_mut().zip(&next.results);
        results.for_each(|(own, next)| super::add(own, next));
        self.records.extend(next.records.into_iter().map(|record| Record {
            from: record.from + from,
            rows_from: record.rows_from + rows_from,
            stretch: record.stretch + breaks,
            ..record
        }));
        let room = FAULTS_MAX - self.faults.len();
        self.faults.extend(next.faults.into_iter().take(room));
        self.fault_count += next.fault_count;
        self.skipped += next.skipped;
        self.breaks += next.breaks;
        self.observed += next.observed;
        Ok(())
    }

    /// Records counted, those left out not included.
    pub fn count(&self) -> u64 {
        self.observed - self.fault_count - self.skipped
    }

    /// The index of each record in the stream, and its first cards, as many of all.
    fn shoes(&self, seen: usize) -> impl Iterator<Item = (u64, &[u8])> {
        let cards = move |record: &Record| &self.cards[record.from..record.from + seen];
        self.records.iter().map(move |record| (record.at, cards(record)))
    }

    /// The same with the cards of the record `lag` before, if nothing breaks the stream between them.
    fn pairs(&self, seen: usize, lag: u8) -> impl Iterator<Item = (u64, &[u8], &[u8])> {
        let later = self.records.iter().skip(lag.into());
        let both = self.records.iter().zip(later).filter(|(a, b)| a.stretch == b.stretch);
        let cards = move |record: &Record| &self.cards[record.from..record.from + seen];
        both.map(move |(before, now)| (now.at, cards(now), cards(before)))
    }

    /// The rows of a record, cut where the record is.
    fn rows(&self, record: &Record) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.cards[record.from..record.from + record.cards];
        let mut sizes = self.rows[record.rows_from..record.rows_from + record.rows].iter();
        std::iter::from_fn(move || {
            let size = sizes.next().map_or(rest.len(), |size| rest.len().min(usize::from(*size)));
            let (row, behind) = rest.split_at(size);
            rest = behind;
            (!row.is_empty()).then_some(row)
        })
    }
}

#[cfg(test)]
mod tests;
