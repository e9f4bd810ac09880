//! AWD-007: award confirmed on the controller is not in the manager journal. The procedure is
//! described in `awd_007.md`.

use super::{Fill, RoundCase, Tally, hands_awarded};
use feltproof_engine::game::Prize;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{CauseKey, ManagerKind, Wager};
use feltproof_record::{Confirmed, confirmations};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let mut confirmed = confirmations(case.scope.procedure(case.table_id), case.controller);
    // A hand that is paid out of the tray is confirmed as well, and nothing leaves the meter.
    confirmed.retain(|of| !is_of_tray(case, of));
    let awards = hands_awarded(case);
    // Those that the manager journal itself has as tray pays, where no button says so.
    let unnamed = confirmed.iter().filter(|of| of.button.is_none()).count();
    let tray = case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay).count();
    confirmed.truncate(confirmed.len().saturating_sub(tray.min(unnamed)));
    tally.tested += u64::try_from(confirmed.len()).unwrap_or(u64::MAX);
    if let Some(Confirmed { event, .. }) = confirmed.get(awards) {
        // Without hand buttons on record it may have been paid out of the tray.
        let unnamed =
            case.holes.no_button.filter(|_| !confirmed.iter().any(|of| of.button.is_some()));
        if let Some(hole) = case.holes.manager.or(unnamed) {
            return tally.left_open(hole.of(case.scope), || {
                format!(
                    "Whether what line {} of the controller journal confirms was paid",
                    case.scope.line(JournalKind::Controller, event.line)
                )
            });
        }
        let (day, table, round) = (case.day, case.table_id, case.round);
        tally.push(
            case.at_controller(event)
                .words("an award in the manager journal", "none")
                .suspected(Some(CauseKey::Award { day, table, round }))
                .because(format!(
                    "{} of line {} completes an award in round {} of table {}: from there the system records \
                     the win on the Game Manager. {} award(s) were confirmed on the controller, {awards} \
                     stand in the manager journal.",
                    event.kind.name(),
                    case.scope.line(JournalKind::Controller, event.line),
                    case.round,
                    case.table.id,
                    confirmed.len()
                )),
        );
    }
}

/// True where the hand button names a hand that the progressive pays out of the tray.
fn is_of_tray(case: &RoundCase<'_>, confirmed: &Confirmed<'_>) -> bool {
    let deducts = case.link().is_some_and(|link| link.awards.deducts_fixed);
    let paytable = case.rules.paytable(Wager::Progressive).filter(|_| !deducts);
    paytable.zip(confirmed.button).is_some_and(|(paytable, button)| {
        let is_named = |hand: &str| hand == button.value.as_str();
        let named = paytable.rows.iter().find(|row| is_named(row.hand.key()));
        named.is_some_and(|row| matches!(row.prize, Prize::Fixed(_)))
    })
}
