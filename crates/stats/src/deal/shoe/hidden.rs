//! What a hole card that is looked at and never shown does to the cards that are seen: taken off before these are judged.
//!
//! In blackjack the dealer's second card lies face down. Where all players are out before it is turned it stays unknown, which
//! by itself is nothing: it lies among the cards that were not seen. But a dealer who shows an ace looks at it first and turns it
//! where it is a ten, and under a ten where it is an ace. A card that play goes on over, and that is not shown then, is none. So
//! more of the cards that are seen are tens and aces.
//!
//! Where a share `q` of such rounds ends unseen, and a share `f` of the cards that are left is dealt later, a round has
//! `q (1 + f) a t (1 - t)` tens too many, with `a` and `t` the shares of aces and tens in a shoe, and `q (1 + f) t a (1 - a)`
//! aces; all other ranks lack them alike. How many rounds end so is not on record. A player alone makes it most often, and is
//! out in some three rounds of ten, so that `q (1 + f)` of one is more than any game has. Of all that lies between none and
//! that, what fits best is taken off: what is left is at most what the true excess leaves, so that no fair shoe departs the
//! more often. Missing tens or aces, and single cards of them, are seen as before.

/// The first rank of a ten, the lowest rank being nought and the ace the highest.
const TEN: u8 = 8;
/// Ranks of a deck with such cards at least: tens may be court cards alone.
const RANKS_MIN: u8 = 12;

/// What is taken off.
pub(super) struct Hidden {
    /// Of each card how many copies too many, for one card that is seen.
    pub(super) excess: Vec<f64>,
    /// By which share of their number tens, and aces, may come more often.
    pub(super) at_most: [f64; 2],
}

impl Hidden {
    /// Takes the most that hidden cards of so many rounds explain off the excess of each card, of so many cards seen; by its
    /// rank. None where the cards are not of such a deck.
    pub(super) fn take_off(
        excess: &mut [f64],
        rank: &[u8],
        (rounds, cards): (f64, f64),
    ) -> Option<Self> {
        let ace = rank.iter().copied().max().filter(|top| *top + 1 >= RANKS_MIN)?;
        let types = rank.len() as f64;
        let pattern = |is: &dyn Fn(u8) -> bool| {
            let own = rank.iter().filter(|rank| is(**rank)).count() as f64;
            let of = |rank: &u8| if is(*rank) { 1.0 / own } else { -1.0 / (types - own) };
            (own / types, rank.iter().map(of).collect::<Vec<f64>>())
        };
        let (tens, of_tens) = pattern(&|rank| rank >= TEN && rank < ace);
        let (aces, of_aces) = pattern(&|rank| rank == ace);
        let most = [rounds * aces * tens * (1.0 - tens), rounds * tens * aces * (1.0 - aces)];
        let patterns = [of_tens, of_aces];
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let shared = product(&patterns[0], &patterns[1]);
        let mut taken = [0.0; 2];
        // One after the other: each turn leaves a 27th of what is wrong.
        for at in (0..2).cycle().take(40) {
            let own = product(excess, &patterns[at]) - taken[1 - at] * shared;
            taken[at] = (own / product(&patterns[at], &patterns[at])).clamp(0.0, most[at]);
        }
        let of_card = |card: usize| taken[0] * patterns[0][card] + taken[1] * patterns[1][card];
        let all: Vec<f64> = (0..rank.len()).map(of_card).collect();
        excess.iter_mut().zip(&all).for_each(|(excess, taken)| *excess -= taken);
        let excess = all.iter().map(|taken| taken / cards).collect();
        Some(Self { excess, at_most: [most[0] / (cards * tens), most[1] / (cards * aces)] })
    }

    /// The same as a sentence.
    pub(super) fn note(&self) -> String {
        let [tens, aces] = self.at_most.map(|share| 100.0 * share);
        format!(
            "A dealer who looks at a hole card and never shows it lets more tens and aces be seen: up to {tens:.1} % more tens and \
             {aces:.1} % more aces depart from nothing, and beyond that they do."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{Fair, close};
    use super::super::tests::{departures, form, new_shoe, shuffled};
    use super::super::{Rows, ShoeForm, Shoes};
    use super::*;
    use crate::battery::Battery;
    use crate::deal::Options;

    /// What is taken off leaves the smallest sum of squares of all that is allowed: by a grid over both.
    #[test]
    fn the_best_fit_within_bounds_is_taken_off() {
        let rank = Options::cards_52().classes.unwrap().rank;
        let mut fair = Fair::new(61);
        for turn in 0..12 {
            let mut excess: Vec<f64> = (0..52).map(|_| fair.below(41) as f64 - 20.0).collect();
            let mean = excess.iter().sum::<f64>() / 52.0;
            let more = |card: usize| match rank[card] {
                12 => f64::from(turn) - 4.0,
                8..12 => f64::from(turn) * 0.7 - 2.0,
                _ => 0.0,
            };
            (0..52).for_each(|card| excess[card] += more(card) - mean);
            let before = excess.clone();
            let hidden = Hidden::take_off(&mut excess, &rank, (3_000.0, 15_000.0)).unwrap();
            let bounds = hidden.at_most;
            let most = [3_000.0 / 13.0 * 36.0 / 169.0, 3_000.0 / 13.0 * 48.0 / 169.0];
            close(bounds[0], most[0] / (15_000.0 * 4.0 / 13.0), "tens");
            close(bounds[1], most[1] / (15_000.0 / 13.0), "aces");
            let squares = |a: f64, b: f64| -> f64 {
                let left = |card: usize| {
                    let ten = if (8..12).contains(&rank[card]) { a / 16.0 } else { -a / 36.0 };
                    let ace = if rank[card] == 12 { b / 4.0 } else { -b / 48.0 };
                    before[card] - ten - ace
                };
                (0..52).map(|card| left(card).powi(2)).sum()
            };
            let steps = |most: f64| (0..=200).map(move |step| most * f64::from(step) / 200.0);
            let grid = steps(most[0]).flat_map(|a| steps(most[1]).map(move |b| squares(a, b)));
            let least = grid.fold(f64::MAX, f64::min);
            let found: f64 = excess.iter().map(|one| one * one).sum();
            let of_card = (before[3] - excess[3]) / 15_000.0;
            close(hidden.excess[3] + 1.0, of_card + 1.0, "of a card");
            assert!(found <= least + 1e-9 && found > least - 1.0, "{turn}: {found} {least}");
        }
        assert!(Hidden::take_off(&mut [1.0, -1.0], &[0, 1], (10.0, 50.0)).is_none());
    }

    /// The best total of a hand, aces as 11 where that is not too much; and whether one is.
    fn total(cards: &[u8]) -> (u32, bool) {
        let points = |card: &u8| match card % 13 {
            12 => 1,
            rank => u32::from(rank.min(8)) + 2,
        };
        let sum: u32 = cards.iter().map(points).sum();
        let is_soft = cards.iter().any(|card| card % 13 == 12) && sum <= 11;
        (sum + if is_soft { 10 } else { 0 }, is_soft)
    }

    /// One round: a player who stands on 17, or on 12 against a low card, and a dealer who looks under an ace and a ten and
    /// stands on 17. The cards that are seen, the hole card where it lies or where it is turned; how many cards were dealt.
    fn round(shoe: &[u8], as_seen: bool) -> (Vec<u8>, usize) {
        let (mut player, up, hole, mut at) = (vec![shoe[0], shoe[2]], shoe[1], shoe[3], 4);
        let mut dealer = vec![up, hole];
        let (looks, mut is_shown) = (up % 13 >= 8, false);
        if looks && total(&dealer).0 == 21 {
            is_shown = true;
        } else if total(&player).0 != 21 {
            let low = up % 13 < 5;
            while match total(&player) {
                (sum, true) => sum < 18,
                (sum, false) => sum < if low { 12 } else { 17 },
            } {
                player.push(shoe[at]);
                at += 1;
            }
            is_shown = total(&player).0 <= 21;
        }
        let drawn = player[2..].to_vec();
        while is_shown && total(&dealer).0 < 17 && at > 0 {
            dealer.push(shoe[at]);
            at += 1;
        }
        let hole = &[hole][..usize::from(is_shown)];
        let parts = if as_seen { [&drawn, hole] } else { [hole, &drawn] };
        ([&shoe[..3], &parts.concat(), &dealer[2..]].concat(), at)
    }

    /// So many rounds out of shoes of six decks less these cards, three quarters of each dealt; and the tens and cards seen.
    fn game(
        form: &ShoeForm,
        rounds: u64,
        (missing, as_seen): (&[u8], bool),
        seed: u64,
    ) -> (Battery, [u64; 2]) {
        let mut fair = Fair::new(seed);
        let mut all = Shoes::new(form.clone()).unwrap();
        let (mut played, mut seen) = (0, [0; 2]);
        while played < rounds {
            let mut shoe = new_shoe(6);
            for card in missing {
                let at = shoe.iter().position(|other| other == card).unwrap();
                shoe.remove(at);
            }
            shuffled(&mut shoe, &mut fair);
            let (mut at, mut cards, mut sizes) = (0, Vec::new(), Vec::new());
            while at < 234 {
                let (mut row, dealt) = round(&shoe[at..], as_seen);
                at += dealt;
                played += 1;
                seen[0] += row.iter().filter(|card| (8..12).contains(&(*card % 13))).count() as u64;
                seen[1] += row.len() as u64;
                if !form.ordered {
                    row.sort_unstable();
                }
                sizes.push(row.len() as u16);
                cards.extend(row);
            }
            if form.rows == Rows::Shoes {
                all.push(&cards, &sizes, 312).unwrap();
                continue;
            }
            for size in sizes {
                all.push(&cards.drain(..usize::from(size)).collect::<Vec<u8>>(), &[], 312).unwrap();
            }
        }
        (all.battery(), seen)
    }

    /// Of 300,000 rounds of a fair game, however its hole cards are written, no test departs, although tens come more often
    /// than chance alone would have them; two tens of 96 that are missing from every shoe are seen.
    #[test]
    fn hole_cards_that_are_not_shown_accuse_nobody_and_missing_tens_do() {
        let unordered = ShoeForm { ordered: false, ..form(6, Rows::Shoes) };
        let (king, queen) = (11, 13 + 10);
        for (form, as_seen) in [
            (form(6, Rows::Shoes), true),
            (form(6, Rows::Shoes), false),
            (unordered, false),
            (form(6, Rows::Rounds), true),
        ] {
            let (fair, [tens, cards]) = game(&form, 300_000, (&[], as_seen), 71);
            let chance: f64 = 4.0 / 13.0;
            let more = tens as f64 / (cards as f64 * chance) - 1.0;
            assert!((0.001..0.004).contains(&more), "{more}");
            let what = (form.ordered, as_seen, form.rows);
            assert_eq!(departures(&fair), Vec::<String>::new(), "{what:?}");
            let p = fair.test("fixed.dealt_rank").and_then(|test| test.figures()).map(|f| f.p.p());
            assert!(p.is_some_and(|p| p > 0.01), "{what:?}: {p:?}");
            let (faulty, _) = game(&form, 100_000, (&[king, queen], as_seen), 72);
            let seen = departures(&faulty);
            assert!(seen.contains(&"fixed.dealt_card".to_owned()), "{what:?} {seen:?}");
        }
    }
}
