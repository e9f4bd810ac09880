//! The checks, one file each beside its Markdown, and the few comparisons they share.

use crate::case::{MeterCase, RoundCase};
use crate::frame::{Fill, Tally};
use feltproof_model::{ManagerKind, Money, Party, Wager};

pub mod adj_001;
pub mod adj_002;
pub mod adj_003;
pub mod adj_004;
pub mod awd_001;
pub mod awd_002;
pub mod awd_003;
pub mod awd_004;
pub mod awd_005;
pub mod awd_006;
pub mod cfg_001;
pub mod cfg_002;
pub mod cfg_003;
pub mod cfg_004;
pub mod cfg_005;
pub mod crd_001;
pub mod crd_002;
pub mod crd_003;
pub mod crd_004;
pub mod env_001;
pub mod env_002;
pub mod log_001;
pub mod log_002;
pub mod log_003;
pub mod log_004;
pub mod log_005;
pub mod mtr_001;
pub mod mtr_002;
pub mod mtr_003;
pub mod mtr_004;
pub mod mtr_005;
pub mod mtr_006;
pub mod mtr_007;
pub mod pay_001;
pub mod pay_002;
pub mod pay_003;
pub mod pay_004;
pub mod pay_005;
pub mod pay_006;
pub mod rnd_001;
pub mod rnd_002;
pub mod rnd_003;
pub mod rnd_004;
pub mod rnd_005;
pub mod rnd_006;
pub mod wac_001;
pub mod wac_002;
pub mod wac_003;
pub mod wac_004;
pub mod wac_005;
pub mod wac_006;
pub mod wgr_001;
pub mod wgr_002;
pub mod wgr_003;
pub mod wgr_004;
pub mod wgr_005;
pub mod wgr_006;

/// What must be handed back for a wager of a row. A meter award is owed from the meter: it counts
/// here only when the engagement declares that the hands journal holds it, and then with the amount
/// of the manager journal (AWD-003 judges that amount).
pub fn owed(case: &RoundCase<'_>, row: usize, wager: Wager) -> Money {
    let settled = &case.settled[row];
    let owed = settled.owed[wager];
    if wager != Wager::Progressive || !case.scope.meter_award_in_hands() {
        return owed;
    }
    let seat = case.rows[row].seat;
    case.manager
        .iter()
        .filter(|e| e.kind == ManagerKind::Award && e.seat == Some(seat))
        .fold(owed, |sum, e| sum.checked_add(e.amount).unwrap_or(sum))
}

/// Compares what was handed back for one wager with what is owed, seat by seat. A void round is
/// PAY-006's; a wager that the reference cannot decide is not tested.
fn compare_returned(case: &RoundCase<'_>, wager: Wager, code: &'static str, tally: &mut Tally) {
    if case.outcome.state == feltproof_engine::RoundState::Void {
        return;
    }
    for (i, row, settled) in case.players() {
        let (stake, paid) = (row.stake[wager], row.returned[wager]);
        let owed = owed(case, i, wager);
        if (stake.is_zero() && paid.is_zero() && owed.is_zero())
            || !settled.testable.contains(wager)
        {
            continue;
        }
        tally.tested += 1;
        if paid != owed {
            let why = feltproof_engine::explain(
                case.rules,
                case.rows,
                case.settled,
                case.outcome,
                i,
                wager,
            );
            tally.push(
                case.at_row(code, row).money(owed, paid, Party::Player, Party::House).because(why),
            );
        }
    }
}

/// True for events that only state the meter.
fn is_reading(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close)
}

/// True for manual adjustments.
fn is_adjustment(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Adjustment | ManagerKind::ReserveAdjustment)
}

/// What happened at an event, in words.
fn event_in_words(case: &MeterCase<'_>) -> String {
    let e = case.event;
    let running = &case.link.running;
    match e.kind {
        ManagerKind::CoinIn => format!(
            "wagers of {} add {} of them to the meter and {} to the reserve",
            e.amount,
            running.contribution.percent(),
            running.reserve.percent()
        ),
        ManagerKind::Award => format!("an award of {} leaves the meter", e.amount),
        ManagerKind::Reseed => format!(
            "a reseed adds the seed of {} and the reserve of {}",
            running.seed, case.before.reserve
        ),
        ManagerKind::Adjustment => format!("an adjustment of {} is made to the meter", e.amount),
        ManagerKind::ReserveAdjustment => {
            format!("an adjustment of {} is made to the reserve", e.amount)
        }
        ManagerKind::Config => "a change of settings leaves the meter as it is".to_owned(),
        ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close => {
            format!("a {} leaves the meter as it is", e.kind.name())
        }
    }
}
