//! CFG-010: round was dealt with the shuffler in another mode. The procedure is described in
//! `cfg_010.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::Wager;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    if !case.rules.offers(Wager::CoverAll) || case.is_mode_alone() {
        return;
    }
    let Some(game) = case.scope.game(case.table) else { return };
    if game.shuffler_modes.is_empty() {
        return;
    }
    let Some(shuffler) = case.shuffler else {
        // Without any event the declared mode stands, unless the event may be missing.
        if let Some(hole) = case.holes.mode {
            tally.tested += 1;
            tally.left_open(hole.of(case.scope), || {
                let (round, table) = (case.round, &case.table.id);
                format!("In which mode of the shuffler round {round} of table {table} was dealt")
            });
        }
        return;
    };
    tally.tested += 1;
    let mode = shuffler.event.value.trim();
    // One setting is one fault, however many rounds are dealt in it.
    if !shuffler.is_first || game.shuffler_modes.iter().any(|known| known == mode) {
        return;
    }
    let modes = game.shuffler_modes.join(" or ");
    tally.push(
        case.at_controller(&shuffler.event).words(modes.clone(), mode).because(format!(
            "Table {} offers Cover All, for which the shuffler must be set to {modes}. Line {} of the \
             controller journal sets it to {mode}, and round {} was dealt so, with those after it until \
             it was set again.",
            case.table.id,
            case.scope.line(JournalKind::Controller, shuffler.event.line),
            case.round
        )),
    );
}
