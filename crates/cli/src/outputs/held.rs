//! What the output folder holds before a run: nothing, an earlier report as it was written, or what must not be lost.

use super::Kind;
use crate::files::{self, Limit};
use crate::reports::Inside;
use feltproof_model::workpaper::FileDigest;
use feltproof_report::is_as_rendered;
use feltproof_seal::{Defect, verify_pdf};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// What file browsers leave in a folder that somebody looked at.
const OF_BROWSERS: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];
/// How many names a sentence has.
const NAMED: usize = 5;

/// A folder as it was found: name, length and time of each entry.
#[derive(PartialEq, Eq)]
pub(super) struct Held(Vec<(String, u64, Option<SystemTime>)>);

/// Looks at a folder that a report is to replace.
pub(super) fn look(folder: &Path) -> Result<Held, String> {
    let trouble = |e: io::Error| format!("folder {} cannot be read: {e}", folder.display());
    let mut held = Vec::new();
    for entry in fs::read_dir(folder).map_err(trouble)? {
        let entry = entry.map_err(trouble)?;
        let found = fs::symlink_metadata(entry.path()).map_err(trouble)?;
        let mut name = entry.file_name().to_string_lossy().into_owned();
        if found.is_dir() {
            name.push_str(" (a folder)");
        } else if !found.is_file() {
            name.push_str(" (a link)");
        }
        if OF_BROWSERS.contains(&name.as_str()) {
            continue;
        }
        held.push((name, found.len(), found.modified().ok()));
    }
    held.sort();
    Ok(Held(held))
}

impl Held {
    /// The sentence that refuses to replace what is there.
    pub(super) fn refusal(
        &self,
        kind: &Kind,
        (folder, shown): (&Path, &Path),
        replace: bool,
    ) -> Option<String> {
        let own: Vec<&str> = self.0.iter().map(|(name, ..)| name.as_str()).collect();
        let foreign: Vec<&str> = own.iter().copied().filter(|name| !kind.writes(name)).collect();
        let (run, pdf) = (kind.run, kind.pdf);
        let holds = |names: &[&str], why: &str| {
            Some(format!("{} holds {}, {why}", shown.display(), listed(names)))
        };
        if !foreign.is_empty() {
            let why = "the folder of a report is replaced as a whole, so nothing was written: choose another --out, or \
                       move that away";
            return holds(&foreign, &format!("which no {run} writes; {why}"));
        }
        if replace {
            return None;
        }
        let (changed, undetermined) = changed(folder, pdf, &own);
        let remedy = "nothing was written: choose another --out, keep that elsewhere, or let it be replaced with \
                      --replace";
        if !changed.is_empty() {
            return holds(&changed, &format!("changed since the {run} that wrote it; {remedy}"));
        }
        let why = format!(
            "of which no {pdf} there states the SHA-256, so that it may have been changed since it was written; {remedy}"
        );
        if undetermined.is_empty() { None } else { holds(&undetermined, &why) }
    }
}

fn listed(names: &[&str]) -> String {
    let (some, more) = names.split_at(names.len().min(NAMED));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    some.join(", ") + &more
}

/// Of the outputs in a folder those that are not as they were written, and those of which that cannot be told.
fn changed<'n>(folder: &Path, report: &str, own: &[&'n str]) -> (Vec<&'n str>, Vec<&'n str>) {
    let pdf = files::read_bytes(&folder.join(report), &Limit::PDF).ok();
    let stated = pdf.as_deref().and_then(|pdf| Inside::of(pdf).ok()?.outputs);
    let (mut changed, mut undetermined) = (Vec::new(), Vec::new());
    for name in own {
        let stated = stated.as_ref().map(|all| all.iter().find(|output| output.file == *name));
        match (*name, stated) {
            (name, _) if name == report && pdf.as_deref().is_some_and(is_as_written) => {}
            (name, _) if name == report => changed.push(name),
            (_, None) => undetermined.push(*name),
            (_, Some(Some(stated))) if is_stated(&folder.join(name), stated) => {}
            (_, Some(_)) => changed.push(*name),
        }
    }
    (changed, undetermined)
}

/// Whether a report is the one that was written: by its signature, or by the identifier of one that has none. One that was
/// approved since is not: a second person's signature must not be lost unasked.
fn is_as_written(pdf: &[u8]) -> bool {
    let found = verify_pdf(pdf, &[]);
    match found.intact {
        Ok(()) => found.approval.is_none(),
        Err(Defect::Unsigned(_)) => is_as_rendered(pdf),
        Err(_) => false,
    }
}

fn is_stated(path: &Path, stated: &FileDigest) -> bool {
    digest(path).is_ok_and(|(bytes, sha256)| bytes == stated.size_bytes && sha256 == stated.sha256)
}

/// Length and SHA-256 of a file.
pub(crate) fn digest(path: &Path) -> io::Result<(u64, String)> {
    let mut hash = Hash(Sha256::new());
    let bytes = io::copy(&mut files::regular(path)?, &mut hash)?;
    Ok((bytes, feltproof_verdict::hex(&hash.0.finalize())))
}

struct Hash(Sha256);

impl io::Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
