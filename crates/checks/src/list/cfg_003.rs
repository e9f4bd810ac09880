//! CFG-003: contribution is above the pre-configured. The procedure is described in `cfg_003.md`.

use super::{Fill, Scope, Tally, at_line};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let Some(preconfigured) = link.preconfigured_contribution else { continue };
        tally.tested += 1;
        let running = link.running.contribution;
        if running.is_greater_than(preconfigured) {
            let found = at_line(link.running_line)
                .of_link(link)
                .words(format!("at most {}", preconfigured.percent()), running.percent())
                .because(format!(
                    "Link {} contributes {} of each wager; its paytable is pre-configured for {}. Where only \
                     percentage pays come from the meter, a higher contribution reduces the house's \
                     mathematical advantage.",
                    link.id,
                    running.percent(),
                    preconfigured.percent()
                ));
            tally.push(found);
        }
    }
}
