//! WAC-005: link and its tables are not in one location. The procedure is described in `wac_005.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        if scope.tables_on(link_id).next().is_none() {
            continue;
        }
        tally.tested += 1;
        if link.location != scope.engagement.location {
            let found = at_line(link.line)
                .of_link(link)
                .words(scope.engagement.location.clone(), link.location.clone())
                .because(format!(
                    "A progressive may link tables in one licensed location only; link {} is at {}, the \
                     tables are at {}.",
                    link.id, link.location, scope.engagement.location
                ));
            tally.push(found);
        }
    }
}
