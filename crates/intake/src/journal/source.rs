//! The bytes of a journal: read in blocks, each hashed once, here or by whoever opened the file.

use super::error::{Line, ReadError, Reason};
use sha2::{Digest, Sha256};
use std::io::Read;

/// Longest record, in bytes; a longer one means that the file is no CSV journal.
pub(super) const RECORD_BYTES_MAX: usize = 16 * 1024 * 1024;

/// A file as it lies on disk.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// SHA-256, lower hex.
    pub sha256: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// What is remarkable about it, each a sentence.
    pub notes: Vec<String>,
}

/// An input and the bytes read from it that were not yet given out.
pub(super) struct Source<R: Read> {
    input: R,
    pub(super) file: String,
    /// Bytes read; `start` is the first not yet given out.
    pub(super) buffer: Vec<u8>,
    pub(super) start: usize,
    /// Bytes of the buffer that are in the digest.
    pub(super) hashed: usize,
    /// None: whoever opened the file hashes it.
    pub(super) digest: Option<Sha256>,
    size_bytes: u64,
    /// The last byte of the input is in the buffer.
    pub(super) at_end: bool,
    /// Line of the byte at `start`.
    pub(super) line: u64,
    block_bytes: usize,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R, file: String, block_bytes: usize, is_hashed: bool) -> Self {
        Self {
            input,
            file,
            buffer: Vec::new(),
            start: 0,
            hashed: 0,
            digest: is_hashed.then(Sha256::new),
            size_bytes: 0,
            at_end: false,
            line: 1,
            block_bytes: block_bytes.max(1),
        }
    }

    /// The bytes not yet given out.
    pub(super) fn pending(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Makes sure that a whole block is pending, or all that is left.
    pub(super) fn fill_block(&mut self) -> Result<(), ReadError> {
        match self.block_bytes.checked_sub(self.pending().len()) {
            Some(bytes) => self.read_more(bytes),
            // A record longer than a block is pending.
            None => Ok(()),
        }
    }

    /// Reads on when no record is whole. What is pending doubles: no byte is looked at often.
    pub(super) fn fill_more(&mut self) -> Result<(), ReadError> {
        if self.pending().len() > RECORD_BYTES_MAX {
            let at = Line { file: self.file.clone(), line: self.line };
            Err(Reason::RecordTooLong { at, limit: RECORD_BYTES_MAX })?;
        }
        let room = RECORD_BYTES_MAX + 1 - self.pending().len();
        self.read_more(self.block_bytes.max(self.pending().len()).min(room))
    }

    fn read_more(&mut self, bytes: usize) -> Result<(), ReadError> {
        if bytes == 0 || self.at_end {
            return Ok(());
        }
        self.hash_rest();
        self.buffer.drain(..self.start);
        self.start = 0;
        let count = self.input.by_ref().take(bytes as u64).read_to_end(&mut self.buffer);
        let (file, line) = (&self.file, self.line);
        let count = count.map_err(|source| Reason::Io { file: file.clone(), line, source })?;
        self.size_bytes += count as u64;
        self.at_end = count < bytes;
        Ok(())
    }

    /// Takes in the digest what is not there yet, and notes that the buffer now starts anew.
    fn hash_rest(&mut self) {
        self.hash_buffer();
        self.hashed = self.buffer.len() - self.start;
    }

    fn hash_buffer(&mut self) {
        if let Some(digest) = &mut self.digest {
            digest.update(self.buffer.get(self.hashed..).unwrap_or_default());
        }
    }

    /// SHA-256 of all bytes read, lower hex, and their number.
    pub(super) fn finish(mut self) -> Evidence {
        self.hash_buffer();
        let sha256 = self.digest.map(|digest| hex(&digest.finalize())).unwrap_or_default();
        Evidence { sha256, size_bytes: self.size_bytes, notes: Vec::new() }
    }
}

/// SHA-256 of a text, lower hex.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
