//! WAC-005: linked tables do not offer the same game in one location. The procedure is described in `wac_005.md`.

use crate::frame::exception;
use crate::frame::{Check, Fill, Need, Run, Tally};
use crate::scope::Scope;
use feltproof_model::{LinkId, Locus};

/// WAC-005.
pub const CHECK: Check = Check {
    code: "WAC-005",
    title: "Linked tables do not offer the same game in one location",
    unit: "linked table",
    doc: include_str!("wac_005.md"),
    needs: &[Need::Links, Need::WashingtonPack],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let mut tables = scope.tables_on(link_id);
        let Some((_, first)) = tables.next() else { continue };
        tally.tested += 1;
        if link.location != scope.engagement.location {
            let mut found = exception(CHECK.code, Locus::Engagement { line: link.line })
                .words(scope.engagement.location.clone(), link.location.clone())
                .because(format!(
                    "A progressive may link tables in one licensed location only; link {} is at {}, the \
                     tables are at {}.",
                    link.id, link.location, scope.engagement.location
                ));
            found.link = Some(link.id.clone());
            tally.push(found);
        }
        for (_, table) in tables {
            tally.tested += 1;
            if table.game != first.game {
                let mut found = exception(CHECK.code, Locus::Engagement { line: table.line })
                    .words(first.game.clone(), table.game.clone())
                    .because(format!(
                        "Link {} joins table {} ({}) with table {} ({}). Different games may share a \
                         progressive only under WAC 230-15-685(6), with the same probability and the same \
                         winning hand, which was not shown.",
                        link.id, first.id, first.game, table.id, table.game
                    ));
                found.link = Some(link.id.clone());
                found.table = Some(table.id.clone());
                tally.push(found);
            }
        }
    }
}
