//! Reversals: back-outs of awards and of the contributions of void rounds, each with what it should come to.

use crate::award::Award;
use crate::hole::{Hole, Why};
use crate::holes::Holes;
use crate::meter::LinkMeters;
use crate::period::Period;
use crate::subject::Subject;
use crate::unexplained::{Reversible, is_unnamed};
use feltproof_model::engagement::{JournalKind, LevelSettings, Overflow};
use feltproof_model::money::MICROS_PER_CENT;
use feltproof_model::{
    CauseKey, LinkId, ManagerEvent, ManagerKind, Money, Rate, StandingAward, Sum, TableId,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A reserve is shown in cents at least, unless the engagement states another unit.
const CENT: Money = Money::from_micros(MICROS_PER_CENT);

/// So long it may take until the office takes back what was counted in for a void round: a shift of eight hours.
const SHIFT_MICROS: i64 = 8 * 3_600 * 1_000_000;

/// One set of adjustments that belong together, and what they should come to.
#[derive(Clone)]
pub struct Reversal {
    /// Which link.
    pub link_id: LinkId,
    /// What they reverse.
    pub matter: Matter,
    /// Where the matter stands: the first adjustment, or the coin-in of the void round.
    pub event: ManagerEvent,
    /// What the meter adjustments should come to.
    pub meter_owed: Sum,
    /// What they come to.
    pub meter_made: Sum,
    /// What the reserve adjustments should come to.
    pub reserve_owed: Sum,
    /// What they come to.
    pub reserve_made: Sum,
    /// False for what belongs to a round that is void by a wrong number of cards alone.
    pub is_declared: bool,
    /// The other rate at which the coin-in was taken and reversed; the award that names another hand.
    pub cause: Option<CauseKey>,
    /// Where one of them, or what they reverse, may be missing.
    pub hole: Option<Hole>,
}

impl Reversal {
    /// True where meter and reserve are reversed as they should be.
    pub(crate) fn is_balanced(&self) -> bool {
        self.meter_owed == self.meter_made && self.reserve_owed == self.reserve_made
    }

    /// True where each account is reversed as it should be or not at all.
    fn may_lack_one(&self) -> bool {
        let accounts = [(self.meter_owed, self.meter_made), (self.reserve_owed, self.reserve_made)];
        accounts.iter().all(|(owed, made)| made == owed || *made == Sum::ZERO)
    }

    /// With what a back-out owes. What the reseed does not show of the reserve goes back out of the meter,
    /// or stays there.
    fn owing(self, meter: Sum, reserve: Sum, hidden: Sum) -> Self {
        let more = (self.reserve_made - reserve).max(Sum::ZERO).min(hidden);
        Self { meter_owed: meter - more, reserve_owed: reserve + more, ..self }
    }
}

/// What a set of adjustments reverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// A confirmed award.
    BackOut,
    /// A back-out that names no award on record.
    BackOutOfNothing,
    /// The same where the award may be of an earlier day, of which no report is given.
    BackOutOfEarlier,
    /// A back-out that lacks its table or round, where it may be that of an award on record.
    BackOutUnnamed,
    /// The contribution of a void round.
    VoidRound,
    /// The contribution of a void round that by ruling stays for the redeal.
    StandingRound,
    /// A reversal for a round that was not void.
    VoidRoundOfNothing,
    /// A reversal that lacks its table or round, where it may be that of a void round on record.
    VoidRoundUnnamed,
}

/// A void round whose wagers had already been counted in.
pub(crate) struct VoidRound {
    pub(crate) period: Period,
    pub(crate) table: TableId,
    pub(crate) round: u32,
    /// The first of its coin-ins, with the sum of all of them.
    pub(crate) coin_in: ManagerEvent,
    /// Running number and amount of each; none is of nothing.
    pub(crate) coin_ins: SmallVec<[(u64, Money); 1]>,
    pub(crate) is_declared: bool,
    /// By ruling the wagers stay for the redeal, so nothing is to be reversed.
    pub(crate) stands: bool,
    /// By ruling what a reseed has drawn from the reserve since is taken back from the meter.
    pub(crate) is_from_meter: bool,
}

/// Period of what is reversed (`None`: nothing on record), table, round.
type RoundKey = (Option<Period>, Option<TableId>, Option<u32>);

/// One link whose awards and reversals are matched at the end of the record.
pub(crate) struct EndOfLink<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) link_id: LinkId,
    pub(crate) meters: &'a LinkMeters,
    pub(crate) holes: &'a Holes,
}

impl<'a> EndOfLink<'a> {
    /// Reversals of one reason by the round they reverse, in the order of the record.
    fn by_round(
        &self,
        reason: &str,
        period_of: impl Fn(&ManagerEvent) -> Option<Period>,
    ) -> BTreeMap<RoundKey, Vec<&'a ManagerEvent>> {
        let mut all = BTreeMap::<RoundKey, Vec<&ManagerEvent>>::new();
        for event in self.meters.reversals.iter().filter(|e| e.reason == reason) {
            all.entry((period_of(event), event.table, event.round)).or_default().push(event);
        }
        all
    }

    /// Every void round of the link with wagers counted in, and every reversal that names none.
    pub(crate) fn void_rounds(&self, voids: &[VoidRound], mut hear: impl FnMut(Reversal)) {
        let Self { link_id, meters, holes, .. } = *self;
        let mine = || voids.iter().filter(|v| v.coin_in.link == link_id);
        // The round of that number last counted in before the reversal: numbers start anew each day.
        let reversed = self.by_round("void_round", |e| {
            let named = mine().filter(|v| (Some(v.table), Some(v.round)) == (e.table, e.round));
            let earlier = named.filter(|v| v.coin_in.seq < e.seq);
            let latest = earlier.max_by_key(|v| v.coin_in.seq).map(|v| v.period);
            let aside = meters.reversed_aside.get(&e.line).map(|(period, ..)| *period);
            latest.filter(|latest| aside.is_none_or(|aside| aside < *latest))
        });
        // What is not reversed as it should: an adjustment that lacks its table or round may belong to it.
        let mut open = Vec::new();
        for void in mine() {
            let key = (Some(void.period), Some(void.table), Some(void.round));
            let made = reversed.get(&key).map_or(&[][..], Vec::as_slice);
            let unowed = self.unowed(Matter::StandingRound, &void.coin_in, made);
            if void.stands {
                hear(unowed);
                continue;
            }
            let contributed = self.contributed_by(void);
            let of_reserve = contributed.owed_to_reserve(unowed.reserve_made);
            let reserve_owed = match self.drawn_since(void, made, of_reserve) {
                true => unowed.reserve_made.max(of_reserve).min(Sum::ZERO),
                false => of_reserve,
            };
            // What the reserve no longer holds, the meter took in.
            let moved = of_reserve - reserve_owed;
            let meter_owed = moved + contributed.owed_to_meter(unowed.meter_made - moved);
            let void_round = Reversible {
                reason: "void_round",
                event: &void.coin_in,
                table: void.table,
                round: void.round,
                seat: None,
                owed: (meter_owed, reserve_owed),
            };
            let after = holes.manager_after(void.coin_in.line);
            let unexplained = void_round.perhaps_in(&meters.reversals);
            let mut reversal = Reversal {
                matter: Matter::VoidRound,
                hole: after.or(unexplained),
                is_declared: void.is_declared,
                meter_owed,
                reserve_owed,
                ..unowed
            };
            // An adjustment that is made late may follow the record; one that was made is as it is.
            if reversal.may_lack_one() && meters.is_open() {
                reversal.hole =
                    reversal.hole.or_else(|| holes.ends_within(SHIFT_MICROS, &void.coin_in));
            }
            reversal.cause = self.at_rate(&reversal);
            if !reversal.is_balanced() {
                open.push(void_round);
            }
            hear(reversal);
        }
        let of_nothing = reversed.iter().filter(|((period, ..), _)| period.is_none());
        for (_, made) in of_nothing.filter(|(_, made)| !self.came_over(voids, made[0])) {
            self.void_round_of_nothing(made, &open).into_iter().for_each(&mut hear);
        }
    }

    /// Reversals of a round that was not void, where it was not void on a day set aside either.
    fn void_round_of_nothing(
        &self,
        made: &[&ManagerEvent],
        open: &[Reversible<'_>],
    ) -> Option<Reversal> {
        let Self { subject, meters, holes, .. } = *self;
        let first = made[0];
        if holes.was_voided_aside(subject.periods.of(first.time), first) {
            return None;
        }
        let matter = match may_be_of_any(open, made) {
            true => Matter::VoidRoundUnnamed,
            false => Matter::VoidRoundOfNothing,
        };
        let aside = meters.reversed_aside.get(&first.line);
        let aside = aside.map(|_| Hole::at(JournalKind::Manager, Why::SetAside, first.line));
        // The round may be one of the evening before, of which nothing is on record.
        let is_unplayed = meters.unplayed.contains(&first.line);
        let begins = || holes.begins_shortly_before(SHIFT_MICROS, first).filter(|_| is_unplayed);
        let hole = aside.or_else(|| holes.any_before(first)).or_else(begins);
        let hole = hole.or_else(|| meters.never_counted(first.table));
        Some(Reversal { hole, ..self.unowed(matter, first, made) })
    }

    /// Whether a reversal is of what a void round of another link passed on to this one.
    fn came_over(&self, voids: &[VoidRound], reversal: &ManagerEvent) -> bool {
        let name = &self.subject.link(self.link_id).id;
        voids.iter().any(|void| {
            let source = self.subject.link(void.coin_in.link);
            let passes = matches!(&source.running.overflow, Overflow::Meter(to) if to == name);
            let of = self.subject.periods.of(reversal.time);
            let is_recent = void.period.is_same_part(of) || void.period.again(0).is_just_before(of);
            let is_named = (Some(void.table), Some(void.round)) == (reversal.table, reversal.round);
            passes && is_named && is_recent && void.coin_in.seq < reversal.seq
        })
    }

    pub(crate) fn back_outs(&self, mut hear: impl FnMut(Reversal)) {
        let carried = self.subject.engagement.carried(self.link_id);
        let awards = &self.meters.awards.all;
        let reversed = self
            .by_round("back_out", |e| backed_out_by(e, awards).first().map(|i| awards[*i].period));
        // What is not backed out as it should: an adjustment that lacks its table or round may belong to it.
        let mut open: Vec<_> =
            awards.iter().filter(|a| !a.backed_out).filter_map(Reversible::award).collect();
        for (key, made) in reversed.iter().filter(|((period, ..), _)| period.is_some()) {
            let Some(first) = made.first() else { continue };
            let key_of = |a: &Award| (Some(a.period), Some(a.table), Some(a.round));
            let own = || awards.iter().filter(|a| a.backed_out && key_of(a) == *key);
            let (mut meter_owed, mut reserve_owed) = (Sum::ZERO, Sum::ZERO);
            let (mut hole, mut hidden) = (None, Sum::ZERO);
            for award in own() {
                hole = hole.or(award.after).or(award.unexplained);
                let drawn = award.drawn();
                meter_owed = meter_owed + award.amount() - award.added();
                reserve_owed = reserve_owed + drawn.least;
                hidden = hidden + drawn.most - drawn.least;
            }
            let unowed = self.unowed(Matter::BackOut, first, made);
            let reversal = Reversal { hole, ..unowed.owing(meter_owed, reserve_owed, hidden) };
            if !reversal.is_balanced() {
                open.extend(own().filter_map(Reversible::award));
            }
            hear(reversal);
        }
        for ((period, ..), made) in &reversed {
            let (None, Some(first)) = (period, made.first()) else { continue };
            let cause = of_back_out(awards, first);
            let unowed = |matter| self.unowed(matter, first, made);
            let may_be_on_record = may_be_of_any(&open, made);
            let all = carried.filter(|_| !may_be_on_record).map(|link| &link.awards[..]);
            if let Some(award) = all.and_then(|all| self.named_by(all, first)) {
                // It stood when the engagement before ended.
                let reserve_owed = Sum::from(award.reserve_drawn);
                let hidden = Sum::from(award.reserve_drawn_most) - reserve_owed;
                let meter_owed = Sum::from(award.amount) - award.reseeded;
                hear(unowed(Matter::BackOut).owing(meter_owed, reserve_owed, hidden));
                continue;
            }
            let matter = if may_be_on_record {
                Matter::BackOutUnnamed
            } else if carried.is_some() || cause.is_some() || is_unnamed(first) {
                Matter::BackOutOfNothing
            } else {
                Matter::BackOutOfEarlier
            };
            let (holes, line) = (self.holes, first.line);
            let hole = holes.before_first_of(line).or_else(|| holes.before_manager(line));
            hear(Reversal { hole, cause, ..unowed(matter) });
        }
    }

    /// The award of the engagement before that a back-out names, the latest of them.
    pub(crate) fn named_by<'b>(
        &self,
        awards: &'b [StandingAward],
        event: &ManagerEvent,
    ) -> Option<&'b StandingAward> {
        let table = &self.subject.table(event.table?).id;
        awards.iter().rfind(|of| {
            of.table == *table
                && Some(of.round) == event.round
                && event.seat.is_none_or(|seat| seat == of.seat)
        })
    }

    /// The other rate of the coin-in of a void round, where all that is off was reversed at that rate.
    fn at_rate(&self, reversal: &Reversal) -> Option<CauseKey> {
        let accounts = [
            (false, reversal.meter_owed, reversal.meter_made),
            (true, reversal.reserve_owed, reversal.reserve_made),
        ];
        let off = accounts.into_iter().filter(|(_, owed, made)| owed != made);
        let at = |(reserve, _, made): (bool, Sum, Sum)| {
            self.meters.suspects.rate_at(&reversal.event, reserve, (-made).micros())
        };
        off.map(at).collect::<Option<SmallVec<[CauseKey; 2]>>>()?.first().copied()
    }

    /// A reversal of nothing: nothing was owed, whatever was made.
    fn unowed(&self, matter: Matter, event: &ManagerEvent, made: &[&ManagerEvent]) -> Reversal {
        let total = |kind| made.iter().filter(|e| e.kind == kind).map(|e| e.amount).sum();
        Reversal {
            link_id: self.link_id,
            matter,
            event: event.clone(),
            meter_owed: Sum::ZERO,
            meter_made: total(ManagerKind::Adjustment),
            reserve_owed: Sum::ZERO,
            reserve_made: total(ManagerKind::ReserveAdjustment),
            is_declared: true,
            cause: None,
            hole: None,
        }
    }

    fn contributed_by(&self, void: &VoidRound) -> Contributed<'a> {
        let Self { subject, meters, .. } = *self;
        let overflow = &meters.settings_at(subject, void.coin_in.seq).overflow;
        let (whole, to_reserve) = (Sum::ZERO, Sum::ZERO);
        let mut all =
            Contributed { whole, least: whole, most: whole, to_reserve, hidden: None, overflow };
        for (seq, amount) in &void.coin_ins {
            let settings = meters.settings_at(subject, *seq);
            let whole = contributed(*amount, settings);
            let (least, most) = match meters.past.cut_at(*seq) {
                Some(cut) => {
                    all.hidden = Some(all.hidden.unwrap_or(Sum::ZERO) + Money::from_micros(1));
                    (Sum::from(cut.least), Sum::from(cut.most))
                }
                None => (whole, whole),
            };
            (all.least, all.most) = (all.least + least, all.most + most);
            all.whole = all.whole + whole;
            all.to_reserve = all.to_reserve + share(settings.reserve, *amount);
        }
        all
    }

    /// Whether by ruling the part of the reserve is taken back from the meter: a reseed since the coin-in
    /// drew the reserve, which as it is reversed holds less than its part, by what its unit shows.
    fn drawn_since(&self, void: &VoidRound, made: &[&ManagerEvent], of_reserve: Sum) -> bool {
        let unit = self.subject.link(self.link_id).reserve_unit.unwrap_or(CENT);
        let Some(first) = made.first().filter(|_| void.is_from_meter) else { return false };
        let moved =
            if first.kind == ManagerKind::ReserveAdjustment { first.amount } else { Money::ZERO };
        let held = Sum::from(first.reserve) - moved;
        let is_between = |award: &Award| void.coin_in.seq < award.seq() && award.seq() < first.seq;
        let drew = |award: &Award| award.reseed.is_some() && is_between(award);
        held + of_reserve + unit <= Sum::ZERO && self.meters.awards.all.iter().any(drew)
    }
}

/// The award whose back-out names nothing on record, where it was made for the round that this names.
fn of_back_out(awards: &[Award], event: &ManagerEvent) -> Option<CauseKey> {
    let before = awards.iter().rev().filter(|award| award.seq() < event.seq);
    before.filter_map(Award::meant_for).find(|key| {
        let CauseKey::Award { table, round, .. } = *key else { return false };
        (Some(table), Some(round)) == (event.table, event.round)
    })
}

/// True where one of these reversals lacks its table or round, and may belong to something on record.
fn may_be_of_any(all: &[Reversible<'_>], made: &[&ManagerEvent]) -> bool {
    let mut unnamed = made.iter().filter(|event| is_unnamed(event));
    unnamed.any(|event| all.iter().any(|reversible| reversible.may_be_of(event)))
}

/// A rate's part of an amount, rounded down to the micro-dollar.
fn share(rate: Rate, amount: Money) -> Sum {
    let product = i128::from(amount.micros()) * i128::from(rate.numerator());
    Sum::from_micros(product.div_euclid(i128::from(rate.denominator())))
}

/// What the coin-ins of a void round added.
struct Contributed<'a> {
    /// To the meter, without a limit.
    whole: Sum,
    /// To the meter, the least and the most that a display at a limit leaves possible.
    least: Sum,
    most: Sum,
    /// To the reserve, without what a limit cut off.
    to_reserve: Sum,
    /// Where a limit cut something off: what both roundings of each cut to a micro-dollar may hide.
    hidden: Option<Sum>,
    /// Where what a limit cuts off goes.
    overflow: &'a Overflow,
}

impl Contributed<'_> {
    /// What the reversal owes to the meter: what was made, where some fraction behind a display at a limit explains it.
    fn owed_to_meter(&self, made: Sum) -> Sum {
        if (-self.most..=-self.least).contains(&made) { made } else { -self.least }
    }

    /// What the reversal owes to the reserve, with what a limit cut off, where that goes there; where
    /// nobody says where it went, either is right.
    fn owed_to_reserve(&self, made: Sum) -> Sum {
        let of_reserve = -self.to_reserve;
        let Some(hidden) = self.hidden else { return of_reserve };
        let least = of_reserve - self.whole + self.least - hidden;
        let most = of_reserve - self.whole + self.most;
        let explains = (least..=most).contains(&made);
        match self.overflow {
            Overflow::Reserve if !explains => most,
            Overflow::Reserve | Overflow::Undeclared if explains => made,
            _ => of_reserve,
        }
    }
}

/// What a coin-in added to the meter, with the controller's own rounding.
fn contributed(coin_in: Money, settings: &LevelSettings) -> Sum {
    let exact = share(settings.contribution, coin_in);
    let unit = settings.contribution_unit.map_or(1, |unit| i128::from(unit.micros()).max(1));
    Sum::from_micros(exact.micros().div_euclid(unit) * unit)
}

/// The awards a back-out reverses, by their places: those last played of the round, and of the seat
/// that it names the latest alone, since one may have been recorded anew after a back-out.
pub(crate) fn backed_out_by(event: &ManagerEvent, awards: &[Award]) -> SmallVec<[usize; 2]> {
    let is_named = |i: &usize| {
        let award = &awards[*i];
        (Some(award.table), Some(award.round)) == (event.table, event.round)
            && (event.seat.is_none() || event.seat == Some(award.seat))
            && award.seq() < event.seq
    };
    let mut named: SmallVec<[usize; 2]> = (0..awards.len()).filter(is_named).collect();
    if let Some(latest) = named.iter().copied().max_by_key(|i| awards[*i].seq()) {
        let period = awards[latest].period;
        named.retain(|i| awards[*i].period == period && (event.seat.is_none() || *i == latest));
    }
    named
}

/// Marks the awards that were backed out, and those that may have been.
pub(crate) fn mark_backed_out(subject: &Subject, meters: &mut LinkMeters) {
    let end = subject.engagement.days.last().map(|day| day.end);
    for event in meters.reversals.iter().filter(|e| e.reason == "back_out") {
        for at in backed_out_by(event, &meters.awards.all) {
            let (award, is_later) = (&mut meters.awards.all[at], Some(event.time) >= end);
            award.backed_out_later = is_later && (!award.backed_out || award.backed_out_later);
            award.backed_out = true;
        }
    }
    let reversals = &meters.reversals;
    for award in &mut meters.awards.all {
        award.unexplained = Reversible::award(award).and_then(|of| of.perhaps_in(reversals));
    }
}
