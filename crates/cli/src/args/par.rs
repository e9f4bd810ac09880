//! The command `par` as typed: which game, and by which paytable, strategy and rulings.

use super::Format;
use clap::Args;

#[derive(Args)]
#[command(
    after_help = "Every deal is counted; nothing is sampled. Without GAME all games are listed with \
    the house edges of their paytables, without the base game of Four Card Poker, which takes \
    seconds.\n\n\
    Exit codes: 0; with --check 1 when a printed figure is wrong; 2 could not run, or a game file has \
    errors (all are shown).\n\n\
    Examples:\n  feltproof par\n  feltproof par crazy4-wa --paytable C4P-12\n  \
    feltproof par four-card-poker --paytable CA-1 --hands 7\n  \
    feltproof par crazy4-wa --paytable pays-1 --unit 5 --envy 3\n  \
    feltproof par crazy4-v2 --strategy optimal --format json\n  \
    feltproof par crazy4-wa --paytable BBB-01 --ruling bad_beat_on_tie=pushes\n  \
    feltproof par games/our-game.toml\n  feltproof par --check"
)]
pub(crate) struct Par {
    /// A built-in game, or a game definition by its path (ending in .toml)
    pub game: Option<String>,
    /// One paytable alone
    #[arg(long, value_name = "ID", requires = "game")]
    pub paytable: Option<String>,
    /// How the player decides: optimal, a strategy of the game's data, or all [default: all]
    #[arg(long, value_name = "ID", requires = "game")]
    pub strategy: Option<String>,
    /// Cover All for one number of hands, the dealer's among them [default: 2 to 7]
    #[arg(long, value_name = "N", requires = "game", value_parser = clap::value_parser!(u8).range(2..=7))]
    pub hands: Option<u8>,
    /// Progressive wager in dollars; may be repeated [default: 1 and 5]
    #[arg(long, value_name = "DOLLARS", requires = "game")]
    pub unit: Vec<String>,
    /// Other players whose hands bring envy [default: 0 to 6]
    #[arg(long, value_name = "K", requires = "game", value_parser = clap::value_parser!(u8).range(0..=8))]
    pub envy: Option<u8>,
    /// A reading in place of the game's default; may be repeated
    #[arg(long, value_name = "RULING=VALUE", requires = "game")]
    pub ruling: Vec<String>,
    /// Compute every figure that the documents print and say which are wrong
    #[arg(long, conflicts_with_all = ["game", "paytable", "strategy", "hands", "unit", "envy", "ruling"])]
    pub check: bool,
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
