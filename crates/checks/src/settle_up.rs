//! Awards matched with hands, and reversals with what they reverse, at the end of the record.
//!
//! Awards, void rounds and back-outs are rare, so they are kept until the end: accounting may back an
//! award out hours after its round.

use crate::case::{AdjustmentCase, AwardCase, AwardEntry, AwardHand, Matter};
use crate::frame::{Run, Tally};
use crate::meters::LinkMeters;
use crate::registry::CHECKS;
use crate::rekept::Reached;
use crate::scope::Scope;
use feltproof_model::engagement::LevelSettings;
use feltproof_model::{
    ControllerEvent, LinkId, ManagerEvent, ManagerKind, Money, Rate, Rounding, Seat, TableId,
};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Gaming day, table, round, seat.
pub type HandKey = (u16, TableId, u32, Seat);

/// An award and its hand lie in two gaming days only around the change of day: less than six hours
/// apart, in microseconds.
const ACROSS_DAYS_MICROS: u64 = 6 * 3_600_000_000;

/// A hand that won a share of the meter, or was given an award; without a hand: an award at a seat
/// that the hands journal does not have in that round.
pub struct HandFacts {
    pub key: HandKey,
    pub hand: Option<AwardHand>,
    pub controller: SmallVec<[ControllerEvent; 4]>,
}

/// A void round whose wagers had already been counted in.
pub struct VoidRound {
    pub day: u16,
    pub table: TableId,
    pub round: u32,
    pub coin_in: ManagerEvent,
    /// By ruling the wagers stay for the redeal, so nothing is to be reversed.
    pub stands: bool,
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
            self.attach_hands(scope, meters);
            mark_backed_out(meters);
            mark_repeated(meters);
        }
        let unclaimed = std::mem::take(&mut self.hands);
        for (link_id, meters) in (0_u16..).map(LinkId).zip(links.iter()) {
            let link = scope.link(link_id);
            let orphans: Vec<AwardEntry> = unclaimed
                .iter()
                .filter(|h| scope.table(h.key.1).link == Some(link_id))
                .filter(|h| h.hand.as_ref().is_some_and(|hand| hand.share.is_some()))
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

    /// Gives each award the hand at its seat; a hand with an award is taken off the list. An award
    /// of one link does not settle a hand of another.
    fn attach_hands(&mut self, scope: &Scope, meters: &mut LinkMeters) {
        let mut claimed = vec![false; self.hands.len()];
        for award in &mut meters.awards {
            let Some((at, facts)) = self.at((award.day, award.table, award.round, award.seat))
            else {
                continue;
            };
            award.controller.clone_from(&facts.controller);
            if scope.table(award.table).link == Some(award.link) {
                award.hand.clone_from(&facts.hand);
                claimed[at] = true;
            }
        }
        let mut across = Vec::new();
        for award in meters.awards.iter_mut().filter(|a| a.hand.is_none()) {
            if scope.table(award.table).link == Some(award.link) {
                across.extend(self.attach_across_days(award, &claimed));
            }
        }
        for at in across {
            claimed[at] = true;
        }
        let mut claimed = claimed.into_iter();
        self.hands.retain(|_| !claimed.next().unwrap_or(false));
    }

    /// The first of equal keys: manager events belong to the first instance of a round.
    fn at(&self, key: HandKey) -> Option<(usize, &HandFacts)> {
        let at = self.hands.partition_point(|h| h.key < key);
        self.hands.get(at).filter(|h| h.key == key).map(|h| (at, h))
    }

    /// A round played while the gaming day changes has its hand in one day and its award in the
    /// next, or the reverse. Gives the place of the hand attached.
    fn attach_across_days(&self, award: &mut AwardEntry, claimed: &[bool]) -> Option<usize> {
        let time = award.event.as_ref()?.time;
        let near = |hand: &AwardHand| time.0.abs_diff(hand.time.0) < ACROSS_DAYS_MICROS;
        let days = [award.day.checked_sub(1), award.day.checked_add(1)];
        let (at, facts) = days
            .into_iter()
            .flatten()
            .filter_map(|day| self.at((day, award.table, award.round, award.seat)))
            .find(|(at, facts)| !claimed[*at] && facts.hand.as_ref().is_some_and(near))?;
        award.hand.clone_from(&facts.hand);
        award.controller.extend(facts.controller.iter().cloned());
        // The two days hold the two parts of the round's events, each in its order.
        award.controller.sort_by_key(|e| e.time);
        Some(at)
    }

    fn void_rounds<'a>(
        &'a self,
        scope: &'a Scope,
        link_id: LinkId,
        meters: &'a LinkMeters,
    ) -> Vec<AdjustmentCase<'a>> {
        let link = scope.link(link_id);
        let mut cases = Vec::new();
        // The round of that number last counted in before the reversal: numbers start anew each day.
        let reversed = by_round(meters, "void_round", |e| {
            let mine = self.voids.iter().filter(|v| v.coin_in.link == link_id);
            mine.filter(|v| (Some(v.table), Some(v.round)) == (e.table, e.round))
                .filter(|v| v.coin_in.seq < e.seq)
                .max_by_key(|v| v.coin_in.seq)
                .map(|v| v.day)
        });
        for void in self.voids.iter().filter(|v| v.coin_in.link == link_id) {
            let key = (Some(void.day), Some(void.table), Some(void.round));
            let made = reversed.get(&key).map_or(&[][..], Vec::as_slice);
            let settings = meters.settings_at(scope, void.coin_in.seq);
            let meter_made = total(made, ManagerKind::Adjustment);
            let reserve_made = total(made, ManagerKind::ReserveAdjustment);
            if void.stands {
                cases.push(AdjustmentCase {
                    scope,
                    link,
                    matter: Matter::StandingRound,
                    event: &void.coin_in,
                    meter_owed: Money::ZERO,
                    meter_made,
                    reserve_owed: Money::ZERO,
                    reserve_made,
                });
                continue;
            }
            cases.push(AdjustmentCase {
                scope,
                link,
                matter: Matter::VoidRound,
                event: &void.coin_in,
                meter_owed: match meters.cut_at(void.coin_in.seq) {
                    Some(cut) => cut_owed(cut, meter_made),
                    None => contributed(&void.coin_in, settings).negated(),
                },
                meter_made,
                reserve_owed: share(settings.reserve, void.coin_in.amount).negated(),
                reserve_made,
            });
        }
        for ((day, ..), made) in &reversed {
            if let (None, Some(first)) = (day, made.first()) {
                cases.push(unowed(scope, link_id, Matter::VoidRoundOfNothing, first, made));
            }
        }
        cases
    }
}

/// A rate's part of an amount, to the micro-dollar.
fn share(rate: Rate, amount: Money) -> Money {
    rate.of(amount, Rounding::Down).unwrap_or(Money::ZERO)
}

/// What a coin-in added to the meter, with the controller's own rounding.
fn contributed(coin_in: &ManagerEvent, settings: &LevelSettings) -> Money {
    let exact = share(settings.contribution, coin_in.amount);
    match settings.contribution_unit {
        Some(unit) => Rounding::Down.to_multiple_of(exact, unit).unwrap_or(exact),
        None => exact,
    }
}

/// What the reversal of a coin-in that met the limit should come to: what was made, where some
/// hidden fraction explains it.
fn cut_owed(cut: Reached, made: Money) -> Money {
    if (cut.most.negated()..=cut.least.negated()).contains(&made) {
        made
    } else {
        cut.least.negated()
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
        played_on: false,
        hand: facts.hand.clone(),
        partial: false,
        controller: facts.controller.clone(),
        previous_seat: None,
        backed_out: false,
        repeats: false,
        anew_after: None,
        replaced: false,
    }
}

fn judge_award(case: &AwardCase<'_>, tallies: &mut [Tally]) {
    for (check, tally) in CHECKS.iter().zip(tallies) {
        if let Run::Award(run) = check.run
            && crate::runnable::not_run(case.scope, check).is_none()
        {
            run(case, tally);
        }
    }
}

fn judge_adjustment(case: &AdjustmentCase<'_>, tallies: &mut [Tally]) {
    for (check, tally) in CHECKS.iter().zip(tallies) {
        if let Run::Adjustment(run) = check.run
            && crate::runnable::not_run(case.scope, check).is_none()
        {
            run(case, tally);
        }
    }
}

/// The awards a back-out reverses, by their places: those of the round (and the seat, if it names
/// one) last played before it. With a seat it is the latest award alone, since an award may have
/// been recorded anew after an earlier back-out.
fn backed_out_by(event: &ManagerEvent, awards: &[AwardEntry]) -> SmallVec<[usize; 2]> {
    let seq = |i: &usize| awards[*i].event.as_ref().map_or(0, |e| e.seq);
    let named: SmallVec<[usize; 2]> = (0..awards.len())
        .filter(|i| {
            let award = &awards[*i];
            (Some(award.table), Some(award.round)) == (event.table, event.round)
                && (event.seat.is_none() || event.seat == Some(award.seat))
                && seq(i) < event.seq
        })
        .collect();
    let Some(latest) = named.iter().copied().max_by_key(seq) else { return named };
    let day = awards[latest].day;
    named
        .into_iter()
        .filter(|i| awards[*i].day == day && (event.seat.is_none() || *i == latest))
        .collect()
}

fn mark_backed_out(meters: &mut LinkMeters) {
    for event in meters.reversals.iter().filter(|e| e.reason == "back_out") {
        for at in backed_out_by(event, &meters.awards) {
            meters.awards[at].backed_out = true;
        }
    }
}

/// Marks awards for a hand that another award was recorded for, before or after.
fn mark_repeated(meters: &mut LinkMeters) {
    let mut seen = BTreeMap::<HandKey, (usize, bool)>::new();
    for at in 0..meters.awards.len() {
        let award = &meters.awards[at];
        let key = (award.day, award.table, award.round, award.seat);
        let stands = !award.backed_out;
        if let Some((earlier, one_stands)) = seen.get_mut(&key) {
            meters.awards[*earlier].replaced = true;
            meters.awards[at].repeats = *one_stands;
            if !*one_stands {
                let before = meters.awards[*earlier].event.as_ref().map(|e| e.time);
                meters.awards[at].anew_after = before;
            }
            *earlier = at;
            *one_stands |= stands;
        } else {
            seen.insert(key, (at, stands));
        }
    }
}

/// Gaming day of what is reversed (`None`: nothing on record), table, round.
type RoundKey = (Option<u16>, Option<TableId>, Option<u32>);

/// Reversals of one reason by the round they reverse, in the order of the record.
fn by_round<'a>(
    meters: &'a LinkMeters,
    reason: &str,
    day_of: impl Fn(&ManagerEvent) -> Option<u16>,
) -> BTreeMap<RoundKey, Vec<&'a ManagerEvent>> {
    let mut all = BTreeMap::<RoundKey, Vec<&ManagerEvent>>::new();
    for event in meters.reversals.iter().filter(|e| e.reason == reason) {
        all.entry((day_of(event), event.table, event.round)).or_default().push(event);
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
    let reversed = by_round(meters, "back_out", |e| {
        backed_out_by(e, &meters.awards).first().map(|i| meters.awards[*i].day)
    });
    for ((day, table, round), made) in &reversed {
        let Some(first) = made.first() else { continue };
        if day.is_none() {
            cases.push(unowed(scope, link_id, Matter::BackOutOfNothing, first, made));
            continue;
        }
        let awards = meters.awards.iter().filter(|a| {
            a.backed_out && (Some(a.day), Some(a.table), Some(a.round)) == (*day, *table, *round)
        });
        let (mut meter_owed, mut reserve_owed) = (Money::ZERO, Money::ZERO);
        for award in awards {
            let amount = award.event.as_ref().map_or(Money::ZERO, |e| e.amount);
            let reseeded = award.reseeded.unwrap_or(Money::ZERO);
            meter_owed = plus(plus(meter_owed, amount), reseeded.negated());
            reserve_owed = plus(reserve_owed, award.reserve_drawn);
        }
        cases.push(AdjustmentCase {
            scope,
            link,
            matter: Matter::BackOut,
            event: first,
            meter_owed,
            meter_made: total(made, ManagerKind::Adjustment),
            reserve_owed,
            reserve_made: total(made, ManagerKind::ReserveAdjustment),
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
    events.iter().filter(|e| e.kind == kind).fold(Money::ZERO, |sum, e| plus(sum, e.amount))
}

/// Journals hold amounts far inside the range of money; beyond it a sum stays where it was.
fn plus(a: Money, b: Money) -> Money {
    a.checked_add(b).unwrap_or(a)
}
