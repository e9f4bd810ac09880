//! MTR-007: emptied meter was not reseeded. The procedure is described in `mtr_007.md`.

use super::{AwardCase, Fill, Tally};
use feltproof_model::Rate;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    let whole = case.hand.as_ref().is_some_and(|h| h.share == Some(Rate::ONE));
    let took_all = !event.amount.is_zero() && event.amount >= case.display_before;
    // A back-out puts the prize back, so nothing is left to reseed; a second award for one hand is
    // AWD-002's.
    if !(whole || took_all) || case.backed_out || case.repeats {
        return;
    }
    tally.tested += 1;
    let seed = case.link().running.seed;
    if let Some(added) = case.reseeded.filter(|_| case.played_on) {
        tally.push(
            case.exception()
                .words(
                    format!("a reseed of at least {seed} before the link plays on"),
                    format!("a reseed of {added} after more rounds"),
                )
                .because(format!(
                    "The award of {} took the whole meter of link {}, and wagers of further rounds were \
                     taken before the reseed: those players wagered on an emptied meter.",
                    event.amount, case.link().id
                )),
        );
    }
    if case.reseeded.is_none() {
        tally.push(case.exception().words(format!("a reseed of at least {seed}"), "none").because(
            format!(
                "The award of {} took the whole meter of link {} and no reseed follows on record; the next \
                 winner would have met an empty meter.",
                event.amount, case.link().id
            ),
        ));
    }
}
