//! The bytes of a file, read from several places at once, and their digest.

use crate::error::OpenError;
use sha2::{Digest as _, Sha256};
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file: bytes that can be read from any place.
pub trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// SHA-256 and size of a file as it is on the disk: compressed, encoded, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// In lower-case hexadecimal digits.
    pub sha256: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// A file that several readers share, each with a place of its own.
#[derive(Clone)]
pub(crate) struct Shared {
    file: Arc<Mutex<Box<dyn Source>>>,
    bytes: u64,
}

impl Shared {
    pub(crate) fn new(mut file: Box<dyn Source>) -> io::Result<Self> {
        let bytes = file.seek(SeekFrom::End(0))?;
        Ok(Self { file: Arc::new(Mutex::new(file)), bytes })
    }

    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Source>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes from one place up to another, at most to the end.
    pub(crate) fn window(&self, from: u64, to: u64) -> Window {
        let to = to.min(self.bytes);
        Window { file: self.clone(), from: from.min(to), at: from.min(to), to }
    }

    pub(crate) fn whole(&self) -> Window {
        self.window(0, self.bytes)
    }

    /// Reads the whole file for its digest.
    pub(crate) fn digest(&self, name: &str) -> Result<Digest, OpenError> {
        let mut hashed = Hashed::new(self.whole());
        hashed.drain().map_err(|e| OpenError::new(name, e))?;
        Ok(hashed.digest())
    }
}

/// A part of a shared file.
#[derive(Clone)]
pub(crate) struct Window {
    file: Shared,
    from: u64,
    at: u64,
    to: u64,
}

impl Read for Window {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = (self.to - self.at).min(buffer.len() as u64) as usize;
        let Some(buffer) = buffer.get_mut(..left).filter(|b| !b.is_empty()) else { return Ok(0) };
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Window {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let size = self.to - self.from;
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => size.checked_add_signed(by),
            SeekFrom::Current(by) => (self.at - self.from).checked_add_signed(by),
        };
        let at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?.min(size);
        self.at = self.from + at;
        Ok(at)
    }
}

/// A reader that keeps the digest of what passes.
struct Hashed<R> {
    inner: R,
    hasher: Sha256,
    bytes: u64,
}

impl<R: Read> Hashed<R> {
    fn new(inner: R) -> Self {
        Self { inner, hasher: Sha256::new(), bytes: 0 }
    }

    fn drain(&mut self) -> io::Result<()> {
        let mut buffer = vec![0; 1 << 18];
        while self.read(&mut buffer)? != 0 {}
        Ok(())
    }

    fn digest(&self) -> Digest {
        let sha256 = self.hasher.clone().finalize().iter().map(|b| format!("{b:02x}")).collect();
        Digest { sha256, bytes: self.bytes }
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hasher.update(buffer.get(..read).unwrap_or_default());
        self.bytes += read as u64;
        Ok(read)
    }
}

/// The bytes of a file that is read once from its start, hashed as they pass.
#[derive(Clone)]
pub(crate) struct Once(Arc<Mutex<Passing>>);

struct Passing {
    hashed: Hashed<Window>,
    /// The digest was asked for: nothing may be read any more.
    closed: bool,
}

impl Once {
    pub(crate) fn new(file: &Shared) -> Self {
        let hashed = Hashed::new(file.whole());
        Self(Arc::new(Mutex::new(Passing { hashed, closed: false })))
    }

    /// Reads what is left, if anything is.
    pub(crate) fn digest(&self, name: &str) -> Result<Digest, OpenError> {
        let mut passing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        passing.closed = true;
        passing.hashed.drain().map_err(|e| OpenError::new(name, e))?;
        Ok(passing.hashed.digest())
    }
}

impl Read for Once {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut passing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if passing.closed {
            return Err(io::Error::other("its digest was taken before it was read to the end"));
        }
        passing.hashed.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn shared(text: &[u8]) -> Shared {
        Shared::new(Box::new(Cursor::new(text.to_vec()))).unwrap()
    }

    #[test]
    fn a_digest_is_of_the_whole_file_however_much_was_read() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let file = shared(b"abc");
        let mut once = Once::new(&file);
        assert_eq!(once.read(&mut [0; 1]).unwrap(), 1);
        let expected = Digest { sha256: abc.to_owned(), bytes: 3 };
        assert_eq!(once.digest("x"), Ok(expected.clone()));
        assert_eq!(file.digest("x"), Ok(expected));
        assert!(once.read(&mut [0; 1]).is_err(), "an end that is none would be a shorter file");
    }

    #[test]
    fn a_window_is_a_file_of_its_own() {
        let file = shared(b"0123456789");
        let mut window = file.window(2, 6);
        let mut text = String::new();
        window.read_to_string(&mut text).unwrap();
        assert_eq!(text, "2345");
        assert_eq!(window.seek(SeekFrom::End(-1)).unwrap(), 3);
        assert_eq!(window.read(&mut [0; 9]).unwrap(), 1);
        assert!(window.seek(SeekFrom::Current(-9)).is_err());
        assert_eq!(file.window(8, 99).read(&mut [0; 9]).unwrap(), 2);
        assert_eq!(file.window(20, 10).read(&mut [0; 9]).unwrap(), 0);
    }
}
