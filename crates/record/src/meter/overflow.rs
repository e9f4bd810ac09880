//! What the limits of links cut off of their wagers, and what the meters that it is declared to go to took in.

use super::Judged;
use super::kept::Passed;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_model::engagement::Overflow;
use feltproof_model::{CauseKey, LinkId, ManagerEvent, ManagerKind, Money, Rounding, Sum};

/// What links passed on to the meter of one other link, beside what that took in, over the whole record.
pub struct Overflowed<'a> {
    /// The link that should take it in.
    pub link_id: LinkId,
    /// The link whose limit cut it off last.
    pub from: LinkId,
    /// The coin-in of which it was cut off last, or without one what was taken in last.
    pub event: &'a ManagerEvent,
    /// What was cut off: at least this, with every part rounded down to what a display shows.
    pub least: Sum,
    /// At most this: the fraction behind a display takes up room below its limit.
    pub most: Sum,
    /// What was taken in.
    pub taken: Sum,
    /// Where a record of it may be missing.
    pub hole: Option<Hole>,
    /// The first or the last part of it may be recorded before the record begins or after it ends.
    pub is_at_edge: bool,
}

/// What the limit of one link cut off, and what others passed on to it.
#[derive(Default)]
pub(super) struct Overflows {
    least: Sum,
    most: Sum,
    /// The first and the last coin-in of which something was cut off.
    cut: Option<(ManagerEvent, ManagerEvent)>,
    taken: Sum,
    /// The first and the last event that took something in.
    taken_at: Option<(ManagerEvent, ManagerEvent)>,
    hole: Option<Hole>,
}

/// The cause where a reserve took its share of a coin-in, and nothing of what a limit cut off of it,
/// though that is declared to go there.
pub(super) fn kept_from_reserve(judged: &Judged<'_>) -> Option<CauseKey> {
    let Judged { record, settings, before, after, .. } = *judged;
    let event = record.event;
    let is_declared = event.kind == ManagerKind::CoinIn && settings.overflow == Overflow::Reserve;
    let gained = event.reserve.checked_sub(before.reserve)?;
    let off = gained.checked_sub(settings.reserve.of(event.amount, Rounding::Down)?)?;
    let shown = record.link.reserve_unit.unwrap_or(settings.display_unit);
    (is_declared && event.reserve < after.reserve && off.abs() < shown)
        .then_some(CauseKey::Overflow { link: event.link })
}

fn widen(range: &mut Option<(ManagerEvent, ManagerEvent)>, event: &ManagerEvent) {
    match range {
        Some((_, last)) => last.clone_from(event),
        None => *range = Some((event.clone(), event.clone())),
    }
}

impl Overflows {
    /// Takes in what the limit cut off of a coin-in; displays count in units.
    pub(super) fn cut(&mut self, event: &ManagerEvent, passed: Option<Passed>, unit: Money) {
        let Some(passed) = passed.filter(|passed| !passed.in_reserve) else { return };
        let shown = Rounding::Down.to_multiple_of(passed.least, unit).unwrap_or(passed.least);
        self.least = self.least + shown;
        self.most = self.most + passed.most;
        widen(&mut self.cut, event);
    }

    pub(super) fn take(&mut self, event: &ManagerEvent) {
        self.taken = self.taken + event.amount;
        widen(&mut self.taken_at, event);
    }

    pub(super) fn enter_hole(&mut self, hole: Hole) {
        self.hole.get_or_insert(hole);
    }

    pub(super) fn undetermined(&self, subject: &Subject, link: LinkId) -> Option<String> {
        let link = subject.link(link);
        self.cut.as_ref().filter(|_| link.running.overflow == Overflow::Undeclared)?;
        let mut amount = self.least.to_string();
        if self.most != self.least {
            amount += &format!(" to {}", self.most);
        }
        Some(format!(
            "the limit of link {} cut {amount} off its contributions, and no record shows where that went: it \
             cannot be told; declare overflow = \"reserve\", \"house\" or the link that takes it in, in its \
             [[link]]",
            link.id
        ))
    }
}

/// What others passed on to a link, and whether it took that in; `None` where none does, and nothing came.
pub(super) fn overflowed<'a>(
    subject: &Subject,
    link_id: LinkId,
    all: impl Fn(LinkId) -> Option<&'a Overflows>,
) -> Option<Overflowed<'a>> {
    let name = &subject.link(link_id).id;
    let to = all(link_id)?;
    let links = (0_u16..).map(LinkId).zip(&subject.engagement.links);
    let sources: Vec<_> = links
        .filter(|(_, link)| matches!(&link.running.overflow, Overflow::Meter(to) if to == name))
        .filter_map(|(id, _)| Some((id, all(id)?)))
        .collect();
    let (mut least, mut most, mut hole) = (Sum::ZERO, Sum::ZERO, to.hole);
    let mut range: Option<(LinkId, &ManagerEvent, &ManagerEvent)> = None;
    for (id, from) in &sources {
        least = least + from.least;
        most = most + from.most;
        hole = hole.or(from.hole);
        let Some((first, last)) = &from.cut else { continue };
        range = Some(match range {
            None => (*id, first, last),
            Some((at, earliest, latest)) => {
                let earliest = if first.time < earliest.time { first } else { earliest };
                if latest.time < last.time { (*id, earliest, last) } else { (at, earliest, latest) }
            }
        });
    }
    let taken_at = to.taken_at.as_ref();
    let is_before =
        taken_at.zip(range).is_some_and(|((first, _), (_, cut, _))| first.time < cut.time);
    let is_after =
        range.is_some_and(|(.., cut)| taken_at.is_none_or(|(_, last)| last.time < cut.time));
    let short_of_last = |(.., cut): (LinkId, &ManagerEvent, &ManagerEvent)| {
        // No more than the last wager of all can still be on its way.
        least <= to.taken + cut.amount
    };
    let (from, event) = match (range, taken_at) {
        (Some((id, _, cut)), _) => (id, cut),
        (None, Some((_, last))) => (link_id, last),
        (None, None) => return None,
    };
    let is_at_edge = if to.taken < least {
        is_after && range.is_some_and(short_of_last)
    } else {
        is_before || sources.is_empty()
    };
    let taken = to.taken;
    Some(Overflowed { link_id, from, event, least, most, taken, hole, is_at_edge })
}
