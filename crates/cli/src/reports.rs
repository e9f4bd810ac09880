//! Earlier reports, by whatever is at hand of them: `report.json`, the folder that holds it, or the PDF with it inside.

use crate::files;
use feltproof_report::{enclosed_files, enclosed_outputs, is_as_rendered};
use feltproof_seal::verify_pdf;
use feltproof_verdict::sha256_hex;
use std::path::{Path, PathBuf};

/// What the report is called in a folder and in the PDF.
const NAME: &str = "report.json";
/// The report that states what belongs to it.
const PDF: &str = "report.pdf";

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
        let bytes = files::read_bytes(&place)?;
        if !bytes.starts_with(b"%PDF") {
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            as_stated_beside(&place, &name, &bytes)?;
            return Ok(Self { name, bytes });
        }
        let shown = place.display();
        // What an altered file says of itself is nothing to compare with. One without a signature has an identifier.
        if let (Err(defect), false) = (verify_pdf(&bytes, &[]).intact, is_as_rendered(&bytes)) {
            return Err(format!("{shown} is not intact: {defect} Ask its issuer for the original"));
        }
        let inside = enclosed_files(&bytes).map_err(|e| format!("{shown}: {e}"))?;
        let report = inside.into_iter().find(|file| file.name == NAME);
        let report = report.ok_or_else(|| {
            format!("{shown} has no {NAME} inside; it is no audit report, or was made by an earlier version")
        })?;
        Ok(Self { name: report.name, bytes: report.bytes })
    }
}

/// A report.json is the one that report.pdf beside it states, if there is such a PDF.
fn as_stated_beside(place: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let pdf = std::fs::read(place.with_file_name(PDF)).ok();
    let stated = pdf.and_then(|pdf| enclosed_outputs(&pdf).ok().flatten()).unwrap_or_default();
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
