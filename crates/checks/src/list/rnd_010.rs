//! RND-010: hand button does not name the hand that was dealt. The procedure is described in `rnd_010.md`.

use super::{Fill, RoundCase, Tally, buttons_on, lacks_hand, wins_in_manager};
use feltproof_model::{ControllerEvent, ControllerKind, HandRow, ManagerKind, Wager};
use feltproof_record::confirmations;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let has = |kind| case.controller.iter().any(|e| e.kind == kind);
    let awards = || case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    // What was confirmed and is no award on record is AWD-007's, and where there is no manager journal it may be one.
    let is_lost = confirmations(case.scope.procedure(case.table_id), case.controller).len()
        > wins_in_manager(case);
    let is_judged = case.link().is_some() && has(ControllerKind::CoinIn);
    if !is_judged || case.repeated || case.is_void() || is_lost {
        return;
    }
    let Some(paytable) = case.rules.paytable(Wager::Progressive) else { return };
    let on = buttons_on(case);
    // The button at another seat may be that of an award that names the wrong one (AWD-002).
    if awards().any(|award| on.iter().all(|e| e.seat != award.seat)) {
        return;
    }
    let mut missing: Vec<(&HandRow, &str)> = Vec::new();
    let found = tally.found;
    for (at, row, settled) in case.players() {
        // The hand of an award is AWD-002's, and its button AWD-004's.
        let is_awarded = awards().any(|e| e.seat == Some(row.seat));
        let is_wagered = !row.stake[Wager::Progressive].is_zero();
        let is_known = settled.testable.contains(Wager::Progressive);
        let Some(rank) = settled.rank.filter(|_| is_wagered && is_known && !is_awarded) else {
            continue;
        };
        let is_from_tray = !settled.owed[Wager::Progressive].is_zero();
        let wins = is_from_tray || settled.meter_share.is_some();
        let dealt = paytable.row(rank, row.cards.as_slice()).filter(|_| wins);
        let dealt = dealt.map(|row| row.hand.key());
        // The paytable of a further meter may have another name for the hand.
        if case.wins_share(at) && settled.meter_share.is_none() {
            continue;
        }
        let mut own = on.iter().filter(|e| e.seat == Some(row.seat)).peekable();
        if own.peek().is_none() && !is_from_tray {
            continue;
        }
        tally.tested += 1;
        let is_pressed = own.clone().any(|e| dealt == Some(e.value.as_str()));
        let Some(event) = own.find(|e| dealt != Some(e.value.as_str())) else {
            missing.extend(dealt.filter(|_| !is_pressed).map(|hand| (row, hand)));
            continue;
        };
        // A hand that wins has its own button, whatever else was pressed by accident and undone.
        let undone = case.holes.not_undone.filter(|_| dealt.is_none() || is_pressed);
        let hole = case.holes.controller.or(undone).map(|hole| hole.of(case.scope).to_string());
        if let Some(why) = lacks_hand(case).or(hole) {
            tally.left_open(why, || in_question(case, row));
            continue;
        }
        let found = case.at_controller(event);
        tally.push(found.words(dealt.unwrap_or("no hand button"), &*event.value).because(format!(
            "Seat {} in round {} of table {} held {}: by the paytable {} that is {}. The hand button left on at \
             its seat is {}.",
            row.seat,
            case.round,
            case.table.id,
            row.cards.pretty(),
            paytable.id,
            dealt.unwrap_or("no winner"),
            event.value
        )));
    }
    // A button at a wrong seat is missing at the right one: that is one exception. What follows a step out of order
    // is not judged.
    let is_said = tally.found > found || case.departure.is_some();
    for (row, hand) in missing.into_iter().filter(|_| !is_said) {
        not_pressed(case, (row, hand), tally);
    }
}

fn in_question(case: &RoundCase<'_>, row: &HandRow) -> String {
    format!(
        "Whether the hand button of seat {} in round {} of table {} names its hand",
        row.seat, case.round, case.table.id
    )
}

/// A hand that is paid from the tray, and no hand button at its seat.
fn not_pressed(case: &RoundCase<'_>, (row, hand): (&HandRow, &str), tally: &mut Tally) {
    // A button that names another round may be its own; one that was pressed again to clear it is on record.
    let is_own = |e: &ControllerEvent| {
        e.kind == ControllerKind::HandButton && e.seat == Some(row.seat) && e.value == hand
    };
    if case.controller.iter().any(|e| e.round != case.round || is_own(e)) {
        return;
    }
    if let Some(hole) = case.holes.controller.or(case.holes.of_button(hand)) {
        return tally.left_open(hole.of(case.scope), || in_question(case, row));
    }
    tally.push(case.at_row(row).words(hand, "no hand button").because(format!(
        "Seat {} in round {} of table {} held {}, which wins from the tray: the dealer presses the hand button {hand} \
         for it. None is on record.",
        row.seat,
        case.round,
        case.table.id,
        row.cards.pretty()
    )));
}
