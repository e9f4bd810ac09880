//! What no check tested: payments by name, as far as they are listed, and columns that the record lacks.

use crate::case::{AwardCase, RoundCase};
use crate::compare::open_limit;
use crate::need::Need;
use crate::scope::Scope;
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::Counts;
use feltproof_model::{Recorded, UntestedPayment, Wager};
use std::iter;

/// What the hands journal has of what the tables need.
pub(crate) fn recorded(scope: &Scope) -> Recorded {
    let has = |need: Need| scope.lacks(need).is_none();
    let offered = |w: &Wager| scope.rules.iter().any(|rules| rules.offers(*w));
    let of_players = || Wager::ALL.into_iter().filter(|w| w.is_staked()).filter(offered);
    let envy = iter::once(Wager::Envy).filter(offered);
    Recorded {
        hands: has(Need::Hands),
        cards: has(Need::Cards),
        actions: has(Need::Actions),
        stakes_missing: of_players().filter(|w| !scope.has_stake(*w)).collect(),
        returned_missing: of_players().chain(envy).filter(|w| !scope.has_returned(*w)).collect(),
    }
}

/// A payment for a wager of a row (by its place) that no check tested.
pub(crate) fn payment(case: &RoundCase<'_>, place: usize, wager: Wager) -> UntestedPayment {
    let row = &case.rows[place];
    UntestedPayment {
        locus: case.scope.locus(JournalKind::Hands, row.line),
        table: case.table.id.clone(),
        round: case.round,
        seat: row.seat,
        wager: Some(wager),
        amount: row.returned[wager],
        reason: reason(case, place, wager),
    }
}

/// Why no check tested a wager: a column that its check needs, the engagement, the record of the round.
fn reason(case: &RoundCase<'_>, place: usize, wager: Wager) -> String {
    // Envy goes to whoever made the progressive wager.
    let staked = if wager.is_staked() { wager } else { Wager::Ante };
    let entitled = if wager == Wager::Envy { Wager::Progressive } else { staked };
    let needs =
        [Need::StakeOf(entitled), Need::ReturnedOf(Wager::Ante), Need::Actions, Need::Cards];
    let is_void = case.is_void();
    let lacking = || needs.into_iter().find_map(|need| case.scope.lacks(need));
    if !case.rules.offers(wager) && !is_void {
        format!("the engagement names no {wager} at table {}", case.table.id)
    } else if let Some(why) = open_limit(case, place, wager) {
        why
    } else if let Some(lack) = lacking() {
        lack
    } else if let Some(why) = case.lacks_a_hand().filter(|_| case.is_left_open(wager)) {
        format!("a hand of the round may not be on record: {why}")
    } else {
        case.explained(place, wager)
    }
}

/// An award that no check could test; `None` where the manager journal has none, or it was backed out.
pub(crate) fn award(case: &AwardCase<'_>) -> Option<UntestedPayment> {
    let event = case.event.as_ref().filter(|_| !case.backed_out)?;
    Some(UntestedPayment {
        locus: case.scope.locus(JournalKind::Manager, event.line),
        table: case.scope.table(case.table).id.clone(),
        round: case.round,
        seat: case.seat,
        wager: None,
        amount: event.amount,
        reason: open_award(case),
    })
}

/// Why it cannot be told whether an award was won.
pub(crate) fn open_award(case: &AwardCase<'_>) -> String {
    let needs = [Need::Hands, Need::Cards, Need::StakeOf(Wager::Progressive)];
    if let Some(lack) = needs.into_iter().find_map(|need| case.scope.lacks(need)) {
        return lack;
    }
    let of = format!("{}, seat {}", case.name(), case.seat);
    match &case.hand {
        Some(hand) if hand.cards.is_empty() => format!("the cards of {of} are not on record"),
        Some(_) => format!("the record does not decide what the hand of {of} wins"),
        None => format!("the record does not show the hand of {of}"),
    }
}

/// Wagers that no check tested, as a sentence; `None` where every one was.
pub(crate) fn gap(counts: &Counts) -> Option<String> {
    let (untested, all) = (counts.wagers_untested, counts.wagers);
    let were = if untested == 1 { "was" } else { "were" };
    (untested > 0).then(|| {
        format!(
            "{untested} of {all} wagers with a stake or a payment {were} not tested: the check of the wager \
             did not run, cards, actions or the banker's seat are missing or contradict one another, a record \
             beside them could not be understood, whether a posted aggregate limit is lawful cannot be told, or the \
             approved rules say nothing of such a round."
        )
    })
}
