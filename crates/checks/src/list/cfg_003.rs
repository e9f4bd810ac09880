//! CFG-003: contribution is above the pre-configured. The procedure is described in `cfg_003.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, exception};
use feltproof_model::Locus;

pub(crate) const CHECK: Check = Check {
    code: "CFG-003",
    title: "Contribution is above the pre-configured",
    unit: "link",
    doc: include_str!("cfg_003.md"),
    needs: &[Need::Links, Need::Preconfigured],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let Some(preconfigured) = link.preconfigured_contribution else { continue };
        tally.tested += 1;
        let running = link.running.contribution;
        if running.is_greater_than(preconfigured) {
            let mut found = exception(CHECK.code, Locus::Engagement { line: link.running_line })
                .words(format!("at most {}", preconfigured.percent()), running.percent())
                .because(format!(
                    "Link {} contributes {} of each wager; its paytable is pre-configured for {}. Where only \
                     percentage pays come from the meter, a higher contribution reduces the house's \
                     mathematical advantage.",
                    link.id,
                    running.percent(),
                    preconfigured.percent()
                ));
            found.link = Some(link.id.clone());
            tally.push(found);
        }
    }
}
