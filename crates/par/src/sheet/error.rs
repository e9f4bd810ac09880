//! Why a sheet cannot be made: what was named does not exist, or cannot be counted exactly.

use feltproof_model::Wager;

/// One sentence that names what does not exist and what does, or what cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// No wager of the game has such a paytable: the game, what was named, those there are.
    #[error("game {0} has no paytable {1}; choose {2}")]
    NoPaytable(String, String, String),
    /// The wager has no such paytable: the game, what was named, the wager, those there are.
    #[error("game {0} has no paytable {1} for {2}; {3}")]
    NoPaytableFor(String, String, Wager, String),
    /// No strategy has this name: the game, what was named, those there are.
    #[error("game {0} has no strategy {1}; choose {2}")]
    NoStrategy(String, String, String),
    /// An open point or a reading of it does not exist, or is chosen twice.
    #[error("{0}")]
    Ruling(String),
    /// Cover All with a number of hands it has no column for.
    #[error("Cover All has no column for {0} hands; a round has 2 to 7, the dealer's among them")]
    NoColumn(u8),
    /// A row of a paytable, for a wager, pays from a meter or by the number of hands.
    #[error("paytable {0} has a row {1} without one fixed payout, which {2} cannot have")]
    NoFixedPayout(String, &'static str, Wager),
    /// Payouts of a paytable of a game that leave the range in which is counted.
    #[error(
        "the payouts of paytable {0} of game {1} are too large or too fine to count with exactly; use \
         odds with numbers below a million"
    )]
    TooFine(String, String),
    /// A row of a paytable for hands that are not counted apart; what is counted, and which rows it knows.
    #[error("paytable {0} has a row {1}; the exact count of {2}")]
    NotCounted(String, &'static str, &'static str),
    /// Rows of Cover All in an order that cannot be counted: the paytable, and the rows that are.
    #[error(
        "paytable {0} does not list {1} with four of a kind and the straight flush above three of a \
         kind, which the exact count of the highest hand needs"
    )]
    RowOrder(String, &'static str),
    /// No row of a paytable of a game pays a share of the meter.
    #[error("paytable {0} of game {1} pays no share of the meter")]
    NoShare(String, String),
    /// The game has nothing to count of the kind.
    #[error("game {0} has no paytable to play its base game with")]
    NoBaseGame(String),
    /// Nothing came of a count.
    #[error("{0} could not be counted")]
    NothingCounted(String),
}
