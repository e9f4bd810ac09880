//! CFG-008: progressive system is not whole as approved. The procedure is described in
//! `cfg_008.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let Some(system) = scope.systems.iter().find(|s| s.id == link.system) else { continue };
        let here =
            |place: &str| place == link.id || scope.tables_on(link_id).any(|(_, t)| t.id == place);
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
