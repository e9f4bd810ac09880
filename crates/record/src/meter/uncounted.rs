//! What wagers that nobody recorded would leave behind: a meter and a reserve that both gained what no event added.

use super::Standing;
use crate::hole::Hole;
use feltproof_model::engagement::{LevelSettings, Link};
use feltproof_model::money::MICROS_PER_CENT;
use feltproof_model::{ManagerEvent, ManagerKind, Money, Rate};

const CENT: Money = Money::from_micros(MICROS_PER_CENT);

/// Where wagers that were not counted in explain where meter and reserve stand, or hide behind coarse
/// displays: of the link (`of_link`), or of a table. A coin-in tells of its own, and a reseed adds none.
pub(super) fn may_have_gained(
    event: &ManagerEvent,
    link: &Link,
    (of_link, of_table): (Option<Hole>, Option<Hole>),
    settings: &LevelSettings,
    after: Standing,
) -> Option<Hole> {
    let hole = of_link.or(of_table)?;
    let is_indicated = match event.kind {
        ManagerKind::CoinIn => of_table.is_none(),
        kind => kind == ManagerKind::Reseed,
    };
    (!is_indicated && are_explained(event, link, settings, after)).then_some(hole)
}

/// True where wagers before an event that are not on record would explain where meter and reserve stand after it.
fn are_explained(
    event: &ManagerEvent,
    link: &Link,
    settings: &LevelSettings,
    after: Standing,
) -> bool {
    // A coarse display, or one at its limit, may stand still.
    let is_coarse = settings.display_unit > CENT || settings.limit.is_some();
    let reserve_is_coarse = link.reserve_unit.is_some_and(|unit| unit > CENT);
    let accounts = [
        (event.display, after.display, settings.contribution, is_coarse),
        (event.reserve, after.reserve, settings.reserve, is_coarse || reserve_is_coarse),
    ];
    let gained = accounts.map(|(now, expected, rate, is_coarse)| {
        let stands = now == expected;
        now > expected && rate != Rate::ZERO || stands && (is_coarse || rate == Rate::ZERO)
    });
    // A display shows whole units, whatever was wagered.
    let is_shown = event.display.micros() % settings.display_unit.micros().max(1) == 0;
    is_shown && gained == [true, true]
}
