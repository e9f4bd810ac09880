//! MTR-003: coin-in differs from the progressive wagers. The procedure is described in `mtr_003.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Exception, ManagerKind, Money, Party, Sum, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // Events of a repeated round belong to its first instance.
    if case.repeated {
        return;
    }
    let coin_ins = || case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
    for event in coin_ins().filter(|e| Some(e.link) != case.table.link) {
        tally.tested += 1;
        let link = &case.scope.link(event.link).id;
        let exception = Exception { link: Some(link.clone()), ..case.at_manager(event) };
        tally.push(exception.money(Money::ZERO, event.amount, Party::Fund).because(format!(
            "Table {} does not feed link {link}, but the meter of {link} was given coin-in of {} \
                 for its round {}.",
            case.table.id, event.amount, case.round
        )));
    }
    let Some(link) = case.link() else { return };
    // A wager may stand in the record that could not be understood.
    if case.beside_unreadable {
        return;
    }
    // Where there is a controller journal, a round that only other journals have is RND-004's.
    if case.rows.is_empty() && case.scope.journal(JournalKind::Controller).is_some() {
        return;
    }
    let own = || coin_ins().filter(|e| Some(e.link) == case.table.link);
    let staked: Sum = case.players().map(|(_, row, _)| row.stake[Wager::Progressive]).sum();
    let metered: Sum = own().map(|e| e.amount).sum();
    if staked == Sum::ZERO && metered == Sum::ZERO {
        return;
    }
    tally.tested += 1;
    if staked != metered {
        let exception = own().next().map_or_else(|| case.at_round(), |e| case.at_manager(e));
        tally.push(exception.money(staked, metered, Party::Fund).because(format!(
            "Progressive wagers of {staked} were made in round {} of table {}; the meter of link {} \
             was given coin-in of {metered}.",
            case.round, case.table.id, link.id
        )));
    }
}
