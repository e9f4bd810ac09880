//! One seat as it is dealt and played: cards, action and stakes, not yet settled.

use feltproof_model::{Action, CardList, Seat, WagerMap};

/// A row of a prepared round.
#[derive(Clone, Debug)]
pub(crate) struct DealtRow {
    pub(crate) seat: Seat,
    pub(crate) cards: CardList,
    pub(crate) action: Action,
    pub(crate) stake: WagerMap,
}

impl DealtRow {
    /// Without stakes.
    pub(crate) fn new(seat: Seat, cards: CardList, action: Action) -> Self {
        Self { seat, cards, action, stake: WagerMap::default() }
    }
}
