//! AWD-006: awards of one round are out of order. The procedure is described in `awd_006.md`.

use super::{AwardCase, Fill, Tally, turns_in_words};
use feltproof_model::{Money, Party};

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let (Some(_), Some(previous)) = (&case.event, case.previous_seat) else { return };
    // A second award for the same hand is AWD-002's.
    if previous == case.seat {
        return;
    }
    tally.tested += 1;
    if previous > case.seat {
        return;
    }
    let turns = &case.due.in_order;
    let own = turns.iter().find(|turn| turn.seat == case.seat);
    let owed = own.and_then(|turn| Some((turn.owed?, turn.paid)));
    let paid_in_order = match turns.is_empty() {
        true => "what each is owed in that order is not on record".to_owned(),
        false => turns_in_words(case.scope, turns),
    };
    let found = match owed {
        Some((owed, paid)) => case.exception().money(owed, paid, Party::Player),
        None => case.exception(),
    };
    let short = owed.and_then(|(owed, paid)| owed.checked_sub(paid));
    let short = short.filter(|short| *short > Money::ZERO);
    let short = short.map_or(String::new(), |short| format!(", {short} short"));
    tally.push(
        found
            .words(
                format!("seat {} before seat {previous}", case.seat),
                format!("seat {previous} first; seat {}{short}", case.seat),
            )
            .because(format!(
                "When several meter awards fall in one round, the player farthest on the right is paid \
                 first and the others counter-clockwise; the first takes its share of the full meter, the \
                 next meets what is left, reseeded where nothing is. Round {} of table {} paid seat \
                 {previous} before seat {}. In the right order: {paid_in_order}.",
                case.round,
                case.scope.table(case.table).id,
                case.seat
            )),
    );
}
