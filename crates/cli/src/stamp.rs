//! Whether a file that was read is still the one that was opened: a report is of whole files, and none of half a file
//! that somebody cut short, replaced or wrote to meanwhile.

use crate::outputs::digest;
use feltproof_model::workpaper::{FileDigest, InputSummary};
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file as it was when it was opened.
#[derive(Clone)]
pub(crate) struct Stamp {
    path: PathBuf,
    pub size_bytes: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub(crate) fn of(path: &Path, file: &File) -> io::Result<Self> {
        Ok(Self::new(path, &file.metadata()?))
    }

    fn new(path: &Path, about: &Metadata) -> Self {
        Self { path: path.to_owned(), size_bytes: about.len(), modified: about.modified().ok() }
    }

    /// An error is one sentence: its size, its time or its content is not what was read.
    pub(crate) fn check(&self, read: &FileDigest) -> Result<(), String> {
        let name = self.path.display();
        let gone = |e: io::Error| changed(&format!("{name} (which cannot be read any more: {e})"));
        let now = Self::new(&self.path, &fs::metadata(&self.path).map_err(gone)?);
        let (then, size_bytes) = (self.size_bytes, now.size_bytes);
        if then != size_bytes || read.size_bytes != size_bytes {
            let had =
                format!("{then} bytes when it was opened, {} as it was read", read.size_bytes);
            return Err(changed(&format!("{name} ({had}, {size_bytes} now)")));
        }
        if now.modified != self.modified {
            return Err(changed(&format!("{name} (by the time at which it was last written to)")));
        }
        let (_, sha256) = digest(&self.path).map_err(gone)?;
        if sha256 != read.sha256 {
            let both = format!("SHA-256 {} as it was read, {sha256} now", read.sha256);
            return Err(changed(&format!("{name} ({both})")));
        }
        Ok(())
    }
}

fn changed(what: &str) -> String {
    format!("{what} was changed while it was read; run it again when nothing writes to it")
}

/// Compares every journal with what was read of it. Sheets of one workbook are one file.
pub(crate) fn check_all(stamps: &[Stamp], inputs: &[InputSummary]) -> Result<(), String> {
    let pairs = stamps.iter().zip(inputs);
    let files: BTreeMap<_, _> = pairs.map(|(stamp, input)| (&stamp.path, (stamp, input))).collect();
    files.into_values().try_for_each(|(stamp, input)| stamp.check(&input.digest))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

    use super::*;

    #[test]
    fn a_file_that_was_cut_replaced_or_overwritten_is_noticed() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("hands.csv");
        let write = |text: &str| {
            fs::write(&path, text).unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        };
        write("one");
        let stamp = Stamp::of(&path, &File::open(&path).unwrap()).unwrap();
        let (size_bytes, sha256) = digest(&path).unwrap();
        let read = FileDigest { file: "hands.csv".to_owned(), sha256, size_bytes };
        assert_eq!(stamp.check(&read), Ok(()));
        let said = |of: &FileDigest| stamp.check(of).unwrap_err();
        // Read while it was shorter, and whole again.
        let half = FileDigest { size_bytes: 2, ..read.clone() };
        assert!(said(&half).contains("3 bytes when it was opened, 2 as it was read, 3 now"));
        write("two");
        assert!(said(&read).contains("as it was read, 3fc4ccfe7458"), "the same size and time");
        write("on");
        assert!(said(&read).contains("(3 bytes when it was opened, 3 as it was read, 2 now)"));
        fs::write(&path, "one").unwrap();
        assert!(said(&read).contains("by the time at which it was last written to"));
        fs::remove_file(&path).unwrap();
        assert!(said(&read).contains("was changed while it was read; run it again"));
    }
}
