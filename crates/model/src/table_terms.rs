//! What a law asks of a table that its play does not show: its collection fees, what is told at it, which cap it has.

use crate::money::Money;
use crate::rate::Rate;
use crate::wager::Wager;

/// What an engagement declares of a table for a law that asks for it; all of it may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableTerms {
    /// The posted schedule of collection fees, as it stands there.
    pub collection: Vec<CollectionRate>,
    /// What the layout or a placard tells the players of the games on which they may wager, where that is declared.
    pub placard: Option<Placard>,
    /// Whether it is one of the few tables to which the law gives a higher cap on a single wager.
    pub higher_limit: Option<bool>,
}

/// What is posted at a table of the games on which a player may wager with one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placard {
    /// Nothing.
    Missing,
    /// On how many, and which number that is was not declared.
    Posted,
    /// On so many at most.
    Games(u32),
}

/// One rate of a schedule of collection fees: what is charged of a seat for a wager of a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionRate {
    /// The wager it goes by; of the bank, what a player banker puts up.
    pub wager: Wager,
    /// Smallest stake it is charged for.
    pub from: Money,
    /// Largest stake it is charged for; `None`: every larger one.
    pub to: Option<Money>,
    /// What is charged.
    pub charge: Charge,
}

impl CollectionRate {
    /// Whether it is charged for a stake.
    pub fn covers(&self, stake: Money) -> bool {
        self.from <= stake && self.to.is_none_or(|to| stake <= to)
    }
}

/// What a rate of a collection charges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// A fixed fee.
    Fee(Money),
    /// A share of what is wagered.
    Share(Rate),
}
