//! One input, from a file or from standard input (`-`): as rows of cells, or as bytes read once, in blocks, and hashed on the
//! way, whatever their length.

use crate::args::Encoding;
use crate::input::Input as Text;
use crate::random::encoding::{Decoder, HEAD_BYTES, Taken};
use crate::stamp::Stamp;
use crate::{export, files, progress};
use feltproof_intake::Export;
use feltproof_model::workpaper::FileDigest;
use feltproof_sheets::{Digest, Format, Kind, Opened, Reading, Source};
use indicatif::ProgressBar;
use sha2::{Digest as _, Sha256};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes that are read at a time and given to one thread.
pub(crate) const BLOCK_BYTES: usize = 1 << 21;
/// Blocks that are read at a time.
const BLOCKS: usize = 8;

/// Bytes of a pipe that are kept, so that its beginning can be looked at before it is read.
const KEPT_BYTES: usize = 1 << 20;
/// What is said of the size of a pipe: nobody knows it.
const PIPE_BYTES: u64 = u64::MAX >> 1;

pub(crate) struct Input {
    name: String,
    reader: Box<dyn Source>,
    /// Of a file: as it was when it was opened.
    stamp: Option<Stamp>,
    hasher: Sha256,
    bytes: u64,
    bar: ProgressBar,
    is_encoded: bool,
    /// Until the text ends.
    decoder: Option<Decoder>,
    /// Bytes that were looked at, or decoded, and are still to be given, and how many were.
    ahead: Vec<u8>,
    given: u64,
}

/// Says which of these files, of a command that was given them, is not there or cannot be read, before anything else is said.
pub(crate) fn all_found<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), String> {
    let mut files = paths.into_iter().filter(|path| path.as_path() != Path::new("-"));
    files.try_for_each(|path| found(path).map(drop))
}

/// A file as it is now.
fn found(path: &Path) -> Result<Stamp, String> {
    let found = files::regular(path).and_then(|file| Stamp::of(path, &file));
    found.map_err(|e| {
        format!("{} cannot be read: {e}, or give - for standard input", path.display())
    })
}

/// Where an input comes from.
struct Origin {
    name: String,
    path: PathBuf,
    /// Of a file.
    stamp: Option<Stamp>,
    /// Of standard input (`-`), which is read but once.
    pipe: Pipe,
}

impl Origin {
    fn of(path: &Path) -> Result<Self, String> {
        let path = path.to_owned();
        if path == Path::new("-") {
            let (name, pipe) = ("standard input".to_owned(), Pipe::of(Box::new(io::stdin())));
            return Ok(Self { name, path, stamp: None, pipe });
        }
        let (name, stamp) = (path.display().to_string(), Some(found(&path)?));
        let pipe = Pipe::of(Box::new(files::open(&path)?));
        Ok(Self { name, path, stamp, pipe })
    }

    fn source(&self) -> Result<Box<dyn Source>, String> {
        Ok(match self.stamp {
            Some(_) => Box::new(files::open(&self.path)?),
            None => Box::new(self.pipe.clone()),
        })
    }

    fn bar(&self) -> ProgressBar {
        let bar = ProgressBar::hidden();
        bar.set_length(self.stamp.as_ref().map_or(0, |stamp| stamp.size_bytes));
        progress::show_bytes(&bar, "Counting");
        bar
    }
}

impl Input {
    /// Opens a file, or standard input for `-`, and decodes it where it is encoded.
    pub(crate) fn open(path: &Path, encoding: Option<Encoding>) -> Result<Self, String> {
        let origin = Origin::of(path)?;
        let (reader, bar) = (origin.source()?, origin.bar());
        let Origin { name, stamp, .. } = origin;
        let mut input = Self {
            name,
            reader,
            stamp,
            hasher: Sha256::new(),
            bytes: 0,
            bar,
            is_encoded: encoding.is_some(),
            decoder: None,
            ahead: Vec::new(),
            given: 0,
        };
        if let Some(encoding) = encoding {
            let mut text = Vec::new();
            input.read(&mut text, BLOCK_BYTES)?;
            let mut decoder = Decoder::new(encoding, &text[..text.len().min(HEAD_BYTES)]);
            decoder.decode(&text, &input.name, &mut input.ahead)?;
            input.decoder = Some(decoder);
        }
        Ok(input)
    }

    /// Refuses text in place of what the bytes are taken for.
    pub(crate) fn refuse_text(&mut self, taken: &Taken) -> Result<(), String> {
        self.look(HEAD_BYTES)?;
        taken.checked(&self.ahead[..self.ahead.len().min(HEAD_BYTES)], &self.name)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Has `want` bytes ahead, unless the input ends.
    fn look(&mut self, want: usize) -> Result<(), String> {
        let mut ahead = std::mem::take(&mut self.ahead);
        if !self.is_encoded {
            self.read(&mut ahead, want)?;
        }
        while ahead.len() < want
            && let Some(mut decoder) = self.decoder.take()
        {
            let mut text = Vec::new();
            self.read(&mut text, BLOCK_BYTES)?;
            if text.is_empty() {
                decoder.end(&self.name, &mut ahead)?;
            } else {
                decoder.decode(&text, &self.name, &mut ahead)?;
                self.decoder = Some(decoder);
            }
        }
        self.ahead = ahead;
        Ok(())
    }

    /// Adds bytes until `buffer` holds `want` or the input ends.
    pub(crate) fn fill(&mut self, buffer: &mut Vec<u8>, want: usize) -> Result<(), String> {
        let held = buffer.len();
        if self.is_encoded {
            self.look(want - held)?;
        }
        let ahead = self.ahead.len().min(want - held);
        buffer.extend(self.ahead.drain(..ahead));
        if !self.is_encoded {
            self.read(buffer, want)?;
        }
        self.given += (buffer.len() - held) as u64;
        Ok(())
    }

    /// Reads until `buffer` holds `want` bytes of the file or it ends.
    fn read(&mut self, buffer: &mut Vec<u8>, want: usize) -> Result<(), String> {
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

    /// The next blocks of whole records of so many bytes, each with the place of its first byte; the last may be cut off.
    /// None at the end.
    pub(crate) fn blocks(&mut self, record: usize) -> Result<Vec<(Vec<u8>, u64)>, String> {
        let want = (BLOCK_BYTES / record).max(1) * record;
        let mut blocks = Vec::with_capacity(BLOCKS);
        while blocks.len() < BLOCKS {
            let (mut block, from) = (Vec::new(), self.given);
            self.fill(&mut block, want)?;
            if block.is_empty() {
                break;
            }
            blocks.push((block, from));
        }
        Ok(blocks)
    }

    /// The digest of a whole file; of a pipe that of what was read of it.
    pub(crate) fn finish(mut self) -> Result<FileDigest, String> {
        let mut rest = Vec::new();
        let stamp = self.stamp.take();
        let mut is_more = stamp.is_some();
        while is_more {
            rest.clear();
            self.read(&mut rest, BLOCK_BYTES)?;
            is_more = !rest.is_empty();
        }
        self.bar.finish_and_clear();
        let sha256 = feltproof_verdict::hex(&self.hasher.finalize());
        let digest = FileDigest { file: self.name, sha256, size_bytes: self.bytes };
        stamp.map_or(Ok(()), |stamp| stamp.check(&digest))?;
        Ok(digest)
    }
}

/// An input opened as rows of cells.
pub(crate) struct Table {
    pub export: Export<Text>,
    /// File and sheet, for messages.
    pub place: String,
    pub end: TableEnd,
}

/// What is left of it when its rows are read.
pub(crate) struct TableEnd {
    name: String,
    reading: Reading,
    pipe: Pipe,
    stamp: Option<Stamp>,
    bar: ProgressBar,
}

impl Table {
    /// Opens a file, or standard input for `-`. Text whose columns stand under each other is read as any other text.
    pub(crate) fn open(path: &Path, sheet: Option<&str>) -> Result<Self, String> {
        let origin = Origin::of(path)?;
        let bar = origin.bar();
        let open = |format: &Format| {
            let file = Box::new(bar.wrap_read(origin.source()?));
            feltproof_sheets::open(&origin.name, file, format).map_err(|e| e.to_string())
        };
        let sheets = sheet.map(str::to_owned).into_iter().collect();
        let looked_for = Format { sheets, header_row: Some(0), ..Format::default() };
        let mut opened = open(&looked_for)?;
        if opened.format.kind == Some(Kind::FixedWidth) {
            opened = open(&Format { kind: Some(Kind::Delimited), ..looked_for })?;
        }
        let (Opened { parts, reading, format }, Origin { name, pipe, stamp, .. }) =
            (opened, origin);
        let [part] = <[_; 1]>::try_from(parts).map_err(|_| {
            format!("{name} has several sheets of that name; write the whole name of one (--sheet)")
        })?;
        let place = match (&part.sheet, sheet) {
            (Some(sheet), _) => format!("{name}[{sheet}]"),
            (None, None) => name.clone(),
            (None, Some(sheet)) => return Err(export::no_workbook(&name, sheet)),
        };
        let end = TableEnd { name, reading, pipe, stamp, bar };
        Ok(Self { export: export::rows(part, &format), place, end })
    }
}

impl TableEnd {
    /// The digest of a whole file, of a pipe that of what was read of it; and what is remarkable about it.
    pub(crate) fn finish(self) -> Result<(FileDigest, Vec<String>), String> {
        self.pipe.lock().is_closed = true;
        let Digest { sha256, bytes } = self.reading.digest().map_err(|e| e.to_string())?;
        self.bar.finish_and_clear();
        let digest = FileDigest { file: self.name, sha256, size_bytes: bytes };
        self.stamp.map_or(Ok(()), |stamp| stamp.check(&digest))?;
        let sentence = |note: String| note[..1].to_uppercase() + &note[1..] + ".";
        let notes = self.reading.notes().into_iter().map(sentence).collect();
        Ok((digest, notes))
    }
}

/// What is read once, from its beginning to its end, by whoever shares it: each from the beginning on, which is kept.
#[derive(Clone)]
struct Pipe {
    passed: Arc<Mutex<Passed>>,
    at: u64,
}

struct Passed {
    reader: Text,
    head: Vec<u8>,
    bytes: u64,
    /// Nothing more is read.
    is_closed: bool,
}

impl Pipe {
    fn of(reader: Text) -> Self {
        let passed = Passed { reader, head: Vec::new(), bytes: 0, is_closed: false };
        Self { passed: Arc::new(Mutex::new(passed)), at: 0 }
    }

    fn lock(&self) -> MutexGuard<'_, Passed> {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut passed = self.lock();
        let Passed { reader, head, bytes, is_closed } = &mut *passed;
        let kept = usize::try_from(self.at).ok().and_then(|at| head.get(at..));
        let read = match kept.filter(|kept| !kept.is_empty()) {
            Some(mut kept) => kept.read(buffer)?,
            None if *is_closed => 0,
            None if self.at == *bytes => {
                let read = reader.read(buffer)?;
                if head.len() < KEPT_BYTES && head.len() as u64 == *bytes {
                    head.extend_from_slice(&buffer[..read]);
                }
                *bytes += read as u64;
                read
            }
            None => {
                let why = "a pipe is read from its beginning to its end; give a workbook or Parquet as a file";
                return Err(io::Error::other(why));
            }
        };
        drop(passed);
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Pipe {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => PIPE_BYTES.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
