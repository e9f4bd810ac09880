//! PAY-010: Cover All was not returned as owed. The procedure is described in `pay_010.md`.

use super::par_003;
use super::{RoundCase, Tally};
use crate::compare::compare_returned_unless;
use feltproof_model::Wager;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // A payment by the column of another number of hands is PAR-003's.
    let by_another_column =
        |case: &RoundCase<'_>, row| !par_003::columns_paid(case, row).is_empty();
    compare_returned_unless(case, Wager::CoverAll, tally, by_another_column);
}
