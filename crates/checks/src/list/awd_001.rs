//! AWD-001: meter-winning hand has no award on record. The procedure is described in `awd_001.md`.

use super::{AwardCase, Fill, Tally};
use feltproof_model::CauseKey;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(hand) = &case.hand else { return };
    let wins = match (hand.share, hand.fixed) {
        (Some(share), _) => format!("{} of the meter", share.percent()),
        (None, Some(fixed)) => format!("{fixed} from the meter"),
        (None, None) => return,
    };
    if hand.void || hand.stake.is_zero() {
        return;
    }
    tally.tested += 1;
    let (recorded, why, hole) = if case.event.is_none() {
        ("none", "the manager journal has no award for it", case.holes.manager)
    } else if case.backed_out && !case.replaced {
        let why = "its award was backed out and no other was recorded";
        ("an award that was backed out", why, case.after)
    } else {
        return;
    };
    if let Some(hole) = hole {
        return tally.left_open(hole.of(case.scope), || {
            let table = &case.scope.table(case.table).id;
            let (round, seat) = (case.round, case.seat);
            format!(
                "Whether the hand of seat {seat} in round {round} of table {table} has an award"
            )
        });
    }
    tally.push(
        case.exception()
            .words(format!("an award of {wins}"), recorded)
            .suspected(Some(CauseKey::Award {
                day: case.day,
                table: case.table,
                round: case.round,
            }))
            .because(format!(
                "{} is {} with a progressive wager of {}: it wins {wins} of link {}, and {why}.",
                hand.cards,
                hand.described,
                hand.stake,
                case.link().id
            )),
    );
}
