//! The bytes of a journal, counted as they are read.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that counts what is read of it, for progress.
pub(crate) struct Counted {
    pub file: File,
    pub read: Arc<AtomicU64>,
}

/// The bytes of a journal, whatever it is.
pub(crate) type Input = Box<dyn Read + Send>;

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.file.read(buffer)?;
        self.read.fetch_add(u64::try_from(n).unwrap_or(0), Ordering::Relaxed);
        Ok(n)
    }
}
