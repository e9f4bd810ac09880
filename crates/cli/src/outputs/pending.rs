//! A file in the making, in a folder that nobody reads yet.

use super::disk::Disk;
use crate::files;
use feltproof_model::workpaper::FileDigest;
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder in which the files of a run are made.
pub(crate) struct Bench {
    folder: PathBuf,
    disk: Arc<dyn Disk>,
}

impl Bench {
    pub(crate) fn new(folder: PathBuf, disk: Arc<dyn Disk>) -> Self {
        Self { folder, disk }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts a file.
    pub(crate) fn file(&self, name: &str) -> Result<Pending, String> {
        let path = self.folder.join(name);
        let file = self.disk.create(&path).map_err(|e| cannot(name, &e))?;
        let bytes = Bytes { file, disk: self.disk.clone(), count: 0, hash: Sha256::new() };
        Ok(Pending { name: name.to_owned(), path, out: BufWriter::with_capacity(1 << 18, bytes) })
    }

    /// Starts a file that holds these bytes.
    pub(crate) fn holding(&self, name: &str, bytes: &[u8]) -> Result<Pending, String> {
        let mut pending = self.file(name)?;
        pending.write_all(bytes).map_err(|e| cannot(name, &e))?;
        Ok(pending)
    }
}

fn cannot(name: &str, e: &io::Error) -> String {
    format!("{name} cannot be written: {e}")
}

/// A file being written.
pub(crate) struct Pending {
    name: String,
    path: PathBuf,
    out: BufWriter<Bytes>,
}

/// What goes to the file is counted and digested on its way.
struct Bytes {
    file: File,
    disk: Arc<dyn Disk>,
    count: u64,
    hash: Sha256,
}

impl Pending {
    /// Returns when the file is whole and on the medium, with what identifies it.
    pub(crate) fn finish(mut self) -> Result<FileDigest, String> {
        self.out.flush().map_err(|e| cannot(&self.name, &e))?;
        let bytes = self.out.get_ref();
        bytes.disk.sync(&bytes.file).map_err(|e| cannot(&self.name, &e))?;
        let sha256 = feltproof_verdict::hex(&bytes.hash.clone().finalize());
        Ok(FileDigest { file: self.name, sha256, size_bytes: bytes.count })
    }

    /// Gives what was written back for reading, and removes the file's name.
    pub(crate) fn into_spool(mut self) -> Result<File, String> {
        let trouble = |e: io::Error| format!("{} cannot be read back: {e}", self.name);
        self.out.flush().map_err(|e| cannot(&self.name, &e))?;
        let spool = files::regular(&self.path).map_err(trouble)?;
        // What is open stays readable.
        std::fs::remove_file(&self.path).map_err(trouble)?;
        Ok(spool)
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.disk.write(&mut self.file, bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        self.count += u64::try_from(written).unwrap_or_default();
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
