//! The files inside the report: `report.json`, and the manifest of what the report rests on and what was written with it.
//!
//! They are associated files of the document, as PDF 2.0 and PDF/A-3 have them: listed by name for a reader, and named by
//! the catalog. The signature covers them like everything else, so that whoever has the PDF can prove every other output.

use super::RenderedPdf;
use super::finish::write_with_id;
use super::objects::{pdf_date, text};
use crate::error::PdfError;
use crate::json::pretty;
use crate::randomness::RandomnessMeta;
use feltproof_model::Timestamp;
use feltproof_model::workpaper::{FileDigest, Workpaper};
use feltproof_wire::{FileOf, Form as _, Sha256Hex, Text, form, list, object};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const MANIFEST: &str = "manifest.json";
const REPORT: &str = "report.json";
const RANDOMNESS: &str = "randomness.json";
/// A file inside a report is not read beyond this: a small PDF may unpack to more than there is memory.
const BYTES_MAX: usize = 1 << 30;

/// A file inside a PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosedFile {
    /// Its plain name.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

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

/// The files inside a report that was made here. `Err`: when it is no PDF, or a file in it cannot be
/// unpacked or has no plain name.
pub fn enclosed_files(pdf: &[u8]) -> Result<Vec<EnclosedFile>, String> {
    let pdf = Document::load_mem(pdf).map_err(|e| format!("the PDF cannot be read: {e}"))?;
    let mut files = Vec::new();
    for pair in listed(&pdf).unwrap_or_default().chunks_exact(2) {
        let [name, file] = pair else { continue };
        let name = name.as_str().map(|name| String::from_utf8_lossy(name).into_owned());
        let name = name.map_err(|_| "a file inside the PDF has no name".to_owned())?;
        if !is_plain(&name) {
            return Err(format!(
                "a file inside the PDF is called {name:?}, which is no plain name"
            ));
        }
        let held = held(&pdf, file).and_then(|stream| match stream.filters() {
            Ok(_) => stream.decompressed_content_with_limit(BYTES_MAX).ok(),
            Err(_) => Some(stream.content.clone()),
        });
        let bytes = held.ok_or_else(|| format!("{name} inside the PDF cannot be unpacked"))?;
        files.push(EnclosedFile { name, bytes });
    }
    Ok(files)
}

/// Names and file specifications in turn, as the catalog lists them.
fn listed(pdf: &Document) -> Option<Vec<Object>> {
    let names = pdf.get_dict_in_dict(pdf.catalog().ok()?, b"Names").ok()?;
    let files = pdf.get_dict_in_dict(names, b"EmbeddedFiles").ok()?;
    let (_, list) = pdf.dereference(files.get(b"Names").ok()?).ok()?;
    list.as_array().ok().cloned()
}

fn held<'p>(pdf: &'p Document, file: &'p Object) -> Option<&'p Stream> {
    let (_, file) = pdf.dereference(file).ok()?;
    let file: &Dictionary = file.as_dict().ok()?;
    let held = pdf.get_dict_in_dict(file, b"EF").ok()?;
    let (_, stream) = pdf.dereference(held.get(b"F").ok()?).ok()?;
    stream.as_stream().ok()
}

/// Whether a name names a file in a folder, and nothing above or below it.
fn is_plain(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
    !name.is_empty() && !name.starts_with('.') && !name.contains(is_odd)
}

/// The other outputs as the manifest inside a report states them; `None` where there is no
/// manifest. `Err`: when the PDF or its manifest cannot be read.
pub fn enclosed_outputs(pdf: &[u8]) -> Result<Option<Vec<FileDigest>>, String> {
    let files = enclosed_files(pdf)?;
    let Some(manifest) = files.iter().find(|file| file.name == MANIFEST) else { return Ok(None) };
    let unread = || format!("{MANIFEST} inside the PDF is not of the form {}", Manifest::NAME);
    let manifest: Value = serde_json::from_slice(&manifest.bytes).map_err(|_| unread())?;
    let outputs = manifest["outputs"].as_array().filter(|_| manifest["schema"] == Manifest::NAME);
    let output = |output: &Value| {
        let text = |key: &str| output[key].as_str().map(str::to_owned);
        let (file, size_bytes) = (text("file")?, output["size_bytes"].as_u64()?);
        is_plain(&file).then_some(FileDigest { file, sha256: text("sha256")?, size_bytes })
    };
    let outputs = outputs.ok_or_else(unread)?.iter().map(output);
    outputs.collect::<Option<Vec<_>>>().map(Some).ok_or_else(unread)
}

/// Whether an unsigned PDF is as it was rendered: its `/ID` is the digest of everything else.
#[must_use]
pub fn is_as_rendered(pdf: &[u8]) -> bool {
    const DIGITS: usize = 32;
    let Some(at) = pdf.windows(5).rposition(|window| window == b"/ID[<") else { return false };
    let mut without = pdf.to_vec();
    let first = at + 5;
    let Some(stated) = pdf.get(first..first + DIGITS) else { return false };
    // Both parts of the identifier are the same, with `><` between them.
    for start in [first, first + DIGITS + 2] {
        match without.get_mut(start..start + DIGITS) {
            Some(digits) if digits == stated => digits.fill(b'0'),
            _ => return false,
        }
    }
    let found: String =
        Sha256::digest(&without).iter().take(DIGITS / 2).map(|b| format!("{b:02X}")).collect();
    stated == found.as_bytes()
}

/// The first page, counted from 1, whose content is not the same in two reports; `None` when all
/// are. `Err`: when one of them is no PDF.
pub fn page_that_differs(one: &[u8], other: &[u8]) -> Result<Option<usize>, String> {
    let load = |pdf| Document::load_mem(pdf).map_err(|e| format!("the PDF cannot be read: {e}"));
    let (one, other) = (load(one)?, load(other)?);
    let content = |pdf: &Document| -> Vec<Vec<u8>> {
        pdf.get_pages().into_values().map(|page| pdf.get_page_content(page)).collect()
    };
    let (one, other) = (content(&one), content(&other));
    let pages = one.len().max(other.len());
    Ok((0..pages).find(|page| one.get(*page) != other.get(*page)).map(|page| page + 1))
}
