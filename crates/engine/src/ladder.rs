//! Whether the rows of a paytable make a proper ladder: no row twice, none that can never pay, no
//! gap, and the lowest paid hand where the wager's name says it is.

use crate::game::{Outcome, Row};
use crate::rank::{Category, HandRank, rank_of_ranks};
use crate::toml_reader::{At, Reader, Section};
use feltproof_model::Wager;

/// One hand of every kind that a paytable can tell apart, best first.
fn kinds() -> Vec<(String, HandRank)> {
    let mut kinds = vec![
        ("four_aces".to_owned(), rank_of_ranks([12; 4], false)),
        ("four_of_a_kind".to_owned(), rank_of_ranks([0; 4], false)),
        ("straight_flush".to_owned(), rank_of_ranks([5, 4, 3, 2], true)),
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

/// The lowest hand a wager pays: the meaning of its name in the documents.
const fn lowest(wager: Wager) -> Outcome {
    match wager {
        Wager::QueensUp => Outcome::PairFrom(10),
        Wager::Progressive => Outcome::Of(Category::ThreeOfAKind),
        _ => Outcome::Of(Category::Straight),
    }
}

/// Reports what is wrong with the rows as a whole.
pub(crate) fn check(reader: &mut Reader<'_>, table: &Section<'_>, wager: Wager, rows: &[At<Row>]) {
    let kinds = kinds();
    for (i, row) in rows.iter().enumerate() {
        let key = format!("row {}", row.value.hand.key());
        let above = rows.get(..i).unwrap_or(&[]);
        if above.iter().any(|r| r.value.hand == row.value.hand) {
            table.wrong(reader, row.at, &key, "stands twice; remove one".to_owned());
            continue;
        }
        let reachable = kinds.iter().any(|(_, rank)| {
            row.value.hand.includes(*rank) && !above.iter().any(|r| r.value.hand.includes(*rank))
        });
        if !reachable {
            let message = "can never pay, since rows above it take all its hands; move it up";
            table.wrong(reader, row.at, &key, message.to_owned());
        }
    }
    let lowest = lowest(wager);
    let last = kinds.iter().rposition(|(_, rank)| lowest.includes(*rank)).unwrap_or(0);
    for (i, (name, rank)) in kinds.iter().enumerate() {
        let row = rows.iter().find(|r| r.value.hand.includes(*rank));
        match row {
            None if i <= last => {
                let message = format!("no row pays {name}; add one, since {wager} pays it");
                table.wrong(reader, table.at(), "rows", message);
            }
            Some(row) if i > last => {
                let key = format!("row {}", row.value.hand.key());
                let message =
                    format!("pays {name}, but {wager} pays nothing below {}", lowest.key());
                table.wrong(reader, row.at, &key, message);
            }
            _ => {}
        }
    }
}
