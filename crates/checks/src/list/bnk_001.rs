//! BNK-001: balance of the bank account does not add up. The procedure is described in `bnk_001.md`.

use super::{BankCase, Fill, Tally};
use feltproof_model::Party;
use feltproof_record::BankFact;

pub(super) fn run(case: &BankCase<'_>, tally: &mut Tally) {
    let BankFact::Balance(of) = case.of else { return };
    let Some(balance) = of.event.balance else { return };
    tally.tested += 1;
    if of.expected == balance.into() {
        return;
    }
    if let Some(hole) = of.hole {
        return tally.left_open(hole.of(case.scope), || {
            format!("Whether a balance of {balance} is what moved the account before it")
        });
    }
    let found = case.at_bank(of.event.line);
    tally.push(found.money(of.expected, balance, Party::Fund).because(format!(
        "The account held {}; with what moved it since it should hold {}, and its record says {balance}.",
        of.before, of.expected
    )));
}
