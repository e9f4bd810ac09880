//! One input read once, in blocks: hashed on the way, whatever its length, from a file or from
//! standard input (`-`).

use crate::progress;
use feltproof_model::workpaper::FileDigest;
use indicatif::ProgressBar;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Bytes that are read at a time and given to one thread.
pub(crate) const BLOCK_BYTES: usize = 1 << 21;

pub(crate) struct Input {
    name: String,
    reader: Box<dyn Read>,
    hasher: Sha256,
    bytes: u64,
    bar: ProgressBar,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path, doing: &'static str) -> Result<Self, String> {
        let trouble = |e: std::io::Error| format!("{} cannot be read: {e}", path.display());
        let (name, reader, size): (_, Box<dyn Read>, u64) = if path == Path::new("-") {
            ("standard input".to_owned(), Box::new(std::io::stdin()), 0)
        } else {
            let file = File::open(path).map_err(trouble)?;
            let about = file.metadata().map_err(trouble)?;
            if about.is_dir() {
                return Err(format!(
                    "{} is a folder; name a file, or - for standard input",
                    path.display()
                ));
            }
            (path.display().to_string(), Box::new(file), about.len())
        };
        let bar = progress::over_bytes(size);
        bar.set_message(doing);
        Ok(Self { name, reader, hasher: Sha256::new(), bytes: 0, bar })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Reads until `buffer` holds `want` bytes or the input ends.
    pub(crate) fn fill(&mut self, buffer: &mut Vec<u8>, want: usize) -> Result<(), String> {
        let mut held = buffer.len();
        buffer.resize(want.max(held), 0);
        while held < buffer.len() {
            match self.reader.read(&mut buffer[held..]) {
                Ok(0) => break,
                Ok(more) => {
                    self.hasher.update(&buffer[held..held + more]);
                    self.bytes += more as u64;
                    held += more;
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(format!("{} cannot be read: {e}", self.name)),
            }
        }
        buffer.truncate(held);
        self.bar.set_position(self.bytes);
        Ok(())
    }

    pub(crate) fn finish(self) -> FileDigest {
        self.bar.finish_and_clear();
        let sha256 = feltproof_verdict::hex(&self.hasher.finalize());
        FileDigest { file: self.name, sha256, size_bytes: self.bytes }
    }
}
