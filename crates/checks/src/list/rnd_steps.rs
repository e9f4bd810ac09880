//! RND: what the controller records of a round: its steps in order, who made them, hand buttons, the link open.

use super::{Fill, RoundCase, Tally, card_for, has_stray, wins_in_manager};
use feltproof_model::engagement::JournalKind::{Controller, Manager};
use feltproof_model::engagement::Role;
use feltproof_model::{
    CauseKey, ControllerEvent, ControllerKind, HandRow, ManagerEvent, ManagerKind, Money, Party,
    SeatSet, Sum, Wager,
};
use feltproof_record::{LinkHours, confirmations};

/// Controller events are out of procedure order.
pub(super) fn rnd_005(case: &RoundCase<'_>, tally: &mut Tally) {
    let (Some(_), Some(link)) = (case.start(), case.link()) else { return };
    tally.tested += 1;
    let place = |line| case.scope.place(Controller, line);
    let fault = fault_within(case).filter(|at| case.departure.as_ref().is_none_or(|d| *at < d.at));
    if let Some(fault) = fault.and_then(|at| case.controller.get(at)) {
        let why = "no document says what a controller does after it";
        return tally.left_open(why, || {
            let (name, place) = (case.name(), place(fault.line));
            format!("Whether {name} went on in order after the fault `{}` of {place}", fault.value)
        });
    }
    let Some(departure) = &case.departure else { return };
    let Some(event) = case.controller.get(departure.at) else { return };
    // The step before it may stand in a hole.
    if let Some(why) = case.why(case.holes.controller) {
        return tally.left_open(why, || format!("Whether {} is in order", place(event.line)));
    }
    let recorded = event.kind.name();
    let in_order = departure.in_order.as_str();
    let why = match &departure.since {
        Some(since) => format!(
            "Round {} of table {} began with {recorded} while the award of round {} was not released: \
             after {} of line {} the procedure of the system {} allows {in_order}.",
            case.round,
            case.table.id,
            since.round,
            since.kind.name(),
            case.scope.line(Controller, since.line),
            link.system
        ),
        None => format!(
            "In {} the controller recorded {recorded}; what the procedure of the system {} allows there is \
             {in_order}.",
            case.name(),
            link.system
        ),
    };
    tally.push(case.at_controller(event).words(in_order, recorded).because(why));
}

/// The place of the first fault between COIN IN and the end of the round.
fn fault_within(case: &RoundCase<'_>) -> Option<usize> {
    let is_end = |kind| matches!(kind, ControllerKind::EndGame | ControllerKind::Void);
    let start = case.controller.iter().position(|e| e.kind == ControllerKind::CoinIn)?;
    let end = case.controller.iter().position(|e| is_end(e.kind));
    let end = end.unwrap_or(case.controller.len());
    let is_fault =
        |at: usize| case.controller.get(at).is_some_and(|e| e.kind == ControllerKind::Fault);
    (start..end).find(|at| is_fault(*at))
}

/// Step of an award was made by someone who may not.
pub(super) fn rnd_009(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(procedure) = case.scope.procedure(case.table_id) else { return };
    let events: Vec<&ControllerEvent> = case.controller.iter().collect();
    let cards: Vec<u32> =
        awards(case).filter_map(|award| Some(card_for(&events, award.seat?)?.line)).collect();
    for event in &case.controller {
        let roles = procedure.by(event.kind);
        let is_named = !event.actor.trim().is_empty();
        // Who held the card that released an award is AWD-005's; one that was refused before it is judged here.
        if !(roles.is_empty() || is_named && cards.contains(&event.line)) {
            tally.tested += 1;
            may_step(case, event, roles, tally);
        }
    }
}

fn may_step(case: &RoundCase<'_>, event: &ControllerEvent, roles: &[Role], tally: &mut Tally) {
    let (actor, step) = (event.actor.trim(), event.kind.name());
    let step_of = || format!("step {step} of {}", case.scope.place(Controller, event.line));
    let recorded = if actor.is_empty() {
        if let Some(why) = case.why(case.holes.actors) {
            return tally.left_open(why, || format!("Who made the {}", step_of()));
        }
        "nobody on record".to_owned()
    } else {
        match case.scope.engagement.person(actor).map(|s| s.role) {
            Some(role) if roles.contains(&role) => return,
            Some(role) if !case.scope.engagement.is_ambiguous(actor) => {
                format!("{actor}, {}", role.name())
            }
            person => {
                let why = match person {
                    Some(_) => {
                        format!("several on the staff list whose roles differ are named {actor}")
                    }
                    None => format!("{actor} is not on the staff list, which may lack people"),
                };
                let what = || format!("Whether {actor} may make the {}", step_of());
                return tally.left_open(why, what);
            }
        }
    };
    let may = roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(" or ");
    tally.push(case.at_controller(event).words(&may, &recorded).because(format!(
        "In {} the step {step} of an award was made by {recorded}. By the procedure of the system a second \
         person verifies the hand: {may}.",
        case.name()
    )));
}

/// The last press of each hand button that is on at the end of a round: pressed again it is off. One that is out of
/// order is RND-005's, one that names another round RND-001's.
fn buttons_on<'a>(case: &'a RoundCase<'_>) -> Vec<&'a ControllerEvent> {
    let in_order = case.departure.as_ref().map_or(case.controller.len(), |departure| departure.at);
    let mut on: Vec<(usize, &ControllerEvent)> = Vec::new();
    for (at, event) in case.controller.iter().enumerate() {
        if event.kind != ControllerKind::HandButton {
            continue;
        }
        let same =
            |e: &(usize, &ControllerEvent)| (e.1.seat, &e.1.value) == (event.seat, &event.value);
        match on.iter().position(same) {
            Some(at) => drop(on.remove(at)),
            None => on.push((at, event)),
        }
    }
    on.retain(|(at, event)| *at < in_order && event.round == case.round);
    on.into_iter().map(|(_, event)| event).collect()
}

/// The button at another seat may be that of an award that names the wrong one (AWD-002), or the award's at a wrong one
/// (AWD-004).
fn may_be_of_award(case: &RoundCase<'_>, on: &[&ControllerEvent]) -> bool {
    awards(case).any(|award| on.iter().all(|e| e.seat != award.seat))
}

fn awards<'a>(case: &'a RoundCase<'_>) -> impl Iterator<Item = &'a ManagerEvent> {
    case.manager.iter().filter(|e| e.kind == ManagerKind::Award)
}

/// Whether more was confirmed than awards are on record: AWD-007's, unless no manager has them.
fn is_award_lost(case: &RoundCase<'_>) -> bool {
    let confirmed = confirmations(case.scope.procedure(case.table_id), &case.controller);
    confirmed.len() > wins_in_manager(case)
}

/// Hand button does not name the hand that was dealt.
pub(super) fn rnd_010(case: &RoundCase<'_>, tally: &mut Tally) {
    let is_judged = case.link().is_some() && case.start().is_some();
    if !is_judged || case.repeated || case.is_void() || is_award_lost(case) {
        return;
    }
    let Some(paytable) = case.rules.paytable(Wager::Progressive) else { return };
    let on = buttons_on(case);
    if may_be_of_award(case, &on) {
        return;
    }
    let mut missing: Vec<(&HandRow, &str)> = Vec::new();
    let found = tally.found;
    for (at, row, settled) in case.players() {
        // The hand of an award is AWD-002's, and its button AWD-004's.
        let is_awarded = awards(case).any(|e| e.seat == Some(row.seat));
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
        let hole = case.why(case.holes.controller.or(undone)).map(|why| why.to_string());
        // The hand at the seat is on record; another that is missing says nothing of it.
        if let Some(why) = has_stray(case).or(hole) {
            tally.left_open(why, || in_question(case, row));
            continue;
        }
        let found =
            case.at_controller(event).words(dealt.unwrap_or("no hand button"), &event.value);
        tally.push(found.suspected(apart(case)).because(format!(
            "Seat {} in {} held {}: by the paytable {} that is {}. The hand button left on at its seat is {}.",
            row.seat,
            case.name(),
            row.cards.pretty(),
            paytable.id,
            dealt.unwrap_or("no winner"),
            event.value
        )));
    }
    // A button at a wrong seat is missing at the right one: one exception. The rest is not judged.
    let is_said = tally.found > found || case.departure.is_some();
    for (row, hand) in missing.into_iter().filter(|_| !is_said) {
        not_pressed(case, (row, hand), tally);
    }
}

/// That the row of a hand names another seat, or the buttons are those of other rounds, where the wagers are.
fn apart(case: &RoundCase<'_>) -> Option<CauseKey> {
    let apart = || case.table.link().and_then(|link| case.apart(link, false));
    case.misnamed_hand().or_else(apart)
}

fn in_question(case: &RoundCase<'_>, row: &HandRow) -> String {
    format!("Whether the hand button of seat {} in {} names its hand", row.seat, case.name())
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
    if let Some(why) = case.why(case.holes.controller.or(case.holes.of_button(hand))) {
        return tally.left_open(why, || in_question(case, row));
    }
    let found = case.at_row(row).words(hand, "no hand button").suspected(apart(case));
    tally.push(found.because(format!(
        "Seat {} in {} held {}, which wins from the tray: the dealer presses the hand button {hand} for it. None \
         is on record.",
        row.seat,
        case.name(),
        row.cards.pretty()
    )));
}

/// Hand button is on at a seat that is not lit.
pub(super) fn rnd_011(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(coin_in) = case.start() else { return };
    if case.link().is_none() || case.is_void() {
        return;
    }
    let on = buttons_on(case);
    let is_of_award = is_award_lost(case) || may_be_of_award(case, &on);
    for event in on {
        let Some(seat) = event.seat.and_then(|seat| seat.player()) else { continue };
        tally.tested += 1;
        let lit = coin_in.lit;
        if lit.contains(seat) {
            continue;
        }
        let row = case.players().find(|(_, row, _)| Some(row.seat) == event.seat);
        // Unlit wagers are MTR-004's, awards without one AWD-002's, idle confirmations AWD-007's.
        let is_wagered = row.is_some_and(|(_, row, _)| !row.stake[Wager::Progressive].is_zero());
        let is_awarded = !case.rows.is_empty() && awards(case).any(|e| e.seat == event.seat);
        if is_wagered || is_awarded || is_of_award {
            continue;
        }
        let hole = case.holes.controller.or(case.holes.sensors).or(case.holes.not_undone);
        if let Some(why) = case.why(hole) {
            tally.left_open(why, || {
                let name = case.name();
                format!("Whether a hand button is on at seat {seat}, which is not lit, in {name}")
            });
            continue;
        }
        let expected = format!("one of the lit seats {lit}");
        let found = case.at_controller(event).words(expected, format_args!("seat {seat}"));
        tally.push(found.suspected(apart(case)).because(format!(
            "In {} the hand button {} is on at seat {seat}; the sensors lit at COIN IN are {lit}. A seat without a \
             progressive wager wins nothing of it.",
            case.name(),
            event.value
        )));
    }
}

/// Table was played while its link was closed.
pub(super) fn rnd_012(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(event) = case.start().filter(|e| e.lit != SeatSet::EMPTY) else { return };
    if case.link_hours == LinkHours::Unknown {
        return;
    }
    tally.tested += 1;
    let Some((link, closed, hole)) = case.played_while_closed() else { return };
    let link = case.scope.link(link);
    if let Some(why) = case.why(hole.or(case.holes.manager)) {
        return tally
            .left_open(why, || format!("Whether link {} was open in {}", link.id, case.name()));
    }
    let (lit, unit) = (event.lit, case.rules.unit().unwrap_or(link.unit));
    let wagered: Sum = lit.iter().map(|_| unit).sum();
    let found = case.at_controller(event).of_link(link).money(wagered, Money::ZERO, Party::Fund);
    tally.push(found.because(format!(
        "Round {} of table {} was started with the sensors {lit} lit, {unit} for each, while link {} was \
         closed ({}) and not opened again: the meter was given nothing of {wagered}.",
        case.round,
        case.table.id,
        link.id,
        case.scope.place(Manager, closed)
    )));
}
