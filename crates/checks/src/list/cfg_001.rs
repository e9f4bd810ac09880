//! CFG-001: running settings differ from the approved. The procedure is described in `cfg_001.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, exception};
use feltproof_model::Locus;
use feltproof_record::meter::settings::in_words;

pub(crate) const CHECK: Check = Check {
    code: "CFG-001",
    title: "Running settings differ from the approved",
    unit: "setting",
    doc: include_str!("cfg_001.md"),
    needs: &[Need::Links],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let (approved, running) = (in_words(&link.approved), in_words(&link.running));
        for ((name, approved), (_, running)) in approved.into_iter().zip(running) {
            tally.tested += 1;
            if approved != running {
                let locus = Locus::Engagement { line: link.running_line };
                let mut found = exception(CHECK.code, locus)
                    .words(approved.clone(), running.clone())
                    .because(format!(
                        "The {name} of link {} is approved as {approved}; the system runs with {running}.",
                        link.id
                    ));
                found.link = Some(link.id.clone());
                tally.push(found);
            }
        }
    }
}
