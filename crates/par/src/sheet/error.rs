//! Why a sheet cannot be made: what was named does not exist, or cannot be counted exactly.

use feltproof_model::Wager;

/// One sentence that names what does not exist and what does, or what cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// No wager of the game has such a paytable.
    #[error("game {game} has no paytable {paytable}; choose {known}")]
    NoPaytable {
        /// Id of the game.
        game: String,
        /// What was named.
        paytable: String,
        /// Those there are.
        known: String,
    },
    /// The wager has no such paytable.
    #[error("game {game} has no paytable {paytable} for {wager}; {known}")]
    NoPaytableFor {
        /// Id of the game.
        game: String,
        /// What was named.
        paytable: String,
        /// The wager.
        wager: Wager,
        /// Those there are.
        known: String,
    },
    /// No strategy has this name.
    #[error("game {game} has no strategy {strategy}; choose {known}")]
    NoStrategy {
        /// Id of the game.
        game: String,
        /// What was named.
        strategy: String,
        /// Those there are.
        known: String,
    },
    /// An open point or a reading of it does not exist, or is chosen twice.
    #[error("{0}")]
    Ruling(String),
    /// Cover All with a number of hands it has no column for.
    #[error("Cover All has no column for {0} hands; a round has 2 to 7, the dealer's among them")]
    NoColumn(u8),
    /// A row pays from a meter or by the number of hands.
    #[error(
        "paytable {paytable} has a row {row} without one fixed payout, which {wager} cannot have"
    )]
    NoFixedPayout {
        /// Id of the paytable.
        paytable: String,
        /// The row.
        row: &'static str,
        /// The wager.
        wager: Wager,
    },
    /// Payouts that leave the range in which is counted.
    #[error(
        "the payouts of paytable {paytable} of game {game} are too large or too fine to count with \
         exactly; use odds with numbers below a million"
    )]
    TooFine {
        /// Id of the paytable.
        paytable: String,
        /// Id of the game.
        game: String,
    },
    /// A row for hands that are not counted apart.
    #[error("paytable {paytable} has a row {row}; the exact count of {counted}")]
    NotCounted {
        /// Id of the paytable.
        paytable: String,
        /// The row.
        row: &'static str,
        /// What is counted, and which rows it knows.
        counted: &'static str,
    },
    /// Rows of Cover All in an order that cannot be counted.
    #[error(
        "paytable {paytable} does not list {known} with four of a kind and the straight flush above \
         three of a kind, which the exact count of the highest hand needs"
    )]
    RowOrder {
        /// Id of the paytable.
        paytable: String,
        /// The rows that are counted.
        known: &'static str,
    },
    /// No row pays a share of the meter.
    #[error("paytable {paytable} of game {game} pays no share of the meter")]
    NoShare {
        /// Id of the paytable.
        paytable: String,
        /// Id of the game.
        game: String,
    },
    /// The game has nothing to count of the kind.
    #[error("game {0} has no paytable to play its base game with")]
    NoBaseGame(String),
    /// Nothing came of a count.
    #[error("{0} could not be counted")]
    NothingCounted(String),
}
