//! WGR-004: action and stakes disagree. The procedure is described in `wgr_004.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::{Action, HandRow, Wager};

/// WGR-004.
pub const CHECK: Check = Check {
    code: "WGR-004",
    title: "Action and stakes disagree",
    unit: "hand",
    doc: include_str!("wgr_004.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::Play), Need::Actions],
    run: Run::Round(run),
};

/// What the action asks for and what is there instead; `None` when they agree.
fn disagreement(row: &HandRow) -> Option<(&'static str, String)> {
    let stake = |wager: Wager| row.stake[wager];
    let (ante, play) = (stake(Wager::Ante), stake(Wager::Play));
    match row.action {
        Action::Play if play.is_zero() => {
            return Some(("a Play wager", "no Play wager".to_owned()));
        }
        Action::Fold if !play.is_zero() => {
            return Some(("no Play wager", format!("Play of {play}")));
        }
        Action::Play | Action::Fold | Action::Void if ante.is_zero() => {}
        _ => return None,
    }
    // An Ante missing beside a Super Bonus is WGR-001's.
    if !stake(Wager::SuperBonus).is_zero() {
        return None;
    }
    let other = [Wager::Play, Wager::QueensUp, Wager::Progressive]
        .into_iter()
        .find(|wager| !stake(*wager).is_zero());
    match other {
        Some(wager) => Some(("an Ante", format!("no Ante, but {wager} of {}", stake(wager)))),
        // A void round may leave a seat whose wagers were never made.
        None if row.action == Action::Void => None,
        None => Some(("an Ante", "no Ante".to_owned())),
    }
}

/// The action as the journal writes it.
const fn in_words(action: Action) -> &'static str {
    match action {
        Action::Play => "play",
        Action::Fold => "fold",
        Action::Void => "void",
        Action::Deal => "deal",
        Action::Unrecorded => "unrecorded",
    }
}

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for (_, row, _) in case.players() {
        tally.tested += 1;
        let Some((expected, recorded)) = disagreement(row) else { continue };
        let why = format!(
            "Seat {} is recorded with action `{}`; that goes with {expected}, and the record has \
             {recorded}.",
            row.seat,
            in_words(row.action)
        );
        tally.push(case.at_row(CHECK.code, row).words(expected, recorded).because(why));
    }
}
