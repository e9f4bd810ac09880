//! MTR-009: second coin-in of one round. The procedure is described in `mtr_009.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::{ControllerKind, LinkId, ManagerKind, Sum, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for link in &case.table.links {
        of_meter(case, *link, tally);
    }
}

fn of_meter(case: &RoundCase<'_>, link_id: LinkId, tally: &mut Tally) {
    let coin_ins = || case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
    let own = || coin_ins().filter(|e| e.link == link_id && !e.amount.is_zero());
    if own().next().is_none() {
        return;
    }
    let link = case.scope.link(link_id);
    tally.tested += 1;
    let Some(second) = own().nth(1) else { return };
    // COIN IN pressed twice is RND-005's.
    let mut starts = case.controller.iter().filter(|e| e.kind == ControllerKind::CoinIn);
    let lit = starts.next().map(|e| e.lit);
    if starts.next().is_some() {
        return;
    }
    // Where the sum is wrong, MTR-003 or MTR-010 says by how much.
    let metered: Sum = own().map(|e| e.amount).sum();
    let wagered: Option<Sum> = if case.scope.has_stake(Wager::Progressive) && !case.rows.is_empty()
    {
        Some(case.players().map(|(_, row, _)| row.stake[Wager::Progressive]).sum())
    } else {
        lit.map(|lit| lit.iter().map(|_| case.rules.unit().unwrap_or(link.unit)).sum())
    };
    if wagered.is_some_and(|wagered| wagered != metered) {
        return;
    }
    // A system that counts each sensor in by a record of its own has no second coin-in.
    let unit = case.rules.unit().unwrap_or(link.unit);
    if own().all(|e| e.amount == unit) {
        return;
    }
    let (round, table) = (case.round, &case.table.id);
    let count = own().count();
    let more: Sum = own().skip(1).map(|e| e.amount).sum();
    let found = case.at_manager(second).words("one coin-in of a round", format!("{count} of them"));
    tally.push(found.because(match wagered {
        Some(_) => format!(
            "COIN IN registers all progressive wagers of round {round} of table {table} at once; the meter of link \
             {} was given {count} coin-ins, which together are the wagers of the round.",
            link.id
        ),
        None => format!(
            "COIN IN registers all progressive wagers of round {round} of table {table} at once; the meter of link \
             {} was given {count} coin-ins, {more} after the first. No other journal says what was wagered.",
            link.id
        ),
    }));
}
