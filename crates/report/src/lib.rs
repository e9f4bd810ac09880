//! Presents a workpaper: terminal summary, `report.json`, `report.html`, `workpapers.xlsx`,
//! `quarantine.csv` and the pages of `report.pdf`.
//!
//! It judges nothing and computes nothing new: every figure comes from
//! [`feltproof_model::workpaper::Workpaper`], from [`feltproof_stats::Randomness`] beside it, or from
//! the exceptions spooled during the run. It does not sign (that is `seal`), opens no file, asks no
//! clock: the same input gives the same bytes on any machine and any number of threads.
//!
//! | module | what |
//! |---|---|
//! | `terminal` | what a supervisor understands at one look |
//! | `json` | everything, with *all* exceptions, streamed |
//! | `workbook` | the same as a workbook that an auditor goes on working with, streamed |
//! | `settlements` | every settled wager with its reason, as Parquet |
//! | `html` | `report.html`: one page to explore it, with the JSON inside; `randomness.html` |
//! | `sarif` | every exception as a result of SARIF 2.1.0, streamed |
//! | `quarantine` | every record that could not be understood |
//! | `pdf` | the report as pages, unsigned |
//! | `checklist` | the blank form of a rule pack's controls that no log answers alone |
//! | `randomness` | what a battery of randomness tests says: words, figures, JSON |
//! | `draw`, `charts` | marks, and every chart made of them |
//! | [`plots_svg`] | charts of randomness as files |

mod belongs;
mod charts;
mod checklist;
mod draw;
mod error;
mod html;
mod json;
mod json_text;
mod pdf;
mod quarantine;
mod randomness;
mod sarif;
mod settlements;
mod svg;
mod terminal;
mod workbook;

use feltproof_paper::{chance, clock, coverage, directions, words};

#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;

pub use checklist::{Checklist, ChecklistItem, ChecklistText};
pub use draw::Fonts;
pub use error::{JsonError, PdfError, WorkbookError};
pub use html::{Telling, randomness_html, write_html};
pub use json::{
    AuditReport, ControlVerdictName, ExceptionSpool, OutcomeName, SCHEMA, SeverityName,
    carried_findings, carried_links, write_json,
};
pub use pdf::{
    MANIFEST, Manifest, RenderedPdf, SignatureBox, is_as_rendered, page_that_differs, render,
    render_checklist, render_randomness, stated_outputs,
};
pub use quarantine::{QuarantineError, QuarantineWriter};
pub use randomness::{RandomnessMeta, RandomnessReport, randomness_json};
pub use sarif::{SarifRule, write_sarif};
pub use settlements::{Settlement, SettlementError, SettlementWriter, Settlements};
pub use svg::plots_svg;
pub use terminal::{Style, randomness_text, sections_text, terminal_summary};
pub use workbook::write_workbook;
