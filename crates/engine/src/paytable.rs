//! A paytable as data: which hands its rows are for and what they win, and the row that pays a hand.

use crate::rank::HandRank;
use crate::ranking::{Outcome, Ranking};
use feltproof_model::{Card, Money, Rate, Wager};
use std::fmt;

/// Whether odds leave the stake with the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odds {
    /// "3 to 1": the stake comes back beside the winnings.
    To,
    /// "3 for 1": the stake is gone, the payment is all.
    For,
}

/// A multiple of the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payout {
    /// How many times the stake.
    pub pays: Rate,
    /// Beside the stake or instead of it.
    pub odds: Odds,
}

impl fmt::Display for Payout {
    /// `15 to 1`, `3 to 2`, `300 for 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.odds == Odds::To { "to" } else { "for" };
        write!(f, "{} {word} {}", self.pays.numerator(), self.pays.denominator())
    }
}

/// What a row of a paytable gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// A multiple of the stake, paid by the dealer.
    Fixed(Payout),
    /// A share of the displayed meter, of at most the whole; the stake is gone.
    Meter(Rate),
    /// A multiple of the stake by the number of hands dealt, 2 to [`HANDS_MAX`].
    ByHands([Payout; HANDS_MAX as usize - 1]),
}

/// The most hands, the dealer's among them, for which a paytable by hands has a column.
pub const HANDS_MAX: u8 = 7;

impl Prize {
    /// The payout when `hands` were dealt; `None` for a meter award and where there is no column.
    pub fn payout(&self, hands: u8) -> Option<&Payout> {
        match self {
            Self::Fixed(payout) => Some(payout),
            Self::Meter(_) => None,
            Self::ByHands(columns) => columns.get(usize::from(hands.checked_sub(2)?)),
        }
    }
}

/// One row of a paytable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The hands it is for.
    pub hand: Outcome,
    /// What they win.
    pub prize: Prize,
    /// What they win when the dealer's hand beats them (Odds only).
    pub beaten: Option<Payout>,
    /// What others at the table with a progressive wager receive.
    pub envy: Option<Money>,
}

/// The links that a progressive paytable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    /// A table by itself, or tables of the same game.
    SameGame,
    /// Tables of different games.
    MultiGame,
}

/// An approved paytable: rows from the best hand down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paytable {
    /// Id by which an engagement names it: `C4P-09`.
    pub id: String,
    /// The wager it is for.
    pub wager: Wager,
    /// Where it is printed.
    pub source: String,
    /// How it reads a hand.
    pub ranking: &'static Ranking,
    /// Share of each wager that feeds the reserve, where the paytable prescribes one.
    pub reserve: Option<Rate>,
    /// Its envy amounts are for each dollar of the receiver's wager.
    pub envy_times_wager: bool,
    /// The links it is for, where its source says so.
    pub linked: Option<Linked>,
    /// Rows; the first that includes a hand pays it.
    pub rows: Vec<Row>,
}

impl Paytable {
    /// The highest odds to 1 among its rows where at most `hands` hands are dealt, the dealer's among them: 51 for 1
    /// are 50 to 1. `None` where no row has odds.
    pub fn highest_odds(&self, hands: u8) -> Option<Rate> {
        let by_hands = |row: &Row| match row.prize {
            Prize::Fixed(payout) => vec![payout],
            Prize::Meter(_) => Vec::new(),
            Prize::ByHands(columns) => {
                columns.into_iter().take(usize::from(hands).max(1) - 1).collect()
            }
        };
        let payouts = self.rows.iter().flat_map(|row| by_hands(row).into_iter().chain(row.beaten));
        let to_one = payouts.filter_map(|Payout { pays, odds }| match odds {
            Odds::To => Some(pays),
            Odds::For => Rate::new(pays.numerator() - pays.denominator(), pays.denominator()),
        });
        to_one.reduce(|most, odds| if odds.is_greater_than(most) { odds } else { most })
    }

    /// The row that pays a hand; see [`Self::place`].
    pub fn row(&self, rank: HandRank, cards: &[Card]) -> Option<&Row> {
        self.rows.get(usize::from(self.place(rank, cards)?))
    }

    /// The place of the row that pays a hand, of which `rank` is the four-card rank and `cards` are all cards.
    /// `None` when no row does, or when the paytable asks for five cards and there are not five.
    pub fn place(&self, rank: HandRank, cards: &[Card]) -> Option<u8> {
        let at = self.search((self.ranking.worth)(rank, cards)?)?;
        u8::try_from(at).ok()
    }

    /// The first row that takes hands of this worth.
    pub(crate) fn search(&self, worth: u16) -> Option<usize> {
        self.rows.iter().position(|row| row.hand.takes(worth))
    }

    /// The same for each eighth of the ranks: the places of its hands from some rank up and below it, the
    /// number of rows for none. `None` for a table that does not go by the rank or reads it finer.
    pub(crate) fn steps(&self) -> Option<Steps> {
        self.ranking.rank?;
        let mut steps = [Step::default(); EIGHTHS];
        let place = |worth| self.search(worth).unwrap_or(self.rows.len());
        for (first, step) in (0..=u16::MAX).step_by(1 << 13).zip(&mut steps) {
            let last = first | ((1 << 13) - 1);
            let ends = self.rows.iter().map(|row| row.hand.range());
            let cuts = ends.flat_map(|(from, to)| [Some(from), to.checked_add(1)]).flatten();
            let mut cuts = cuts.filter(|cut| first < *cut && *cut <= last);
            let from = cuts.find(|cut| place(*cut) != place(cut - 1)).unwrap_or(first);
            if cuts.any(|cut| cut != from && place(cut) != place(cut - 1)) {
                return None;
            }
            let narrow = |worth| u8::try_from(place(worth)).ok();
            *step = Step { from, places: [narrow(first)?, narrow(last)?] };
        }
        Some(steps)
    }
}

/// The ranks are cut into so many parts of one size; a category of hands is one of them.
const EIGHTHS: usize = 8;

/// [`Paytable::steps`].
pub(crate) type Steps = [Step; EIGHTHS];

/// The places of the hands of one part.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    /// The lowest hand of the upper place.
    pub(crate) from: u16,
    /// Below it, and from it up.
    pub(crate) places: [u8; 2],
}
