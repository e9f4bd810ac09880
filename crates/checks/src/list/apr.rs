//! APR: what the approvals of systems and the approved rules of games demand of a table.

use super::{Fill, RoundCase, Scope, Tally, at_line, games_in_words, wagers_in_words};
use crate::approved::Approved;
use crate::standing::on_each_day;
use feltproof_engine::game::ShufflerChoice;
use feltproof_model::engagement::{CalendarDay, Placard, Table};

/// More games wagered on one hand than the approval allows.
pub(super) fn apr_001(case: &RoundCase<'_>, tally: &mut Tally) {
    case.by_law_of(case.wagered_on, tally, |day, tally| more_than_approved(case, day, tally));
}

fn more_than_approved(case: &RoundCase<'_>, day: CalendarDay, tally: &mut Tally) {
    let approved = || case.scope.law.approved(case.table_id, day);
    if approved().next().is_none() {
        return;
    }
    for (_, row, settled) in case.players() {
        if settled.made.is_empty() {
            continue;
        }
        tally.tested += 1;
        for of in approved() {
            let (citation, most) = (&of.approval.citation, of.approval.games);
            let count = of.plan.count(u64::from(settled.made.bits()), row.stake.as_slice());
            if count.max <= most {
                continue;
            }
            if count.min <= most {
                tally.undecided_by(&of.pack, || {
                    format!(
                        "Whether a hand of table {} wagers on more games than {citation} allows cannot be told: it \
                         wagers on {} to {}, depending on which wagers count as a game, and {most} are allowed.",
                        case.table.id, count.min, count.max
                    )
                });
                continue;
            }
            let games = games_in_words(&count);
            let found = case.at_row(row).under(&of.pack);
            tally.push(found.words(format_args!("{most} games at most"), &games).because(format!(
                "Seat {} wagered on {games} on one hand ({}). Table {} runs on the system of {citation}, which \
                 limits players to wagering on {most}.",
                row.seat,
                wagers_in_words(row, settled),
                case.table.id
            )));
        }
    }
}

/// Limit of games is not posted as approved. What a table posts is one matter, however many days it does.
pub(super) fn apr_002(scope: &Scope, tally: &mut Tally) {
    for (table, approved) in scope.engagement.tables.iter().zip(scope.law.approvals()) {
        on_each_day(tally, |standing, date| {
            let asks = |of: &&Approved| of.approval.placard && of.approval.may_be_of(date);
            for (at, of) in approved.iter().filter(asks).enumerate() {
                if at == 0 {
                    standing.judged(date);
                }
                let (id, citation, games) = (&table.id, &of.approval.citation, of.approval.games);
                match posted(table, of) {
                    Posted::AsApproved => {}
                    Posted::Undetermined(why) => {
                        let reason = format!(
                            "Whether table {id} tells its players that they may wager on {games} games at most \
                             cannot be told: {why}."
                        );
                        standing.open(date, Some(&of.pack), reason);
                    }
                    Posted::Otherwise(what) => {
                        standing.broken(format!("{} {citation}", of.pack), date, || {
                            let found = at_line(table.line).of_table(table);
                            let found = found.of_link(scope.link(of.link)).under(&of.pack);
                            found.words(format_args!("{games} games at most"), &what).because(format!(
                                "Table {id} runs on the system of {citation}, by which the layout or a placard has \
                                 to tell its players that they are limited to wagering on {games} games; declared \
                                 as posted there: {what}."
                            ))
                        });
                    }
                }
            }
        });
    }
}

/// What a table posts, beside what an approval demands.
enum Posted {
    AsApproved,
    /// It is not declared, with what is missing.
    Undetermined(&'static str),
    /// Something else, or nothing.
    Otherwise(String),
}

fn posted(table: &Table, of: &Approved) -> Posted {
    match table.terms.placard {
        Some(Placard::Games(games)) if games == of.approval.games => Posted::AsApproved,
        Some(Placard::Games(games)) => Posted::Otherwise(format!("{games} games")),
        Some(Placard::Missing) => Posted::Otherwise("nothing".to_owned()),
        Some(Placard::Posted) => {
            Posted::Undetermined("the engagement says that a number is posted, and not which")
        }
        None => Posted::Undetermined(
            "the engagement does not say what is posted; placard at its [[table]] would, as in placard = 4",
        ),
    }
}

/// Shuffler is in a mode that the approved rules do not name.
pub(super) fn apr_003(scope: &Scope, tally: &mut Tally) {
    for table in &scope.engagement.tables {
        let (Some(shuffler), Some(game)) = (&table.shuffler, scope.game(table)) else { continue };
        let Some(model) = &game.shuffler else { continue };
        let is_this = is_same(&shuffler.model, model);
        match game.shuffler_choice {
            // That of Cover All is another check's, and a model that is only recommended may be any.
            ShufflerChoice::ThisModel => continue,
            ShufflerChoice::AnyMaker if !is_this => continue,
            ShufflerChoice::AnyMaker | ShufflerChoice::ItsMaker => {}
        }
        tally.tested += 1;
        if !is_this {
            let why = format!(
                "the rules name the {model} as one of its manufacturer's shufflers and no others, and say nothing of \
                 the modes of the {}",
                shuffler.model
            );
            let what =
                || format!("Whether table {} is dealt as {} wants it", table.id, game.source);
            tally.left_open(why, what);
            continue;
        }
        if game.shuffler_modes.iter().any(|mode| is_same(mode, &shuffler.mode)) {
            continue;
        }
        let modes = game.shuffler_modes.join(" or ");
        let found = at_line(shuffler.line).of_table(table);
        tally.push(found.words(&modes, &shuffler.mode).because(format!(
            "Table {} deals {} with an {model}, which its approved rules ({}) want set to {modes}; it is declared as \
             set to {}.",
            table.id, game.title, game.source, shuffler.mode
        )));
    }
}

/// Whether two names are the same as people write them.
fn is_same(a: &str, b: &str) -> bool {
    plain(a) == plain(b)
}

/// A name by its letters and digits alone.
pub(super) fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}
