//! The options of `rng` for draws without order, as a user types them.

use clap::{Args, ValueEnum};

#[derive(Args, Clone)]
pub(crate) struct WithoutOrder {
    /// Draws without order, K different numbers of 1 to N, as 5/39: lotteries, Keno. FILE is lines of
    /// numbers, or the table of an archive
    #[arg(long, value_name = "K/N", conflicts_with_all = ["bits", "range", "self_test"])]
    pub draws: Option<String>,
    /// How many numbers there are, where --draws says K alone
    #[arg(long, value_name = "N", requires = "draws", value_parser = clap::value_parser!(u8).range(2..=90))]
    pub cards: Option<u8>,
    /// A bonus number belongs to each draw: drawn from the `rest` of the numbers, or from a wheel of 1 to M
    #[arg(long, value_name = "rest|M", requires = "draws")]
    pub bonus: Option<String>,
    /// Columns with the bonus numbers, one for each draw of a row [default: by their headings, else the
    /// last number of a draw; said]
    #[arg(long, value_name = "COLUMNS", requires = "bonus")]
    pub bonus_columns: Option<String>,
    /// Leave out what stands before this line or date
    #[arg(long, value_name = "LINE|DATE", requires = "draws")]
    pub from: Option<String>,
    /// Leave out what stands after this line or date
    #[arg(long, value_name = "LINE|DATE", requires = "draws")]
    pub to: Option<String>,
    /// The order in which draws were made [default: by date where a column has dates, else as in the file;
    /// said]
    #[arg(long, value_enum, requires = "draws")]
    pub order: Option<Order>,
    /// The format of dates that several formats read, as "%m/%d/%Y" [default: asked, where it matters]
    #[arg(long, value_name = "FORMAT", requires = "draws")]
    pub date_format: Option<String>,
}

/// In which order draws were made.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// By the column of dates
    Date,
    /// As in the file
    File,
    /// The newest stand first in the file
    Reversed,
}
