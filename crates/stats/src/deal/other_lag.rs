//! A few tests against the deals one and two before, whichever of them is not the declared reference, by counts that cost
//! little. Two decks used by turns are each riffled from their own last order: only the deal two before shows it, and
//! whether decks were used by turns is the house's word.

use super::Answer;
use super::chain::{NO_LABEL, Seen};
use super::counters::Tally;
use super::fewest::Fewest;
use super::order_figures::mean;
use super::pattern::{Count, few};
use super::whole::Again;
use super::whole_figures::{previous, previous_packets};
use crate::sums::sums;

/// Counts against the deal so many before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OtherLag {
    pub lag: usize,
    whole: Again,
    /// Deals in order by (cards dealt, labels that there are).
    shapes: Tally<(u8, u8)>,
    /// The same by cards dealt both times.
    lengths: Tally<u8>,
    fewest: Fewest,
    /// Sums of the counts of [`few`].
    sums: [u64; 2],
}

sums!(OtherLag: whole, shapes, lengths, fewest, sums);

/// Those of the lags 1 and 2 that are not `declared`.
pub(super) fn besides(declared: usize) -> Vec<OtherLag> {
    let all = [1, 2].into_iter().filter(|lag| *lag != declared);
    all.map(|lag| OtherLag { lag, ..OtherLag::default() }).collect()
}

impl OtherLag {
    #[inline(always)]
    pub(super) fn push(&mut self, n: usize, now: &Seen, before: &Seen) {
        self.whole.push(n, now, before);
        if now.layout.is_ordered() && before.layout.is_ordered() {
            let m = (now.mask & before.mask).count_ones() as usize;
            let known = before.layout.cards();
            self.shapes.one((now.layout.cards() as u8, known as u8));
            self.lengths.one(m as u8);
            let mut at = [NO_LABEL; 65];
            for (place, card) in at[1..].iter_mut().zip(before.dealt()) {
                *place = now.place_of(*card);
            }
            let counts = few(&at, m, known);
            self.fewest.push(m, counts[0], now.at);
            for (sum, count) in self.sums.iter_mut().zip(counts) {
                *sum += u64::from(count);
            }
        }
    }

    pub(super) fn answers(&self, n: usize) -> Vec<Answer> {
        let mean = |count, sum| mean(count, sum, (&self.shapes, &self.lengths), n, false);
        let answer = |key, outcome| Answer::new(key, self.shapes.total(), outcome);
        let mut all = vec![
            answer("rises", mean(Count::Rises, self.sums[0])),
            self.fewest.answer("rises_min"),
            answer("successions", mean(Count::Successions, self.sums[1])),
        ];
        all.extend(previous(&self.whole, n));
        all.extend(previous_packets(&self.whole, n));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Fair, close, counted, statistic};
    use crate::deal::{Deals, Layout, Options};

    /// Each of the few is the test of the same name of a battery whose declared reference is that lag.
    #[test]
    fn the_other_lag_is_as_if_it_were_declared() {
        let mut fair = Fair::new(31);
        let decks: Vec<Vec<u8>> = (0..300).map(|_| fair.deck(52)).collect();
        let of = |lag: usize, dealt: Option<Layout>| {
            let options = if dealt.is_some() { Options::cards_52() } else { Options::decks(52) };
            let mut deals = Deals::new(52, lag, options).unwrap();
            for deck in &decks {
                let layout = dealt.unwrap_or(Layout::Ordered { dealt: 52 });
                deals.push(layout, &deck[..layout.cards()], &[]).unwrap();
            }
            deals
        };
        let whole = ["rises", "rises_min"];
        let order = ["rises", "rises_min", "successions", "trend"];
        let packets = ["trend", "kept_together"];
        for (dealt, keys) in [
            (None, &whole[..]),
            (Some(Layout::Ordered { dealt: 30 }), &order),
            (Some(Layout::packets(7, 5)), &packets),
        ] {
            let declared = [of(1, dealt), of(2, dealt), of(3, dealt)];
            for (i, key) in keys.iter().flat_map(|key| [(0, key), (1, key)]) {
                let (own, lag) = (statistic(&declared[i], &format!("previous.{key}")), i + 1);
                for other in (0..3).filter(|other| *other != i) {
                    let ours = statistic(&declared[other], &format!("lag_{lag}.{key}"));
                    close(ours, own, &format!("{key} at {lag} beside {other}"));
                }
                let none = format!("lag_{lag}.{key}");
                assert!(declared[i].battery().test(&none).is_none(), "{none}");
            }
        }
    }

    /// Whole decks: successions by plain loops.
    #[test]
    fn counts_follow_their_definitions() {
        let mut fair = Fair::new(32);
        let decks: Vec<Vec<u8>> = (0..400).map(|_| fair.deck(52)).collect();
        let deals = counted(52, 1, &decks);
        let mut followed = 0;
        for (before, now) in decks.iter().zip(&decks[2..]) {
            let next = |pair: &&[u8]| before.windows(2).any(|old| old == *pair);
            followed += now.windows(2).filter(next).count();
        }
        assert_eq!(deals.other_lags[0].sums[1], followed as u64);
        assert_eq!(deals.other_lags[0].lag, 2);
    }
}
