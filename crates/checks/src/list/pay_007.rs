//! PAY-007: Bad Beat Bonus was not returned as owed. The procedure is described in `pay_007.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-007",
    title: "Bad Beat Bonus was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_007.md"),
    needs: &[
        Need::StakeOf(Wager::BadBeat),
        Need::ReturnedOf(Wager::BadBeat),
        Need::Cards,
        Need::Offered(Wager::BadBeat),
    ],
    run: Run::Round(|case, tally| compare_returned(case, Wager::BadBeat, CHECK.code, tally)),
};
