//! The parts of a workbook that is a ZIP file. Its directory is read by `zip`; each part is
//! decompressed on its own, so that several are read side by side, none by more than is asked.

use crate::bounds::{Counted, harmless};
use crate::source::{Shared, Window};
use flate2::CrcReader;
use flate2::read::DeflateDecoder;
use memchr::memmem;
use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use zip::{CompressionMethod, ZipArchive};

/// Parts of a workbook; one with a thousand sheets has a few thousand.
const PARTS_MAX: usize = 65_535;

/// Refuses so many parts.
pub(super) fn check_parts(parts: usize) -> io::Result<()> {
    if parts <= PARTS_MAX {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "it has {parts} parts, above {PARTS_MAX}, more than any workbook; save it again with the program that wrote it"
    )))
}

/// A ZIP file.
pub(crate) struct Package {
    file: Shared,
    /// By their names in lower case, as the programs compare them.
    parts: BTreeMap<String, Part>,
}

struct Part {
    from: u64,
    to: u64,
    is_deflated: bool,
    /// Bytes of its content, and their checksum.
    size: u64,
    crc32: u32,
}

impl Package {
    pub(crate) fn open(file: &Shared) -> io::Result<Self> {
        let broken = |e: zip::result::ZipError| {
            io::Error::other(format!(
                "its ZIP directory is damaged or breaks off ({e}); copy it again"
            ))
        };
        let window = BufReader::new(file.whole());
        let mut archive = ZipArchive::new(window).map_err(broken)?;
        check_parts(archive.len())?;
        let mut parts = BTreeMap::new();
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index).map_err(broken)?;
            let name = entry.name().map_err(broken)?.to_lowercase().replace('\\', "/");
            if entry.encrypted() {
                return Err(encrypted());
            }
            let is_deflated = match entry.compression() {
                CompressionMethod::Stored => false,
                CompressionMethod::Deflated => true,
                // A part that is never read may be compressed in any way.
                _ => continue,
            };
            let from = entry.data_start();
            let to = from.and_then(|from| from.checked_add(entry.compressed_size()));
            let (Some(from), Some(to)) = (from, to) else {
                return Err(broken(zip::result::ZipError::InvalidArchive(
                    "a part stands outside".into(),
                )));
            };
            let (size, crc32) = (entry.size(), entry.crc32());
            let part = Part { from, to, is_deflated, size, crc32 };
            parts.insert(name.trim_start_matches('/').to_owned(), part);
        }
        Ok(Self { file: file.clone(), parts })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.parts.contains_key(&name.to_lowercase())
    }

    /// Names of the parts, in lower case.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// Whether a part has one of these words anywhere.
    pub(crate) fn mentions(&self, name: &str, words: &[&str]) -> io::Result<bool> {
        let mut text = self.part(name)?;
        let (mut buffer, mut kept) = (vec![0; 1 << 16], 0);
        let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
        loop {
            let read = text.read(buffer.get_mut(kept..).unwrap_or_default())?;
            let end = kept + read;
            let ahead = buffer.get(..end).unwrap_or_default();
            if read == 0 || words.iter().any(|word| memmem::find(ahead, word.as_bytes()).is_some())
            {
                return Ok(read != 0);
            }
            // A word may be cut.
            kept = end.min(longest);
            buffer.copy_within(end - kept..end, 0);
        }
    }

    /// The text of a part.
    pub(crate) fn part(&self, name: &str) -> io::Result<Unpacked> {
        let Some(part) = self.parts.get(&name.to_lowercase()) else {
            return Err(io::Error::other(format!(
                "its part `{name}` is missing; save it again with the program that wrote it"
            )));
        };
        let window = self.file.window(part.from, part.to);
        let content = if part.is_deflated {
            let decoder = DeflateDecoder::new(Counted { inner: window, bytes: 0 });
            Content::Deflated { decoder, out: 0 }
        } else {
            Content::Stored(window)
        };
        let (content, name) = (CrcReader::new(content), name.to_owned());
        Ok(Unpacked { content, left: part.size, name, crc32: part.crc32 })
    }
}

/// What to say of a workbook with a password.
pub(crate) fn encrypted() -> io::Error {
    io::Error::other(
        "it is encrypted with a password; open it in the program that wrote it and save a copy without",
    )
}

/// The text of a part, of which the last bytes are an error where the checksum is not that of all: an altered digit
/// would else be read as the amount.
pub(crate) struct Unpacked {
    content: CrcReader<Content>,
    /// Bytes that are still to come.
    left: u64,
    name: String,
    crc32: u32,
}

enum Content {
    Stored(Window),
    Deflated { decoder: DeflateDecoder<Counted<Window>>, out: u64 },
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { content, left, name, crc32 } = self;
        let read = content.read(buffer)?;
        let is_short = read == 0 && !buffer.is_empty() && *left != 0;
        let rest = left.checked_sub(read as u64).filter(|_| !is_short);
        *left = rest.ok_or_else(|| altered(name, "it is not as long as the file says"))?;
        if *left == 0 && content.crc().sum() != *crc32 {
            return Err(altered(name, "its checksum is not that of its content"));
        }
        Ok(read)
    }
}

fn altered(name: &str, why: &str) -> io::Error {
    io::Error::other(format!("its part `{name}` was altered or is damaged ({why}); copy it again"))
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(window) => window.read(buffer),
            Self::Deflated { decoder, out } => {
                let read = decoder.read(buffer).map_err(|e| {
                    io::Error::other(format!("a part of it is damaged ({e}); copy it again"))
                })?;
                *out += read as u64;
                harmless(decoder.get_ref().bytes, *out)?;
                Ok(read)
            }
        }
    }
}
