//! Changes of a meter or reserve by hand whose reason claims a fact: how much of each the record bears out.

use crate::award::Award;
use crate::hole::{Hole, Why};
use crate::meter::{Claim, Left, LinkMeters};
use crate::period::Period;
use crate::reversals::{EndOfLink, Reversal, backed_out_by};
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    ControllerEvent, LinkId, ManagerEvent, ManagerKind, Money, Rate, Rounding, Seat, StandingAward,
    Sum, TableId, Timestamp,
};
use std::collections::{BTreeMap, BTreeSet};

/// A reduction by hand whose reason claims a fact, or an increase as a correction.
#[derive(Clone)]
pub struct ReasonedChange<'a> {
    /// Which link.
    pub link_id: LinkId,
    /// The adjustment.
    pub event: &'a ManagerEvent,
    /// What its reason claims.
    pub claimed: Claimed,
    /// How much of it the record bears out, at least zero and at most what was taken or added.
    pub borne: Sum,
    /// Where a record that bears out more may be missing.
    pub hole: Option<Hole>,
}

/// What the reason of a change claims, with the facts on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// A hand won the money and no award took it from the meter.
    Won,
    /// A malfunction had moved the meter.
    Malfunction,
    /// The meter stood too low.
    Shortage,
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
        /// What of the rest no winner of the whole meter had taken.
        in_meter: Sum,
    },
}

/// A hand that won a share of the meter which no award took from it.
pub(crate) struct Win {
    pub(crate) period: Period,
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
    /// The first fault on the controllers of its tables that may have moved its meter, by gaming day: when, and its line.
    faults: BTreeMap<(LinkId, u16), (Timestamp, u32)>,
    /// The first progressive wager of which the record does not decide what it wins: when, and its line.
    undetermined: BTreeMap<LinkId, (Timestamp, u32)>,
    /// The first round of which more was wagered than counted in: when, and a record of it.
    uncounted: BTreeMap<LinkId, (Timestamp, Hole)>,
}

impl Signs {
    pub(crate) fn fault(&mut self, link: LinkId, day: u16, fault: &ControllerEvent) {
        if !is_of_cards(&fault.value) {
            self.first_fault(link, day, (fault.time, fault.line));
        }
    }

    fn first_fault(&mut self, link: LinkId, day: u16, fault: (Timestamp, u32)) {
        let first = self.faults.entry((link, day)).or_insert(fault);
        *first = fault.min(*first);
    }

    pub(crate) fn undetermined(&mut self, link: LinkId, time: Timestamp, line: u32) {
        let first = self.undetermined.entry(link).or_insert((time, line));
        *first = (time, line).min(*first);
    }

    pub(crate) fn uncounted(&mut self, link: LinkId, time: Timestamp, hole: Hole) {
        let first = self.uncounted.entry(link).or_insert((time, hole));
        if (time, hole.first) < (first.0, first.1.first) {
            *first = (time, hole);
        }
    }

    /// The first round before a time of which more was wagered than counted in.
    pub(crate) fn uncounted_before(&self, link: LinkId, until: Timestamp) -> Option<Hole> {
        let (_, hole) = self.uncounted.get(&link).filter(|(time, _)| *time <= until)?;
        Some(*hole)
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (link, (time, hole)) in other.uncounted {
            self.uncounted(link, time, hole);
        }
        for ((link, day), fault) in other.faults {
            self.first_fault(link, day, fault);
        }
        for (link, (time, line)) in other.undetermined {
            self.undetermined(link, time, line);
        }
    }

    /// The fault that a controller of the link reported before a claim, on its gaming day or the day before: how far it moved
    /// the meter no journal says.
    fn fault_before(&self, link: LinkId, claim: &Claim, until: Timestamp) -> Option<Hole> {
        let days = [Some(claim.day), claim.day.checked_sub(1)];
        let mut first = days.into_iter().flatten().filter_map(|day| self.faults.get(&(link, day)));
        let (_, line) = first.find(|(time, _)| *time <= until)?;
        Some(Hole::at(JournalKind::Controller, Why::Faulted, *line))
    }

    /// The line of a wager before a claim that may have won.
    fn undetermined_before(&self, link: LinkId, until: Timestamp) -> Option<Hole> {
        let (_, line) = self.undetermined.get(&link).filter(|(time, _)| *time <= until)?;
        Some(Hole::at(JournalKind::Hands, Why::Undetermined, *line))
    }
}

/// True for a fault of the cards or their shuffler, which moves no meter.
fn is_of_cards(fault: &str) -> bool {
    let fault = fault.to_lowercase();
    ["shuffl", "deck", "jam"].iter().any(|word| fault.contains(word))
}

/// What the changes of a link so far have used up of the facts.
#[derive(Default)]
struct Used {
    left: Left,
    /// The seed that was taken back.
    recovered: Sum,
    /// What was put in and not taken back when a winner last took the whole meter.
    seed_won: Sum,
    /// How far meter and reserve had departed, and the running number, when that was looked at last.
    departed: [Sum; 2],
    seen: u64,
}

impl Used {
    /// Goes on to a running number at which meter and reserve had departed by so much. What stood too high or too low of a
    /// meter went with the award that took the whole of it.
    fn advance(&mut self, of: &EndOfLink<'_>, seq: u64, departed: [Sum; 2]) {
        let meters = of.meters;
        let is_whole = |seq: u64| {
            meters.awards.all.iter().any(|a| a.seq() == seq && !a.partial && !a.backed_out)
        };
        for (award, at, put_in) in meters.claims.at_awards(self.seen, seq) {
            if is_whole(award) {
                (self.left.uncorrected[0], self.departed[0]) = (Sum::ZERO, at);
                self.seed_won = put_in - taken_back(of, award) - self.recovered;
            }
        }
        for ((left, before), now) in
            self.left.uncorrected.iter_mut().zip(&mut self.departed).zip(departed)
        {
            *left = *left + now - *before;
            *before = now;
        }
        self.seen = seq;
    }
}

/// Every change by hand whose reason claims a fact; `wins` are winning hands without an award. Gives what is left to
/// correct and to take back at the end.
pub(crate) fn reductions(
    of: &EndOfLink<'_>,
    signs: &Signs,
    reversed: &[Reversal],
    mut wins: Vec<Win>,
    mut hear: impl FnMut(&ReasonedChange<'_>),
) -> Left {
    let EndOfLink { link_id, meters, .. } = *of;
    wins.extend(meters.awards.all.iter().filter_map(short));
    let mut used = Used::default();
    if let Some(before) = of.subject.engagement.carried(link_id) {
        let seeds = before.seed_left.zip(before.seed_in_meter);
        used.seed_won = seeds.map_or(Sum::ZERO, |(left, in_meter)| Sum::from(left) - in_meter);
    }
    for claim in &meters.claims.made {
        let event = &claim.event;
        used.advance(of, event.seq, claim.departed);
        let found = match event.amount < Money::ZERO {
            true => of.reduced(signs, claim, &mut wins, &mut used),
            false => of.increased(signs, reversed, claim, &mut used),
        };
        // What no fact bears out leaves the account too low, or too high; so does a correction of what it was.
        let account = &mut used.left.uncorrected[usize::from(is_of_reserve(event))];
        let borne = found.as_ref().map_or(Sum::ZERO, |(_, borne, _)| *borne);
        *account = match found {
            Some((Claimed::Malfunction | Claimed::Shortage, ..)) | None => *account + event.amount,
            Some(_) => *account + event.amount + borne,
        };
        if let Some((claimed, borne, hole)) = found {
            hear(&ReasonedChange { link_id, event, claimed, borne, hole });
        }
    }
    used.advance(of, u64::MAX, meters.claims.at_end());
    let seed = meters.claims.put_in() - taken_back(of, u64::MAX) - used.recovered;
    let is_whole = meters.unordered.or(of.holes.any_until(Timestamp::LATEST)).is_none();
    let of_seed = |sum: Sum| is_whole.then(|| sum.max(Sum::ZERO));
    Left {
        seed: of_seed(seed),
        seed_in_meter: of_seed(seed.min(seed - used.seed_won)),
        ..used.left
    }
}

/// What a change claims, how much of it the record bears out, and where more may be missing.
type Found = (Claimed, Sum, Option<Hole>);

impl EndOfLink<'_> {
    /// What bears out a reduction; `None` where its reason claims no fact.
    fn reduced(
        &self,
        signs: &Signs,
        claim: &Claim,
        wins: &mut [Win],
        used: &mut Used,
    ) -> Option<Found> {
        let Self { subject, link_id, meters, holes } = *self;
        let event = &claim.event;
        let taken = Sum::ZERO - event.amount;
        let until = holes.reach(event.time);
        let at_start = || self.before_play(claim);
        let unknown = || meters.unordered.or(holes.any_before(event));
        let anything = || unknown().or_else(|| at_start().filter(|_| !self.is_carried()));
        let (claimed, borne, hole) = match event.reason.as_str() {
            "won" => {
                let hole = || unknown().or_else(at_start);
                let hole = hole().or_else(|| signs.undetermined_before(link_id, until));
                (Claimed::Won, won(meters, claim, wins, until), hole)
            }
            "malfunction" => {
                let borne = used.left.uncorrected[usize::from(is_of_reserve(event))];
                let fault = signs.fault_before(link_id, claim, until);
                (Claimed::Malfunction, borne, fault.or_else(anything))
            }
            "over_maximum" => {
                let approved = subject.link(link_id).approved_at(event.time).limit;
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
                let put_in = claim.put_in - taken_back(self, event.seq);
                let recovered = used.recovered;
                let left = put_in - recovered;
                let in_meter = left.min(left - used.seed_won).max(Sum::ZERO);
                used.recovered = recovered + taken;
                (Claimed::Seed { put_in, recovered, in_meter }, left, anything())
            }
            _ => return None,
        };
        Some((claimed, borne.max(Sum::ZERO).min(taken), hole))
    }

    /// Of a change before the first wager on record: what it is about may stand before the record begins.
    fn before_play(&self, claim: &Claim) -> Option<Hole> {
        let of = self.holes.at(JournalKind::Manager, claim.event.line);
        of.filter(|_| !claim.is_after_play).map(|of| of.begins())
    }

    /// True where it is known what stood at the end of the engagement before.
    fn is_carried(&self) -> bool {
        let carried = self.subject.engagement.carried(self.link_id);
        carried.is_some_and(|before| before.seed_left.is_some())
    }

    /// What bears out an increase as a correction; `None` where its reason claims no fact.
    fn increased(
        &self,
        signs: &Signs,
        reversed: &[Reversal],
        claim: &Claim,
        used: &mut Used,
    ) -> Option<Found> {
        let event = &claim.event;
        let added = Sum::from(event.amount);
        match event.reason.as_str() {
            "correction_increase" | "malfunction" => {
                let low = -used.left.uncorrected[usize::from(is_of_reserve(event))];
                let until = self.holes.reach(event.time);
                // It may correct what the engagement before left, where that is not known.
                let not_carried = || Hole::at(JournalKind::Manager, Why::NotCarried, event.line);
                let not_carried = || (!self.is_carried()).then(not_carried);
                let hole = self.meters.unordered.or(self.holes.any_before(event));
                let hole = hole.or_else(|| signs.fault_before(self.link_id, claim, until));
                let hole = hole.or_else(|| self.lowered_before(signs, reversed, event));
                let hole = hole.or_else(not_carried);
                Some((Claimed::Shortage, low.max(Sum::ZERO).min(added), hole))
            }
            // Seed that was taken back is put in again.
            "seed_recovery" => {
                used.recovered = (used.recovered - added).max(Sum::ZERO);
                None
            }
            _ => None,
        }
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
    let is_named = |win: &Win| {
        win.time <= until
            && win.after < event.seq
            && event.table.is_none_or(|table| table == win.table)
            && event.round.is_none_or(|round| round == win.round)
            && event.seat.is_none_or(|seat| seat == win.seat)
    };
    // Numbers begin again each day: of a round that is named by its number alone the latest.
    let latest = wins.iter().filter(|win| is_named(win)).map(|win| win.period).max();
    let latest = latest.filter(|_| event.round.is_some());
    let is_of_it = |win: &&mut Win| latest.is_none_or(|latest| win.period == latest);
    for win in wins.iter_mut().filter(|win| is_named(win)).filter(is_of_it) {
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
        period: award.period,
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

/// The seed that back-outs up to a running number took back out of the meter, of awards of the engagement before, too.
fn taken_back(of: &EndOfLink<'_>, until: u64) -> Sum {
    let EndOfLink { subject, link_id, meters, .. } = *of;
    let awards = &meters.awards.all;
    let back_outs = || meters.reversals.iter().filter(|e| e.reason == "back_out" && e.seq <= until);
    let backed_out: BTreeSet<usize> = back_outs().flat_map(|e| backed_out_by(e, awards)).collect();
    let seed = |at: usize| Sum::from(awards[at].added()) - awards[at].drawn().least;
    let own: Sum = backed_out.into_iter().map(seed).sum();
    let carried = subject.engagement.carried(link_id).map_or(&[][..], |before| &before.awards);
    let of_nothing = || back_outs().filter(|e| backed_out_by(e, awards).is_empty());
    let is_backed_out = |award: &&StandingAward| {
        of_nothing().any(|e| of.named_by(carried, e).is_some_and(|named| named == *award))
    };
    let before = carried.iter().filter(is_backed_out);
    own + before.map(|a| Sum::from(a.reseeded) - a.reserve_drawn).sum::<Sum>()
}
