//! AWD: the steps by which an award is verified and released, and whose card releases it.

use super::awd_buttons::{
    Light, Missing, another_hand, hands_that_win, in_its_place, in_words, is_left_on, is_press,
};
use super::{AwardCase, Fill, RoundCase, Scope, Tally, hundredfold};
use feltproof_engine::Procedure;
use feltproof_model::engagement::JournalKind::{Controller, Manager};
use feltproof_model::engagement::{Link, Role};
use feltproof_model::{
    CauseKey, ControllerEvent, ControllerKind, ManagerEvent, ManagerKind, Money, Seat, Timestamp,
};
use feltproof_record::confirmations;

/// The two steps after the hand button: the events that begin an award, and those that complete it.
type Steps = [Vec<ControllerKind>; 2];

fn steps_of(scope: &Scope, link: &Link) -> Steps {
    scope.procedure_of(link).map(Procedure::of_award).cloned().unwrap_or_default()
}

/// The first step of the procedure that `events` lack, in order. Steps up to `from` belong to an
/// award before, except that its light may still be on.
fn missing_step<'a>(
    events: &[&ControllerEvent],
    from: usize,
    light: Light<'_>,
    steps: &'a Steps,
) -> Option<Missing<'a>> {
    let selected = |e: &&ControllerEvent| is_press(e, light) && is_left_on(events, from, e);
    if !events.iter().any(selected) {
        return Some(Missing::Button);
    }
    let own = events.get(from..).unwrap_or_default();
    missing_after(own, own.iter().rposition(selected).map_or(0, |i| i + 1), steps)
}

/// The first of the two steps after the hand button that `own` lack from a place on, in order.
fn missing_after<'a>(
    own: &[&ControllerEvent],
    mut at: usize,
    steps: &'a Steps,
) -> Option<Missing<'a>> {
    for kinds in steps {
        match own.iter().skip(at).position(|e| kinds.contains(&e.kind)) {
            Some(next) => at += next + 1,
            None => return Some(Missing::Step(kinds)),
        }
    }
    None
}

/// Where after `from` a procedure for the seat is complete, whatever happens to its light later.
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

/// Two clocks of whole seconds tell the difference between them to one second at each coin-in.
const CLOCKS_MICROS: i64 = 2_000_000;
const MINUTE_MICROS: i64 = 60_000_000;

/// By the controller's clock: up to when an event stands before a time of the manager, and up to when it may. Two
/// journals may have clocks that differ, by what the engagement declares; where the coin-in of the round stands in both at
/// one time, they do not.
fn until(case: &AwardCase<'_>, time: Timestamp) -> [Timestamp; 2] {
    let window = case.scope.engagement.journals.iter().map(|j| j.disorder_micros).max();
    let window = window.unwrap_or(0);
    // A coin-in that was booked late looks like a clock that is slow: it shortens nothing.
    let behind = case.skew_micros.map_or(0, |skew| -skew.min(0));
    // Other rounds of the table show by how much the two vary.
    let varies = case.least_skew_micros.map_or(0, |least| -least.min(0));
    let varies = if varies > CLOCKS_MICROS { varies } else { 0 };
    // A time of whole minutes may hide the seconds.
    let is_of_minute = time.0 % MINUTE_MICROS == 0;
    let tolerance = if is_of_minute { MINUTE_MICROS } else { 0 } + CLOCKS_MICROS;
    let [near, far] = [tolerance, window].map(|more| time.plus_micros(more));
    match case.skew_micros {
        Some(skew) if (-CLOCKS_MICROS..=CLOCKS_MICROS).contains(&skew) => {
            [near, near.plus_micros(varies)]
        }
        _ if behind > window => [near.plus_micros(behind), far.plus_micros(behind)],
        _ => [near.plus_micros(behind), far.max(near.plus_micros(behind.max(varies)))],
    }
}

/// Award was not authorised by the procedure.
pub(super) fn awd_004(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    tally.tested += 1;
    let [in_time, perhaps] = until(case, event.time).map(|until| {
        let events = case.controller.iter().filter(move |e| e.time <= until);
        events.collect::<Vec<&ControllerEvent>>()
    });
    let (seat, steps) = (case.seat, &steps_of(case.scope, case.link()));
    let winning = hands_that_win(case);
    let hands = winning.keys();
    // An award in place of one that was backed out needs a procedure of its own.
    let from = case.anew_after.and_then(|earlier| {
        let is_earlier = |end: &usize| perhaps.get(end - 1).is_some_and(|e| e.time <= earlier);
        completed(&perhaps, 0, (seat, &[]), steps).filter(is_earlier).last()
    });
    let from = from.unwrap_or(0);
    if completed(&in_time, from, (seat, hands), steps).next().is_some() {
        return;
    }
    let award = || format!("the award of {}", case.scope.place(Manager, event.line));
    if let Some(why) = case.why(case.holes.controller.or(case.clock)) {
        return tally.left_open(why, || format!("Whether {} was authorised", award()));
    }
    if completed(&perhaps, from, (seat, hands), steps).next().is_some() {
        let why = "its steps stand after it by less than the clocks of the two journals may differ";
        return tally.left_open(why, || format!("Whether {} was authorised before it", award()));
    }
    if completed(&perhaps, from, (seat, &[]), steps).next().is_some() {
        return another_hand(case, event, &winning, &perhaps, tally);
    }
    let Some(mut missing) = missing_step(&perhaps, from, (seat, &[]), steps) else { return };
    if let Some(why) = case.why(case.holes.no_button) {
        let after = missing_after(perhaps.get(from..).unwrap_or_default(), 0, steps);
        let Some(after) = after else {
            return tally.left_open(why, || format!("Which hand was selected for {}", award()));
        };
        missing = after;
    }
    // The journal of another property has no steps of it.
    let apart = Some(CauseKey::Apart { link: case.link_id, journal: Controller, more: false });
    let [recorded, instead] = in_its_place(case, &perhaps, missing);
    let found =
        case.exception().words(missing.in_words(), &recorded).suspected(case.meant_for().or(apart));
    let [begins, completes] = steps;
    tally.push(found.because(format!(
        "Before an award leaves the meter the dealer presses the seat's hand button and a supervisor \
         makes the steps {} and {}. Before the award of {} in {}, seat {seat}, {instead}.",
        in_words(begins),
        in_words(completes),
        event.amount,
        case.name()
    )));
}

fn card_in_words(is_executive: bool) -> &'static str {
    if is_executive { "an Executive card" } else { "a Supervisor card" }
}

/// The card that released the award of a seat: the last one that names the seat; else the last one
/// between the seat's hand button and the button of another seat; else the last one of the round.
pub(super) fn card_for<'a>(
    events: &[&'a ControllerEvent],
    seat: Seat,
) -> Option<&'a ControllerEvent> {
    let is_card = |e: &&&ControllerEvent| {
        matches!(e.kind, ControllerKind::SupervisorCard | ControllerKind::ExecutiveCard)
            && e.seat.is_none_or(|s| s == seat)
    };
    let button = |e: &ControllerEvent| e.kind == ControllerKind::HandButton;
    let from = events.iter().rposition(|e| button(e) && e.seat == Some(seat)).map_or(0, |i| i + 1);
    let own = events.iter().skip(from).take_while(|e| !button(e));
    let card = events
        .iter()
        .rfind(|e| is_card(e) && e.seat.is_some())
        .or_else(|| own.filter(is_card).last())
        .or_else(|| events.iter().rfind(is_card));
    card.copied()
}

/// Card does not reach the level of the award.
pub(super) fn awd_005(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    // No card at all is AWD-004's. One below the level releases nothing, so a higher one may follow it; what was
    // swiped after the award was taken did not release it.
    let [_, perhaps] = until(case, event.time);
    let before: Vec<&ControllerEvent> =
        case.controller.iter().filter(|e| e.time <= perhaps).collect();
    let Some(card) = card_for(&before, case.seat) else { return };
    tally.tested += 1;
    let (link, staff, actor) = (case.link(), &case.scope.engagement.staff, &card.actor);
    let needed = event.amount >= link.executive_from;
    let is_executive = card.kind == ControllerKind::ExecutiveCard;
    let role = case.scope.engagement.person(actor).map(|s| s.role);
    // An executive may hold either card; nobody else may hold another's.
    let may_hold =
        |role: Role| role == Role::Executive || !is_executive && role == Role::Supervisor;
    let swiped = card_in_words(is_executive);
    let is_too_low = needed && !is_executive;
    let recorded = match role {
        _ if is_too_low => format!("{swiped} ({actor})"),
        Some(role) if !may_hold(role) => {
            format!("{swiped}, swiped by {actor} whose role is {}", role.name())
        }
        None if !staff.is_empty() && !actor.trim().is_empty() => {
            format!("{swiped}, swiped by {actor} who is not on the staff list")
        }
        _ => return,
    };
    // The card that released it may stand in a hole; who is nobody of the list may be written otherwise there.
    let is_stranger = role.is_none() && !is_too_low;
    let strangers = case.holes.strangers.filter(|_| is_stranger);
    let in_question =
        || format!("Which card released the award of {}", case.scope.place(Manager, event.line));
    if let Some(why) = case.why(case.holes.controller.or(strangers)) {
        return tally.left_open(why, in_question);
    }
    if !is_too_low && case.scope.engagement.is_ambiguous(actor) {
        let why = format!("several on the staff list whose roles differ are named {actor}");
        return tally.left_open(why, in_question);
    }
    // A hundredth of the amount would need a smaller card: it may be in another unit.
    let hundredth = Money::from_micros(event.amount.micros() / 100);
    let of_unit = needed && hundredth < link.executive_from;
    let cause = of_unit.then(|| hundredfold(case.link_id, hundredth, event.amount)).flatten();
    let found = case.exception().suspected(cause).words(card_in_words(needed), &recorded);
    tally.push(found.because(format!(
        "Awards of {} and more on link {} need an Executive card, smaller ones a Supervisor card. For the \
         award of {} the record shows {recorded}.",
        link.executive_from, link.id, event.amount
    )));
}

/// One confirmation for two awards.
pub(super) fn awd_008(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(link) = case.link() else { return };
    let awards = case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    let mut own: Vec<&ManagerEvent> = Vec::new();
    for award in awards.filter(|e| case.table.feeds(e.link)) {
        tally.tested += 1;
        // A second award for the same hand is AWD-002's, and one made anew AWD-004's; one confirmation releases what
        // a hand wins of several meters.
        if own.iter().all(|e| e.seat != award.seat) {
            own.push(award);
        }
    }
    if own.len() < 2 {
        return;
    }
    // An award whose own steps are not on record in their order and in time is AWD-004's.
    let (events, steps) = (case.controller.iter().collect::<Vec<_>>(), steps_of(case.scope, link));
    let is_complete = |seat| completed(&events, 0, (seat, &[]), &steps).next().is_some();
    own.retain(|award| award.seat.is_some_and(is_complete));
    let confirmed = confirmations(case.scope.procedure(case.table_id), &case.controller).len();
    for award in own.into_iter().skip(confirmed) {
        if let Some(why) = case.why(case.holes.controller) {
            let line = case.scope.line(Manager, award.line);
            tally.left_open(why, || {
                format!("Whether the award of line {line} has a confirmation of its own")
            });
            continue;
        }
        let recorded = format!("{confirmed} for them all");
        let found = case.at_manager(award).words("a confirmation for each award", recorded);
        tally.push(found.because(format!(
            "Each award is verified and released for itself. In {} the controller recorded {confirmed} \
             completed confirmation(s), and the manager journal has more awards: that of {} to seat {} was \
             released by the confirmation of another.",
            case.name(),
            award.amount,
            award.seat.map_or_else(String::new, |seat| seat.to_string())
        )));
    }
}

/// Meter was reseeded before the award was released.
pub(super) fn awd_010(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some(reseed)) = (&case.event, case.reseed) else { return };
    let procedure = case.scope.procedure(case.table);
    if procedure.is_none_or(|p| p.by(ControllerKind::KeyRun).is_empty()) {
        return;
    }
    let won = case.controller.iter().position(|e| e.kind == ControllerKind::JPot);
    let rest = won.and_then(|at| case.controller.get(at..)).unwrap_or_default();
    // A key that never went back is RND-005's.
    let Some(release) = rest.iter().find(|e| e.kind == ControllerKind::KeyRun) else { return };
    tally.tested += 1;
    let [in_time, perhaps] = until(case, reseed.at);
    if release.time <= in_time {
        return;
    }
    let in_question = || {
        let place = case.scope.place(Manager, event.line);
        format!("Whether the award of {place} was released before the reseed")
    };
    if let Some(why) = case.why(case.holes.controller.or(case.clock)) {
        return tally.left_open(why, in_question);
    }
    if release.time <= perhaps {
        let why = "the key is back after it by less than the clocks of the two journals may differ";
        return tally.left_open(why, in_question);
    }
    let found = case.exception().words("a reseed after key_run", "a reseed before it");
    tally.push(found.because(format!(
        "The meter of link {} is adjusted when the supervisor's key returns to RUN. For the award of {} in {} it \
         was reseeded before that ({}), by more than the clocks may differ.",
        case.link().id,
        event.amount,
        case.name(),
        case.scope.place(Controller, release.line)
    )));
}
