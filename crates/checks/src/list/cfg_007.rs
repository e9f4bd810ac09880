//! CFG-007: reserve contribution is not the paytable's. The procedure is described in `cfg_007.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let printed = scope
            .tables_on(link_id)
            .find_map(|(t, _)| scope.rules_of(t, link_id).paytable_reserve());
        let Some(printed) = printed else { continue };
        tally.tested += 1;
        if link.running.reserve != printed {
            let found = at_line(link.running_line)
                .of_link(link)
                .words(printed.percent(), link.running.reserve.percent())
                .because(format!(
                    "Paytable {} of link {} goes with a reserve of {} of each wager; the system runs with \
                     {}.",
                    link.paytable,
                    link.id,
                    printed.percent(),
                    link.running.reserve.percent()
                ));
            tally.push(found);
        }
    }
}
