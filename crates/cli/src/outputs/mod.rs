//! The outputs of a run, which are one: they appear together or not at all.
//!
//! They are made in a folder beside the output folder, written to the medium, and put in place by one step that every
//! reader sees whole: a rename where there is no folder yet, an exchange of the two folders where there is one. Where a
//! system cannot exchange, the earlier folder is set aside first and set back if the new one cannot take its place.
//! Beside `reports/out` that folder is `reports/.out.feltproof`; it holds
//!
//! - `lock`: held by the run, so that a second one is told;
//! - `new`: the folder in the making, and after the exchange the earlier one, until it is removed;
//! - `old`: the earlier folder where it had to be set aside.
//!
//! What a run that died leaves there is cleared by the next.

mod disk;
#[cfg(test)]
mod failing;
mod held;
mod kind;
mod lock;
mod pending;
mod target;
#[cfg(test)]
mod tests;

pub(crate) use disk::{Disk, Real};
#[cfg(test)]
pub(crate) use failing::Failing;
pub(crate) use held::digest;
pub(crate) use kind::Kind;
pub(crate) use pending::{Bench, Pending};
pub(crate) use target::Target;

use crate::files;
use feltproof_model::workpaper::FileDigest;
use held::Held;
use lock::{Lock, Refused};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A run that holds its output folder, and makes its files beside it.
pub(crate) struct Stage {
    kind: &'static Kind,
    target: Target,
    disk: Arc<dyn Disk>,
    bench: Bench,
    /// The folders above the output folder that were made for it, the highest first.
    made: Vec<PathBuf>,
    earlier: Option<Held>,
    lock: Option<Lock>,
}

impl Stage {
    /// Takes hold of an output folder. Nothing in it is touched before [`Stage::place`].
    pub(crate) fn new(
        kind: &'static Kind,
        mut target: Target,
        disk: Arc<dyn Disk>,
    ) -> Result<Self, String> {
        let made = target.make_parents()?;
        let beside = target.beside();
        let lock = Lock::take(&beside).map_err(|refused| {
            remove_empty(&made);
            match refused {
                Refused::Held { by } => format!(
                    "{} is being written by another run ({by}); wait until it has ended, or choose another --out",
                    target.shown().display()
                ),
                Refused::Trouble(e) => format!(
                    "{}, in which the report is made, cannot be made and locked: {e}; choose another --out",
                    beside.display()
                ),
            }
        })?;
        let bench = Bench::new(beside.join("new"), disk.clone());
        let stage = Self { kind, target, disk, bench, made, earlier: None, lock: Some(lock) };
        stage.recover().map_err(|e| stage.trouble(&e))?;
        Ok(stage)
    }

    /// Clears what a run that died has left, and sets back an earlier report that it had set aside.
    fn recover(&self) -> io::Result<()> {
        let (folder, old) = (self.target.folder(), self.old());
        if old.exists() && !folder.exists() {
            self.disk.rename(&old, folder)?;
        }
        self.clear()?;
        self.disk.make_folder(self.bench.folder())
    }

    /// Refuses a folder that holds anything but an earlier report as it was written.
    pub(crate) fn look(&mut self, replace: bool) -> Result<(), String> {
        let folder = self.target.folder();
        if !folder.exists() {
            return Ok(());
        }
        let held = held::look(folder)?;
        let refusal = held.refusal(self.kind, (folder, self.target.shown()), replace);
        self.earlier = Some(held);
        refusal.map_or(Ok(()), Err)
    }

    /// Where the files are made.
    pub(crate) fn bench(&self) -> &Bench {
        &self.bench
    }

    /// The record is read-only: refuses an input that lies in the folder that the run replaces.
    pub(crate) fn spare(&self, input: &Path) -> Result<(), String> {
        // Where it is, and where its name is: either would go with the folder.
        let is_in =
            |place: Option<PathBuf>| place.is_some_and(|p| p.starts_with(self.target.folder()));
        let folder = files::folder_of(input).canonicalize().ok();
        let name = folder.and_then(|folder| Some(folder.join(input.file_name()?)));
        if is_in(input.canonicalize().ok()) || is_in(name) {
            return Err(format!(
                "{} is an input of this run and lies in {}, which the report would replace as a whole; choose another --out",
                input.display(),
                self.target.shown().display()
            ));
        }
        Ok(())
    }

    /// Puts the finished files in place, all in one step.
    pub(crate) fn place(self, files: &[FileDigest]) -> Result<(), String> {
        let (new, folder) = (self.bench.folder(), self.target.folder());
        self.complete(files)?;
        match &self.earlier {
            Some(earlier) if folder.exists() => {
                if held::look(folder)? != *earlier {
                    return Err(format!(
                        "{} was changed meanwhile, and is left as it is; look what was changed there, and run this \
                         again",
                        self.target.shown().display()
                    ));
                }
                self.replace()
            }
            // Nothing was there, or somebody removed it meanwhile; what is there by now is not replaced.
            _ => self.disk.rename(new, folder),
        }
        .map_err(|e| self.trouble(&e))?;
        let kept = folder.parent().map_or(Ok(()), |parent| self.disk.sync_folder(parent));
        let removed = self.clear();
        kept.and(removed).map_err(|e| {
            format!(
                "the report is whole in {}, but what comes after failed: {e}; see that the disk is sound and that \
                 nothing is left in {}",
                self.target.shown().display(),
                self.target.beside().display()
            )
        })
    }

    /// Sees that the new folder holds these files and nothing else, and that they are on the medium.
    fn complete(&self, files: &[FileDigest]) -> Result<(), String> {
        let new = self.bench.folder();
        let synced = self.disk.sync_folder(new);
        let like = match &self.earlier {
            Some(_) if self.target.folder().exists() => self.disk.like(new, self.target.folder()),
            _ => Ok(()),
        };
        let there = synced.and(like).and_then(|()| fs::read_dir(new));
        match (files.len(), there.map_err(|e| self.trouble(&e))?.count()) {
            (made, there) if made == there => Ok(()),
            (made, there) => {
                Err(format!("{made} files were made and {there} are there; run this again"))
            }
        }
    }

    /// The new folder in place of the one that is there.
    fn replace(&self) -> io::Result<()> {
        let (new, folder, old) = (self.bench.folder(), self.target.folder(), self.old());
        match self.disk.exchange(new, folder) {
            Err(e) if e.kind() == io::ErrorKind::Unsupported => {}
            done => return done,
        }
        self.disk.rename(folder, &old)?;
        self.disk.rename(new, folder).map_err(|e| match self.disk.rename(&old, folder) {
            Ok(()) => e,
            Err(back) => io::Error::other(format!(
                "{e}, and the earlier report, which is in {}, could not be set back: {back}; the next run does",
                old.display()
            )),
        })
    }

    /// Removes the folder that is no longer in place.
    fn clear(&self) -> io::Result<()> {
        for left in [self.bench.folder(), &self.old()] {
            if left.exists() {
                self.disk.remove(left)?;
            }
        }
        Ok(())
    }

    fn old(&self) -> PathBuf {
        self.target.beside().join("old")
    }

    fn trouble(&self, e: &io::Error) -> String {
        format!("the report cannot be put in place as {}: {e}", self.target.shown().display())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // A run that failed has said so; what cannot be cleared now is cleared by the next.
        let is_there = self.target.folder().exists();
        let _ = if is_there { self.clear() } else { self.disk.remove(self.bench.folder()) };
        drop(self.lock.take());
        if !is_there {
            remove_empty(&self.made);
        }
    }
}

/// Removes folders that nothing is in, the last first.
fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
