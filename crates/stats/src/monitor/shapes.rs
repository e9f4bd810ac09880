//! Bets on a count of the whole order whose law is known: rising sequences, descents, peaks.

use super::mix::Mix;
use crate::laws::CountLaw;

/// Tilts of a mix, in standard deviations of the count over a whole deck.
const TILTS: [f64; 10] = [-1.2, -0.5, -0.2, -0.08, -0.03, 0.03, 0.08, 0.2, 0.5, 1.2];

/// A gambler on one count X of an order of m labels: a round pays exp(t X) / E exp(t X), so that the
/// capital is a function of the sum of the counts alone.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    mix: Mix,
    law: fn(usize) -> CountLaw,
    tilts: [f64; TILTS.len()],
    /// By m: payments by value of the count; made when first needed.
    pays: Vec<Option<Vec<[f64; TILTS.len()]>>>,
}

impl Shape {
    /// For orders of up to `n` labels.
    pub(super) fn new(n: usize, law: fn(usize) -> CountLaw) -> Self {
        let sd = law(n).variance.sqrt();
        let tilts = TILTS.map(|t| if sd > 0.0 { t / sd } else { 0.0 });
        Self { mix: Mix::new(TILTS.len()), law, tilts, pays: vec![None; n + 1] }
    }

    /// One round in which an order of `m` labels had this count.
    pub(super) fn push(&mut self, m: usize, count: usize) {
        let Some(slot) = self.pays.get_mut(m) else { return };
        let table = slot.get_or_insert_with(|| payments(&(self.law)(m), &self.tilts));
        let Some(payments) = table.get(count) else { return };
        self.mix.products().iter_mut().zip(payments).for_each(|(p, payment)| *p *= payment);
        self.mix.settle();
    }

    pub(super) fn ln(&self) -> f64 {
        self.mix.ln()
    }
}

/// Payments by value of the count.
fn payments(law: &CountLaw, tilts: &[f64; TILTS.len()]) -> Vec<[f64; TILTS.len()]> {
    // Counted from the mean, so that neither the powers nor their average overflow.
    let power = |t: f64, count: usize| (t * (count as f64 - law.mean)).exp();
    let average =
        |t: f64| -> f64 { law.pmf.iter().enumerate().map(|(count, p)| p * power(t, count)).sum() };
    let averages = tilts.map(average);
    let pay = |count: usize| {
        let mut row = *tilts;
        row.iter_mut().zip(averages).for_each(|(t, average)| *t = power(*t, count) / average);
        row
    };
    (0..law.pmf.len()).map(pay).collect()
}
