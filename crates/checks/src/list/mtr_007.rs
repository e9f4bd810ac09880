//! MTR-007: emptied meter was not reseeded. The procedure is described in `mtr_007.md`.

use super::{AwardCase, Fill, Tally, hundredfold};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Money, Rate};

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    let whole = case.hand.as_ref().is_some_and(|h| h.share == Some(Rate::ONE));
    let took_all = event.amount >= case.display_before;
    // A back-out puts the prize back, so nothing is left to reseed; a second award for one hand is
    // AWD-002's.
    // An award of nothing took nothing.
    // Nor does a fixed award call for a reseed, whatever it leaves.
    let fixed = case.hand.as_ref().is_some_and(|h| h.fixed.is_some());
    if event.amount.is_zero() || fixed || !(whole || took_all) || case.backed_out || case.repeats {
        return;
    }
    tally.tested += 1;
    // Nothing is left to reseed where an adjustment that does not say what it reverses was its back-out.
    let hole = case.before_reseed.or(case.unexplained);
    if let Some(hole) = hole.filter(|_| case.played_on || case.reseeded.is_none()) {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "Whether a reseed follows the award of line {}",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    }
    let seed = case.link().running.seed;
    // A hundredth of the amount would not have taken the whole meter: it may be in another unit.
    let hundredth = Money::from_micros(event.amount.micros() / 100);
    let of_unit = !whole && hundredth < case.display_before;
    let cause = of_unit.then(|| hundredfold(case.link_id, hundredth, event.amount)).flatten();
    let found = case.exception().suspected(cause);
    if let Some(added) = case.reseeded.filter(|_| case.played_on) {
        tally.push(
            found
                .clone()
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
        tally.push(found.words(format!("a reseed of at least {seed}"), "none").because(
            format!(
                "The award of {} took the whole meter of link {} and no reseed follows on record; the next \
                 winner would have met an empty meter.",
                event.amount, case.link().id
            ),
        ));
    }
}
