//! Whether the rows of a paytable make a proper ladder: no row twice, none that can never pay, no
//! gap, and the lowest paid hand where the wager's name says it is.

use crate::paytable::{Prize, Row};
use crate::ranking::{Kind, Outcome, Ranking};
use feltproof_model::Wager;
use feltproof_toml::Section;

/// Reports what is wrong with the rows as a whole, of a wager that pays nothing below `lowest`.
pub(crate) fn check(
    table: Section<'_>,
    (wager, lowest): (Wager, Outcome),
    ranking: &Ranking,
    rows: &[(Section<'_>, Row)],
) {
    let kinds = (ranking.kinds)();
    for (i, (section, row)) in rows.iter().enumerate() {
        let above = rows.get(..i).unwrap_or(&[]);
        if above.iter().any(|(_, other)| other.hand == row.hand) {
            section.wrong("", "stands twice; remove one");
            continue;
        }
        let reachable = kinds.iter().any(|kind| {
            row.hand.takes(kind.worth)
                && !above.iter().any(|(_, other)| other.hand.takes(kind.worth))
        });
        if !reachable {
            section.wrong("", "can never pay, since rows above it take all its hands; move it up");
        }
    }
    let last = kinds.iter().rposition(|kind| lowest.takes(kind.worth)).unwrap_or(0);
    let row_of = |kind: &Kind| rows.iter().find(|(_, row)| row.hand.takes(kind.worth));
    // A paytable of shares of a meter alone is that of a level: a hand may win nothing of it.
    let is_of_level = rows.iter().all(|(_, row)| matches!(row.prize, Prize::Meter(_)));
    for (i, kind) in kinds.iter().enumerate() {
        // Royals and three aces belong to the kind below them, which is reported once.
        if kind.special && kinds.get(i + 1).is_some_and(|below| row_of(below).is_none()) {
            continue;
        }
        let name = &kind.name;
        match row_of(kind) {
            None if i <= last && !is_of_level => {
                table.wrong("rows", format!("no row pays {name}; add one, since {wager} pays it"));
            }
            Some((section, _)) if i > last => {
                let lowest = lowest.key();
                section.wrong("", format!("pays {name}, but {wager} pays nothing below {lowest}"));
            }
            // It pays what it should, or nothing where it should pay nothing.
            None | Some(_) => {}
        }
    }
}
