//! The day of one fault: its game, its system, its journals. The tests of `simulate` read this file, too.

use feltproof_simulate::{Fault, Plan};

/// A day with one fault and everything that it needs.
#[must_use]
pub fn day_of(fault: Fault, rng_seed: u64, rounds: u32) -> Plan {
    Plan {
        system: fault.system(),
        faults: vec![fault],
        shuffler_journal: fault.needs_shuffler(),
        without_hands: fault.needs_no_hands(),
        bank: fault.needs_bank(),
        tray_pays: fault.needs_tray_pays(),
        in_meter: fault.needs_in_meter(),
        second_link: fault.needs_second_link(),
        ..Plan::of(fault.game(), rng_seed, rounds)
    }
}
