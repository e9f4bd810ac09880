//! Small groups of consecutive draws, none sharing a draw: hands of five, orders of four.

use super::report::{self, Report};
use super::runs::elementary;
use super::window::Window;

const ORDERS: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct Hands {
    d: u32,
    /// By the number of equal pairs within the hand, 0 to 10, which tells the seven kinds apart.
    kinds: [u64; 11],
    middle: Vec<u64>,
    /// By the six comparisons of a group of four; 24 of the 64 can happen.
    orders: [u64; 64],
}

impl Hands {
    pub(super) fn new(d: u32) -> Self {
        Self { d, kinds: [0; 11], middle: vec![0; d as usize], orders: [0; 64] }
    }

    pub(super) fn feed(&mut self, window: &Window) {
        window.grouped(5).as_chunks().0.iter().for_each(|hand| self.hand(*hand));
        window.grouped(4).as_chunks().0.iter().for_each(|group| self.order(*group));
    }

    fn hand(&mut self, [a, b, c, d, e]: [u16; 5]) {
        let equal = |x: u16, y: u16| usize::from(x == y);
        let pairs = equal(a, b) + equal(a, c) + equal(a, d) + equal(a, e) + equal(b, c);
        let pairs = pairs + equal(b, d) + equal(b, e) + equal(c, d) + equal(c, e) + equal(d, e);
        self.kinds[pairs] += 1;
        let (low, high) = (a.min(b).max(c.min(d)), a.max(b).min(c.max(d)));
        // The middle of five is the middle of these two and the fifth.
        let middle = low.min(high).max(low.max(high).min(e));
        self.middle[usize::from(middle)] += 1;
    }

    /// A group with a tie is left out; all orders of the others are equally likely, exactly.
    fn order(&mut self, [a, b, c, d]: [u16; 4]) {
        if a == b || a == c || a == d || b == c || b == d || c == d {
            return;
        }
        let less = |x: u16, y: u16, bit: u32| usize::from(x < y) << bit;
        let code = less(a, b, 0) | less(a, c, 1) | less(a, d, 2);
        self.orders[code | less(b, c, 3) | less(b, d, 4) | less(c, d, 5)] += 1;
    }

    /// The tests; `chances` are those of the symbols.
    pub(super) fn report(&self, say: &mut Report, chances: &[f64]) {
        let law = kinds_law(chances);
        let kinds: Vec<u64> = KINDS.iter().map(|k| self.kinds[*k]).collect();
        say.law("stream.poker", &kinds, &law, (5.0, 0.0), needs_hands(&law, 5.0));
        let law = middle_law(chances);
        let needs = needs_hands(&law, 10.0);
        say.law("stream.order_statistic", &self.middle, &law, (10.0, 1.0 / 16.0), needs);
        self.report_orders(say);
    }

    fn report_orders(&self, say: &mut Report) {
        if self.d < 4 {
            say.not_run(
                "stream.permutation",
                "a range of fewer than four symbols has no four apart",
            );
            return;
        }
        let d = f64::from(self.d);
        let apart = (1.0 - 1.0 / d) * (1.0 - 2.0 / d) * (1.0 - 3.0 / d);
        let groups: u64 = self.orders.iter().sum();
        // Half as many again as give five of each order on average.
        let needs = (4.0 * 7.5 * ORDERS as f64 / apart).ceil() as u64;
        say.chi("stream.permutation", groups, needs, || {
            let counts: Vec<u64> = order_codes().map(|code| self.orders[code]).collect();
            (groups >= 5 * ORDERS as u64).then(|| (report::uniform(&counts), ORDERS as f64 - 1.0))
        });
    }
}

/// Equal pairs of: five different, one pair, two pairs, three alike, full house, four alike, five.
const KINDS: [usize; 7] = [0, 1, 2, 3, 4, 6, 10];

/// Probabilities of the seven kinds of hand: sums over different symbols, from those of the powers of the chances.
fn kinds_law(chances: &[f64]) -> Vec<f64> {
    let [s2, s3, s4, s5] = [2, 3, 4, 5].map(|k| chances.iter().map(|p| p.powi(k)).sum::<f64>());
    let different = 120.0 * elementary(chances, 5)[5];
    let two_pairs = 15.0 * (s2 * s2 - s4 - 2.0 * s3 * s2 + 2.0 * s5);
    let three = 10.0 * (s3 - s3 * s2 - 2.0 * s4 + 2.0 * s5);
    let rest = [two_pairs, three, 10.0 * (s3 * s2 - s5), 5.0 * (s4 - s5), s5];
    let pair = 1.0 - different - rest.iter().sum::<f64>();
    // What rounding leaves of a kind that cannot be is nothing.
    [different, pair].into_iter().chain(rest).map(|p| p.max(0.0)).collect()
}

/// Probabilities of the middle of five: it is below a symbol where at least three of five are.
fn middle_law(chances: &[f64]) -> Vec<f64> {
    let below = |f: f64| f * f * f * (10.0 - 15.0 * f + 6.0 * f * f);
    let mut share = 0.0;
    let at = chances.iter().map(|chance| {
        let before = below(share);
        share += chance;
        below(share) - before
    });
    at.collect()
}

fn needs_hands(law: &[f64], least: f64) -> u64 {
    (5 * report::pooled_needs(law, least)).max(100)
}

fn order_codes() -> impl Iterator<Item = usize> {
    (0..64).filter(|code| {
        let bit = |i: usize| code >> i & 1 == 1;
        // Ranks follow from the comparisons; the code is one of an order where the ranks differ.
        let ranks = [
            usize::from(!bit(0)) + usize::from(!bit(1)) + usize::from(!bit(2)),
            usize::from(bit(0)) + usize::from(!bit(3)) + usize::from(!bit(4)),
            usize::from(bit(1)) + usize::from(bit(3)) + usize::from(!bit(5)),
            usize::from(bit(2)) + usize::from(bit(4)) + usize::from(bit(5)),
        ];
        (0..4).all(|rank| ranks.contains(&rank))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All hands of five of some symbols, equally likely and not, against sorting them.
    #[test]
    fn the_laws_of_hands_are_sums_over_all_hands() {
        let equal = vec![1.0 / 6.0; 6];
        let unequal = vec![0.05, 0.3, 0.1, 0.25, 0.2, 0.1];
        for chances in [equal, unequal, vec![0.9, 0.1], vec![0.2, 0.5, 0.3]] {
            let d = chances.len();
            let (mut middle, mut kinds) = (vec![0.0; d], [0.0; 7]);
            let shapes: [&[usize]; 7] =
                [&[1; 5], &[1, 1, 1, 2], &[1, 2, 2], &[1, 1, 3], &[2, 3], &[1, 4], &[5]];
            for word in 0..d.pow(5) {
                let drawn: [u16; 5] = std::array::from_fn(|i| (word / d.pow(i as u32) % d) as u16);
                let mut hands = Hands::new(d as u32);
                hands.hand(drawn);
                let mut hand = drawn;
                hand.sort_unstable();
                let mut shape: Vec<usize> =
                    hand.chunk_by(|a, b| a == b).map(<[u16]>::len).collect();
                shape.sort_unstable();
                let kind = shapes.iter().position(|of| *of == shape).unwrap_or(7);
                assert_eq!((hands.kinds[KINDS[kind]], hands.middle[usize::from(hand[2])]), (1, 1));
                let chance: f64 = hand.iter().map(|x| chances[usize::from(*x)]).product();
                kinds[kind] += chance;
                middle[usize::from(hand[2])] += chance;
            }
            for (law, found) in kinds_law(&chances).iter().zip(kinds) {
                assert!((law - found).abs() < 1e-12, "{chances:?}: {law} {found}");
            }
            for (law, found) in middle_law(&chances).iter().zip(middle) {
                assert!((law - found).abs() < 1e-12, "{chances:?}: {law} {found}");
            }
        }
    }

    #[test]
    fn every_order_of_four_has_its_own_code_and_ties_are_left_out() {
        let mut hands = Hands::new(4);
        for word in 0..256_u32 {
            hands.order(std::array::from_fn(|i| (word / 4_u32.pow(i as u32) % 4) as u16));
        }
        assert_eq!(order_codes().count(), ORDERS);
        assert!(order_codes().all(|code| hands.orders[code] == 1));
        assert_eq!(hands.orders.iter().sum::<u64>(), 24);
    }
}
