//! PAR-004: games on one link win its jackpot by another hand or with another probability. The
//! procedure is described in `par_004.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;
use feltproof_model::engagement::{Link, Table};
use feltproof_par::sheet::{Jackpot, jackpot};

/// How a table wins the jackpot of its link; a sentence where no hand does.
fn of_table(scope: &Scope, link: &Link, table: &Table) -> Result<Jackpot, String> {
    let game = scope.game(table).ok_or_else(|| format!("game {} is not defined", table.game))?;
    jackpot(game, &link.paytable).map_err(|e| e.to_string())
}

/// `four aces, 48 of 2598960 hands, for 100% of the meter`.
fn in_words(jackpot: &Result<Jackpot, String>) -> String {
    match jackpot {
        Ok(won) => format!(
            "{}, {} of {} hands, for {} of the meter",
            won.hand.title(),
            won.combinations,
            won.total,
            won.share.percent()
        ),
        Err(why) => why.clone(),
    }
}

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let mut tables = scope.tables_on(link_id);
        let Some((_, first)) = tables.next() else { continue };
        let mut others = tables.filter(|(_, table)| table.game != first.game).peekable();
        if others.peek().is_none() {
            continue;
        }
        let expected = of_table(scope, link, first);
        for (_, table) in others {
            tally.tested += 1;
            let found = of_table(scope, link, table);
            if found.is_ok() && found == expected {
                continue;
            }
            let found = at_line(table.line)
                .of_link(link)
                .of_table(table)
                .words(in_words(&expected), in_words(&found))
                .because(format!(
                    "Link {} joins table {} ({}) with table {} ({}). Different games may share a progressive \
                     only with the same probability of the jackpot and the same winning hand: at table {} it \
                     is {}, at table {} {}.",
                    link.id,
                    first.id,
                    first.game,
                    table.id,
                    table.game,
                    first.id,
                    in_words(&expected),
                    table.id,
                    in_words(&found)
                ));
            tally.push(found);
        }
    }
}
