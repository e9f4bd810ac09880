//! MTR-006: reseed is not the seed plus the whole reserve. The procedure is described in `mtr_006.md`.

use crate::case::MeterCase;
use crate::frame::{Check, Fill, Need, Run, Tally};
use feltproof_model::{Money, Party};

/// MTR-006.
pub const CHECK: Check = Check {
    code: "MTR-006",
    title: "Reseed is not the seed plus the whole reserve",
    unit: "reseed",
    doc: include_str!("mtr_006.md"),
    needs: &[Need::Manager, Need::Links],
    run: Run::Meter(run),
};

fn run(case: &MeterCase<'_>, tally: &mut Tally) {

    let Some(owed) = case.reseed_owed else { return };
    tally.tested += 1;
    let link = case.link;
    if case.event.amount != owed {
        tally.push(
            case.exception(CHECK.code)
                .money(owed, case.event.amount, Party::Fund, Party::House)
                .because(format!(
                    "A 100 % award reseeds the meter of link {} with its seed of {} and the whole reserve \
                     of {}: {owed}; {} was added.",
                    link.id, link.running.seed, case.before.reserve, case.event.amount
                )),
        );
    }
    if !case.event.reserve.is_zero() {
        tally.push(
            case.exception(CHECK.code)
                .money(Money::ZERO, case.event.reserve, Party::Fund, Party::House)
                .because(format!(
                    "A reseed uses the whole reserve of link {}, so {} should remain; {} is recorded.",
                    link.id,
                    Money::ZERO,
                    case.event.reserve
                )),
        );
    }
}
