//! MTR-006: reseed is not the seed plus the whole reserve. The procedure is described in `mtr_006.md`.

use super::{Fill, MeterCase, Tally, hundredfold, reseed_is_as_owed};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{Money, Party};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    let Some(owed) = case.reseed_owed else { return };
    tally.tested += 1;
    let (link, added, left) = (case.link, case.event.amount, case.event.reserve);
    let found = case.exception();
    let is_doubtful = !case.reseed_due || !reseed_is_as_owed(case, owed);
    if let Some(hole) = case.before_reseed.or(case.hole).filter(|_| is_doubtful) {
        return tally.left_open(hole.of(case.scope), || {
            format!(
                "What the reseed of line {} should have added",
                case.scope.line(JournalKind::Manager, case.event.line)
            )
        });
    }
    // One reseed is one exception, though a reserve left where it was shows in two columns.
    if !case.reseed_due {
        tally.push(found.money(Money::ZERO, added, Party::Fund).because(format!(
            "The meter of link {} stood at {} and no award was waiting for a reseed; {added} was added \
             all the same.",
            link.id, case.before.display
        )));
    } else if !reseed_is_as_owed(case, owed) {
        let owed = owed.least;
        // Seed and reserve in cents, where the seed of the settings is in dollars.
        let cents = case.settings.seed.checked_mul(100);
        let cents = cents.and_then(|seed| seed.checked_add(case.before.reserve));
        let in_cents = cents.filter(|cents| *cents == added).and_then(|_| {
            let seed = case.settings.seed;
            hundredfold(case.link_id, seed, seed.checked_mul(100)?)
        });
        let found = found.suspected(in_cents.or(hundredfold(case.link_id, owed, added)));
        tally.push(found.money(owed, added, Party::Fund).because(format!(
            "A 100 % award reseeds the meter of link {} with its seed of {} and the whole reserve of {}: \
             {owed}; {added} was added and {left} is left in the reserve.",
            link.id, case.settings.seed, case.before.reserve
        )));
    } else if !left.is_zero() {
        tally.push(found.money(Money::ZERO, left, Party::Fund).because(format!(
            "A reseed uses the whole reserve of link {}, so {} should remain; {left} is recorded.",
            link.id,
            Money::ZERO
        )));
    }
}
