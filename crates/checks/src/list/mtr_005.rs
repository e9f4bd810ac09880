//! MTR-005: reading does not join up with the record before it. The procedure is described in `mtr_005.md`.

use crate::case::MeterCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use crate::list::is_reading;
use feltproof_model::Party;

/// MTR-005.
pub const CHECK: Check = Check {
    code: "MTR-005",
    title: "Reading does not join up with the record before it",
    unit: "reading",
    doc: include_str!("mtr_005.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Meter(run),
};

fn run(case: &MeterCase<'_>, tally: &mut Tally) {

    if case.first || !is_reading(case) {
        return;
    }
    tally.tested += 1;
    let accounts = [
        ("meter", case.after.display, case.event.display, case.after.display == case.event.display),
        (
            "reserve",
            case.after.reserve,
            case.event.reserve,
            case.after.has_reserve(case.event.reserve),
        ),
    ];
    for (account, foretold, recorded, same) in accounts {
        if !same {
            tally.push(
                case.exception(CHECK.code)
                    .money(foretold, recorded, Party::Fund, Party::House)
                    .because(format!(
                        "The {account} of link {} stood at {foretold} after the event before this {}; \
                         {recorded} was read. It changed without an event.",
                        case.link.id,
                        case.event.kind.name()
                    )),
            );
        }
    }
}
