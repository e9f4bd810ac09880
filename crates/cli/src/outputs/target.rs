//! The folder named by `--out`: where it is, and whether it can be replaced as a whole.

use super::disk::is_mount_point;
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
        if fs::symlink_metadata(out).is_ok() {
            let folder = out.canonicalize().map_err(|e| {
                format!("{shown} leads nowhere ({e}); name a folder for the output")
            })?;
            let target = Self { shown: out.to_owned(), folder };
            return match target.refusal() {
                Some(why) => Err(format!("{shown} {why}")),
                None => Ok(target),
            };
        }
        if out.file_name().is_none() {
            return Err(format!("{shown} names no folder; name one for the output"));
        }
        Ok(Self { shown: out.to_owned(), folder: out.to_owned() })
    }

    fn refusal(&self) -> Option<&'static str> {
        let current = std::env::current_dir().and_then(|current| current.canonicalize());
        if !self.folder.is_dir() {
            Some("is a file, not a folder; name a folder for the output")
        } else if self.folder.parent().is_none() {
            Some("is the root of a file system; name a folder in it for the output")
        } else if is_mount_point(&self.folder) {
            Some(
                "is where a file system is mounted, which cannot be replaced as a whole; name a folder in it for \
                 the output",
            )
        } else if current.is_ok_and(|current| current == self.folder) {
            Some(
                "is the current folder, which would be replaced under the feet of whoever stands in it; name a \
                 folder in it for the output",
            )
        } else {
            None
        }
    }

    /// Makes the folders above it; gives those that were not there.
    pub(super) fn make_parents(&mut self) -> Result<Vec<PathBuf>, String> {
        let parent = match self.folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
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
