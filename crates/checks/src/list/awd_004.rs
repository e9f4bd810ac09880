//! AWD-004: award was not authorised by the procedure. The procedure is described in `awd_004.md`.

use super::{AwardCase, Fill, RoundCase, Scope, Tally};
use feltproof_engine::Procedure;
use feltproof_engine::game::Prize;
use feltproof_model::engagement::{JournalKind, Link};
use feltproof_model::{ControllerEvent, ControllerKind, ManagerEvent, Seat, Timestamp, Wager};

/// The two steps after the hand button: the events of which one begins an award, and those of which one
/// completes it.
type Steps = [Vec<ControllerKind>; 2];

fn steps_of(scope: &Scope, link: &Link) -> Steps {
    scope.procedure_of(link).map(Procedure::of_award).unwrap_or_default()
}

fn in_words(kinds: &[ControllerKind]) -> String {
    kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" or ")
}

/// The seat selected, and the hands of which one must be: none named where any will do.
type Light<'a> = (Seat, &'a [&'a str]);

/// The hands that win what the hand on record wins of the meter; none where the record does not say
/// what the hand wins.
fn hands_awarded(case: &AwardCase<'_>) -> Vec<&'static str> {
    // Of several meters that one hand wins, the paytables may call it differently.
    if case.scope.table(case.table).links.len() > 1 {
        return Vec::new();
    }
    let hand = case.hand.as_ref().filter(|hand| hand.known && !hand.void);
    let share = hand.and_then(|hand| hand.share);
    let rows = case
        .scope
        .rules(case.table)
        .paytable(Wager::Progressive)
        .map_or(&[][..], |paytable| &paytable.rows);
    let wins = |prize: &Prize| matches!(prize, Prize::Meter(of) if Some(*of) == share);
    rows.iter().filter(|row| wins(&row.prize)).map(|row| row.hand.key()).collect()
}

/// The first step of the procedure that `events` lack, in order. Steps up to `from` belong to an
/// award before, except that its light may still be on.
fn missing_step(
    events: &[&ControllerEvent],
    from: usize,
    (seat, hands): Light<'_>,
    steps: &Steps,
) -> Option<String> {
    let selected = |e: &&ControllerEvent| {
        let is_hand = hands.is_empty() || hands.contains(&e.value.as_str());
        e.kind == ControllerKind::HandButton && e.seat == Some(seat) && is_hand
    };
    let own = events.get(from..).unwrap_or_default();
    let presses = own.iter().filter(|e| selected(e)).count();
    let all = events.iter().filter(|e| selected(e)).count();
    // Pressing the button again undoes the selection; an award may leave the light on or off.
    if all % 2 == 0 && presses % 2 == 0 {
        return Some("the hand button of the seat".to_owned());
    }
    missing_after(own, own.iter().rposition(selected).map_or(0, |i| i + 1), steps)
}

/// The first of the two steps after the hand button that `own` lack from a place on, in order.
fn missing_after(own: &[&ControllerEvent], mut at: usize, steps: &Steps) -> Option<String> {
    for kinds in steps {
        match own.iter().skip(at).position(|e| kinds.contains(&e.kind)) {
            Some(next) => at += next + 1,
            None => return Some(in_words(kinds)),
        }
    }
    None
}

/// Where after `from` a procedure for the seat is complete: what happens to its light later, as
/// when the dealer clears it, does not matter.
fn completed<'a>(
    events: &'a [&'a ControllerEvent],
    from: usize,
    light: Light<'a>,
    steps: &'a Steps,
) -> impl Iterator<Item = usize> + 'a {
    (from + 1..=events.len()).filter(move |end| {
        let last = events.get(end - 1).is_some_and(|e| steps[1].contains(&e.kind));
        last && events.get(..*end).is_some_and(|e| missing_step(e, from, light, steps).is_none())
    })
}

/// The latest time by the controller's clock that may have been before a time of the manager.
pub(super) fn until(case: &AwardCase<'_>, time: Timestamp) -> Timestamp {
    // Controller and manager have clocks of their own: what they may differ by is declared.
    let window = case.scope.engagement.journals.iter().map(|j| j.disorder_micros).max();
    let window = window.unwrap_or(0);
    // Where they differ by more, the coin-in of the round says by how much.
    // A coin-in that was booked late looks like a clock that is slow: it shortens nothing.
    let skew = if case.skew_micros < -window { case.skew_micros } else { 0 };
    time.plus_micros(window).plus_micros(-skew)
}

/// Whether the steps that an award needs stand in its round, in their order and in time.
pub(super) fn is_complete(case: &RoundCase<'_>, link: &Link, award: &ManagerEvent) -> bool {
    let Some(seat) = award.seat else { return false };
    let events: Vec<&ControllerEvent> = case.controller.iter().collect();
    completed(&events, 0, (seat, &[]), &steps_of(case.scope, link)).next().is_some()
}

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    tally.tested += 1;
    let until = until(case, event.time);
    let before: Vec<&ControllerEvent> =
        case.controller.iter().filter(|e| e.time <= until).collect();
    let (seat, steps) = (case.seat, &steps_of(case.scope, case.link()));
    let hands = hands_awarded(case);
    // An award in place of one that was backed out needs a procedure of its own.
    let from = case.anew_after.and_then(|earlier| {
        completed(&before, 0, (seat, &[]), steps)
            .filter(|end| before.get(end - 1).is_some_and(|e| e.time <= earlier))
            .last()
    });
    let from = from.unwrap_or(0);
    if completed(&before, from, (seat, &hands), steps).next().is_some() {
        return;
    }
    if let Some(hole) = case.holes.controller.or(case.clock) {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "Whether the award of line {} of the manager journal was authorised",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    }
    if completed(&before, from, (seat, &[]), steps).next().is_some() {
        another_hand(case, event, &hands, &before, tally);
        return;
    }
    let light = (seat, &[][..]);
    let Some(mut missing) = missing_step(&before, from, light, steps) else { return };
    if let Some(hole) = case.holes.no_button {
        let after = missing_after(before.get(from..).unwrap_or_default(), 0, steps);
        let Some(after) = after else {
            return tally.left_open(hole.of(case.scope), || {
                let line = case.scope.line(JournalKind::Manager, event.line);
                format!(
                    "Which hand was selected for the award of line {line} of the manager journal"
                )
            });
        };
        missing = after;
    }
    let found = case.exception().words(&*missing, "not on record").suspected(case.meant_for());
    let [begins, completes] = steps;
    tally.push(found.because(format!(
        "Before an award leaves the meter the dealer presses the seat's hand button and a supervisor \
         makes the steps {} and {}. Before the award of {} in round {} of table {}, seat {}, {missing} is not on the \
         controller's record in that order.",
        in_words(begins),
        in_words(completes),
        event.amount,
        case.round,
        case.scope.table(case.table).id,
        case.seat
    )));
}

/// The procedure is whole, but for another hand than the one that won.
fn another_hand(
    case: &AwardCase<'_>,
    event: &ManagerEvent,
    hands: &[&str],
    before: &[&ControllerEvent],
    tally: &mut Tally,
) {
    let pressed = before.iter().rev().find(|e| {
        e.kind == ControllerKind::HandButton
            && e.seat == Some(case.seat)
            && !hands.contains(&e.value.as_str())
    });
    let pressed = pressed.map_or("another hand", |e| e.value.as_str());
    let (hand, cards) = (hands.join(" or "), case.hand.as_ref().map_or("", |h| h.cards.as_str()));
    tally.push(case.exception().words(hand.clone(), pressed).because(format!(
        "Before an award leaves the meter the dealer presses the button of the hand that won it. Round {} \
         of table {}, seat {}, won the award of {} with {cards}: {hand}. On the controller's record {pressed} \
         was selected for it.",
        case.round,
        case.scope.table(case.table).id,
        case.seat,
        event.amount,
    )));
}
