//! The records that name a round, and the round that their place among others gives them.

use crate::round_line::{OfRound, Sides};
use feltproof_intake::Fragment;
use feltproof_model::{
    ControllerEvent, ControllerKind, HandRows, ManagerEvent, ManagerKind, Rows, Timestamp,
};

/// Rows of one round that wait for their place.
pub(crate) struct HeldRows {
    pub(crate) fragment: Fragment,
    pub(crate) rows: HandRows,
}

impl HeldRows {
    /// A copy of rows that lie in a block.
    pub(crate) fn new(fragment: &Fragment, rows: Rows<'_>) -> Self {
        let mut held = HandRows::default();
        held.extend(rows);
        Self { fragment: fragment.clone(), rows: held }
    }
}

/// The parts of a run of rows that are rounds of their own: after the dealer's hand, another time
/// begins another round.
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

impl OfRound for HeldRows {
    const IS_EVERY: bool = true;

    fn taken_as(&self, time: Timestamp, sides: &Sides) -> Option<u32> {
        match (sides.before, sides.after) {
            (Some((before, at, _)), _) if at == time => Some(before),
            (_, Some((after, at))) if at == time => Some(after),
            (Some((before, ..)), Some((after, _))) => {
                let missing = before.checked_add(1)?;
                (missing.checked_add(1) == Some(after)).then_some(missing)
            }
            // A number that was there already may be a copy.
            (Some((before, ..)), None) if self.fragment.round > before => before.checked_add(1),
            (None, Some((after, _))) => after.checked_sub(1).filter(|number| *number > 0),
            (_, None) => None,
        }
    }

    fn is_end(&self) -> bool {
        false
    }

    fn is_part(&self) -> bool {
        self.rows.as_rows().heads().iter().all(|row| row.seat.player().is_some())
    }
}

impl OfRound for ControllerEvent {
    const IS_EVERY: bool = false;

    /// A round begins with its coin-in, and nothing of another follows before it ends.
    fn taken_as(&self, _: Timestamp, sides: &Sides) -> Option<u32> {
        let after = sides.after.map(|(number, _)| number);
        let Some((before, _, has_ended)) = sides.before else { return after };
        let begins = has_ended || self.kind == ControllerKind::CoinIn;
        let number = if begins { before.checked_add(1)? } else { before };
        Some(after.map_or(number, |after| number.min(after)))
    }

    fn is_end(&self) -> bool {
        is_end(self.kind)
    }
}

impl OfRound for ManagerEvent {
    const IS_EVERY: bool = false;

    /// An award is of the round under way. A coin-in is of a round that has none; not every round has.
    fn taken_as(&self, _: Timestamp, sides: &Sides) -> Option<u32> {
        let before = sides.before.map(|(number, ..)| number);
        if self.kind == ManagerKind::Award {
            return before;
        }
        match (before, sides.after) {
            (Some(before), Some((after, _))) => {
                let missing = before.checked_add(1)?;
                (missing.checked_add(1) == Some(after)).then_some(missing)
            }
            (Some(before), None) => before.checked_add(1),
            (None, Some((after, _))) => after.checked_sub(1).filter(|number| *number > 0),
            (None, None) => None,
        }
    }

    fn is_end(&self) -> bool {
        false
    }
}

/// True for the events with which a round ends.
#[inline]
pub(crate) const fn is_end(kind: ControllerKind) -> bool {
    matches!(kind, ControllerKind::EndGame | ControllerKind::Void)
}
