//! WAC-007: more progressives on a game linked with others than allowed. The procedure is described in `wac_007.md`.

use super::{Fill, Scope, Tally, at_line, cfg_012, judge_standing, listed};
use feltproof_model::engagement::Table;
use feltproof_regs::{Quantity, Role};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for table in scope.engagement.tables.iter().filter(|table| table.links.len() > 1) {
        if table.links.iter().any(|link| cfg_012::joins_games(scope, *link)) {
            judge(scope, table, tally);
        }
    }
}

/// A table is one matter, however many days it is judged on.
fn judge(scope: &Scope, table: &Table, tally: &mut Tally) {
    let count = listed(table.links.len());
    let names: Vec<&str> = table.links.iter().map(|link| scope.link(*link).id.as_str()).collect();
    let limited = (Role::ProgressivesOnLinkedGame, Quantity::Progressives(count));
    judge_standing(scope, limited, tally, |allowed, law| {
        at_line(table.line).of_table(table).words(allowed, names.join(", ")).because(format!(
            "The progressive wagers of table {} feed {}, of which one at least joins different card games; {law}.",
            table.id,
            names.join(" and ")
        ))
    });
}
