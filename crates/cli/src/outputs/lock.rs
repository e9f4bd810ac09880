//! One run at a time into one folder: a lock of the operating system, which goes with the process that holds it.

use crate::clock;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A lock held until it is dropped.
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

/// Why there is none.
pub(super) enum Refused {
    /// Another run holds it: which process, since when.
    Held { by: String },
    /// The file system refuses.
    Trouble(io::Error),
}

impl From<io::Error> for Refused {
    fn from(e: io::Error) -> Self {
        Self::Trouble(e)
    }
}

impl Lock {
    /// Takes the lock of a folder that is made for it. Whoever lets go of it removes file and folder, so that a name is
    /// looked at again once its file is locked. A file left by a run that died is locked by nobody.
    pub(super) fn take(folder: &Path) -> Result<Self, Refused> {
        const TRIES: usize = 100;
        let path = folder.join("lock");
        for _ in 0..TRIES {
            if let Err(e) = fs::create_dir(folder)
                && e.kind() != io::ErrorKind::AlreadyExists
            {
                return Err(e.into());
            }
            // Never through a link that somebody put there.
            if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
                return Err(io::Error::from(io::ErrorKind::NotADirectory).into());
            }
            let mut options = File::options();
            let opened = options.read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = match opened {
                Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                opened => opened?,
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Refused::Held { by: holder(file) }),
                Err(TryLockError::Error(e)) => return Err(e.into()),
            }
            if is_still(&file, &path) {
                // Says who holds it.
                file.set_len(0)?;
                file.rewind()?;
                write!(file, "{}", std::process::id())?;
                return Ok(Self { file, path });
            }
        }
        Err(io::Error::from(io::ErrorKind::ResourceBusy).into())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is held: whoever opened it before sees that the name is gone.
        let _ = fs::remove_file(&self.path);
        if let Some(folder) = self.path.parent() {
            // Stays where something is in it.
            let _ = fs::remove_dir(folder);
        }
        let _ = self.file.unlock();
    }
}

/// Who holds a lock: process and time, as far as the file can be read while it is locked.
fn holder(mut file: File) -> String {
    let mut text = String::new();
    let read = file.read_to_string(&mut text).ok();
    let process = read.and_then(|_| text.trim().parse::<u32>().ok());
    let process =
        process.map_or_else(|| "another process".to_owned(), |id| format!("process {id}"));
    let modified = file.metadata().and_then(|found| found.modified()).ok();
    let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    match since.and_then(|since| i64::try_from(since.as_secs()).ok()) {
        Some(since) => format!("{process}, since {}", clock::utc(since)),
        None => process,
    }
}

/// Whether a name is still that of an open file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

/// Whether a name is still that of an open file: elsewhere, that it is there.
#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> bool {
    path.exists()
}
