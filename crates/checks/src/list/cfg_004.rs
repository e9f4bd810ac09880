//! CFG-004: setting was changed while the link was open. The procedure is described in `cfg_004.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::ManagerKind;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if case.event.kind == ManagerKind::Config && case.open {
        if let Some(hole) = case.hours {
            return tally.left_open(hole.of(case.scope), || {
                format!(
                    "Whether the link was open at line {}",
                    case.scope.line(JournalKind::Manager, case.event.line)
                )
            });
        }
        tally.push(
            case.exception()
                .words("no change while the link is open", case.event.value.to_string())
                .because(format!(
                    "{} was set on link {} by {} between its opening and its closing: players wagered on one \
                     set of terms and were paid on another.",
                    case.event.value,
                    case.link.id,
                    if case.event.actor.is_empty() { "nobody named" } else { case.event.actor.as_str() }
                )),
        );
    }
}
