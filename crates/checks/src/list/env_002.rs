//! ENV-002: envy was paid to a seat not entitled to it. The procedure is described in `env_002.md`.

use super::{Check, Fill, Need, RoundCase, Run, Tally};
use feltproof_engine::RoundState;
use feltproof_model::{Party, Wager};

pub(crate) const CHECK: Check = Check {
    code: "ENV-002",
    title: "Envy was paid to a seat not entitled to it",
    unit: "hand",
    doc: include_str!("env_002.md"),
    needs: &[Need::Returned, Need::ReturnedOf(Wager::Envy), Need::Cards, Need::Stakes, Need::Links],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.outcome.state != RoundState::Settled {
        return;
    }
    let linked = case.link().is_some();
    for (i, row, settled) in case.players() {
        let (owed, paid) = (settled.owed[Wager::Envy], row.returned[Wager::Envy]);
        // Without a progressive there is nothing to test, unless envy was paid all the same.
        if !settled.testable.contains(Wager::Envy) || (!linked && paid.is_zero()) {
            continue;
        }
        tally.tested += 1;
        if owed.is_zero() && !paid.is_zero() {
            let why = case.explained(i, Wager::Envy);
            tally.push(
                case.at_row(CHECK.code, row)
                    .money(owed, paid, Party::Player, Party::House)
                    .because(why),
            );
        }
    }
}
