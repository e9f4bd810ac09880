//! CFG-014: paytable is not for such a link. The procedure is described in `cfg_014.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_engine::game::Linked;
use feltproof_model::{LinkId, Wager};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let tables = || scope.tables_on(link_id);
        let linked = tables()
            .find_map(|(t, _)| scope.rules_of(t, link_id).paytable(Wager::Progressive)?.linked);
        let Some(linked) = linked else { continue };
        tally.tested += 1;
        // Two definitions of one family are one game under two sets of rules.
        let mut games: Vec<(&str, &str)> =
            tables().map(|(t, table)| (scope.rules(t).family().key, table.game.as_str())).collect();
        games.sort_unstable();
        games.dedup_by_key(|(family, _)| *family);
        let system = scope.systems.iter().find(|system| system.id == link.system);
        let carries = system.is_none_or(|system| system.multi_game);
        let (expected, recorded, why) = match linked {
            Linked::SameGame if games.len() > 1 => {
                let games: Vec<&str> = games.iter().map(|(_, game)| *game).collect();
                let why = "is for a table by itself or for tables of the same game";
                ("tables of one game", games.join(", "), why)
            }
            Linked::MultiGame if !carries => {
                let why =
                    "is for links of different games, which no document describes for that system";
                ("a system described for links of different games", link.system.clone(), why)
            }
            _ => continue,
        };
        let found = at_line(link.line).of_link(link).words(expected, recorded.clone());
        tally.push(found.because(format!(
            "Paytable {} of link {} {why}; the link has {recorded}.",
            link.paytable, link.id
        )));
    }
}
