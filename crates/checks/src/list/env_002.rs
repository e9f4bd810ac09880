//! ENV-002: envy was paid to a seat not entitled to it. The procedure is described in `env_002.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_engine::RoundState;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Party, Wager};

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

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if case.outcome.state != RoundState::Settled {
        return;
    }
    let linked = case.link().is_some();
    for (i, row, settled) in case.players() {
        let (owed, paid) = (settled.owed[Wager::Envy], row.returned[Wager::Envy]);
        if let Some(why) = left_open(case, i) {
            tally.tested += 1;
            tally.left_open(why, || {
                format!(
                    "Whether the seat of line {} is entitled to envy",
                    case.scope.line(JournalKind::Hands, row.line)
                )
            });
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
            let why = "the hands journal has no progressive column";
            tally.left_open(why, || {
                format!(
                    "Whether the seat of line {} is entitled to envy",
                    case.scope.line(JournalKind::Hands, row.line)
                )
            });
        } else {
            tally.test_wager(i, Wager::Envy, owed);
            let why = case.explained(i, Wager::Envy);
            let found = case.at_row(row).money(owed, paid, Party::Player);
            tally.push(found.suspected(case.feeds_another()).because(why));
        }
    }
}
