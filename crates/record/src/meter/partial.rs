//! Which awards leave a part of the meter, so that no reseed follows them.

use crate::subject::Subject;
use feltproof_engine::TableRules;
use feltproof_engine::game::Prize;
use feltproof_model::{LinkId, Money, Rate, Rounding, Wager};

/// True for an award that is no more than the largest share of the meter below the whole that the
/// link's paytable pays: 10 % on the multi-game link; or than its largest fixed award, where those come off
/// the meter too and leave something of it. A larger one is taken for the whole, whatever
/// its amount, so that a wrong amount is one exception and not two. One of nothing empties nothing.
pub(super) fn is_partial<'a>(
    subject: &'a Subject,
    link: LinkId,
    amount: Money,
    displayed: Money,
) -> bool {
    if amount.is_zero() {
        return true;
    }
    let rules = |(table, _)| subject.rules_of(table, link);
    let progressive = |rules: &'a TableRules| rules.paytable(Wager::Progressive);
    let Some(paytable) = subject.tables_on(link).map(rules).find_map(progressive) else {
        return false;
    };
    let terms = &subject.link(link).awards;
    let unit = subject.tables_on(link).map(rules).filter_map(TableRules::unit).max();
    paytable.rows.iter().any(|row| match row.prize {
        Prize::Meter(share) if Rate::ONE.is_greater_than(share) => {
            terms.owed(share, displayed).is_some_and(|most| amount <= most)
        }
        Prize::Fixed(payout) if terms.deducts_fixed => {
            let Some(unit) = unit else { return false };
            let most = payout.pays.of(unit, Rounding::Up).and_then(|won| won.checked_add(unit));
            amount < displayed && most.is_some_and(|most| amount <= most)
        }
        _ => false,
    })
}
