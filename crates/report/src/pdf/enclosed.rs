//! The files inside the report: `report.json`, and the manifest of what the report rests on and what was written with it.
//!
//! They are associated files of the document, as PDF 2.0 and PDF/A-3 have them: listed by name for a reader, and named by
//! the catalog. The signature covers them like everything else, so that whoever has the PDF can prove every other output.

use super::RenderedPdf;
use super::finish::write_with_id;
use super::objects::{pdf_date, text};
use crate::error::PdfError;
use crate::json_text::pretty;
use crate::randomness::RandomnessMeta;
use feltproof_model::Timestamp;
use feltproof_model::workpaper::{FileDigest, Workpaper};
use feltproof_wire::{FileOf, Form as _, Sha256Hex, Text, form, list, object};
use lopdf::{Document, LoadOptions, Object, ObjectId, Stream, dictionary};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The name of the manifest inside a PDF.
pub const MANIFEST: &str = "manifest.json";
const REPORT: &str = "report.json";
const RANDOMNESS: &str = "randomness.json";
/// Outputs that a manifest may state: a run writes some ten.
const OUTPUTS_MAX: usize = 256;
/// What a page, or the tables of a PDF, may unpack to: those of an audit have some hundred thousand bytes.
const PAGE_BYTES_MAX: usize = 1 << 26;

impl RenderedPdf {
    /// The same pages with `report.json` and the manifest in them, which names
    /// [`Workpaper::outputs`]. `Err`: when the PDF library refuses.
    pub fn enclose(self, w: &Workpaper, report_json: &[u8]) -> Result<Self, PdfError> {
        let files = [&w.engagement_file].into_iter().chain(&w.house_file);
        let journals = w.inputs.iter().flat_map(|input| {
            [&input.digest].into_iter().chain(input.export.as_ref().map(|export| &export.profile))
        });
        let manifest = Manifest::new(Some(w.into()), list(files.chain(journals)), &w.outputs);
        self.with_files(w.issued_unix, &manifest, (REPORT, report_json))
    }

    /// The same pages of a randomness report with `randomness.json` and the manifest in them, which
    /// names `outputs`. `Err`: when the PDF library refuses.
    pub fn enclose_randomness(
        self,
        meta: &RandomnessMeta,
        outputs: &[FileDigest],
        json: &[u8],
    ) -> Result<Self, PdfError> {
        let manifest = Manifest::new(None, list(&meta.inputs), outputs);
        self.with_files(meta.issued_unix, &manifest, (RANDOMNESS, json))
    }

    fn with_files(
        self,
        issued_unix: i64,
        manifest: &Manifest,
        (name, json): (&str, &[u8]),
    ) -> Result<Self, PdfError> {
        let mut pdf = Document::load_mem(&self.bytes)?;
        let written = pretty(manifest).map_err(|e| PdfError::Write(e.to_string()))?;
        let manifest = (written + "\n").into_bytes();
        let issued = pdf_date(Timestamp::from_seconds(issued_unix));
        let files = [
            (
                MANIFEST,
                "What the report rests on and what was written with it",
                manifest.as_slice(),
            ),
            (name, "The whole report for programs", json),
        ];
        let (mut names, mut associated) = (Vec::new(), Vec::new());
        for (name, description, bytes) in files {
            let file = add(&mut pdf, name, description, &issued, bytes)?;
            names.extend([Object::string_literal(name), file.into()]);
            associated.push(Object::from(file));
        }
        let embedded = pdf.add_object(dictionary! { "Names" => names });
        let catalog = pdf.catalog_mut()?;
        let listed = catalog.get(b"Names").and_then(Object::as_dict).ok().cloned();
        let mut listed = listed.unwrap_or_default();
        listed.set("EmbeddedFiles", embedded);
        catalog.set("Names", listed);
        catalog.set("AF", associated);
        Ok(Self { bytes: write_with_id(&mut pdf)?, ..self })
    }
}

fn add(
    pdf: &mut Document,
    name: &str,
    description: &str,
    issued: &str,
    bytes: &[u8],
) -> Result<ObjectId, PdfError> {
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let held = dictionary! {
        "Type" => "EmbeddedFile",
        "Subtype" => "application/json",
        "Params" => dictionary! {
            "Size" => size,
            "CreationDate" => Object::string_literal(issued),
            "ModDate" => Object::string_literal(issued),
        },
    };
    let mut stream = Stream::new(held, bytes.to_vec());
    stream.compress()?;
    let stream = pdf.add_object(stream);
    Ok(pdf.add_object(dictionary! {
        "Type" => "Filespec",
        "F" => Object::string_literal(name),
        "UF" => text(name),
        "Desc" => text(description),
        "AFRelationship" => "Data",
        "EF" => dictionary! { "F" => stream, "UF" => stream },
    }))
}

form! {
    /// manifest.json inside report.pdf or randomness.pdf: what the report rests on and what was written with it.
    // It has no time of its own.
    #[schemars(title = "Feltproof manifest")]
    pub Manifest as "feltproof-manifest/1"(
        report: Option<ManifestReport>, inputs: Vec<FileOf>, outputs: &[FileDigest]
    ) {
        report: Option<ManifestReport> = report
            => "Which report; null in a report of shuffle or rng.",
        inputs: Vec<FileOf> = inputs
            => "Engagement file, house file, then each journal and its profile; of shuffle and rng \
                the file that was tested.",
        outputs: Vec<FileOf> = list(outputs) => "Every file written with the PDF.",
    }
}

object! {
    /// Which report a manifest is of.
    ManifestReport(w: &Workpaper) {
        id: Text = (&w.report_id).into() => "Its id.",
        evidence_sha256: Sha256Hex = (&w.evidence_sha256).into()
            => "Digest over everything that it rests on.",
    }
}

/// The other outputs as a manifest states them. `Err`: it is not of its form, or states more than a run can write.
pub fn stated_outputs(manifest: &[u8]) -> Result<Vec<FileDigest>, String> {
    let unread = || format!("{MANIFEST} inside the PDF is not of the form {}", Manifest::NAME);
    let manifest: Value = serde_json::from_slice(manifest).map_err(|_| unread())?;
    let outputs = manifest["outputs"].as_array().filter(|_| manifest["schema"] == Manifest::NAME);
    let output = |output: &Value| {
        let text = |key: &str| output[key].as_str().map(str::to_owned);
        let (file, size_bytes) = (text("file")?, output["size_bytes"].as_u64()?);
        Some(FileDigest { file, sha256: text("sha256")?, size_bytes })
    };
    let outputs = outputs.filter(|outputs| outputs.len() <= OUTPUTS_MAX);
    let outputs = outputs.ok_or_else(unread)?.iter().map(output);
    outputs.collect::<Option<Vec<_>>>().ok_or_else(unread)
}

/// Whether an unsigned PDF is as it was rendered: its `/ID` is the digest of everything else.
#[must_use]
pub fn is_as_rendered(pdf: &[u8]) -> bool {
    const DIGITS: usize = 32;
    let Some(at) = pdf.windows(5).rposition(|window| window == b"/ID[<") else { return false };
    let first = at + 5;
    // Both parts of the identifier are the same, with `><` between them.
    let second = first + DIGITS + 2;
    let (Some(stated), Some(again)) =
        (pdf.get(first..first + DIGITS), pdf.get(second..second + DIGITS))
    else {
        return false;
    };
    let zeros = [b'0'; DIGITS];
    let mut hash = Sha256::new();
    for part in
        [&pdf[..first], &zeros, &pdf[first + DIGITS..second], &zeros, &pdf[second + DIGITS..]]
    {
        hash.update(part);
    }
    let found: String =
        hash.finalize().iter().take(DIGITS / 2).map(|b| format!("{b:02X}")).collect();
    stated == again && stated == found.as_bytes()
}

/// The first page, counted from 1, of which the content is not that of a report made here; `None` when all are the same,
/// or `one` cannot be read within the bounds of the other. `Err`: when `own` is no PDF.
pub fn page_that_differs(one: &[u8], own: &[u8]) -> Result<Option<usize>, String> {
    // What the library makes of a file takes many times its length.
    if one.len() / 2 > own.len() {
        return Ok(None);
    }
    let load = |pdf| {
        Document::load_mem_with_options(
            pdf,
            LoadOptions::with_max_decompressed_size(PAGE_BYTES_MAX),
        )
    };
    let own = load(own).map_err(|e| format!("the PDF cannot be read: {e}"))?;
    let Ok(one) = load(one) else { return Ok(None) };
    let [pages, own_pages] =
        [&one, &own].map(|pdf| pdf.get_pages().into_values().collect::<Vec<_>>());
    let content = |pdf: &Document, page: Option<&ObjectId>| {
        page.map(|page| pdf.get_page_content_with_limit(*page, PAGE_BYTES_MAX).ok())
    };
    let differs =
        |page: &usize| content(&one, pages.get(*page)) != content(&own, own_pages.get(*page));
    Ok((0..pages.len().max(own_pages.len())).find(differs).map(|page| page + 1))
}
