//! WAC-005: link and its tables are not in one location. The procedure is described in `wac_005.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, exception};
use feltproof_model::{LinkId, Locus};

pub(crate) const CHECK: Check = Check {
    code: "WAC-005",
    title: "Link and its tables are not in one location",
    unit: "link",
    doc: include_str!("wac_005.md"),
    needs: &[Need::Links, Need::Control("WAC-005")],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        if scope.tables_on(link_id).next().is_none() {
            continue;
        }
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
    }
}
