//! A game as data: its base wagers, paytables and rulings, as read from a definition file.
//!
//! Not here: reading the file (`definition`), choosing for one table (`rules`), settling.

use crate::rank::{Category, HandRank};
use crate::toml_reader::DefinitionErrors;
use feltproof_model::{Money, Rate, Wager};
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
    /// What a winning Ante pays.
    pub ante: Payout,
    /// What a winning Play pays.
    pub play: Payout,
    /// Every paytable, in the order of the file.
    pub paytables: Vec<Paytable>,
    /// The points its documents leave open, in the order of the file.
    pub rulings: Vec<Ruling>,
}

impl Game {
    /// Reads a definition. `file` is the name used in messages.
    ///
    /// # Errors
    /// Every error of the text at once, each with its line and key.
    pub fn parse(text: &str, file: &str) -> Result<Self, DefinitionErrors> {
        crate::definition::parse(text, file)
    }

    /// The paytable of a wager with this id.
    pub fn paytable(&self, wager: Wager, id: &str) -> Option<&Paytable> {
        self.paytables.iter().find(|p| p.wager == wager && p.id == id)
    }

    /// The ruling with this id.
    pub fn ruling(&self, id: &str) -> Option<&Ruling> {
        self.rulings.iter().find(|r| r.id == id)
    }
}

/// The games that come with the toolkit. A test proves that each definition reads without error.
pub fn builtin_games() -> Vec<Game> {
    BUILTIN.iter().filter_map(|(file, text)| Game::parse(text, file).ok()).collect()
}

/// File name and text of each built-in definition.
pub(crate) const BUILTIN: &[(&str, &str)] =
    &[("crazy4-wa.toml", include_str!("../games/crazy4-wa.toml"))];

/// Games that one piece of code settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Five cards, best four, against a dealer who qualifies with king high.
    Crazy4,
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
}

/// Which hands a row of a paytable is for. A row pays the hands it names that no row above names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Four aces.
    FourAces,
    /// All hands of a category.
    Of(Category),
    /// A pair of this rank (0 two to 12 ace) or of a higher one, and no better category.
    PairFrom(u8),
}

impl Outcome {
    /// All that a paytable may name.
    pub(crate) const ALL: [Self; 12] = [
        Self::FourAces,
        Self::Of(Category::FourOfAKind),
        Self::Of(Category::StraightFlush),
        Self::Of(Category::ThreeOfAKind),
        Self::Of(Category::Flush),
        Self::Of(Category::Straight),
        Self::Of(Category::TwoPair),
        Self::PairFrom(12),
        Self::PairFrom(11),
        Self::PairFrom(10),
        Self::PairFrom(9),
        Self::Of(Category::Pair),
    ];

    /// The name in definitions: `four_aces`, `pair_of_queens_or_better`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::FourAces => "four_aces",
            Self::Of(category) => category.key(),
            Self::PairFrom(12..) => "pair_of_aces",
            Self::PairFrom(11) => "pair_of_kings_or_better",
            Self::PairFrom(10) => "pair_of_queens_or_better",
            Self::PairFrom(_) => "pair_of_jacks_or_better",
        }
    }

    /// The name in sentences: `four aces`, `a pair of queens or better`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::FourAces => "four aces",
            Self::Of(category) => category.title(),
            Self::PairFrom(12..) => "a pair of aces",
            Self::PairFrom(11) => "a pair of kings or better",
            Self::PairFrom(10) => "a pair of queens or better",
            Self::PairFrom(_) => "a pair of jacks or better",
        }
    }

    /// From the name in definitions.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|o| o.key() == key)
    }

    /// True when it names this hand.
    pub fn includes(self, rank: HandRank) -> bool {
        match self {
            Self::FourAces => rank.is_four_aces(),
            Self::Of(category) => rank.category() == category,
            Self::PairFrom(from) => {
                rank.category() == Category::Pair && rank.is_pair_at_least(from)
            }
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
    /// Share of each wager that feeds the reserve, where the paytable prescribes one.
    pub reserve: Option<Rate>,
    /// Rows; the first that includes a hand pays it.
    pub rows: Vec<Row>,
}

impl Paytable {
    /// The row that pays this hand.
    pub fn row(&self, rank: HandRank) -> Option<&Row> {
        self.rows.iter().find(|r| r.hand.includes(rank))
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
