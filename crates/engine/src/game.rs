//! A game as data: its base wagers, paytables and rulings, as read from a definition file.
//!
//! Not here: reading the file (`builtin`, `definition`), choosing for one table (`rules`), settling.

use crate::family::Family;
use crate::five_card::{five_card_category, most_of_one_colour};
use crate::outcome::{Basis, Outcome};
use crate::rank::{Category, HandRank};
use feltproof_model::{Card, Money, Rate, Wager};
use std::fmt;

/// One game definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Id by which an engagement names it: `crazy4-wa`.
    pub id: String,
    /// Title for reports.
    pub title: String,
    /// The document it is taken from.
    pub source: String,
    /// SHA-256 of the definition's text, lower hex.
    pub sha256: String,
    /// The code that settles it.
    pub family: Family,
    /// Who pays the winners.
    pub banked: Banked,
    /// Fewest and most players of a round, a player banker among them.
    pub players: (u8, u8),
    /// What a winning Ante pays.
    pub ante: Payout,
    /// What a winning Play (Raise) pays.
    pub raise: Payout,
    /// The modes its shuffler may be set to; none where the documents ask for none.
    pub shuffler_modes: Vec<String>,
    /// Every paytable, in the order of the file.
    pub paytables: Vec<Paytable>,
    /// The points its documents leave open, in the order of the file.
    pub rulings: Vec<Ruling>,
    /// Named ways of playing, for PAR sheets, in the order of the file.
    pub strategies: Vec<Strategy>,
}

impl Game {
    /// The paytable of a wager with this id.
    pub fn paytable(&self, wager: Wager, id: &str) -> Option<&Paytable> {
        self.paytables.iter().find(|p| p.wager == wager && p.id == id)
    }

    /// The ruling with this id.
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|r| r.id == id)
    }
}

/// Who pays the winners of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banked {
    /// The house, whose dealer holds the hand to beat.
    House,
    /// One of the players, who holds the hand to beat and pays no more than was put up.
    Player,
}

/// A way of playing named in a game's data: thresholds on the player's own four-card hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Name: `kq84`.
    pub id: String,
    /// Title for PAR sheets.
    pub title: String,
    /// Who recommends it.
    pub source: String,
    /// The lowest hand that stays in, with the smallest permitted wager; lower hands fold.
    pub play_from: HandRank,
    /// The lowest hand that makes the largest permitted wager.
    pub raise_from: HandRank,
}

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
    /// A multiple of the stake that depends on the number of hands dealt: for 2 to
    /// [`HANDS_MAX`] hands.
    ByHands([Payout; HANDS_MAX as usize - 1]),
}

/// The most hands, the dealer's among them, for which a paytable by hands has a column.
pub const HANDS_MAX: u8 = 7;

impl Prize {
    /// The payout when `hands` were dealt; `None` for a meter award or a number of hands that the
    /// paytable has no column for.
    pub fn payout(&self, hands: u8) -> Option<Payout> {
        match self {
            Self::Fixed(payout) => Some(*payout),
            Self::Meter(_) => None,
            Self::ByHands(columns) => columns.get(usize::from(hands.checked_sub(2)?)).copied(),
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

/// An approved paytable: rows from the best hand down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paytable {
    /// Id by which an engagement names it: `C4P-09`.
    pub id: String,
    /// The wager it is for.
    pub wager: Wager,
    /// Where it is printed.
    pub source: String,
    /// What of the hand it looks at.
    pub basis: Basis,
    /// Share of each wager that feeds the reserve, where the paytable prescribes one.
    pub reserve: Option<Rate>,
    /// Its envy amounts are for each dollar of the receiver's wager.
    pub envy_times_wager: bool,
    /// Rows; the first that includes a hand pays it.
    pub rows: Vec<Row>,
    /// The lowest category that any row names, where the best four-card hand decides: most hands are
    /// below it and need no search.
    pub floor: Category,
}

impl Paytable {
    /// The row that pays a hand; see [`Self::place`].
    pub fn row(&self, rank: HandRank, cards: &[Card]) -> Option<&Row> {
        self.rows.get(usize::from(self.place(rank, cards)?))
    }

    /// The place of the row that pays a hand, of which `rank` is the four-card rank and `cards` are all cards.
    /// `None` when no row does, or when the paytable asks for five cards and there are not five.
    #[inline]
    pub fn place(&self, rank: HandRank, cards: &[Card]) -> Option<u8> {
        // Nearly every hand.
        if self.basis == Basis::BestFour && rank.category() < self.floor {
            return None;
        }
        self.search(rank, cards)
    }

    fn search(&self, rank: HandRank, cards: &[Card]) -> Option<u8> {
        let at = match self.basis {
            Basis::BestFour => self.rows.iter().position(|r| r.hand.includes(rank)),
            Basis::AllFive => {
                let category = five_card_category(cards.try_into().ok()?);
                self.rows.iter().position(|r| r.hand.includes_five(category))
            }
            Basis::Colours => {
                let most = most_of_one_colour(cards);
                self.rows.iter().position(|r| r.hand.includes_colours(most))
            }
        };
        at.and_then(|at| u8::try_from(at).ok())
    }
}

/// A point that the documents leave open, with its possible readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Name.
    pub id: String,
    /// The open point, as a question.
    pub question: String,
    /// The readings to choose from.
    pub values: Vec<String>,
    /// The reading applied unless an engagement chooses another.
    pub default: String,
    /// Who or what says so.
    pub source: String,
}
