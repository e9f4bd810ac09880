//! WAC-010: more players at a table than allowed. The procedure is described in `wac_010.md`.

use super::{Fill, RoundCase, Tally, law_in_words, limit_in_words};
use feltproof_model::{Seat, SeatSet};
use feltproof_regs::{Quantity, Role, Verdict};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let mut seats = SeatSet::EMPTY;
    for row in case.rows {
        if let Seat::Player(seat) = row.seat {
            seats = seats.with(seat);
        }
    }
    let Some(certain) =
        case.scope.law.certain_players(case.calendar_day).filter(|_| !seats.is_empty())
    else {
        return;
    };
    tally.tested += 1;
    let players = seats.len() + u32::from(case.banker().is_some());
    // A hand that is not on record may be one more, where the table has a seat for it.
    let hole = case.lacks_a_hand().filter(|_| u32::from(case.table.seats) > certain);
    if players <= certain && hole.is_none() {
        return;
    }
    let mut open = hole;
    for (limit, said) in case.scope.law.said_of(Role::PlayersAtTable, case.date()) {
        match said.judge(Quantity::Players(players)) {
            Verdict::Holds => {}
            Verdict::NotDecidable { reason } => open = open.or(Some(reason)),
            Verdict::Violates => {
                let law = law_in_words(limit, &said, case.date());
                let recorded = Quantity::Players(players).to_string();
                let found = case
                    .at_round()
                    .under(&limit.pack)
                    .words(limit_in_words(&said), recorded.clone());
                tally.push(found.because(format!(
                    "Round {} of table {} was dealt to {recorded}; {law}.",
                    case.round, case.table.id
                )));
                return;
            }
        }
    }
    if let Some(reason) = open {
        tally.left_open(reason, || {
            format!("Whether round {} of table {} had too many players", case.round, case.table.id)
        });
    }
}
