//! PAY-008: Aces Up was not returned as owed. The procedure is described in `pay_008.md`.

use crate::case::RoundCase;
use crate::compare::compare_returned;
use crate::frame::{Check, Need, Run, Tally};
use feltproof_model::Wager;

/// PAY-008.
pub const CHECK: Check = Check {
    code: "PAY-008",
    title: "Aces Up was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_008.md"),
    needs: &[
        Need::StakeOf(Wager::AcesUp),
        Need::ReturnedOf(Wager::AcesUp),
        Need::Cards,
        Need::Offered(Wager::AcesUp),
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::AcesUp, CHECK.code, tally);
}
