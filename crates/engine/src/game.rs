//! A game as data: its base wagers, paytables and rulings, as read from a definition file.
//!
//! Not here: reading the file (`builtin`, `definition`), choosing for one table (`rules`), settling.

use crate::family::Family;
pub use crate::paytable::{HANDS_MAX, Linked, Odds, Payout, Paytable, Prize, Row};
use crate::rank::HandRank;
use feltproof_model::Wager;
use feltproof_model::engagement::Authority;

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
    pub family: &'static Family,
    /// Who pays the winners.
    pub banked: Banked,
    /// Fewest and most players of a round, a player banker among them.
    pub players: (u8, u8),
    /// What a winning Ante pays.
    pub ante: Payout,
    /// What a winning Play (Raise) pays.
    pub raise: Payout,
    /// The model of shuffler that its modes are of, where the documents name one.
    pub shuffler: Option<String>,
    /// Which others may be used in its place.
    pub shuffler_choice: ShufflerChoice,
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

/// Which shufflers the documents of a game allow beside the model that they name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShufflerChoice {
    /// None: its modes are what the game needs.
    ThisModel,
    /// Others of its manufacturer.
    ItsMaker,
    /// Any: it is a recommendation.
    AnyMaker,
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
    /// Whose reading the default is: the approved rules' own words, or the house's to choose.
    pub authority: Authority,
    /// Who or what says so.
    pub source: String,
}
