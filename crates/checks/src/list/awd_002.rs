//! AWD-002: award without a winning hand. The procedure is described in `awd_002.md`.

use super::{AwardCase, Fill, Tally, void_by_count_alone};
use crate::untested::open_award;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{CauseKey, Party};
use feltproof_record::Lack;

/// Why the hand behind an award may be one that the hands journal does not hold.
fn lost_hand(case: &AwardCase<'_>) -> Option<String> {
    if let Some(hole) = case.holes.hands {
        return Some(hole.of(case.scope).to_string());
    }
    let (round, table) = (case.round, &case.scope.table(case.table).id);
    match case.lacks? {
        Lack::Round => Some(format!(
            "the hands journal has no row of round {round} of table {table}, of which other records tell"
        )),
        Lack::Seat => Some(format!(
            "the hands journal has no row of seat {} in round {round} of table {table}, whose wager other \
             records tell of",
            case.seat
        )),
    }
}

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    let table = case.scope.table(case.table);
    tally.tested += 1;
    if case.backed_out {
        return;
    }
    if case.is_open() {
        tally.undecided(|| {
            format!("an award can be neither confirmed nor refuted: {}", open_award(case))
        });
        return;
    }
    let recorded = match &case.hand {
        _ if case.repeats => "a second award for the same hand".to_owned(),
        _ if !table.feeds(case.link_id) => {
            format!("table {}, which does not feed link {}", table.id, case.link().id)
        }
        None => "no hand at that seat in that round".to_owned(),
        Some(hand) if hand.void => "a void round".to_owned(),
        Some(hand) if hand.stake.is_zero() => {
            format!("a hand without a progressive wager ({})", hand.cards)
        }
        Some(hand) if !hand.wins() => format!("{} ({})", hand.cards, hand.described),
        Some(_) => return,
    };
    let void = case.hand.as_ref().filter(|hand| hand.void && !case.repeats);
    let why = if case.repeats {
        case.since_repeated.map(|hole| hole.of(case.scope).to_string())
    } else if case.hand.is_none() && table.feeds(case.link_id) {
        lost_hand(case)
    } else {
        void.and_then(|hand| void_by_count_alone(hand.is_declared)).map(str::to_owned)
    };
    // An adjustment that does not say what it reverses may be the back-out, and so may a record that is missing.
    let back_out = case.unexplained.or(case.after);
    let why = why.or_else(|| back_out.map(|hole| hole.of(case.scope).to_string()));
    if let Some(why) = why {
        return tally.left_open(why, || {
            format!(
                "Whether the award of line {} of the manager journal was won",
                case.scope.line(JournalKind::Manager, event.line)
            )
        });
    }
    let mut found = case.exception();
    // Only a hand on record shows that the award was not won. Without one the record may be cut, or the
    // engagement may not know the table's link, or the award was that of another hand: then no amount is claimed.
    let meant = case.meant_for();
    if meant.is_none() && case.hand.is_some() && table.feeds(case.link_id) {
        found = found.worth(event.amount, Party::Player);
    }
    if !table.feeds(case.link_id) {
        let feeds = CauseKey::Feeds { table: case.table, link: case.link_id };
        found = found.suspected(Some(feeds));
    }
    if meant.is_some() {
        found = found.suspected(meant);
    }
    tally.push(
        found
            .words("a meter-winning hand with a progressive wager", recorded.clone())
            .because(format!(
                "The manager journal takes an award of {} from the meter of link {} for round {} of table \
                 {}, seat {}; the record shows {recorded}. A wrong award is reversed by a back-out \
                 through manual adjustments; none is on record.",
                event.amount,
                case.link().id,
                case.round,
                table.id,
                case.seat
            )),
    );
}
