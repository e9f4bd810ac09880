//! Earlier reports, by whatever is at hand of them: `report.json`, the folder that holds it, or the PDF with it inside.

use crate::files::{self, Limit};
use feltproof_model::workpaper::FileDigest;
use feltproof_report::{MANIFEST, is_as_rendered, stated_outputs};
use feltproof_seal::{AttachedFile, attached_files, check_attached, is_plain_name, verify_pdf};
use feltproof_verdict::sha256_hex;
use std::path::{Path, PathBuf};

/// What the report is called in a folder and in the PDF.
const NAME: &str = "report.json";
/// The report that states what belongs to it.
const PDF: &str = "report.pdf";

/// Bytes of a manifest: one of hundreds of files has some hundred thousand, and what is made of JSON takes many times more.
const MANIFEST_BYTES_MAX: u64 = 1 << 22;

/// The files inside a report, and what its manifest states.
pub(crate) struct Inside<'p> {
    pub files: Vec<AttachedFile<'p>>,
    /// The other outputs; absent where there is no manifest.
    pub outputs: Option<Vec<FileDigest>>,
}

impl<'p> Inside<'p> {
    /// An error is one sentence: it is no report, a file in it cannot be unpacked, or the manifest is not of its form.
    pub(crate) fn of(pdf: &'p [u8]) -> Result<Self, String> {
        let files = attached_files(pdf)?;
        check_attached(&files)?;
        let manifest = files.iter().find(|file| file.name() == MANIFEST);
        let outputs = manifest.map(|file| stated_outputs(&file.bytes(MANIFEST_BYTES_MAX)?));
        let outputs = outputs.transpose()?;
        let names = outputs.iter().flatten().map(|output| &output.file);
        match names.into_iter().find(|name| !is_plain_name(name)) {
            Some(odd) => Err(format!(
                "{MANIFEST} inside the PDF names {odd:?}, which is no plain name of a file; it is no report of this program"
            )),
            None => Ok(Self { files, outputs }),
        }
    }

    /// report.json, if there is one.
    pub(crate) fn report(&self) -> Result<Option<Vec<u8>>, String> {
        let report = self.files.iter().find(|file| file.name() == NAME);
        report.map(|file| file.bytes(Limit::JSON.bytes_max)).transpose()
    }
}

/// The JSON of an earlier report.
pub(crate) struct EarlierReport {
    /// What its file is called.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl EarlierReport {
    /// An error is one sentence: nothing is there, or the PDF was altered or holds no report.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let place = if path.is_dir() { in_folder(path)? } else { path.to_owned() };
        let bytes = files::read_bytes(&place, &Limit::JSON)?;
        if !bytes.starts_with(b"%PDF") {
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            as_stated_beside(&place, &name, &bytes)?;
            return Ok(Self { name, bytes });
        }
        let shown = place.display();
        Limit::PDF.check(&place, bytes.len() as u64)?;
        // What an altered file says of itself is nothing to compare with. One without a signature has an identifier.
        if let (Err(defect), false) = (verify_pdf(&bytes, &[]).intact, is_as_rendered(&bytes)) {
            return Err(format!("{shown} is not intact: {defect} Ask its issuer for the original"));
        }
        let report = Inside::of(&bytes).and_then(|inside| inside.report());
        let report = report.map_err(|e| format!("{shown}: {e}"))?;
        let bytes = report.ok_or_else(|| {
            format!("{shown} has no {NAME} inside; it is no audit report, or was made by an earlier version")
        })?;
        Ok(Self { name: NAME.to_owned(), bytes })
    }
}

/// A report.json is the one that report.pdf beside it states, if there is such a PDF.
fn as_stated_beside(place: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let pdf = files::read_bytes(&place.with_file_name(PDF), &Limit::PDF).ok();
    let stated = pdf.and_then(|pdf| Inside::of(&pdf).ok()?.outputs).unwrap_or_default();
    let here = sha256_hex(bytes);
    match stated.into_iter().find(|output| output.file == name && output.sha256 != here) {
        Some(stated) => Err(format!(
            "{} is not the one that {PDF} beside it states: SHA-256 {} there, {here} here; name {PDF} itself, which has \
             the original inside",
            place.display(),
            stated.sha256
        )),
        None => Ok(()),
    }
}

fn in_folder(folder: &Path) -> Result<PathBuf, String> {
    let there = [NAME, PDF].map(|name| folder.join(name)).into_iter().find(|file| file.exists());
    there.ok_or_else(|| {
        format!("{} holds neither {NAME} nor {PDF}; name an audit's output", folder.display())
    })
}
