//! ADJ-004: contribution of a void round was not reversed. The procedure is described in `adj_004.md`.

use super::{Matter, ReversalCase, Tally, compare_reversal};

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
        Matter::BackOut | Matter::BackOutOfNothing => return,
    };
    tally.tested += 1;
    let round = case.event.round.map_or_else(|| "that is not named".to_owned(), |r| r.to_string());
    compare_reversal(case, tally, &format!("Round {round} on link {}: {of_what}", case.link().id));
}
