//! WAC-014: more tables with the higher cap than allowed. The procedure is described in `wac_014.md`.

use super::{Fill, Scope, Tally, at_line, listed};
use crate::law::{law_in_words, limit_in_words};
use crate::standing::Broken;
use feltproof_model::Date;
use feltproof_model::engagement::Table;
use feltproof_regs::{Decision, Limit, Quantity, Role, Verdict, limits_by_role};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    let tables = &scope.engagement.tables;
    let have: Vec<&Table> = tables.iter().filter(|t| t.terms.higher_limit == Some(true)).collect();
    let undetermined = tables.iter().filter(|t| t.terms.higher_limit.is_none()).count();
    let counted = |count: usize| Quantity::Tables(listed(count));
    let (least, most) = (counted(have.len()), counted(have.len() + undetermined));
    let (mut is_in_force, mut open, mut broken) = (false, None, Broken::default());
    for date in tally.standing_days().iter().copied() {
        for (limit, said) in said_on(scope, date) {
            is_in_force = true;
            tally.stands_tested(date);
            match (said.judge(least), said.judge(most), have.last()) {
                (_, Verdict::Holds, _) => {}
                (Verdict::Violates, _, Some(last)) => {
                    let allowed = limit_in_words(&said);
                    broken.add(format!("{} {allowed}", limit.pack), date, || {
                        let law = law_in_words(limit, &said, date);
                        let found = at_line(last.line).of_table(last).under(&limit.pack);
                        let names: Vec<&str> = have.iter().map(|t| t.id.as_str()).collect();
                        found.words(&allowed, least.to_string()).because(format!(
                            "The higher cap is declared at {least} ({}){}; {law}.",
                            names.join(", "),
                            of_authorised(scope)
                        ))
                    });
                }
                (Verdict::NotDecidable { reason }, ..) => {
                    tally.stands_open(date, Some(&limit.pack), &reason);
                    open = open.or(Some(reason));
                }
                _ => {
                    let reason = format!(
                        "the higher cap is declared at {least}, {} do not say whether they have it, and {} allows {}; \
                         write higher_limit at each table",
                        counted(undetermined),
                        limit.citation_on(date),
                        limit_in_words(&said)
                    );
                    tally.stands_open(date, Some(&limit.pack), &reason);
                    open = open.or(Some(reason));
                }
            }
        }
    }
    if is_in_force {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.push(tally);
}

/// The limits in force on a day, each with what it says of an establishment with so many tables authorised.
fn said_on(scope: &Scope, date: Date) -> impl Iterator<Item = (&Limit, Decision)> {
    let authorised = scope.engagement.tables_authorised;
    let limits = limits_by_role(&scope.law.packs, Role::HigherLimitTables);
    let said = limits.map(move |(_, limit)| (limit, limit.on_with(date, authorised)));
    said.filter(|(_, said)| said.is_in_force())
}

fn of_authorised(scope: &Scope) -> String {
    let authorised = scope.engagement.tables_authorised;
    authorised.map_or_else(String::new, |of| format!(" of {of} authorised"))
}
