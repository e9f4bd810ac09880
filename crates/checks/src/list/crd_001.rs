//! CRD-001: same card twice in a round. The procedure is described in `crd_001.md`.

use super::{Fill, RoundCase, Tally, has_stray};
use feltproof_model::{Card, Seat};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    // Nearly every round: as many different cards as there are on the table.
    let cards = || case.rows.iter().flat_map(|row| row.cards.as_slice());
    let different = cards().fold(0, |set, card| set | 1_u64 << card.number()).count_ones() as usize;
    if different == cards().count() {
        tally.tested += different as u64;
        return;
    }
    if let Some(why) = has_stray(case) {
        tally.tested += 1;
        return tally.left_open(why, || {
            format!(
                "Whether a card stands twice in round {} of table {}",
                case.round, case.table.id
            )
        });
    }
    let mut holders = [None; Card::PACK as usize];
    for (i, row) in case.rows.iter().enumerate() {
        // A hand recorded twice is RND-003's.
        if case.rows[..i].iter().any(|r| r.seat == row.seat && r.cards == row.cards) {
            continue;
        }
        for card in row.cards.as_slice() {
            tally.tested += 1;
            let holder: &mut Option<Seat> = &mut holders[usize::from(card.number())];
            if let Some(first) = *holder {
                tally.push(
                    case.at_row(row)
                        .words("each card once", format!("{card} again"))
                        .because(format!(
                            "In round {} of table {} the {} stands in the hand of seat {first} and \
                             again in that of seat {}. One pack holds it once: the pack is wrong, or \
                             the record is.",
                            case.round,
                            case.table.id,
                            card.pretty(),
                            row.seat
                        )),
                );
            }
            *holder = holder.or(Some(row.seat));
        }
    }
}
