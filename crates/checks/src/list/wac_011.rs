//! WAC-011: more games offered on one hand than allowed. The procedure is described in `wac_011.md`.

use super::{Fill, Scope, Tally, at_line};
use crate::standing::Broken;
use feltproof_engine::TableRules;
use feltproof_model::engagement::Table;
use feltproof_model::{Money, Wager};
use feltproof_regs::{GameCount, Pack, Role, Verdict, limits_by_role};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        judge(scope, table, rules, tally);
    }
}

/// What a table offers is one matter, however many days it does.
fn judge(scope: &Scope, table: &Table, rules: &TableRules, tally: &mut Tally) {
    let (mut is_in_force, mut open, mut broken) = (false, None, Broken::default());
    for date in tally.standing_days().iter().copied() {
        let mut judged = false;
        for (pack, limit) in limits_by_role(&scope.law.packs, Role::GamesOnOneHand) {
            // Of years in which the law spoke of what is wagered, and not of what is offered, no control asks.
            let is_requested = pack.asking(tally.code, date).next().is_some();
            if !is_requested || !limit.on(date).is_in_force() {
                continue;
            }
            judged = true;
            let count = offered(pack, table, rules);
            match pack.judge_games_offered(date, &count, table.terms.placard) {
                Verdict::Holds => {}
                Verdict::NotDecidable { reason } => {
                    let reason = format!(
                        "Whether table {} offers too many games cannot be told: {reason}.",
                        table.id
                    );
                    tally.stands_open(date, Some(&pack.id), &reason);
                    open = open.or(Some(reason));
                }
                Verdict::Violates => {
                    let games = match count.min == count.max {
                        true => count.min.to_string(),
                        false => format!("{} to {}", count.min, count.max),
                    };
                    let citation = limit.citation_on(date);
                    let names: Vec<String> = wagers(rules).map(|wager| wager.to_string()).collect();
                    broken.add(format!("{} {citation}", pack.id), date, || {
                        let found = at_line(table.line).of_table(table).under(&pack.id);
                        let allowed = format!("no more games than {citation} allows");
                        found.words(allowed, format!("{games} games")).because(format!(
                            "Table {} offers {games} games on one hand ({}); {citation} allows fewer on {date}.",
                            table.id,
                            names.join(", ")
                        ))
                    });
                }
            }
        }
        if judged {
            tally.stands_tested(date);
        }
        is_in_force |= judged;
    }
    if is_in_force {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.push(tally);
}

/// The wagers that a player may make at a table.
fn wagers(rules: &TableRules) -> impl Iterator<Item = Wager> {
    Wager::ALL.into_iter().filter(|wager| wager.is_staked() && rules.offers(*wager))
}

/// The games that a table offers: where its largest wager of one is not declared, it may be any.
fn offered(pack: &Pack, table: &Table, rules: &TableRules) -> GameCount {
    let plan = pack.games_plan(&Wager::ALL.map(Wager::key));
    let made = wagers(rules).fold(0, |set, wager| set | 1_u64 << wager as u8);
    let largest = |wager: Wager, unknown: Money| {
        let posted = table.posted.iter().find(|posted| posted.wager == wager);
        let unit = rules.unit().filter(|_| wager == Wager::Progressive);
        posted.map(|posted| posted.max).or(unit).unwrap_or(unknown)
    };
    // The amounts of two wagers of one game together stay in the range of money.
    let any = Money::from_micros(i64::MAX / 2);
    let fewest = plan.count(made, &Wager::ALL.map(|wager| largest(wager, Money::ZERO)));
    let most = plan.count(made, &Wager::ALL.map(|wager| largest(wager, any)));
    // Fewest games with a wager over the amount that the posted limits allow, and most that they may.
    GameCount { min_over: fewest.min_over, max_over: most.max_over, ..fewest }
}
