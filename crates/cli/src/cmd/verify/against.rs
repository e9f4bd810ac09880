//! A report beside the audit run again: is it what these files come to?

#[cfg(test)]
mod tests;

use super::super::audit::{Audited, Wanted, audited};
use crate::Result;
use crate::args::Output;
use crate::opened::Opened;
use crate::outputs::{Bench, Real};
use crate::reports::Inside;
use crate::signing;
use clap::ValueEnum as _;
use feltproof_model::workpaper::{FileDigest, Signer};
use feltproof_report::page_that_differs;
use feltproof_seal::first_difference;
use feltproof_verdict::diff::{Difference, first_difference_of_reports};
use feltproof_wire::{Text, object};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What running the audit again said.
pub(super) struct Against {
    pub engagement: PathBuf,
    /// The first place, of `report.json`, an output or a page, at which the report is not what the audit comes to.
    pub difference: Option<Difference>,
}

impl Against {
    pub(super) fn line(&self) -> String {
        let engagement = self.engagement.display();
        match &self.difference {
            None => format!(
                "{engagement} audited again: every byte of the report but the signature's own is the same"
            ),
            Some(Difference { place, one, other }) => format!(
                "{engagement} audited again: NOT THE SAME. First difference: {place}: the report has {one}, the audit {other}"
            ),
        }
    }
}

object! {
    /// The audit run again.
    pub(super) AuditAgain(against: &Against) {
        engagement: Text = against.engagement.display().to_string().into() => "The engagement.",
        /// Whether everything but the signature is the same.
        same: bool = against.difference.is_none(),
        /// The first difference; null where there is none.
        first_difference: Option<FirstDifference> = against.difference.as_ref().map(FirstDifference::from),
    }

    /// The first difference.
    FirstDifference(d: &Difference) {
        place: Text = (&d.place).into() => "A JSON pointer, a file or a page.",
        report: String = d.one.clone() => "What the report has.",
        audit: String = d.other.clone() => "What the audit has.",
    }
}

/// The signed report, taken apart.
pub(super) struct Stated<'a> {
    pub pdf: &'a [u8],
    /// The fingerprint of the certificate that signed it.
    pub fingerprint: Option<&'a str>,
    pub inside: &'a Inside<'a>,
}

impl Stated<'_> {
    fn outputs(&self) -> &[FileDigest] {
        self.inside.outputs.as_deref().unwrap_or_default()
    }
}

/// Runs the audit again at the time and for the signer that the report states, and compares everything.
pub(super) fn against(
    engagement: &Path,
    previous: Option<&Path>,
    stated: &Stated<'_>,
) -> Result<Against> {
    let json = stated.inside.report()?;
    let json = json.ok_or(
        "the report has no report.json inside, so that it cannot be compared with an audit; it was made by an earlier \
         version, or is no audit report",
    )?;
    let report: Value = serde_json::from_slice(&json)
        .map_err(|e| format!("report.json inside the report cannot be read: {e}"))?;
    let issued_unix = report["report"]["issued_unix"].as_i64();
    let issued_unix =
        issued_unix.ok_or("report.json inside the report states no report.issued_unix")?;
    let scratch = Scratch::new()?;
    let bench = Bench::new(scratch.0.clone(), Arc::new(Real));
    let named = |name: &str| stated.outputs().iter().any(|file| file.file == name);
    let outputs: Vec<Output> =
        Output::value_variants().iter().copied().filter(|output| named(output.file())).collect();
    let signer = signer(&report);
    let wanted = Wanted { outputs: &outputs, quiet: true, issued_unix, signer };
    let found = audited(Opened::after(engagement, previous)?, &bench, wanted)?;
    let difference = compare(stated, &json, &report, &found)?;
    Ok(Against { engagement: engagement.to_owned(), difference })
}

/// Who signs, as the report states.
fn signer(report: &Value) -> Option<Signer> {
    let signer = report.get("signer").filter(|signer| !signer.is_null())?;
    let is = |key: &str| signer[key].as_bool().unwrap_or_default();
    Some(Signer {
        subject: signer["subject"].as_str().unwrap_or_default().to_owned(),
        fingerprint: signer["certificate_sha256"].as_str().unwrap_or_default().to_owned(),
        created_now: is("created_now"),
        local: is("local"),
    })
}

/// The first difference: what the report says, who signed it, the other outputs, the pages, and every other byte.
fn compare(
    stated: &Stated<'_>,
    json: &[u8],
    report: &Value,
    found: &Audited,
) -> Result<Option<Difference>> {
    let differs = |place: &str, one: &str, other: &str| {
        Some(Difference { place: place.into(), one: one.into(), other: other.into() })
    };
    if json != found.json {
        let again: Value = serde_json::from_slice(&found.json)?;
        let difference = first_difference_of_reports(report, &again);
        return Ok(
            difference.or_else(|| differs("the way report.json is written", "one", "another"))
        );
    }
    let named = report["signer"]["certificate_sha256"].as_str();
    if named != stated.fingerprint {
        let by = stated.fingerprint.unwrap_or("none");
        let other = format!("is compared with the signature, which is by {by}");
        return Ok(differs("/signer/certificate_sha256", named.unwrap_or("none"), &other));
    }
    if let Some(difference) = outputs(stated.outputs(), &found.workpaper.outputs) {
        return Ok(Some(difference));
    }
    let pdf = found.pdf()?;
    let widget = signing::widget(&pdf);
    let Some(byte) = first_difference(stated.pdf, &pdf.bytes, Some(&widget))? else {
        return Ok(None);
    };
    let page = page_that_differs(stated.pdf, &pdf.bytes)?;
    let place =
        page.map_or_else(|| format!("byte {byte} of the PDF"), |page| format!("page {page}"));
    Ok(differs(&place, "one content", "another"))
}

/// The first output that is not the same.
fn outputs(stated: &[FileDigest], found: &[FileDigest]) -> Option<Difference> {
    let of = |list: &[FileDigest], name: &str| match list.iter().find(|file| file.file == name) {
        Some(file) => format!("{} bytes with SHA-256 {}", file.size_bytes, file.sha256),
        None => "no such file".to_owned(),
    };
    let names = stated.iter().chain(found).map(|file| file.file.as_str());
    let mut both = names.map(|name| Difference {
        place: name.to_owned(),
        one: of(stated, name),
        other: of(found, name),
    });
    both.find(|of| of.one != of.other)
}

/// A folder of this run alone, removed with all in it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, String> {
        let folder = std::env::temp_dir();
        let mut trouble = String::new();
        for number in 0..100_u8 {
            let path = folder.join(format!("feltproof-{}-{number}", std::process::id()));
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            {
                use std::os::unix::fs::DirBuilderExt as _;
                builder.mode(0o700);
            }
            match builder.create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(e) => trouble = format!("{} cannot be made: {e}", path.display()),
            }
        }
        Err(format!("{trouble}; set TMPDIR to a folder with room"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
