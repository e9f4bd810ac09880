//! WAC-006: posted Ante allows a Play above the single-wager cap. The procedure is described in `wac_006.md`.

use super::{Fill, Scope, Tally, at_line, limit_in_words};
use feltproof_model::Wager;
use feltproof_regs::{Limit, Verdict};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (i, table) in scope.engagement.tables.iter().enumerate() {
        let posted = |w: Wager| table.posted.iter().find(|p| p.wager == w).map(|p| p.max);
        let Some(ante) = posted(Wager::Ante) else { continue };
        let most = scope.rules[i].play_multiples().iter().copied().max().unwrap_or(1);
        let Some(tripled) = ante.checked_mul(most) else { continue };
        let raise = scope.rules[i].raise();
        // A posted Play (Raise) limit below the multiple is the limit that counts.
        let largest = posted(raise).map_or(tripled, |most| most.min(tripled));
        let hand = if scope.rules[i].family().any_hand_raises {
            "with any hand"
        } else {
            "with a pair of aces or better"
        };
        // A posting is one matter, however many days it hangs.
        let mut raised: Vec<&Limit> = Vec::new();
        for day in (0_u16..).take(scope.engagement.days.len()) {
            let is_raised = |limit: &Limit| raised.iter().any(|r| std::ptr::eq(*r, limit));
            let limits = scope.law.wager_limits(day).filter(|(limit, _)| !is_raised(limit));
            let limits: Vec<_> = limits.collect();
            if limits.is_empty() {
                continue;
            }
            tally.tested += 1;
            let mut open = None;
            for (limit, said) in limits {
                match said.judge(largest) {
                    Verdict::Holds => {}
                    Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
                    Verdict::Violates => {
                        let found = at_line(table.line)
                            .of_table(table)
                            .under(&limit.pack)
                            .words(limit_in_words(said), largest.to_string())
                            .because(format!(
                                "Table {} posts an Ante of up to {ante}; {hand} the {raise} may be as \
                                 much as {largest}, and by {} {} {} {} on {}.",
                                table.id,
                                limit.citation,
                                limit.subject,
                                limit.verb,
                                limit_in_words(said),
                                scope.date(day)
                            ));
                        tally.push(found);
                        raised.push(limit);
                    }
                }
            }
            if let Some(reason) = open {
                tally.undecided(|| reason);
            }
        }
    }
}
