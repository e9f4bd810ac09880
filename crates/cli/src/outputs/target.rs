//! The folder named by `--out`: where it is, and whether it can be replaced as a whole.

use super::disk::is_mount_point;
use crate::files;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An output folder.
pub(crate) struct Target {
    /// As it was typed.
    shown: PathBuf,
    /// Where it is: behind every link, so that a link to a folder stays one.
    folder: PathBuf,
}

impl Target {
    /// Refuses what cannot be replaced as a whole.
    pub(crate) fn new(out: &Path) -> Result<Self, String> {
        let shown = out.display();
        let mut folder = out.to_owned();
        if fs::symlink_metadata(out).is_ok() {
            folder = out.canonicalize().map_err(|e| {
                format!("{shown} leads nowhere ({e}); name a folder for the output")
            })?;
            refusal(&folder).map_or(Ok(()), |why| Err(format!("{shown} {why} for the output")))?;
        } else if out.file_name().is_none() {
            return Err(format!("{shown} names no folder; name one for the output"));
        }
        Ok(Self { shown: out.to_owned(), folder })
    }

    /// Makes the folders above it; gives those that were not there.
    pub(super) fn make_parents(&mut self) -> Result<Vec<PathBuf>, String> {
        let parent = files::folder_of(&self.folder).to_owned();
        let missing = parent.ancestors().take_while(|a| !a.as_os_str().is_empty() && !a.exists());
        let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        missing.reverse();
        let trouble = |e: io::Error| format!("folder {} cannot be made: {e}", parent.display());
        fs::create_dir_all(&parent).map_err(trouble)?;
        let parent = parent.canonicalize().map_err(trouble)?;
        if let Some(name) = self.folder.file_name() {
            self.folder = parent.join(name);
        }
        Ok(missing)
    }

    /// As it was typed.
    pub(super) fn shown(&self) -> &Path {
        &self.shown
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder beside it in which a run works.
    pub(super) fn beside(&self) -> PathBuf {
        let mut name = OsString::from(".");
        name.push(self.folder.file_name().unwrap_or_default());
        name.push(".feltproof");
        self.folder.with_file_name(name)
    }
}

/// Why a folder that is there cannot be replaced as a whole.
fn refusal(folder: &Path) -> Option<&'static str> {
    let current = std::env::current_dir().and_then(|current| current.canonicalize());
    if !folder.is_dir() {
        Some("is a file, not a folder; name a folder")
    } else if folder.parent().is_none() {
        Some("is the root of a file system; name a folder in it")
    } else if is_mount_point(folder) {
        Some(
            "is where a file system is mounted, which cannot be replaced as a whole; name a folder in it",
        )
    } else if current.is_ok_and(|current| current == folder) {
        Some(
            "is the current folder, which would be replaced under the feet of whoever stands in it; name a folder in it",
        )
    } else {
        None
    }
}
