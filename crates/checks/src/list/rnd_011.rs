//! RND-011: hand button is on at a seat that is not lit. The procedure is described in `rnd_011.md`.

use super::{Fill, RoundCase, Tally, buttons_on, wins_in_manager};
use feltproof_model::{ControllerKind, ManagerKind, Wager};
use feltproof_record::confirmations;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(coin_in) = case.controller.iter().find(|e| e.kind == ControllerKind::CoinIn) else {
        return;
    };
    if case.link().is_none() || case.is_void() {
        return;
    }
    let awards = || case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    let is_lost = confirmations(case.scope.procedure(case.table_id), case.controller).len()
        > wins_in_manager(case);
    for event in buttons_on(case) {
        let Some(seat) = event.seat.and_then(|seat| seat.player()) else { continue };
        tally.tested += 1;
        if coin_in.lit.contains(seat) {
            continue;
        }
        let row = case.players().find(|(_, row, _)| Some(row.seat) == event.seat);
        // A wager that is not lit is MTR-004's, an award without a wager AWD-002's, a confirmation without an
        // award AWD-007's.
        let is_wagered = row.is_some_and(|(_, row, _)| !row.stake[Wager::Progressive].is_zero());
        let is_awarded = !case.rows.is_empty() && awards().any(|e| e.seat == event.seat);
        if is_wagered || is_awarded || is_lost {
            continue;
        }
        let hole = case.holes.controller.or(case.holes.sensors).or(case.holes.not_undone);
        if let Some(hole) = hole {
            tally.left_open(hole.of(case.scope), || {
                let (round, table) = (case.round, &case.table.id);
                format!("Whether a hand button is on at seat {seat}, which is not lit, in round {round} of table {table}")
            });
            continue;
        }
        let (lit, selected) =
            (format!("one of the lit seats {}", coin_in.lit), format!("seat {seat}"));
        tally.push(case.at_controller(event).words(lit, selected).because(format!(
            "In round {} of table {} the hand button {} is on at seat {seat}; the sensors lit at COIN IN are {}. A \
             seat without a progressive wager wins nothing of it.",
            case.round, case.table.id, event.value, coin_in.lit
        )));
    }
}
