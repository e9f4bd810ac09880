//! BNK-002: accrued money was not deposited within a week. The procedure is described in `bnk_002.md`.

use super::{BankCase, Fill, Tally};
use feltproof_model::{Party, Sum};
use feltproof_record::BankFact;

pub(super) fn run(case: &BankCase<'_>, tally: &mut Tally) {
    let BankFact::Deposits(of) = case.of else { return };
    tally.tested += of.days;
    if let Some(open) = &of.open {
        return tally.left_open(open, || {
            format!("Whether what accrued up to gaming day {} was deposited", of.first)
        });
    }
    if of.missing == Sum::ZERO {
        return;
    }
    let found = case.at_bank(of.line);
    tally.push(found.money(of.made + of.missing, of.made, Party::Fund).because(format!(
        "By gaming day {} {} of the wagers of the audited days, and of what the house added and deposited with them, was due: \
         within eight days. {} had been deposited by then, what the account held beyond meters and reserves before \
         included: {} was not deposited in time{}.",
        of.first,
        of.owed,
        of.made,
        of.missing,
        of.until()
    )));
}
