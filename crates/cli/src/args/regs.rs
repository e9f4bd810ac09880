//! The commands `regs` and `par` as typed: rule packs read, compared between two days, and their form; exact odds.

use super::Format;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without PACK: one entry for each pack that comes with the program. With PACK: every control in all its \
    versions (period, citation, status, checks, evidence tag, address, demand, note), every limit with its dated \
    values, reasons for adjusting a meter, what counts as a game. With --on: only what applies on that day, or may, \
    and what each limit says on it; reasons and games have no dates and are always shown.\n\n\
    Exit codes: 0 printed, 2 could not run (no such pack, a pack file with errors: all are shown).\n\n\
    Examples:\n  feltproof regs\n  feltproof regs us-wa\n  feltproof regs us-wa --on 2010-06-15\n  \
    feltproof regs our-casino.toml --json\n  \
    feltproof regs diff us-wa --from 2021-06-13 --to 2021-06-14\n  \
    feltproof regs checklist us-wa --on 2026-10-31 --pdf checklist.pdf"
)]
pub(crate) struct Regs {
    #[command(subcommand)]
    pub command: Option<RegsCommand>,
    /// A rule pack by its id, or a pack file by its path (ending in .toml)
    #[arg(value_name = "PACK")]
    pub pack: Option<String>,
    /// Only what applies on this day, or may
    #[arg(long, value_name = "DATE")]
    pub on: Option<String>,
    #[command(flatten)]
    pub printed: Printed,
}

/// How rule packs are printed.
#[derive(Args)]
pub(crate) struct Printed {
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Printed {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

#[derive(Subcommand)]
pub(crate) enum RegsCommand {
    /// What changed between two days, and what is not decidable on either
    Diff(RegsDiff),
    /// The blank form of what no log answers alone, as text for an engagement or as PDF
    Checklist(RegsChecklist),
}

#[derive(Args)]
#[command(
    after_help = "Changes are those of the days after --from, up to and with --to, earliest first. Where the day of a \
    change is not known, it is listed twice: when it may have come, and when it certainly had.\n\n\
    Exit codes: 0 printed, whether or not anything changed; 2 could not run.\n\n\
    Examples:\n  feltproof regs diff us-wa --from 2023-08-18 --to 2023-12-01\n  \
    feltproof regs diff --from 2008-01-01 --to 2026-10-31 --json"
)]
pub(crate) struct RegsDiff {
    /// A rule pack by its id, or a pack file by its path [default: all that come with the program]
    #[arg(value_name = "PACK")]
    pub pack: Option<String>,
    /// The day whose law is compared
    #[arg(long, value_name = "DATE")]
    pub from: String,
    /// The day whose law it is compared with; not before the other
    #[arg(long, value_name = "DATE")]
    pub to: String,
    #[command(flatten)]
    pub printed: Printed,
}

#[derive(Args)]
#[command(
    after_help = "Lists every control that is manual or partial. The text is TOML: above each [[inspected]] block stands, \
    as a comment, what is demanded, with boxes to tick; pasted into an engagement, every value that begins with \
    FILL IN is a blank to be filled in. The PDF is the same form on paper.\n\n\
    The clock is never asked: the same pack and day give the same bytes. --on may be left out only where every control \
    of the form has one version without an end; each is then listed with its period.\n\n\
    Exit codes: 0 printed or written, 2 could not run.\n\n\
    Examples:\n  feltproof regs checklist us-wa --on 2026-10-31\n  \
    feltproof regs checklist us-wa --on 2026-10-31 --pdf checklist.pdf"
)]
pub(crate) struct RegsChecklist {
    /// A rule pack by its id, or a pack file by its path (ending in .toml)
    #[arg(value_name = "PACK")]
    pub pack: String,
    /// The day whose law is asked after
    #[arg(long, value_name = "DATE")]
    pub on: Option<String>,
    /// Write the form as a PDF instead of printing it
    #[arg(long, value_name = "FILE")]
    pub pdf: Option<PathBuf>,
}

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
