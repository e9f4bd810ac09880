//! What may have left a meter or its reserve too low, though each event follows from the one before it.

use crate::award::Award;
use crate::hole::{Hole, Why};
use crate::reductions::Signs;
use crate::reversals::{EndOfLink, Reversal};
use crate::settled::SettledRound;
use feltproof_model::engagement::{JournalKind, Link, Overflow};
use feltproof_model::{ControllerKind, LinkId, ManagerEvent, ManagerKind, Money, Sum};

/// Reasons of reductions that are borne out by other facts than a departure of the account.
const OF_FACTS: [&str; 4] = ["won", "over_maximum", "nondisplayed_to_receipts", "seed_recovery"];

impl EndOfLink<'_> {
    /// The first record found that an increase by hand may correct, beside the departures of its account.
    pub(crate) fn lowered_before(
        &self,
        signs: &Signs,
        reversed: &[Reversal],
        event: &ManagerEvent,
    ) -> Option<Hole> {
        let Self { subject, link_id, meters, holes } = *self;
        let link = subject.link(link_id);
        let is_before = |of: &ManagerEvent| of.seq < event.seq;
        let lowers = |line| Hole::at(JournalKind::Manager, Why::Lowered, line);
        let by_award = || {
            let mut awards = meters.awards.all.iter().filter(|award| !award.backed_out);
            let drawn = awards.find_map(|award| {
                let event = award.event.as_ref().filter(|event| is_before(event))?;
                took_more_than_was_won(link, award, event.amount).then_some(event.line)
            });
            drawn.map(lowers)
        };
        let by_reversal = || {
            let of_link = |of: &&Reversal| of.link_id == link_id && is_before(&of.event);
            let off = reversed.iter().filter(of_link).find(|of| !of.is_balanced());
            off.map(|of| lowers(of.event.line))
        };
        // A reduction that a fact bears out may have been a mistake all the same, which the increase undoes.
        let by_reduction = || {
            let is_reduction = |of: &&ManagerEvent| {
                is_before(of)
                    && of.kind == event.kind
                    && of.amount < Money::ZERO
                    && OF_FACTS.contains(&of.reason.as_str())
            };
            let by_hand = || meters.claims.made.iter().map(|claim| &claim.event);
            let taken: Sum = by_hand().filter(is_reduction).map(|of| of.amount).sum();
            let last = by_hand().rfind(is_reduction);
            last.filter(|_| -taken >= Sum::from(event.amount)).map(|of| lowers(of.line))
        };
        let by_lag = || {
            let mut lags = meters.lags(subject).filter(|lag| lag.wagers.0 > 0);
            lags.find(|lag| is_before(lag.coin_in)).map(|lag| lowers(lag.coin_in.line))
        };
        let by_setting = || {
            let of = meters.is_unapproved_before(subject, event.seq);
            of.then(|| Hole::at(JournalKind::Manager, Why::Unapproved, event.line))
        };
        let by_overflow = || {
            let passes = |other: &Link| match &other.running.overflow {
                Overflow::Meter(to) => link.is_named(to),
                Overflow::Undeclared | Overflow::Reserve | Overflow::House => false,
            };
            let is_fed = subject.engagement.links.iter().any(passes);
            is_fed.then(|| Hole::at(JournalKind::Manager, Why::Overflowed, event.line))
        };
        signs
            .uncounted_before(link_id, holes.reach(event.time))
            .or_else(by_award)
            .or_else(by_reversal)
            .or_else(by_reduction)
            .or_else(by_lag)
            .or_else(by_setting)
            .or_else(by_overflow)
    }
}

/// True where an award took more than its hand won of the display, or it is not known what that was.
fn took_more_than_was_won(link: &Link, award: &Award, taken: Money) -> bool {
    let hand = award.hand.as_ref().filter(|hand| hand.known && !hand.void && !hand.stake.is_zero());
    let owed = hand.and_then(|hand| match hand.share {
        Some(share) => link.awards.owed(share, award.display_before),
        None => hand.fixed,
    });
    award.repeats || owed.is_none_or(|owed| taken > owed)
}

/// The line of a round of which more was wagered than a link counted in, by its hands or its lit sensors.
pub(crate) fn uncounted(round: &SettledRound<'_>, link: LinkId, staked: Sum) -> Option<Hole> {
    let started = round.controller.iter().find(|e| e.kind == ControllerKind::CoinIn);
    let lit = started.map_or(0, |e| e.lit.len());
    let unit = Sum::from(round.subject.link(link).unit);
    let of_lit = || (0..lit).map(|_| unit).sum();
    let staked = if round.rows.is_empty() { of_lit() } else { staked };
    let counted = round.manager.iter().filter(|e| e.link == link);
    let counted: Sum = counted.filter(|e| e.kind == ManagerKind::CoinIn).map(|e| e.amount).sum();
    if staked <= counted && round.without_row.is_empty() {
        return None;
    }
    let at = |journal, line| Hole::at(journal, Why::Lowered, line);
    let row = round.rows.first().map(|row| at(JournalKind::Hands, row.line));
    row.or_else(|| started.map(|event| at(JournalKind::Controller, event.line)))
}
