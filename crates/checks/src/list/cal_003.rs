//! CAL-003: schedule of collection fees is not lawful. The procedure is described in `cal_003.md`.

use super::{Fill, Scope, Tally, at_line, law_in_words, limit_in_words, listed};
use crate::standing::Broken;
use feltproof_model::Wager;
use feltproof_model::engagement::{Charge, Table};
use feltproof_regs::{Quantity, Role, Verdict};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for table in scope.engagement.tables.iter().filter(|table| !table.terms.collection.is_empty()) {
        tally.stood();
        for date in tally.standing_days().iter().copied() {
            tally.stands_tested(date);
        }
        shares(scope, table, tally);
        rates(scope, table, tally);
    }
}

/// A fee that is a share of what is wagered, by each authority that forbids it on one of the days.
fn shares(scope: &Scope, table: &Table, tally: &mut Tally) {
    let mut rates = table.terms.collection.iter();
    let first = rates.find_map(|rate| match rate.charge {
        Charge::Share(share) => Some((rate.wager, share.percent())),
        Charge::Fee(_) => None,
    });
    let Some((wager, share)) = first else { return };
    let mut broken = Broken::default();
    for date in tally.standing_days().iter().copied() {
        for (pack, citation) in scope.law.that_ask_for(tally.code, date) {
            broken.add(format!("{} {citation}", pack.id), date, || {
                let found = at_line(table.line).of_table(table).under(&pack.id);
                found.words("a fixed fee", format!("{share} of the wager")).because(format!(
                    "Table {} posts a collection fee of {share} of {wager}; by {citation} no fee is a share of what \
                     is wagered or won ({date}).",
                    table.id
                ))
            });
        }
    }
    broken.push(tally);
}

/// More rates than the law allows at one table. What one rate is the law does not say here: at the fewest the
/// different fees for one wager, since a rate may hold a fee for each wager and one for the banker; at the most every
/// line of the schedule.
fn rates(scope: &Scope, table: &Table, tally: &mut Tally) {
    let schedule = &table.terms.collection;
    let of = |wager: Wager| {
        let mut fees: Vec<Charge> = Vec::new();
        for rate in schedule.iter().filter(|rate| rate.wager == wager) {
            if !fees.contains(&rate.charge) {
                fees.push(rate.charge);
            }
        }
        fees.len()
    };
    let count = |number: usize| Quantity::Rates(listed(number));
    let fewest = count(Wager::ALL.into_iter().map(of).max().unwrap_or(0));
    let most = count(schedule.len());
    let (mut broken, mut open) = (Broken::default(), None);
    for date in tally.standing_days().iter().copied() {
        for (limit, said) in scope.law.said_of(Role::CollectionRates, date) {
            let reason = match (said.judge(fewest), said.judge(most)) {
                (Verdict::Holds, Verdict::Holds) => continue,
                (Verdict::NotDecidable { reason }, _) => reason,
                (Verdict::Holds, _) => undetermined(table, fewest, most),
                (Verdict::Violates, _) => {
                    let allowed = limit_in_words(&said);
                    broken.add(format!("{} {allowed}", limit.pack), date, || {
                        let law = law_in_words(limit, &said, date);
                        let found = at_line(table.line).of_table(table).under(&limit.pack);
                        found.words(allowed.clone(), fewest.to_string()).because(format!(
                            "The schedule of collection fees of table {} has {fewest} for one wager; {law}.",
                            table.id
                        ))
                    });
                    continue;
                }
            };
            tally.stands_open(date, Some(&limit.pack), &reason);
            open = open.or(Some(reason));
        }
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.push(tally);
}

fn undetermined(table: &Table, fewest: Quantity, most: Quantity) -> String {
    format!(
        "Whether the schedule of collection fees of table {} has too many rates cannot be told: it has {fewest} for \
         one wager and {most} in all, and the text that says what one rate is was not found.",
        table.id
    )
}
