//! What awards should have met: the meter with their own round's wagers, reseeded, in the right order.

use crate::award::{Award, InRound, LateCoinIn, LateReseed, Overtaken, Turn};
use crate::holes::Holes;
use crate::meter::LinkMeters;
use crate::procedure::confirmations;
use crate::reversals::{EndOfLink, backed_out_by};
use crate::subject::Subject;
use feltproof_model::{LinkId, Money, Rate, Timestamp};

pub(crate) fn mark_due(subject: &Subject, link_id: LinkId, meters: &mut LinkMeters, holes: &Holes) {
    for at in 0..meters.awards.all.len() {
        let award = &meters.awards.all[at];
        let (own, line) = (&award.due.coin_ins, award.line());
        let is_own =
            |late: &LateCoinIn| own.contains(&late.seq) && own.iter().all(|seq| *seq > award.seq());
        let coin_in = award.due.coin_in.filter(is_own);
        let coin_in =
            coin_in.map(|late| LateCoinIn { hole: holes.between(line, late.line), ..late });
        let mut reseed = late_reseed(subject, meters, at);
        if let Some(late) = &mut reseed {
            // Records that were moved, or are missing, may hold what was to be put back.
            late.hole = late.hole.or_else(|| holes.between(late.of, line));
        }
        let due = &mut meters.awards.all[at].due;
        (due.coin_in, due.reseed) = (coin_in, reseed);
    }
    read_at_once(subject, link_id, meters, holes);
    let of = EndOfLink { subject, link_id, meters, holes };
    let turned: Vec<(InRound, Option<Overtaken>)> =
        (0..meters.awards.all.len()).map(|at| (of.in_round(at), of.overtaken(at))).collect();
    for (award, turned) in meters.awards.all.iter_mut().zip(turned) {
        (award.due.in_round, award.due.overtaken) = turned;
    }
}

/// Where a house takes all awards of a round of one reading, each is a share of what the first of them met.
fn read_at_once(subject: &Subject, link_id: LinkId, meters: &mut LinkMeters, holes: &Holes) {
    for at in 0..meters.awards.all.len() {
        let of = EndOfLink { subject, link_id, meters, holes };
        let Some(first) = of.read_with(at) else { continue };
        let first = &meters.awards.all[first];
        let (display, before, uncounted) = (first.display_before, first.before, first.uncounted);
        let (coin_in, reseed) = (first.due.coin_in, first.due.reseed);
        let award = &mut meters.awards.all[at];
        (award.display_before, award.before, award.uncounted) = (display, before, uncounted);
        (award.due.coin_in, award.due.reseed) = (coin_in, reseed);
    }
}

/// Whether every back-out of the award at a place came after a running number.
fn is_backed_out_after(meters: &LinkMeters, place: usize, seq: u64) -> bool {
    let awards = &meters.awards.all;
    let back_outs = meters.reversals.iter().filter(|e| e.reason == "back_out");
    let mut its = back_outs.filter(|e| backed_out_by(e, awards).contains(&place));
    awards[place].backed_out && its.all(|e| e.seq > seq)
}

/// What an award of the same round left short, where it was a mistake and was backed out only later, though the
/// meter was reseeded between the two: it takes part in no share.
fn mistake_of_round(meters: &LinkMeters, at: usize) -> Option<LateReseed> {
    let (awards, award) = (&meters.awards.all, &meters.awards.all[at]);
    let round = |of: &Award| (of.period, of.table, of.round);
    let is_mistake = |place: &usize| {
        let is_of_round = round(&awards[*place]) == round(award);
        is_of_round && is_backed_out_after(meters, *place, award.seq())
    };
    let before = &awards[(0..at).rev().find(is_mistake)?];
    let event = before.event.as_ref()?;
    let reseed = before.reseed.filter(|reseed| reseed.seq < award.seq());
    let added = reseed.map_or(Money::ZERO, |reseed| reseed.added);
    let adds = event.amount.checked_sub(added).filter(|adds| *adds > Money::ZERO)?;
    Some(LateReseed { of: event.line, adds, is_back_out: true, hole: before.before_reseed })
}

/// What was to be put back before the award at a place: the award before it took the whole meter.
fn late_reseed(subject: &Subject, meters: &LinkMeters, at: usize) -> Option<LateReseed> {
    if let Some(late) = mistake_of_round(meters, at) {
        return Some(late);
    }
    let (awards, award) = (&meters.awards.all, &meters.awards.all[at]);
    let place = awards[..at].iter().rposition(|a| !a.partial)?;
    let before = &awards[place];
    let event = before.event.as_ref()?;
    let is_whole = before.standing_share() == Some(Rate::ONE) || event.display.is_zero();
    if !is_whole || before.reseed.is_some_and(|reseed| reseed.seq < award.seq()) {
        return None;
    }
    let of = event.line;
    if before.backed_out {
        let is_later = is_backed_out_after(meters, place, award.seq());
        let (adds, hole) = (event.amount, before.before_reseed);
        return is_later.then_some(LateReseed { of, adds, is_back_out: true, hole });
    }
    let seed = meters.settings_at(subject, award.seq()).seed;
    let adds = match before.reseed {
        Some(reseed) => reseed.added,
        None => seed.checked_add(event.reserve)?,
    };
    let hole = before.before_reseed.or(before.unexplained);
    // A display of the seed or more has been put back, whatever the record says of how.
    let least = if seed.is_zero() { adds } else { seed.min(adds) };
    (award.display_before < least).then_some(LateReseed { of, adds, is_back_out: false, hole })
}

impl EndOfLink<'_> {
    /// The award of another table that was taken before that at a place, and completed after it.
    fn overtaken(&self, at: usize) -> Option<Overtaken> {
        let all = &self.meters.awards.all;
        let award = &all[at];
        award.standing_share()?;
        let own = completed(self.subject, award)?;
        let (place, theirs) = (0..at).find_map(|i| {
            let is_other = all[i].table != award.table && all[i].standing_share().is_some();
            let theirs = completed(self.subject, all.get(i).filter(|_| is_other)?)?;
            own.is_before(theirs).then_some((i, theirs))
        })?;
        let first = &all[place];
        // What it met is known where nothing was counted in since it was completed.
        let is_known = first.due.met_since.is_some_and(|since| since <= own.corrected);
        let turns = self.turns(&[place, at], &[at, place]).filter(|_| is_known);
        Some(Overtaken {
            by: first.event.as_ref()?.line,
            completed: (own.recorded, theirs.recorded),
            turns: turns.unwrap_or_default(),
        })
    }

    /// What awards, taken in the order of `places`, are owed in that of `order`; `None` where the record
    /// does not say: another stands between them, a hand or a display is not known, or one was wrong.
    pub(crate) fn turns(&self, places: &[usize], order: &[usize]) -> Option<Vec<Turn>> {
        let of = |i: &usize| &self.meters.awards.all[*i];
        let is_run = places.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let terms = &self.subject.link(self.link_id).awards;
        let is_plain = |a: &Award| {
            let owed = a.standing_share().and_then(|share| terms.owed(share, a.display_before));
            a.before.is_none()
                && a.due.coin_in.is_none()
                && a.due.reseed.is_none()
                && owed == Some(a.amount())
        };
        let (first, last) = (of(places.first()?), of(places.last()?));
        let hole = self.holes.between(first.line(), last.line());
        if hole.is_some() || !is_run || !places.iter().map(of).all(is_plain) {
            return None;
        }
        let mut drifts = Vec::new();
        for pair in places.windows(2) {
            let (one, next) = (of(&pair[0]), of(&pair[1]));
            let between = one.reseed.filter(|reseed| reseed.seq < next.seq());
            let added = between.map_or(Money::ZERO, |reseed| reseed.added);
            let left = one.display_before.checked_sub(one.amount())?.checked_add(added)?;
            drifts.push(next.display_before.checked_sub(left)?);
        }
        let mut reseeds = places.iter().map(of).filter(|a| a.standing_share() == Some(Rate::ONE));
        // What is counted in between two awards moves the reserve, too.
        let is_quiet = drifts.iter().all(|drift| drift.is_zero());
        let mut drifts = drifts.into_iter();
        let mut display = Some(first.display_before);
        let mut turns = Vec::new();
        for award in order.iter().map(of) {
            let share = award.standing_share()?;
            let owed = display.and_then(|display| terms.owed(share, display));
            turns.push(Turn { table: award.table, seat: award.seat, owed, paid: award.amount() });
            display = display.zip(owed).and_then(|(display, owed)| display.checked_sub(owed));
            if share == Rate::ONE {
                let added = reseeds.next().and_then(|a| self.added(a));
                display =
                    display.zip(added).and_then(|(display, added)| display.checked_add(added));
                display = display.filter(|_| is_quiet);
            }
            let drift = drifts.next().unwrap_or(Money::ZERO);
            display = display.and_then(|display| display.checked_add(drift));
        }
        Some(turns)
    }

    fn added(&self, award: &Award) -> Option<Money> {
        let event = award.event.as_ref()?;
        let seed = self.meters.settings_at(self.subject, event.seq).seed;
        let added = award.reseed.map(|reseed| reseed.added);
        added.or_else(|| seed.checked_add(event.reserve))
    }
}

/// When an award was completed on its controller: as recorded, and by the clock of the manager.
#[derive(Clone, Copy)]
struct Completed {
    recorded: Timestamp,
    corrected: Timestamp,
}

/// Two clocks of whole seconds tell the difference between them to one second at each coin-in.
const CLOCKS_MICROS: i64 = 2_000_000;

impl Completed {
    /// True where no reading of the clocks puts it after the other.
    fn is_before(self, other: Self) -> bool {
        let later = other.corrected.micros_since(self.corrected);
        self.recorded < other.recorded && later > CLOCKS_MICROS.into()
    }
}

/// When an award was completed, where its round has one completion for its seat and no clock is out of line.
fn completed(subject: &Subject, award: &Award) -> Option<Completed> {
    if award.clock.is_some() || award.anew_after.is_some() || award.holes.controller.is_some() {
        return None;
    }
    let all = confirmations(subject.procedure(award.table), &award.controller);
    let mut own = all.iter().filter(|of| of.seat() == Some(award.seat));
    let recorded = own.next().filter(|_| own.next().is_none())?.event.time;
    let corrected = recorded.plus_micros(award.skew_micros.unwrap_or(0));
    // It was completed before it was taken: where it seems otherwise, its coin-in told late and not by another clock.
    let taken = award.event.as_ref()?.time;
    (corrected <= taken.plus_micros(CLOCKS_MICROS)).then_some(Completed { recorded, corrected })
}
