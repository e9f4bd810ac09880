//! CFG-008: progressive system is not whole as approved. The procedure is described in
//! `cfg_008.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;
use feltproof_model::engagement::Link;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let Some(system) = scope.systems.iter().find(|s| s.id == link.system) else { continue };
        // Links that feed on the same wagers share what is central to their system.
        let is_beside = |other: &LinkId| {
            let mut tables = scope.tables_on(link_id);
            tables.any(|(_, table)| table.feeds(*other)) && scope.link(*other).system == link.system
        };
        let links = (0_u16..).map(LinkId).zip(&scope.engagement.links);
        let names: Vec<&Link> =
            links.filter(|(id, _)| *id == link_id || is_beside(id)).map(|(_, of)| of).collect();
        let here = |place: &str| {
            names.iter().any(|of| of.is_named(place))
                || scope.tables_on(link_id).any(|(_, t)| t.id == place)
        };
        let equipment = &scope.engagement.equipment;
        let found: Vec<&str> =
            equipment.iter().filter(|e| here(&e.place)).map(|e| e.component.as_str()).collect();
        if found.is_empty() {
            continue;
        }
        tally.tested += 1;
        let missing = system.missing(&found);
        if !missing.is_empty() {
            let found = at_line(link.line)
                .of_link(link)
                .words(format!("also {}", missing.join(", ")), found.join(", "))
                .because(format!(
                    "Link {} runs on {}; at the link and its tables the engagement lists {}. No approved set \
                     of components is there as a whole: {} is missing.",
                    link.id,
                    system.title,
                    found.join(", "),
                    missing.join(", ")
                ));
            tally.push(found);
        }
    }
}
