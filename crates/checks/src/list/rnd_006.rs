//! RND-006: seat does not exist at the table. The procedure is described in `rnd_006.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::Banked;
use feltproof_model::{HandRow, Seat};

/// Why a row cannot stand where it does; `None` when it can.
fn fault(case: &RoundCase<'_>, row: &HandRow) -> Option<&'static str> {
    let banked = case.rules.banked();
    match row.seat {
        Seat::Player(seat) if seat > case.table.seats => {
            Some("a hand was recorded at a seat beyond them")
        }
        Seat::Banker(_) if banked == Banked::House => Some(
            "the house banks its game, yet a player banker's hand was recorded, so the round cannot \
             be settled",
        ),
        Seat::Banker(seat) if seat > case.table.seats => {
            Some("the player banker was recorded at a seat beyond them")
        }
        Seat::Dealer if banked == Banked::Player && !row.cards.is_empty() => Some(
            "a player keeps the bank of its game, yet a house dealer's hand was recorded, so the \
             round cannot be settled",
        ),
        Seat::Player(_) | Seat::Banker(_) | Seat::Dealer => None,
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for row in case.rows {
        let why = fault(case, row);
        // The house dealer's row is tested only where it should have no hand.
        if row.seat == Seat::Dealer && why.is_none() {
            continue;
        }
        tally.tested += 1;
        let Some(why) = why else { continue };
        tally.push(
            case.at_row(row)
                .words(
                    format!("a seat from 1 to {}", case.table.seats),
                    format!("seat {}", row.seat),
                )
                .because(format!(
                    "Table {} has seats 1 to {}; {why} (seat {}). Correct the record or the \
                     engagement's seats.",
                    case.table.id, case.table.seats, row.seat
                )),
        );
    }
}
