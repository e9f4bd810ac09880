//! CFG-007: reserve contribution is not the paytable's. The procedure is described in `cfg_007.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, exception};
use feltproof_model::{LinkId, Locus};

pub(crate) const CHECK: Check = Check {
    code: "CFG-007",
    title: "Reserve contribution is not the paytable's",
    unit: "prescribed reserve",
    doc: include_str!("cfg_007.md"),
    needs: &[Need::Links],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let printed = scope.tables_on(link_id).find_map(|(t, _)| scope.rules(t).paytable_reserve());
        let Some(printed) = printed else { continue };
        tally.tested += 1;
        if link.running.reserve != printed {
            let mut found = exception(CHECK.code, Locus::Engagement { line: link.running_line })
                .words(printed.percent(), link.running.reserve.percent())
                .because(format!(
                    "Paytable {} of link {} goes with a reserve of {} of each wager; the system runs with \
                     {}.",
                    link.paytable,
                    link.id,
                    printed.percent(),
                    link.running.reserve.percent()
                ));
            found.link = Some(link.id.clone());
            tally.push(found);
        }
    }
}
