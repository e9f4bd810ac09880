//! Counts of all shoes against the cards themselves, and the tests of them.

use super::hidden::Hidden;
use super::laws::Frame;
use super::over_time::Series;
use super::{Rows, Shoes};
use crate::battery::{Effect, Law, Most, Outcome};
use crate::deal::Classes;
use crate::deal::figures::{Extreme, LEVEL, POWER, SHIFT, Sum, chi_square, ran};
use crate::deal::mean_position::SKEWNESS_MAX;
use crate::deal::table::{Stratum, Table, ones, table_outcome};
use crate::laws::Moments;
use crate::special::{needed_noncentrality, normal_two_sided, sidak};

/// Key, records, outcome.
pub(super) type Answer = (String, u64, Outcome);

/// Whether so much is seen of a shoe that places on average say something.
pub(super) fn is_long(frame: Frame) -> bool {
    4 * frame.seen >= frame.n()
}

/// Places within which copies of a card are close: a rank of each suit in a new deck.
const CLOSE: usize = 13;
/// Shoes below which places on average are not normal.
const SHOES_MIN: u64 = 30;

/// Counts of all records against the cards themselves.
pub(super) struct Counted {
    frame: Frame,
    rows: Rows,
    shoes: u64,
    /// Place by card, as many to a row as cards differ.
    cells: Vec<u64>,
    descents: u64,
    close_copies: u64,
    pub(super) next_order: Series,
    /// "Card a directly before card b".
    followed: Vec<u64>,
    /// Of each card how many copies too many may be seen, for one card that is, as hidden cards make them.
    excess: Vec<f64>,
}

impl Counted {
    pub(super) fn of(shoes: &Shoes, frame: Frame, rows: Rows, hidden: Option<&Hidden>) -> Self {
        let Frame { types, seen, .. } = frame;
        let mut all = Self {
            frame,
            rows,
            shoes: shoes.count(),
            cells: vec![0; seen * types],
            descents: 0,
            close_copies: 0,
            next_order: Series::default(),
            followed: vec![0; types * types],
            // All of a whole shoe is seen.
            excess: hidden
                .filter(|_| seen < frame.n())
                .map_or_else(|| vec![0.0; types], |hidden| hidden.excess.clone()),
        };
        for (at, shoe) in shoes.shoes(seen) {
            for (card, row) in shoe.iter().zip(all.cells.chunks_exact_mut(types)) {
                row[usize::from(*card)] += 1;
            }
            for pair in shoe.windows(2) {
                all.followed[usize::from(pair[0]) * types + usize::from(pair[1])] += 1;
            }
            if is_long(frame) {
                all.close_copies += close_copies(shoe);
                all.next_order.push(at, frame.next_order(shoe));
            }
        }
        let pairs = all.followed.iter().enumerate();
        all.descents =
            pairs.filter(|(at, _)| at / types > at % types).map(|(_, times)| times).sum();
        all
    }

    pub(super) fn answers(&self, classes: Option<&Classes>) -> Vec<Answer> {
        let frame = self.frame;
        let ones: Vec<u8> = (0..frame.types as u8).collect();
        let mut all = vec![
            ("position_card", self.table(&ones)),
            ("position_max", self.position_max().outcome()),
            ("same_card", self.same(&ones)),
            ("next_card", self.next_card()),
            ("descents", self.sum(self.descents, frame.descents()).rare(SHIFT)),
        ];
        if let Some(classes) = classes {
            all.push(("same_rank", self.same(&classes.rank)));
            all.push(("same_suit", self.same(&classes.suit)));
            if !is_long(frame) {
                all.push(("position_rank", self.table(&classes.rank)));
            } else if frame.seen == frame.n() {
                all.push(("class_position", self.class_position(&classes.rank)));
            }
        }
        if is_long(frame) {
            let close = self.sum(self.close_copies, frame.copies_within(CLOSE)).rare(SHIFT);
            all.extend([
                ("mean_position_max", self.mean_position_max()),
                ("next_order", self.next_order.sum().normal(SHIFT)),
                ("next_order_late", self.next_order.late()),
                ("close_copies", close),
            ]);
        }
        all.into_iter()
            .map(|(key, outcome)| (format!("fixed.{key}"), self.shoes, outcome))
            .collect()
    }

    fn sum(&self, sum: u64, one: Moments) -> Sum {
        Sum::over(sum as f64, [(self.shoes, one)].into_iter())
    }

    /// Place by class; the class of each card.
    fn table(&self, class: &[u8]) -> Outcome {
        let Frame { types, copies, seen } = self.frame;
        let n = self.frame.n();
        let sizes = sizes(class);
        let mut counts = vec![0; seen * sizes.len()];
        for (row, cells) in counts.chunks_exact_mut(sizes.len()).zip(self.cells.chunks_exact(types))
        {
            cells.iter().zip(class).for_each(|(times, class)| row[usize::from(*class)] += times);
        }
        let columns = sizes.iter().map(|cards| (cards * copies) as f64).enumerate();
        let stratum =
            Stratum::new(self.shoes, ones(seen.min(n - 1)), columns.take(sizes.len() - 1));
        let table = Table { n, rows: seen, columns: sizes.len(), counts, strata: vec![stratum] };
        self.rows.not_too_good(table_outcome(&table))
    }

    fn position_max(&self) -> Extreme<usize> {
        let mut extreme = Extreme::default();
        let cells = self.cells.iter().copied().enumerate();
        extreme.add(cells, self.shoes, 1.0 / self.frame.types as f64);
        extreme
    }

    /// What is most unusual, by the key of its test.
    pub(super) fn most(&self) -> Option<(&'static str, Most)> {
        let (cell, count, expected) = self.position_max().most()?;
        let (place, label) = (cell / self.frame.types, cell % self.frame.types);
        Some(("fixed.position_max", Most::Cell { place, label, count, expected }))
    }

    /// Two cards of one class side by side; the class of each card.
    fn same(&self, class: &[u8]) -> Outcome {
        let types = self.frame.types;
        let pairs = self.followed.iter().enumerate();
        let same = pairs.filter(|(at, _)| class[at / types] == class[at % types]);
        let same = same.map(|(_, times)| times).sum();
        self.sum(same, self.frame.same_beside(&sizes(class))).rare(SHIFT)
    }

    fn next_card(&self) -> Outcome {
        let types = self.frame.types;
        let pairs = self.followed.iter().enumerate();
        let next = pairs.filter(|(at, _)| (at / types).abs_diff(at % types) == 1);
        self.sum(next.map(|(_, times)| times).sum(), self.frame.next_beside()).rare(SHIFT)
    }

    /// Sum over all shoes of the scores of the places of each card, and the variance of one copy's.
    fn places(&self, scores: &[f64]) -> (Vec<f64>, f64) {
        let Frame { types, copies, seen } = self.frame;
        let unseen = scores.last().copied().unwrap_or(0.0);
        let all = self.shoes as f64 * copies as f64;
        // What a copy too many at every place that is seen adds.
        let of_seen: f64 = scores[..seen].iter().map(|score| score - unseen).sum();
        let by_excess = self.shoes as f64 * of_seen;
        let sum = |card: usize| {
            let column = (0..seen).map(|place| self.cells[place * types + card] as f64);
            let (times, sum) = column
                .zip(scores)
                .fold((0.0, 0.0), |(times, sum), (cell, score)| (times + cell, sum + cell * score));
            sum + (all - times) * unseen - self.excess[card] * by_excess
        };
        let squares: f64 = scores.iter().map(|score| score * score).sum();
        ((0..types).map(sum).collect(), self.shoes as f64 * squares / (self.frame.n() - 1) as f64)
    }

    /// The most unusual card by the places of its copies on average and by their number in the first half.
    fn mean_position_max(&self) -> Outcome {
        let (n, copies) = (self.frame.n() as f64, self.frame.copies as f64);
        if let Some(needs) = self.needs() {
            return Outcome::Insufficient { needs };
        }
        let middle = self.frame.n() / 2;
        let scores = [
            self.frame.centred(|place| place as f64),
            self.frame.centred(|place| if place < middle { -1.0 } else { 1.0 }),
        ];
        let all = scores.iter().flat_map(|scores| {
            let (sums, one) = self.places(scores);
            // Sums over b copies of n cards: b (n - b) / n times the variance of one.
            let deviation = (one * copies * (n - copies) / n).sqrt();
            sums.into_iter().map(move |sum| (sum / deviation, deviation))
        });
        let all: Vec<(f64, f64)> = all.collect();
        let (z, _) = all
            .iter()
            .fold((0.0, 0.0), |a: (f64, f64), b| if b.0.abs() > a.0.abs() { *b } else { a });
        let unit =
            all.first().map_or(0.0, |(_, deviation)| deviation / (self.shoes as f64 * copies));
        let level = LEVEL / all.len() as f64;
        let seen = needed_noncentrality(1.0, level, POWER).sqrt() * unit;
        let effect =
            Effect::new("shift of the mean place of the most unusual card", z * unit, seen);
        let law = Law::Named(
            "the most unusual card by mean place and by times in the first half, each normal",
        );
        ran(z, law, sidak(normal_two_sided(z), all.len() as u64), effect)
    }

    /// The mean place of each class, as that of the classes of one deck.
    fn class_position(&self, class: &[u8]) -> Outcome {
        if let Some(needs) = self.needs() {
            return Outcome::Insufficient { needs };
        }
        let (sums, one) = self.places(&self.frame.centred(|place| place as f64));
        let sizes = sizes(class);
        let mut by_class = vec![0.0; sizes.len()];
        sums.iter().zip(class).for_each(|(sum, class)| by_class[usize::from(*class)] += sum);
        let cards = |types: &usize| (types * self.frame.copies) as f64;
        let q =
            by_class.iter().zip(&sizes).map(|(sum, types)| sum * sum / (cards(types) * one)).sum();
        let information = self.frame.n() as f64 * (self.shoes as f64).powi(2) / one;
        let measure = "rms shift of the mean place of a card by its class";
        chi_square(q, sizes.len() as f64 - 1.0, measure, information)
    }

    /// How many shoes make the sums of places normal, if these are too few.
    fn needs(&self) -> Option<u64> {
        let scores = self.frame.centred(|place| place as f64);
        let mean =
            |power: i32| scores.iter().map(|s| s.powi(power)).sum::<f64>() / scores.len() as f64;
        let skewness = mean(3) / mean(2).powf(1.5);
        let copies = (skewness / SKEWNESS_MAX).powi(2) / self.frame.copies as f64;
        let needs = if copies.is_finite() { copies.ceil() as u64 } else { 0 };
        Some(needs.max(SHOES_MIN)).filter(|needs| self.shoes < *needs)
    }
}

/// Types of each class.
pub(super) fn sizes(class: &[u8]) -> Vec<usize> {
    let most = class.iter().copied().max().map_or(0, usize::from);
    (0..=most).map(|one| class.iter().filter(|class| usize::from(**class) == one).count()).collect()
}

/// Pairs of copies at most [`CLOSE`] places apart.
fn close_copies(shoe: &[u8]) -> u64 {
    let (mut times, mut pairs) = ([0_u64; 64], 0);
    for (place, card) in shoe.iter().enumerate() {
        if let Some(gone) = place.checked_sub(CLOSE + 1) {
            times[usize::from(shoe[gone] & 63)] -= 1;
        }
        pairs += times[usize::from(card & 63)];
        times[usize::from(card & 63)] += 1;
    }
    pairs
}
