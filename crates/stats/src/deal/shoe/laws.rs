//! Counts of one shoe, and their exact moments when every order of its cards is as likely.
//!
//! A shoe is `n` cards in random order, of which the first `seen` are known; `copies` of them are of each of
//! `types` kinds. Cards of one kind side by side are the overlap of two graphs, as in [`graph`]. Against the
//! shoe before, moments are given that shoe.

use super::DECKS_MAX;
use crate::laws::graph::{self, Graph};
use crate::laws::{Moments, falling};

/// What is seen of a shoe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// Cards that differ.
    pub types: usize,
    /// Decks of the shoe: how often each of them is there.
    pub copies: usize,
    /// The first cards, which are seen.
    pub seen: usize,
}

impl Frame {
    /// Cards of the shoe.
    pub(super) fn n(self) -> usize {
        self.types * self.copies
    }

    /// Two cards of one class side by side; how many of the types each class has.
    pub(super) fn same_beside(self, classes: &[usize]) -> Moments {
        let hands = classes.iter().map(|types| Graph::hands(1, (types * self.copies) as u64));
        self.beside(sum(hands))
    }

    /// Cards of two types with consecutive numbers side by side.
    pub(super) fn next_beside(self) -> Moments {
        let (types, copies) = (self.types as u64, self.copies as u64);
        let wedges = |degree: u64| degree * (degree - 1) / 2;
        let inner = (types - 2) * wedges(2 * copies);
        let wedges = copies * (inner + 2 * wedges(copies));
        self.beside(Graph { edges: (types - 1) * copies * copies, wedges })
    }

    fn beside(self, cards: Graph) -> Moments {
        graph::overlap(self.n(), Graph::path(self.seen as u64), cards)
    }

    /// Two copies of a card at most `reach` places apart.
    pub(super) fn copies_within(self, reach: usize) -> Moments {
        let edges: usize = (1..=reach.min(self.seen - 1)).map(|apart| self.seen - apart).sum();
        let wedges = |place: usize| {
            let near = place.min(reach) + (self.seen - 1 - place).min(reach);
            near * (near.max(1) - 1) / 2
        };
        let wedges: usize = (0..self.seen).map(wedges).sum();
        let places = Graph { edges: edges as u64, wedges: wedges as u64 };
        graph::overlap(self.n(), places, Graph::hands(self.types as u64, self.copies as u64))
    }

    /// Cards followed by one with a lower number.
    pub(super) fn descents(self) -> Moments {
        let (n, types, copies) = (self.n(), self.types as f64, self.copies as f64);
        let places = self.seen as f64;
        let pair = types * copies * (copies - 1.0);
        let same = pair / falling(n, 2);
        let fours = copies * (copies - 1.0) * (copies - 2.0) * (copies - 3.0);
        let both = pair * (pair - copies * (copies - 1.0)) + types * fours;
        let both = if n < 4 { 0.0 } else { both / falling(n, 4) };
        let triple = falling(self.types, 3) / 6.0 * copies.powi(3) / falling(n, 3);
        let mean = (places - 1.0) * (1.0 - same) / 2.0;
        let apart = (1.0 - 2.0 * same + both) / 4.0;
        let second = 2.0 * (places - 2.0).max(0.0) * triple
            + ((places - 2.0) * (places - 3.0)).max(0.0) * apart;
        Moments { mean, variance: mean + second - mean * mean }
    }

    /// The scores of all places less their mean, those of places not seen at the middle of theirs.
    pub(super) fn centred(self, score: impl Fn(usize) -> f64) -> Vec<f64> {
        let (n, seen) = (self.n(), self.seen);
        let unseen = (seen..n).map(&score).sum::<f64>() / (n - seen).max(1) as f64;
        let middle = (0..n).map(&score).sum::<f64>() / n as f64;
        (0..n).map(|place| if place < seen { score(place) } else { unseen } - middle).collect()
    }

    /// How many places hold a card of the type that the shoe before had there.
    pub(super) fn fixed_points(self, now: &[u8], before: &[u8]) -> (f64, Moments) {
        let same = now.iter().zip(before).filter(|(now, before)| now == before).count();
        let (n, copies, seen) = (self.n(), self.copies as f64, self.seen as f64);
        let pairs: f64 = self.times(before).iter().map(|times| times * (times - 1.0)).sum();
        let (alike, other) = (copies * (copies - 1.0), copies * copies);
        let second = (pairs * alike + (seen * (seen - 1.0) - pairs) * other) / falling(n, 2);
        let mean = seen * copies / n as f64;
        (same as f64, Moments { mean, variance: second + mean - mean * mean })
    }

    /// Sum over all cards of the score of their place times the mean score of their type in the shoe before.
    pub(super) fn trend(self, now: &[u8], before: &[u8], scores: &[f64]) -> (f64, Moments) {
        let sums = |shoe: &[u8]| {
            let unseen = scores.last().copied().unwrap_or(0.0);
            let times = self.times(shoe);
            let mut sums: Vec<f64> =
                times.iter().map(|times| (self.copies as f64 - times) * unseen).collect();
            shoe.iter().zip(scores).for_each(|(card, score)| sums[usize::from(*card)] += score);
            sums
        };
        let (now, before) = (sums(now), sums(before));
        let copies = self.copies as f64;
        let trend = now.iter().zip(&before).map(|(a, b)| a * b / copies).sum();
        let squares = |values: &[f64]| values.iter().map(|value| value * value).sum::<f64>();
        let variance = squares(scores) * squares(&before) / copies / (self.n() as f64 - 1.0);
        (trend, Moments { mean: 0.0, variance })
    }

    /// Of pairs of cards that followed each other in the shoe before, taken type by type: how many follow each other again,
    /// and how many lie in the same order, however far apart, less those in the other. Cards that are alike cannot be followed
    /// one by one, so that a rising sequence cannot be counted; what a riffle leaves of one is this order.
    pub(super) fn followers(self, now: &[u8], before: &[u8]) -> [(f64, Moments); 2] {
        let (n, types, copies) = (self.n(), self.types, self.copies as f64);
        let mut arcs = vec![0.0_f64; types * types];
        for pair in before.windows(2) {
            arcs[usize::from(pair[0]) * types + usize::from(pair[1])] += 1.0;
        }
        let at = |a: usize, b: usize| arcs[a * types + b];
        let kept = now.windows(2).map(|pair| at(pair[0].into(), pair[1].into())).sum();
        let order = order_kept(now, before);
        // Sums over cards: of what leads to each and from each, of squares, of both ways.
        let (mut out, mut into) = (vec![0.0; types], vec![0.0; types]);
        let (mut squares, mut both) = (0.0, 0.0);
        for (a, row) in arcs.chunks_exact(types).enumerate() {
            for (b, value) in row.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let others = if a == b { copies - 1.0 } else { copies };
                out[a] += value * others;
                into[b] += value * others;
                squares += value * value * copies * others;
                both += value * at(b, a) * copies * others;
            }
        }
        let over = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            copies * out.iter().zip(&into).map(|(out, into)| of(*out, *into)).sum::<f64>()
        };
        let all = over(&|out, _| out);
        let chains = over(&|out, into| out * into) - both;
        let apart = all * all - over(&|out, into| (out + into).powi(2)) + squares + both;
        let places = self.seen as f64;
        let mean = (places - 1.0) * all / falling(n, 2);
        let mut second = (places - 1.0) * squares / falling(n, 2);
        if n >= 4 {
            second += 2.0 * (places - 2.0).max(0.0) * chains / falling(n, 3);
            second += ((places - 2.0) * (places - 3.0)).max(0.0) * apart / falling(n, 4);
        }
        // Each pair of places taken both ways with opposite signs: what two pairs share is their first place, their last, or the
        // last of one and the first of the other, with the squares of each place's sum of signs; apart they cancel.
        let signs = places * (places * places - 1.0) / 3.0;
        let edges = places * (places - 1.0) / 2.0;
        let ends = over(&|out, into| (out - into).powi(2)) - 2.0 * (squares - both);
        let mut variance = 2.0 * edges * (squares - both) / falling(n, 2);
        if n >= 3 {
            variance += (signs - 2.0 * edges) * ends / falling(n, 3);
        }
        [
            (kept, Moments { mean, variance: second - mean * mean }),
            (order, Moments { mean: 0.0, variance }),
        ]
    }

    /// Pairs of a card dealt now and a copy of it dealt before.
    pub(super) fn overlap(self, now: &[u8], before: &[u8]) -> (f64, Moments) {
        let (now, before) = (self.times(now), self.times(before));
        let (n, seen, copies) = (self.n() as f64, self.seen as f64, self.copies as f64);
        let value = now.iter().zip(&before).map(|(a, b)| a * b).sum();
        let mean = seen / self.types as f64;
        let spread: f64 = before.iter().map(|times| (times - mean).powi(2)).sum();
        let variance = seen * copies * spread / n * (n - seen) / (n - 1.0);
        (value, Moments { mean: seen * mean, variance })
    }

    /// Pairs of cards of consecutive numbers of which the lower comes first, of those seen; given how often each
    /// was seen.
    pub(super) fn next_order(self, shoe: &[u8]) -> (f64, Moments) {
        let mut times = vec![0.0; self.types];
        let mut rising = 0.0;
        for card in shoe.iter().map(|card| usize::from(*card)) {
            rising += if card > 0 { times[card - 1] } else { 0.0 };
            times[card] += 1.0;
        }
        let pairs =
            times.windows(2).map(|t| (t[0] * t[1] / 2.0, t[0] * t[1] * (t[0] + t[1] + 1.0)));
        let (mean, own) = pairs.fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        let shared: f64 = times.windows(3).map(|t| t[0] * t[1] * t[2]).sum();
        (rising, Moments { mean, variance: (own - 2.0 * shared) / 12.0 })
    }

    fn times(self, shoe: &[u8]) -> Vec<f64> {
        let mut times = vec![0.0; self.types];
        shoe.iter().for_each(|card| times[usize::from(*card)] += 1.0);
        times
    }
}

/// Cards behind one that they followed before, less those before it.
fn order_kept(now: &[u8], before: &[u8]) -> f64 {
    // Of each card those that it followed, and those that followed it: as many at most as there are copies.
    let mut beside = [[[0_u8; DECKS_MAX as usize]; 64]; 2];
    let mut many = [[0_usize; 64]; 2];
    for pair in before.windows(2) {
        for (side, (of, other)) in [(pair[1], pair[0]), (pair[0], pair[1])].into_iter().enumerate()
        {
            let of = usize::from(of & 63);
            beside[side][of][many[side][of]] = other & 63;
            many[side][of] += 1;
        }
    }
    let (mut gone, mut order) = ([0_i32; 64], 0);
    for card in now.iter().map(|card| usize::from(card & 63)) {
        let times = |side: usize| {
            let others = &beside[side][card][..many[side][card]];
            others.iter().map(|other| gone[usize::from(*other)]).sum::<i32>()
        };
        order += times(0) - times(1);
        gone[card] += 1;
    }
    f64::from(order)
}

fn sum(graphs: impl Iterator<Item = Graph>) -> Graph {
    graphs.fold(Graph { edges: 0, wedges: 0 }, |all, one| Graph {
        edges: all.edges + one.edges,
        wedges: all.wedges + one.wedges,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::close;
    use super::*;

    /// All orders of `copies` of each of `types` cards.
    fn orders(types: usize, copies: usize) -> Vec<Vec<u8>> {
        fn longer(left: &mut [usize], shoe: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
            if left.iter().all(|times| *times == 0) {
                all.push(shoe.clone());
            }
            for card in 0..left.len() {
                if left[card] > 0 {
                    left[card] -= 1;
                    shoe.push(card as u8);
                    longer(left, shoe, all);
                    shoe.pop();
                    left[card] += 1;
                }
            }
        }
        let mut all = Vec::new();
        longer(&mut vec![copies; types], &mut Vec::new(), &mut all);
        all
    }

    /// (types, copies) of small shoes, every part of which is seen.
    const SMALL: [(usize, usize); 5] = [(3, 2), (4, 2), (3, 3), (2, 4), (5, 1)];

    fn check(
        of: impl Fn(Frame, &[u8], &[u8]) -> f64,
        law: impl Fn(Frame, &[u8], &[u8]) -> Moments,
        what: &str,
    ) {
        for (types, copies) in SMALL {
            let all = orders(types, copies);
            for seen in [2, 3, types * copies - 1, types * copies] {
                let frame = Frame { types, copies, seen };
                for before in all.iter().step_by(17) {
                    let values: Vec<f64> =
                        all.iter().map(|now| of(frame, &now[..seen], &before[..seen])).collect();
                    let mean = values.iter().sum::<f64>() / values.len() as f64;
                    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
                    let ours = law(frame, &all[0][..seen], &before[..seen]);
                    let name = format!("{what}: {types} {copies} {seen}");
                    close(ours.mean, mean, &name);
                    close(ours.variance, variance / values.len() as f64, &name);
                }
            }
        }
    }

    fn pairs(now: &[u8], is: impl Fn(u8, u8) -> bool) -> f64 {
        now.windows(2).filter(|pair| is(pair[0], pair[1])).count() as f64
    }

    /// Over every order of small shoes: means and variances of all counts, which are counted here by plain loops.
    #[test]
    fn moments_are_those_over_all_orders() {
        check(
            |_, now, _| pairs(now, |a, b| a == b),
            |f, _, _| f.same_beside(&vec![1; f.types]),
            "same",
        );
        let class = |f: Frame| [f.types / 2, f.types - f.types / 2];
        check(
            |f, now, _| pairs(now, |a, b| (a < class(f)[0] as u8) == (b < class(f)[0] as u8)),
            |f, _, _| f.same_beside(&class(f)),
            "class",
        );
        check(|_, now, _| pairs(now, |a, b| a.abs_diff(b) == 1), |f, _, _| f.next_beside(), "next");
        check(|_, now, _| pairs(now, |a, b| a > b), |f, _, _| f.descents(), "descents");
        for reach in [1, 2, 4] {
            let within = |_: Frame, now: &[u8], _: &[u8]| {
                let near = |i: usize| (i + 1..now.len()).filter(move |j| j - i <= reach);
                let alike = |i: usize| near(i).filter(|j| now[i] == now[*j]).count();
                (0..now.len()).map(alike).sum::<usize>() as f64
            };
            check(within, |f, _, _| f.copies_within(reach), "within");
        }
        let again = |_: Frame, now: &[u8], before: &[u8]| {
            now.iter().zip(before).filter(|(a, b)| a == b).count() as f64
        };
        check(again, |f, now, before| f.fixed_points(now, before).1, "fixed points");
        let overlap = |_: Frame, now: &[u8], before: &[u8]| {
            now.iter().map(|a| before.iter().filter(|b| *b == a).count()).sum::<usize>() as f64
        };
        check(overlap, |f, now, before| f.overlap(now, before).1, "overlap");
        let kept = |_: Frame, now: &[u8], before: &[u8]| {
            let times = |pair: &[u8]| before.windows(2).filter(|old| *old == pair).count();
            now.windows(2).map(times).sum::<usize>() as f64
        };
        check(kept, |f, now, before| f.followers(now, before)[0].1, "kept");
        check(order, |f, now, before| f.followers(now, before)[1].1, "order");
        let scores = |f: Frame| f.centred(|place| place as f64);
        check(
            |f, now, before| f.trend(now, before, &scores(f)).0,
            |f, now, before| f.trend(now, before, &scores(f)).1,
            "trend",
        );
    }

    /// Pairs of places whose cards followed each other before, each way.
    fn order(_: Frame, now: &[u8], before: &[u8]) -> f64 {
        let times = |a: u8, b: u8| before.windows(2).filter(|old| **old == [a, b]).count() as f64;
        let pairs = (0..now.len()).flat_map(|x| (x + 1..now.len()).map(move |y| (now[x], now[y])));
        pairs.map(|(a, b)| times(a, b) - times(b, a)).sum()
    }

    /// Each statistic of two shoes is what the plain loop above counts.
    #[test]
    fn statistics_follow_their_definitions() {
        let frame = Frame { types: 3, copies: 2, seen: 6 };
        let (now, before) = ([0, 1, 2, 0, 1, 2], [2, 1, 0, 1, 2, 0]);
        // Places 1: 1 = 1; no other.
        assert_eq!(frame.fixed_points(&now, &before).0, 1.0);
        // Arcs before: 21 10 01 12 20; now 01 12 20 01 12: five, each once before.
        assert_eq!(frame.followers(&now, &before)[0].0, 5.0);
        for now in orders(3, 3).iter().step_by(7) {
            for before in orders(3, 3).iter().step_by(131) {
                let frame = Frame { types: 3, copies: 3, seen: 9 };
                assert_eq!(frame.followers(now, before)[1].0, order(frame, now, before));
            }
        }
        assert_eq!(frame.overlap(&now, &before).0, 12.0);
        // Zeros at 0 and 3, ones at 1 and 4, twos at 2 and 5: of each four pairs three rise.
        assert_eq!(frame.next_order(&now).0, 6.0);
        // Sums of places less 2.5 each: -2, 0, 2 now; 2, -1, -1 before.
        let scores = frame.centred(|place| place as f64);
        close(frame.trend(&now, &before, &scores).0, (-4.0 - 2.0) / 2.0, "trend");
    }

    /// Given how often each card was seen: over all orders that agree in this.
    #[test]
    fn the_order_of_cards_next_to_each_other_has_its_law_given_what_was_seen() {
        for (types, copies) in SMALL {
            let all = orders(types, copies);
            for seen in 2..=types * copies {
                let frame = Frame { types, copies, seen };
                let content = frame.times(&all[all.len() / 3][..seen]);
                let alike = all.iter().filter(|shoe| frame.times(&shoe[..seen]) == content);
                let figures: Vec<(f64, Moments)> =
                    alike.map(|shoe| frame.next_order(&shoe[..seen])).collect();
                let count = figures.len() as f64;
                let mean = figures.iter().map(|f| f.0).sum::<f64>() / count;
                let variance = figures.iter().map(|f| (f.0 - mean).powi(2)).sum::<f64>() / count;
                close(figures[0].1.mean, mean, "mean");
                close(figures[0].1.variance, variance, "variance");
            }
        }
    }
}
