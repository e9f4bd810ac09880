//! Reductions of a meter or reserve by hand whose reason claims a fact: how much of each the record bears out.

use crate::award::Award;
use crate::hole::{Hole, Why};
use crate::meter::{Claim, LinkMeters};
use crate::reversals::EndOfLink;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    LinkId, ManagerEvent, ManagerKind, Money, Rate, Rounding, Seat, Sum, TableId, Timestamp,
};
use std::collections::BTreeMap;

/// A reduction by hand whose reason claims a fact.
#[derive(Clone)]
pub struct Reduction<'a> {
    /// Which link.
    pub link_id: LinkId,
    /// The adjustment; its amount is below zero.
    pub event: &'a ManagerEvent,
    /// What its reason claims.
    pub claimed: Claimed,
    /// How much of it the record bears out, at least zero and at most what was taken.
    pub borne: Sum,
    /// Where a record that bears out more may be missing.
    pub hole: Option<Hole>,
}

/// What the reason of a reduction claims, with the facts on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// A hand won the money and no award took it from the meter.
    Won,
    /// A malfunction had moved the meter.
    Malfunction,
    /// The meter stood above its limit.
    OverMaximum {
        /// The limit in force.
        limit: Option<Money>,
        /// What the meter displayed just before.
        displayed: Money,
    },
    /// Money that is not displayed was taken to the receipts.
    Nondisplayed,
    /// The house took back seed that it had put in.
    Seed {
        /// What it had put in, as far as the record tells, less what back-outs took back.
        put_in: Sum,
        /// What it had taken back already.
        recovered: Sum,
    },
}

/// A hand that won a share of the meter which no award took from it.
pub(crate) struct Win {
    pub(crate) table: TableId,
    pub(crate) round: u32,
    pub(crate) seat: Seat,
    pub(crate) time: Timestamp,
    /// The running number of the event after which it was owed.
    pub(crate) after: u64,
    pub(crate) owed: Owed,
}

pub(crate) enum Owed {
    /// A share of what the meter displayed when it was won, which no award says.
    Share(Rate),
    /// An amount.
    Money(Money),
}

/// What rounds tell of the claims of a link.
#[derive(Default)]
pub(crate) struct Signs {
    /// The first fault on the controllers of its tables, by gaming day.
    faults: BTreeMap<(LinkId, u16), Timestamp>,
    /// The first progressive wager of which the record does not decide what it wins: when, and its line.
    undetermined: BTreeMap<LinkId, (Timestamp, u32)>,
}

impl Signs {
    pub(crate) fn fault(&mut self, link: LinkId, day: u16, time: Timestamp) {
        let first = self.faults.entry((link, day)).or_insert(time);
        *first = time.min(*first);
    }

    pub(crate) fn undetermined(&mut self, link: LinkId, time: Timestamp, line: u32) {
        let first = self.undetermined.entry(link).or_insert((time, line));
        *first = (time, line).min(*first);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for ((link, day), time) in other.faults {
            self.fault(link, day, time);
        }
        for (link, (time, line)) in other.undetermined {
            self.undetermined(link, time, line);
        }
    }

    /// Whether a controller of the link reported a fault before a claim, on its gaming day or the day before.
    fn has_fault(&self, link: LinkId, claim: &Claim, until: Timestamp) -> bool {
        let days = [Some(claim.day), claim.day.checked_sub(1)];
        let mut first = days.into_iter().flatten().filter_map(|day| self.faults.get(&(link, day)));
        first.any(|time| *time <= until)
    }

    /// The line of a wager before a claim that may have won.
    fn undetermined_before(&self, link: LinkId, until: Timestamp) -> Option<Hole> {
        let (_, line) = self.undetermined.get(&link).filter(|(time, _)| *time <= until)?;
        Some(Hole::at(JournalKind::Hands, Why::Undetermined, *line))
    }
}

/// Every reduction whose reason claims a fact; `wins` are winning hands without an award.
pub(crate) fn reductions(
    of: &EndOfLink<'_>,
    signs: &Signs,
    mut wins: Vec<Win>,
    mut hear: impl FnMut(&Reduction<'_>),
) {
    let EndOfLink { subject, link_id, meters, holes } = *of;
    wins.extend(meters.awards.all.iter().filter_map(short));
    // What earlier claims have used up of the facts.
    let (mut recovered, mut corrected) = (Sum::ZERO, [Sum::ZERO; 2]);
    for claim in &meters.claims.made {
        let event = &claim.event;
        let taken = Sum::ZERO - event.amount;
        let until = holes.reach(event.time);
        let at_start = || {
            let of = holes.at(JournalKind::Manager, event.line).filter(|_| !claim.is_after_play);
            of.map(|of| of.begins())
        };
        let anything = || meters.unordered.or(holes.any_before(event)).or_else(at_start);
        let (claimed, borne, hole) = match event.reason.as_str() {
            "won" => {
                let hole = || anything().or_else(|| signs.undetermined_before(link_id, until));
                (Claimed::Won, won(meters, claim, &mut wins, until), hole())
            }
            "malfunction" => {
                let corrected = &mut corrected[usize::from(is_of_reserve(event))];
                let borne = match signs.has_fault(link_id, claim, until) {
                    true => taken,
                    false => claim.departed - *corrected,
                };
                *corrected = *corrected + taken.min(borne.max(Sum::ZERO));
                (Claimed::Malfunction, borne, anything())
            }
            "over_maximum" => {
                let approved = subject.link(link_id).approved.limit;
                let limit = [claim.settings.limit, approved].into_iter().flatten().min();
                let displayed = claim.before.display;
                let borne = above(claim, limit).unwrap_or(Sum::ZERO);
                // A limit may have been set in any hole before.
                let hole = claim.hole.or_else(|| holes.any_before(event));
                (Claimed::OverMaximum { limit, displayed }, borne, hole)
            }
            "nondisplayed_to_receipts" => {
                let borne = if is_of_reserve(event) { taken } else { Sum::ZERO };
                (Claimed::Nondisplayed, borne, None)
            }
            "seed_recovery" => {
                let put_in = claim.put_in - taken_back(meters, event.seq);
                let claimed = Claimed::Seed { put_in, recovered };
                let borne = put_in - recovered;
                recovered = recovered + taken;
                (claimed, borne, anything())
            }
            _ => continue,
        };
        let borne = borne.max(Sum::ZERO).min(taken);
        hear(&Reduction { link_id, event, claimed, borne, hole });
    }
}

fn is_of_reserve(event: &ManagerEvent) -> bool {
    event.kind == ManagerKind::ReserveAdjustment
}

/// What of a claim hands won that no award took from the meter; what it uses is taken off their account.
fn won(meters: &LinkMeters, claim: &Claim, wins: &mut [Win], until: Timestamp) -> Sum {
    let event = &claim.event;
    let taken = Sum::ZERO - event.amount;
    let mut borne = Sum::ZERO;
    let named = |win: &&mut Win| {
        win.time <= until
            && win.after < event.seq
            && event.table.is_none_or(|table| table == win.table)
            && event.round.is_none_or(|round| round == win.round)
            && event.seat.is_none_or(|seat| seat == win.seat)
    };
    for win in wins.iter_mut().filter(named) {
        let owed = match win.owed {
            Owed::Money(owed) => owed,
            Owed::Share(share) => {
                let displayed = meters.claims.highest(win.after, claim);
                share.of(displayed, Rounding::Down).map_or(Money::ZERO, Money::floor_to_cent)
            }
        };
        let used = Sum::from(owed).min(taken - borne);
        borne = borne + used;
        let left = (Sum::from(owed) - used).money().unwrap_or(Money::ZERO);
        win.owed = Owed::Money(left);
    }
    borne
}

/// What an award leaves its winner owed: all of it where it was backed out, or the part that it is short.
fn short(award: &Award) -> Option<Win> {
    let (event, hand) = (award.event.as_ref()?, award.hand.as_ref()?);
    let share = hand.share.filter(|_| hand.known && !hand.void && !hand.stake.is_zero())?;
    if award.repeats || award.replaced {
        return None;
    }
    let owed = share.of(award.display_before, Rounding::Down)?.floor_to_cent();
    let paid = if award.backed_out { Money::ZERO } else { event.amount };
    let owed = owed.checked_sub(paid).filter(|owed| *owed > Money::ZERO)?;
    Some(Win {
        table: award.table,
        round: award.round,
        seat: award.seat,
        time: event.time,
        after: event.seq,
        owed: Owed::Money(owed),
    })
}

/// By how much the meter stood above its limit, with what its display may hide of a unit.
fn above(claim: &Claim, limit: Option<Money>) -> Option<Sum> {
    let over = Sum::from(claim.before.display) - limit?;
    let taken = Sum::ZERO - claim.event.amount;
    let hidden = Sum::from(claim.settings.display_unit);
    if is_of_reserve(&claim.event) {
        return None;
    }
    Some(if over < taken && taken < over + hidden { taken } else { over })
}

/// The seed that back-outs up to a running number took back out of the meter.
fn taken_back(meters: &LinkMeters, until: u64) -> Sum {
    let backed_out = |award: &&Award| {
        let of = (Some(award.table), Some(award.round));
        let reversed =
            |e: &ManagerEvent| e.reason == "back_out" && e.seq <= until && (e.table, e.round) == of;
        award.backed_out && meters.reversals.iter().any(reversed)
    };
    let seeds = meters.awards.all.iter().filter(backed_out);
    let seed = |a: &Award| Sum::from(a.added()) - a.drawn().least;
    seeds.map(seed).sum()
}
