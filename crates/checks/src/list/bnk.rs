//! BNK: the bank account of the prizes: its balances, what is deposited in time, what it must hold.

use super::{BankCase, Fill, Tally};
use feltproof_model::{Party, Sum};
use feltproof_record::{BankDays, BankFact};

/// Balance of the bank account does not add up.
pub(super) fn bnk_001(case: &BankCase<'_>, tally: &mut Tally) {
    let BankFact::Balance(of) = case.of else { return };
    let Some(balance) = of.event.balance else { return };
    tally.tested += 1;
    if of.expected == balance.into() {
        return;
    }
    if let Some(why) = case.why(of.hole) {
        return tally.left_open(why, || {
            format!("Whether a balance of {balance} is what moved the account before it")
        });
    }
    let found = case.at_bank(of.event.line);
    tally.push(found.money(of.expected, balance, Party::Fund).because(format!(
        "The account held {}; with what moved it since it should hold {}, and its record says {balance}.",
        of.before, of.expected
    )));
}

/// Accrued money was not deposited within a week.
pub(super) fn bnk_002(case: &BankCase<'_>, tally: &mut Tally) {
    let BankFact::Deposits(of) = case.of else { return };
    let what = || format!("Whether what accrued up to gaming day {} was deposited", of.first);
    compare_days(case, of, tally, what, || {
        format!(
            "By gaming day {} {} of the wagers of the audited days, and of what the house added and deposited with them, was due: \
             within eight days. {} had been deposited by then, what the account held beyond meters and reserves before \
             included: {} was not deposited in time{}.",
            of.first,
            of.owed,
            of.made,
            of.missing,
            of.until()
        )
    });
}

/// Bank account holds less than meters and reserves show.
pub(super) fn bnk_003(case: &BankCase<'_>, tally: &mut Tally) {
    let BankFact::Level(of) = case.of else { return };
    let what = || format!("Whether the account held enough at the end of gaming day {}", of.first);
    compare_days(case, of, tally, what, || {
        format!(
            "At the end of gaming day {} meters and reserves stood at {}, and the account held {}. Beyond the deposits of the \
             eight days after it {} is missing{}. Below the required amount the law has play stop immediately.",
            of.first,
            of.owed,
            of.made,
            of.missing,
            of.until()
        )
    });
}

/// Reports gaming days on which money is missing: `what` may be open, and `why` is said of what is missing.
fn compare_days(
    case: &BankCase<'_>,
    of: &BankDays,
    tally: &mut Tally,
    what: impl FnOnce() -> String,
    why: impl FnOnce() -> String,
) {
    tally.tested += of.days;
    if let Some(open) = &of.open {
        tally.left_open(open, what);
    } else if of.missing != Sum::ZERO {
        let found = case.at_bank(of.line).money(of.made + of.missing, of.made, Party::Fund);
        tally.push(found.because(why()));
    }
}
