//! A printed paytable, copied row by row from a document and written as it prints it. `3/2` and `1.5`
//! mean the same; a progressive pays "for 1", everything else "to 1".

use feltproof_model::{CardList, Wager};

use crate::five::{FiveKind, five_kind};
use crate::rank::{ACE, Hand, Kind, QUEEN};

/// The hand that a row of a paytable names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaidHand {
    /// Exactly this kind of four-card hand.
    Is(Kind),
    /// The same of aces: four or three of them, or the straight flush to the ace (a royal flush).
    Aces(Kind),
    /// This kind from this rank on, or a better kind.
    From(Kind, u8),
    /// Exactly this kind of five-card hand.
    Five(FiveKind),
    /// So many cards of one colour, no more.
    OneColour(u8),
}

impl PaidHand {
    pub(crate) fn is(self, hand: &Hand) -> bool {
        match self {
            Self::Is(kind) => hand.best.kind == kind,
            Self::Aces(kind) => hand.best.kind == kind && hand.best.ranks[0] == ACE,
            Self::From(kind, rank) => hand.best.is_from(kind, rank),
            Self::Five(kind) => five_kind(&hand.cards) == Some(kind),
            Self::OneColour(cards) => of_one_colour(&hand.cards) == cards,
        }
    }
}

/// The larger number of black and of red cards. Clubs (0) and spades (3) are black.
fn of_one_colour(cards: &CardList) -> u8 {
    let black = cards.as_slice().iter().filter(|card| matches!(card.suit(), 0 | 3)).count();
    u8::try_from(black.max(cards.len() - black)).expect("a hand has a few cards")
}

pub(super) const QUADS: PaidHand = PaidHand::Is(Kind::Quads);
pub(super) const STRAIGHT_FLUSH: PaidHand = PaidHand::Is(Kind::StraightFlush);
pub(super) const TRIPS: PaidHand = PaidHand::Is(Kind::Trips);
pub(super) const FLUSH: PaidHand = PaidHand::Is(Kind::Flush);
pub(super) const STRAIGHT: PaidHand = PaidHand::Is(Kind::Straight);
pub(super) const TWO_PAIR: PaidHand = PaidHand::Is(Kind::TwoPair);
pub(super) const FROM_QUEENS: PaidHand = PaidHand::From(Kind::Pair, QUEEN);

/// Rows of more than one family: the Super Bonus and the Odds.
pub(super) const TO_STRAIGHT: &[PaidHand] =
    &[PaidHand::Aces(Kind::Quads), QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT];
/// Queens Up, also as the 4 Card Bonus.
pub(super) const QUEENS_UP: &[PaidHand] =
    &[QUADS, STRAIGHT_FLUSH, TRIPS, FLUSH, STRAIGHT, TWO_PAIR, FROM_QUEENS];

/// One printed table.
#[derive(Debug)]
pub(crate) struct Paytable {
    pub(crate) wager: Wager,
    pub(crate) id: &'static str,
    /// From the best row down: the first that names a hand pays it.
    pub(crate) rows: &'static [PaidHand],
    /// What each row pays. `100%` is a share of the meter; columns (Cover All: two hands dealt to
    /// seven) are separated by `;`, and one of fewer numbers than rows leaves out the best.
    pays: &'static str,
    /// A progressive's envy amounts in dollars, from the best row down.
    pub(crate) envy: &'static [i64],
}

pub(super) const fn table(
    wager: Wager,
    id: &'static str,
    rows: &'static [PaidHand],
    pays: &'static str,
) -> Paytable {
    Paytable { wager, id, rows, pays, envy: &[] }
}

/// A progressive's table with its envy amounts.
pub(super) const fn with_envy(
    id: &'static str,
    rows: &'static [PaidHand],
    pays: &'static str,
    envy: &'static [i64],
) -> Paytable {
    Paytable { wager: Wager::Progressive, id, rows, pays, envy }
}

/// What a row pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pay {
    /// So many to (or for) so many.
    Odds(i64, i64),
    /// A share of the meter, in percent.
    Meter(u8),
}

fn read_pay(word: &str) -> Option<Pay> {
    if let Some(percent) = word.strip_suffix('%') {
        return percent.parse().ok().map(Pay::Meter);
    }
    let (win, to) = word.split_once('/').unwrap_or((word, "1"));
    Some(Pay::Odds(win.parse().ok()?, to.parse().ok()?))
}

/// The rows of one column with what they pay, from the best down.
pub(crate) type Column = Vec<(PaidHand, Pay)>;

impl Paytable {
    /// The table's columns; `None` if it were misprinted, which a test rules out.
    pub(crate) fn columns(&self) -> Option<Vec<Column>> {
        self.pays.split(';').map(|column| self.column(column)).collect()
    }

    fn column(&self, text: &str) -> Option<Column> {
        let pays: Vec<Pay> = text.split_whitespace().map(read_pay).collect::<Option<_>>()?;
        let rows = self.rows.get(self.rows.len().checked_sub(pays.len())?..)?;
        Some(rows.iter().copied().zip(pays).collect())
    }

    /// Whether it is that of a multi-game link, which looks at all five cards.
    pub(crate) fn is_multi_game(&self) -> bool {
        matches!(self.rows.first(), Some(PaidHand::Five(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_counted() {
        let count = |text: &str| of_one_colour(&CardList::parse(text.as_bytes()).unwrap());
        assert_eq!(count("Ac Ks Qc Js Tc"), 5);
        assert_eq!(count("Ad Kh Qd Jh Tc"), 4);
        assert_eq!(count("Ad Kh Qd Js Tc"), 3);
    }
}
