//! WAC-007: more progressives on a game linked with others than allowed. The procedure is described in `wac_007.md`.

use super::{Fill, Scope, Tally, at_line, cfg_012, limit_in_words};
use feltproof_model::engagement::Table;
use feltproof_regs::{Role, Verdict};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for table in scope.engagement.tables.iter().filter(|table| table.links.len() > 1) {
        if table.links.iter().any(|link| cfg_012::joins_games(scope, *link)) {
            judge(scope, table, tally);
        }
    }
}

/// A table is one matter, however many days it is judged on.
fn judge(scope: &Scope, table: &Table, tally: &mut Tally) {
    let count = u32::try_from(table.links.len()).unwrap_or(u32::MAX);
    let names: Vec<&str> = table.links.iter().map(|link| scope.link(*link).id.as_str()).collect();
    let mut open = None;
    let mut is_in_force = false;
    for day in (0_u16..).take(scope.engagement.days.len()) {
        for (limit, said) in scope.law.said_of(Role::ProgressivesOnLinkedGame, day) {
            is_in_force = true;
            match said.judge(feltproof_regs::Quantity::Progressives(count)) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
                Verdict::Violates => {
                    tally.tested += 1;
                    let found = at_line(table.line).of_table(table).under(&limit.pack);
                    let found = found.words(limit_in_words(&said), names.join(", "));
                    return tally.push(found.because(format!(
                        "The progressive wagers of table {} feed {}, of which one at least joins different card \
                         games; by {} {} {} {} on {}.",
                        table.id,
                        names.join(" and "),
                        limit.citation,
                        limit.subject,
                        limit.verb,
                        limit_in_words(&said),
                        scope.date(day)
                    )));
                }
            }
        }
    }
    tally.tested += u64::from(is_in_force);
    if let Some(reason) = open {
        tally.undecided(|| reason);
    }
}
