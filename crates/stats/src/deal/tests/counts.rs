//! Every count a second time, slowly and straight from its definition.

use super::super::order::{Old, Order};
use super::super::pattern::{Count, Labels};
use super::super::{Deals, NO_CATEGORY};
use super::definitions::turns;
use super::{All, Fair, Layout, Options, counting, permutations, seen};

fn cycles(deck: &[u8]) -> u16 {
    let mut open = vec![true; deck.len()];
    let mut found = 0;
    for start in 0..deck.len() {
        found += u16::from(open[start]);
        let mut at = start;
        while std::mem::take(&mut open[at]) {
            at = usize::from(deck[at]);
        }
    }
    found
}

/// All counts of labels of a deal in order, of which some may be missing, by their definitions; the
/// cycles of whole decks alone.
fn plain(labels: &[Option<u8>], is_whole: bool) -> All {
    let order: Vec<u8> = labels.iter().flatten().copied().collect();
    let mut by_label: Vec<usize> = (0..order.len()).collect();
    by_label.sort_by_key(|i| order[*i]);
    let inverse: Vec<u8> = by_label.iter().map(|i| *i as u8).collect();
    let (descents, valleys) = turns(&order);
    let (rises, _) = turns(&inverse);
    let above = |i: usize| order[..i].iter().filter(|x| **x > order[i]).count();
    let step = |by: i16| {
        let hit = |w: &&[Option<u8>]| match w {
            [Some(a), Some(b)] => i16::from(*b) - i16::from(*a) == by,
            _ => false,
        };
        labels.windows(2).filter(hit).count() as u16
    };
    let own = |(i, label): &(usize, &Option<u8>)| **label == Some(*i as u8);
    let cycles = if is_whole { cycles(&order) } else { 0 };
    let fixed_points = labels.iter().enumerate().filter(own).count() as u16;
    let inversions = (0..order.len()).map(above).sum::<usize>() as u16;
    [rises, descents, valleys, fixed_points, step(1), cycles, inversions]
}

/// The same of both programs, of one order alone and of all up to now.
fn agree(all: &mut (Order, Vec<All>), labels: &Labels<'_>, plain: All) {
    assert_eq!(all.0.push(labels), plain, "{labels:?}");
    all.1.push(plain);
    for (count, _) in Count::TESTED {
        let mut histogram = [0; 65];
        all.1.iter().for_each(|plain| histogram[usize::from(plain[count as usize])] += 1);
        assert_eq!(all.0.histogram(count), histogram, "{count:?} of {}", all.1.len());
    }
}

fn some(cards: &[u8]) -> Vec<Option<u8>> {
    cards.iter().copied().map(Some).collect()
}

/// Whole decks and first cards of decks of all sizes, sorted ones and the ends of every range too.
#[test]
fn counts_of_cards_follow_their_definitions() {
    let mut both = (Order::new(), Vec::new());
    let mut fair = Fair::new(1);
    for n in [2, 3, 4, 5, 6, 7, 13, 31, 52, 63, 64] {
        let all: Vec<u8> = (0..n as u8).collect();
        let mut decks: Vec<Vec<u8>> = (0..40).map(|_| fair.deck(n)).collect();
        for by in 0..n {
            let mut turned = all.clone();
            turned.rotate_left(by);
            decks.push(turned.iter().rev().copied().collect());
            decks.push(turned);
        }
        for deck in &decks {
            for k in [n, n.div_ceil(2), 1] {
                let deal = seen(n, &deck[..k]);
                agree(&mut both, &Labels::fixed(n, &deal), plain(&some(&deck[..k]), k == n));
            }
        }
    }
    for deck in (1..=6).flat_map(permutations) {
        let n = deck.len();
        agree(&mut both, &Labels::fixed(n, &seen(n, &deck)), plain(&some(&deck), true));
    }
}

/// Against the deal before, of which some cards were not seen.
#[test]
fn counts_of_places_before_follow_their_definitions() {
    let mut both = (Order::new(), Vec::new());
    let mut fair = Fair::new(2);
    for (n, k, before) in [(52, 52, 52), (52, 35, 35), (52, 10, 20), (64, 60, 13), (5, 3, 2)] {
        for _ in 0..60 {
            let (now, old) = (fair.deck(n), fair.deck(n));
            let place = |card: &u8| old[..before].iter().position(|c| c == card).map(|p| p as u8);
            let labels: Vec<Option<u8>> = now[..k].iter().map(place).collect();
            let (now, old) = (seen(n, &now[..k]), seen(n, &old[..before]));
            let places = Old::places(&now, &old);
            let ours = Labels::previous(&now, &old, &places);
            agree(&mut both, &ours, plain(&labels, k == n && before == n));
        }
    }
}

#[test]
fn digits_are_ranks_among_the_labels_left() {
    let mut order = Order::new();
    let deal = seen(8, &[4, 1, 7]);
    order.push(&Labels { unseen: 0b1001_0010, ..Labels::fixed(8, &deal) });
    let cells = order.lehmer.cells();
    let hits: Vec<usize> = (0..cells.len()).filter(|i| cells[*i] > 0).collect();
    // 4 is the second of {1, 4, 7}, 1 the first of {1, 7}, 7 the only one.
    assert_eq!(hits, [61 * 64 + 1, 62 * 64, 63 * 64]);
}

/// The tables of some deals in order, counted again.
#[test]
fn tables_follow_their_definitions() {
    let (n, k, mut fair) = (20, 12, Fair::new(3));
    let mut order = Order::new();
    let (mut position, mut beside, mut lehmer) =
        (vec![0; 64 * 64], vec![0; 64 * 64], vec![0; 64 * 64]);
    for _ in 0..200 {
        let deck = fair.deck(n);
        order.push(&Labels::fixed(n, &seen(n, &deck[..k])));
        for (i, card) in deck[..k].iter().enumerate() {
            position[i * 64 + usize::from(*card)] += 1;
            lehmer[(64 - n + i) * 64 + deck[i..].iter().filter(|later| *later < card).count()] += 1;
        }
        for pair in deck[..k].windows(2) {
            beside[usize::from(pair[0]) * 64 + usize::from(pair[1])] += 1;
        }
    }
    assert_eq!((order.table.cells(), order.lehmer.cells()), (position, lehmer));
    let followed: Vec<_> = order.followed.iter().map(|(n, cells)| (*n, cells.cells())).collect();
    assert_eq!(followed, [(20, beside)]);
}

#[test]
fn small_counters_are_poured_before_they_overflow() {
    let sorted: Vec<u8> = (0..52).collect();
    let mut decks = counting(52, 1);
    let times = 140_000;
    (0..times).for_each(|_| decks.push_deck(&sorted).unwrap());
    for (order, total) in [(&decks.fixed.order, times), (&decks.before.order, times - 1)] {
        let (table, lehmer) = (order.table.cells(), order.lehmer.cells());
        assert!((0..52).all(|i| table[i * 65] == total && lehmer[(12 + i) * 64] == total));
        let followed: Vec<Vec<u64>> =
            order.followed.iter().map(|(_, cells)| cells.cells()).collect();
        assert!((0..51).all(|i| followed[0][i * 65 + 1] == total));
        assert_eq!(order.histogram(Count::Cycles)[52], total);
    }
}

/// Cards, packets and categories that no deal can have change nothing but the faults.
#[test]
fn a_fault_is_left_out() {
    let mut deals = Deals::new(52, 1, Options::cards_52()).unwrap();
    let packets = Layout::packets(2, 2);
    deals.push(packets, &[0, 1, 2, 3], &[NO_CATEGORY; 2]).unwrap();
    let counted = (deals.fixed.clone(), deals.sample.clone());
    deals.push(packets, &[0, 1, 2, 2], &[]).unwrap_err();
    deals.push(packets, &[0, 1, 2, 3], &[0, 0]).unwrap_err();
    assert_eq!((deals.fixed.clone(), deals.sample.clone()), counted);
    assert_eq!((deals.count(), deals.fault_count()), (1, 2));
}
