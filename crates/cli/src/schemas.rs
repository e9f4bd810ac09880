//! The forms of everything that this program writes as JSON, each with the JSON Schema derived from its type.

use crate::cmd::{CheckList, JournalReading, VerificationOf};
use crate::diff::ReportDiff;
use crate::inspect::Inspection;
use crate::random::self_test::SelfTest;
use crate::regs::{LawChanges, RulePacks};
use feltproof_par::printed::PrintedFigures;
use feltproof_par::sheet::ParSheets;
use feltproof_report::{AuditReport, Manifest, RandomnessReport};
use feltproof_wire::Form;

/// A form of JSON, as `schema` lists it.
pub(crate) struct Listed {
    /// What stands under the key `schema`.
    pub name: &'static str,
    /// What is written in it.
    pub of: &'static str,
    /// Its JSON Schema.
    pub schema: fn() -> serde_json::Result<String>,
}

impl Listed {
    const fn new<F: Form>(of: &'static str) -> Self {
        Self { name: F::NAME, of, schema: F::schema }
    }
}

/// All of them.
pub(crate) const FORMS: &[Listed] = &[
    Listed::new::<AuditReport>("report.json of `audit`, and its --format json"),
    Listed::new::<Manifest>("manifest.json inside report.pdf and randomness.pdf"),
    Listed::new::<ReportDiff>("`diff --format json`: two reports compared"),
    Listed::new::<RandomnessReport>(
        "randomness.json of `shuffle` and `rng`, and their --format json",
    ),
    Listed::new::<SelfTest>("`shuffle --self-test` and `rng --self-test`, --format json"),
    Listed::new::<ParSheets>("`par --format json`"),
    Listed::new::<PrintedFigures>("`par --check --format json`"),
    Listed::new::<VerificationOf>("`verify --format json`"),
    Listed::new::<RulePacks>("`regs --json`"),
    Listed::new::<LawChanges>("`regs diff --json`"),
    Listed::new::<JournalReading>("`read --format json`"),
    Listed::new::<Inspection>("`inspect --format json`"),
    Listed::new::<CheckList>("`checks --format json`"),
];
