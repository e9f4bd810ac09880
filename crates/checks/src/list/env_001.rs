//! ENV-001: envy was not paid as owed. The procedure is described in `env_001.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::RoundState;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Party, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.link().is_none() || case.outcome.state != RoundState::Settled {
        return;
    }
    for (i, row, settled) in case.players() {
        let (owed, paid) = (settled.owed[Wager::Envy], row.returned[Wager::Envy]);
        // Where another hand is not on record, what the known hands bring is owed at least.
        let decided = settled.testable.contains(Wager::Envy);
        if owed.is_zero() {
            continue;
        }
        if !decided && paid >= owed {
            if let Some(why) = case.lacks_a_hand() {
                tally.tested += 1;
                tally.left_open(why, || {
                    format!(
                        "Whether the seat of line {} is owed more envy",
                        case.scope.line(JournalKind::Hands, row.line)
                    )
                });
            }
            continue;
        }
        tally.test_wager(i, Wager::Envy, owed);
        if paid != owed {
            let why = case.explained(i, Wager::Envy);
            let mut found = case.at_row(row).money(owed, paid, Party::Player).because(why);
            if !decided {
                found.expected = format!("at least {owed}");
            }
            tally.push(found);
        }
    }
}
