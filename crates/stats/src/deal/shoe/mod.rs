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
mod laws;

use super::duplicates::{LN_WAYS_MIN, found};
use super::error::{DealError, refuse};
use super::figures::{SHIFT, Sum};
use super::recorded::{AS_DEALT, keys, refused};
use super::{Classes, Options};
use crate::battery::{Battery, Fault, Outcome, Test};
use crate::laws::Moments;
use crate::recorded::{Orders, Recorded};
use counted::Counted;
use laws::Frame;

/// The most decks of a shoe.
pub const DECKS_MAX: u8 = 8;
/// Faults kept; all are counted.
const FAULTS_MAX: usize = 200;
/// Places within which copies of a card are close: a rank of each suit in a new deck.
const CLOSE: usize = 13;
/// Shoes below which places on average are not normal.
const SHOES_MIN: u64 = 30;

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
    /// What the records are.
    pub rows: Rows,
    /// Ranks and suits of the cards that differ.
    pub classes: Option<Classes>,
}

/// One record that can be.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Record {
    /// Index in the stream.
    at: u64,
    /// Where its cards begin among all.
    from: usize,
    cards: usize,
    /// Breaks before it: records of two stretches have none before them.
    stretch: u64,
}

/// The cards of a stream of shoes, one byte each.
#[derive(Clone, Debug, PartialEq)]
pub struct Shoes {
    form: ShoeForm,
    start: u64,
    observed: u64,
    cards: Vec<u8>,
    records: Vec<Record>,
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
        let (cards, records, faults) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            form,
            start,
            observed: 0,
            cards,
            records,
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

    /// Counts one record, its cards in dealing order, of which the first `seen` are tested. What no shoe can hold is a certain fault: kept with its
    /// index, left out, and the records after it have none before them.
    ///
    /// # Errors
    /// What is certainly wrong with it, as one sentence.
    pub fn push(&mut self, cards: &[u8], seen: usize) -> Result<(), DealError> {
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
        self.records.push(Record { at, from, cards: cards.len(), stretch });
        Ok(())
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
        let (from, breaks) = (self.cards.len(), self.breaks);
        self.cards.extend(next.cards);
        self.records.extend(next.records.into_iter().map(|record| Record {
            from: record.from + from,
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

    /// All tests of what was counted.
    pub fn battery(&self) -> Battery {
        let seen = self.records.iter().map(|record| record.cards).min().unwrap_or(0);
        let (types, copies) = (self.form.types.into(), self.form.decks.into());
        let frame = Frame { types, copies, seen };
        // Two records with more cards than a shoe are of two shoes.
        let rows = match self.form.rows {
            Rows::Rounds if 2 * seen > frame.n() => Rows::Shoes,
            rows => rows,
        };
        let unit = if rows == Rows::Shoes { "shoes" } else { "rounds" };
        let mut notes = self.notes(frame, rows);
        let (mut tests, mut most) = (Vec::new(), Vec::new());
        if seen > 0 {
            let counted = Counted::of(self, frame, rows);
            let mut answers = counted.answers(self.form.classes.as_ref());
            most.extend(counted.most());
            let (duplicates, identical) = self.duplicates(frame);
            notes.extend(identical);
            answers.push(("fixed.duplicates".to_owned(), self.count(), duplicates));
            if rows != Rows::Rounds {
                answers.extend(self.before(frame, self.form.lag, "previous", rows));
                for lag in [1, 2].into_iter().filter(|lag| *lag != self.form.lag) {
                    answers.extend(self.before(frame, lag, &format!("lag_{lag}"), rows));
                }
            }
            tests.extend(LIST.lines().filter_map(|line| listed(line, &mut answers)));
        }
        let faults_total = self.fault_count;
        let (n, faults) = (self.count(), self.faults.clone());
        let mut battery =
            Battery { n, unit, tests, faults, faults_total, notes, most, ..Battery::default() };
        if let Some(why) = self.sorted() {
            battery = refused(battery, format!("{why}; {AS_DEALT}"), |_| true);
        }
        // No outcome is less likely than each next card being one of those left.
        let ways: f64 = (0..seen).map(|place| ((frame.n() - place) as f64).ln()).sum();
        battery.floored(-ways * self.count() as f64)
    }
}

/// The list of tests, in the order they are reported: key, name, what it sees best. Which are in force follows
/// from how much is seen of a shoe alone.
const LIST: &str = include_str!("registered.txt");

/// A count of a shoe and the one before, and its moments by chance.
type Statistic<'a> = &'a dyn Fn(&[u8], &[u8]) -> (f64, Moments);

/// Key, records, outcome.
type Answer = (String, u64, Outcome);

/// One line of the list, if it is in force.
fn listed(line: &'static str, answers: &mut Vec<Answer>) -> Option<Test> {
    let mut fields = line.split('|').map(str::trim);
    let [key, name, catches] = [(); 3].map(|()| fields.next().unwrap_or_default());
    let at = answers.iter().position(|(of, ..)| of == key)?;
    let (key, n, outcome) = answers.swap_remove(at);
    Some(Test { key, name: name.to_owned(), catches, n, registered: true, outcome })
}

impl Shoes {
    /// Records counted, those left out not included.
    pub fn count(&self) -> u64 {
        self.observed - self.fault_count - self.skipped
    }

    /// The first cards of each record, as many of all.
    fn shoes(&self, seen: usize) -> impl Iterator<Item = &[u8]> {
        self.records.iter().map(move |record| &self.cards[record.from..record.from + seen])
    }

    /// Each record with the one `lag` before it, if nothing breaks the stream between them.
    fn pairs(&self, seen: usize, lag: u8) -> impl Iterator<Item = (&[u8], &[u8])> {
        let later = self.records.iter().skip(lag.into());
        let both = self.records.iter().zip(later).filter(|(a, b)| a.stretch == b.stretch);
        let cards = move |record: &Record| &self.cards[record.from..record.from + seen];
        both.map(move |(before, now)| (cards(now), cards(before)))
    }

    /// Why the order of the cards is not that of dealing: nearly all rows were sorted when written.
    fn sorted(&self) -> Option<String> {
        let classes = self.form.classes.clone();
        let options = Options { classes, ..Options::default() };
        let mut rows = Orders::new(keys(self.form.types.into(), &options));
        for record in &self.records {
            let cards = &self.cards[record.from..record.from + record.cards];
            rows.push(cards.iter().copied().map(u16::from));
        }
        let found = rows.recognised().filter(Recorded::are_nearly_all)?;
        Some(found.why("rows"))
    }

    fn notes(&self, frame: Frame, rows: Rows) -> Vec<String> {
        let mut notes = Vec::new();
        let lacking = self.fault_count + self.skipped;
        if lacking > 0 {
            notes.push(format!(
                "{lacking} of {} records are left out of all statistics, and the one after each has none before it.",
                self.observed
            ));
        }
        if self.records.iter().any(|record| record.cards > frame.seen) {
            notes.push(format!(
                "The first {} cards of each record are tested, as many as the shortest has: how many cards come may \
                 depend on them, and the first of them do not.",
                frame.seen
            ));
        }
        if rows == Rows::Rounds {
            notes.push(
                "A row is a round, and which rounds came out of one shoe is not stated: nothing is compared from round \
                 to round. Say --deck-column with the shoe's number to test whole shoes, or --continuous where every \
                 round is dealt from a full shoe."
                    .to_owned(),
            );
        }
        notes
    }

    /// Identical shoes. Each next card is one of those left, of which at most one in as many as there are
    /// decks is the right one.
    fn duplicates(&self, frame: Frame) -> (Outcome, Option<String>) {
        let left = |place: usize| ((frame.n() - place) as f64 / frame.copies as f64).max(1.0).ln();
        let ln_ways: f64 = (0..frame.seen).map(left).sum();
        let count = self.count() as f64;
        if ln_ways < LN_WAYS_MIN {
            let why = "so few cards are seen that chance alone repeats them";
            return (Outcome::not_run(why), None);
        }
        let mut all: Vec<(&[u8], u64)> =
            self.shoes(frame.seen).zip(self.records.iter().map(|record| record.at)).collect();
        all.sort_unstable();
        let (mut pairs, mut named) = (0, Vec::new());
        for alike in all.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            pairs += (alike.len() * (alike.len() - 1) / 2) as u64;
            let at = alike.iter().take(5).map(|(_, at)| (at + 1).to_string());
            named.push(at.collect::<Vec<_>>().join(" and "));
        }
        named.truncate(10);
        let note = format!("Identical records: {}.", named.join("; "));
        let mean = (count * (count - 1.0) / 2.0).max(0.0) * (-ln_ways).exp();
        (found(pairs, mean, "pairs of identical shoes beyond chance"), (pairs > 0).then_some(note))
    }

    /// Everything against the record so many before.
    fn before(&self, frame: Frame, lag: u8, reference: &str, rows: Rows) -> Vec<Answer> {
        let scores = frame.centred(|place| place as f64);
        let sums = |of: Statistic<'_>| {
            let mut all = Sum { sum: 0.0, mean: 0.0, variance: 0.0, deals: 0 };
            for (now, before) in self.pairs(frame.seen, lag) {
                let (value, one) = of(now, before);
                all.sum += value;
                all.mean += one.mean;
                all.variance += one.variance;
                all.deals += 1;
            }
            all
        };
        let mut answers: Vec<(&str, Sum)> = Vec::new();
        if is_long(frame) {
            answers.push(("fixed_points", sums(&|now, before| frame.fixed_points(now, before))));
            answers
                .push(("neighbours_kept", sums(&|now, before| frame.neighbours_kept(now, before))));
            if reference == "previous" {
                answers.push(("trend", sums(&|now, before| frame.trend(now, before, &scores))));
            }
        }
        // All of a whole shoe is dealt again.
        if frame.seen < frame.n() || rows == Rows::Continuous {
            answers.push(("overlap", sums(&|now, before| frame.overlap(now, before))));
        }
        let answer =
            |(key, sum): (&str, Sum)| (format!("{reference}.{key}"), sum.deals, sum.normal(SHIFT));
        answers.into_iter().map(answer).collect()
    }
}

/// Whether so much is seen of a shoe that places on average say something.
fn is_long(frame: Frame) -> bool {
    4 * frame.seen >= frame.n()
}

#[cfg(test)]
mod tests;
