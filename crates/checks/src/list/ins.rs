//! INS: controls that inspection found not met, as the engagement says.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::{Answer, Date};

/// A control was found not met by inspection.
pub(super) fn ins_001(scope: &Scope, tally: &mut Tally) {
    let dates: Vec<Date> = scope.engagement.days.iter().map(|day| day.date).collect();
    for of in &scope.engagement.inspected {
        tally.tested += 1;
        if of.answer != Answer::No {
            continue;
        }
        let pack = scope.law.packs.iter().find(|pack| of.pack.as_ref() == Some(&pack.id));
        let control = pack.and_then(|pack| pack.control(&of.control));
        let version = control.and_then(|control| control.inspected_on(&dates));
        // The scope has found both for every answer.
        let (Some(pack), Some(version)) = (pack, version) else { continue };
        let reason = of.reason.as_deref().unwrap_or("no reason given");
        let kept = of.document.as_ref().map(|document| format!(" Kept in {document}."));
        let found = at_line(of.line).under(&pack.id).of_control(&of.control);
        tally.push(found.words(&version.demand, reason).because(format!(
            "{} ({}) was found not met by {} on {} ({}).{}",
            version.citation,
            version.title,
            of.by.name(),
            of.date,
            of.initials,
            kept.unwrap_or_default()
        )));
    }
}
