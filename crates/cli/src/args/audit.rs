//! What concerns a report, and what the program says of itself, as typed.

use super::{Format, Signing, Stamped, known};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

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

#[derive(Args)]
#[command(
    after_help = "A report is trusted only when you say by which certificate: the signer's own, or that of an authority \
    from which a chain leads down to it; the authorities between are in the report. Of a file with a signer's own \
    certificate only that one is trusted. A time is claimed by the signer; a timestamp proves one to whoever trusts \
    its authority, which is given with --trust too (its own certificate, rather than a root that others stand under).\n\n\
    The report states length and SHA-256 of every file that was written with it. Of those in its folder it is said \
    which are unaltered, altered or missing. A report handed on by itself is no defect: then none of them is \
    there.\n\n\
    The last line is the verdict, which the exit code follows: 0 intact, with the signer trusted by --trust, and nothing \
    beside it altered or missing; 0 too where no --trust was given, and the verdict then says \"signer not established\": \
    anyone can make a certificate of any name, so give --trust wherever it matters who signed; 1 not intact, or the signer or \
    the approver is none of those trusted, or signed outside the validity of the certificate or in a time to come, or \
    --require-approval finds no approval, or something beside it is altered or missing, or the audit run again comes to \
    something else; 2 could not run.\n\n\
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
    /// Refuse a report without the valid signature of a second person (see `approve`); who that is says --trust
    #[arg(long)]
    pub require_approval: bool,
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
#[command(
    after_help = "A report is a report.json, the folder that holds it, or the PDF with it inside. A finding is the same in both \
    where check and control are: as in [previous] of an engagement. One that is gone is gone only where its check ran in B, left \
    no more undecided than in A, and B has its journals, tables and links; else it was not tested in B, and nobody knows. Issue time, \
    signer and responses are not compared.\n\n\
    Exit codes: 0 the same, 1 something differs, 2 could not compare.\n\n\
    Examples:\n  feltproof diff first/report.json again/report.json\n  \
    feltproof diff first again --format json\n  feltproof diff report.pdf again"
)]
pub(crate) struct Diff {
    /// The earlier report
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The later report
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// How it is printed
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
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
    after_help = "Every JSON that this program writes names its form under the key `schema`; the schema (JSON Schema, draft \
    2020-12) has an $id that ends in that name. It is strict: a key that it does not know is an error. Without NAME all \
    are listed.\n\n\
    Exit codes: 0 printed, 2 there is no such schema.\n\n\
    Examples:\n  feltproof schema\n  feltproof schema report > report.schema.json\n  \
    feltproof schema feltproof-par/1"
)]
pub(crate) struct Schema {
    /// Name of a form, such as report or feltproof-report/4
    pub name: Option<String>,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  feltproof man | man -l -\n  feltproof man identity new > feltproof-identity-new.1\n  \
    feltproof man --out ~/.local/share/man/man1"
)]
pub(crate) struct Man {
    /// The command whose page is printed, such as `identity new` [default: the program's]
    pub command: Vec<String>,
    /// Write the page of every command into this folder, as the pages cite each other
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub out: Option<PathBuf>,
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
