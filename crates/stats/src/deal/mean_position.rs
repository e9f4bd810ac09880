//! Where each card stands on average, and each rank: cards that are heavier, aces that sink.
//!
//! A shift of one card by two places is a hundred small departures in the table of positions and one large one in the mean.
//! Of a card that sinks from the upper half to the lower, how often it stands in the first half says more still: of each
//! card both are looked at, as one family with its maximum. Every card not dealt has the place behind the last of the deck,
//! so that a deal is one random order of `n` places, not all different.

use super::Answer;
use super::figures::{LEVEL, POWER, RARE_DECKS_MIN, chi_square, ran};
use super::order::Order;
use crate::battery::{Effect, Law, Most, Outcome};
use crate::special::{needed_noncentrality, normal_two_sided, sidak};

/// How far the skewness of a sum may be from nought: at z = 3.7, the tail of one card in 52 at 1 %, the
/// first term of Edgeworth's series moves a tail by z^3 / 6 of it, one fifth.
pub(super) const SKEWNESS_MAX: f64 = 0.02;

/// Sums over deals of a score of the place of each card.
struct Scores {
    deals: u64,
    /// Sum less its mean, by card.
    off: Vec<f64>,
    /// Mean of the sum of one card, and its variance and skewness.
    mean: f64,
    variance: f64,
    skewness: f64,
}

impl Scores {
    /// Cards not dealt are at the place `n`.
    fn of(order: &Order, n: usize, score: impl Fn(usize) -> f64) -> Self {
        let (mut mean, mut variance, mut third) = (0.0, 0.0, 0.0);
        for (k, _, deals) in order.shapes.sizes() {
            let scores: Vec<f64> = (0..n).map(|i| score(if i < k { i } else { n })).collect();
            let middle = scores.iter().sum::<f64>() / n as f64;
            let share = deals as f64 / n as f64;
            mean += deals as f64 * middle;
            variance += share * scores.iter().map(|score| (score - middle).powi(2)).sum::<f64>();
            third += share * scores.iter().map(|score| (score - middle).powi(3)).sum::<f64>();
        }
        let (cells, deals) = (order.table.cells(), order.deals());
        let off = |card: usize| {
            let column = || (0..n).map(|place| (cells[place * 64 + card], score(place)));
            let undealt = deals - column().map(|(times, _)| times).sum::<u64>();
            let all = column().chain([(undealt, score(n))]);
            all.map(|(times, score)| times as f64 * score).sum::<f64>() - mean
        };
        let off = (0..n).map(off).collect();
        Self { deals, off, mean, variance, skewness: third / variance.powf(1.5) }
    }

    fn places(order: &Order, n: usize) -> Self {
        Self::of(order, n, |place| place as f64)
    }

    /// Each card in its own standard deviations.
    fn deviates(&self) -> impl Iterator<Item = (f64, usize)> {
        self.off.iter().map(|off| off / self.variance.sqrt()).zip(0..)
    }

    /// Sum over each class less its mean, and its cards.
    fn by_class(&self, class: &[u8]) -> Vec<(f64, Vec<usize>)> {
        let mut sums = vec![(0.0, Vec::new()); self.off.len()];
        for (card, (off, class)) in self.off.iter().zip(class).enumerate() {
            let (sum, cards) = &mut sums[usize::from(*class)];
            *sum += off;
            cards.push(card);
        }
        sums.retain(|(_, cards)| !cards.is_empty());
        sums
    }

    /// The mean place of these cards, whose sums are off by so much together.
    fn mean_place(&self, off: f64, labels: Vec<usize>) -> Most {
        let deals = self.deals as f64;
        let expected = self.mean / deals;
        Most::MeanPlace { mean: expected + off / deals / labels.len() as f64, expected, labels }
    }

    /// The outcome of enough deals for the sums to be normal.
    fn if_normal(&self, outcome: impl FnOnce() -> Outcome) -> Outcome {
        let skew = (self.skewness / SKEWNESS_MAX).powi(2) * self.deals as f64;
        let needs = if skew.is_finite() { skew.ceil() as u64 } else { 0 };
        let needs = needs.max(RARE_DECKS_MIN);
        if self.deals < needs { Outcome::Insufficient { needs } } else { outcome() }
    }
}

/// The largest deviation of the mean place of any card, or of how often it stands in the first half, where that is not too
/// skew. Any two sums of places are correlated by -1/(n-1), and whatever the correlations of normal deviates, all stay within
/// a bound at least as often as independent ones do (Sidak 1967).
pub(super) fn most_unusual(order: &Order, n: usize) -> Answer {
    let places = Scores::places(order, n);
    let halves = Scores::of(order, n, |place| f64::from(u8::from(place < n / 2)));
    let halves = Some(halves).filter(|halves| halves.skewness.abs() <= SKEWNESS_MAX);
    let all: Vec<_> = places.deviates().chain(halves.iter().flat_map(Scores::deviates)).collect();
    let further = |a: (f64, usize), b: &(f64, usize)| if b.0.abs() > a.0.abs() { *b } else { a };
    let (z, card) = all.iter().fold((0.0, 0), further);
    let outcome = places.if_normal(|| {
        let (deals, family) = (places.deals as f64, all.len() as u64);
        let needed = needed_noncentrality(1.0, LEVEL / family as f64, POWER);
        let effect = Effect::new(
            "shift of the mean place of the most unusual card",
            places.off[card] / deals,
            needed.sqrt() * places.variance.sqrt() / deals,
        );
        let law = Law::Named(
            "the most unusual card by mean place and by times in the first half, each normal",
        );
        ran(z, law, sidak(normal_two_sided(z), family), effect)
    });
    let most = (places.deals > 0).then(|| places.mean_place(places.off[card], vec![card]));
    Answer::new("mean_position_max", places.deals, outcome).naming(most)
}

/// The mean place of each class of cards. With variance v of the place of one card, sums over classes of b
/// and c cards have the covariance v n/(n-1) (b [same class] - b c / n): a multinomial's, so that Pearson's
/// form over all classes is chi-square with one degree of freedom less than there are.
pub(super) fn classes(order: &Order, n: usize, class: &[u8]) -> Answer {
    let places = Scores::places(order, n);
    let live = places.by_class(class);
    let outcome = places.if_normal(|| {
        let one = places.variance * n as f64 / (n as f64 - 1.0);
        let q = live.iter().map(|(sum, cards)| sum * sum / (cards.len() as f64 * one)).sum();
        // All cards of the deck shifted by d: sums of b deals d, q = n (deals d)^2 / one.
        let information = n as f64 * (places.deals as f64).powi(2) / one;
        let measure = "rms shift of the mean place of a card by its class";
        chi_square(q, live.len() as f64 - 1.0, measure, information)
    });
    let weight = |of: &(f64, Vec<usize>)| of.0 * of.0 / of.1.len() as f64;
    let class = live.into_iter().max_by(|a, b| weight(a).total_cmp(&weight(b)));
    let class = class.filter(|_| places.deals > 0);
    Answer::new("class_position", places.deals, outcome)
        .naming(class.map(|(off, cards)| places.mean_place(off, cards)))
}

#[cfg(test)]
mod tests {
    use super::super::order::Order;
    use super::super::pattern::Labels;
    use super::super::tests::{Fair, all_close, covariances, permutations, seen};
    use super::{Answer, Scores, classes, most_unusual};
    use crate::battery::{Figures, Outcome};

    fn ran(answer: Answer) -> Figures {
        let Outcome::Ran(figures) = answer.outcome else { panic!("{:?}", answer.outcome) };
        figures
    }

    const CLASS: [u8; 5] = [0, 1, 2, 0, 1];

    fn counted(n: usize, decks: &[Vec<u8>], dealt: usize) -> Order {
        let mut order = Order::new();
        for deck in decks {
            order.push(&Labels::fixed(n, &seen(n, &deck[..dealt])));
        }
        order
    }

    /// Over all orders of five cards: the variance is that of a card's place, every covariance -1/(n-1) of
    /// it, and the mean of the form over classes its degrees of freedom.
    #[test]
    fn places_covary_as_over_the_whole_group() {
        for dealt in [5, 3, 1] {
            let all = permutations(5);
            let of =
                |deck: &Vec<u8>| Scores::places(&counted(5, std::slice::from_ref(deck), dealt), 5);
            let one: Vec<Scores> = all.iter().map(of).collect();
            let off: Vec<Vec<f64>> = one.iter().map(|places| places.off.clone()).collect();
            let ours = |i: usize| one[0].variance * if i.is_multiple_of(6) { 1.0 } else { -0.25 };
            let ours: Vec<f64> = (0..25).map(ours).collect();
            all_close(&covariances(&off).1, &ours, &format!("{dealt} dealt"));
            assert!(one[0].off.iter().sum::<f64>().abs() < 1e-12);
            let third = one.iter().map(|p| p.off[2].powi(3)).sum::<f64>() / all.len() as f64;
            assert!((third - one[0].skewness * one[0].variance.powf(1.5)).abs() < 1e-12);
        }
    }

    /// Statistics of 200 decks by plain loops over the cards: the form by Gauss over the free classes.
    #[test]
    fn statistics_follow_their_definitions() {
        let mut fair = Fair::new(11);
        let decks: Vec<Vec<u8>> = (0..200).map(|_| fair.deck(5)).collect();
        let order = counted(5, &decks, 5);
        let mean = |card: u8| {
            let place = |deck: &Vec<u8>| deck.iter().position(|c| *c == card).unwrap() as f64;
            decks.iter().map(place).sum::<f64>() / 200.0 - 2.0
        };
        // The place of a card has variance 2, its mean over the decks 2 / 200.
        let z: Vec<f64> = (0..5).map(|card| mean(card) / 0.1).collect();
        // Two of five places are the first half: variance 200 * 2/5 * 3/5.
        let half = |card: u8| {
            let times = decks.iter().filter(|deck| deck[..2].contains(&card)).count();
            (times as f64 - 80.0) / 48.0_f64.sqrt()
        };
        let all = z.iter().copied().chain((0..5).map(half));
        let furthest = all.fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a });
        let figures = ran(most_unusual(&order, 5));
        assert!((figures.statistic - furthest).abs() < 1e-9);
        // Classes 0 and 1 of two cards each: covariance of their sums 2.5 (2 - 4/5), -2.5 * 4/5, a deck.
        let (x, y) = (mean(0) + mean(3), mean(1) + mean(4));
        let (own, other) = (2.5 * 1.2 / 200.0, -2.5 * 0.8 / 200.0);
        let form = (own * (x * x + y * y) - 2.0 * other * x * y) / (own * own - other * other);
        let figures = ran(classes(&order, 5, &CLASS));
        assert!((figures.statistic - form).abs() < 1e-9, "{} {form}", figures.statistic);
        assert_eq!(figures.law, crate::battery::Law::ChiSquare { df: 2.0 });
    }

    /// One ace that changes places with its mirror image in 5 % of 10,000 decks: a shift of 250 decks where the
    /// deviation is 50.
    #[test]
    fn one_card_that_sinks_is_seen() {
        let mut fair = Fair::new(13);
        let mut seen = 0;
        for _ in 0..8 {
            let mut order = Order::new();
            for _ in 0..10_000 {
                let mut deck = fair.deck(52);
                let ace = deck.iter().position(|card| *card == 51).unwrap();
                if ace < 26 && fair.deck(20)[0] == 0 {
                    deck.swap(ace, 51 - ace);
                }
                order.push(&Labels::fixed(52, &super::super::tests::seen(52, &deck)));
            }
            let figures = ran(most_unusual(&order, 52));
            seen += u32::from(figures.p.p() < 2e-4);
            let mean =
                Scores::places(&order, 52).off[51] / Scores::places(&order, 52).variance.sqrt();
            assert!(figures.statistic.abs() >= mean.abs());
        }
        assert!(seen >= 3, "{seen} of 8, where one in two is expected");
    }

    /// 1,000 fair sources: p is at most 0.05 in 26 to 70 of them, were it exact; the family is no stricter than
    /// its bound by more than the correlation of the two figures of a card allows.
    #[test]
    fn fair_cards_are_called_as_often_as_the_bound_says() {
        let mut fair = Fair::new(14);
        let mut low = 0;
        for _ in 0..1_000 {
            let mut order = Order::new();
            for _ in 0..200 {
                order.push(&Labels::fixed(13, &seen(13, &fair.deck(13))));
            }
            let figures = ran(most_unusual(&order, 13));
            low += u32::from(figures.p.p() <= 0.05);
        }
        assert!((15..=70).contains(&low), "{low}");
    }

    #[test]
    fn a_few_cards_need_more_deals() {
        let mut fair = Fair::new(12);
        let decks: Vec<Vec<u8>> = (0..101).map(|_| fair.deck(52)).collect();
        assert!(matches!(most_unusual(&counted(52, &decks, 52), 52).outcome, Outcome::Ran(_)));
        assert_eq!(
            most_unusual(&counted(52, &decks[..99], 52), 52).outcome,
            Outcome::Insufficient { needs: 100 }
        );
        let few = most_unusual(&counted(52, &decks, 5), 52).outcome;
        assert!(matches!(few, Outcome::Insufficient { needs } if needs > 5_000), "{few:?}");
    }
}
