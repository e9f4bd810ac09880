//! The command `diff` as typed: two reports, and how what differs is printed.

use super::Format;
use clap::Args;
use std::path::PathBuf;

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
