//! CFG-011: components of two approved sets stand together. The procedure is described in `cfg_011.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_engine::{Part, System};
use feltproof_model::engagement::{Equipment, Link};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let Some(system) = scope.systems.iter().find(|s| s.id == link.system) else { continue };
        let of = |place: &str| -> Vec<&Equipment> {
            let own = |e: &&Equipment| e.place == place && is_of_a_set(system, &e.component);
            scope.engagement.equipment.iter().filter(own).collect()
        };
        let central = of(&link.name);
        let mut sets = vec![(None, central.clone())];
        for (_, table) in scope.tables_on(link_id) {
            let own = of(&table.id);
            if !own.is_empty() {
                sets.push((Some(table), own.into_iter().chain(central.iter().copied()).collect()));
            }
        }
        for (table, set) in sets {
            let Some(first) = set.first() else { continue };
            tally.tested += 1;
            let names: Vec<&str> = set.iter().map(|e| e.component.as_str()).collect();
            if system.go_together(&names) {
                continue;
            }
            let place = match table {
                Some(table) => format!("At table {} of link {}", table.id, link.id),
                None => format!("At link {}", link.id),
            };
            let mut found = at_line(first.line).of_link(link);
            if let Some(table) = table {
                found = found.of_table(table);
            }
            tally.push(
                found
                    .words("one approved set", names.join(", "))
                    .because(sentence(&place, &names, link)),
            );
            // What does not go together at the link does not at its tables.
            if table.is_none() {
                break;
            }
        }
    }
}

/// A display may differ from table to table.
fn is_of_a_set(system: &System, component: &str) -> bool {
    system.part(component).is_some_and(|part| part != Part::Display)
}

fn sentence(place: &str, names: &[&str], link: &Link) -> String {
    format!(
        "{place} work {} together. The approval of system {} names them in different sets, each tested by \
         itself and never with parts of another.",
        names.join(", "),
        link.system
    )
}
