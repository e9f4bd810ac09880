//! CRD-003: hand that stayed in has no cards on record. The procedure is described in `crd_003.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::{Action, Seat};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.is_declared_void() {
        return;
    }
    let played = case.players().any(|(_, row, _)| row.action == Action::Play);
    for row in case.rows {
        let needed = match row.seat {
            Seat::Player(_) => row.action == Action::Play,
            // A house dealer who deals for a player banker has no hand.
            Seat::Dealer | Seat::Banker(_) => played && case.rules.is_opponent(row.seat),
        };
        if !needed {
            continue;
        }
        tally.tested += 1;
        if row.cards.is_empty() {
            tally.push(case.at_row(row).words("the cards of the hand", "none").because(format!(
                "Seat {} took part in the settlement of round {} at table {}, but its cards are \
                     not on record, so its wagers cannot be settled again.",
                row.seat, case.round, case.table.id
            )));
        }
    }
}
