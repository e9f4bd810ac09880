//! ADJ-004: contribution of a void round was not reversed. The procedure is described in `adj_004.md`.

use super::{Matter, ReversalCase, Tally, compare_reversal, unnamed_reversal, void_by_count_alone};
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &ReversalCase<'_>, tally: &mut Tally) {
    let of_what = match case.matter {
        Matter::VoidRound => {
            format!("its progressive wagers of {} were returned", case.event.amount)
        }
        Matter::StandingRound => format!(
            "its progressive wagers of {} stand for the redeal (ruling void_round: \
             progressive-stands)",
            case.event.amount
        ),
        Matter::VoidRoundOfNothing => {
            "no void round of that number had progressive wagers".to_owned()
        }
        Matter::VoidRoundUnnamed => {
            tally.tested += 1;
            return unnamed_reversal(case, tally, "a void round");
        }
        Matter::BackOut
        | Matter::BackOutOfNothing
        | Matter::BackOutOfEarlier
        | Matter::BackOutUnnamed => return,
    };
    tally.tested += 1;
    let is_off = case.meter_owed != case.meter_made || case.reserve_owed != case.reserve_made;
    if let Some(why) = void_by_count_alone(case.is_declared).filter(|_| is_off) {
        return tally.left_open(why, || {
            format!(
                "Whether the wagers of line {} of the manager journal go back",
                case.scope.line(JournalKind::Manager, case.event.line)
            )
        });
    }
    let round = case.event.round.map_or_else(|| "that is not named".to_owned(), |r| r.to_string());
    compare_reversal(case, tally, &format!("Round {round} on link {}: {of_what}", case.link().id));
}
