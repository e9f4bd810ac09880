//! AWD-003: award is not the share of the displayed meter. The procedure is described in `awd_003.md`.

use super::{AwardCase, Fill, Tally};
use feltproof_model::{Money, Party, Rounding};

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(event), Some(hand)) = (&case.event, &case.hand) else { return };
    let Some(share) = hand.share else { return };
    // A reversed award pays nobody; a second award for one hand is AWD-002's.
    if case.backed_out || case.repeats {
        return;
    }
    tally.tested += 1;
    let displayed = case.display_before;
    let Some(owed) = share.of(displayed, Rounding::Down).map(Money::floor_to_cent) else { return };
    if event.amount != owed {
        tally.push(
            case.exception()
                .money(owed, event.amount, Party::Player)
                .because(format!(
                    "{} is {}: it wins {} of the meter. The meter of link {} showed {displayed} just before, so \
                     {owed} is owed; the award recorded is {}.",
                    hand.cards,
                    hand.described,
                    share.percent(),
                    case.link().id,
                    event.amount
                )),
        );
    }
}
