//! WAC-012: maximum of a progressive is below the jackpot when it is imposed. The procedure is described in
//! `wac_012.md`.

use super::{Fill, MeterCase, Tally};
use feltproof_model::ManagerKind;
use feltproof_record::meter::settings::changed;

pub(super) fn run(case: &MeterCase<'_>, tally: &mut Tally) {
    // Of the millions of events of a meter hardly any is one of the two.
    let begins = case.first && case.event.kind == ManagerKind::Reading;
    if !begins && case.event.kind != ManagerKind::Config {
        return;
    }
    let Some((pack, citation)) = case.scope.law.that_ask_for(tally.code, case.date()).next() else {
        return;
    };
    let jackpot = case.event.display;
    if begins {
        // A maximum with which the record begins was imposed before it.
        let Some(limit) = case.settings.limit else { return };
        tally.tested += 1;
        if jackpot > limit {
            tally.left_open(format!("{jackpot} is displayed as the record begins, and the maximum was imposed before"), || {
                format!("Whether the maximum of {limit} of link {} was below the jackpot when it was imposed", case.link.id)
            });
        }
        return;
    }
    // A change that cannot be read is CFG-006's.
    let Ok(after) = changed(&case.settings, &case.event.value) else { return };
    let Some(limit) = after.limit.filter(|_| after.limit != case.settings.limit) else { return };
    tally.tested += 1;
    if jackpot > limit {
        let found = case
            .exception()
            .under(&pack.id)
            .words(format!("at least {jackpot}"), limit.to_string());
        tally.push(found.because(format!(
            "A maximum of {limit} was imposed on link {} while {jackpot} was displayed; by {citation} a maximum is at \
             least the jackpot at the time it is imposed.",
            case.link.id
        )));
    }
}
