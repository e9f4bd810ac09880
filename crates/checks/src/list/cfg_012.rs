//! CFG-012: linked table has no controller or display on the list. The procedure is described in `cfg_012.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_engine::{Part, System};
use feltproof_model::LinkId;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let Some(system) = scope.systems.iter().find(|s| s.id == link.system) else { continue };
        for (part, name) in [(Part::Controller, "table controller"), (Part::Display, "display")] {
            let has = |place: &str| {
                let mut own = scope.engagement.equipment.iter().filter(|e| e.place == place);
                own.any(|e| is(system, &e.component, part))
            };
            let listed = scope.tables_on(link_id).filter(|(_, table)| has(&table.id)).count();
            // What stands at the link itself may be that of every table.
            if listed == 0 || has(&link.id) {
                continue;
            }
            for (_, table) in scope.tables_on(link_id) {
                tally.tested += 1;
                if has(&table.id) {
                    continue;
                }
                let mut own = scope.engagement.equipment.iter().filter(|e| e.place == table.id);
                if let Some(other) = own.find(|e| system.part(&e.component).is_none()) {
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

/// A display may be of any supplier: then its name says what it is.
fn is(system: &System, component: &str, part: Part) -> bool {
    match system.part(component) {
        Some(found) => found == part,
        None => part == Part::Display && component.to_lowercase().contains("display"),
    }
}
