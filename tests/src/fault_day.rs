//! The day of one fault: its game, its system, its journals. The tests of `simulate` read this file, too.

use feltproof_simulate::{Fault, Need, Plan};

/// A day with one fault and everything that it needs.
#[must_use]
pub fn day_of(fault: Fault, rng_seed: u64, rounds: u32) -> Plan {
    let needs = |what: Need| fault.need() == Some(what);
    let usual = Plan::of(fault.game(), rng_seed, rounds);
    Plan {
        system: fault.system(),
        gaming_day: match needs(Need::LastDayOfCap) {
            true => Need::LAST_DAY_OF_CAP,
            false => usual.gaming_day,
        },
        faults: vec![fault],
        shuffler_journal: needs(Need::Decks),
        without_hands: needs(Need::NoHands),
        bank: needs(Need::Bank),
        tray_pays: needs(Need::TrayPays),
        in_meter: needs(Need::InMeter),
        second_link: needs(Need::SecondLink),
        ..usual
    }
}
