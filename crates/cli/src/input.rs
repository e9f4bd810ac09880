//! The bytes of a journal, counted as they are read.

use indicatif::ProgressBar;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// A file that counts what is read of it, for progress.
pub(crate) struct Counted {
    pub file: File,
    pub bar: ProgressBar,
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
        self.file.read(buffer).inspect(|read| self.bar.inc(*read as u64))
    }
}
