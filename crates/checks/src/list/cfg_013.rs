//! CFG-013: program file is not the approved one. The procedure is described in `cfg_013.md`.

use super::{Fill, Scope, Tally, at_line};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for item in &scope.engagement.equipment {
        for program in &item.programs {
            tally.tested += 1;
            if program.sha256 == program.approved {
                continue;
            }
            let place = if item.place.is_empty() { "an unnamed place" } else { &item.place };
            let found = at_line(item.line).words(program.approved.clone(), program.sha256.clone());
            tally.push(found.because(format!(
                "{} of {} {} at {place} was found with another SHA-256 than the approved file: it is not the \
                 program that was tested.",
                program.file, item.component, item.version
            )));
        }
    }
}
