//! AWD-005: card does not reach the level of the award. The procedure is described in `awd_005.md`.

use super::{AwardCase, Fill, Tally, hundredfold};
use feltproof_model::engagement::JournalKind;
use feltproof_model::engagement::Role;
use feltproof_model::{ControllerEvent, ControllerKind, Money, Seat};

fn card_in_words(card: ControllerKind) -> &'static str {
    if card == ControllerKind::ExecutiveCard { "an Executive card" } else { "a Supervisor card" }
}

/// The card that released the award of a seat: the last one that names the seat; else the last one
/// between the seat's hand button and the button of another seat; else the last one of the round.
fn card_for(events: &[ControllerEvent], seat: Seat) -> Option<&ControllerEvent> {
    let is_card = |e: &&ControllerEvent| {
        matches!(e.kind, ControllerKind::SupervisorCard | ControllerKind::ExecutiveCard)
            && e.seat.is_none_or(|s| s == seat)
    };
    let button = |e: &ControllerEvent| e.kind == ControllerKind::HandButton;
    let from = events.iter().rposition(|e| button(e) && e.seat == Some(seat)).map_or(0, |i| i + 1);
    let rest = events.get(from..).unwrap_or_default();
    let until = rest.iter().position(button).unwrap_or(rest.len());
    let own = rest.get(..until).unwrap_or_default();
    events
        .iter()
        .rfind(|e| is_card(e) && e.seat.is_some())
        .or_else(|| own.iter().rfind(is_card))
        .or_else(|| events.iter().rfind(is_card))
}

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    // No card at all is AWD-004's.
    let Some(card) = card_for(&case.controller, case.seat) else { return };
    tally.tested += 1;
    let needed = event.amount >= case.link().executive_from;
    let role = case.scope.engagement.person(&card.actor).map(|s| s.role);
    let staff_known = !case.scope.engagement.staff.is_empty() && !card.actor.trim().is_empty();
    // An executive may hold either card; nobody else may hold another's.
    let may_hold = |role: Role| match card.kind {
        ControllerKind::ExecutiveCard => role == Role::Executive,
        _ => matches!(role, Role::Supervisor | Role::Executive),
    };
    let recorded = if needed && card.kind != ControllerKind::ExecutiveCard {
        format!("{} ({})", card_in_words(card.kind), card.actor)
    } else if let Some(role) = role
        && !may_hold(role)
    {
        format!(
            "{}, swiped by {} whose role is {}",
            card_in_words(card.kind),
            card.actor,
            role.name()
        )
    } else if role.is_none() && staff_known {
        format!(
            "{}, swiped by {} who is not on the staff list",
            card_in_words(card.kind),
            card.actor
        )
    } else {
        return;
    };
    // The card that released it may stand in a hole; who is nobody of the list may be written otherwise there.
    let is_stranger = role.is_none() && !(needed && card.kind != ControllerKind::ExecutiveCard);
    if let Some(hole) = case.holes.controller.or(case.holes.strangers.filter(|_| is_stranger)) {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "Which card released the award of line {} of the manager journal",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    }
    let expected = if needed { "an Executive card" } else { "a Supervisor card" };
    // A hundredth of the amount would need a smaller card: it may be in another unit.
    let hundredth = Money::from_micros(event.amount.micros() / 100);
    let of_unit = needed && hundredth < case.link().executive_from;
    let cause = of_unit.then(|| hundredfold(case.link_id, hundredth, event.amount)).flatten();
    let found = case.exception().suspected(cause);
    tally.push(found.words(expected, recorded.clone()).because(format!(
        "Awards of {} and more on link {} need an Executive card, smaller ones a Supervisor card. For the \
         award of {} the record shows {recorded}.",
        case.link().executive_from, case.link().id, event.amount
    )));
}
