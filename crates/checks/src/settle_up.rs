//! Awards matched with hands, and reversals with what they reverse, at the end of the record.
//!
//! Awards, void rounds and back-outs are rare, so they are kept until the end: accounting may back an
//! award out hours after its round.

use crate::case::{AdjustmentCase, AwardCase, AwardEntry, AwardHand, Matter};
use crate::frame::{Run, Tally};
use crate::meters::LinkMeters;
use crate::registry::CHECKS;
use crate::scope::Scope;
use feltproof_model::{
    ControllerEvent, LinkId, ManagerEvent, ManagerKind, Money, Rounding, Seat, TableId,
};
use smallvec::SmallVec;

/// Gaming day, table, round, seat.
pub type HandKey = (u16, TableId, u32, Seat);

/// A hand that won a share of the meter, or was given an award.
pub struct HandFacts {
    pub key: HandKey,
    pub hand: AwardHand,
    pub controller: SmallVec<[ControllerEvent; 4]>,
}

/// A void round whose wagers had already been counted in.
pub struct VoidRound {
    pub day: u16,
    pub table: TableId,
    pub round: u32,
    pub coin_in: ManagerEvent,
}

/// What rounds left behind for the end.
#[derive(Default)]
pub struct Register {
    pub hands: Vec<HandFacts>,
    pub voids: Vec<VoidRound>,
}

impl Register {
    /// Takes in what another part of the record left.
    pub fn merge(&mut self, other: Self) {
        self.hands.extend(other.hands);
        self.voids.extend(other.voids);
    }

    /// Matches everything and runs the checks of awards and adjustments.
    pub fn settle_up(mut self, scope: &Scope, links: &mut [LinkMeters], tallies: &mut [Tally]) {
        self.hands.sort_by_key(|h| h.key);
        self.voids.sort_by_key(|v| (v.day, v.table, v.round));
        for meters in links.iter_mut() {
            self.attach_hands(meters);
            mark_backed_out(meters);
        }
        let unclaimed = std::mem::take(&mut self.hands);
        for (link_id, meters) in (0_u16..).map(LinkId).zip(links.iter()) {
            let link = scope.link(link_id);
            let orphans: Vec<AwardEntry> = unclaimed
                .iter()
                .filter(|h| scope.table(h.key.1).link == Some(link_id) && h.hand.share.is_some())
                .map(|h| without_award(link_id, h))
                .collect();
            for entry in meters.awards.iter().chain(&orphans) {
                judge_award(&AwardCase { scope, link, entry }, tallies);
            }
            for case in back_outs(scope, link_id, meters) {
                judge_adjustment(&case, tallies);
            }
            for case in self.void_rounds(scope, link_id, meters) {
                judge_adjustment(&case, tallies);
            }
        }
    }

    /// Gives each award the hand at its seat; a hand with an award is taken off the list.
    fn attach_hands(&mut self, meters: &mut LinkMeters) {
        let mut claimed = vec![false; self.hands.len()];
        for award in &mut meters.awards {
            let key = (award.day, award.table, award.round, award.seat);
            if let Ok(at) = self.hands.binary_search_by_key(&key, |h| h.key) {
                award.hand = Some(self.hands[at].hand.clone());
                award.controller.clone_from(&self.hands[at].controller);
                claimed[at] = true;
            }
        }
        let mut claimed = claimed.into_iter();
        self.hands.retain(|_| !claimed.next().unwrap_or(false));
    }

    fn void_rounds<'a>(
        &'a self,
        scope: &'a Scope,
        link_id: LinkId,
        meters: &'a LinkMeters,
    ) -> Vec<AdjustmentCase<'a>> {
        let link = scope.link(link_id);
        let mut cases = Vec::new();
        for void in self.voids.iter().filter(|v| v.coin_in.link == link_id) {
            let mine = |e: &&ManagerEvent| names_round(e, "void_round", void.table, void.round);
            let made: Vec<&ManagerEvent> = meters.reversals.iter().filter(mine).collect();
            let share = |rate: feltproof_model::Rate| {
                rate.of(void.coin_in.amount, Rounding::Exact)
                    .or_else(|| rate.of(void.coin_in.amount, Rounding::Down))
                    .unwrap_or(Money::ZERO)
                    .negated()
            };
            cases.push(AdjustmentCase {
                scope,
                link,
                matter: Matter::VoidRound,
                event: &void.coin_in,
                meter_owed: share(link.running.contribution),
                meter_made: total(&made, ManagerKind::Adjustment),
                reserve_owed: share(link.running.reserve),
                reserve_made: total(&made, ManagerKind::ReserveAdjustment),
            });
        }
        for (key, made) in by_round(meters, "void_round") {
            let known = self.voids.iter().any(|v| (Some(v.table), Some(v.round)) == key);
            if let (false, Some(first)) = (known, made.first()) {
                let matter = Matter::VoidRoundOfNothing;
                cases.push(unowed(scope, link_id, matter, first, &made));
            }
        }
        cases
    }
}

fn without_award(link: LinkId, facts: &HandFacts) -> AwardEntry {
    let (day, table, round, seat) = facts.key;
    AwardEntry {
        link,
        day,
        table,
        round,
        seat,
        event: None,
        display_before: Money::ZERO,
        reseeded: None,
        reserve_drawn: Money::ZERO,
        hand: Some(facts.hand.clone()),
        controller: facts.controller.clone(),
        previous_seat: None,
        backed_out: false,
    }
}

fn judge_award(case: &AwardCase<'_>, tallies: &mut [Tally]) {
    for (check, tally) in CHECKS.iter().zip(tallies) {
        if let Run::Award(run) = check.run
            && crate::audit::missing(case.scope, check).is_none()
        {
            run(case, tally);
        }
    }
}

fn judge_adjustment(case: &AdjustmentCase<'_>, tallies: &mut [Tally]) {
    for (check, tally) in CHECKS.iter().zip(tallies) {
        if let Run::Adjustment(run) = check.run
            && crate::audit::missing(case.scope, check).is_none()
        {
            run(case, tally);
        }
    }
}

fn names_round(event: &ManagerEvent, reason: &str, table: TableId, round: u32) -> bool {
    event.reason == reason && event.table == Some(table) && event.round == Some(round)
}

fn mark_backed_out(meters: &mut LinkMeters) {
    for award in &mut meters.awards {
        award.backed_out = meters.reversals.iter().any(|e| {
            names_round(e, "back_out", award.table, award.round)
                && (e.seat.is_none() || e.seat == Some(award.seat))
        });
    }
}

type RoundKey = (Option<TableId>, Option<u32>);

/// Reversals of one reason by the round they name, in the order of the record.
fn by_round<'a>(
    meters: &'a LinkMeters,
    reason: &str,
) -> std::collections::BTreeMap<RoundKey, Vec<&'a ManagerEvent>> {
    let mut all = std::collections::BTreeMap::<RoundKey, Vec<&ManagerEvent>>::new();
    for event in meters.reversals.iter().filter(|e| e.reason == reason) {
        all.entry((event.table, event.round)).or_default().push(event);
    }
    all
}

fn back_outs<'a>(
    scope: &'a Scope,
    link_id: LinkId,
    meters: &'a LinkMeters,
) -> Vec<AdjustmentCase<'a>> {
    let link = scope.link(link_id);
    let mut cases = Vec::new();
    for (key, made) in by_round(meters, "back_out") {
        let Some(first) = made.first() else { continue };
        let award = meters
            .awards
            .iter()
            .rev()
            .find(|a| (Some(a.table), Some(a.round)) == key && a.backed_out);
        let Some(award) = award else {
            cases.push(unowed(scope, link_id, Matter::BackOutOfNothing, first, &made));
            continue;
        };
        let amount = award.event.as_ref().map_or(Money::ZERO, |e| e.amount);
        let reseeded = award.reseeded.unwrap_or(Money::ZERO);
        cases.push(AdjustmentCase {
            scope,
            link,
            matter: Matter::BackOut,
            event: first,
            meter_owed: amount.checked_sub(reseeded).unwrap_or(Money::ZERO),
            meter_made: total(&made, ManagerKind::Adjustment),
            reserve_owed: award.reserve_drawn,
            reserve_made: total(&made, ManagerKind::ReserveAdjustment),
        });
    }
    cases
}

/// A reversal of nothing: nothing was owed, whatever was made.
fn unowed<'a>(
    scope: &'a Scope,
    link_id: LinkId,
    matter: Matter,
    event: &'a ManagerEvent,
    made: &[&ManagerEvent],
) -> AdjustmentCase<'a> {
    AdjustmentCase {
        scope,
        link: scope.link(link_id),
        matter,
        event,
        meter_owed: Money::ZERO,
        meter_made: total(made, ManagerKind::Adjustment),
        reserve_owed: Money::ZERO,
        reserve_made: total(made, ManagerKind::ReserveAdjustment),
    }
}

fn total(events: &[&ManagerEvent], kind: ManagerKind) -> Money {
    events
        .iter()
        .filter(|e| e.kind == kind)
        .fold(Money::ZERO, |sum, e| sum.checked_add(e.amount).unwrap_or(sum))
}
