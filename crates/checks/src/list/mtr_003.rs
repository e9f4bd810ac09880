//! MTR-003: coin-in differs from the progressive wagers. The procedure is described in `mtr_003.md`.

use crate::case::RoundCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::{ManagerKind, Money, Party, Wager};

/// MTR-003.
pub const CHECK: Check = Check {
    code: "MTR-003",
    title: "Coin-in differs from the progressive wagers",
    unit: "round",
    doc: include_str!("mtr_003.md"),
    needs: &[Need::Manager, Need::Stakes, Need::Links],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {

    let Some(link) = case.link() else { return };
    if case.rows.is_empty() || case.repeated {
        return;
    }
    let mut staked_micros = 0_i128;
    for (_, row, _) in case.players() {
        staked_micros += i128::from(row.stake[Wager::Progressive].micros());
    }
    let coin_ins = || case.manager.iter().filter(|e| e.kind == ManagerKind::CoinIn);
    let metered_micros: i128 = coin_ins().map(|e| i128::from(e.amount.micros())).sum();
    if staked_micros == 0 && metered_micros == 0 {
        return;
    }
    tally.tested += 1;
    if staked_micros != metered_micros {
        let money = |micros: i128| i64::try_from(micros).map(Money::from_micros).unwrap_or_default();
        let (staked, metered) = (money(staked_micros), money(metered_micros));
        let exception = coin_ins()
            .next()
            .map_or_else(|| case.at_round(CHECK.code), |e| case.at_manager(CHECK.code, e));
        tally.push(exception.money(staked, metered, Party::Fund, Party::House).because(format!(
            "Progressive wagers of {staked} were made in round {} of table {}; the meter of link {} \
             was given coin-in of {metered}.",
            case.round, case.table.id, link.id
        )));
    }
}
