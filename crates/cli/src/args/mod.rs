//! The command line as typed. Every command has an example in its help.

mod diff;
mod draws;
mod init;
mod inspect;
mod known;
mod man;
mod par;
mod random;
mod regs;
mod schema;
#[cfg(test)]
mod tests;

use clap::{Args, Parser, Subcommand, ValueEnum};
pub(crate) use diff::Diff;
pub(crate) use draws::{Order, WithoutOrder};
pub(crate) use init::Init;
pub(crate) use inspect::Inspect;
pub(crate) use man::Man;
pub(crate) use par::Par;
pub(crate) use random::{BitsWritten, Constants, InnerOrder, Judging, Rng, Shuffle, Word};
pub(crate) use regs::{Regs, RegsChecklist, RegsCommand, RegsDiff};
pub(crate) use schema::Schema;
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

/// What a run writes beside quarantine.csv.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// report.pdf, signed
    Pdf,
    /// workpapers.xlsx: every exception, money owed, meters and registers as sheets to work in
    Xlsx,
    /// report.html: one page to explore the findings and every exception in a browser
    Html,
    /// report.json: everything, for programs
    Json,
    /// settlements.parquet: every settled wager with its reason
    Parquet,
    /// report.sarif: every exception as a result of SARIF 2.1.0, for programs that collect what tools find
    Sarif,
}

impl Output {
    /// The file that it is.
    pub(crate) const fn file(self) -> &'static str {
        match self {
            Self::Pdf => "report.pdf",
            Self::Xlsx => "workpapers.xlsx",
            Self::Html => "report.html",
            Self::Json => "report.json",
            Self::Parquet => "settlements.parquet",
            Self::Sarif => "report.sarif",
        }
    }
}

#[derive(Args)]
#[command(
    after_help = "Writes report.pdf (signed), workpapers.xlsx (a workbook with every exception), report.html (a page to explore \
    them, which asks no network), report.json, settlements.parquet (every settled wager with its reason) and quarantine.csv \
    (records that could not be understood) into the output folder, and report.sarif (every exception as SARIF 2.1.0) where \
    --report asks for it, all in one step: whoever looks sees the earlier report or the new one. A folder that holds anything else is refused, and so is an earlier report of which a file \
    was changed since, or of which no report.pdf states the files, unless --replace is given. The folder is made beside it under a hidden name first.\n\n\
    Exit codes: 0 nothing found and nothing left untested; 1 exceptions; 2 could not run; 3 incomplete: \
    nothing found, but something that the engagement asks for could not be tested (the report says what).\n\n\
    Examples:\n  feltproof audit fixtures/harbor-card-room/engagement.toml --out reports/out\n  \
    feltproof audit day/engagement.toml --out figures --report xlsx,json --quiet\n  \
    feltproof audit day/engagement.toml --out out --report pdf,xlsx,html,json,parquet,sarif\n  \
    feltproof audit day/engagement.toml --out again --previous out/report.json\n  \
    SOURCE_DATE_EPOCH=1793664000 feltproof audit day/engagement.toml --out out --identity lab.key.pem"
)]
pub(crate) struct Audit {
    /// The engagement file; journals, and pack files that it names by path, are found beside it
    pub engagement: PathBuf,
    /// Folder for the report; made if it does not exist, and replaced as a whole where it holds an earlier report
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace an earlier report even where one of its files was changed since it was written, or may have been: without a
    /// report.pdf nothing says what it was
    #[arg(long)]
    pub replace: bool,
    #[command(flatten)]
    pub signing: Signing,
    /// An earlier report (report.json, its folder, or the PDF): findings that it has, too, are marked as repeated. As
    /// [previous] in the engagement, without a digest; meters are carried over only where all its gaming days are before
    #[arg(long, value_name = "REPORT")]
    pub previous: Option<PathBuf>,
    /// What is written, with commas between; quarantine.csv always is
    #[arg(
        long,
        value_enum,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "pdf,xlsx,html,json,parquet"
    )]
    pub report: Vec<Output>,
    /// How the summary is printed; json prints report.json
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Print nothing but errors: the exit code says what was found
    #[arg(long, short, conflicts_with = "format")]
    pub quiet: bool,
    /// Threads to use; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
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
    /// The same by a command that is given the question on its standard input and prints the authority's answer
    #[arg(
        long,
        value_name = "COMMAND",
        env = "FELTPROOF_TIMESTAMP_COMMAND",
        conflicts_with = "timestamp"
    )]
    pub timestamp_command: Option<String>,
}

#[derive(Args)]
#[command(
    after_help = "A report is trusted only when you say by which certificate: the signer's own, or that of an authority \
    from which a chain leads down to it; the authorities between are in the report. Of a file with a signer's own \
    certificate only that one is trusted. A time is claimed by the signer; a timestamp proves one to whoever trusts \
    its authority, which is given with --trust too (its own certificate, rather than a root that others stand under).\n\n\
    The report states length and SHA-256 of every file that was written with it. Of those in its folder it is said \
    which are unaltered, altered or missing. A report handed on by itself is no defect: then none of them is \
    there.\n\n\
    Exit codes: 0 the report is intact, not refused by --trust, and nothing beside it is altered or missing; 1 any of \
    that does not hold, or the audit run again comes to something else; 2 could not run.\n\n\
    Examples:\n  feltproof verify reports/out/report.pdf --trust lab.cert.pem\n  \
    feltproof verify report.pdf --extract evidence\n  \
    feltproof verify report.pdf --against day/engagement.toml"
)]
pub(crate) struct Verify {
    /// The signed report
    pub report: PathBuf,
    /// A certificate you trust: the signer's own, an authority's, or a timestamp authority's; may be repeated
    #[arg(long, value_name = "CERT.pem")]
    pub trust: Vec<PathBuf>,
    /// Write the files inside the report (report.json, manifest.json) into this folder
    #[arg(long, value_name = "FOLDER")]
    pub extract: Option<PathBuf>,
    /// Run the audit of this engagement again and compare everything but the signature's own value
    #[arg(long, value_name = "ENGAGEMENT")]
    pub against: Option<PathBuf>,
    /// The earlier report that the audit was given with --previous
    #[arg(long, value_name = "REPORT", requires = "against")]
    pub previous: Option<PathBuf>,
    /// How the answer is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

#[derive(Args)]
#[command(
    after_help = "The report must have been signed with --for-approval, be intact, and be signed by somebody else. The approval is \
    added behind the report, of which every byte stays as it is; `verify` then verifies each signature on its own revision, \
    and refuses a file in which anything was changed with the approval. Where the approval is taken away, the report is what it \
    was before, and `verify` says that none is there.\n\n\
    Exit codes: 0 approved, 2 could not run.\n\n\
    Examples:\n  feltproof audit day/engagement.toml --out out --identity lab.key.pem --for-approval\n  \
    feltproof approve out/report.pdf --identity chief.key.pem\n  \
    feltproof verify out/report.pdf --trust lab.cert.pem --trust chief.cert.pem"
)]
pub(crate) struct Approve {
    /// The signed report; the approved one takes its place
    pub report: PathBuf,
    /// Key file of whoever approves; the certificate is KEY with .key.pem replaced by .cert.pem
    #[arg(long, value_name = "KEY.key.pem", env = "FELTPROOF_IDENTITY")]
    pub identity: PathBuf,
    /// What the approver says
    #[arg(long, value_name = "TEXT", default_value = "Approved")]
    pub reason: String,
    /// Write the approved report here and leave the other as it is
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub stamped: Stamped,
}

#[derive(Args)]
#[command(after_help = "Example:\n  feltproof explain PAY-003")]
pub(crate) struct Explain {
    /// Code of the check
    #[arg(value_parser = known::codes(), hide_possible_values = true)]
    pub code: String,
}

#[derive(Args)]
#[command(
    after_help = "These codes are what a control of a rule pack names in `checks`, in a pack that an engagement \
    brings by its path, too.\n\nExample:\n  feltproof checks --format json"
)]
pub(crate) struct Checks {
    /// How the list is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

#[derive(Args)]
#[command(
    after_help = "The journals are audited in memory: no report is written. Of a line that could not be \
    understood the reason is said.\n\n\
    Examples:\n  feltproof show fixtures/tampered-day/hands.csv:5000\n  \
    feltproof show fixtures/tampered-day/engagement.toml:34"
)]
pub(crate) struct Show {
    /// A journal, or the engagement file, and a line of it: FILE:LINE
    #[arg(value_name = "FILE:LINE")]
    pub place: String,
    /// The engagement it belongs to [default: engagement.toml beside the journal]; a line of a
    /// house file needs it
    #[arg(long, value_name = "FILE")]
    pub engagement: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "Prints for each journal what was read, why records could not be read (with the first line \
    and the remedy), and which columns are not read; the hours that the record covers, by table; and what \
    an audit would not test, with the column that would change that. Nothing is written.\n\n\
    Exit codes: 0 every record was read, 1 some were not, 2 could not run.\n\n\
    Example:\n  feltproof read fixtures/harbor-card-room/engagement.toml"
)]
pub(crate) struct Read {
    /// Engagement file
    #[arg(value_name = "ENGAGEMENT")]
    pub engagement: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// Threads to use; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Args)]
#[command(
    after_help = "Writes hands.csv, controller.csv, manager.csv or shuffler.csv, whichever the engagement has, \
    and quarantine.csv with the records that could not be read. Reading the files written gives the same \
    records. As Parquet times are instants and money is a decimal, and beside hands.parquet stands \
    hands.profile.toml, by which an engagement reads it. The audit needs none of this: it reads exports as they \
    are.\n\n\
    Exit codes: 0 every record was read, 1 some were not, 2 could not run.\n\n\
    Examples:\n  feltproof convert fixtures/harbor-card-room/engagement.toml --out canonical\n  \
    feltproof convert fixtures/harbor-card-room/engagement.toml --out tables --format parquet"
)]
pub(crate) struct Convert {
    /// Engagement file
    #[arg(value_name = "ENGAGEMENT")]
    pub engagement: PathBuf,
    /// Folder to write to; made if it is not there
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// How the journals are written
    #[arg(long, value_enum, default_value = "csv")]
    pub format: Table,
}

/// How journals are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// Comma-separated text
    Csv,
    /// Parquet, each column with its type
    Parquet,
}

impl Convert {
    /// Where the engagement's journals are.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.engagement.parent().unwrap_or(std::path::Path::new(""))
    }
}

#[derive(Subcommand)]
pub(crate) enum Identity {
    /// Make a key (PKCS#8, readable by you alone) and a self-signed certificate
    #[command(
        after_help = "`verify` checks both algorithms alike. Choose ecdsa-p256 where the reader's own PDF \
        viewer is to say that the signature is valid: many cannot check Ed25519 yet and call such a file unsigned or \
        corrupted.\n\n\
        Examples:\n  feltproof identity new --name \"A. Auditor\" --organisation \
        \"Lab\" --out lab.key.pem --passphrase\n  \
        feltproof identity new --name \"A. Auditor\" --algorithm ecdsa-p256 --out lab.key.pem"
    )]
    New(IdentityNew),
    /// Print a request (PKCS#10) to an authority for a certificate of this identity
    #[command(after_help = "Example:\n  feltproof identity request lab.key.pem > lab.csr.pem")]
    Request {
        /// Key file [default: the local identity]
        file: Option<PathBuf>,
    },
    /// Take over the certificate that an authority issued for an identity
    #[command(
        after_help = "The earlier certificate is kept beside it. Intermediate authorities that were sent along are kept \
        behind the certificate and stand in every report signed from then on, so that whoever gives `verify` the root \
        can follow the chain. The root itself is not kept.\n\n\
        Example:\n  feltproof identity import lab.key.pem issued.pem"
    )]
    Import {
        /// Key file
        file: PathBuf,
        /// What the authority sent: a certificate, or several in one file
        certificate: PathBuf,
    },
    /// Show the certificate of an identity and its fingerprint
    #[command(after_help = "Example:\n  feltproof identity show lab.key.pem")]
    Show {
        /// Key file, or certificate [default: the local identity]
        file: Option<PathBuf>,
    },
    /// Print the certificate, to be given to those who verify reports
    #[command(after_help = "Example:\n  feltproof identity export lab.key.pem > lab.cert.pem")]
    Export {
        /// Key file [default: the local identity]
        file: Option<PathBuf>,
    },
}

/// How a key signs.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Algorithm {
    /// Short keys, nothing to choose
    Ed25519,
    /// What more PDF viewers can check
    EcdsaP256,
}

impl From<Algorithm> for feltproof_seal::Algorithm {
    fn from(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Ed25519 => Self::Ed25519,
            Algorithm::EcdsaP256 => Self::EcdsaP256,
        }
    }
}

#[derive(Args)]
pub(crate) struct IdentityNew {
    /// Name of the signer
    #[arg(long)]
    pub name: String,
    /// Organisation of the signer
    #[arg(long)]
    pub organisation: Option<String>,
    /// Key file to write (NAME.key.pem); the certificate goes to NAME.cert.pem
    #[arg(long, value_name = "NAME.key.pem")]
    pub out: PathBuf,
    /// How the key signs
    #[arg(long, value_enum, default_value = "ed25519")]
    pub algorithm: Algorithm,
    /// Ask for a passphrase, twice (or take it from FELTPROOF_PASSPHRASE), and encrypt the key with it
    #[arg(long)]
    pub passphrase: bool,
    /// How long the certificate is valid
    #[arg(long, value_name = "YEARS", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub years: u8,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  feltproof simulate --out day\n  \
    feltproof simulate --rng-seed 7 --rounds 2000 --fault ante-underpaid --out faulty\n  \
    feltproof simulate --game crazy4-ca --rounds 5000 --out banked\n  \
    feltproof simulate --list-faults")]
pub(crate) struct Simulate {
    /// Seed of the generator; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    pub rng_seed: u64,
    /// Game of the day
    #[arg(long, value_name = "ID", default_value = "crazy4-wa", value_parser = known::games())]
    pub game: String,
    /// Progressive system of the link
    #[arg(long, value_name = "NAME", default_value = "nexus-1", value_parser = known::systems())]
    pub system: String,
    /// Rounds over all tables
    #[arg(long, default_value_t = 2000)]
    pub rounds: u32,
    /// Tables; with crazy4-wa the first half of them are on the progressive link
    #[arg(long, default_value_t = 4)]
    pub tables: u16,
    /// Gaming day
    #[arg(long, default_value = "2026-10-31")]
    pub gaming_day: String,
    /// Fault to plant; may be repeated
    #[arg(long, value_name = "NAME", value_parser = known::faults(), hide_possible_values = true)]
    pub fault: Vec<String>,
    /// Record every deck as it leaves its shuffler, and ask for tests of randomness; such a day has no
    /// prepared rounds
    #[arg(long)]
    pub shuffler_journal: bool,
    /// Leave the cards of folded hands out of the hands journal
    #[arg(long)]
    pub conceal_folded: bool,
    /// Keep no hands journal: controller and manager are all that is on record
    #[arg(long)]
    pub no_hands: bool,
    /// Keep a journal of the bank account that holds the prizes
    #[arg(long)]
    pub bank: bool,
    /// Record tray pays in the manager journal too
    #[arg(long)]
    pub tray_pays: bool,
    /// Record the in-meter, the count of all progressive wagers, in the manager journal
    #[arg(long)]
    pub in_meter: bool,
    /// Limit the meter to $5 above its opening, and have a second link take in what that cuts off
    #[arg(long)]
    pub second_link: bool,
    /// Folder to write to
    #[arg(long, value_name = "DIR", required_unless_present = "list_faults")]
    pub out: Option<PathBuf>,
    /// Replace files of the same names in the folder
    #[arg(long)]
    pub force: bool,
    /// List the faults and the codes they must raise
    #[arg(long)]
    pub list_faults: bool,
}
