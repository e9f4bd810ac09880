//! In which order a house takes several awards of one round, and where each award stands in it.

use crate::award::{Award, InRound};
use crate::procedure::confirmations;
use crate::reversals::EndOfLink;
use crate::subject::Subject;
use feltproof_engine::listed_seats;
use feltproof_model::Rate;
use std::cmp::Ordering;

/// The reading of the ruling `award_order` at a table.
enum Order {
    /// By their seats: the first of the list is paid first. A seat that is not on it has no place.
    Seats(Vec<u8>),
    /// From the right-most seat on.
    RightMostFirst,
    /// From the left-most seat on.
    LeftMostFirst,
    /// By what each wins of the meter as the first of them met it.
    LargestFirst,
    SmallestFirst,
    /// As they were completed on the controller.
    AsConfirmed,
    /// There is none: each takes its share of what the first of them met.
    OneReading,
}

impl Order {
    fn at(subject: &Subject, award: &Award) -> Self {
        let value = subject.rules(award.table).ruling("award_order");
        match value {
            "left-most-first" => Self::LeftMostFirst,
            "largest-first" => Self::LargestFirst,
            "smallest-first" => Self::SmallestFirst,
            "as-confirmed" => Self::AsConfirmed,
            "on-one-reading" => Self::OneReading,
            value => listed_seats(value).map_or(Self::RightMostFirst, Self::Seats),
        }
    }
}

/// True for an award that has a place among those of its round.
fn stands(award: &Award) -> bool {
    !award.backed_out && !award.repeats && award.meant.is_none()
}

fn round_of(award: &Award) -> impl PartialEq + use<> {
    (award.period, award.table, award.round)
}

/// Which of two awards of a round was completed first, where the controller says so of both.
fn confirmed(subject: &Subject, one: &Award, other: &Award) -> Option<Ordering> {
    let completed = |award: &Award| {
        let all = confirmations(subject.procedure(award.table), &award.controller);
        let mut own = all.iter().enumerate().filter(|(_, of)| of.seat() == Some(award.seat));
        // One that was made anew has two.
        own.next().filter(|_| own.next().is_none()).map(|(at, _)| at)
    };
    if one.holes.controller.is_some() || one.clock.is_some() || other.clock.is_some() {
        return None;
    }
    Some(completed(one)?.cmp(&completed(other)?))
}

impl EndOfLink<'_> {
    /// The place of the first award of the round that stands, where that at a place follows it and both take their
    /// shares of one reading.
    pub(crate) fn read_with(&self, at: usize) -> Option<usize> {
        let all = &self.meters.awards.all;
        let award = all.get(at).filter(|award| stands(award))?;
        if !matches!(Order::at(self.subject, award), Order::OneReading) {
            return None;
        }
        let is_of_round = |of: &&Award| round_of(of) == round_of(award) && stands(of);
        all[..at].iter().position(|of| is_of_round(&of))
    }

    /// Where the award at a place stands in its round. One made anew in place of another may have that one's place.
    pub(crate) fn in_round(&self, at: usize) -> InRound {
        let all = &self.meters.awards.all;
        let award = &all[at];
        let is_of_round = |of: &&Award| round_of(of) == round_of(award) && stands(of);
        let before = all[..at].iter().rposition(|of| is_of_round(&of));
        let Some(before) = before.filter(|_| stands(award)) else { return InRound::First };
        let (order, after) = (Order::at(self.subject, award), all[before].seat);
        let first = |of: &Award| all.iter().position(|other| other.key() == of.key());
        match self.compared(&order, award, &all[before]) {
            None => InRound::Undetermined { after },
            Some(Ordering::Less) if first(&all[before]) < first(award) => {
                let places: Vec<usize> =
                    (0..all.len()).filter(|i| is_of_round(&&all[*i])).collect();
                let mut turns = places.clone();
                turns.sort_by(|a, b| {
                    self.compared(&order, &all[*a], &all[*b]).unwrap_or(Ordering::Equal)
                });
                let turns = self.turns(&places, &turns).unwrap_or_default();
                InRound::Behind { after, turns }
            }
            Some(_) => InRound::InTurn,
        }
    }

    /// Which of two awards of a round comes first; `Equal` where either may. `None` where the record does not say.
    fn compared(&self, order: &Order, one: &Award, other: &Award) -> Option<Ordering> {
        let by_seat = one.seat.cmp(&other.seat);
        match order {
            Order::RightMostFirst => Some(by_seat.reverse()),
            Order::LeftMostFirst => Some(by_seat),
            Order::Seats(list) => {
                let place = |of: &Award| {
                    let seat = of.seat.player()?;
                    list.iter().position(|listed| *listed == seat)
                };
                Some(place(one)?.cmp(&place(other)?))
            }
            Order::LargestFirst => self.by_prize(one, other).map(Ordering::reverse),
            Order::SmallestFirst => self.by_prize(one, other),
            Order::AsConfirmed => confirmed(self.subject, one, other),
            Order::OneReading => Some(Ordering::Equal),
        }
    }

    /// Which of two awards is for the smaller prize, both of one meter.
    fn by_prize(&self, one: &Award, other: &Award) -> Option<Ordering> {
        let all = &self.meters.awards.all;
        let first = all.iter().find(|of| round_of(of) == round_of(one) && stands(of))?;
        let terms = &self.subject.link(self.link_id).awards;
        let prize = |award: &Award| {
            let hand = award.hand.as_ref().filter(|hand| hand.known)?;
            let of_share = |share: Rate| terms.owed(share, first.display_before);
            hand.share.map_or(hand.fixed, of_share)
        };
        Some(prize(one)?.cmp(&prize(other)?))
    }
}
