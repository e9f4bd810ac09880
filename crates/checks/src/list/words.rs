//! Words and questions that several checks share: seconds, accounts of a meter, its events.

use crate::case::{MeterCase, ReversalCase};
use crate::exception::Fill;
use crate::tally::Tally;
use feltproof_model::{Exception, ManagerKind, Party, Sum};
use feltproof_record::meter::ReseedOwed;

/// Seconds as a message shows them, exact: `120`, `120.5`.
pub(super) fn seconds_in_words(micros: i64) -> String {
    let magnitude = micros.unsigned_abs();
    let fraction = format!("{:06}", magnitude % 1_000_000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", magnitude / 1_000_000)
}

/// True for events that only state the meter.
pub(super) fn is_reading(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Reading | ManagerKind::Open | ManagerKind::Close)
}

/// True for manual adjustments.
pub(super) fn is_adjustment(case: &MeterCase<'_>) -> bool {
    matches!(case.event.kind, ManagerKind::Adjustment | ManagerKind::ReserveAdjustment)
}

/// Of a meter and its reserve: the accounts that do not stand as they should.
pub(super) fn departures<T: Into<Sum>>(
    meter: (T, T),
    reserve: (T, T),
) -> Vec<(&'static str, Sum, Sum)> {
    [("meter", meter), ("reserve", reserve)]
        .into_iter()
        .map(|(account, (owed, recorded))| (account, owed.into(), recorded.into()))
        .filter(|(_, owed, recorded)| owed != recorded)
        .collect()
}

/// Fills in one exception for one or both accounts; with both the difference is that of their sum.
pub(super) fn of_accounts(found: Exception, wrong: &[(&str, Sum, Sum)]) -> Exception {
    let sum = |pick: fn(&(&str, Sum, Sum)) -> Sum| {
        wrong.iter().map(pick).fold(Sum::ZERO, |sum, more| sum + more)
    };
    let in_words = |pick: fn(&(&str, Sum, Sum)) -> Sum| {
        wrong.iter().map(|w| format!("{} {}", w.0, pick(w))).collect::<Vec<_>>().join(", ")
    };
    let found = found.money(sum(|w| w.1), sum(|w| w.2), Party::Fund);
    if wrong.len() < 2 {
        return found;
    }
    found.words(in_words(|w| w.1), in_words(|w| w.2))
}

/// Reports a reversal of which meter or reserve does not stand as it should; `what` begins the sentence.
pub(super) fn compare_reversal(case: &ReversalCase<'_>, tally: &mut Tally, what: &str) {
    let wrong =
        departures((case.meter_owed, case.meter_made), (case.reserve_owed, case.reserve_made));
    if wrong.is_empty() {
        return;
    }
    let parts = wrong.iter().map(|(account, owed, made)| {
        format!("the {account} needs adjustments of {owed}; they come to {made}")
    });
    let parts = parts.collect::<Vec<_>>().join("; ");
    tally.push(of_accounts(case.exception(), &wrong).because(format!("{what}, so {parts}.")));
}

/// Whether a reseed added the seed and the whole reserve. A manager that shows its reserve rounded
/// down may record the reseed as it is displayed.
pub(super) fn reseed_is_as_owed(case: &MeterCase<'_>, owed: ReseedOwed) -> bool {
    let added = case.event.amount;
    let displayed = case.settings.seed.checked_add(case.before.reserve);
    (owed.least..=owed.most).contains(&added) || Some(added) == displayed
}

/// What happened at an event, in words.
pub(super) fn event_in_words(case: &MeterCase<'_>) -> String {
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
