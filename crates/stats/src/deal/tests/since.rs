//! Whether the rows between which a series is said to have begun to be off hold the true one.

use super::{Fair, counting};
use crate::battery::Battery;

/// One riffle of Gilbert, Shannon and Reeds, turned round: each card goes to one of two packets by a coin.
fn riffle(fair: &mut Fair, deck: &mut [u8]) {
    let coins: Vec<usize> = deck.iter().map(|_| fair.below(2)).collect();
    let packet = |side| {
        let of = deck.iter().zip(&coins).filter(move |(_, coin)| **coin == side);
        of.map(|(card, _)| *card)
    };
    let riffled: Vec<u8> = packet(0).chain(packet(1)).collect();
    deck.copy_from_slice(&riffled);
}

/// The range that a machine gives which is fair before deck `broken`, counted from nought, and riffles the last deck so
/// often from then on.
fn since(decks: usize, broken: usize, riffles: usize, seed: u64) -> Option<(u64, u64)> {
    let mut fair = Fair::new(seed);
    let (mut deals, mut deck) = (counting(52, 1), fair.deck(52));
    for at in 0..decks {
        if at < broken {
            deck = fair.deck(52);
        } else {
            (0..riffles).for_each(|_| riffle(&mut fair, &mut deck));
        }
        deals.push_deck(&deck).unwrap();
    }
    let drifts = deals.drifts.series(decks as u64, "deck");
    Battery { drifts, ..Battery::default() }.since("previous")
}

/// Of machines that break at a known deck, and whose break is seen at all, at most one in a hundred is said to have broken
/// at other decks; the range is so wide in the middle.
#[test]
fn the_true_row_is_within_the_range() {
    let (mut seen, mut missed) = (0_u32, 0_u32);
    for (decks, broken, riffles, replications, widest) in [
        (1_000, 700, 4, 150, 20),
        (1_000, 700, 5, 150, 60),
        (1_000, 700, 6, 150, 700),
        (1_000, 100, 6, 150, 400),
        (1_000, 0, 6, 150, 400),
        (4_000, 2_801, 5, 50, 100),
        (4_000, 2_801, 6, 50, 800),
        (4_000, 1_000, 7, 50, 3_000),
    ] {
        let found = (0..replications).filter_map(|seed| since(decks, broken, riffles, seed));
        let mut widths: Vec<u64> = Vec::new();
        for (first, last) in found {
            let row = broken as u64 + 1;
            seen += 1;
            missed += u32::from(!(first..=last).contains(&row));
            widths.push(last - first);
        }
        widths.sort_unstable();
        let middle = widths.get(widths.len() / 2).copied();
        assert!(
            middle.is_none_or(|middle| middle <= widest),
            "{decks} {broken} {riffles}: {middle:?}"
        );
    }
    assert!(seen > 500 && missed * 100 <= seen, "{missed} of {seen}");
}
