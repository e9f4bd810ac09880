//! The report as the pages of a PDF: US Letter, not yet signed.
//!
//! `sections` write into `flow` (pages, headings, paragraphs, tables, charts), which puts marks onto
//! pages, each with what it is to a reader who does not see it (`structure`); `backend` turns the pages into PDF objects
//! and `finish` adds what the PDF library does not (outline, dates, the structure in `tags`, what an archive asks for in
//! `archive`, a content-derived identifier). `CONFORMANCE.md` says what the file keeps of PDF/A-3 and PDF/UA-1.

mod archive;
mod backend;
mod document;
mod enclosed;
mod finish;
mod flow;
mod icons;
mod labels;
mod links;
mod objects;
mod profile;
mod sections;
mod structure;
mod table;
mod tags;

#[cfg(test)]
mod layout_tests;

pub use enclosed::{MANIFEST, Manifest, is_as_rendered, page_that_differs, stated_outputs};
pub use sections::SignatureBox;

use crate::checklist::Checklist;
use crate::draw::Fonts;
use crate::error::PdfError;
use crate::randomness::RandomnessMeta;
use feltproof_model::workpaper::Workpaper;
use feltproof_stats::Randomness;
use sections::LaidOut;

/// The pages of a report as an unsigned PDF.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderedPdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// Where the sign-off leaves room for a visible signature.
    pub signature_box: SignatureBox,
}

/// Renders a workpaper and the randomness of each source that was tested.
///
/// The same workpaper, randomness and fonts give the same bytes. `Err`: the PDF library refuses.
pub fn render(
    w: &Workpaper,
    randomness: &[Randomness],
    fonts: &Fonts,
) -> Result<RenderedPdf, PdfError> {
    let laid_out = sections::lay_out(w, randomness, fonts);
    let about = archive::About {
        title: &format!("Audit report {} - {}", w.report_id, w.engagement.property),
        author: &w.engagement.prepared_by,
        tool_version: &w.tool_version,
        issued_unix: Some(w.issued_unix),
    };
    finished(laid_out, fonts, &about)
}

/// Renders batteries of randomness tests as a report of their own, unsigned, in the look of the
/// audit report: cover, scope, results with plots, limitations, and room for a signature.
///
/// The same batteries, title and meta give the same bytes. `Err`: the PDF library refuses.
pub fn render_randomness(
    title: &str,
    meta: &RandomnessMeta,
    list: &[Randomness],
    fonts: &Fonts,
) -> Result<RenderedPdf, PdfError> {
    let laid_out = sections::lay_out_randomness(title, meta, list, fonts);
    let about = archive::About {
        title,
        author: "",
        tool_version: &meta.tool_version,
        issued_unix: Some(meta.issued_unix),
    };
    finished(laid_out, fonts, &about)
}

/// Renders the blank form of a rule pack: no time and no signature, so that the same pack and day
/// give the same bytes. `Err`: when the PDF library refuses; nothing in a pack can cause that.
pub fn render_checklist(form: &Checklist, fonts: &Fonts) -> Result<Vec<u8>, PdfError> {
    let laid_out = sections::lay_out_checklist(form, fonts);
    let about = archive::About {
        title: &format!("Inspection checklist of {}", form.pack),
        author: "",
        tool_version: &form.tool_version,
        issued_unix: None,
    };
    Ok(finished(laid_out, fonts, &about)?.bytes)
}

fn finished(
    laid_out: LaidOut,
    fonts: &Fonts,
    about: &archive::About<'_>,
) -> Result<RenderedPdf, PdfError> {
    let document = backend::document(&laid_out.pages, &laid_out.structure, fonts)?;
    let bytes = finish::finish(document, about, &laid_out)?;
    Ok(RenderedPdf { bytes, pages: laid_out.pages.len(), signature_box: laid_out.signature_box })
}
