//! CFG-009: shuffler is declared in a mode that does not serve the game. The procedure is described in
//! `cfg_009.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::Wager;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        let (Some(shuffler), Some(game)) = (&table.shuffler, scope.game(table)) else { continue };
        if !rules.offers(Wager::CoverAll) || game.shuffler_modes.is_empty() {
            continue;
        }
        tally.tested += 1;
        if game.shuffler_modes.contains(&shuffler.mode) {
            continue;
        }
        let modes = game.shuffler_modes.join(" or ");
        let found = at_line(shuffler.line)
            .of_table(table)
            .words(modes.clone(), shuffler.mode.clone())
            .because(format!(
                "Table {} offers Cover All, whose payouts depend on the hands that the shuffler counts: \
                 the {} must be set to {modes}; it is declared as set to {}.",
                table.id, shuffler.model, shuffler.mode
            ));
        tally.push(found);
    }
}
