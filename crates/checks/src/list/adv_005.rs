//! ADV-005: posted Ante allows a Play above the single-wager cap. The procedure is described in `adv_005.md`.

use super::{Fill, Scope, Tally, at_line, judge_posted};
use feltproof_model::Wager;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        let posted = |wager| table.posted.iter().find(|p| p.wager == wager).map(|p| p.max);
        let Some(ante) = posted(Wager::Ante) else { continue };
        let raise = rules.raise();
        // A posted maximum of the Play (Raise) bounds it, and is compared with the cap by WAC-006.
        if posted(raise).is_some() {
            tally.tested += 1;
            continue;
        }
        let most = rules.play_multiples().iter().copied().max().unwrap_or(1);
        let Some(largest) = ante.checked_mul(most) else { continue };
        let hand = if rules.family().any_hand_raises {
            "with any hand"
        } else {
            "with a pair of aces or better"
        };
        judge_posted(scope, (table, largest), tally, |allowed, law| {
            at_line(table.line).of_table(table).words(allowed, largest.to_string()).because(format!(
                "Table {} posts an Ante of up to {ante} and no maximum of the {raise}; {hand} the {raise} may be as \
                 much as {largest}, and {law}. The posting is of the Ante; such a {raise} is a violation (WAC-001) \
                 only when it is wagered. Post a maximum of the {raise}, or a lower Ante.",
                table.id
            ))
        });
    }
}
