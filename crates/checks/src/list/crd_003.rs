//! CRD-003: hand that stayed in has no cards on record. The procedure is described in `crd_003.md`.

use super::{Fill, RoundCase, Tally, hand_without_cards};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Action, Seat};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let played = case.players().any(|(_, row, _)| row.action == Action::Play);
    if case.is_declared_void() || !played {
        return leave_open(case, tally);
    }
    for row in case.rows {
        let needed = match row.seat {
            Seat::Player(_) => row.action == Action::Play,
            // A house dealer who deals for a player banker has no hand.
            Seat::Dealer | Seat::Banker(_) => case.rules.is_opponent(row.seat),
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

/// Of a round in which no hand was compared no cards are needed to settle it again; but what is not on record
/// could not be tested for its number (CRD-002) and against the other hands (CRD-001). Folded hands are
/// collected unseen.
fn leave_open(case: &RoundCase<'_>, tally: &mut Tally) {
    let lacks = hand_without_cards(case).filter(|_| case.is_declared_void());
    let opponent = || case.opponent_row().filter(|row| row.cards.is_empty());
    let Some(row) = lacks.or_else(opponent) else { return };
    tally.tested += 1;
    tally.left_open(
        format!(
            "the cards of line {} of the hands journal are not on record",
            case.scope.line(JournalKind::Hands, row.line)
        ),
        || {
            let (round, table) = (case.round, &case.table.id);
            format!("Whether the cards of round {round} of table {table} were the proper ones")
        },
    );
}
