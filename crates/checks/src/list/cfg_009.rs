//! CFG-009: shuffler is declared in a mode that does not serve the game. The procedure is described in
//! `cfg_009.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, exception};
use feltproof_model::{Locus, Wager};

pub(crate) const CHECK: Check = Check {
    code: "CFG-009",
    title: "Shuffler is set to a mode that does not serve Cover All",
    unit: "shuffler",
    doc: include_str!("cfg_009.md"),
    needs: &[Need::Offered(Wager::CoverAll), Need::Shuffler],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
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
        let mut found = exception(CHECK.code, Locus::Engagement { line: shuffler.line })
            .words(modes.clone(), shuffler.mode.clone())
            .because(format!(
                "Table {} offers Cover All, whose payouts depend on the hands that the shuffler counts: \
                 the {} must be set to {modes}; it is declared as set to {}.",
                table.id, shuffler.model, shuffler.mode
            ));
        found.table = Some(table.id.clone());
        tally.push(found);
    }
}
