//! RND-004: round is missing in one of the journals. The procedure is described in `rnd_004.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::ControllerKind;
use feltproof_record::Hole;

/// What is missing of the round, what that means, and the hole in which it may stand; `None` when the
/// round is in both journals.
fn missing(case: &RoundCase<'_>) -> Option<(&'static str, &'static str, Option<Hole>)> {
    let has = |kind: ControllerKind| case.controller.iter().any(|e| e.kind == kind);
    if case.rows.is_empty() {
        let why = if case.controller.is_empty() {
            "The manager journal tells of this round, the hands and controller journals do not"
        } else {
            "The controller played this round, but the hands journal has no row of it, so its \
             wagers and payouts were not tested"
        };
        Some(("a round in the hands journal", why, case.holes.hands))
    } else if !has(ControllerKind::CoinIn) {
        Some((
            "COIN IN / START GAME on the controller",
            "The hands journal has this round, but the controller was not started for it, so its \
             progressive wagers were not registered",
            case.holes.controller,
        ))
    } else if !has(ControllerKind::EndGame) && !has(ControllerKind::Void) {
        Some((
            "GAME OVER / END GAME on the controller",
            "The controller started this round and never ended it",
            case.holes.controller.or(case.holes.unended),
        ))
    } else {
        None
    }
}

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.table.links.is_empty() || case.repeated || case.is_mode_alone() {
        return;
    }
    tally.tested += 1;
    if case.is_fault_alone() {
        let why = "the controller has a fault of it and nothing else, and no journal has its hands";
        return tally.left_open(why, || {
            format!("Whether round {} of table {} was played", case.round, case.table.id)
        });
    }
    if let Some((expected, why, hole)) = missing(case) {
        if let Some(hole) = hole {
            return tally.left_open(hole.of(case.scope), || {
                let table = &case.table.id;
                format!("Whether round {} of table {table} has {expected}", case.round)
            });
        }
        tally.push(
            case.at_round()
                .words(expected, "none")
                .because(format!("{why} (round {} of table {}).", case.round, case.table.id)),
        );
    }
}
