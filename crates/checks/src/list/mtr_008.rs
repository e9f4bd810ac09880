//! MTR-008: wagers were counted in while the link was closed. The procedure is described in `mtr_008.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::ManagerKind;
use feltproof_model::engagement::JournalKind;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    tally.tested += u64::from(case.event.kind == ManagerKind::CoinIn);
    let Some(shut) = case.shut else { return };
    let line = |line| case.scope.line(JournalKind::Manager, line);
    let hole = shut.hole.map(|hole| hole.of(case.scope).to_string());
    let silent =
        (!shut.has_openings).then(|| "the record tells of no opening of the link".to_owned());
    if let Some(why) = hole.or(silent) {
        return tally.left_open(why, || {
            format!("Whether the link was open at line {}", line(shut.coin_in.line))
        });
    }
    let (recorded, when) = match shut.closed {
        Some(closed) => {
            ("after its closing", format!("after its closing at line {}", line(closed)))
        }
        None => {
            let opening = line(case.event.line);
            (
                "before its opening",
                format!("before its opening at line {opening}, and no closing between"),
            )
        }
    };
    tally.push(case.at(shut.coin_in).words("an open link", recorded).because(format!(
        "From line {} of the manager journal on wagers were counted in on link {} {when}: whoever played then played \
         on a progressive that was not open.",
        line(shut.coin_in.line),
        case.link.id
    )));
}
