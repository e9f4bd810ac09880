//! The streams of a compound file, which is what XLS and encrypted workbooks are wrapped in:
//! only as much of [MS-CFB] as it takes to look at one before it is read.

use crate::source::Window;
use std::io::{self, Read, Seek, SeekFrom};

/// The first bytes.
pub(crate) const MAGIC: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

/// Sector numbers from here on mean no sector.
const NO_SECTOR: u32 = 0xFFFF_FFFA;
/// Streams shorter than this stand in sectors of 64 bytes.
const SHORT: usize = 4096;

pub(crate) struct Compound {
    file: Window,
    sector: usize,
    next: Vec<u32>,
    entries: Vec<Entry>,
    short_next: Vec<u32>,
    short_stream: Vec<u8>,
    sectors: usize,
}

struct Entry {
    name: String,
    start: u32,
    bytes: usize,
}

impl Compound {
    pub(crate) fn open(mut file: Window) -> io::Result<Self> {
        let size = file.seek(SeekFrom::End(0))?;
        let mut header = [0; 512];
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut header).map_err(|_| damaged())?;
        let sector = match word(&header, 30) {
            9 => 512,
            12 => 4096,
            _ => return Err(damaged()),
        };
        let sectors = usize::try_from(size).map_err(io::Error::other)? / sector + 1;
        let (entries, next, short_next, short_stream) = Default::default();
        let mut of = Self { file, sector, next, entries, short_next, short_stream, sectors };
        of.next = of.read_table(&header)?;
        let used = of.next.iter().rposition(|next| *next != u32::MAX).map_or(0, |last| last + 2);
        if (used * sector) as u64 > size {
            return Err(damaged());
        }
        let directory = of.chain(long(&header, 48), usize::MAX)?;
        of.entries = directory.chunks_exact(128).map(entry).collect();
        if let Some(root) = of.entries.first() {
            of.short_stream = of.chain(root.start, root.bytes)?;
        }
        let short_next = of.chain(long(&header, 60), usize::MAX)?;
        of.short_next = longs(&short_next);
        Ok(of)
    }

    /// The table that says which sector follows which.
    fn read_table(&mut self, header: &[u8]) -> io::Result<Vec<u32>> {
        let mut tables = longs(header.get(76..).unwrap_or_default());
        let mut more = long(header, 68);
        for _ in 0..self.sectors {
            if more >= NO_SECTOR {
                break;
            }
            let mut sector = longs(&self.sector(more)?);
            more = sector.pop().unwrap_or(NO_SECTOR);
            tables.extend(sector);
        }
        let mut next = Vec::new();
        for table in tables.into_iter().filter(|t| *t < NO_SECTOR).take(self.sectors) {
            next.extend(longs(&self.sector(table)?));
        }
        Ok(next)
    }

    fn sector(&mut self, number: u32) -> io::Result<Vec<u8>> {
        let from = (u64::from(number) + 1) * self.sector as u64;
        let at = self.file.seek(SeekFrom::Start(from))?;
        let mut sector = Vec::new();
        Read::by_ref(&mut self.file).take(self.sector as u64).read_to_end(&mut sector)?;
        if at != from || sector.is_empty() { Err(damaged()) } else { Ok(sector) }
    }

    /// The sectors from one on.
    fn chain(&mut self, mut number: u32, bytes: usize) -> io::Result<Vec<u8>> {
        let mut stream = Vec::new();
        for _ in 0..self.sectors {
            if number >= NO_SECTOR || stream.len() >= bytes {
                break;
            }
            stream.extend(self.sector(number)?);
            number = self.next.get(number as usize).copied().unwrap_or(NO_SECTOR);
        }
        stream.truncate(bytes);
        Ok(stream)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|e| e.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn stream(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let entry = self.entries.iter().find(|e| e.name.eq_ignore_ascii_case(name));
        let Some((mut number, bytes)) = entry.map(|e| (e.start, e.bytes)) else { return Ok(None) };
        if bytes >= SHORT {
            return self.chain(number, bytes).map(Some);
        }
        let mut stream = Vec::new();
        while number < NO_SECTOR && stream.len() < bytes {
            let from = number as usize * 64;
            let sector = self.short_stream.get(from..).unwrap_or_default();
            if sector.is_empty() {
                return Err(damaged());
            }
            stream.extend_from_slice(sector.get(..64).unwrap_or(sector));
            number = self.short_next.get(number as usize).copied().unwrap_or(NO_SECTOR);
        }
        stream.truncate(bytes);
        Ok(Some(stream))
    }
}

fn damaged() -> io::Error {
    io::Error::other("its compound file is damaged or breaks off; copy it again")
}

fn entry(bytes: &[u8]) -> Entry {
    let length = usize::from(word(bytes, 64)).clamp(2, 66) - 2;
    let units = bytes.get(..length).unwrap_or_default().chunks_exact(2).map(|u| word(u, 0));
    let name = char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}')).collect();
    Entry { name, start: long(bytes, 116), bytes: long(bytes, 120) as usize }
}

fn longs(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|b| long(b, 0)).collect()
}

/// Two bytes, the low one first; 0 where there are none.
pub(crate) fn word(bytes: &[u8], at: usize) -> u16 {
    let two = bytes.get(at..).and_then(|b| b.first_chunk::<2>());
    two.map_or(0, |b| u16::from_le_bytes(*b))
}

/// Four bytes, the low one first; 0 where there are none.
pub(crate) fn long(bytes: &[u8], at: usize) -> u32 {
    let four = bytes.get(at..).and_then(|b| b.first_chunk::<4>());
    four.map_or(0, |b| u32::from_le_bytes(*b))
}
