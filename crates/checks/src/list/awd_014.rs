//! AWD-014: tray pay in the manager journal is not what its hand wins. The procedure is described in `awd_014.md`.

use super::{Fill, RoundCase, Tally, lacks_hand};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{ManagerEvent, ManagerKind, Money, Party, Sum, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let pays = || case.manager.iter().filter(|e| e.kind == ManagerKind::TrayPay);
    // The stakes of a void round are PAY-006's; a round that the hands journal lacks is RND-004's.
    if case.repeated || case.is_void() || case.rows.is_empty() {
        return;
    }
    for (at, event) in pays().enumerate() {
        // Several records of one seat are judged together, at the first.
        if pays().take(at).all(|before| before.seat != event.seat) {
            let paid: Sum = pays().filter(|e| e.seat == event.seat).map(|e| e.amount).sum();
            judge(case, event, paid, tally);
        }
    }
}

fn judge(case: &RoundCase<'_>, event: &ManagerEvent, paid: Sum, tally: &mut Tally) {
    tally.tested += 1;
    let of_seat = case.players().find(|(_, row, _)| Some(row.seat) == event.seat);
    let in_question = || {
        let line = case.scope.line(JournalKind::Manager, event.line);
        format!("Whether the tray pay of line {line} of the manager journal was won")
    };
    let Some((at, row, _)) = of_seat else {
        if let Some(why) = lacks_hand(case).or_else(|| case.lacks_a_hand()) {
            return tally.left_open(why, in_question);
        }
        let found = case.at_manager(event).words("a hand that wins it", "no hand at that seat");
        return tally.push(found.because(format!(
            "The manager journal has a tray pay of {paid} in round {} of table {}, and the round has no hand at its seat.",
            case.round, case.table.id
        )));
    };
    let Some(owed) = case.owed(at, Wager::Progressive) else {
        return tally.left_open("what the hand wins is not decided", in_question);
    };
    // What was paid as recorded, and wrong, is PAY-005's.
    let returned = Sum::from(row.returned[Wager::Progressive]);
    let is_as_returned = case.scope.has_returned(Wager::Progressive) && returned == paid;
    if paid == Sum::from(owed) || is_as_returned {
        return;
    }
    let won =
        if owed == Money::ZERO { "nothing from the tray".to_owned() } else { owed.to_string() };
    tally.push(case.at_manager(event).money(owed, paid, Party::Player).because(format!(
        "Seat {} in round {} of table {} held {}, which wins {won} for its progressive wager; the manager journal has a \
         tray pay of {paid}.",
        row.seat,
        case.round,
        case.table.id,
        row.cards.pretty()
    )));
}
