//! ADV-002: contribution is above the pre-configured. The procedure is described in `adv_002.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::{Money, Rate, Rounding};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let Some(preconfigured) = link.preconfigured_contribution else { continue };
        tally.tested += 1;
        let running = link.running.contribution;
        if running.is_greater_than(preconfigured) {
            let of = |rate: Rate| rate.of(link.unit, Rounding::Down).unwrap_or(Money::ZERO);
            let more = of(running).checked_sub(of(preconfigured)).unwrap_or(Money::ZERO);
            let found = at_line(link.running_line)
                .of_link(link)
                .words(format!("at most {}", preconfigured.percent()), running.percent())
                .because(format!(
                    "Link {} contributes {} of each wager; its paytable is pre-configured for {}: {more} more \
                     of each {}. Where only percentage pays come from the meter, a higher contribution \
                     reduces the house's mathematical advantage.",
                    link.id,
                    running.percent(),
                    preconfigured.percent(),
                    link.unit
                ));
            tally.push(found);
        }
    }
}
