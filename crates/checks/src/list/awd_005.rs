//! AWD-005: card does not reach the level of the award. The procedure is described in `awd_005.md`.

use crate::case::AwardCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::ControllerKind;
use feltproof_model::engagement::Role;

/// AWD-005.
pub const CHECK: Check = Check {
    code: "AWD-005",
    title: "Card does not reach the level of the award",
    unit: "award",
    doc: include_str!("awd_005.md"),
    needs: &[Need::Manager, Need::Controller, Need::Links],
    run: Run::Award(run),
};

fn run(case: &AwardCase<'_>, tally: &mut Tally) {

    let Some(event) = &case.entry.event else { return };
    let card = case
        .entry
        .controller
        .iter()
        .rev()
        .find(|e| matches!(e.kind, ControllerKind::SupervisorCard | ControllerKind::ExecutiveCard));
    // No card at all is AWD-004's.
    let Some(card) = card else { return };
    tally.tested += 1;
    let needed = event.amount >= case.link.executive_from;
    let role = case.scope.engagement.staff.iter().find(|s| s.id == card.actor).map(|s| s.role);
    let proper = match card.kind {
        ControllerKind::ExecutiveCard => Role::Executive,
        _ => Role::Supervisor,
    };
    let recorded = if needed && card.kind != ControllerKind::ExecutiveCard {
        format!("a Supervisor card ({})", card.actor)
    } else if let Some(role) = role
        && role < proper
    {
        format!("{}, swiped by {} whose role is {}", card.kind.name(), card.actor, role.name())
    } else {
        return;
    };
    let expected = if needed { "an Executive card" } else { "a Supervisor card" };
    tally.push(case.exception(CHECK.code).words(expected, recorded.clone()).because(format!(
        "Awards of {} and more on link {} need an Executive card, smaller ones a Supervisor card. For the \
         award of {} the record shows {recorded}.",
        case.link.executive_from, case.link.id, event.amount
    )));
}
