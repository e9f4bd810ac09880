//! Ways to count that do not give what the rules say, or play without what the player may know,
//! computed to see whether a printed figure may have come about so. A match proves nothing by itself.

use crate::sheet::{Distribution, ratio};
use feltproof_engine::game::{Odds, Paytable, Prize};
use feltproof_engine::{Category, HandRank};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// The Bad Beat Bonus as if the two hands were dealt from separate packs, so that a card may be in
/// both; a tie of two pair or better pays as a beaten hand if `tie_pays`.
pub(super) fn separate_packs(
    hands: &BTreeMap<HandRank, u64>,
    table: &Paytable,
    tie_pays: bool,
) -> Distribution {
    let all: u64 = hands.values().sum();
    let pairs = |a: u64, b: u64| BigUint::from(a) * b;
    let mut beaten = vec![BigUint::default(); table.rows.len()];
    let mut better = all;
    for (rank, count) in hands {
        better -= count;
        if rank.category() < Category::TwoPair {
            continue;
        }
        // Either hand may be the lower one of the two.
        let mut deals = pairs(*count, better) * 2_u32;
        if tie_pays {
            deals += pairs(*count, *count);
        }
        let row = table.rows.iter().position(|row| row.hand.includes(*rank));
        if let Some(sum) = row.and_then(|row| beaten.get_mut(row)) {
            *sum += deals;
        }
    }
    let mut counted = Distribution::default();
    let mut rest = pairs(all, all);
    for (row, deals) in table.rows.iter().zip(beaten) {
        let net = match row.prize {
            Prize::Fixed(payout) => {
                let stake = i64::from(payout.odds == Odds::For);
                ratio(payout.pays.numerator(), payout.pays.denominator()) - ratio(stake, 1)
            }
            Prize::Meter(_) | Prize::ByHands(_) => ratio(0, 1),
        };
        rest -= &deals;
        counted.push((row.hand.key(), row.hand.title()), net, deals);
    }
    counted.push(("loss", "loss"), ratio(-1, 1), rest);
    counted
}
