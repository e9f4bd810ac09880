//! ADJ-004: contribution of a void round was not reversed. The procedure is described in `adj_004.md`.

use super::{Check, Fill, Matter, Need, ReversalCase, Run, Tally, departures, of_accounts};

pub(crate) const CHECK: Check = Check {
    code: "ADJ-004",
    title: "Contribution of a void round was not reversed",
    unit: "void round",
    doc: include_str!("adj_004.md"),
    needs: &[Need::Manager, Need::Hands, Need::Links],
    run: Run::Reversal(run),
};

fn run(case: &ReversalCase<'_>, tally: &mut Tally) {
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
    let wrong =
        departures((case.meter_owed, case.meter_made), (case.reserve_owed, case.reserve_made));
    if wrong.is_empty() {
        return;
    }
    let parts: Vec<String> = wrong
        .iter()
        .map(|(account, owed, made)| {
            format!("the {account} needs adjustments of {owed}; they come to {made}")
        })
        .collect();
    tally.push(of_accounts(case.exception(CHECK.code), &wrong).because(format!(
        "Round {round} on link {}: {of_what}, so {}.",
        case.link().id,
        parts.join("; ")
    )));
}
