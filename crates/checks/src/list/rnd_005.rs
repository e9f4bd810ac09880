//! RND-005: controller events are out of procedure order. The procedure is described in `rnd_005.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::ControllerKind;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let is_started = case.controller.iter().any(|e| e.kind == ControllerKind::CoinIn);
    let (true, Some(link)) = (is_started, case.link()) else { return };
    tally.tested += 1;
    let line = |line| case.scope.line(JournalKind::Controller, line);
    let fault = fault_within(case).filter(|at| case.departure.is_none_or(|d| *at < d.at));
    if let Some(fault) = fault.and_then(|at| case.controller.get(at)) {
        let why = "no document says what a controller does after it";
        return tally.left_open(why, || {
            format!(
                "Whether round {} of table {} went on in order after the fault `{}` of line {} of the controller \
                 journal",
                case.round,
                case.table.id,
                fault.value,
                line(fault.line)
            )
        });
    }
    let Some(departure) = case.departure else { return };
    let Some(event) = case.controller.get(departure.at) else { return };
    // The step before it may stand in a hole.
    if let Some(hole) = case.holes.controller {
        return tally.left_open(hole.of(case.scope), || {
            format!("Whether line {} of the controller journal is in order", line(event.line))
        });
    }
    let (round, table, recorded) = (case.round, &case.table.id, event.kind.name());
    let in_order = departure.in_order.as_str();
    let why = match &departure.since {
        Some(since) => format!(
            "Round {round} of table {table} began with {recorded} while the award of round {} was not released: \
             after {} of line {} the procedure of the system {} allows {in_order}.",
            since.round,
            since.kind.name(),
            line(since.line),
            link.system
        ),
        None => format!(
            "In round {round} of table {table} the controller recorded {recorded}; what the procedure of the \
             system {} allows there is {in_order}.",
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
    (start..end)
        .find(|at| case.controller.get(*at).is_some_and(|e| e.kind == ControllerKind::Fault))
}
