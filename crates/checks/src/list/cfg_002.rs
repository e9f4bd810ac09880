//! CFG-002: seed is zero or below the largest fixed award. The procedure is described in `cfg_002.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::{LinkId, Money};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        tally.tested += 1;
        let seed = link.running.seed;
        let (fixed, unit) = scope
            .tables_on(link_id)
            .filter_map(|(table, _)| {
                let rules = scope.rules(table);
                Some((rules.largest_fixed_award()?, rules.unit()?))
            })
            .max()
            .unwrap_or((Money::ZERO, link.unit));
        if !seed.is_zero() && seed >= fixed {
            continue;
        }
        let found = at_line(link.running_line)
            .of_link(link)
            .words(format!("at least {fixed}"), seed.to_string())
            .because(format!(
                "The seed of link {} is {seed}; the largest fixed award of its paytable is {fixed} on a \
                 wager of {unit}. The manufacturer advises a seed at least that large, and never none.",
                link.id
            ));
        tally.push(found);
    }
}
