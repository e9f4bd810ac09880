//! WGR-004: action and stakes disagree. The procedure is described in `wgr_004.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::{Action, Wager};

/// WGR-004.
pub const CHECK: Check = Check {
    code: "WGR-004",
    title: "Action and stakes disagree",
    unit: "hand",
    doc: include_str!("wgr_004.md"),
    needs: &[Need::Stakes, Need::Actions],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {

    for (_, row, _) in case.players() {
        tally.tested += 1;
        let (ante, play) = (row.stake[Wager::Ante], row.stake[Wager::Play]);
        let side = [Wager::QueensUp, Wager::Progressive].into_iter().find(|w| !row.stake[*w].is_zero());
        let (expected, recorded) = match row.action {
            Action::Play if play.is_zero() => ("a Play wager".to_owned(), "none".to_owned()),
            Action::Fold if !play.is_zero() => ("no Play wager".to_owned(), format!("Play of {play}")),
            Action::Play | Action::Fold | Action::Void if ante.is_zero() => match side {
                Some(wager) => ("an Ante".to_owned(), format!("none, but {wager} of {}", row.stake[wager])),
                None if !play.is_zero() => ("an Ante".to_owned(), format!("none, but Play of {play}")),
                None => ("an Ante".to_owned(), "none".to_owned()),
            },
            _ => continue,
        };
        tally.push(case.at_row(CHECK.code, row).words(expected.clone(), recorded.clone()).because(
            format!(
                "Seat {} is recorded with action {:?}; that goes with {expected}, the record has \
                 {recorded}.",
                row.seat, row.action
            ),
        ));
    }
}
