//! Awards whose record names another hand than the one they were made for: its table, round or seat is wrong.
//!
//! Such an award has no winning hand, and a winning hand (or the back-out) has no award. Where one of each
//! differ in one of the three alone, they are taken for one thing wrong.

use crate::award::{Award, HandKey};
use crate::meter::LinkMeters;
use crate::reversals::backed_out_by;
use crate::round::LAG_MICROS;
use crate::subject::Subject;
use feltproof_model::engagement::AwardTerms;
use feltproof_model::{LinkId, ManagerEvent, ManagerKind, Rate, Sum, Timestamp};

/// What lacks an award: a hand that won, by its time, a share of the meter, or a back-out of an award that is not on record.
pub(crate) enum Lacking<'a> {
    Hand(HandKey, Timestamp, Option<Rate>),
    BackOut(&'a ManagerEvent),
}

impl Lacking<'_> {
    /// Where the award should be; a back-out may name no seat.
    fn place(&self, award: &Award) -> HandKey {
        match self {
            Self::Hand(key, ..) => *key,
            Self::BackOut(event) => {
                let (table, seat) = (event.table, event.seat.unwrap_or(award.seat));
                let table = table.unwrap_or(award.table);
                (award.period, table, event.round.unwrap_or(award.round), seat)
            }
        }
    }

    /// True where the award fits it in all but its table, its round or its seat.
    fn fits(&self, award: &Award) -> bool {
        let Some(event) = &award.event else { return false };
        let (period, table, round, seat) = self.place(award);
        let differ = [table != award.table, round != award.round, seat != award.seat];
        let is_near = match self {
            Self::Hand(_, time, _) => time.0.abs_diff(event.time.0) <= LAG_MICROS.unsigned_abs(),
            Self::BackOut(back_out) => {
                let taken = Sum::from(event.amount) - award.added();
                back_out.seq > event.seq && Sum::from(back_out.amount) == taken
            }
        };
        period == award.period && is_near && differ.iter().filter(|is| **is).count() == 1
    }
}

/// Marks awards that were made for another hand; `unpaid` are winning hands without an award.
pub(crate) fn mark_misnamed(
    subject: &Subject,
    link: LinkId,
    meters: &mut LinkMeters,
    unpaid: Vec<(HandKey, Timestamp, Option<Rate>)>,
) {
    let terms = &subject.link(link).awards;
    let awards = &meters.awards.all;
    let of_nothing = meters.reversals.iter().filter(|e| {
        e.kind == ManagerKind::Adjustment
            && e.reason == "back_out"
            && e.table.is_some()
            && e.round.is_some()
            && backed_out_by(e, awards).is_empty()
    });
    let hands = unpaid.into_iter().map(|(key, time, share)| Lacking::Hand(key, time, share));
    let lacking: Vec<Lacking<'_>> = hands.chain(of_nothing.map(Lacking::BackOut)).collect();
    let unfounded = |award: &&Award| {
        let is_won = award.hand.as_ref().is_some_and(|hand| hand.wins() && !hand.void);
        let is_linked = subject.table(award.table).feeds(link);
        !award.is_aside && !award.backed_out && (award.repeats || !is_linked || !is_won)
    };
    let meant: Vec<(usize, usize, HandKey)> = awards
        .iter()
        .enumerate()
        .filter(|(_, award)| unfounded(award))
        .filter_map(|(at, award)| {
            let mut fitting = lacking.iter().filter(|of| of.fits(award));
            let only = fitting.next().filter(|_| fitting.next().is_none())?;
            let mut others = awards.iter().filter(|other| unfounded(other) && only.fits(other));
            let is_only = others.next().is_some() && others.next().is_none();
            let taken = first_of_hand(terms, awards, at, only).unwrap_or(at);
            is_only.then(|| (at, taken, only.place(award)))
        })
        .collect();
    for (at, taken, key) in meant {
        let all = &mut meters.awards.all;
        if taken != at {
            (all[taken].repeats, all[at].repeats) = (true, false);
        }
        all[taken].meant = Some(key);
    }
}

/// Of two awards for one hand the first, where it took what the hand that lacks an award wins, and not what its own wins.
fn first_of_hand(
    terms: &AwardTerms,
    awards: &[Award],
    at: usize,
    lacking: &Lacking<'_>,
) -> Option<usize> {
    let Lacking::Hand(.., Some(share)) = lacking else { return None };
    let award = awards.get(at).filter(|award| award.repeats)?;
    let place = awards[..at].iter().rposition(|of| of.key() == award.key() && !of.backed_out)?;
    let first = &awards[place];
    let is_owed = |share| terms.owed(share, first.display_before) == Some(first.amount());
    (is_owed(*share) && !first.standing_share().is_some_and(is_owed)).then_some(place)
}
