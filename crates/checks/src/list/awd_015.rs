//! AWD-015: award is recorded at another level than was won. The procedure is described in `awd_015.md`.

use super::{AwardCase, Fill, Tally};
use crate::need::Need;
use feltproof_model::Rate;

pub(super) fn run(case: &AwardCase<'_>, tally: &mut Tally) {
    let Some(event) = &case.event else { return };
    let link = case.link();
    let is_linked = case.scope.table(case.table).feeds(case.link_id);
    if link.shares.is_empty() || case.backed_out || case.repeats || !is_linked {
        return;
    }
    let named = event.share.and_then(|at| link.shares.get(usize::from(at)));
    let recorded = named.map_or(&link.level, |(level, _)| level);
    let Some((won, how)) = share_won(case) else { return };
    tally.tested += 1;
    let own = link.shares.iter().find(|(_, share)| *share == won);
    let expected = own.map_or(&link.level, |(level, _)| level);
    if expected == recorded {
        return;
    }
    let found =
        case.exception().words(expected.as_str(), recorded.as_str()).suspected(case.meant_for());
    tally.push(found.because(format!(
        "{how} is {} of the meter of link {}, which is its level {expected}. The award of {} in round {} of table {}, \
         seat {}, is recorded at level {recorded}.",
        won.percent(),
        link.name,
        event.amount,
        case.round,
        case.scope.table(case.table).id,
        case.seat
    )));
}

/// The share that was won, and what says so: the hand, or without hands on record the amount, where it is one of the
/// shares and no other.
fn share_won(case: &AwardCase<'_>) -> Option<(Rate, String)> {
    let event = case.event.as_ref()?;
    let link = case.link();
    if let Some(hand) = &case.hand
        && hand.known
    {
        let share = hand.share.filter(|_| !hand.void && !hand.stake.is_zero())?;
        return Some((share, format!("What {} wins", hand.cards)));
    }
    // Without a hand where hands are recorded the award is AWD-002's.
    if case.hand.is_none() && case.scope.lacks(Need::Cards).is_none() {
        return None;
    }
    let shares = link.shares.iter().map(|(_, share)| *share).chain([Rate::ONE]);
    let owed = |share: &Rate| link.awards.owed(*share, case.display_before) == Some(event.amount);
    let mut fitting = shares.filter(owed);
    let share = fitting.next().filter(|_| fitting.next().is_none())?;
    let is_known = case.unknown_display(event.amount).is_none();
    is_known.then(|| (share, format!("{} of the {} displayed", event.amount, case.display_before)))
}
