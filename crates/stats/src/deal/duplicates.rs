//! What comes a second time, and how often chance does that: identical deals, of a generator started from few seeds;
//! identical deals so short that chance repeats some, copied draws among them; the same shuffle of whole decks twice. Any two
//! of one layout are identical with a chance of one in the number that there are; only three alike make three pairs at once.

use super::Answer;
use super::chain::{NO_LABEL, Seen};
use super::figures::{LEVEL, POWER, ran};
use super::layout::Layout;
use super::pattern::Labels;
use crate::battery::{Copies, Effect, Law, Most, Outcome};
use crate::special::{Prob, detectable_times, poisson_sf};
use crate::sums::Sums;

/// Deals held at most; 16 bytes each.
const HELD_MAX: usize = 1 << 22;
/// Natural logarithm of the number of possible deals of a layout below which chance alone repeats
/// them and this test says nothing: a million million.
pub(super) const LN_WAYS_MIN: f64 = 27.631;
/// The same below which chance repeats so many short deals that no copies are seen among them: 10,000.
const LN_SHORT_MIN: f64 = 9.2104;
/// Most short deals for each one there can be. With r of w the third cumulant of the number of pairs is 1 + 2 r / w
/// of Poisson's: at most a tenth more.
const FILLED_MAX: f64 = 0.05;
/// Most pairs of short deals that chance makes. Beyond them copies in a few per cent of the deals are no longer seen, and
/// they are too many for a law of rare events.
const PAIRS_MAX: f64 = 300.0;

/// What is looked for twice.
#[derive(Debug)]
pub(super) struct Sought {
    key: &'static str,
    /// How a sentence about it begins.
    identical: &'static str,
    measure: &'static str,
    /// Why it is not looked for where none of the layouts is held.
    none: &'static str,
    /// Logarithms of the number of possible deals of a layout from which on it is held, and up to which.
    ln_ways: [f64; 2],
}

pub(super) const DEALS: Sought = Sought {
    key: "duplicates",
    identical: "Identical deals",
    measure: "pairs of identical deals beyond chance",
    none: "so few cards are seen that chance alone repeats whole deals",
    ln_ways: [LN_WAYS_MIN, f64::INFINITY],
};
pub(super) const DECKS: Sought = Sought { identical: "Identical decks", ..DEALS };
pub(super) const SHORT: Sought = Sought {
    key: "short_duplicates",
    identical: "Identical short deals",
    measure: "pairs of identical short deals beyond chance",
    none: "no deals are so short that chance repeats a few, and no more",
    ln_ways: [LN_SHORT_MIN, LN_WAYS_MIN],
};
pub(super) const SHUFFLES: Sought = Sought {
    key: "replayed",
    identical: "Decks shuffled in the very same way",
    measure: "pairs of identical shuffles beyond chance",
    none: "of so few cards chance alone repeats whole shuffles",
    ..DEALS
};

/// Bits of a digest, and of the index in the stream below it.
const DIGEST_BITS: u32 = 80;
const PLACE_BITS: u32 = 128 - DIGEST_BITS;
/// Six bytes of a deal make one word of its digest, and its layout one more.
const WORD: usize = 6;
const WORDS: usize = 64_usize.div_ceil(WORD) + 1;

/// One multiplier for each word and one summand: digits of pi and of e, chosen before any deal was seen.
const KEYS: [u128; WORDS + 1] = [
    0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0_082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377_be54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd_3f84_d5b5_b547_0917,
    0x9216_d5d9_8979_fb1b_d131_0ba6_98df_b5ac,
    0x2ffd_72db_d01a_dfb7_b8e1_afed_6a26_7e96,
    0xba7c_9045_f12c_7f99_24a1_9947_b391_6cf7,
    0x0801_f2e2_858e_fc16_6369_20d8_7157_4e69,
    0xa458_fea3_f493_3d7e_0d95_748f_728e_b658,
    0x718b_cd58_8215_4aee_7b54_a41d_c25a_59b5,
    0x9c30_d539_2af2_6013_c5d1_b023_2860_85f0,
    0xca41_7918_b8db_38ef_8e79_dcb0_603a_180e,
    0x6c9e_0e8b_b01e_8a3e_d715_77c1_bd31_4b27,
];

/// Digest of what was seen, the cards in order or the packets as sets: its words times their
/// multipliers, modulo 2^128, upper 80 bits.
///
/// This is the multilinear family of Dietzfelbinger: for words of 48 bits, multipliers of 128 bits
/// drawn at random give any two different deals the same 80 bits with probability 2^-80 at most.
#[inline(always)]
fn digest(deal: &Seen) -> u128 {
    digest_of(deal.layout, &if deal.layout.is_ordered() { deal.cards } else { sorted(deal) })
}

/// The same of cards, or of what stands for them, in this layout.
#[inline(always)]
fn digest_of(of: Layout, cards: &[u8; 64]) -> u128 {
    let layout = match of {
        Layout::Ordered { dealt } => u64::from(dealt),
        Layout::Packets { packets, size, last, ordered } => {
            u64::from_le_bytes([0, packets, size, last, u8::from(ordered), 0, 0, 0])
        }
    };
    let key = |word: usize| KEYS[word.min(WORDS)];
    let mut sum = key(WORDS).wrapping_add(key(WORDS - 1).wrapping_mul(u128::from(layout)));
    for word in 0..of.cards().div_ceil(WORD) {
        // Eight bytes are read at once, the last ones from where the deck ends; six are used.
        let from = (word * WORD).min(cards.len() - 8);
        let eight = cards.get(from..).and_then(|rest| rest.first_chunk()).copied();
        let six = u64::from_le_bytes(eight.unwrap_or_default()) >> (8 * (word * WORD - from))
            & 0xffff_ffff_ffff;
        sum = sum.wrapping_add(key(word).wrapping_mul(u128::from(six)));
    }
    sum >> PLACE_BITS
}

fn sorted(deal: &Seen) -> [u8; 64] {
    let mut cards = [NO_LABEL; 64];
    let all = deal.zones().flat_map(|zone| (0..64).filter(move |card| zone >> card & 1 == 1));
    cards.iter_mut().zip(all).for_each(|(to, card)| *to = card);
    cards
}

/// A sample of all deals by their digests: identical deals are kept or dropped together.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    sought: &'static Sought,
    /// Digest above, index in the stream below; only digests whose first `halved` bits are zero.
    held: Vec<u128>,
    halved: u32,
    held_max: usize,
    /// ln m! for m up to the cards of the deck.
    ln_factorials: Vec<f64>,
    /// Whether deals of the layout that came last are held.
    last: Option<(Layout, bool)>,
}

/// Whatever the order: at the seam of two parts a few come later.
impl PartialEq for Sample {
    fn eq(&self, other: &Self) -> bool {
        (self.halved, self.sorted()) == (other.halved, other.sorted())
    }
}

impl Sums for Sample {
    fn add(&mut self, next: &Self) {
        while self.halved < next.halved {
            self.halve();
        }
        next.held.iter().for_each(|record| self.hold(*record));
        self.last = next.last.or(self.last);
    }
}

impl Sample {
    pub(super) fn new(n: usize, sought: &'static Sought) -> Self {
        let mut ln_factorials = vec![0.0];
        for m in 1..=n {
            ln_factorials.push(ln_factorials[m - 1] + (m as f64).ln());
        }
        Self { sought, held: Vec::new(), halved: 0, held_max: HELD_MAX, ln_factorials, last: None }
    }

    /// ln of the number of deals of `layout` that a fair deck makes equally likely.
    pub(super) fn ln_ways(&self, layout: Layout) -> f64 {
        let n = self.ln_factorials.len() - 1;
        let ordered = self.ln_factorials[n] - self.ln_factorials[n - layout.cards()];
        if layout.is_ordered() {
            return ordered;
        }
        let inner = (0..layout.zones()).map(|z| self.ln_factorials[layout.zone_size(z)]);
        ordered - inner.sum::<f64>()
    }

    fn holds(&self, layout: Layout) -> bool {
        let (ways, [least, most]) = (self.ln_ways(layout), self.sought.ln_ways);
        least <= ways && ways < most
    }

    #[inline(always)]
    pub(super) fn push(&mut self, deal: &Seen) {
        let layout = deal.layout;
        let held = match self.last {
            Some((last, held)) if last == layout => held,
            _ => self.holds(layout),
        };
        self.last = Some((layout, held));
        if held {
            self.push_digest(digest(deal), deal.at);
        }
    }

    /// Adds the permutation from the deck before, if both are whole decks of `n` cards.
    #[inline(always)]
    pub(super) fn push_shuffle(&mut self, n: usize, now: &Seen, labels: &Labels<'_>) {
        let layout = Layout::Ordered { dealt: n as u8 };
        if now.layout == layout && labels.known == n && self.holds(layout) {
            self.push_digest(digest_of(layout, labels.of), now.at);
        }
    }

    #[inline(always)]
    fn push_digest(&mut self, digest: u128, at: u64) {
        self.hold(digest << PLACE_BITS | u128::from(at) & ((1 << PLACE_BITS) - 1));
    }

    fn sorted(&self) -> Vec<u128> {
        let mut sorted = self.held.clone();
        sorted.sort_unstable();
        sorted
    }

    fn hold(&mut self, record: u128) {
        if record.leading_zeros() >= self.halved {
            self.held.push(record);
            if self.held.len() > self.held_max {
                self.halve();
            }
        }
    }

    fn halve(&mut self) {
        self.halved += 1;
        self.held.retain(|record| record.leading_zeros() >= self.halved);
    }

    /// The test, and what a reader needs beside its figures. `layouts` gives the deals of each layout.
    pub(super) fn answer(
        &self,
        layouts: impl Iterator<Item = (Layout, u64)>,
    ) -> (Answer, Option<String>) {
        let Sought { key, identical, measure, none, .. } = self.sought;
        let (held, others): (Vec<_>, Vec<_>) = layouts.partition(|(layout, _)| self.holds(*layout));
        let deals = held.iter().map(|(_, count)| count).sum();
        if self.sought.ln_ways[1].is_finite() && self.is_filled(&held) {
            let why = "there are so many short deals that chance alone repeats hundreds of them";
            return (Answer::new(key, 0, Outcome::not_run(why)), None);
        }
        let outcome = if held.is_empty() && !others.is_empty() {
            Outcome::not_run(*none)
        } else if deals < 2 {
            Outcome::Insufficient { needs: 2 }
        } else {
            found(self.pairs(), self.expected(&held), measure)
        };
        let is_part = self.halved > 0 && matches!(outcome, Outcome::Ran(_));
        let note = is_part.then(|| {
            let part = 1_u64 << self.halved.min(63);
            format!("{identical} are looked for among one in {part} of all possible ones.")
        });
        (Answer::new(key, deals, outcome).naming(self.copies()), note)
    }

    /// Whether there are so many of these deals that chance repeats too many.
    fn is_filled(&self, layouts: &[(Layout, u64)]) -> bool {
        let filled =
            |(layout, deals): &(Layout, u64)| *deals as f64 * (-self.ln_ways(*layout)).exp();
        layouts.iter().any(|of| filled(of) > FILLED_MAX) || self.expected(layouts) > PAIRS_MAX
    }

    /// Pairs that chance alone makes identical in the sample, of these deals of each layout.
    fn expected(&self, layouts: &[(Layout, u64)]) -> f64 {
        let (mut deals, mut mean) = (0.0, 0.0);
        let pairs = |r: f64| (r * (r - 1.0) / 2.0).max(0.0);
        for (layout, count) in layouts {
            deals += *count as f64;
            mean += pairs(*count as f64) * (-self.ln_ways(*layout)).exp();
        }
        // Two different deals pass for the same where their digests do.
        mean += pairs(deals) * 0.5f64.powi(DIGEST_BITS as i32);
        mean * 0.5f64.powi(self.halved as i32)
    }

    /// Groups of identical deals, each by its places in the stream.
    fn alike(sorted: &[u128]) -> impl Iterator<Item = impl Iterator<Item = u64> + '_> {
        let groups = sorted.chunk_by(|a, b| a >> PLACE_BITS == b >> PLACE_BITS);
        let place = |record: &u128| (record & ((1 << PLACE_BITS) - 1)) as u64;
        groups.filter(|group| group.len() > 1).map(move |group| group.iter().map(place))
    }

    pub(super) fn pairs(&self) -> u64 {
        let of = |times: u64| times * (times - 1) / 2;
        Self::alike(&self.sorted()).map(|group| of(group.count() as u64)).sum()
    }

    /// The deals that came before, each with the last one like it; `None` where there are none.
    fn copies(&self) -> Option<Most> {
        let sorted = self.sorted();
        let mut pairs = Vec::new();
        for mut group in Self::alike(&sorted) {
            let mut earlier = group.next().unwrap_or_default();
            for later in group {
                pairs.push((earlier, later));
                earlier = later;
            }
        }
        (!pairs.is_empty()).then(|| Most::Copies(Copies::of(pairs)))
    }
}

/// The figures of so many identical pairs, where chance alone makes `mean` of them.
pub(super) fn found(pairs: u64, mean: f64, measure: &'static str) -> Outcome {
    let p = if pairs == 0 { Prob::new(1.0) } else { poisson_sf(pairs - 1, mean) };
    // What is never expected is seen as what hardly is.
    let least = mean.max(1e-300);
    let seen = detectable_times(least, LEVEL, POWER).map(|times| (times - 1.0) * least);
    let effect = Effect::new(measure, (pairs as f64 - mean).max(0.0), seen);
    ran(pairs as f64, Law::Poisson { mean }, p, effect)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Fair, seen, seen_as};
    use super::{DEALS, DIGEST_BITS, Layout, Sample, Seen, Sums, digest};

    const LAYOUT: Layout = Layout::Ordered { dealt: 12 };

    /// A deal that differs for every `seed`.
    fn deal(at: u64, seed: u8) -> Seen {
        let mut cards: Vec<u8> = (0..12).collect();
        cards[11] = 12 + seed % 40;
        cards.swap(0, usize::from(seed / 40));
        Seen { at, ..seen_as(LAYOUT, 52, &cards) }
    }

    fn sample(deals: std::ops::Range<u64>, held_max: usize) -> Sample {
        let mut sample = Sample { held_max, ..Sample::new(52, &DEALS) };
        deals.for_each(|at| sample.push(&deal(at, (at % 200) as u8)));
        sample
    }

    /// 200 deals, each three times: 600 pairs. A full sample keeps all copies of a deal or none.
    #[test]
    fn identical_deals_are_kept_or_dropped_together() {
        assert_eq!(sample(0..600, 1000).pairs(), 600);
        let full = sample(0..600, 250);
        assert!(full.halved >= 2 && full.held.len() <= 250 && full.held.len() > 50);
        assert_eq!(full.pairs(), full.held.len() as u64);
    }

    #[test]
    fn a_full_sample_is_the_same_in_parts() {
        for cut in [0, 1, 90, 300, 599] {
            let mut left = sample(0..cut, 250);
            left.add(&sample(cut..600, 250));
            assert_eq!(left, sample(0..600, 250), "{cut}");
        }
    }

    /// Ways by counting on: 52 * 51 * ... * 41 in order, less 2! for each of six packets of two.
    #[test]
    fn ways_are_counted() {
        let sample = Sample::new(52, &DEALS);
        let ordered: f64 = (41..=52).map(f64::from).product();
        assert!((sample.ln_ways(LAYOUT) - ordered.ln()).abs() < 1e-12);
        let packets = sample.ln_ways(Layout::packets(6, 2));
        assert!((packets - (ordered / 64.0).ln()).abs() < 1e-12);
    }

    /// Every exchange of two cards changes one or two words of the digest.
    #[test]
    fn the_digest_tells_neighbours_apart() {
        let mut cards: Vec<u8> = (0..64).collect();
        let digest = |layout, cards: &[u8]| digest(&seen_as(layout, 64, cards));
        let whole = Layout::Ordered { dealt: 64 };
        let mut seen = std::collections::BTreeSet::from([digest(whole, &cards)]);
        for a in 0..64 {
            for b in 0..a {
                cards.swap(a, b);
                let one = digest(whole, &cards);
                assert!(one < 1 << DIGEST_BITS && seen.insert(one), "{a} {b}");
                cards.swap(a, b);
            }
        }
        // The same cards seen in another way are another deal; packets have no inner order.
        let packets = Layout::packets(8, 8);
        assert!(
            seen.insert(digest(packets.in_order(), &cards)) && seen.insert(digest(packets, &cards))
        );
        cards[..8].reverse();
        assert!(!seen.insert(digest(packets, &cards)));
    }

    #[test]
    fn every_bit_of_the_digest_is_one_half_of_the_time() {
        let mut fair = Fair::new(5);
        let mut ones = [0_i32; DIGEST_BITS as usize];
        for _ in 0..4000 {
            let deck = fair.deck(52);
            let one = digest(&seen(52, &deck));
            (0..DIGEST_BITS).for_each(|bit| ones[bit as usize] += (one >> bit & 1) as i32);
        }
        // Six standard deviations.
        assert!(ones.iter().all(|ones| (ones - 2000).abs() < 190), "{ones:?}");
    }
}
