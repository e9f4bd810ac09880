//! WAC: the law of Washington on what stands for days on end: tables, links and what they post.

use super::{
    Fill, Scope, Tally, at_line, games_in_words, joins_games, judge_posted, judge_standing,
    law_in_words, limit_in_words, listed,
};
use crate::aggregate::{Lawful, Posted, judge, posted};
use crate::standing::on_each_day;
use feltproof_engine::TableRules;
use feltproof_model::engagement::Table;
use feltproof_model::{Money, Wager};
use feltproof_regs::{GameCount, Pack, Quantity, Role, Verdict, limits_by_role};
use std::collections::BTreeSet;

/// Link and its tables are not in one location.
pub(super) fn wac_005(scope: &Scope, tally: &mut Tally) {
    let tables = &scope.engagement.location;
    for (link_id, link) in scope.links() {
        if scope.tables_on(link_id).next().is_none() {
            continue;
        }
        tally.tested += 1;
        let (id, location) = (&link.id, &link.location);
        match compared(location, tables) {
            Places::Same => {}
            Places::Perhaps => {
                let why = format!(
                    "the link is at `{location}` and the tables are at `{tables}`, of which one may be the other in \
                     fewer words; write the location alike"
                );
                tally.left_open(why, || format!("Whether link {id} is where its tables are"));
            }
            Places::Different => {
                let found = at_line(link.line).of_link(link).words(tables, location);
                tally.push(found.because(format!(
                    "A progressive may link tables in one licensed location only; link {id} is at {location}, the \
                     tables are at {tables}."
                )));
            }
        }
    }
}

/// What the words of two locations say.
enum Places {
    /// The same words.
    Same,
    /// All words of one stand in the other, which may only say more of the same place.
    Perhaps,
    /// Each has words of its own.
    Different,
}

/// Compares two locations by their words: capitals, blanks and signs do not count.
fn compared(one: &str, other: &str) -> Places {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    let holds = |all: &[String], part: &[String]| part.iter().all(|word| all.contains(word));
    if one == other {
        Places::Same
    } else if holds(&one, &other) || holds(&other, &one) {
        Places::Perhaps
    } else {
        Places::Different
    }
}

/// Posted maximum is above the single-wager cap.
pub(super) fn wac_006(scope: &Scope, tally: &mut Tally) {
    for table in &scope.engagement.tables {
        let all =
            table.postings().flat_map(|(during, posted)| posted.iter().map(move |of| (during, of)));
        // A bank covers the wagers of others and is none.
        for (during, posted) in all.filter(|(_, posted)| posted.wager != Wager::Bank) {
            let (wager, most) = (posted.wager, posted.max);
            judge_posted(scope, (table, most, during), tally, |allowed, law| {
                at_line(table.line).of_table(table).words(allowed, most).because(format!(
                    "Table {} posts that {wager} may be as much as {most}; {law}.",
                    table.id
                ))
            });
        }
    }
}

/// More progressives on a game linked with others than allowed. A table is one matter, however many days it is judged on.
pub(super) fn wac_007(scope: &Scope, tally: &mut Tally) {
    for table in scope.engagement.tables.iter().filter(|table| table.links.len() > 1) {
        if !table.links.iter().any(|link| joins_games(scope, *link)) {
            continue;
        }
        let count = Quantity::Progressives(listed(table.links.len()));
        let names = table.links.iter().map(|link| scope.link(*link).id.as_str());
        let names: Vec<&str> = names.collect();
        judge_standing(scope, (Role::ProgressivesOnLinkedGame, count), tally, |allowed, law| {
            at_line(table.line).of_table(table).words(allowed, names.join(", ")).because(format!(
                "The progressive wagers of table {} feed {}, of which one at least joins different card games; {law}.",
                table.id,
                names.join(" and ")
            ))
        });
    }
}

/// Aggregate limit is below the lawful floor.
pub(super) fn wac_008(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        posted(table, rules).for_each(|posted| judge_aggregate(scope, posted, tally));
    }
}

/// A posting is one matter by each law, however many days it hangs.
fn judge_aggregate(scope: &Scope, posted: Posted<'_>, tally: &mut Tally) {
    let Posted { table, wager, limit, .. } = posted;
    on_each_day(tally, |standing, date| {
        match judge(&scope.law.packs, posted, date) {
            Lawful::NotRequested => return,
            Lawful::Yes => {}
            Lawful::Open(reason) => {
                let reason = format!(
                    "Whether the aggregate limit of {limit} for {wager} at table {} is lawful cannot be told: {reason}.",
                    table.id
                );
                standing.open(date, None, reason);
            }
            Lawful::No { pack, expected, law } => {
                standing.broken(format!("{pack} {expected}"), date, || {
                    let found = at_line(table.line).of_table(table).under(&pack);
                    found.words(expected, limit).because(format!(
                        "Table {} posts an aggregate limit of {limit} for {wager}; {law}. A limit that the law does \
                         not allow cuts nothing: payouts are expected in full.",
                        table.id
                    ))
                });
            }
        }
        standing.judged(date);
    });
}

/// More tables than an establishment may have.
pub(super) fn wac_009(scope: &Scope, tally: &mut Tally) {
    let tables = &scope.engagement.tables;
    let Some(last) = tables.last() else { return };
    let count = Quantity::Tables(listed(tables.len()));
    judge_standing(scope, (Role::Tables, count), tally, |allowed, law| {
        at_line(last.line).of_table(last).words(allowed, count).because(format!(
            "The engagement declares {count} at {}; {law}.",
            scope.engagement.location
        ))
    });
}

/// More games offered on one hand than allowed. What a table offers is one matter, however many days it does.
pub(super) fn wac_011(scope: &Scope, tally: &mut Tally) {
    let code = tally.code;
    for (table, rules) in scope.tables() {
        on_each_day(tally, |standing, date| {
            // Of years in which the law spoke of what is wagered, and not of what is offered, no control asks.
            let limits = limits_by_role(&scope.law.packs, Role::GamesOnOneHand);
            let limits = limits.filter(|(pack, limit)| {
                pack.asking(code, date).next().is_some() && limit.on(date).is_in_force()
            });
            for (at, (pack, limit)) in limits.enumerate() {
                if at == 0 {
                    standing.judged(date);
                }
                let count = offered(pack, table, rules);
                match pack.judge_games_offered(date, &count, table.terms.placard) {
                    Verdict::Holds => {}
                    Verdict::NotDecidable { reason } => {
                        let reason = format!(
                            "Whether table {} offers too many games cannot be told: {reason}.",
                            table.id
                        );
                        standing.open(date, Some(&pack.id), reason);
                    }
                    Verdict::Violates => {
                        let citation = limit.citation_on(date);
                        standing.broken(format!("{} {citation}", pack.id), date, || {
                            let games = games_in_words(&count);
                            let names = wagers(rules).map(|wager| wager.to_string());
                            let names = names.collect::<Vec<_>>().join(", ");
                            let found = at_line(table.line).of_table(table).under(&pack.id);
                            let allowed = format!("no more games than {citation} allows");
                            found.words(allowed, &games).because(format!(
                                "Table {} offers {games} on one hand ({names}); {citation} allows fewer on {date}.",
                                table.id
                            ))
                        });
                    }
                }
            }
        });
    }
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

/// Different games share a progressive.
pub(super) fn wac_013(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in scope.engagement.each_link() {
        let games: BTreeSet<&str> =
            scope.tables_on(link_id).map(|(_, table)| table.game.as_str()).collect();
        if games.is_empty() {
            continue;
        }
        let count = Quantity::Games(listed(games.len()));
        let names = games.into_iter().collect::<Vec<_>>().join(", ");
        judge_standing(scope, (Role::GamesOnLink, count), tally, |allowed, law| {
            at_line(link.line).of_link(link).words(allowed, &names).because(format!(
                "Tables of {count} ({names}) share the progressive of link {}; {law}.",
                link.id
            ))
        });
    }
}

/// More tables with the higher cap than allowed.
pub(super) fn wac_014(scope: &Scope, tally: &mut Tally) {
    let tables = &scope.engagement.tables;
    let have: Vec<&Table> = tables.iter().filter(|t| t.terms.higher_limit == Some(true)).collect();
    let undetermined = tables.iter().filter(|t| t.terms.higher_limit.is_none()).count();
    let counted = |count: usize| Quantity::Tables(listed(count));
    let (least, most) = (counted(have.len()), counted(have.len() + undetermined));
    let authorised = scope.engagement.tables_authorised;
    on_each_day(tally, |standing, date| {
        for (_, limit) in limits_by_role(&scope.law.packs, Role::HigherLimitTables) {
            let said = limit.on_with(date, authorised);
            if !said.is_in_force() {
                continue;
            }
            standing.judged(date);
            let allowed = limit_in_words(&said);
            match (said.judge(least), said.judge(most), have.last()) {
                (_, Verdict::Holds, _) => {}
                (Verdict::Violates, _, Some(last)) => {
                    standing.broken(format!("{} {allowed}", limit.pack), date, || {
                        let law = law_in_words(limit, &said, date);
                        let found = at_line(last.line).of_table(last).under(&limit.pack);
                        let names: Vec<&str> = have.iter().map(|t| t.id.as_str()).collect();
                        let of = authorised.map(|of| format!(" of {of} authorised"));
                        found.words(&allowed, least).because(format!(
                            "The higher cap is declared at {least} ({}){}; {law}.",
                            names.join(", "),
                            of.unwrap_or_default()
                        ))
                    });
                }
                (Verdict::NotDecidable { reason }, ..) => {
                    standing.open(date, Some(&limit.pack), reason);
                }
                _ => {
                    let reason = format!(
                        "the higher cap is declared at {least}, {} do not say whether they have it, and {} allows \
                         {allowed}; write higher_limit at each table",
                        counted(undetermined),
                        limit.citation_on(date)
                    );
                    standing.open(date, Some(&limit.pack), reason);
                }
            }
        }
    });
}
