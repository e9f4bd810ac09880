//! ENV: envy, paid to others at the table when someone's hand qualifies.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::RoundState;
use feltproof_model::engagement::JournalKind::Hands;
use feltproof_model::{Party, Wager};

/// Envy was not paid as owed.
pub(super) fn env_001(case: &RoundCase<'_>, tally: &mut Tally) {
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
                let line = || case.scope.line(Hands, row.line);
                let what = || format!("Whether the seat of line {} is owed more envy", line());
                tally.left_open(why, what);
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

/// Why it cannot be told whether envy was owed where some was paid and the known hands bring none: the
/// wager itself is WGR-006's, so it may be the engagement that lacks a link; or a hand may be missing.
fn left_open(case: &RoundCase<'_>, at: usize) -> Option<String> {
    let (row, settled) = (&case.rows[at], &case.settled[at]);
    if row.returned[Wager::Envy].is_zero() || !settled.owed[Wager::Envy].is_zero() {
        return None;
    }
    if case.link().is_none() && !row.stake[Wager::Progressive].is_zero() {
        return Some(format!("the engagement puts table {} on no link", case.table.id));
    }
    let is_decided = settled.testable.contains(Wager::Envy);
    case.lacks_a_hand().filter(|_| !is_decided)
}

/// Envy was paid to a seat not entitled to it.
pub(super) fn env_002(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.outcome.state != RoundState::Settled {
        return;
    }
    let linked = case.link().is_some();
    for (i, row, settled) in case.players() {
        let (owed, paid) = (settled.owed[Wager::Envy], row.returned[Wager::Envy]);
        let line = || case.scope.line(Hands, row.line);
        let what = || format!("Whether the seat of line {} is entitled to envy", line());
        if let Some(why) = left_open(case, i) {
            tally.tested += 1;
            tally.left_open(why, what);
            continue;
        }
        // Without a progressive there is nothing to test, unless envy was paid all the same.
        if !settled.testable.contains(Wager::Envy) || (!linked && paid.is_zero()) {
            continue;
        }
        // What is owed to an entitled seat is compared by ENV-001.
        if !owed.is_zero() || paid.is_zero() {
            tally.tested += 1;
        } else if linked && !case.scope.has_stake(Wager::Progressive) {
            // The stake of the progressive decides who is entitled.
            tally.tested += 1;
            tally.left_open("the hands journal has no progressive column", what);
        } else {
            tally.test_wager(i, Wager::Envy, owed);
            let why = case.explained(i, Wager::Envy);
            let found = case.at_row(row).money(owed, paid, Party::Player);
            tally.push(found.suspected(case.feeds_another()).because(why));
        }
    }
}
