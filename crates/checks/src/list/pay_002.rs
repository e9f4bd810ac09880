//! PAY-002: Play was not returned as owed. The procedure is described in `pay_002.md`.

use super::{Check, Need, RoundCase, Run, Tally};
use crate::compare::compare_returned;
use feltproof_model::Wager;

/// PAY-002.
pub const CHECK: Check = Check {
    code: "PAY-002",
    title: "Play was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_002.md"),
    needs: &[
        Need::StakeOf(Wager::Play),
        Need::ReturnedOf(Wager::Play),
        Need::Cards,
        Need::Offered(Wager::Play),
    ],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    compare_returned(case, Wager::Play, CHECK.code, tally);
}
