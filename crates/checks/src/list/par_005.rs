//! PAR-005: odds against the jackpot are longer than allowed. The procedure is described in
//! `par_005.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_model::LinkId;
use feltproof_model::engagement::{Link, Table};
use feltproof_par::sheet::{Jackpot, jackpot};

/// True when the prize falls to fewer than one in `longest` hands.
fn is_too_rare(won: &Jackpot, longest: u64) -> bool {
    u128::from(won.combinations) * u128::from(longest) < u128::from(won.total)
}

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (link_id, link) in (0_u16..).map(LinkId).zip(&scope.engagement.links) {
        let mut seen: Vec<&str> = Vec::new();
        for (_, table) in scope.tables_on(link_id) {
            if seen.contains(&table.game.as_str()) {
                continue;
            }
            seen.push(&table.game);
            judge(scope, link, table, tally);
        }
    }
}

fn judge(scope: &Scope, link: &Link, table: &Table, tally: &mut Tally) {
    // A paytable without a share of the meter has no jackpot.
    let Some(won) = scope.game(table).and_then(|game| jackpot(game, &link.paytable).ok()) else {
        return;
    };
    tally.tested += 1;
    if !is_too_rare(&won, link.longest_odds) {
        return;
    }
    let (hand, wins, of) = (won.hand.title(), won.combinations, won.total);
    let found = at_line(link.line)
        .of_link(link)
        .of_table(table)
        .words(format!("at least 1 of {} hands", link.longest_odds), format!("{wins} of {of} hands"))
        .because(format!(
            "At table {} ({}) the largest prize of link {} falls to {hand}: {wins} of {of} hands. The \
             longest odds allowed are one in {}.",
            table.id, table.game, link.id, link.longest_odds
        ));
    tally.push(found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::Outcome;
    use feltproof_model::Rate;

    #[test]
    fn one_hand_in_a_hundred_million_is_the_edge() {
        let won = |combinations, total| {
            let (hand, share) = (Outcome::FOUR_ACES, Rate::ONE);
            Jackpot { combinations, total, hand, share }
        };
        assert!(!is_too_rare(&won(1, 100_000_000), 100_000_000));
        assert!(is_too_rare(&won(1, 100_000_001), 100_000_000));
        assert!(!is_too_rare(&won(48, 2_598_960), 54_145));
        assert!(is_too_rare(&won(48, 2_598_960), 54_144));
    }
}
