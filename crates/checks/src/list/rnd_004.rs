//! RND-004: round is missing in one of the journals. The procedure is described in `rnd_004.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::ControllerKind;

/// RND-004.
pub const CHECK: Check = Check {
    code: "RND-004",
    title: "Round is missing in one of the journals",
    unit: "round",
    doc: include_str!("rnd_004.md"),
    needs: &[Need::Hands, Need::Controller, Need::Links],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.table.link.is_none() || case.repeated {
        return;
    }
    tally.tested += 1;
    let has = |kind: ControllerKind| case.controller.iter().any(|e| e.kind == kind);
    let (words, why) = if case.rows.is_empty() {
        if case.controller.is_empty() {
            (
                "a round in the hands journal",
                "The manager journal tells of this round, the hands and controller journals do not.",
            )
        } else {
            (
                "a round in the hands journal",
                "The controller played this round, but the hands journal has no row of it: its wagers and payouts were not tested.",
            )
        }
    } else if !has(ControllerKind::CoinIn) {
        (
            "COIN IN / START GAME on the controller",
            "The hands journal has this round, but the controller was not started for it, so its progressive wagers were not registered.",
        )
    } else if !(has(ControllerKind::EndGame) || has(ControllerKind::Void)) {
        (
            "GAME OVER / END GAME on the controller",
            "The controller started this round and never ended it.",
        )
    } else {
        return;
    };
    tally.push(
        case.at_round(CHECK.code)
            .words(words, "none")
            .because(format!("{why} (round {} of table {})", case.round, case.table.id)),
    );
}
