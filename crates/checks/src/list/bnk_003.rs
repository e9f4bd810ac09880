//! BNK-003: bank account holds less than meters and reserves show. The procedure is described in `bnk_003.md`.

use super::{BankCase, Fill, Tally};
use feltproof_model::{Party, Sum};
use feltproof_record::BankFact;

pub(super) fn run(case: &BankCase<'_>, tally: &mut Tally) {
    let BankFact::Level(of) = case.of else { return };
    tally.tested += of.days;
    if let Some(open) = &of.open {
        return tally.left_open(open, || {
            format!("Whether the account held enough at the end of gaming day {}", of.first)
        });
    }
    if of.missing == Sum::ZERO {
        return;
    }
    let found = case.at_bank(of.line);
    tally.push(found.money(of.made + of.missing, of.made, Party::Fund).because(format!(
        "At the end of gaming day {} meters and reserves stood at {}, and the account held {}. Beyond the deposits of the \
         eight days after it {} is missing{}. Below the required amount the law has play stop immediately.",
        of.first,
        of.owed,
        of.made,
        of.missing,
        of.until()
    )));
}
