//! ENV-001: envy was not paid as owed. The procedure is described in `env_001.md`.

use super::{Check, Fill, Need, RoundCase, Run, Tally};
use feltproof_engine::RoundState;
use feltproof_model::{Party, Wager};

pub(crate) const CHECK: Check = Check {
    code: "ENV-001",
    title: "Envy was not paid as owed",
    unit: "envy payment",
    doc: include_str!("env_001.md"),
    needs: &[Need::Returned, Need::ReturnedOf(Wager::Envy), Need::Cards, Need::Stakes, Need::Links],
    run: Run::Round(run),
};

fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.link().is_none() || case.outcome.state != RoundState::Settled {
        return;
    }
    for (i, row, settled) in case.players() {
        let (owed, paid) = (settled.owed[Wager::Envy], row.returned[Wager::Envy]);
        // Where another hand is not on record, what the known hands bring is owed at least.
        let decided = settled.testable.contains(Wager::Envy);
        if owed.is_zero() || (!decided && paid >= owed) {
            continue;
        }
        tally.tested += 1;
        if paid != owed {
            let why = case.explained(i, Wager::Envy);
            let mut found = case
                .at_row(CHECK.code, row)
                .money(owed, paid, Party::Player, Party::House)
                .because(why);
            if !decided {
                found.expected = format!("at least {owed}");
            }
            tally.push(found);
        }
    }
}
