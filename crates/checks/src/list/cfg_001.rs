//! CFG-001: running settings differ from the approved. The procedure is described in `cfg_001.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_record::meter::settings::in_words;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let (approved, running) = (in_words(&link.approved), in_words(&link.running));
        for ((name, approved), (_, running)) in approved.into_iter().zip(running) {
            tally.tested += 1;
            if approved != running {
                let found = at_line(link.running_line)
                    .of_link(link)
                    .words(approved.clone(), running.clone())
                    .because(format!(
                        "The {name} of link {} is approved as {approved}; the system runs with {running}.",
                        link.id
                    ));
                tally.push(found);
            }
        }
    }
}
