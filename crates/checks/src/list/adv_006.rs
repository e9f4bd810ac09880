//! ADV-006: table has more seats than players are allowed. The procedure is described in `adv_006.md`.

use super::{Fill, Scope, Tally, at_line, judge_standing};
use feltproof_regs::{Quantity, Role};

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for (table, rules) in scope.tables() {
        let (_, most) = rules.players();
        tally.tested += 1;
        if table.seats > most {
            let game = scope.game(table).map_or("The game", |game| game.title.as_str());
            let found = at_line(table.line).of_table(table);
            let found = found.words(format!("at most {most} seats"), table.seats.to_string());
            tally.push(found.because(format!(
                "{game} is played by at most {most} players, and table {} has {} seats. A seat is no player: a round \
                 with more is an exception (RND-008) only when it is dealt. Close the seats that are too many.",
                table.id, table.seats
            )));
            continue;
        }
        let seats = Quantity::Players(table.seats.into());
        let before = tally.tested;
        judge_standing(scope, (Role::PlayersAtTable, seats), tally, |allowed, law| {
            at_line(table.line).of_table(table).words(allowed, format!("{} seats", table.seats)).because(format!(
                "Table {} has {} seats, and {law}. A seat is no player: a round with more is a violation (WAC-010) \
                 only when it is dealt. Close the seats that are too many.",
                table.id, table.seats
            ))
        });
        // The table was counted already.
        tally.tested = before;
    }
}
