//! RND-010: hand button does not name the hand that was dealt. The procedure is described in `rnd_010.md`.

use super::{Fill, RoundCase, Tally, buttons_on, confirmations, lacks_hand};
use feltproof_model::{ManagerKind, Wager};

pub(super) fn run(case: &RoundCase<'_>, tally: &mut Tally) {
    let Some(paytable) = case.rules.paytable(Wager::Progressive).filter(|_| case.link().is_some())
    else {
        return;
    };
    let awards = || case.manager.iter().filter(|e| e.kind == ManagerKind::Award);
    // What was confirmed and is no award on record is AWD-007's, and where there is no manager journal it may be one.
    let is_lost = confirmations(case.controller).len() > awards().count();
    if case.repeated || case.is_void() || is_lost {
        return;
    }
    // The button at another seat may be that of an award that names the wrong one (AWD-002).
    let on = buttons_on(case);
    if awards().any(|award| on.iter().all(|e| e.seat != award.seat)) {
        return;
    }
    for event in on {
        // The hand of an award is AWD-002's and AWD-004's.
        if awards().any(|e| e.seat == event.seat) {
            continue;
        }
        let own = case.players().find(|(_, row, _)| Some(row.seat) == event.seat);
        let known = own.filter(|(_, row, settled)| {
            let is_wagered = !row.stake[Wager::Progressive].is_zero();
            is_wagered && settled.testable.contains(Wager::Progressive)
        });
        let Some((_, row, settled)) = known else { continue };
        let Some(rank) = settled.rank else { continue };
        tally.tested += 1;
        let cards = row.cards.as_slice();
        let dealt = paytable.row(rank, cards).map(|row| row.hand.key());
        if dealt == Some(event.value.as_str()) {
            continue;
        }
        let why =
            lacks_hand(case).or_else(|| Some(case.holes.controller?.of(case.scope).to_string()));
        if let Some(why) = why {
            let seat = row.seat;
            tally.left_open(why, || {
                format!(
                    "Whether the hand button of seat {seat} in round {} of table {} names its hand",
                    case.round, case.table.id
                )
            });
            continue;
        }
        tally.push(
            case.at_controller(event).words(dealt.unwrap_or("no hand button"), &*event.value).because(
                format!(
                    "Seat {} in round {} of table {} held {} ({}). The hand button left on at its seat is {}; \
                     by the paytable {} the hand is {}.",
                    row.seat,
                    case.round,
                    case.table.id,
                    row.cards.pretty(),
                    case.rules.progressive_hand_in_words(rank, cards),
                    event.value,
                    paytable.id,
                    dealt.unwrap_or("no winner")
                ),
            ),
        );
    }
}
