//! ADJ-003: back-out does not restore meter and reserve. The procedure is described in `adj_003.md`.

use super::{Check, Fill, Matter, Need, ReversalCase, Run, Tally, departures, of_accounts};

pub(crate) const CHECK: Check = Check {
    code: "ADJ-003",
    title: "Back-out does not restore meter and reserve",
    unit: "back-out",
    doc: include_str!("adj_003.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Reversal(run),
};

fn run(case: &ReversalCase<'_>, tally: &mut Tally) {
    if !matches!(case.matter, Matter::BackOut | Matter::BackOutOfNothing) {
        return;
    }
    tally.tested += 1;
    let of_what = if case.matter == Matter::BackOut {
        "what the award took is put back, less what a reseed after it added"
    } else {
        "it names no award on record, so there is nothing to back out"
    };
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
        "After a back-out meter and reserve stand where they stood before the award, plus the \
         contributions since. Link {}: {of_what}, so {}.",
        case.link().id,
        parts.join("; ")
    )));
}
