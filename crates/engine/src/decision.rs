//! Why a wager ends as it does: the rule, the ruling and the row of the paytable that decide it, and
//! what follows from them.
//!
//! A decision is made once, by the family's function, from facts without money (`hand::decide`).
//! Settlement turns it into an amount, `explain` into words, PAR sheets into counts.

use crate::family::Family;
use crate::game::{Payout, Paytable, Prize};
use crate::pay::{pay, winnings};
use crate::rulings::{OpenPoint, Readings};
use feltproof_model::{Money, Rate};
use std::cmp::Ordering;

/// How the record says a hand was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Stayed in.
    Played,
    /// Folded.
    Folded,
    /// Action and Play (Raise) stake contradict one another.
    Unclear,
}

/// The comparison with the hand that is played against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showdown {
    /// The player's hand against it.
    pub order: Ordering,
    /// It is king high or better; always true where the game asks for nothing.
    pub qualifies: bool,
}

/// The place, from the top, of the row of a paytable that pays a hand; `None` below the last row.
pub type Place = Option<u8>;

/// All that decides a wager of one hand.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// How the hand was played.
    pub line: Line,
    /// The row for the player's own hand; `None` without its cards.
    pub own: Option<Place>,
    /// The row for the hand that is played against.
    pub dealers: Place,
    /// `None` without the cards of either side.
    pub showdown: Option<Showdown>,
}

impl Facts {
    /// Whether the hand was folded.
    pub(crate) const fn folded(&self) -> Result<bool, Missing> {
        match self.line {
            Line::Played => Ok(false),
            Line::Folded => Ok(true),
            Line::Unclear => Err(Missing::Line),
        }
    }

    pub(crate) fn own(&self) -> Result<Place, Missing> {
        self.own.ok_or(Missing::OwnCards)
    }

    pub(crate) fn showdown(&self) -> Result<Showdown, Missing> {
        self.own()?;
        self.showdown.ok_or(Missing::DealersCards)
    }
}

/// What a wager is settled by.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The family of the game.
    pub family: Family,
    /// The open points as read.
    pub readings: &'a Readings,
    /// What the wager pays when it wins without a paytable: Ante, Play (Raise).
    pub payout: Payout,
    /// The wager's paytable.
    pub table: Option<&'a Paytable>,
}

impl Terms<'_> {
    /// What a row of the paytable gives by this rule.
    #[inline]
    pub(crate) fn row(&self, rule: Rule, place: u8) -> Decided {
        let effect = match self.prize(place).ok_or(Missing::Payout)? {
            Prize::Fixed(_) => Effect::Pays(Column::Row),
            Prize::Meter(_) => Effect::Meter,
            // Depends on the number of hands, which one hand does not know.
            Prize::ByHands(_) => return Err(Missing::Payout),
        };
        Ok(Decision { row: Some(place), ..Decision::new(rule, effect) })
    }

    fn prize(&self, place: u8) -> Option<&Prize> {
        Some(&self.table?.rows.get(usize::from(place))?.prize)
    }

    /// What a decision pays; `None` when it pays nothing but perhaps from the meter.
    #[inline]
    pub fn payout(&self, decision: &Decision) -> Option<Payout> {
        let column = match decision.effect {
            Effect::Pays(column) => column,
            Effect::PaysBeside => Column::Row,
            Effect::Meter | Effect::Pushes | Effect::Loses | Effect::Nothing => return None,
        };
        match column {
            Column::Base => Some(self.payout),
            Column::Row => self.prize(decision.row?)?.payout(0),
            Column::Hands(dealt) => self.prize(decision.row?)?.payout(dealt),
            Column::Beaten => self.table?.rows.get(usize::from(decision.row?))?.beaten,
        }
    }

    /// The share of the displayed meter that a decision wins.
    pub(crate) fn meter_share(&self, decision: &Decision) -> Option<Rate> {
        match self.prize(decision.row?)? {
            Prize::Meter(share) if decision.effect == Effect::Meter => Some(*share),
            _ => None,
        }
    }

    /// What must be returned of a stake so decided; `None` for a stake below nothing and for a payout
    /// without an exact amount.
    #[inline(always)]
    pub(crate) fn amount(&self, decision: &Decision, stake: Money) -> Option<Money> {
        if stake < Money::ZERO {
            return None;
        }
        match decision.effect {
            Effect::Pays(_) => pay(stake, self.payout(decision)?, self.readings.rounding),
            Effect::PaysBeside => winnings(stake, self.payout(decision)?, self.readings.rounding),
            Effect::Pushes => Some(stake),
            // A meter award is the manager's, not the table's.
            Effect::Meter | Effect::Loses | Effect::Nothing => Some(Money::ZERO),
        }
    }
}

/// A wager decided, or what is missing.
pub type Decided = Result<Decision, Missing>;

/// What decided a wager and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What decided it.
    pub rule: Rule,
    /// The open point whose reading decided it; the reading is the table's.
    pub ruling: Option<OpenPoint>,
    /// The row of its paytable.
    pub row: Place,
    /// What follows.
    pub effect: Effect,
}

impl Decision {
    pub(crate) const fn new(rule: Rule, effect: Effect) -> Self {
        Self { rule, ruling: None, row: None, effect }
    }

    /// The same, by the reading of an open point.
    pub(crate) const fn by(self, ruling: OpenPoint) -> Self {
        Self { ruling: Some(ruling), ..self }
    }

    /// A wager that goes with a folded hand.
    pub(crate) const FOLDED: Self = Self::new(Rule::Folded, Effect::Loses);
}

/// What decides a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The round is void.
    Void,
    /// The hand was folded.
    Folded,
    /// The dealer's hand does not qualify.
    NotQualified,
    /// The two hands are compared.
    Showdown,
    /// The two hands are equal.
    Tie,
    /// The beaten hand, the player's or the dealer's, goes by the paytable.
    Beaten,
    /// The player's own hand goes by the paytable.
    OwnHand,
    /// The highest hand of the round goes by the paytable.
    HighestHand,
}

/// What follows for the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It wins; [`Terms::payout`] says what.
    Pays(Column),
    /// A payment by the row, beside the stake of another wager, which is settled by itself.
    PaysBeside,
    /// It wins the row's share of the displayed meter; the stake is gone.
    Meter,
    /// It comes back.
    Pushes,
    /// It is lost.
    Loses,
    /// There is no stake to settle and nothing is paid.
    Nothing,
}

/// Where a payout stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// It is that of the wager, which needs no paytable.
    Base,
    /// In the row of the paytable.
    Row,
    /// In the row, for a hand beaten by the dealer's.
    Beaten,
    /// In the row, for so many hands dealt.
    Hands(u8),
}

/// Why a wager is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The stake is below nothing.
    Stake,
    /// The table does not offer the wager.
    Offer,
    /// The record contradicts itself on how the hand was played.
    Line,
    /// The player's cards are not on record.
    OwnCards,
    /// The cards of the hand that is played against are not on record.
    DealersCards,
    /// A hand that might be the highest of the round is not on record.
    HighestHand,
    /// The paytable has no column for the number of hands dealt.
    Column,
    /// Nothing says what a row pays, or it has no exact amount on this stake.
    Payout,
    /// A limit was reached, and the record does not tell what was settled before.
    Limit,
}
