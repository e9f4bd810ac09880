//! WAC-013: different games share a progressive. The procedure is described in `wac_013.md`.

use super::{Fill, Scope, Tally, at_line, judge_standing, listed};
use feltproof_regs::{Quantity, Role};
use std::collections::BTreeSet;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let games: BTreeSet<&str> =
            scope.tables_on(link_id).map(|(_, table)| table.game.as_str()).collect();
        if games.is_empty() {
            continue;
        }
        let count = Quantity::Games(listed(games.len()));
        let names = games.into_iter().collect::<Vec<_>>().join(", ");
        judge_standing(scope, (Role::GamesOnLink, count), tally, |allowed, law| {
            at_line(link.line).of_link(link).words(allowed, names.clone()).because(format!(
                "Tables of {count} ({names}) share the progressive of link {}; {law}.",
                link.id
            ))
        });
    }
}
