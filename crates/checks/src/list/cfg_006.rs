//! CFG-006: setting was changed to a value that is not approved. The procedure is described in
//! `cfg_006.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::ManagerKind;
use feltproof_record::meter::settings::{changed, in_words};

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    if case.event.kind != ManagerKind::Config {
        return;
    }
    tally.tested += 1;
    let link = case.link;
    let after = match changed(&case.settings, &case.event.value) {
        Ok(after) => after,
        Err(why) => {
            let change = format!("`{}`", case.event.value);
            let why = format!(
                "On link {} the change {change} {why}; write setting=value, such as seed=2500.00.",
                link.id
            );
            let found = case.exception().words("a change that can be read", change);
            return tally.push(found.because(why));
        }
    };
    let before = in_words(&case.settings);
    let approved = in_words(&link.approved);
    for (at, (name, new)) in in_words(&after).into_iter().enumerate() {
        if new != before[at].1 && new != approved[at].1 {
            let old = &before[at].1;
            tally.push(case.exception().words(approved[at].1.clone(), new.clone()).because(
                format!(
                    "The {name} of link {} was changed from {old} to {new}; approved is {}.",
                    link.id, approved[at].1
                ),
            ));
        }
    }
}
