//! CRD-002: wrong number of cards and the round was not voided. The procedure is described in `crd_002.md`.

use super::{Fill, RoundCase, Tally};
use feltproof_model::Sum;

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    for row in case.rows {
        let proper = case.rules.cards_for(row.seat);
        let dealt = row.cards.len();
        if dealt == 0 {
            continue;
        }
        tally.tested += 1;
        if dealt == proper || case.is_declared_void() {
            continue;
        }
        let columns = case.scope.hands_columns.as_ref();
        let may_be_void = case.controller.is_empty() && !columns.is_some_and(|c| c.has_action);
        if may_be_void {
            let why = "the hands journal has no action column";
            tally.left_open(why, || {
                format!("Whether round {} of table {} was voided", case.round, case.table.id)
            });
            continue;
        }
        let staked = case.players().map(|(_, player, _)| player.stake.total_micros()).sum();
        let stakes = match Sum::from_micros(staked) {
            Sum::ZERO => "all stakes".to_owned(),
            sum => format!("the stakes of {sum}"),
        };
        tally.push(
            case.at_row(row)
                .words(format!("{proper} cards, or the round void"), format!("{dealt} cards"))
                .because(format!(
                    "Seat {} has {dealt} cards ({}). Any hand with a wrong number of cards voids all \
                     hands of the round; {stakes} should have been returned and the \
                     cards reshuffled.",
                    row.seat,
                    row.cards.pretty()
                )),
        );
    }
}
