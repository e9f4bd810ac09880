//! Whether the number of cards seen of a deck depends on the cards: a game that stops at some card.
//!
//! Where it does not, the card there, and the first card, of the rows that end at a place are of each kind as often as in
//! all rows that reach it, be the machine fair or not. Place by place the count is hypergeometric given the rows that reach
//! it and how many end there (the log-rank test): a sum of independent trials (Vatutin and Mikhailov 1982), and so is the sum
//! over places; its tails have the bound of such sums ([`ln_more_than`]).

use super::options::Classes;
use crate::recorded::ln_more_than;
use crate::sums::sums;

/// Probability under which rows are called stopped by their cards.
const CALLED: f64 = 1e-6;
const SIDE: usize = 64;

/// Counts of rows of cards in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stops {
    /// Rows by their number of cards.
    lengths: Vec<u64>,
    /// Cards at each place, 64 to a row.
    at: Vec<u64>,
    /// The last card, by the number of cards.
    last: Vec<u64>,
    /// The first card, by the number of cards.
    first: Vec<u64>,
}

sums!(Stops: lengths, at, last, first);

impl Stops {
    pub(super) fn push(&mut self, cards: &[u8]) {
        let (Some(first), Some(last)) = (cards.first(), cards.last()) else { return };
        if self.lengths.is_empty() {
            self.lengths = vec![0; SIDE];
            for table in [&mut self.at, &mut self.last, &mut self.first] {
                *table = vec![0; SIDE * SIDE];
            }
        }
        let row = (cards.len() - 1) % SIDE;
        self.lengths[row] += 1;
        for (place, card) in cards.iter().enumerate().take(SIDE) {
            self.at[place * SIDE + usize::from(card % 64)] += 1;
        }
        self.last[row * SIDE + usize::from(last % 64)] += 1;
        self.first[row * SIDE + usize::from(first % 64)] += 1;
    }

    /// Whether rows have different numbers of cards.
    pub(super) fn vary(&self) -> bool {
        self.lengths.iter().filter(|rows| **rows > 0).count() > 1
    }

    /// What shows that the number of cards depends on them, as the rest of a sentence.
    pub(super) fn dependence(&self, n: usize, classes: Option<&Classes>) -> Option<String> {
        if !self.vary() {
            return None;
        }
        let kinds = kinds(n, classes);
        let tests = 4.0 * kinds.len() as f64;
        let one = |kind: &Vec<u8>| {
            [("last", &self.last), ("first", &self.first)].map(|(what, ends)| {
                let (rows, found, mean) = self.ends(what == "last", ends, kind);
                let (all, many) = (rows as f64, found as f64);
                let rarest =
                    ln_more_than(many, all, mean) + ln_more_than(all - many, all, all - mean);
                (rarest, what, rows, found, mean)
            })
        };
        let worst = kinds.iter().flat_map(one).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (ln_p, what, rows, found, mean) = worst;
        (ln_p + tests.ln() <= CALLED.ln()).then(|| {
            format!(
                "the number of cards of a row depends on the cards: one kind of card is the {what} of \
                 {found} of {rows} rows, and would be of {mean:.1} if rows ended without regard to it \
                 (probability below 1e-6); what is seen of a deck must be chosen without its cards: a fixed number of \
                 cards of every deck is (--dealt and that number, the lines cut to it)"
            )
        })
    }

    /// Rows that end at places where not all do; those of them whose last (first) card is of a kind; and as
    /// many as there would be if rows ended without regard to it.
    fn ends(&self, last: bool, ends: &[u64], kind: &[u8]) -> (u64, u64, f64) {
        let of = |table: &[u64], row: usize| -> u64 {
            kind.iter().map(|card| table[row * SIDE + usize::from(*card)]).sum()
        };
        let (mut rows, mut found, mut mean) = (0, 0, 0.0);
        for place in 0..SIDE {
            let reach: u64 = self.lengths[place..].iter().sum();
            let end = self.lengths[place];
            if end == 0 || end == reach {
                continue;
            }
            let marked: u64 = match last {
                true => of(&self.at, place),
                false => (place..SIDE).map(|row| of(ends, row)).sum(),
            };
            rows += end;
            found += of(ends, place);
            mean += end as f64 * marked as f64 / reach as f64;
        }
        (rows, found, mean)
    }
}

/// Kinds of cards that may end a row: each card, parts of the deck, ranks, suits, high and low ranks.
fn kinds(n: usize, classes: Option<&Classes>) -> Vec<Vec<u8>> {
    let mut kinds: Vec<Vec<u8>> = (0..n).map(|card| vec![card as u8]).collect();
    let mut by = |is: &dyn Fn(usize, usize) -> bool| {
        kinds.extend((0..n).map(|one| (0..n).filter(|c| is(*c, one)).map(|c| c as u8).collect()));
    };
    by(&|card, one| one > 0 && one < 4 && card * 4 / n >= one);
    if let Some(classes) = classes {
        let rank = |card: usize| usize::from(classes.rank[card]);
        let ranks = (0..n).map(rank).max().unwrap_or(0) + 1;
        by(&|card, one| rank(card) == one);
        by(&|card, one| rank(card) >= one);
        by(&|card, one| (rank(card) + 1) % ranks >= one);
        by(&|card, one| usize::from(classes.suit[card]) == one);
    }
    kinds.retain(|cards| !cards.is_empty() && cards.len() < n);
    kinds
}
