//! MTR-004: lit sensors differ from the progressive wagers. The procedure is described in `mtr_004.md`.

use super::{Fill, RoundCase, Tally, has_stray, lacks_hand};
use feltproof_model::{ControllerKind, SeatSet, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.table.links.is_empty() || case.rows.is_empty() || case.repeated {
        return;
    }
    let Some(event) = case.controller.iter().find(|e| e.kind == ControllerKind::CoinIn) else {
        return;
    };
    tally.tested += 1;
    let mut wagered = SeatSet::EMPTY;
    for (_, row, _) in case.players() {
        if let (Some(seat), false) = (row.seat.player(), row.stake[Wager::Progressive].is_zero()) {
            wagered = wagered.with(seat);
        }
    }
    if wagered == event.lit {
        return;
    }
    // The wager of a lit seat may stand in a hole of the hands journal.
    let are_lit = wagered.iter().all(|seat| event.lit.contains(seat));
    if let Some(why) = lacks_hand(case).filter(|_| are_lit).or_else(|| has_stray(case)) {
        return tally.left_open(why, || {
            let table = &case.table.id;
            format!("Whether each lit sensor of round {} of table {table} has a wager", case.round)
        });
    }
    if let Some(hole) = case.holes.sensors {
        return tally.left_open(hole.of(case.scope), || {
            let table = &case.table.id;
            format!("Which sensors were lit in round {} of table {table}", case.round)
        });
    }
    tally.push(
        case.at_controller(event)
            .words(format!("sensors {wagered}"), format!("sensors {}", event.lit))
            .because(format!(
                "Seats with a progressive wager in round {} of table {}: {wagered}; lit sensors at \
                 COIN IN: {}. A seat lit without a wager, or a wager not lit, makes the meter or the \
                 payout wrong.",
                case.round, case.table.id, event.lit
            )),
    );
}
