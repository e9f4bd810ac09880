//! CFG-001: running settings differ from the approved. The procedure is described in `cfg_001.md`.

use crate::frame::exception;
use crate::frame::{Check, Fill, Need, Run, Tally};
use crate::scope::Scope;
use feltproof_model::Locus;
use feltproof_model::engagement::LevelSettings;

/// CFG-001.
pub const CHECK: Check = Check {
    code: "CFG-001",
    title: "Running settings differ from the approved",
    unit: "setting",
    doc: include_str!("cfg_001.md"),
    needs: &[Need::Links],
    run: Run::Engagement(run),
};

/// Every setting in words.
fn settings(s: &LevelSettings) -> [(&'static str, String); 6] {
    let or = |m: Option<feltproof_model::Money>, none: &str| {
        m.map_or_else(|| none.to_owned(), |m| m.to_string())
    };
    [
        ("seed", s.seed.to_string()),
        ("contribution", s.contribution.percent()),
        ("reserve contribution", s.reserve.percent()),
        ("limit", or(s.limit, "no limit")),
        ("contribution rounding", or(s.contribution_unit, "carried exactly")),
        ("display unit", s.display_unit.to_string()),
    ]
}

fn run(scope: &Scope, tally: &mut Tally) {
    for link in &scope.engagement.links {
        let (approved, running) = (settings(&link.approved), settings(&link.running));
        for ((name, approved), (_, running)) in approved.into_iter().zip(running) {
            tally.tested += 1;
            if approved != running {
                let locus = Locus::Engagement { line: link.running_line };
                let mut found = exception(CHECK.code, locus)
                    .words(approved.clone(), running.clone())
                    .because(format!(
                        "The {name} of link {} is approved as {approved}; the system runs with {running}.",
                        link.id
                    ));
                found.link = Some(link.id.clone());
                tally.push(found);
            }
        }
    }
}
