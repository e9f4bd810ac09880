//! Hands that nobody declared, sorted when written, within rows whose order was said to be that of dealing.
//!
//! A machine that shuffles badly puts hands in order too, but it favours cards. Whoever sorts hands does not: which cards lie
//! in which hand stays fair, or nothing is called sorted.

use super::PACKETS_MAX;
use super::layout::Layout;
use super::order::Order;
use super::table::{Stratum, Table, chi_square_p, ones};
use crate::recorded::Sorted;

/// Places of a row.
const PLACES: usize = 64;
/// Cards that a hand may be declared to have.
const DECLARED_MAX: usize = 32;
/// Probability above which it is fair which cards lie in which hand.
const SETS_MIN: f64 = 1e-6;

/// The cause, with the option that reads rows of these layouts, and what can be done in any case.
pub(super) fn why(
    found: &Sorted,
    layouts: impl Iterator<Item = Layout> + Clone,
    remedy: &str,
) -> String {
    let Sorted { size, from, groups: hands, order } = found;
    let place = if *from > 0 { format!(" from card {} on", from + 1) } else { String::new() };
    let why = order.why(&format!("hands of {size} cards in a row{place}"));
    let rows = layouts.map(Layout::cards);
    let fits = |last: usize| {
        let fit = |cards: usize| {
            cards >= last
                && (cards - last).is_multiple_of(*size)
                && (cards - last) / size < usize::from(PACKETS_MAX)
        };
        *from == 0 && (1..=DECLARED_MAX).contains(&last) && rows.clone().all(fit)
    };
    let rest = rows.clone().next().map_or(0, |row| row - row.min(size * hands));
    let option = match *size <= DECLARED_MAX {
        true if fits(*size) => format!("say --packets {size}, or "),
        true if fits(rest) => format!("say --packets {size} --last-packet {rest}, or "),
        _ => String::new(),
    };
    format!("{why}; {option}{remedy}")
}

/// Whether it is left to chance which cards lie in which hand: a table by hand and card, which no order
/// within hands can touch.
pub(super) fn are_hands_fair(order: &Order, n: usize, found: &Sorted) -> bool {
    let (size, from) = (found.size, found.from);
    let hand = |place: usize| (place + size - from) / size;
    let (mut counts, cells) = (vec![0; PLACES * PLACES], order.table.cells());
    for place in 0..n {
        let row = &mut counts[hand(place) * PLACES..(hand(place) + 1) * PLACES];
        super::add(row, &cells[place * PLACES..(place + 1) * PLACES]);
    }
    let strata = order.shapes.sizes().map(|(seen, known, deals)| {
        let mut rows: Vec<(usize, f64)> = Vec::new();
        for hand in (0..seen).map(hand) {
            match rows.last_mut() {
                Some((last, cards)) if *last == hand => *cards += 1.0,
                _ => rows.push((hand, 1.0)),
            }
        }
        // The last of a whole deck follows from the others.
        rows.truncate(if seen == n { rows.len() - 1 } else { rows.len() });
        Stratum::new(deals, rows, ones(known.min(n - 1)))
    });
    let table = Table { n, rows: PLACES, columns: PLACES, counts, strata: strata.collect() };
    chi_square_p(&table).is_none_or(|p| p.p() >= SETS_MIN)
}

#[cfg(test)]
mod tests {
    use super::super::recorded::written;
    use super::super::tests::{Fair, seen};
    use super::super::{Labels, Options, Order};
    use super::are_hands_fair;
    use crate::recorded::{Rows, Sorted, Standing, Stretches};

    /// Rows of 24 cards of fair decks, on which `write` leaves its mark.
    fn rows(count: usize, write: impl Fn(&mut [u8])) -> (Stretches, Order) {
        let mut within = Stretches::new(written(52, &Options::cards_52()), Rows::Alike);
        let (mut fair, mut order) = (Fair::new(31), Order::new());
        for _ in 0..count {
            let mut row = fair.deck(52);
            write(&mut row);
            row.truncate(24);
            within.push(row.iter().copied().map(u16::from));
            order.push(&Labels::fixed(52, &seen(52, &row)));
        }
        (within, order)
    }

    fn found(within: &Stretches) -> Option<Sorted> {
        within.sorted(None, false, Standing::between)
    }

    #[test]
    fn size_and_place_of_the_hands_are_found() {
        for (size, from) in [(2, 0), (2, 1), (3, 2), (5, 0), (8, 0), (12, 0), (5, 4)] {
            for sort in [|card: &u8| card % 13, |card: &u8| 51 - card] {
                let (within, order) = rows(300, |row| {
                    row[from..24].chunks_exact_mut(size).for_each(|hand| hand.sort_by_key(sort));
                });
                let found = found(&within).unwrap();
                assert!(are_hands_fair(&order, 52, &found));
                assert_eq!((found.size, found.from), (size, from));
                assert_eq!(found.groups, (24 - from) / size);
            }
        }
        assert_eq!(found(&rows(300, |_| {}).0), None);
    }

    /// An ace that always stands at one place is no sorted hand: it lies in one hand too often.
    #[test]
    fn a_stuck_card_is_no_sorted_hand() {
        let (within, order) = rows(2_000, |deck| {
            for (card, place) in [(51, 9), (38, 15), (25, 3)] {
                let at = deck.iter().position(|other| *other == card).unwrap();
                deck.swap(at, place);
            }
        });
        assert!(found(&within).is_none_or(|found| !are_hands_fair(&order, 52, &found)));
        let hands =
            |(size, from)| Sorted { order: crate::recorded::tests::some(), size, from, groups: 1 };
        assert!([(2, 0), (3, 0), (5, 0)].map(hands).iter().all(|f| !are_hands_fair(&order, 52, f)));
    }
}
