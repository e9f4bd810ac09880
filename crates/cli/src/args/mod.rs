//! The command line as typed. Every command has an example in its help.

mod audit;
mod journals;
mod known;
mod random;
mod regs;
#[cfg(test)]
mod tests;

pub(crate) use audit::{
    Approve, Audit, Checks, Diff, Explain, Identity, IdentityNew, Man, Output, Schema, Show, Verify,
};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use feltproof_printable::shown;
pub(crate) use journals::{Convert, Init, Inspect, Read, Simulate, Table};
pub(crate) use random::{
    BitsWritten, Constants, Encoding, InnerOrder, Judging, Order, Rng, Shuffle, WithoutOrder, Word,
};
pub(crate) use regs::{Par, Regs, RegsChecklist, RegsCommand, RegsDiff};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Audits casino table games: replays every round, re-keeps every meter, judges by the regulation in
/// force that day, and signs the report.
#[derive(Parser)]
#[command(name = "feltproof", version, propagate_version = true, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 nothing found and nothing left untested, 1 exceptions found, 2 could not run, \
    3 incomplete: nothing found, but something could not be tested.\n\n\
    Example:\n  feltproof audit fixtures/harbor-card-room/engagement.toml --out reports/out\n  \
    feltproof verify reports/out/report.pdf"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// What was typed, or why it cannot be what was meant. What is given and empty, on the command line or by a variable
    /// of the environment, is an error: a variable that was never set would else ask for nothing.
    pub(crate) fn typed() -> Result<Self, clap::Error> {
        Self::from_words(std::env::args_os())
    }

    fn from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let words: Vec<OsString> = words.into_iter().collect();
        if let Some(word) = words.iter().find_map(|word| with_control(word)) {
            let what = "holds a character that no terminal shows";
            let remedy = "leave it out, or rename the file";
            return Err(
                command.error(ErrorKind::InvalidValue, format!("`{word}` {what}; {remedy}"))
            );
        }
        let matches = command.try_get_matches_from_mut(words)?;
        match given_empty(&command, &matches) {
            Some(name) => Err(command.error(
                ErrorKind::InvalidValue,
                format!("{name} is given and empty; give it a value, or leave it out"),
            )),
            None => Self::from_arg_matches(&matches),
        }
    }
}

/// A word with a control character, as it is shown: it would end or rewrite the lines of whatever quotes it.
fn with_control(word: &OsStr) -> Option<String> {
    let text = word.to_string_lossy();
    text.contains(|c: char| c.is_control() && c != '\t').then(|| shown(&text))
}

/// The first option or argument that is given as an empty text.
fn given_empty(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    let is_empty = |arg: &&clap::Arg| {
        let values = matches.get_raw(arg.get_id().as_str());
        values.is_some_and(|mut values| values.any(|value| value.is_empty()))
    };
    if let Some(arg) = command.get_arguments().find(is_empty) {
        let variable =
            arg.get_env().map_or_else(String::new, |name| format!(" (or {})", name.display()));
        return Some(format!("{arg}{variable}"));
    }
    let (name, below) = matches.subcommand()?;
    given_empty(command.find_subcommand(name)?, below)
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Audit the journals of an engagement and sign the report
    Audit(Audit),
    /// Say what an export is, column by column, and write a mapping profile for it
    Inspect(Inspect),
    /// Write the engagement of a folder of files, with a blank for what only the user can know
    Init(Init),
    /// Read the journals of an engagement and judge nothing: what an audit could test
    Read(Read),
    /// Write the journals of an engagement in canonical form, as an audit reads them
    Convert(Convert),
    /// Say whether a signed report is intact, and by which certificate
    Verify(Verify),
    /// Add the signature of a second person to a report that reserves a field for it
    Approve(Approve),
    /// Explain one check: what it looks for, why, by which criteria, and what it does not see
    Explain(Explain),
    /// List all checks
    Checks(Checks),
    /// Show what an audit finds at a line, and the round around it, settled step by step
    Show(Show),
    /// Exact odds of a game: PAR sheets, or the figures that documents print, checked
    Par(Par),
    /// What rule packs say: controls, dated limits, what changed, the form of what no log answers
    Regs(Regs),
    /// Test shuffles: full decks or partial deals, against fixed labels and the previous deck
    Shuffle(Shuffle),
    /// Test a generator: a stream of integers or of bits, or draws without order
    Rng(Rng),
    /// Compare two reports: findings new, gone and unchanged, and figures that moved
    Diff(Diff),
    /// Print the JSON Schema of what a command writes as JSON
    Schema(Schema),
    /// Make or show the signing identity
    #[command(subcommand)]
    Identity(Identity),
    /// Write a whole simulated engagement, with faults if asked
    Simulate(Simulate),
    /// Print shell completions
    #[command(
        after_help = "They offer commands, options, codes of checks and names of faults.\n\n\
        Examples:\n  mkdir -p ~/.local/share/bash-completion/completions\n  feltproof completions bash > ~/.local/share/bash-completion/completions/feltproof\n  \
        feltproof completions zsh > ~/.zfunc/_feltproof\n  \
        feltproof completions fish > ~/.config/fish/completions/feltproof.fish"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of a command, or write all of them
    Man(Man),
}

/// How something is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// How a report is signed.
#[derive(Args)]
pub(crate) struct Signing {
    /// Key file to sign with; its certificate is KEY with .key.pem replaced by .cert.pem
    #[arg(long, value_name = "KEY.key.pem", env = "FELTPROOF_IDENTITY")]
    pub identity: Option<PathBuf>,
    /// Write the report unsigned
    #[arg(long, conflicts_with = "identity")]
    pub unsigned: bool,
    /// Reserve a field for the signature of a second person, which `approve` fills; nothing else may be changed then either
    #[arg(long, conflicts_with = "unsigned")]
    pub for_approval: bool,
    #[command(flatten)]
    pub stamped: Stamped,
}

/// Whether a signature is timestamped, and by whom.
#[derive(Args, Default)]
pub(crate) struct Stamped {
    /// Have the signature timestamped by the authority at this address (RFC 3161), which begins with http://; without
    /// its answer there is no report
    #[arg(long, value_name = "URL", env = "FELTPROOF_TIMESTAMP")]
    pub timestamp: Option<String>,
    /// The same by a command that is given the question on its standard input and prints the authority's answer: at most
    /// 1048576 bytes within 120 seconds; one that prints more or takes longer is ended
    #[arg(
        long,
        value_name = "COMMAND",
        env = "FELTPROOF_TIMESTAMP_COMMAND",
        conflicts_with = "timestamp"
    )]
    pub timestamp_command: Option<String>,
}
