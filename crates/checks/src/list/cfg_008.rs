//! CFG-008: progressive system is not whole as approved. The procedure is described in
//! `cfg_008.md`.

use super::{Check, Fill, Need, Run, Scope, Tally, exception};
use feltproof_model::{LinkId, Locus};

pub(crate) const CHECK: Check = Check {
    code: "CFG-008",
    title: "Progressive system is not whole as approved",
    unit: "link",
    doc: include_str!("cfg_008.md"),
    needs: &[Need::Links, Need::Equipment],
    run: Run::Engagement(run),
};

fn run(scope: &Scope, tally: &mut Tally) {
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
            let mut exception = exception(CHECK.code, Locus::Engagement { line: link.line })
                .words(format!("also {}", missing.join(", ")), found.join(", "))
                .because(format!(
                    "Link {} runs on {}; at the link and its tables the engagement lists {}. No approved set \
                     of components is there as a whole: {} is missing.",
                    link.id,
                    system.title,
                    found.join(", "),
                    missing.join(", ")
                ));
            exception.link = Some(link.id.clone());
            tally.push(exception);
        }
    }
}
