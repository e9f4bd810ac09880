//! The records that name a round, and the round that their place among others gives them.

use crate::round::Round;
use crate::round_line::{OfRound, Sides};
use feltproof_intake::Fragment;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    ControllerEvent, ControllerKind, HandRows, ManagerEvent, ManagerKind, Rows, Timestamp,
};

pub(crate) struct HeldRows {
    pub(crate) fragment: Fragment,
    pub(crate) rows: HandRows,
}

impl HeldRows {
    pub(crate) fn new(fragment: &Fragment, rows: Rows<'_>) -> Self {
        let mut held = HandRows::default();
        held.extend(rows);
        Self { fragment: fragment.clone(), rows: held }
    }
}

/// The rounds of a run of rows: after the dealer's hand another time begins another.
pub(crate) fn pieces(rows: Rows<'_>) -> impl Iterator<Item = Rows<'_>> {
    let heads = rows.heads();
    let mut from = 0;
    std::iter::from_fn(move || {
        let first = heads.get(from)?;
        let is_one = heads.last().is_some_and(|last| last.time == first.time);
        let mut to = heads.len();
        if !is_one || from > 0 {
            let mut has_dealer = false;
            for (at, pair) in (from..).zip(heads[from..].windows(2)) {
                has_dealer |= pair[0].seat.player().is_none();
                if has_dealer && pair[0].time != pair[1].time {
                    to = at + 1;
                    break;
                }
            }
        }
        let piece = rows.range(from..to);
        from = to;
        Some(piece)
    })
}

impl Sides {
    /// The one number that is missing between the two sides, or beside the only one.
    fn missing(&self) -> Option<u32> {
        match (self.before.map(|(number, ..)| number), self.after.map(|(number, _)| number)) {
            (Some(before), after) => {
                let missing = before.checked_add(1)?;
                after.is_none_or(|after| missing.checked_add(1) == Some(after)).then_some(missing)
            }
            (None, after) => after?.checked_sub(1).filter(|number| *number > 0),
        }
    }
}

impl OfRound for HeldRows {
    const IS_EVERY: bool = true;
    const KIND: JournalKind = JournalKind::Hands;

    fn taken_as(&self, time: Timestamp, sides: &Sides) -> Option<u32> {
        match (sides.before, sides.after) {
            (Some((before, at, _)), _) if at == time => Some(before),
            (_, Some((after, at))) if at == time => Some(after),
            // A number that was there already may be a copy.
            (Some((before, ..)), None) if self.fragment.round <= before => None,
            _ => sides.missing(),
        }
    }

    fn is_missed_in(&self, _: &Round) -> bool {
        false
    }

    fn is_coin_in(&self) -> bool {
        false
    }

    fn is_part(&self) -> bool {
        self.rows.as_rows().heads().iter().all(|row| row.seat.player().is_some())
    }
}

impl OfRound for ControllerEvent {
    const IS_EVERY: bool = false;
    const KIND: JournalKind = JournalKind::Controller;

    /// A round begins with its coin-in, and nothing of another follows before it ends.
    fn taken_as(&self, _: Timestamp, sides: &Sides) -> Option<u32> {
        let after = sides.after.map(|(number, _)| number);
        let Some((before, _, has_ended)) = sides.before else { return after };
        let begins = has_ended || self.kind == ControllerKind::CoinIn;
        let number = if begins { before.checked_add(1)? } else { before };
        Some(after.map_or(number, |after| number.min(after)))
    }

    fn is_missed_in(&self, round: &Round) -> bool {
        let is_same = |kind| kind == self.kind || is_end(kind) && is_end(self.kind);
        let is_of_all = self.is_coin_in() || is_end(self.kind);
        let is_known = !round.rows.is_empty() || !round.manager.is_empty();
        is_of_all && is_known && !round.controller.iter().any(|event| is_same(event.kind))
    }

    fn is_coin_in(&self) -> bool {
        self.kind == ControllerKind::CoinIn
    }

    fn is_end(&self) -> bool {
        is_end(self.kind)
    }
}

impl OfRound for ManagerEvent {
    const IS_EVERY: bool = false;
    const KIND: JournalKind = JournalKind::Manager;

    fn is_missed_in(&self, round: &Round) -> bool {
        let is_known = !round.rows.is_empty() || !round.controller.is_empty();
        self.is_coin_in() && is_known && !round.manager.iter().any(Self::is_coin_in)
    }

    fn is_coin_in(&self) -> bool {
        self.kind == ManagerKind::CoinIn
    }

    /// An award is of the round under way. A coin-in is of a round that has none; not every round has.
    fn taken_as(&self, _: Timestamp, sides: &Sides) -> Option<u32> {
        match self.kind {
            ManagerKind::Award => sides.before.map(|(number, ..)| number),
            _ => sides.missing(),
        }
    }
}

#[inline]
pub(crate) const fn is_end(kind: ControllerKind) -> bool {
    matches!(kind, ControllerKind::EndGame | ControllerKind::Void)
}
