//! APR-002: limit of games is not posted as approved. The procedure is described in `apr_002.md`.

use super::{Fill, Scope, Tally, at_line};
use crate::approved::Approved;
use crate::standing::Broken;
use feltproof_model::Date;
use feltproof_model::engagement::{Placard, Table};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, approved) in scope.engagement.tables.iter().zip(scope.law.approvals()) {
        judge(scope, table, approved, tally);
    }
}

/// What a table posts is one matter, however many days it does.
fn judge(scope: &Scope, table: &Table, approved: &[Approved], tally: &mut Tally) {
    let (mut stood, mut open, mut broken) = (false, None, Broken::default());
    for date in tally.standing_days().iter().copied() {
        let asks = |of: &&Approved| of.approval.placard && of.approval.may_be_of(date);
        let mut requested = approved.iter().filter(asks).peekable();
        if requested.peek().is_none() {
            continue;
        }
        stood = true;
        tally.stands_tested(date);
        for of in requested {
            match posted(table, of) {
                Posted::AsApproved => {}
                Posted::Undetermined(why) => {
                    let reason = format!(
                        "Whether table {} tells its players that they may wager on {} games at most cannot be told: \
                         {why}.",
                        table.id, of.approval.games
                    );
                    tally.stands_open(date, Some(&of.pack), &reason);
                    open = open.or(Some(reason));
                }
                Posted::Otherwise(what) => accuse(scope, table, of, (&what, date), &mut broken),
            }
        }
    }
    if stood {
        tally.stood();
    }
    if let Some(reason) = open.filter(|_| broken.is_empty()) {
        tally.stood_open(reason);
    }
    broken.push(tally);
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

fn accuse(
    scope: &Scope,
    table: &Table,
    of: &Approved,
    (what, date): (&str, Date),
    broken: &mut Broken,
) {
    let (citation, games) = (&of.approval.citation, of.approval.games);
    broken.add(format!("{} {citation}", of.pack), date, || {
        let found = at_line(table.line).of_table(table).of_link(scope.link(of.link));
        found.under(&of.pack).words(format!("{games} games at most"), what).because(format!(
            "Table {} runs on the system of {citation}, by which the layout or a placard has to tell its players that \
             they are limited to wagering on {games} games; declared as posted there: {what}.",
            table.id
        ))
    });
}
