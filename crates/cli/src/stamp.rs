//! Whether a file that was read is still the one that was opened: a report is of whole files, and none of half a file
//! that somebody cut short, replaced or wrote to meanwhile.
//!
//! Size and times are always compared. The digest is, wherever they leave it open: it costs as much as reading the file
//! once more.

use crate::outputs::digest;
use feltproof_model::workpaper::{FileDigest, InputSummary};
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Within so many seconds of being written to, a file may be written to again and keep its time: media such as FAT count
/// in twos.
const TICK_SECONDS: u64 = 2;

/// A file as it was when it was opened.
#[derive(Clone)]
pub(crate) struct Stamp {
    path: PathBuf,
    pub size_bytes: u64,
    state: State,
    /// It was written to so shortly before that its times prove nothing.
    is_fresh: bool,
}

/// What the file system changes with the content of a file.
#[derive(Clone, PartialEq)]
struct State {
    /// Anybody can set it.
    modified: Option<SystemTime>,
    /// Which file has the name, and when it was last changed in any way, which nobody can set; zeros where there is none.
    identity: [i64; 4],
}

impl Stamp {
    pub(crate) fn of(path: &Path, file: &File) -> io::Result<Self> {
        Ok(Self::new(path, &file.metadata()?))
    }

    fn new(path: &Path, about: &Metadata) -> Self {
        let modified = about.modified().ok();
        let age = modified.and_then(|time| SystemTime::now().duration_since(time).ok());
        Self {
            path: path.to_owned(),
            size_bytes: about.len(),
            state: State { modified, identity: identity(about) },
            is_fresh: age.is_none_or(|age| age.as_secs() < TICK_SECONDS),
        }
    }

    /// An error is one sentence: its size or its content is not what was read. Where the file system shows that nothing
    /// wrote to it, it is not read again.
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
        if cfg!(unix) && !self.is_fresh && now.state == self.state {
            return Ok(());
        }
        let (_, sha256) = digest(&self.path).map_err(gone)?;
        if sha256 != read.sha256 {
            let both = format!("SHA-256 {} as it was read, {sha256} now", read.sha256);
            return Err(changed(&format!("{name} ({both})")));
        }
        Ok(())
    }
}

/// Device, number and time of the last change of a file, where there are such.
fn identity(about: &Metadata) -> [i64; 4] {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let [device, number] = [about.dev(), about.ino()].map(u64::cast_signed);
        [device, number, about.ctime(), about.ctime_nsec()]
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        [0; 4]
    }
}

fn changed(what: &str) -> String {
    format!(
        "{what} was changed while it was read; copy it when nothing writes to it, and run it again on the copy"
    )
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
        let aged = || {
            let file = File::options().write(true).open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        };
        let write = |text: &str| fs::write(&path, text).unwrap();
        let stamped = || Stamp::of(&path, &File::open(&path).unwrap()).unwrap();
        write("one");
        let fresh = stamped();
        aged();
        let stamp = stamped();
        assert_eq!((fresh.is_fresh, stamp.is_fresh), (true, false));
        let (size_bytes, sha256) = digest(&path).unwrap();
        let read = FileDigest { file: "hands.csv".to_owned(), sha256, size_bytes };
        assert_eq!(stamp.check(&read), Ok(()));
        let said = |of: &FileDigest| stamp.check(of).unwrap_err();
        // Read while it was shorter, and whole again.
        let half = FileDigest { size_bytes: 2, ..read.clone() };
        assert!(said(&half).contains("3 bytes when it was opened, 2 as it was read, 3 now"));
        write("two");
        assert!(said(&read).contains("as it was read, 3fc4ccfe7458"), "another time");
        aged();
        assert!(said(&read).contains("as it was read, 3fc4ccfe7458"), "the same size and time");
        let alike = Stamp { state: stamped().state, ..fresh };
        assert!(alike.check(&read).is_err(), "written to within a tick of its time");
        write("on");
        assert!(said(&read).contains("(3 bytes when it was opened, 3 as it was read, 2 now)"));
        write("one");
        assert_eq!(stamp.check(&read), Ok(()), "another time, and the content that was read");
        fs::remove_file(&path).unwrap();
        assert!(said(&read).contains("was changed while it was read; copy it"));
    }
}
