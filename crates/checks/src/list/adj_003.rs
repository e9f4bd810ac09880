//! ADJ-003: back-out does not restore meter and reserve. The procedure is described in `adj_003.md`.

use crate::case::AdjustmentCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use crate::case::Matter;
use feltproof_model::Party;

/// ADJ-003.
pub const CHECK: Check = Check {
    code: "ADJ-003",
    title: "Back-out does not restore meter and reserve",
    unit: "back-out",
    doc: include_str!("adj_003.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Adjustment(run),
};

fn run(case: &AdjustmentCase<'_>, tally: &mut Tally) {

    if !matches!(case.matter, Matter::BackOut | Matter::BackOutOfNothing) {
        return;
    }
    tally.tested += 1;
    let of_what = if case.matter == Matter::BackOut {
        "the award it names took its prize and the reseed after it added seed and reserve"
    } else {
        "it names no award on record, so there is nothing to back out"
    };
    for (account, owed, made) in [
        ("meter", case.meter_owed, case.meter_made),
        ("reserve", case.reserve_owed, case.reserve_made),
    ] {
        if owed != made {
            tally.push(
                case.exception(CHECK.code)
                    .money(owed, made, Party::Fund, Party::House)
                    .because(format!(
                        "After a back-out meter and reserve stand where they stood before the award, plus the \
                         contributions since: {of_what}, so the {account} of link {} needs adjustments of \
                         {owed}; they come to {made}.",
                        case.link.id
                    )),
            );
        }
    }
}
