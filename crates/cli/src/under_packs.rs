//! Under whose law an exception falls: one by the limit of a rule pack falls under no other pack's controls.

use feltproof_model::{Exception, Explained, Party};
use std::collections::BTreeMap;

/// What was found by the limit of one rule pack, check by check.
#[derive(Default)]
pub(crate) struct UnderPacks(BTreeMap<&'static str, BTreeMap<String, Explained>>);

impl UnderPacks {
    /// Counts an exception. One that may have a cause is left to that.
    pub(crate) fn count(&mut self, exception: &Exception) {
        let (Some(pack), None) = (&exception.pack, exception.cause) else { return };
        let of_check = self.0.entry(exception.code).or_default();
        let mut one = Explained { code: exception.code, exceptions: 1, ..Explained::default() };
        if let (Some(difference), Some(party)) = (exception.difference, exception.favours) {
            let micros = i128::from(difference.micros()).abs();
            match party {
                Party::Player => one.over_micros = micros,
                Party::House => one.under_micros = micros,
                Party::Fund => one.fund_micros = micros,
            }
        }
        of_check.entry(pack.to_string()).or_default().add(&one);
    }

    /// What a check found by the limits of other packs than this one.
    pub(crate) fn of_others(&self, code: &str, pack: &str) -> Explained {
        let mut sum = Explained::default();
        let others = self.0.get(code).into_iter().flatten().filter(|(other, _)| *other != pack);
        others.for_each(|(_, of_other)| sum.add(of_other));
        sum
    }

    /// Whether a check found anything by the limits of a pack.
    pub(crate) fn has(&self, code: &str, pack: &str) -> bool {
        self.0.get(code).is_some_and(|packs| packs.contains_key(pack))
    }
}
