//! Bets that one given card comes next, or one given symbol.

use super::mix::Mix;

/// Stakes of a mix of bets: each supposes that the odds of a hit are 1 + l times the fair ones (to
/// first order, the chance (1 + l) / u instead of 1 / u), from half of the fair chance to five times.
pub(super) const LEANINGS: [f64; 12] =
    [-0.5, -0.2, -0.08, -0.03, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 4.0];

/// Payments of every leaning.
type Payments = [f64; LEANINGS.len()];

/// A gambler who, before each card, names one that is still unseen, or stays out.
///
/// With u cards unseen a hit has chance 1/u. It pays (1 + l) / (1 + l/u) and a miss 1 / (1 + l/u),
/// whose expectation is one; over a whole deck in which every card is bet on, the capital is
/// (1 + l)^hits divided by the product of 1 + l/u, the generating function of the hits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bets {
    mix: Mix,
    running: Payments,
    /// (of a hit, of a miss) by the number of unseen cards.
    pays: Vec<(Payments, Payments)>,
}

/// Payments of a hit and of a miss among `unseen` equally likely cards.
fn payments(unseen: usize) -> (Payments, Payments) {
    let miss = LEANINGS.map(|l| 1.0 / (1.0 + l / unseen.max(1) as f64));
    let mut hit = miss;
    hit.iter_mut().zip(LEANINGS).for_each(|(p, l)| *p *= 1.0 + l);
    (hit, miss)
}

impl Bets {
    /// For up to `most` unseen cards.
    pub(super) fn new(most: usize) -> Self {
        Self {
            mix: Mix::new(LEANINGS.len()),
            running: [1.0; LEANINGS.len()],
            pays: (0..=most).map(payments).collect(),
        }
    }

    /// For bets among always the same number of symbols, made with `bet(0, _)`.
    pub(super) fn among(symbols: usize) -> Self {
        Self { pays: vec![payments(symbols)], ..Self::new(0) }
    }

    /// One bet among `unseen` cards; a single unseen card is no bet.
    pub(super) fn bet(&mut self, unseen: usize, hit: bool) {
        let Some((win, lose)) = self.pays.get(unseen) else { return };
        let payments = if hit { win } else { lose };
        self.running.iter_mut().zip(payments).for_each(|(r, p)| *r *= p);
    }

    /// The end of a round.
    pub(super) fn settle(&mut self) {
        self.mix.products().iter_mut().zip(self.running).for_each(|(p, r)| *p *= r);
        self.running = [1.0; LEANINGS.len()];
        self.mix.settle();
    }

    pub(super) fn ln(&self) -> f64 {
        self.mix.ln()
    }
}

/// For every card, a gambler who bets that it stays undealt, or that it is dealt.
///
/// With a share q of the deck undealt, an undealt card pays (1 + l) / (1 + l q), a dealt one
/// 1 / (1 + l q).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Undealt {
    mix: Mix,
}

impl Undealt {
    /// For a deck of `n` cards.
    pub(super) fn new(n: usize) -> Self {
        Self { mix: Mix::new(n * LEANINGS.len()) }
    }

    /// One round of a deck of `n` cards of which those in the mask `dealt` were dealt.
    pub(super) fn push(&mut self, n: usize, dealt: u64) {
        let share = (n - dealt.count_ones() as usize) as f64 / n as f64;
        let missed = LEANINGS.map(|l| 1.0 / (1.0 + l * share));
        let mut held = missed;
        held.iter_mut().zip(LEANINGS).for_each(|(p, l)| *p *= 1.0 + l);
        for (card, products) in self.mix.products().chunks_exact_mut(LEANINGS.len()).enumerate() {
            let payments = if dealt >> card & 1 == 1 { &missed } else { &held };
            products.iter_mut().zip(payments).for_each(|(p, payment)| *p *= payment);
        }
        self.mix.settle();
    }

    pub(super) fn ln(&self) -> f64 {
        self.mix.ln()
    }
}
