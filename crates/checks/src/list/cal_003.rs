//! CAL-003: schedule of collection fees is not lawful. The procedure is described in `cal_003.md`.

use super::{Fill, Scope, Tally, at_line, law_in_words, limit_in_words};
use feltproof_model::Wager;
use feltproof_model::engagement::{Charge, Table};
use feltproof_regs::{Quantity, Role, Verdict};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for table in scope.engagement.tables.iter().filter(|table| !table.terms.collection.is_empty()) {
        tally.tested += 1;
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
    let mut said: Vec<&str> = Vec::new();
    for day in (0_u16..).take(scope.engagement.days.len()) {
        let date = scope.date(day);
        for (pack, citation) in scope.law.that_ask_for(tally.code, date) {
            if said.contains(&pack.id.as_str()) {
                continue;
            }
            said.push(&pack.id);
            let found = at_line(table.line).of_table(table).under(&pack.id);
            tally.push(found.words("a fixed fee", format!("{share} of the wager")).because(format!(
                "Table {} posts a collection fee of {share} of {wager}; by {citation} no fee is a share of what \
                 is wagered or won ({date}).",
                table.id
            )));
        }
    }
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
    let count = |number: usize| Quantity::Rates(u32::try_from(number).unwrap_or(u32::MAX));
    let fewest = count(Wager::ALL.into_iter().map(of).max().unwrap_or(0));
    let most = count(schedule.len());
    let (mut broken, mut open) = (Vec::new(), None);
    for day in (0_u16..).take(scope.engagement.days.len()) {
        for (limit, said) in scope.law.said_of(Role::CollectionRates, day) {
            match (said.judge(fewest), said.judge(most)) {
                (Verdict::Holds, Verdict::Holds) => {}
                (Verdict::NotDecidable { reason }, _) => open = open.or(Some(reason)),
                (Verdict::Holds, _) => open = open.or_else(|| Some(untold(table, fewest, most))),
                (Verdict::Violates, _) if broken.contains(&&limit.pack) => {}
                (Verdict::Violates, _) => {
                    broken.push(&limit.pack);
                    let law = law_in_words(limit, &said, scope.date(day));
                    let found = at_line(table.line).of_table(table).under(&limit.pack);
                    tally.push(found.words(limit_in_words(&said), fewest.to_string()).because(format!(
                        "The schedule of collection fees of table {} has {fewest} for one wager; {law}.",
                        table.id
                    )));
                }
            }
        }
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.undecided(|| reason);
    }
}

fn untold(table: &Table, fewest: Quantity, most: Quantity) -> String {
    format!(
        "Whether the schedule of collection fees of table {} has too many rates cannot be told: it has {fewest} for \
         one wager and {most} in all, and the text that says what one rate is was not found.",
        table.id
    )
}
