//! Whether the rows of a paytable make a proper ladder: no row twice, none that can never pay, no
//! gap, and the lowest paid hand where the wager's name says it is.

use crate::five_card::FiveCategory;
use crate::game::Row;
use crate::outcome::{Basis, Outcome};
use crate::rank::{HandRank, rank_of_ranks};
use feltproof_model::Wager;
use feltproof_toml::Section;

/// One hand of every kind that a paytable can tell apart, by name and worth, best first.
fn kinds(basis: Basis) -> Vec<(String, u16)> {
    let named = |(name, worth): (&str, u16)| (name.to_owned(), worth);
    match basis {
        Basis::BestFour => best_four().into_iter().map(|(name, r)| (name, r.number())).collect(),
        Basis::AllFive => {
            FiveCategory::ALL.into_iter().rev().map(|c| named((c.key(), c as u16))).collect()
        }
        Basis::Colours => {
            [("five_of_one_colour", 5), ("four_of_one_colour", 4), ("fewer", 3)].map(named).into()
        }
    }
}

fn best_four() -> Vec<(String, HandRank)> {
    let mut kinds = vec![
        ("four_aces".to_owned(), rank_of_ranks([12; 4], false)),
        ("four_of_a_kind".to_owned(), rank_of_ranks([0; 4], false)),
        ("royal_flush".to_owned(), rank_of_ranks([12, 11, 10, 9], true)),
        ("straight_flush".to_owned(), rank_of_ranks([5, 4, 3, 2], true)),
        ("three_aces".to_owned(), rank_of_ranks([12, 12, 12, 2], false)),
        ("three_of_a_kind".to_owned(), rank_of_ranks([5, 5, 5, 2], false)),
        ("flush".to_owned(), rank_of_ranks([9, 5, 3, 1], true)),
        ("straight".to_owned(), rank_of_ranks([5, 4, 3, 2], false)),
        ("two_pair".to_owned(), rank_of_ranks([5, 5, 2, 2], false)),
    ];
    for pair in (0..13).rev() {
        let kicker = if pair < 2 { 4 } else { 0 };
        let rank = rank_of_ranks([pair, pair, kicker, kicker + 1], false);
        kinds.push((rank.describe(), rank));
    }
    kinds.push(("high_card".to_owned(), rank_of_ranks([9, 5, 3, 1], false)));
    kinds
}

/// Reports what is wrong with the rows as a whole, of a wager that pays nothing below `lowest`.
pub(crate) fn check(
    table: Section<'_>,
    (wager, lowest): (Wager, Outcome),
    basis: Basis,
    rows: &[(Section<'_>, Row)],
) {
    let kinds = kinds(basis);
    for (i, (section, row)) in rows.iter().enumerate() {
        let above = rows.get(..i).unwrap_or(&[]);
        if above.iter().any(|(_, other)| other.hand == row.hand) {
            section.wrong("", "stands twice; remove one");
            continue;
        }
        let reachable = kinds.iter().any(|(_, kind)| {
            row.hand.takes(*kind) && !above.iter().any(|(_, other)| other.hand.takes(*kind))
        });
        if !reachable {
            section.wrong("", "can never pay, since rows above it take all its hands; move it up");
        }
    }
    let lowest = match basis {
        Basis::AllFive => Outcome::Five(FiveCategory::ThreeOfAKind),
        Basis::BestFour | Basis::Colours => lowest,
    };
    let last = kinds.iter().rposition(|(_, kind)| lowest.takes(*kind)).unwrap_or(0);
    let row_of = |kind: &u16| rows.iter().find(|(_, row)| row.hand.takes(*kind));
    for (i, (name, kind)) in kinds.iter().enumerate() {
        // Royals and three aces belong to the kind below them, which is reported once.
        let special =
            matches!(name.as_str(), "royal_flush" | "three_aces") && basis == Basis::BestFour;
        if special && kinds.get(i + 1).is_some_and(|(_, below)| row_of(below).is_none()) {
            continue;
        }
        match row_of(kind) {
            None if i <= last => {
                table.wrong("rows", format!("no row pays {name}; add one, since {wager} pays it"));
            }
            Some((section, _)) if i > last => {
                let lowest = lowest.key();
                section.wrong("", format!("pays {name}, but {wager} pays nothing below {lowest}"));
            }
            _ => {}
        }
    }
}
