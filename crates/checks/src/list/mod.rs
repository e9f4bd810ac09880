//! The checks, each a document beside its file or its line in `per_wager`, and the few words about
//! meters they share.

use crate::case::{AwardCase, MeterCase, RecordCase, ReversalCase, RoundCase, ShufflerCase};
use crate::check::{Check, Run};
use crate::exception::{Fill, exception};
use crate::law::limit_in_words;
use crate::need::Need;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::{Exception, ManagerKind, Party, Sum};
use feltproof_record::meter::ReseedOwed;
use feltproof_record::{Matter, RecordFact};

pub(crate) use per_wager::*;

pub(crate) mod adj_001;
pub(crate) mod adj_002;
pub(crate) mod adj_003;
pub(crate) mod adj_004;
pub(crate) mod awd_001;
pub(crate) mod awd_002;
pub(crate) mod awd_003;
pub(crate) mod awd_004;
pub(crate) mod awd_005;
pub(crate) mod awd_006;
pub(crate) mod awd_007;
pub(crate) mod cfg_001;
pub(crate) mod cfg_002;
pub(crate) mod cfg_003;
pub(crate) mod cfg_004;
pub(crate) mod cfg_005;
pub(crate) mod cfg_006;
pub(crate) mod cfg_007;
pub(crate) mod cfg_008;
pub(crate) mod cfg_009;
pub(crate) mod cfg_010;
pub(crate) mod crd_001;
pub(crate) mod crd_002;
pub(crate) mod crd_003;
pub(crate) mod crd_004;
pub(crate) mod env_001;
pub(crate) mod env_002;
pub(crate) mod log_001;
pub(crate) mod log_002;
pub(crate) mod log_003;
pub(crate) mod log_004;
pub(crate) mod log_005;
pub(crate) mod mtr_001;
pub(crate) mod mtr_002;
pub(crate) mod mtr_003;
pub(crate) mod mtr_004;
pub(crate) mod mtr_005;
pub(crate) mod mtr_006;
pub(crate) mod mtr_007;
pub(crate) mod par_001;
pub(crate) mod par_002;
pub(crate) mod par_003;
pub(crate) mod par_004;
pub(crate) mod par_005;
pub(crate) mod pay_006;
pub(crate) mod pay_010;
pub(crate) mod pay_015;
pub(crate) mod pay_016;
mod per_wager;
pub(crate) mod rnd_001;
pub(crate) mod rnd_002;
pub(crate) mod rnd_003;
pub(crate) mod rnd_004;
pub(crate) mod rnd_005;
pub(crate) mod rnd_006;
pub(crate) mod rnd_007;
pub(crate) mod rnd_008;
pub(crate) mod sta_001;
pub(crate) mod sta_002;
pub(crate) mod sta_003;
pub(crate) mod sta_004;
pub(crate) mod sta_005;
pub(crate) mod sta_006;
pub(crate) mod sta_007;
pub(crate) mod wac_001;
pub(crate) mod wac_002;
pub(crate) mod wac_003;
pub(crate) mod wac_004;
pub(crate) mod wac_005;
pub(crate) mod wac_006;
pub(crate) mod wgr_003;
pub(crate) mod wgr_004;
pub(crate) mod wgr_005;
pub(crate) mod wgr_006;

/// Seconds as a message shows them, exact: `120`, `120.5`.
fn seconds_in_words(micros: i64) -> String {
    let magnitude = micros.unsigned_abs();
    let fraction = format!("{:06}", magnitude % 1_000_000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", magnitude / 1_000_000)
}

/// True for events that only state the meter.
fn is_reading(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close)
}

/// True for manual adjustments.
fn is_adjustment(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Adjustment | ManagerKind::ReserveAdjustment)
}

/// Of a meter and its reserve: the accounts that do not stand as they should.
fn departures<T: Into<Sum>>(meter: (T, T), reserve: (T, T)) -> Vec<(&'static str, Sum, Sum)> {
    [("meter", meter), ("reserve", reserve)]
        .into_iter()
        .map(|(account, (owed, recorded))| (account, owed.into(), recorded.into()))
        .filter(|(_, owed, recorded)| owed != recorded)
        .collect()
}

/// Fills in one exception for one or both accounts; with both the difference is that of their sum.
fn of_accounts(found: Exception, wrong: &[(&str, Sum, Sum)]) -> Exception {
    let sum = |pick: fn(&(&str, Sum, Sum)) -> Sum| {
        wrong.iter().map(pick).fold(Sum::ZERO, |sum, more| sum + more)
    };
    let in_words = |pick: fn(&(&str, Sum, Sum)) -> Sum| {
        wrong.iter().map(|w| format!("{} {}", w.0, pick(w))).collect::<Vec<_>>().join(", ")
    };
    let found = found.money(sum(|w| w.1), sum(|w| w.2), Party::Fund, Party::House);
    if wrong.len() < 2 {
        return found;
    }
    found.words(in_words(|w| w.1), in_words(|w| w.2))
}

/// Whether a reseed added the seed and the whole reserve. A manager that shows its reserve rounded
/// down may record the reseed as it is displayed.
fn reseed_is_as_owed(case: &MeterCase<'_>, owed: ReseedOwed) -> bool {
    let added = case.event.amount;
    let displayed = case.settings.seed.checked_add(case.before.reserve);
    (owed.least..=owed.most).contains(&added) || Some(added) == displayed
}

/// What happened at an event, in words.
fn event_in_words(case: &MeterCase<'_>) -> String {
    let e = case.event;
    let running = &case.settings;
    match e.kind {
        ManagerKind::CoinIn => format!(
            "wagers of {} add {} of them to the meter and {} to the reserve",
            e.amount,
            running.contribution.percent(),
            running.reserve.percent()
        ),
        ManagerKind::Award => format!("an award of {} leaves the meter", e.amount),
        ManagerKind::Reseed => format!("a reseed adds {}", e.amount),
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
