//! CFG-012: linked table has no controller or display on the list. The procedure is described in `cfg_012.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_engine::{Part, System};
use feltproof_model::LinkId;
use feltproof_model::engagement::{Equipment, Link};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let Some(system) = scope.systems.iter().find(|s| s.id == link.system) else { continue };
        for (part, name) in [(Part::Controller, "table controller"), (Part::Display, "display")] {
            let has = |place: &str| {
                let mut own = scope.engagement.equipment.iter().filter(|e| e.place == place);
                own.any(|e| is(system, &e.component, part))
            };
            let listed = scope.tables_on(link_id).filter(|(_, table)| has(&table.id)).count();
            // What stands at the link itself may be that of every table.
            if has(&link.name) {
                continue;
            }
            if listed == 0 {
                if part == Part::Display && joins_games(scope, link_id) {
                    without_display(link, tally);
                }
                continue;
            }
            for (_, table) in scope.tables_on(link_id) {
                tally.tested += 1;
                if has(&table.id) {
                    continue;
                }
                let mut own = scope.engagement.equipment.iter().filter(|e| e.place == table.id);
                let is_unknown = |e: &&Equipment| {
                    system.part(&e.component).is_none() && !is(system, &e.component, Part::Display)
                };
                if let Some(other) = own.find(is_unknown) {
                    let why =
                        format!("its {} may be one, which no approval names", other.component);
                    tally.left_open(why, || format!("Whether table {} has a {name}", table.id));
                    continue;
                }
                let found = at_line(table.line).of_link(link).of_table(table);
                tally.push(found.words(format!("a {name}"), "none on the list").because(format!(
                    "Table {} feeds link {}. The list of equipment has a {name} at {listed} of its tables, \
                     and none at this one.",
                    table.id, link.id
                )));
            }
        }
    }
}

/// True where tables of different games feed the link.
pub(super) fn joins_games(scope: &Scope, link_id: LinkId) -> bool {
    let mut games = scope.tables_on(link_id).map(|(_, table)| &table.game);
    games.next().is_some_and(|first| games.any(|other| other != first))
}

/// The law asks for a meter on each table of such a link.
fn without_display(link: &Link, tally: &mut Tally) {
    tally.tested += 1;
    let found = at_line(link.line).of_link(link);
    tally.push(found.words("a display at each table", "none on the list").because(format!(
        "Link {} joins different games, so each of its tables has a meter that grows with each wager. The list of \
         equipment has a display at none of them.",
        link.id
    )));
}

/// A display may be of any supplier: then its name says what it is.
fn is(system: &System, component: &str, part: Part) -> bool {
    match system.part(component) {
        Some(found) => found == part,
        None => part == Part::Display && component.to_lowercase().contains("display"),
    }
}
