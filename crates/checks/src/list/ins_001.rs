//! INS-001: a control was found not met by inspection. The procedure is described in `ins_001.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::{Answer, Date};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    let dates: Vec<Date> = scope.engagement.days.iter().map(|day| day.date).collect();
    for of in &scope.engagement.inspected {
        tally.tested += 1;
        if of.answer != Answer::No {
            continue;
        }
        let pack = scope.law.packs.iter().find(|pack| of.pack.as_ref() == Some(&pack.id));
        let version = pack
            .and_then(|pack| pack.control(&of.control))
            .and_then(|control| control.inspected_on(&dates));
        // The scope has found both for every answer.
        let (Some(pack), Some(version)) = (pack, version) else { continue };
        let reason = of.reason.as_deref().unwrap_or("no reason given");
        let kept = of
            .document
            .as_ref()
            .map_or_else(String::new, |document| format!(" Kept in {document}."));
        let found =
            at_line(of.line).under(&pack.id).of_control(&of.control).words(&version.demand, reason);
        tally.push(found.because(format!(
            "{} ({}) was found not met by {} on {} ({}).{kept}",
            version.citation,
            version.title,
            of.by.name(),
            of.date,
            of.initials
        )));
    }
}
