//! PAY-001: Ante was not returned as owed. The procedure is described in `pay_001.md`.

use super::{Check, Need, Run};
use crate::compare::compare_returned;
use feltproof_model::Wager;

pub const CHECK: Check = Check {
    code: "PAY-001",
    title: "Ante was not returned as owed",
    unit: "wager",
    doc: include_str!("pay_001.md"),
    needs: &[Need::StakeOf(Wager::Ante), Need::ReturnedOf(Wager::Ante), Need::Cards],
    run: Run::Round(|case, tally| compare_returned(case, Wager::Ante, CHECK.code, tally)),
};
