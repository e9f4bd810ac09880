//! WGR-002: Play is not a permitted multiple of the Ante. The procedure is described in `wgr_002.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::Wager;

/// WGR-002.
pub const CHECK: Check = Check {
    code: "WGR-002",
    title: "Play is not a permitted multiple of the Ante",
    unit: "hand",
    doc: include_str!("wgr_002.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::StakeOf(Wager::Play)],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for (_, row, settled) in case.players() {
        let (ante, play) = (row.stake[Wager::Ante], row.stake[Wager::Play]);
        // A Play without an Ante is WGR-004's.
        if play.is_zero() || ante.is_zero() {
            continue;
        }
        let all = case.rules.play_multiples();
        // Without the cards only what no hand at all may play can be told.
        let allowed = settled.rank.map_or(all, |rank| case.rules.play_multiples_for(rank));
        let is_multiple = |m: &i64| ante.checked_mul(*m) == Some(play);
        let fits = allowed.iter().any(is_multiple);
        if fits && settled.rank.is_none() && play != ante {
            continue;
        }
        tally.tested += 1;
        if fits {
            continue;
        }
        let held = settled.rank.map_or_else(
            || "Its cards are not on record".to_owned(),
            |rank| format!("The hand is {}", rank.describe()),
        );
        let beyond = all.iter().skip(1).map(ToString::to_string).collect::<Vec<_>>().join(" or ");
        let amounts: Vec<String> =
            allowed.iter().filter_map(|m| ante.checked_mul(*m)).map(|a| a.to_string()).collect();
        tally.push(
            case.at_row(CHECK.code, row).words(amounts.join(" or "), play.to_string()).because(
                format!(
                    "Play must equal the Ante of {ante}; only with a pair of aces or better may it \
                     be {beyond} times the Ante (ruling play_multiples: {}). {held}, and Play is \
                     {play}.",
                    case.rules.ruling("play_multiples")
                ),
            ),
        );
    }
}
