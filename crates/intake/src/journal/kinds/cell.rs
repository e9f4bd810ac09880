//! One cell of a record as a canonical journal writes it.

use feltproof_model::{Card, Engagement, Money, TableId, Timestamp};
use std::fmt::Display;

pub(crate) enum Cell {
    Empty,
    Text(String),
    Number(u64),
    Time(Timestamp),
    Amount(Money),
}

impl Cell {
    /// What is there, as text.
    pub(super) fn text(shown: &impl Display) -> Self {
        Self::Text(shown.to_string())
    }

    /// The same of what may not be there.
    pub(super) fn text_if(shown: Option<impl Display>) -> Self {
        shown.map_or(Self::Empty, |shown| Self::text(&shown))
    }

    pub(super) fn amount_if(amount: Option<Money>) -> Self {
        amount.map_or(Self::Empty, Self::Amount)
    }

    pub(super) fn round_if(round: Option<u32>) -> Self {
        round.map_or(Self::Empty, |round| Self::Number(round.into()))
    }

    pub(super) fn cards(cards: &[Card]) -> Self {
        Self::Text(cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))
    }

    pub(super) fn table(of: &Engagement, table: TableId) -> Self {
        Self::text(&of.table(table).id)
    }
}
