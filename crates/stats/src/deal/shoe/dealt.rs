//! Which cards came, each against its chance given all that was seen of the shoe before it.
//!
//! In a fair shoe the next card is any of those left with the same chance, whoever draws it and whatever made him draw: play
//! stops, and the cut card ends the shoe, by what was seen. Copies dealt less the sum of their chances are therefore a
//! martingale, whose variance is the sum of the variances of the steps, however many cards rows and shoes have. A card that
//! was not seen (burnt, of a row that is missing, behind the cut card) changes nothing: exchanged with a card at the bottom it
//! gives a shoe as likely, so that the cards seen are distributed as if they were the first. Only what is left out because of
//! what it showed is another matter.
//!
//! Where the order in a row is not known the chances are those before the row, and the step is the row. The number of its
//! cards may depend on them; that moves a step by the covariance of this number with the share of a card in what is left, not
//! 1e-4 of the step's own deviation at one round of blackjack out of six decks.
//!
//! Cards are alike in a fair shoe, so the covariance of the sums is `v (I - J / types)`, and `v (types - 1)` the trace that is
//! added up here. Rows that are rounds of unknown shoes are each taken for the first of a full one: over rounds that share a
//! shoe the sums vary less, as the last sentence but one of [`super`] says.

use super::hidden::Hidden;
use super::{Rows, Shoes, counted::sizes};
use crate::battery::{Most, Outcome};
use crate::deal::figures::chi_square;

/// Cards expected of each kind at least, and variance of each sum at least where the last cards of a shoe weigh most.
const EXPECTED_MIN: f64 = 5.0;
const VARIANCE_MIN: f64 = 25.0;

/// Cards of a round of a shoe whose rounds are not known, at least where a card of it is hidden.
const ROUND_MIN: usize = 4;

/// Sums over all shoes.
pub(super) struct Dealt {
    shoes: u64,
    /// Of each card: how often it came, and that less its chances.
    came: Vec<f64>,
    excess: Vec<f64>,
    /// Trace of the covariance.
    trace: f64,
    /// The variance of each sum from which they are normal.
    least: f64,
    /// What is taken off the excess where cards may be hidden.
    pub(super) hidden: Option<Hidden>,
}

impl Dealt {
    /// `ordered`: the cards of a row are in the order dealt.
    pub(super) fn of(shoes: &Shoes, ordered: bool) -> Self {
        let types = usize::from(shoes.form.types);
        let zero = vec![0.0; types];
        let (came, excess) = (zero.clone(), zero);
        let (shoes_of, trace, least, hidden) = (shoes.count(), 0.0, EXPECTED_MIN, None);
        let mut all = Self { shoes: shoes_of, came, excess, trace, least, hidden };
        let (mut most, mut rounds) = (0, 0);
        for record in &shoes.records {
            let cards = &shoes.cards[record.from..record.from + record.cards];
            most = most.max(4 * cards.len());
            rounds += match (record.rows, shoes.form.rows) {
                (0, Rows::Shoes) => record.cards.div_ceil(ROUND_MIN),
                (rows, _) => rows.max(1),
            };
            if ordered {
                all.add(f64::from(shoes.form.decks), cards.chunks(1));
            } else {
                all.add(f64::from(shoes.form.decks), shoes.rows(record));
            }
        }
        if most >= types * usize::from(shoes.form.decks) {
            all.least = VARIANCE_MIN;
        }
        if let Some(classes) = shoes.form.classes.as_ref().filter(|_| !shoes.form.are_by_rules()) {
            let cards = (rounds as f64, all.came.iter().sum());
            all.hidden = Hidden::take_off(&mut all.excess, &classes.rank, cards);
        }
        all
    }

    /// Adds a shoe, step by step.
    fn add<'c>(&mut self, copies: f64, steps: impl Iterator<Item = &'c [u8]>) {
        let types = self.came.len();
        let mut left = [copies; 64];
        let (mut squares, mut all) = (types as f64 * copies * copies, types as f64 * copies);
        // Sum over the steps so far of the chance that one copy has in them.
        let mut chance = 0.0;
        for step in steps {
            let cards = step.len() as f64;
            chance += cards / all;
            let finite = if cards > 1.0 { (all - cards) / (all - 1.0) } else { 1.0 };
            self.trace += cards * (1.0 - squares / (all * all)) * finite;
            for card in step.iter().map(|card| usize::from(card & 63)) {
                self.came[card] += 1.0;
                // This copy has no more chances.
                self.excess[card] += 1.0 - chance;
                squares -= 2.0 * left[card] - 1.0;
                left[card] -= 1.0;
            }
            all -= cards;
        }
        self.excess.iter_mut().zip(left).for_each(|(excess, left)| *excess -= left * chance);
    }

    /// Variance of one sum, but for what all share.
    fn variance(&self) -> f64 {
        self.trace / (self.came.len() as f64 - 1.0)
    }

    /// Cards by class; the class of each.
    pub(super) fn outcome(&self, class: &[u8]) -> Outcome {
        let (one, sizes) = (self.variance(), sizes(class));
        if one < self.least || one.is_nan() {
            let needs = (self.shoes as f64 * self.least / one).ceil();
            return Outcome::Insufficient { needs: needs.clamp(1.0, 1e15) as u64 };
        }
        let mut sums = vec![0.0; sizes.len()];
        class.iter().zip(&self.excess).for_each(|(class, one)| sums[usize::from(*class)] += one);
        let q = sums.iter().zip(&sizes).map(|(sum, types)| sum * sum / (one * *types as f64)).sum();
        let cards: f64 = self.came.iter().sum();
        let information = cards * cards / (self.came.len() as f64 * one);
        let measure = "rms relative deviation of how often a card comes";
        let mut outcome = chi_square(q, (sizes.len() - 1) as f64, measure, information);
        if let (Outcome::Ran(figures), Some(_)) = (&mut outcome, &self.hidden) {
            // What is taken off makes the fit better.
            figures.too_good = None;
        }
        outcome
    }

    /// The card that is most unusual, unless all are dealt, which come as often.
    pub(super) fn most(&self) -> Option<Most> {
        let largest = |a: &(usize, &f64), b: &(usize, &f64)| a.1.abs().total_cmp(&b.1.abs());
        let (label, excess) = self.excess.iter().enumerate().max_by(largest)?;
        let (least, most) = self
            .came
            .iter()
            .fold((f64::MAX, 0.0_f64), |(least, most), came| (least.min(*came), most.max(*came)));
        let count = self.came[label];
        let expected = count - excess;
        (least < most).then_some(Most::Label { label, count: count as u64, expected })
    }
}

/// Results of rounds against their chances in a full shoe of `n` cards, which those of any later round have, too: the cards
/// after a stop are distributed like the first. Rounds of one shoe vary together a little. What one card does to a round they
/// share with a minus, being drawn without replacement; what two cards do only together, with a plus: 15 pairs of the six
/// cards of one round among the `n (n - 1) / 2`, over at most `n / 5` rounds, so that a variance is at most `6 / n` larger.
pub(super) fn results(counts: &[u64], chances: &[f64], n: usize) -> Outcome {
    let rounds = counts.iter().sum::<u64>() as f64;
    let least = chances.iter().fold(1.0, |least: f64, chance| least.min(*chance));
    if rounds * least < EXPECTED_MIN {
        return Outcome::Insufficient { needs: (EXPECTED_MIN / least).ceil() as u64 };
    }
    let square = |(count, chance): (&u64, &f64)| {
        let expected = rounds * chance;
        (*count as f64 - expected).powi(2) / expected
    };
    let q: f64 = counts.iter().zip(chances).map(square).sum();
    let shared = 1.0 + 6.0 / n as f64;
    chi_square(
        q / shared,
        (chances.len() - 1) as f64,
        "rms relative deviation of a frequency",
        rounds / shared,
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{Fair, close};
    use super::super::ShoeForm;
    use super::super::tests::form;
    use super::*;

    const SMALL: ShoeForm = ShoeForm {
        types: 3,
        decks: 2,
        lag: 1,
        whole: false,
        ordered: true,
        hands: 1,
        rows: Rows::Shoes,
        classes: None,
        results: Vec::new(),
    };

    /// Each order of two copies of three cards, once for each copy.
    fn orders() -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for _ in 0..6 {
            all = all
                .iter()
                .flat_map(|shoe: &Vec<u8>| {
                    (0..6)
                        .filter(|copy| !shoe.contains(copy))
                        .map(|copy| [shoe, &[copy][..]].concat())
                })
                .collect();
        }
        all.iter().map(|shoe| shoe.iter().map(|copy| copy % 3).collect()).collect()
    }

    /// Over all orders of a small shoe, cut where a zero came and one card after it, its second card not seen: every sum is
    /// zero on average, and its variance the one that is added up, by plain sums of squares.
    #[test]
    fn sums_are_a_martingale_whatever_stops_and_whatever_is_not_seen() {
        let (mut mean, mut covariance, mut trace, all) = ([0.0; 3], [[0.0; 3]; 3], 0.0, orders());
        assert_eq!(all.len(), 720);
        for shoe in &all {
            let is_seen = |at: &usize| *at != 1;
            let stop = (0..6).filter(is_seen).find(|at| shoe[*at] == 0).unwrap();
            let seen: Vec<u8> =
                (0..=(stop + 1).min(5)).filter(is_seen).map(|at| shoe[at]).collect();
            let mut one = Shoes::new(SMALL).unwrap();
            one.push(&seen, &[], 6).unwrap();
            let sums = Dealt::of(&one, true);
            for a in 0..3 {
                mean[a] += sums.excess[a] / 720.0;
                (0..3).for_each(|b| covariance[a][b] += sums.excess[a] * sums.excess[b] / 720.0);
            }
            trace += sums.trace / 720.0;
            // The definition: each card against what is left.
            let mut left = [2.0; 3];
            let mut plain = [0.0; 3];
            for card in &seen {
                let all: f64 = left.iter().sum();
                (0..3).for_each(|at| plain[at] -= left[at] / all);
                plain[usize::from(*card)] += 1.0;
                left[usize::from(*card)] -= 1.0;
            }
            (0..3).for_each(|at| close(sums.excess[at] + 1.0, plain[at] + 1.0, "definition"));
        }
        mean.iter().for_each(|mean| close(mean + 1.0, 1.0, "mean"));
        close((0..3).map(|at| covariance[at][at]).sum(), trace, "trace");
    }

    /// Of rows of a fixed number in unknown order: mean and variance over all orders, and no order of a row matters.
    #[test]
    fn rows_without_order_are_hypergeometric() {
        let (mut mean, mut squares, mut trace) = (0.0, 0.0, 0.0);
        for shoe in orders() {
            let mut sorted = shoe.clone();
            sorted[..2].sort_unstable();
            sorted[2..5].sort_unstable();
            let sums = [&shoe, &sorted].map(|cards| {
                let mut one = Shoes::new(SMALL).unwrap();
                one.push(&cards[..5], &[2, 3], 6).unwrap();
                Dealt::of(&one, false)
            });
            assert_eq!(sums[0].excess, sums[1].excess);
            mean += sums[0].excess[1] / 720.0;
            squares += sums[0].excess.iter().map(|one| one * one).sum::<f64>() / 720.0;
            trace += sums[0].trace / 720.0;
        }
        close(mean + 1.0, 1.0, "mean");
        close(squares, trace, "trace");
    }

    /// A fair shoe of any length is not unusual, and one without an ace is: by the chi-square of a plain loop.
    #[test]
    fn the_statistic_is_the_plain_one() {
        let mut fair = Fair::new(48);
        let plain_form = ShoeForm { classes: None, ..form(2, Rows::Shoes) };
        let mut all = Shoes::new(plain_form).unwrap();
        let (mut plain, mut trace) = ([0.0; 52], 0.0);
        for _ in 0..60 {
            let mut shoe: Vec<u8> = (0..103).map(|card| card % 52).collect();
            (1..shoe.len()).rev().for_each(|i| shoe.swap(i, fair.below(i + 1)));
            let cards = 60 + fair.below(20);
            all.push(&shoe[..cards], &[], 416).unwrap();
            let mut left = [2.0; 52];
            for card in &shoe[..cards] {
                let all: f64 = left.iter().sum();
                for (plain, left) in plain.iter_mut().zip(left) {
                    *plain -= left / all;
                    trace += left / all * (1.0 - left / all);
                }
                plain[usize::from(*card)] += 1.0;
                left[usize::from(*card)] -= 1.0;
            }
        }
        let sums = Dealt::of(&all, true);
        let ones: Vec<u8> = (0..52).collect();
        let Outcome::Ran(figures) = sums.outcome(&ones) else { panic!("too few") };
        let q: f64 = plain.iter().map(|one| one * one).sum::<f64>() / (trace / 51.0);
        close(figures.statistic, q, "chi-square");
        let Some(Most::Label { label, count, expected }) = sums.most() else { panic!("none") };
        close(count as f64 - expected, plain[label], "most unusual");
        assert!(label == 51 && figures.p.p() < 1e-6, "{label} {}", figures.p.p());
    }
}
