//! WGR-002: play is not a permitted multiple of the Ante. The procedure is described in `wgr_002.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::Wager;

/// WGR-002.
pub const CHECK: Check = Check {
    code: "WGR-002",
    title: "Play is not a permitted multiple of the Ante",
    unit: "hand",
    doc: include_str!("wgr_002.md"),
    needs: &[Need::Stakes],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {

    for (_, row, settled) in case.players() {
        let (ante, play) = (row.stake[Wager::Ante], row.stake[Wager::Play]);
        // A Play without an Ante is WGR-004's.
        if play.is_zero() || ante.is_zero() {
            continue;
        }
        tally.tested += 1;
        let allowed = case.rules.play_multiples();
        let multiple = allowed.iter().copied().find(|m| ante.checked_mul(*m) == Some(play));
        let strong = settled.rank.map(|r| r.is_pair_of_aces_or_better());
        let fine = match (multiple, strong) {
            (Some(1), _) | (Some(_), Some(true) | None) => true,
            (Some(_), Some(false)) | (None, _) => false,
        };
        if fine {
            continue;
        }
        let held = settled.rank.map_or_else(
            || "its cards are not on record".to_owned(),
            |r| format!("the hand is {}", r.describe()),
        );
        let expected = if strong == Some(false) {
            format!("{ante}")
        } else {
            let list: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            format!("{} times {ante}", list.join(" or "))
        };
        tally.push(case.at_row(CHECK.code, row).words(expected, play.to_string()).because(format!(
            "Play must equal the Ante of {ante}; only with a pair of aces or better may it be more. \
             Here {held}, and Play is {play}."
        )));
    }
}
