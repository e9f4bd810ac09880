//! CFG-004: setting was changed while the link was open. The procedure is described in `cfg_004.md`.

use super::{Check, Fill, MeterCase, Need, Run, Tally};
use feltproof_model::ManagerKind;

pub(crate) const CHECK: Check = Check {
    code: "CFG-004",
    title: "Setting was changed while the link was open",
    unit: "event",
    doc: include_str!("cfg_004.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Meter(run),
};

fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    tally.tested += 1;
    if case.event.kind == ManagerKind::Config && case.open {
        tally.push(
            case.exception(CHECK.code)
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
